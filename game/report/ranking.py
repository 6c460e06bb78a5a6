"""The rows of a report: who stands where, how sure that is, and what each program did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from game.core.contest.certainty import Z_99, Certainty, certain_of_grades, certain_of_league, margin_99, twins
from game.core.league.league import League, table_of
from game.core.tournament.evaluation import EvaluationDocument, Standing, by_player
from game.report import charts
from game.report.given import TournamentDocument


@dataclass(frozen=True)
class Row:
    """A row of the ranking."""

    rank: int
    name: str
    own: bool
    """Whether somebody's own program, and not a built-in player."""
    seats: int
    mean: str
    interval: Markup
    place: str
    """The places that certainty leaves open, such as `1–6`; empty where nothing is known of single games."""
    open: tuple[int, int] | None
    better: int | None
    """How many others it is certainly better than."""
    more: str
    """The last column: how often it was punished, or its wins."""
    bars: Markup = charts.NONE
    twins: tuple[str, ...] = ()
    error: float = 0.0
    moved: int | None = None
    """How many ranks it rose since the results before; None for a new one."""


@dataclass(frozen=True)
class Ranking:
    """The ranking of a report, with what its columns mean."""

    rows: tuple[Row, ...]
    kind: str
    """grades, league or wins: which columns there are."""
    parts: tuple[str, ...] = ()
    full: int | None = None
    """The best possible mean; None where there is none."""
    certainty: Certainty | None = None
    standings: Mapping[str, Standing] = field(default_factory=dict)


def ranking_of(
    results: EvaluationDocument | TournamentDocument | League, own: Sequence[str], before: Sequence[str] = ()
) -> Ranking:
    """Return the ranking of results, in which `own` are people's programs; `before` is the order before."""
    places = {name: place for place, name in enumerate(before, 1)}
    if isinstance(results, EvaluationDocument):
        return _of_grades(results, own, places)
    if isinstance(results, League):
        return _of_league(results, own, places)
    return _of_wins(results, own)


def _of_grades(document: EvaluationDocument, own: Sequence[str], before: Mapping[str, int]) -> Ranking:
    standings = by_player(document)
    seats = {line.player: line.seats for line in document.players}
    certainty = certain_of_grades(document.observed, seats) if document.grades else None
    alike = twins({name: grades for name, grades in document.grades.items() if name in own})
    sure = margin_99(len(document.rooms.rounds) if document.rooms else document.games)
    span = [value for line in standings for value in (line.mean - sure * line.error, line.mean + sure * line.error)]
    least, most = min(span), max(span)
    full = (max(len(line.histogram) for line in standings) - 1) * document.bar
    count = len(document.part_names)
    top = max([*(part for line in standings for part in line.parts), 1e-9])
    means = part_means(document)
    rows = []
    for line in standings:
        margin = sure * line.error
        place = certainty.place(line.player) if certainty else None
        rows.append(
            Row(
                rank=line.rank,
                name=line.player,
                own=line.player in own,
                seats=line.seats,
                mean=f"{line.mean:.1f}",
                interval=charts.interval(line.mean - margin, line.mean, line.mean + margin, least, most),
                place=_places(place),
                open=place,
                better=certainty.beaten(line.player) if certainty else None,
                more=f"{line.punished:,}",
                bars=charts.small_bars(line.parts, means, top) if count else Markup(""),
                twins=alike.get(line.player, ()),
                error=margin,
                moved=before[line.player] - line.rank if line.player in before else None,
            )
        )
    names = {line.player: line for line in standings}
    return Ranking(tuple(rows), "grades", document.part_names, full or None, certainty, names)


def part_means(document: EvaluationDocument) -> list[float]:
    """Return the mean of each part over all seats, each as often as it played."""
    weights = [(line, sum(line.histogram) or 1) for line in document.seats]
    count = sum(weight for _, weight in weights)
    return [
        sum(line.parts[part] * weight for line, weight in weights) / count for part in range(len(document.part_names))
    ]


def everybodys_histogram(document: EvaluationDocument) -> tuple[int, ...]:
    """Return how often any seat had which grade."""
    bars: Counter[int] = Counter()
    for seat in document.seats:
        bars.update(dict(enumerate(seat.histogram)))
    return tuple(bars[index] for index in range(max(bars, default=-1) + 1))


def _of_league(league: League, own: Sequence[str], before: Mapping[str, int]) -> Ranking:
    table = table_of(league)
    certainty = certain_of_league(league, table)
    span = [
        value
        for line in table.standings
        for value in (line.mean - Z_99 * line.uncertainty, line.mean + Z_99 * line.uncertainty)
    ]
    rows = []
    for rank, line in enumerate(table.standings, 1):
        margin = Z_99 * line.uncertainty
        place = certainty.place(line.bot)
        rows.append(
            Row(
                rank=rank,
                name=line.bot,
                own=line.bot in own,
                seats=1,
                mean=f"{line.mean:.1f}",
                interval=charts.interval(line.mean - margin, line.mean, line.mean + margin, min(span), max(span)),
                place=_places(place),
                open=place,
                better=certainty.beaten(line.bot),
                more=f"{line.wins:g} / {line.games}",
                error=line.uncertainty,
                moved=before[line.bot] - rank if line.bot in before else None,
            )
        )
    return Ranking(tuple(rows), "league", certainty=certainty)


def _of_wins(document: TournamentDocument, own: Sequence[str]) -> Ranking:
    rows = [
        Row(
            rank=rank,
            name=line.bot,
            own=line.bot in own,
            seats=1,
            mean=f"{line.win_rate:.1%}",
            interval=charts.interval(line.low, line.win_rate, line.high, 0.0, 1.0),
            place="",
            open=None,
            better=None,
            more=f"{line.wins:g} / {line.games}",
        )
        for rank, line in enumerate(document.bots, 1)
    ]
    return Ranking(tuple(rows), "wins")


def _places(place: tuple[int, int] | None) -> str:
    if place is None:
        return ""
    first, last = place
    return str(first) if first == last else f"{first}–{last}"
