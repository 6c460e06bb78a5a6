"""What computers choose for people who do not act in time, where a fallback would be a punishment."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_controller
from game.core.bots import Request
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import Match
from game.core.match.session import Controller, Failure, bot_setup
from game.core.rules import Seat, Timed, Window

LEAD = 2.0
"""Seconds before the limit at which a computer begins to think about the choice of who has not acted."""


class LateChoices:
    """The computers that choose for people at the limit of their decision; each begins once it is first needed."""

    def __init__(self, match: Match, cabinet: Cabinet, bot: str, logs: Path | None) -> None:
        self._match = match
        self._cabinet = cabinet
        self._bot = bot
        self._logs = logs
        self._computers: dict[Seat, Controller] = {}
        self._asked: dict[Seat, int] = {}
        """Number of the step for which each computer was asked last."""

    @property
    def _due(self) -> float | None:
        """Time of the match at which computers begin to think; None where no choice has a limit."""
        match = self._match
        limited = match.ask is not None and match.ask.window in (Window.TURN, Window.SIMULTANEOUS)
        return None if match.deadline is None or not limited else match.deadline - LEAD

    def wake(self, now: float) -> float:
        """Return the seconds until computers begin to think; infinity where they think already, or none will."""
        due = self._due
        return math.inf if due is None or due <= now else due - now

    def settle(self, now: float, people: tuple[Seat, ...]) -> None:
        """Ask computers about the people who have little time left; play what they chose once there is none."""
        due, number = self._due, self._match.number
        if due is None or now < due:
            return
        for seat in people:
            if self._asked.get(seat) != number:
                self._ask(seat, number)
            elif now >= due + LEAD and (chosen := self._chosen(seat, now)) is not None:
                self._match.force(seat, chosen)

    def _ask(self, seat: Seat, number: int) -> None:
        match = self._match
        computer = self._computers.get(seat)
        if computer is None:
            setup, spec = bot_setup(match, self._cabinet.id, seat), parse_spec(self._bot, self._cabinet.bots)
            computer = self._computers[seat] = bot_controller(self._cabinet, spec, setup, logs=self._logs)
        elif seat in self._asked:
            computer.cancel()
        heard = self._asked.get(seat, 0)
        self._asked[seat] = number
        events = tuple(event for step in match.steps[heard:] for event in step.events_for(seat))
        seed = derive(match.root, "late", seat, number)
        computer.begin(Request(number, match.view(seat), match.legal(seat), events, seed, LEAD))

    def _chosen(self, seat: Seat, now: float) -> Any:
        answer = self._computers[seat].poll(now)
        if isinstance(answer, Failure):
            return None
        return answer.action if isinstance(answer, Timed) else answer

    def close(self) -> None:
        """End the computers."""
        for computer in self._computers.values():
            computer.close()
        self._computers.clear()
