"""The result of an evening: points by one rule for all games, and titles for who did most of what games count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.mix.points import match_points
from game.core.ranking import ranked
from net.ledger.lines import LedgerLine, MatchLine


@dataclass(frozen=True)
class Standing:
    """The result of one person's evening."""

    name: str
    points: int
    matches: int
    won: int


@dataclass(frozen=True)
class Title:
    """A title of honour: who did most of what a game counts, in one match."""

    game: str
    figure: str
    names: tuple[str, ...]
    value: int


def points_of(said: MatchLine, seat: int) -> int:
    """Return a seat's points, in a mix those told; computers count as others, but get none themselves."""
    told = said.seats[seat].points
    if told is not None:
        return told
    return match_points([line.rank for line in said.seats], seat)


def standings(lines: Sequence[LedgerLine]) -> list[Standing]:
    """Return every person of an evening, the most points first; people are known by their names.

    Matches that were stopped do not count.
    """
    found: dict[str, list[tuple[int, bool]]] = {}
    for line in lines:
        if line.said.stopped:
            continue
        for number, seat in enumerate(line.said.seats):
            if not seat.bot:
                alone = len(line.said.seats) == 1
                found.setdefault(seat.name, []).append((points_of(line.said, number), seat.rank == 1 and not alone))
    people = [
        Standing(name, sum(points for points, _ in played), len(played), sum(won for _, won in played))
        for name, played in found.items()
    ]
    return sorted(people, key=lambda person: (-person.points, -person.won, person.matches, person.name))


def placed(people: Sequence[Standing]) -> list[tuple[int, Standing]]:
    """Return these people, each with their place by their points: equal points share a place.

    >>> people = [Standing("Leila", 12, 1, 1), Standing("Omar", 12, 2, 0), Standing("Jun", 4, 1, 0)]
    >>> [place for place, _ in placed(people)]
    [1, 1, 3]
    """
    return list(zip(ranked([person.points for person in people]), people, strict=True))


def titles(lines: Sequence[LedgerLine]) -> list[Title]:
    """Return the titles of an evening: for each figure of each game, the people with the greatest value above 0."""
    best: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}
    for line in lines:
        for figure, values in line.said.figures.items():
            for seat, value in zip(line.said.seats, values, strict=True):
                if seat.bot or value <= 0:
                    continue
                most, names = best.get((line.said.game, figure), (0, ()))
                if value > most:
                    best[line.said.game, figure] = value, (seat.name,)
                elif value == most and seat.name not in names:
                    best[line.said.game, figure] = value, (*names, seat.name)
    return [Title(game, figure, names, value) for (game, figure), (value, names) in sorted(best.items())]
