"""The contract of an analyst: what a position is worth to every seat, and what would have been best there.

A value is 2 · chance of winning - 1, in -1 … 1, for each seat by itself: with two seats they are opposite, and with
more a seat that has its fair share of four stands at -0.5. So a fall of 0.1 is five hundredths of the chance to win,
however many play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from math import exp
from typing import Any, Final, Generic, TypeAlias

import msgspec

from game.core.rules import ActionT, Result, Seat, ViewT

MOST_LINES: Final = 5
"""How many of the best actions are told."""
_DIGITS = 4
SURE: Final = 1 << 20
"""What certainty is, where chances are whole numbers."""

_FARTHEST = -30.0
"""Logits below which a chance counts as 0."""

Values: TypeAlias = tuple[float, ...]
"""A value for each seat."""


class Effort(StrEnum):
    """How much an analyst looks at: budgets of positions, never of time."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"


class Line(msgspec.Struct, Generic[ActionT], frozen=True):
    """An action, what it is worth, and how play would go on."""

    action: ActionT
    values: Values
    following: tuple[ActionT, ...] = ()
    """What everybody would do after it, as far as chance leaves that open."""


class Judgement(msgspec.Struct, Generic[ActionT], frozen=True):
    """What an analyst says of a position."""

    values: Values
    """Before a decision, the values of the best action; before chance, the mean over what may come."""
    lines: tuple[Line[ActionT], ...] = ()
    """The best actions of the seat that decides, best first: at least two where it has two, at most as asked for."""
    played: Line[ActionT] | None = None
    """The action that was played, judged like the others, where the question names one."""
    end_in: int | None = None
    """The values are no estimate but proven, and the match ends after at most so many actions."""
    threat: Line[ActionT] | None = None
    """What the opponent would do at once if the seat that decides passed."""
    nodes: int = 0
    """Positions looked at."""
    depth: int = 0
    """Actions or turns looked ahead."""


class Question(msgspec.Struct, Generic[ViewT, ActionT], frozen=True):
    """A position to judge."""

    view: ViewT
    """The view of the seat that decides, else of a spectator: an analyst knows what they know."""
    options: Any
    seats: int
    seat: Seat | None
    """Who decides here; None where chance does, or several at once."""
    seed: int
    effort: Effort = Effort.NORMAL
    most: int = MOST_LINES
    """How many of the best actions are wanted."""
    played: ActionT | None = None
    """What was played here; None where nothing was, or where that is not known."""
    brief: Any = None
    following: Judgement[ActionT] | None = None
    """The judgement of the position after it, where there is one: it may have been proven."""


class Analyst(ABC, Generic[ViewT, ActionT]):
    """Judges positions of one game, none of them over.

    Deterministic: a question alone decides its answer, plain or compiled, whatever was asked before.
    """

    @abstractmethod
    def judge(self, question: Question[ViewT, ActionT]) -> Judgement[ActionT]:
        """What a position is worth, and what is best there."""

    def played(self, before: ViewT, after: ViewT) -> ActionT | None:
        """The action that led from one view to the next; None where views do not show it.

        A recording of what was seen holds no actions: without this its positions are judged and its moves are not.
        """
        return None


class EngineAnalyst(Analyst[ViewT, ActionT]):
    """Judges by somebody else's program, which is not trusted. Its answers depend on time and are not deterministic.
    Where it hangs, ends, or says what cannot be, `judge` raises a SpokenError.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        """`command` starts the program; that is done when the first position is judged."""
        self.command = command


AnyAnalyst = Analyst[Any, Any]


def values_of(chances: Sequence[int]) -> Values:
    """The values of chances, which are shares of their sum.

    >>> values_of([3, 1]), values_of([0, 1, 1, 0])
    ((0.5, -0.5), (-1.0, 0.0, 0.0, -1.0))
    """
    whole = sum(chances)
    return tuple(round(2 * chance / whole - 1, _DIGITS) + 0.0 for chance in chances)


def values_of_logits(worths: Sequence[int], unit: int) -> Values:
    """The values of seats of these worths, where one that is `unit` ahead of another has e times its chance.

    >>> values_of_logits([700, 0], 1000), values_of_logits([5, 5, 5, 5], 1000)
    ((0.3364, -0.3364), (-0.5, -0.5, -0.5, -0.5))
    """
    most = max(worths)
    return values_of([round(SURE * exp(max(_FARTHEST, (worth - most) / unit))) for worth in worths])


def values_of_two(worth: int, seat: Seat, level: int, most: int = SURE) -> Values:
    """The values of two seats of which `seat` has an advantage of `worth`: its chance approaches `most` of SURE and
    never reaches it.

    `level` is the worth that stands for half of it; with 0 it is reached, which is for what is proven.

    >>> values_of_two(100, 0, 100), values_of_two(-5, 1, 0), values_of_two(0, 0, 0)
    ((0.5, -0.5), (1.0, -1.0), (0.0, 0.0))
    """
    ahead = most * abs(worth) // (abs(worth) + level) if worth else 0
    chances = [SURE + ahead, SURE - ahead]
    return values_of(chances if (worth > 0) == (seat == 0) else chances[::-1])


def final_values(result: Result) -> Values:
    """The values of a finished match: who ranks first shares the victory.

    >>> from game.core.rules import SeatResult
    >>> final_values(Result((SeatResult(2, 7), SeatResult(1, 9)), "over"))
    (-1.0, 1.0)
    """
    return values_of([int(line.rank == 1) for line in result.seats])
