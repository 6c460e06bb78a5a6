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


@dataclass(frozen=True)
class Figures:
    """How well a seat decided in a match."""

    decisions: int
    accuracy: float | None
    """The mean of 100 - 100 · fall over all decisions, from 0 to 100; None without a decision."""
    counts: Mapping[Verdict, int]


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
    return Decision(position.number, seat, fall, verdict, best, played)


def fall_of(best: Line[Any], value: float, seat: Seat) -> float:
    """Return how much less `value` is than the value of the best line, for `seat`; at least 0."""
    return max(0.0, round(best.values[seat] - value, _DIGITS))


def figures_of(decisions: Sequence[Decision], seats: int) -> list[Figures]:
    found = []
    for seat in range(seats):
        own = [decision for decision in decisions if decision.seat == seat]
        accuracy = round(100 - 100 * sum(min(1.0, decision.fall) for decision in own) / len(own), 1) if own else None
        counts = {verdict: sum(decision.verdict is verdict for decision in own) for verdict in Verdict}
        found.append(Figures(len(own), accuracy, counts))
    return found
