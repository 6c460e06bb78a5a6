"""Two evaluations compared by the games that both played: what a game gives everybody alike drops out."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from game.core.tournament.evaluation import EvaluationDocument, EvaluationError


class Difference(msgspec.Struct, frozen=True):
    """How a player did in the second evaluation against the first, a game and seat."""

    first: str
    second: str
    """What the player is called in each."""
    games: int
    """Games that both played."""
    before: float
    after: float
    difference: float
    error: float
    """Standard error of the difference, by pairs of games."""
    chance: float
    """How likely so large a difference, either way, is between equals."""


def compared(first: EvaluationDocument, second: EvaluationDocument) -> list[Difference]:
    """Each player of both, and, where each has one player that the other has not, those two as one.

    Raises EvaluationError where they share no two games, are of different games or kept no single games.
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
