"""The report as one HTML file that takes nothing from elsewhere: style, script, font and charts stand in it."""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from game.core.bot.reading import is_own, short_spec
from game.core.contest.banner import checked_banner
from game.core.contest.check import median_call, named, without_folder
from game.core.contest.entries import EntryError
from game.core.contest.film import Film, Films
from game.core.contest.results import EntryLine
from game.core.league.league import Bout as LeagueBout
from game.core.league.league import League, table_of
from game.core.tournament.evaluation import EvaluationDocument
from game.ground import paths
from game.ground.program import program_name
from game.ground.texts import Texts
from game.report import charts
from game.report.given import Given
from game.report.ranking import Ranking, everybodys_histogram, part_means, ranking_of
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
    film: int | None = None
    """The number of the game's film; None where it has none."""
    seat: int = 0
    """The seat that is followed in it."""


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
    banner: str
    """Its picture as an address that holds it; empty for none."""
    twins: str
    found: Sequence[str]
    bars: Sequence[tuple[str, Markup, str]] = ()
    histogram: Markup = charts.NONE
    games: Sequence[Game] = ()
    rivals: Sequence[tuple[str, str, str]] = ()
    """In a league each other bot, the share of matches in which it was beaten, and what that is told of."""


@dataclass(frozen=True)
class Choice:
    """What of a report is wanted."""

    only: str = ""
    """The only program that gets its own part, on a page of its author's; empty for all."""
    films: Films = field(default_factory=dict)
    """Moving pictures of games, by their numbers."""
    typeface: str = ""
    """The rules of the page's own font; empty for those of the reader's system."""
    ranking: Ranking | None = None
    """The ranking of `ranked`, for who makes many pages of the same results; None to compute it, which takes as long as
    the rest of the page."""


@dataclass(frozen=True)
class Duels:
    """Who beats whom in a league."""

    names: Sequence[str]
    cells: Sequence[Sequence[tuple[str, str, bool, int]]]
    """By row and column: the share of matches won, what it is told of, whether it is certain, and a tenth of the
    share for its shade."""


@dataclass(frozen=True)
class Bout:
    """A match of a league to watch."""

    why: str
    standing: str
    command: str


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
    environment.filters["short"] = short_spec
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    style = choice.typeface + style
    sections = _Sections(given, words, choice).all()
    return environment.get_template("report.html").render(
        sections,
        t=words.line,
        lang=words.language,
        style=Markup(style),
        script=Markup(script),
        films={number: _film(film) for number, film in sorted(_shown(choice.films, sections).items())},
        style_hash=_hash(style),
        script_hash=_hash(script),
    )


def _picture(banner: bytes) -> str:
    """Return a PNG file as an address that holds it; empty for none, and for what is no small PNG file: results may
    come from anywhere.
    """
    try:
        return f"data:image/png;base64,{base64.b64encode(checked_banner(banner, '')).decode()}" if banner else ""
    except EntryError:
        return ""


def _shown(films: Films, sections: Mapping[str, Any]) -> Films:
    """Return the films that the page's programs show."""
    wanted = {game.film for program in sections["programs"] for game in program.games}
    return {number: film for number, film in films.items() if number in wanted}


def _film(film: Film) -> list[Any]:
    """Return a film as the page's script reads it."""
    return [film.rows, film.columns, film.players, base64.b64encode(film.data).decode()]


def _hash(text: str) -> str:
    """Return the source expression by which a Content-Security-Policy allows exactly this text."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


class _Sections:
    """Makes the parts of one report."""

    def __init__(self, given: Given, words: Texts, choice: Choice) -> None:
        self._given, self._words, self._choice = given, words, choice
        self._results, self._contest = given.results, given.contest
        self._own = own_programs(given)
        self._ranking = choice.ranking or ranked(given)
        self._sentences = Sentences(words, self._results.game)
        playing = self._contest.playing if self._contest else ()
        self._median = median_call({entry.name: entry.checked for entry in playing})
        """Seconds of a call in the middle of the class."""

    def all(self) -> dict[str, Any]:
        """Return what the template shows."""
        ranking = self._ranking
        names = [part_name(self._words, self._results.game, part) for part in ranking.parts]
        only = self._choice.only
        return {
            "rows": [row for row in ranking.rows if only in ("", row.name)],
            "title": self._title(),
            "subtitle": self._subtitle(),
            "lead": "" if only else self._lead(),
            "ranking": ranking,
            "parts": names,
            "rivals": len(ranking.rows) - 1,
            "anchors": {name: f"p{index}" for index, name in enumerate(self._own)},
            "needing": [one for one in self._needing() if only in ("", one.name)],
            "programs": self._programs(names),
            "duels": None if only else self._duels(),
            "bouts": [] if only else self._bouts(),
            "how": self._how(),
            "command": self._command(),
            "digests": self._digests(),
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
        if isinstance(results, EvaluationDocument) and results.rooms:
            rooms = results.rooms
            line = words.line("report.subtitle_rooms", games=games, rooms=rooms.count, seats=rooms.seats, seed=seed)
        else:
            line = words.line("report.subtitle", games=games, seats=seats, seed=seed)
        if self._contest:
            out = len(self._contest.entries) - len(self._contest.playing)
            line += " · " + words.line("report.entries", playing=len(self._contest.playing), out=out)
        return line

    def _lead(self) -> str:
        """Return the sentence that says who leads, and what is not certain."""
        rows, words = self._ranking.rows, self._words
        leaders = [row for row in rows if row.mean == rows[0].mean and (row is rows[0] or row.name in rows[0].twins)]
        names = ", ".join(short_spec(row.name) for row in leaders[:4]) + ("…" if len(leaders) > 4 else "")
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
        rows = [self._sentences.fault(fault, self._median) for fault in entry.faults]
        rows += [row for row in self._failed(entry.name) if row.said not in {told.said for told in rows}]
        return Needing(entry.name, self._sentences.out(entry.checked), rows)

    def _failed(self, name: str) -> list[Told]:
        """Return what failed in the games themselves: the first failure of each kind, and how many there were."""
        results = self._results
        if not isinstance(results, EvaluationDocument):
            return []
        rows: dict[str, Told] = {}
        counts = results.failed_calls.get(name, {})
        entries = {entry.name: entry for entry in self._contest.playing} if self._contest else {}
        for failure in results.failures:
            if results.seats[failure.seat].player == name and failure.kind not in rows:
                text = without_folder(failure.text, entries[name].spec) if name in entries else failure.text
                said = self._sentences.why(failure.key, named(failure.values), text)
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
                    banner=_picture(entry.banner) if entry else "",
                    twins=", ".join(row.twins),
                    found=[self._sentences.line(fault, self._median) for fault in entry.faults] if entry else [],
                    bars=bars,
                    histogram=histogram,
                    games=self._games(row.name),
                    rivals=self._rivals(row.name),
                )
            )
        return programs

    def _rivals(self, name: str) -> list[tuple[str, str, str]]:
        """Return how a bot of a league did against each other; empty for what is no league."""
        duels = self._duels()
        if duels is None:
            return []
        row = duels.cells[duels.names.index(name)]
        return [(other, share, told) for other, (share, told, _, _) in zip(duels.names, row, strict=True) if share]

    def _games(self, name: str) -> list[Game]:
        """Return a program's best and worst game."""
        standing = self._ranking.standings.get(name)
        if standing is None or not isinstance(self._results, EvaluationDocument):
            return []
        shown = []
        for which, games in (("best", standing.best), ("worst", standing.worst)):
            for game in games[:1]:
                label = self._words.line(f"report.{which}", grade=game.grade)
                seat = self._results.lineup_of(game.number).index(name)
                command = f"{self._replayed(game.number)} --follow {seat + 1}"
                film = game.number if game.number in self._choice.films else None
                shown.append(Game(label, command, film, seat))
        return shown

    def _duels(self) -> Duels | None:
        """Return who beats whom; None for what is no league."""
        certainty = self._ranking.certainty
        if not isinstance(self._results, League) or certainty is None:
            return None
        duels = table_of(self._results).duels
        names = certainty.names
        cells = []
        for name in names:
            row = []
            for other in names:
                if name == other or not (duel := duels[name, other]).won + duel.lost + duel.tied:
                    row.append(("", "", False, 0))
                    continue
                sure = (name, other) in certainty.better or (other, name) in certainty.better
                told = self._words.line("report.duel", won=duel.won, tied=duel.tied, lost=duel.lost)
                row.append((f"{duel.rate:.0%}", told, sure, round(10 * duel.rate)))
            cells.append(row)
        return Duels(names, cells)

    def _bouts(self) -> list[Bout]:
        """Return matches of a league to watch: the closest, the greatest upset, the one with most points."""
        league = self._results
        if not isinstance(league, League) or not league.bouts:
            return []
        place = {row.name: row.rank for row in self._ranking.rows}

        def margin(bout: LeagueBout) -> int:
            scores = sorted(bout.scores, reverse=True)
            return scores[0] - scores[1] if len(scores) > 1 else 0

        def upset(bout: LeagueBout) -> int:
            winner = place.get(bout.bots[bout.ranks.index(1)], 0)
            return winner - min(place.get(bot, winner) for bot in bout.bots)

        best = {
            "closest": min(league.bouts, key=margin),
            "upset": max(league.bouts, key=upset),
            "richest": max(league.bouts, key=lambda bout: sum(bout.scores)),
        }
        return [
            Bout(self._words.line(f"report.bout.{why}"), _standing(bout), self._play(league, bout))
            for why, bout in best.items()
        ]

    def _play(self, league: League, bout: LeagueBout) -> str:
        """Return the command that shows a match of a league."""
        return self._replayed(league.bouts.index(bout) + 1)

    def _replayed(self, number: int) -> str:
        """Return the command that shows a game of the results."""
        return f"{program_name()} results {shlex.quote(self._given.name)} --game {number}"

    def _digests(self) -> list[tuple[str, str]]:
        """Return the digest of each program that has its part in the page."""
        playing = self._contest.playing if self._contest else ()
        return [(entry.name, entry.digest) for entry in playing if self._choice.only in ("", entry.name)]

    def _command(self) -> str:
        """Return the command line that gives the same figures again; empty where it is not known."""
        if not self._contest:
            return ""
        keyed = isinstance(self._results, League) and self._results.bouts and "--key" not in self._contest.command
        key = f" --key {self._results.bouts[0].key}" if keyed and isinstance(self._results, League) else ""
        return self._contest.command + key

    def _how(self) -> list[str]:
        """Return how everything was reckoned, and the command that gives the same figures again."""
        words, contest = self._words, self._contest
        rooms = self._results.rooms if isinstance(self._results, EvaluationDocument) else None
        lines = [words.line(f"report.how.{self._ranking.kind}")]
        if rooms:
            lines = [
                words.line("report.how.rooms", rooms=rooms.count, rounds=len(rooms.rounds), games=rooms.games),
                words.line("report.how.rounds"),
            ]
        if self._ranking.certainty is not None:
            lines.append(words.line("report.how.certain_rooms" if rooms else "report.how.certain"))
        if contest:
            lines.append(words.line("report.how.landlock" if contest.landlock else "report.how.no_landlock"))
            lines.append(words.line("report.how.versions", souk=contest.souk, rules=self._results.version))
        return lines


def _standing(bout: LeagueBout) -> str:
    """Return how a match ended: each bot with its points, the winner first."""
    seats = sorted(zip(bout.ranks, bout.bots, bout.scores, strict=True), key=lambda seat: seat[0])
    return " · ".join(f"{short_spec(bot)} {score}" for _, bot, score in seats)


def ranked(given: Given) -> Ranking:
    """Return the ranking of results as their pages show it."""
    return ranking_of(given.results, own_programs(given), given.contest.before if given.contest else ())


def own_programs(given: Given) -> tuple[str, ...]:
    """Return the players of results that people wrote, and which get a part of their own."""
    playing = given.contest.playing if given.contest else ()
    return tuple(entry.name for entry in playing) or _strangers(given.results)


def part_name(words: Texts, game: str, part: str) -> str:
    """Return what a part of a grade is called."""
    return words.maybe(f"{game}.evaluation.column.{part}") or part


def _strangers(results: Any) -> tuple[str, ...]:
    """Return the players of results without a contest that people wrote, by how they are named."""
    if isinstance(results, EvaluationDocument):
        names = [line.player for line in results.players]
    elif isinstance(results, League):
        names = list(results.bots)
    else:
        names = [line.bot for line in results.bots]
    own = tuple(name for name in names if is_own(name))
    return own or tuple(names)
