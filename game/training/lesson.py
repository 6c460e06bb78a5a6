"""One match with learners at some seats and bots at the others.

>>> from game.cabinets.listed import CABINETS
>>> lesson = Lesson(CABINETS["nullgame"], 2, computers={1: "random"}, seed=3)
>>> while not lesson.over:
...     lesson.act(0, lesson.legal(0)[0])
>>> lesson.standing(0) == -lesson.standing(1)
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from types import MappingProxyType
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.match.match import Match
from game.core.rules import Seat
from game.training.actions import ActionTable, OfferedActions, numbered
from game.training.layout import Layout, UnboundedError, layout_of

HOUR = 3600.0
NOBODY: Mapping[Seat, str] = MappingProxyType({})


@cache
def actions_of(declared: Any) -> ActionTable | OfferedActions:
    """Return the numbered actions of a type. Raises FreeTextError."""
    return numbered(declared)


@cache
def observations_of(declared: Any) -> Layout:
    """Return how views of a type become rows. Raises UnboundedError."""
    return layout_of(declared)


def learnable(cabinet: Cabinet) -> bool:
    """Return whether a game's actions can be numbered and its views become rows; games of written words cannot."""
    try:
        actions_of(cabinet.info.action)
        observations_of(cabinet.info.view)
    except UnboundedError:
        return False
    return True


class Lesson:
    """A match that goes on as soon as every learner that is asked has acted.

    `computers` names the bot of each seat without a learner. Raises SpokenError for a bot that does not exist and
    ValueError for seats that the game does not take.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        seats: int,
        *,
        computers: Mapping[Seat, str] = NOBODY,
        options: Any = None,
        seed: int = 0,
    ) -> None:
        info = cabinet.info
        self.actions = actions_of(info.action)
        self.match = Match(cabinet.rules, seats, info.options() if options is None else options, seed, undo=False)
        self.learners: tuple[Seat, ...] = tuple(seat for seat in range(seats) if seat not in computers)
        self._layout = observations_of(info.view)
        self._now = 0.0
        self._acted: list[tuple[Seat, int | None]] = []
        """The learners' actions so far as (seat, number), None for no action; with the seed they determine the
        match."""
        self._made_with = {"computers": dict(computers), "options": options, "seed": seed}
        self._cabinet = cabinet
        bots = {seat: parse_spec(name, cabinet.bots) for seat, name in computers.items()}
        self._session = bot_session(cabinet, self.match, bots, logs=None, inline=True)
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The learners that have to act, ascending."""
        return self._session.people

    def row(self, seat: Seat) -> list[int]:
        """Return what a seat may know, as a row of numbers."""
        return self._layout.row(self.match.view(seat))

    def legal(self, seat: Seat) -> Sequence[int]:
        """Return the numbers of the actions a seat may play, ascending; all numbers if the game cannot list them."""
        return self.actions.offered(self.match.legal(seat)) if seat in self.asked else ()

    def action(self, seat: Seat, number: int) -> Any:
        """Return the action that a number stands for, for a seat that is asked."""
        return self.actions.action(number, self.match.legal(seat))

    def act(self, seat: Seat, number: int) -> str | None:
        """Play the action with this number for a learner that is asked.

        An illegal action is replaced by the game's fallback, and the reason is returned as a text key.
        """
        self._acted.append((seat, number))
        refusal = self._session.play(seat, self.action(seat, number))
        if refusal:
            self.match.force(seat)
        self._go_on()
        return refusal

    def pass_over(self, seat: Seat) -> None:
        """Play the game's fallback for a learner that gives no action."""
        self._acted.append((seat, None))
        self.match.force(seat)
        self._go_on()

    def clone(self) -> Lesson:
        """Return an independent copy of this lesson in its current state.

        If bots play, the match is replayed up to here instead of copied: what the bots remember is part of it.
        """
        if self._session.controllers:
            return self._again()
        other = copy(self)
        other.match = self.match.copy()
        other._session = bot_session(self._cabinet, other.match, {}, logs=None, inline=True)
        other._acted = list(self._acted)
        return other

    def _again(self) -> Lesson:
        other = Lesson.__new__(Lesson)
        other.__setstate__(self.__getstate__())
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {"cabinet": self._cabinet.id, "seats": self.match.seats, "made": self._made_with, "acted": self._acted}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(CABINETS[state["cabinet"]], state["seats"], **state["made"])  # type: ignore[misc]
        for seat, number in state["acted"]:
            if number is None:
                self.pass_over(seat)
            else:
                self.act(seat, number)

    def standing(self, seat: Seat) -> float:
        """Return how a seat ended: 1 first, -1 last, evenly between; shared ranks share their places.

        0 before the end.
        """
        if not self.over or self.match.seats == 1:
            return 0.0
        ranks = [line.rank for line in self.match.result().seats]
        place = ranks[seat] + (ranks.count(ranks[seat]) - 1) / 2
        return 1 - 2 * (place - 1) / (len(ranks) - 1)

    def score(self, seat: Seat) -> int:
        """Return the current score of a seat."""
        return self.match.scores()[seat]

    def close(self) -> None:
        """End the bots."""
        self._session.close()

    def _go_on(self) -> None:
        """Play on until a learner is asked. Windows that only time can close are closed by advancing the clock."""
        self._session.pump(self._now)
        while not self.over and not self.asked:
            if not self._session.eager:
                self._now += HOUR
            self._session.pump(self._now)
