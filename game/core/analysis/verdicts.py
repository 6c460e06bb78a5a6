"""What judgements say about the players: the fall of every decision, its verdict, and the figures of each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from game.core.analysis.positions import Position
from game.core.analyst import Judgement, Line
from game.core.rules import Seat

RIGHT = 0.05
"""A fall up to which an action counts as the best."""
ONLY = 0.30
"""By how much an only move is better than every other."""
_DIGITS = 4


class Verdict(Enum):
    """A verdict on a decision, with the sign that stands for it."""

    BLUNDER = "??"
    MISTAKE = "?"
    INACCURACY = "?!"
    ONLY = "!"
    """The only action that is no blunder, and it was played."""

    @property
    def mistake(self) -> bool:
        """Whether something better was there."""
        return self is not Verdict.ONLY


FALLS = {Verdict.BLUNDER: 0.30, Verdict.MISTAKE: 0.20, Verdict.INACCURACY: 0.10}
"""The least fall of each, the deepest first."""


@dataclass(frozen=True)
class Decision:
    """A decision of one seat that had a choice and played itself."""

    position: int
    seat: Seat
    fall: float
    """The value of the best action less that of what was played, 0 or more: what chance did later does not count."""
    verdict: Verdict | None
    best: Line[Any]
    played: Line[Any]


@dataclass(frozen=True)
class Figures:
    """How well a seat decided."""

    decisions: int
    accuracy: float | None
    """The mean of 100 - 100 · fall, 0 … 100; None without a decision."""
    counts: Mapping[Verdict, int]


def decisions_of(positions: Sequence[Position], judgements: Mapping[int, Judgement[Any]]) -> list[Decision]:
    """The decisions among the positions that are judged."""
    found = (decision_of(position, judgements) for position in positions)
    return [decision for decision in found if decision is not None]


def decision_of(position: Position, judgements: Mapping[int, Judgement[Any]]) -> Decision | None:
    """The decision at a position, judged like the one after it; None where nobody decided, or nothing is known."""
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
    """How much less than the best line a value of `seat` is."""
    return max(0.0, round(best.values[seat] - value, _DIGITS))


def figures_of(decisions: Sequence[Decision], seats: int) -> list[Figures]:
    found = []
    for seat in range(seats):
        own = [decision for decision in decisions if decision.seat == seat]
        accuracy = round(100 - 100 * sum(min(1.0, decision.fall) for decision in own) / len(own), 1) if own else None
        counts = {verdict: sum(decision.verdict is verdict for decision in own) for verdict in Verdict}
        found.append(Figures(len(own), accuracy, counts))
    return found
