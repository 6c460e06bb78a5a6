"""A person's own racer: it runs at once, whatever the network does, and the match confirms it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.cabinets.racer.course import Racer, run
from game.cabinets.racer.rules import AHEAD, BEHIND, MOST_TICKS, TICKS, Run, View, pairs


class Own:
    """Runs ahead of the match by the buttons that are not confirmed yet."""

    def __init__(self, racer: Racer) -> None:
        self.racer = msgspec.structs.replace(racer)
        self._from = racer.tick
        """The tick up to which the match has confirmed the racer."""
        self._held: list[int] = []
        """The buttons held in each tick after the confirmed ones."""
        self._sent = racer.tick

    def tick(self, held: int, view: View) -> Run | None:
        """Let a tick pass.

        Every few ticks, return an offer of all ticks not confirmed yet, so that a lost one does no harm.
        """
        if self.racer.goal and not self._held:
            return None
        if len(self._held) < MOST_TICKS and self.racer.tick < view.slices * TICKS + AHEAD + BEHIND:
            self._held.append(held)
            run(self.racer, held, view.hurdles, view.goal)
        if self.racer.tick - self._sent < TICKS and not self.racer.goal:
            return None
        self._sent = self.racer.tick
        return Run(self._from, pairs(self._held))

    def confirm(self, racer: Racer, hurdles: Sequence[int], goal: int) -> None:
        """Take the racer as the match confirms it, and run the later ticks again from that state."""
        self._held = self._held[max(0, racer.tick - self._from) :]
        self._from = racer.tick
        self.racer = msgspec.structs.replace(racer)
        for held in self._held:
            run(self.racer, held, hurdles, goal)
