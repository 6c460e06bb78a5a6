"""What happened to a person's hero lately, told beside a map without a log, and how heroes came to their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.rules import Event, Seat
from game.ground.texts import Texts

TOLD: Final = frozenset(
    ("hurt", "burnt", "breathed", "water", "water_heard", "last_call", "took_key", "took_potion", "took_bomb")
)
"""Events that are told for a moment, if they are about the person's own hero or about all."""
SECONDS: Final = 3.0


class Heard:
    """The events of the last turns, as far as they are told again."""

    def __init__(self) -> None:
        self.ends: dict[Seat, Event] = {}
        """How each hero fell last. The hero may be back since then, or the turn may have been undone."""
        self._told: Sequence[Event] = ()
        self.left = 0.0
        """For how many more seconds something is told."""

    def hear(self, events: Sequence[Event], seat: Seat | None) -> None:
        """Take the events of a turn; `seat` is that of the person."""
        for event in events:
            if event.kind.startswith("end_"):
                self.ends[event.data["seat"]] = event
        told = [event for event in events if event.kind in TOLD and event.data.get("seat", seat) == seat]
        if told:
            self._told, self.left = told, SECONDS

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.left = max(0.0, self.left - seconds)

    def line(self, texts: Texts) -> str:
        """Return what is told now, as one line; empty for nothing."""
        told = self._told if self.left else ()
        return " · ".join(texts.line(f"cisterns.event.{event.kind}", **event.data) for event in told)
