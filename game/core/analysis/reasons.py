"""Why one action is better than another: the feature of the value in which they differ most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.core.analysis.verdicts import RIGHT, Decision
from game.core.analyst import AnyAnalyst, Judgement, Question


@dataclass(frozen=True)
class Reason:
    """What the better action does that the other does not."""

    key: str
    """The text that says it."""
    better: float
    played: float
    about: tuple[tuple[str, int | str], ...] = ()
    """See `Effect.about`."""

    @property
    def values(self) -> dict[str, int | str]:
        """What fills its text."""
        return {"better": counted(self.better), "played": counted(self.played), **dict(self.about)}


def counted(amount: float) -> int | str:
    """Return an amount as people read it: whole, or with one digit after the point.

    >>> counted(3.04), counted(2.345)
    (3, '2.3')
    """
    rounded = round(amount, 1)
    return int(rounded) if rounded == int(rounded) else f"{rounded:.1f}"


def reason_of(
    game: str, analyst: AnyAnalyst, question: Question[Any, Any], judgement: Judgement[Any], decision: Decision
) -> Reason | None:
    """Return why the best action of a decision is better than the one played; `judgement` is that of its position.

    None for a decision without a noteworthy fall, and where what the actions do at once does not tell. Where an action
    that must be answered is best, and the one played is best after the answer, the reason is their order.
    """
    best, played = decision.best.action, decision.played.action
    if decision.fall <= RIGHT or best == played:
        return None
    if judgement.end_in is not None and decision.best.values[decision.seat] == 1.0:
        return Reason("review.wins", judgement.end_in, 0)
    reason = better_by(game, analyst, question, best, played)
    forces = reason is not None and reason.key.rpartition(".")[2] in analyst.forcing
    if reason and forces and played in decision.best.following[1:2]:
        return replace(reason, key=f"{reason.key}_first")
    return reason


def better_by(game: str, analyst: AnyAnalyst, question: Question[Any, Any], better: Any, other: Any) -> Reason | None:
    """Return the feature in which one action gains most over another; None where it gains nothing to be counted."""
    others = {(effect.name, effect.about): effect for effect in analyst.effects(question, other)}
    gains: list[tuple[int, Reason]] = []
    for effect in analyst.effects(question, better):
        beside = others.get((effect.name, effect.about))
        if beside is None or counted(effect.amount) == counted(beside.amount):
            continue
        if (effect.amount < beside.amount) == effect.fewer and effect.worth > beside.worth:
            reason = Reason(f"{game}.why.{effect.name}", effect.amount, beside.amount, effect.about)
            gains.append((effect.worth - beside.worth, reason))
    return max(gains, key=lambda gain: gain[0])[1] if gains else None
