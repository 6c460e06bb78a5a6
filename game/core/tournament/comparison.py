"""Compares two evaluations by the games that both played, so that the luck of a game drops out."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from game.core.tournament.evaluation import EvaluationDocument, EvaluationError


class Difference(msgspec.Struct, frozen=True):
    """How a player did in the second evaluation compared with the first, in grades per game and seat."""

    first: str
    second: str
    """The name of the player in the second evaluation; `first` is the name in the first."""
    games: int
    """How many games both evaluations played."""
    before: float
    after: float
    difference: float
    error: float
    """Standard error of the difference, computed from pairs of games."""
    chance: float
    """Probability of so large a difference, either way, between equals."""


def compared(first: EvaluationDocument, second: EvaluationDocument) -> list[Difference]:
    """Return the difference of each player that is in both evaluations.

    If each evaluation has exactly one player that the other lacks, these two are compared first. Raises EvaluationError
    where the two share fewer than two games, have different rules or options, or kept no single games.
    """
    if (first.game, first.version, first.options) != (second.game, second.version, second.options):
        raise EvaluationError("evaluation.error.other_rules")
    places = {number: place for place, number in enumerate(first.numbers)}
    shared = [(places[number], place) for place, number in enumerate(second.numbers) if number in places]
    if len(shared) < 2:
        raise EvaluationError("evaluation.error.nothing_shared")
    return [_difference(first, second, one, other, shared) for one, other in _pairs(first, second)]


def _pairs(first: EvaluationDocument, second: EvaluationDocument) -> Iterator[tuple[str, str]]:
    only = [name for name in first.grades if name not in second.grades]
    other = [name for name in second.grades if name not in first.grades]
    if len(only) == len(other) == 1:
        yield only[0], other[0]
    yield from ((name, name) for name in first.grades if name in second.grades)


def _difference(
    first: EvaluationDocument, second: EvaluationDocument, one: str, other: str, shared: list[tuple[int, int]]
) -> Difference:
    seats, other_seats = first.lineup.count(one), second.lineup.count(other)
    before = [first.grades[one][place] / seats for place, _ in shared]
    after = [second.grades[other][place] / other_seats for _, place in shared]
    count = len(shared)
    differences = [late - early for early, late in zip(before, after, strict=True)]
    mean = math.fsum(differences) / count
    spread = math.fsum((difference - mean) ** 2 for difference in differences)
    error = math.sqrt(spread / (count - 1) / count)
    chance = math.erfc(abs(mean) / error / math.sqrt(2)) if error else float(not mean)
    return Difference(one, other, count, math.fsum(before) / count, math.fsum(after) / count, mean, error, chance)
