"""The report as one HTML file that takes nothing from elsewhere: style, script, font and charts stand in it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from game.core.contest.results import EntryLine
from game.core.league.league import League
from game.core.tournament.evaluation import EvaluationDocument
from game.ground import paths
from game.ground.program import program_name
from game.ground.texts import Texts
from game.report import charts
from game.report.given import Given
from game.report.ranking import everybodys_histogram, part_means, ranking_of
from game.report.sentences import Sentences, Told


@dataclass(frozen=True)
class Needing:
    """An entry that needs its author, with a row for each thing that was found."""

    name: str
    out: str
    rows: Sequence[Told]


@dataclass(frozen=True)
class Game:
    """A game to look at: what was special in it, and the command that shows it."""

    label: str
    command: str
    film: Any = None


@dataclass(frozen=True)
class Program:
    """A program's own part."""

    anchor: str
    rank: int
    name: str
    mean: str
    margin: str
    place: str
    members: str
    twins: str
    found: Sequence[str]
    bars: Sequence[tuple[str, Markup, str]] = ()
    histogram: Markup = charts.NONE
    games: Sequence[Game] = ()


@dataclass(frozen=True)
class Choice:
    """What of a report is wanted."""

    only: str = ""
    """The only program that gets its own part, on a page of its author's; empty for all."""
    films: Mapping[tuple[str, str], Any] = field(default_factory=dict)
    """Moving pictures by program and by `best` or `worst`."""


def report_of(given: Given, words: Texts, choice: Choice = Choice()) -> str:
    """Return the report of results as an HTML page in the language of `words`."""
    folder = paths.assets() / "report"
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    return environment.get_template("report.html").render(
        _Sections(given, words, choice).all(),
        t=words.line,
        lang=words.language,
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def _hash(text: str) -> str:
    """Return the source expression by which a Content-Security-Policy allows exactly this text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


class _Sections:
    """Makes the parts of one report."""

    def __init__(self, given: Given, words: Texts, choice: Choice) -> None:
        self._given, self._words, self._choice = given, words, choice
        self._results, self._contest = given.results, given.contest
        playing = self._contest.playing if self._contest else ()
        self._own = tuple(entry.name for entry in playing) or _strangers(self._results)
        before = self._contest.before if self._contest else ()
        self._ranking = ranking_of(self._results, self._own, before)
        self._sentences = Sentences(words, self._results.game)

    def all(self) -> dict[str, Any]:
        """Return what the template shows."""
        ranking = self._ranking
        names = [part_name(self._words, self._results.game, part) for part in ranking.parts]
        return {
            "title": self._title(),
            "subtitle": self._subtitle(),
            "lead": self._lead(),
            "ranking": ranking,
            "parts": names,
            "rivals": len(ranking.rows) - 1,
            "anchors": {name: f"p{index}" for index, name in enumerate(self._own)},
            "needing": self._needing(),
            "programs": self._programs(names),
            "how": self._how(),
            "moved": any(row.moved for row in ranking.rows),
        }

    def _title(self) -> str:
        if self._contest and self._contest.title:
            return self._contest.title
        return self._words.line("report.title", game=self._words.line(f"{self._results.game}.name"))

    def _subtitle(self) -> str:
        results, words = self._results, self._words
        if isinstance(results, League):
            games, seats, seed = len(results.bouts), results.seats, str(results.seed)
        else:
            games = results.games
            seats = len(results.seats) if isinstance(results, EvaluationDocument) else results.seats
            seed = results.seed or ""
        seed = self._contest.seed if self._contest else seed
        line = words.line("report.subtitle", games=games, seats=seats, seed=seed)
        if self._contest:
            out = len(self._contest.entries) - len(self._contest.playing)
            line += " · " + words.line("report.entries", playing=len(self._contest.playing), out=out)
        return line

    def _lead(self) -> str:
        """Return the sentence that says who leads, and what is not certain."""
        rows, words = self._ranking.rows, self._words
        leaders = [row for row in rows if row.mean == rows[0].mean and (row is rows[0] or row.name in rows[0].twins)]
        names = ", ".join(row.name for row in leaders[:4]) + ("…" if len(leaders) > 4 else "")
        full = self._ranking.full
        mean = words.line("report.of_full", mean=rows[0].mean, full=full) if full else rows[0].mean
        still = sum(row.open is not None and row.open[0] == 1 for row in rows)
        if rows[0].open is None or len(rows) == 1:
            key = "report.lead.plain"
        else:
            key = "report.lead.certain" if rows[0].open == (1, 1) else "report.lead.open"
        line = words.line(key, names=names, mean=mean, open=still)
        groups = {frozenset((row.name, *row.twins)) for row in rows if row.twins}
        if groups:
            line += " " + words.line("report.lead.twins", groups=len(groups))
        return line

    def _needing(self) -> list[Needing]:
        """Return the entries that need their authors, those that are out first."""
        if self._contest:
            found = [self._checked(entry) for entry in self._contest.entries]
            needing = [one for one in found if one.rows or one.out]
            return sorted(needing, key=lambda one: not one.out)
        if not isinstance(self._results, EvaluationDocument):
            return []
        names = dict.fromkeys(self._results.seats[failure.seat].player for failure in self._results.failures)
        return [Needing(name, "", self._failed(name)) for name in names]

    def _checked(self, entry: EntryLine) -> Needing:
        median = median_of(self._given)
        rows = [self._sentences.fault(fault, median) for fault in entry.checked.faults]
        rows += [row for row in self._failed(entry.name) if row.said not in {told.said for told in rows}]
        return Needing(entry.name, self._sentences.out(entry.checked), rows)

    def _failed(self, name: str) -> list[Told]:
        """Return what failed in the games themselves: the first failure of each kind, and how many there were."""
        results = self._results
        if not isinstance(results, EvaluationDocument):
            return []
        rows: dict[str, Told] = {}
        counts = results.failed_calls.get(name, {})
        for failure in results.failures:
            if results.seats[failure.seat].player == name and failure.kind not in rows:
                said = self._sentences.why(failure.key, failure.values, failure.text)
                times = counts.get(failure.kind, 0)
                often = self._words.line("report.in_games", times=times, games=results.games) if times else ""
                rows[failure.kind] = Told(self._sentences.asked(failure.turn, failure.call), said, often)
        return list(rows.values())

    def _programs(self, parts: Sequence[str]) -> list[Program]:
        wanted = [row for row in self._ranking.rows if row.own and self._choice.only in ("", row.name)]
        results = self._results
        entries = {entry.name: entry for entry in (self._contest.entries if self._contest else ())}
        means = part_means(results) if isinstance(results, EvaluationDocument) else []
        top = max([*(p for line in self._ranking.standings.values() for p in line.parts), 1e-9])
        programs = []
        for row in wanted:
            entry = entries.get(row.name)
            standing = self._ranking.standings.get(row.name)
            bars: list[tuple[str, Markup, str]] = []
            histogram: Markup = Markup("")
            if standing is not None and isinstance(results, EvaluationDocument):
                bars = [
                    (name, charts.long_bar(value, mean, top), f"{value:.1f}")
                    for name, value, mean in zip(parts, standing.parts, means, strict=True)
                ]
                histogram = charts.histogram(standing.histogram, everybodys_histogram(results), results.bar)
            programs.append(
                Program(
                    anchor=f"p{self._own.index(row.name)}",
                    rank=row.rank,
                    name=row.name,
                    mean=row.mean,
                    margin=f"{row.error:.1f}" if row.error else "",
                    place=row.place,
                    members=", ".join(entry.members) if entry else "",
                    twins=", ".join(row.twins),
                    found=[self._sentences.line(fault, median_of(self._given)) for fault in entry.checked.faults]
                    if entry
                    else [],
                    bars=bars,
                    histogram=histogram,
                    games=self._games(row.name),
                )
            )
        return programs

    def _games(self, name: str) -> list[Game]:
        """Return a program's best and worst game."""
        standing = self._ranking.standings.get(name)
        if standing is None or not isinstance(self._results, EvaluationDocument):
            return []
        seat = self._results.lineup.index(name)
        shown = []
        for which, games in (("best", standing.best), ("worst", standing.worst)):
            for game in games[:1]:
                label = self._words.line(f"report.{which}", grade=game.grade)
                command = f"{program_name()} results {self._given.name} --game {game.number} --follow {seat + 1}"
                shown.append(Game(label, command, self._choice.films.get((name, which))))
        return shown

    def _how(self) -> list[str]:
        """Return how everything was reckoned, and the command that gives the same figures again."""
        words, contest = self._words, self._contest
        lines = [words.line(f"report.how.{self._ranking.kind}")]
        if self._ranking.certainty is not None:
            lines.append(words.line("report.how.certain"))
        if contest:
            lines.append(words.line("report.how.landlock" if contest.landlock else "report.how.no_landlock"))
            lines.append(words.line("report.how.versions", souk=contest.souk, rules=self._results.version))
        return lines


def part_name(words: Texts, game: str, part: str) -> str:
    """Return what a part of a grade is called."""
    return words.maybe(f"{game}.evaluation.column.{part}") or part


def median_of(given: Given) -> float:
    """Return the class's median seconds of a call."""
    from statistics import median

    each = [entry.checked.each for entry in (given.contest.playing if given.contest else ()) if entry.checked.calls]
    return median(each) if each else 0.0


def _strangers(results: Any) -> tuple[str, ...]:
    """Return the players of results without a contest that people wrote, by how they are named."""
    from game.core.bot.reading import is_own

    if isinstance(results, EvaluationDocument):
        names = [line.player for line in results.players]
    elif isinstance(results, League):
        names = list(results.bots)
    else:
        names = [line.bot for line in results.bots]
    own = tuple(name for name in names if is_own(name))
    return own or tuple(names)


def as_json(value: Any) -> str:
    """Return a value as JSON that may stand in a page's data."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
