"""The contract of an analyst, which says what a position is worth to every seat and what the best actions are.

A value is 2 · chance of winning - 1, from -1 to 1, for each seat by itself. Of two seats the values are opposite; of
four, a seat with its fair share of the chances stands at -0.5. A value that falls by 0.1 means five hundredths less
chance to win, however many seats there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from math import exp
from typing import Any, ClassVar, Final, Generic, TypeAlias

import msgspec

from game.core.rules import ActionT, Result, Seat, ViewT

MOST_LINES: Final = 5
"""How many of the best actions an analyst lists unless it is asked for another number."""
_DIGITS = 4
SURE: Final = 1 << 20
"""The whole number that stands for a chance of 1."""

_FARTHEST = -30.0
"""A seat whose worth lies so many units below the best one counts as without a chance."""

Values: TypeAlias = tuple[float, ...]
"""A value from -1 to 1 for each seat, in the order of seats."""


class Effort(StrEnum):
    """How many positions an analyst examines. Budgets count positions, never time."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"


class Line(msgspec.Struct, Generic[ActionT], frozen=True):
    """An action, its value for each seat, and how play would go on after it."""

    action: ActionT
    values: Values
    following: tuple[ActionT, ...] = ()
    """The actions that would follow with best play, by whichever seat is to move, up to the next draw of chance."""


class Judgement(msgspec.Struct, Generic[ActionT], frozen=True):
    """An analyst's answer about one position."""

    values: Values
    """Values of the position: before a decision those of the best action, before chance the mean over all outcomes."""
    lines: tuple[Line[ActionT], ...] = ()
    """The best actions of the deciding seat, best first: at most `Question.most`, at least two where there are two."""
    played: Line[ActionT] | None = None
    """The action `Question.played` with its values; None where the question names none."""
    end_in: int | None = None
    """Most actions until the match ends, where the values are proven; None where they are estimates."""
    threat: Line[ActionT] | None = None
    """What the opponent would play at once if the seat that decides passed; None where nothing is threatened."""
    nodes: int = 0
    """How many positions the analyst examined."""
    depth: int = 0
    """How many actions or turns the analyst looked ahead."""
    blind: Values | None = None
    """The mean of the values over all legal actions, what choosing blindly is worth; None where it is not known."""


class Effect(msgspec.Struct, frozen=True):
    """What an action does to one of the features that a position's value consists of."""

    name: str
    """The text `<game>.why.<name>` says it with `{better}` and `{played}`, the amounts of two actions."""
    amount: float
    """As a player counts it."""
    worth: int
    """What the amount adds to the value, in the analyst's own units."""
    fewer: bool = False
    """Whether a smaller amount is the better one."""
    about: tuple[tuple[str, int | str], ...] = ()
    """What is counted, as further values of the text; amounts are compared only where both count the same."""


class Question(msgspec.Struct, Generic[ViewT, ActionT], frozen=True):
    """A position for an analyst to judge."""

    view: ViewT
    """The view of the seat that decides, or the spectator's where no single seat does: the analyst knows no more."""
    options: Any
    seats: int
    seat: Seat | None
    """The seat that decides; None where chance draws or several seats decide at once."""
    seed: int
    effort: Effort = Effort.NORMAL
    most: int = MOST_LINES
    """How many of the best actions the answer should list."""
    played: ActionT | None = None
    """The action played in this position; None where none was, or where it is not known."""
    brief: Any = None
    following: Judgement[ActionT] | None = None
    """The judgement of the next position, where there is one: if that is proven, this position may be, too."""


class Analyst(ABC, Generic[ViewT, ActionT]):
    """Judges unfinished positions of one game.

    Deterministic: the answer depends on the question alone, not on earlier questions or on the compiler.
    """

    weighs_chance: ClassVar[bool] = False
    """Whether positions before a draw of chance are judged as exactly as those after it: their difference is luck."""
    forcing: ClassVar[frozenset[str]] = frozenset()
    """Names of effects that must be answered at once; `<game>.why.<name>_first` says it of one to be played before."""

    @abstractmethod
    def judge(self, question: Question[ViewT, ActionT]) -> Judgement[ActionT]:
        """Return the values of a position and the best actions in it."""

    def played(self, before: ViewT, after: ViewT) -> ActionT | None:
        """Return the action that led from one view to the next; None where the views do not show it.

        A recording of views holds no actions. Without this method its positions are judged, but not its moves.
        """
        return None

    def effects(self, question: Question[ViewT, ActionT], action: ActionT) -> Sequence[Effect]:
        """Return what an action does at once, by the rules alone; every action of a question has the same names.

        Cheap enough to be asked between two frames. An analyst without this method gives no reasons.
        """
        return ()


class EngineAnalyst(Analyst[ViewT, ActionT]):
    """Lets a program by somebody else judge, which is not trusted. Its answers depend on time and are not
    deterministic.

    `judge` raises a SpokenError where the program hangs, ends, or answers something impossible.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        """`command` is the command line of the program, which is started when the first position is judged."""
        self.command = command


AnyAnalyst = Analyst[Any, Any]


def values_of(chances: Sequence[int]) -> Values:
    """Return the values of seats from their chances; a seat's chance is its share of the sum.

    >>> values_of([3, 1]), values_of([0, 1, 1, 0])
    ((0.5, -0.5), (-1.0, 0.0, 0.0, -1.0))
    """
    whole = sum(chances)
    return tuple(round(2 * chance / whole - 1, _DIGITS) + 0.0 for chance in chances)


def values_of_logits(worths: Sequence[int], unit: int) -> Values:
    """Return the values of seats from their worths: a lead of `unit` means e times the chance of winning.

    >>> values_of_logits([700, 0], 1000), values_of_logits([5, 5, 5, 5], 1000)
    ((0.3364, -0.3364), (-0.5, -0.5, -0.5, -0.5))
    """
    most = max(worths)
    return values_of([round(SURE * exp(max(_FARTHEST, (worth - most) / unit))) for worth in worths])


def values_of_two(worth: int, seat: Seat, level: int, most: int = SURE) -> Values:
    """Return the values of two seats where `seat` is ahead by `worth` (behind, if that is negative).

    The leader's value is `most / SURE · worth / (worth + level)`, so `level` is the worth that brings half of what can
    be reached. Level 0 gives the full value at once, for what is proven.

    >>> values_of_two(100, 0, 100), values_of_two(-5, 1, 0), values_of_two(0, 0, 0)
    ((0.5, -0.5), (1.0, -1.0), (0.0, 0.0))
    """
    ahead = most * abs(worth) // (abs(worth) + level) if worth else 0
    chances = [SURE + ahead, SURE - ahead]
    return values_of(chances if (worth > 0) == (seat == 0) else chances[::-1])


def mean_values(values: Sequence[Values]) -> Values:
    """Return the mean of some values, seat by seat.

    >>> mean_values([(0.5, -0.5), (-0.1, 0.1)])
    (0.2, -0.2)
    """
    return tuple(round(sum(each) / len(values), _DIGITS) + 0.0 for each in zip(*values, strict=True))


def final_values(result: Result) -> Values:
    """Return the values of a finished match; the seats with rank 1 share the victory.

    >>> from game.core.rules import SeatResult
    >>> final_values(Result((SeatResult(2, 7), SeatResult(1, 9)), "over"))
    (-1.0, 1.0)
    """
    return values_of([int(line.rank == 1) for line in result.seats])
