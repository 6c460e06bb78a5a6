"""What happens in a turn, told to those who see where it happens."""

from __future__ import annotations

from typing import Any

from game.cabinets.cisterns.rules.ground import seen_by
from game.cabinets.cisterns.rules.state import State
from game.core.rules import SPECTATOR, Event


class Telling:
    """Collects events; who hears of each is decided once the turn is over, and by what was seen before it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._before = self._sights()
        self._told: list[tuple[Event, int, tuple[int, ...]]] = []

    def _sights(self) -> dict[int, frozenset[int]]:
        viewers = (SPECTATOR, *range(self._state.seats))
        return {viewer: seen_by(self._state, viewer) for viewer in viewers} if self._state.floor else {}

    def all(self, kind: str, **data: Any) -> None:
        """Something that everybody may know."""
        self._told.append((Event(kind, data), -1, ()))

    def at(self, x: int, y: int, kind: str, *seats: int, **data: Any) -> None:
        """Something on a square; these seats know of it in any case."""
        self._told.append((Event(kind, data), y * self._state.width + x, seats))

    def events(self) -> list[Event]:
        """All that happened, each for those who may know."""
        after = self._sights()
        found = []
        for event, place, seats in self._told:
            if place < 0:
                found.append(event)
                continue
            audience = [
                viewer
                for viewer in (SPECTATOR, *range(self._state.seats))
                if viewer in seats or place in after.get(viewer, ()) or place in self._before.get(viewer, ())
            ]
            if self._state.coop and audience:
                audience = [SPECTATOR, *range(self._state.seats)]
            if audience:
                found.append(Event(event.kind, event.data, tuple(audience)))
        return found
