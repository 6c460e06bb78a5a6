"""Compares two evaluations by the games that both played, so that the luck of a game drops out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

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
    """Standard error of the difference, computed from pairs of games; in several rooms, from those of a round together.
    """
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
    found = (_difference(first, second, one, other, shared) for one, other in _pairs(first, second))
    return [difference for difference in found if difference is not None]


def _pairs(first: EvaluationDocument, second: EvaluationDocument) -> Iterator[tuple[str, str]]:
    only = [name for name in first.grades if name not in second.grades]
    other = [name for name in second.grades if name not in first.grades]
    if len(only) == len(other) == 1:
        yield only[0], other[0]
    yield from ((name, name) for name in first.grades if name in second.grades)


def _difference(
    first: EvaluationDocument, second: EvaluationDocument, one: str, other: str, shared: list[tuple[int, int]]
) -> Difference | None:
    """Return how a player did differently; None where too few games are shared that it played in both."""
    played = [
        (place, late)
        for place, late in shared
        if first.grades[one][place] is not None and second.grades[other][late] is not None
    ]
    before = _each(first, one, [place for place, _ in played])
    after = _each(second, other, [place for _, place in played])
    rounds = [first.round_of(place) if first.rooms else second.round_of(late) for place, late in played]
    count, observed = len(played), len(set(rounds))
    if observed < 2:
        return None
    differences = [late - early for early, late in zip(before, after, strict=True)]
    mean = math.fsum(differences) / count
    off = dict.fromkeys(rounds, 0.0)
    for number, difference in zip(rounds, differences, strict=True):
        off[number] += difference - mean
    spread = math.fsum(value**2 for value in off.values())
    error = math.sqrt(spread * observed / (observed - 1)) / count
    chance = math.erfc(abs(mean) / error / math.sqrt(2)) if error else float(not mean)
    return Difference(one, other, count, math.fsum(before) / count, math.fsum(after) / count, mean, error, chance)


def _each(document: EvaluationDocument, player: str, places: Sequence[int]) -> list[float]:
    """Return the mean grade of a player's seats in each of the games at these places."""
    own = {line.seat for line in document.seats if line.player == player}
    grades, rooms = document.grades[player], document.rooms
    if rooms is None:
        return [(grades[place] or 0) / len(own) for place in places]
    return [(grades[place] or 0) / sum(line in own for line in rooms.room(place)) for place in places]
