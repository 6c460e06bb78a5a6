"""Races over a network that exists on a made-up clock alone: the stage's steering, the match, packets late and lost."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any

from game.cabinets.rooftops.course import Course, course_of
from game.cabinets.rooftops.rules import LEAD, Options, Rooftops, Run, View
from game.cabinets.rooftops.steering import Other, Own
from game.core.forge.physics import numbers as n
from game.core.match.match import Match
from game.core.rules import SPECTATOR
from tests.net.delaying_proxy import Lane

HOST = -1
TICK = 1 / 60
LOOKS = 0.002
"""Seconds between two looks of the host at its clock."""
OPTIONS = Options(width=320, difficulty=0)


class Network:
    """People who hold right and now and then jump, each at a screen of their own, and their host."""

    def __init__(self, people: int, *, delay: float = 0.075, loss: float = 0.02, seed: int = 1) -> None:
        self.random = Random(seed)
        self.match = Match(Rooftops(), people, OPTIONS, 3)
        self.match.tick(0.0)
        begun: View = self.match.view(SPECTATOR)
        self.course: Course = course_of(OPTIONS.method, OPTIONS.width, OPTIONS.difficulty, "", begun.number)
        world, seats = self.course.world, range(people)
        self.owns = [Own(runner, world) for runner in begun.runners]
        self.others = [{seat: Other(begun.runners[seat], world) for seat in seats if seat != here} for here in seats]
        self.views = [begun] * people
        self.elsewhere = [0] * people
        """How often the match found each of them elsewhere than they saw themselves."""
        self.stalls: dict[int, tuple[float, float]] = {}
        """From when to when somebody, or the HOST, does nothing at all."""
        self._there, self._back = ([Lane(delay, loss, self.random) for _ in seats] for _ in range(2))
        self._order = count()
        self._coming: list[tuple[float, int, int, Any]] = []
        for here in seats:
            self._come(LEAD - 1 + self.random.random() * TICK, here)
        self._come(0.0, HOST)

    def _come(self, when: float, here: int, what: Any = None) -> None:
        heappush(self._coming, (when, next(self._order), here, what))

    def run(self, seconds: float) -> Iterator[int]:
        """Let time pass up to so long after the begin; in each frame by how many ticks each other one is late."""
        while self._coming and self._coming[0][0] <= LEAD + seconds and not self.match.over:
            now, _, here, came = heappop(self._coming)
            begin, end = self.stalls.get(HOST if isinstance(came, Run) else here, (0.0, 0.0))
            if begin <= now < end:
                self._come(end, here, came)
            elif isinstance(came, Run):
                self.match.offer(here, came)
            elif isinstance(came, View):
                self._hear(here, came)
            elif here == HOST:
                self._look(now)
            else:
                yield from self._frame(here, now)

    def _look(self, now: float) -> None:
        """The host goes on, and tells what came of it."""
        self._come(now + LOOKS, HOST)
        before = self.match.number
        self.match.tick(now)
        if self.match.number != before:
            for seat in range(len(self.owns)):
                self._come(self._back[seat].arrival(now, 400), seat, self.match.view(seat))

    def _hear(self, here: int, view: View) -> None:
        self.views[here] = view
        self.elsewhere[here] += self.owns[here].confirm(view.runners[here])
        for seat, other in self.others[here].items():
            other.hear(view.runners[seat], view.ran[seat])

    def _frame(self, here: int, now: float) -> Iterator[int]:
        self._come(now + TICK, here)
        own, others = self.owns[here], self.others[here]
        for other in others.values():
            other.pass_ticks(1)
        held = n.RIGHT | (n.LEAP if self.random.random() < 0.1 else 0)
        sent = own.tick(held, self.views[here], alone=False) if now >= LEAD else None
        if sent is not None:
            self._come(self._there[here].arrival(now, 200), here, sent)
        if own.clock > 60:
            yield from (self.owns[seat].clock - int(other.numbers[n.CLOCK]) for seat, other in others.items())
