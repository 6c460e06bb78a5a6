"""What a contest writes: results, report, a page and a file for each author, the grade book's table."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from game.commands.contest.checking import Admission
from game.commands.shared.errors import CommandError
from game.core.cabinet import Cabinet
from game.core.contest.anonymous import anonymised, other_names
from game.core.contest.play import Evening, in_rooms
from game.core.contest.results import ContestPart, EntryLine, document_with
from game.core.errors import reason
from game.core.league.league import League
from game.core.league.run import LeagueProgress
from game.core.moving import remove_file
from game.core.process.landlock import landlock_version
from game.core.work.run import Outcome
from game.ground.files import file_name, write_whole
from game.ground.leagues import is_league, read_league
from game.ground.texts import Texts
from game.ground.times import clock_time
from game.ground.version import VERSION
from game.report.films import films_for
from game.report.given import Given, ReportError, read_results, results_of
from game.report.page import Choice, own_programs, ranked, report_of
from game.report.ranking import ranking_of
from game.report.sentences import Sentences
from game.report.typeface import typeface_for

RESULTS = "results.json"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class Outputs:
    """The folder of a contest's results."""

    def __init__(self, folder: Path, words: Texts, cabinet: Cabinet) -> None:
        self.folder = folder
        self._words = words
        self._cabinet = cabinet
        self._part: ContestPart | None = None
        self._admission: Admission | None = None
        self._begun = 0.0
        self._before = self._read()

    def begin(self, title: str, command: str, admission: Admission, evening: Evening, begun: float) -> None:
        """Take note of what is about to be played."""
        self._admission, self._begun = admission, begun
        self.write_checks(admission)
        before = self._before
        self._part = ContestPart(
            title=title,
            games=evening.games,
            seed=evening.seed,
            entries=tuple(admission.entries.values()),
            command=command,
            landlock=landlock_version(),
            souk=VERSION,
            seconds=before.contest.seconds if before and before.contest and self._same(before) else 0.0,
            before=tuple(row.name for row in ranking_of(before.results, ()).rows) if before else (),
        )

    def tell_changes(self, evening: Evening) -> None:
        """Say beforehand what is played again, because an entry came or changed: in rooms everything."""
        if self._before is None or self._before.contest is None or self._same(self._before):
            return
        if not in_rooms(self._cabinet):
            before = self._digests(self._before.contest.playing)
            names = [name for name, digest in self._now().items() if before.get(name) != digest]
            if names:
                self._say("entries.changed_league", names=", ".join(names))
            return
        left = clock_time(round(self._before.contest.seconds))
        self._say("entries.changed_room", games=evening.games, left=left)

    def keep_room(self, outcome: Outcome) -> None:
        """Write the results of an evaluation. Raises CommandError."""
        self._keep(outcome.document(), certain=False)

    def keep_rounds(self, league: League) -> None:
        """Write a league that is not finished, so that it goes on from there. Raises CommandError."""
        self._write(self.folder / "league.json", msgspec.json.encode(league))

    def keep_league(self, progress: LeagueProgress) -> None:
        """Write the results of a league. Raises CommandError."""
        self._keep(msgspec.to_builtins(progress.league), certain=progress.certain)

    def earlier_league(self) -> League | None:
        """Return the league of an earlier run; None where there is none."""
        path = self.folder / "league.json"
        return read_league(path) if is_league(path) else None

    def forget(self) -> None:
        """Forget a league of which an entry was withdrawn."""
        remove_file(self.folder / "league.json")

    def write_checks(self, admission: Admission) -> None:
        """Write what was found about each entry for its author. Raises CommandError."""
        sentences = Sentences(self._words, self._cabinet.id)
        paths = _files_in(self.folder / "check", ".txt", admission.entries)
        for entry in admission.entries.values():
            if entry.checked.out:
                head = self._words.line("entries.is_out", name=entry.name, why=sentences.out(entry.checked))
            else:
                faults = "_faults" if entry.faults else ""
                head = self._words.line(f"entries.plays{faults}", name=entry.name)
            lines = [head, *(sentences.line(fault, admission.median) for fault in entry.faults)]
            self._write(paths[entry.name], "".join(f"{line}\n" for line in lines).encode())
        self._clear(self.folder / "check", ".txt", paths.values())

    def write_report(self, *, anonymous: bool) -> Path:
        """Write report, table and authors' pages from the results. Raises CommandError."""
        given = read_results(self.folder / RESULTS)
        path = self.folder / "report.html"
        films = films_for(given, self._cabinet, own_programs(given))
        if anonymous:
            given = self._anonymous(given)
        choice = Choice(films=films, ranking=ranked(given))
        choice = replace(choice, typeface=typeface_for(report_of(given, self._words, choice)))
        self._write(path, report_of(given, self._words, choice).encode())
        self._write(self.folder / "results.csv", _sheet(_table(given)))
        students = self.folder / "students"
        names = [entry.name for entry in given.contest.playing] if given.contest else []
        paths = _files_in(students, ".html", names)
        for name in names:
            page = report_of(given, self._words, replace(choice, only=name))
            self._write(paths[name], page.encode())
        self._clear(students, ".html", paths.values())
        return path

    def _anonymous(self, given: Given) -> Given:
        """Return results with other names, and write which name is whose beside them."""
        assert given.contest is not None
        names = [entry.name for entry in given.contest.entries]
        others = other_names(names, self._words.computers, given.contest.seed, tuple(self._cabinet.bots))
        rows = [(other, name) for name, other in sorted(others.items())]
        self._write(self.folder / "names.csv", _sheet([("name", "entry"), *rows]))
        return results_of(anonymised((self.folder / RESULTS).read_bytes(), others), given.name)

    def _keep(self, document: dict[str, Any], *, certain: bool) -> None:
        assert self._part is not None
        before = self._before
        seconds = round(self._part.seconds + time.monotonic() - self._begun, 1)
        part = msgspec.structs.replace(self._part, seconds=seconds, certain=certain)
        data = document_with(document, part)
        path = self.folder / RESULTS
        if before is not None and _figures(before) != _figures(results_of(data, RESULTS)):
            number = next(n for n in range(1, 10_000) if not (self.folder / f"results-{n}.json").exists())
            self._write(self.folder / f"results-{number}.json", path.read_bytes())
            part = msgspec.structs.replace(part, before_file=f"results-{number}.json")
        else:
            part = msgspec.structs.replace(part, before=())
        self._write(path, document_with(document, part))

    def _same(self, before: Given) -> bool:
        """Return whether earlier results are those of the same entries."""
        return before.contest is not None and self._now() == self._digests(before.contest.playing)

    def _now(self) -> dict[str, str]:
        """Return the digests of the entries that play, by name."""
        assert self._admission is not None
        return self._digests(self._admission.entries[name] for name in self._admission.playing)

    @staticmethod
    def _digests(entries: Iterable[EntryLine]) -> dict[str, str]:
        return {entry.name: entry.digest for entry in entries}

    def _read(self) -> Given | None:
        try:
            return read_results(self.folder / RESULTS)
        except ReportError:
            return None

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_whole(path, data)
        except OSError as error:
            raise CommandError("entries.error.write", path=str(path), why=reason(error)) from error

    def _clear(self, folder: Path, suffix: str, written: Iterable[Path]) -> None:
        """Remove what an earlier run wrote for authors that are gone, or by the names that now are not to be told.

        Raises CommandError.
        """
        for path in {*folder.glob(f"*{suffix}")}.difference(written):
            try:
                remove_file(path)
            except OSError as error:
                raise CommandError("entries.error.write", path=str(path), why=reason(error)) from error

    def _say(self, key: str, **values: Any) -> None:
        print(self._words.line(key, values), flush=True)


def _files_in(folder: Path, suffix: str, names: Iterable[str]) -> dict[str, Path]:
    """Return a file for each name, in a folder: no two names have the same, on no system.

    >>> [path.name for path in _files_in(Path("check"), ".txt", ["Kim", "kim", "a?", "a*"]).values()]
    ['Kim.txt', 'kim-2.txt', 'a_.txt', 'a_-2.txt']
    """
    found: dict[str, Path] = {}
    taken: set[str] = set()
    for name in names:
        stem = file_name(name)
        free = next(one for one in chain([stem], (f"{stem}-{n}" for n in count(2))) if one.casefold() not in taken)
        taken.add(free.casefold())
        found[name] = folder / f"{free}{suffix}"
    return found


def _sheet(rows: Iterable[Sequence[Any]]) -> bytes:
    """Return rows as CSV that a spreadsheet opens as it is: a mark tells it of UTF-8, and it takes nobody's text for a
    formula.
    """
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows([*map(_cell, row)] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> Any:
    """Return a value as a cell of a sheet.

    >>> _cell("=1+1"), _cell(-2.5)
    ("'=1+1", -2.5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _figures(given: Given) -> Any:
    """Return the figures of results, without what tells of the run."""
    return given.results


def _table(given: Given) -> Iterator[Sequence[Any]]:
    """Yield the grade book's table: a row for each entry, those that did not play without figures."""
    contest = given.contest
    entries = {entry.name: entry for entry in contest.entries} if contest else {}
    yield "name", "rank", "low", "high", "mean", "error", "group", "members", "out"
    rows = ranking_of(given.results, tuple(entries)).rows
    for row in rows:
        if row.name in entries:
            low, high = row.open or ("", "")
            about = _about(entries[row.name])
            yield row.name, row.rank, low, high, row.mean, round(row.error, 2), *about, ""
    for entry in entries.values():
        if entry.name not in {row.name for row in rows}:
            yield entry.name, "", "", "", "", "", *_about(entry), entry.checked.out


def _about(entry: EntryLine) -> tuple[str, str]:
    """Return an entry's group and members."""
    return entry.group, ", ".join(entry.members)
