"""Hints: what the strongest computer would play in a person's place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_controller
from game.core.bots import Request
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import Match
from game.core.match.session import Controller, Failure, bot_setup
from game.core.rules import Seat, Timed


class Adviser:
    """Asks the game's strongest bot for hints, in a process of its own that sees only what the person sees."""

    def __init__(self, cabinet: Cabinet, match: Match, log_folder: Path) -> None:
        self._cabinet = cabinet
        self._match = match
        self._log_folder = log_folder
        self._advisers: dict[Seat, Controller] = {}
        self._asked: tuple[Seat, int] | None = None

    @property
    def bot(self) -> str:
        """The name of the bot that gives hints."""
        return self._cabinet.table_bots[-1]

    @property
    def thinking(self) -> bool:
        """Whether a hint is being computed."""
        return self._asked is not None

    def ask(self, seat: Seat) -> None:
        """Ask what `seat` should play now. Does not wait."""
        match = self._match
        self.cancel()
        if seat not in self._advisers:
            setup = bot_setup(match, self._cabinet.id, seat)
            spec = BuiltinSpec(self.bot)
            self._advisers[seat] = bot_controller(self._cabinet, spec, setup, logs=self._log_folder)
        events = tuple(event for step in match.steps for event in step.events_for(seat))
        seed = derive(match.root, "hint", seat, match.number)
        self._asked = (seat, match.number)
        self._advisers[seat].begin(Request(match.number, match.view(seat), match.legal(seat), events, seed))

    def poll(self, now: float, asked: Seat | None) -> Any:
        """Return the advised action, once, while the seat that it is for is `asked`; None while there is none.

        If the match has moved on, it is dropped, unless the game's hints last.
        """
        if self._asked is None:
            return None
        seat, number = self._asked
        if number != self._match.number and not self._cabinet.hints_last:
            self.cancel()
            return None
        if seat != asked:
            return None
        answer = self._advisers[seat].poll(now)
        if answer is None:
            return None
        self._asked = None
        if isinstance(answer, Timed):
            answer = answer.action
        return None if isinstance(answer, Failure) else answer

    def cancel(self) -> None:
        """Drop the question."""
        if self._asked is not None:
            self._advisers[self._asked[0]].cancel()
            self._asked = None

    def close(self) -> None:
        """End every process."""
        for adviser in self._advisers.values():
            adviser.close()
        self._advisers.clear()
        self._asked = None
