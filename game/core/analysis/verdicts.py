"""What judgements say about the players: the fall and verdict of every decision, and the figures of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from game.core.analysis.positions import Position
from game.core.analyst import Judgement, Line
from game.core.rules import Seat

RIGHT = 0.05
"""The greatest fall with which an action still counts as the best."""
ONLY = 0.30
"""How much more an only move is worth than every other action."""
_DIGITS = 4


class Verdict(Enum):
    """A verdict on a decision, with its sign as in chess notation."""

    BLUNDER = "??"
    MISTAKE = "?"
    INACCURACY = "?!"
    ONLY = "!"
    """The seat played the best action, and every other one is worth at least `ONLY` less."""

    @property
    def mistake(self) -> bool:
        """Whether a better action was available."""
        return self is not Verdict.ONLY


FALLS = {Verdict.BLUNDER: 0.30, Verdict.MISTAKE: 0.20, Verdict.INACCURACY: 0.10}
"""The least fall for each verdict, the largest first."""


@dataclass(frozen=True)
class Decision:
    """A decision that a seat made itself, with at least two actions to choose among."""

    position: int
    seat: Seat
    fall: float
    """The value of the best action minus that of the action played, at least 0. Later draws of chance do not count."""
    verdict: Verdict | None
    best: Line[Any]
    played: Line[Any]
    blind: float | None = None
    """How far the value would have fallen in the mean if the seat had chosen blindly; None where it is not known."""


@dataclass(frozen=True)
class Figures:
    """How well a seat decided in a match."""

    decisions: int
    accuracy: float | None
    """From 0 to 100; None without a decision. See `_accuracy`."""
    counts: Mapping[Verdict, int]
    cost: float = 0.0
    """The chance of winning that the decisions gave away in all, in hundredths."""
    luck: float | None = None
    """The chance of winning that draws of chance brought in all, in hundredths; None where that is not known."""


def decisions_of(positions: Sequence[Position], judgements: Mapping[int, Judgement[Any]]) -> list[Decision]:
    """Return the decisions in all positions that are judged."""
    found = (decision_of(position, judgements) for position in positions)
    return [decision for decision in found if decision is not None]


def decision_of(position: Position, judgements: Mapping[int, Judgement[Any]]) -> Decision | None:
    """Return the decision made in a position; None where nobody decided, or the position is not judged.

    If the judgement of the next position is proven, it gives the value of the action that was played.
    """
    judgement, seat = judgements.get(position.number), position.seat
    if judgement is None or judgement.played is None or seat is None or position.forced or len(judgement.lines) < 2:
        return None
    best, second, played = judgement.lines[0], judgement.lines[1], judgement.played
    after = judgements.get(position.number + 1)
    proven = after is not None and after.end_in is not None
    value = after.values[seat] if after and proven else played.values[seat]
    fall = fall_of(best, value, seat)
    verdict = next((verdict for verdict, least in FALLS.items() if fall >= least), None)
    if played.action == best.action and fall_of(best, second.values[seat], seat) >= ONLY:
        verdict = Verdict.ONLY
    blind = None if judgement.blind is None else fall_of(best, judgement.blind[seat], seat)
    return Decision(position.number, seat, fall, verdict, best, played, blind)


def fall_of(best: Line[Any], value: float, seat: Seat) -> float:
    """Return how much less `value` is than the value of the best line, for `seat`; at least 0."""
    return max(0.0, round(best.values[seat] - value, _DIGITS))


def figures_of(decisions: Sequence[Decision], seats: int, luck: Sequence[float] | None = None) -> list[Figures]:
    """Return how well each seat decided, beside its `luck` where that is known (`luck_of`)."""
    found = []
    for seat in range(seats):
        own = [decision for decision in decisions if decision.seat == seat]
        counts = {verdict: sum(decision.verdict is verdict for decision in own) for verdict in Verdict}
        cost = round(50 * sum(decision.fall for decision in own), 1)
        found.append(Figures(len(own), _accuracy(own), counts, cost, luck[seat] if luck else None))
    return found


def _accuracy(decisions: Sequence[Decision]) -> float | None:
    """Return how much better than blindly a seat chose: 100 for always the best, 0 for no better than by lot.

    Where the analyst does not know what choosing blindly is worth, it is the mean of 100 - 100 · fall.
    """
    if not decisions:
        return None
    lost = [min(1.0, decision.fall) for decision in decisions]
    blind = [decision.blind for decision in decisions if decision.blind is not None]
    if len(blind) < len(decisions):
        return round(100 - 100 * sum(lost) / len(decisions), 1)
    return round(max(0.0, 100 - 100 * sum(lost) / sum(blind)), 1) if any(blind) else None


def luck_of(positions: Sequence[Position], judgements: Mapping[int, Judgement[Any]], seats: int) -> list[float]:
    """Return what draws of chance brought each seat in all, in hundredths of the chance of winning.

    Says the truth only of an analyst that `weighs_chance`. Draws beside positions that are not judged count nothing.
    """
    luck = [0.0] * seats
    for position in positions:
        before, after = judgements.get(position.number), judgements.get(position.number + 1)
        if position.seat is None and position.result is None and before and after:
            for seat in range(seats):
                luck[seat] += 50 * (after.values[seat] - before.values[seat])
    return [round(each, 1) for each in luck]
