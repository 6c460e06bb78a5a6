"""Collect the events of a turn, each addressed to those who see where it happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.cisterns.rules.ground import seen_by
from game.cabinets.cisterns.rules.state import State
from game.core.rules import SPECTATOR, Event


class Telling:
    """Collects events; who hears of each is decided at the end of the turn, by what was seen before and after it."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._floor, self._width = state.floor, state.width
        self._before = self._sights()
        self._told: list[tuple[Event, int, tuple[int, ...]]] = []
        self.blame: dict[int, str] = {}
        """For each seat what last took a heart from its hero."""

    def _sights(self) -> dict[int, frozenset[int]]:
        viewers = (SPECTATOR, *range(self._state.seats))
        return {viewer: seen_by(self._state, viewer) for viewer in viewers} if self._state.floor else {}

    def all(self, kind: str, **data: Any) -> None:
        """Add an event that everybody may know."""
        self._told.append((Event(kind, data), -1, ()))

    def at(self, x: int, y: int, kind: str, *seats: int, **data: Any) -> None:
        """Add an event on a square, for these seats and all who see the square.

        The event names the square as `x` and `y` if all who hear of it saw the square.
        """
        self._told.append((Event(kind, data), y * self._width + x, seats))

    def events(self) -> list[Event]:
        """Return all events of the turn, each with its audience."""
        after = self._sights() if self._state.floor == self._floor else {}
        return [told for each in self._told if (told := self._addressed(*each, after))]

    def _addressed(
        self, event: Event, place: int, seats: tuple[int, ...], after: Mapping[int, frozenset[int]]
    ) -> Event | None:
        if place < 0:
            return event
        viewers = {SPECTATOR, *range(self._state.seats)}
        seeing = {each for each in viewers if place in after.get(each, ()) or place in self._before.get(each, ())}
        audience = seeing | set(seats)
        if self._state.coop and audience:
            audience, seeing = viewers, viewers if seeing else seeing
        if not audience:
            return None
        y, x = divmod(place, self._width)
        data = {**event.data, "x": x, "y": y} if audience <= seeing else event.data
        return Event(event.kind, data, tuple(sorted(audience)))
