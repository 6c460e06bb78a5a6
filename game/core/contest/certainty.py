"""What is certain about an order: who is better than whom, when all pairs are looked at together.

Each pair's probability of so large a lead between equals is put in order, and Holm's method (Scandinavian Journal of
Statistics 6, 1979) accepts them so that the chance of even one wrong claim on the page stays below the allowed doubt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import mul

from game.core.league.league import League, Table, allowed_doubt

DOUBT = 0.01
Z_99 = 2.5758293035489004
"""The normal quantile of a two-sided 99 % interval."""
LEAST_GAMES = 30
"""Fewest games from which a mean difference is taken to be normal; with fewer nothing is certain."""
MOST_FREEDOM = 5000
"""Degrees of freedom above which Student's t is taken to be normal."""
TWIN_GAMES = 200
"""Fewest games after which equal grades in every one of them are told."""


@dataclass(frozen=True)
class Lead:
    """How sure it is that `first` is better than `second`."""

    first: str
    second: str
    chance: float
    """Probability of so large a difference, either way, between equals."""


@dataclass(frozen=True)
class Certainty:
    """Who is certainly better than whom."""

    names: tuple[str, ...]
    better: frozenset[tuple[str, str]]

    def beaten(self, name: str) -> int:
        """Return how many others `name` is certainly better than."""
        return sum((name, other) in self.better for other in self.names)

    def place(self, name: str) -> tuple[int, int]:
        """Return the best and the worst place that remain open.

        >>> Certainty(("a", "b", "c"), frozenset({("a", "c"), ("b", "c")})).place("b")
        (1, 2)
        """
        ahead = sum((other, name) in self.better for other in self.names)
        return 1 + ahead, len(self.names) - self.beaten(name)


def accepted(names: Sequence[str], leads: Sequence[Lead], doubt: float = DOUBT) -> Certainty:
    """Return the leads that hold together, by Holm's method.

    >>> accepted("ab", [Lead("a", "b", 0.02)]).better
    frozenset()
    """
    found = set()
    for place, lead in enumerate(sorted(leads, key=lambda lead: lead.chance)):
        if lead.chance > doubt / (len(leads) - place):
            break
        found.add((lead.first, lead.second))
    return Certainty(tuple(names), frozenset(found))


def certain_of_grades(grades: Mapping[str, Sequence[int]], seats: Mapping[str, int]) -> Certainty:
    """Return what is certain of players with the sums of their seats' grades in the same games, or in the same rounds
    where they were drawn into several rooms: whoever sat in whichever room, all played in every round, and rounds do
    not depend on each other, while the games of a round have the same players.
    """
    squares = {name: sum(map(mul, own, own)) for name, own in grades.items()}
    sums = {name: sum(own) for name, own in grades.items()}
    leads = []
    for one, other in combinations(grades, 2):
        games, mine, theirs = len(grades[one]), seats[one], seats[other]
        total = sums[one] * theirs - sums[other] * mine
        both = sum(map(mul, grades[one], grades[other]))
        square = squares[one] * theirs**2 + squares[other] * mine**2 - 2 * both * mine * theirs
        first, second = (one, other) if total >= 0 else (other, one)
        leads.append(Lead(first, second, _chance(total, square, games)))
    return accepted(tuple(grades), leads)


def _chance(total: int, square: int, games: int) -> float:
    """Return how likely differences with this sum and this sum of squares are between equals."""
    if games < LEAST_GAMES or not total:
        return 1.0
    spread = square * games - total * total
    return two_sided(abs(total) / math.sqrt(spread / (games - 1)), games - 1) if spread > 0 else 0.0


def two_sided(t: float, freedom: int) -> float:
    """Return the probability that Student's t is so far from 0, either way, by its finite series (Abramowitz and
    Stegun, 26.7.3 and 26.7.4); right to 1e-12.

    >>> round(two_sided(2.0452, 29), 4), round(two_sided(2.626, 100), 4)
    (0.05, 0.01)
    """
    if freedom > MOST_FREEDOM:
        return math.erfc(t / math.sqrt(2))
    angle = math.atan(t / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    term = math.cos(angle) if freedom % 2 else 1.0
    total, first = 0.0, 2 if freedom % 2 else 1
    for step in range(first, freedom, 2):
        total += term
        term *= square * step / (step + 1)
    within = math.sin(angle) * total
    return max(0.0, 1 - (2 / math.pi * (angle + within) if freedom % 2 else within))


def margin_99(observations: int) -> float:
    """Return how many standard errors a 99 % interval of the mean of so many observations takes to either side.

    >>> round(margin_99(50), 3), margin_99(100_000) == Z_99
    (2.68, True)
    """
    if not 1 < observations <= MOST_FREEDOM:
        return Z_99
    least, most = Z_99, 64.0
    while most - least > 1e-9:
        middle = (least + most) / 2
        least, most = (middle, most) if two_sided(middle, observations - 1) > DOUBT else (least, middle)
    return most


def certain_of_league(league: League, table: Table) -> Certainty:
    """Return what is certain of a league's bots; the more often it was tested, the less doubt is allowed."""
    leads = []
    for one, other in combinations([standing.bot for standing in table.standings], 2):
        duel = table.duels[one, other]
        first, second = (one, other) if duel.won >= duel.lost else (other, one)
        leads.append(Lead(first, second, duel.chance if duel.won != duel.lost else 1.0))
    doubt = allowed_doubt(DOUBT, max(1, league.looks))
    return accepted([standing.bot for standing in table.standings], leads, doubt)


def twins(grades: Mapping[str, Sequence[int | None]]) -> dict[str, tuple[str, ...]]:
    """Return for each player those that took the same grades as it in every one of many games that both played in one
    room; empty for few games.
    """
    groups: list[list[str]] = []
    for name, own in grades.items():
        for group in groups:
            alike = [_alike(grades[other], own) for other in group]
            if min(alike) >= 0 and max(alike) >= TWIN_GAMES:
                group.append(name)
                break
        else:
            groups.append([name])
    return {name: tuple(other for other in names if other != name) for names in groups for name in names}


def _alike(one: Sequence[int | None], other: Sequence[int | None]) -> int:
    """Return how many games two players both played with equal grades; -1 if one of them had different ones."""
    games = 0
    for mine, theirs in zip(one, other, strict=True):
        if mine is not None and theirs is not None:
            if mine != theirs:
                return -1
            games += 1
    return games
