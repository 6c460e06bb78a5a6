"""The common part of commands that play many matches: where they are played, and where figures are written."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from game.commands.shared.columns import columns
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import whole
from game.core.cabinet import Cabinet
from game.core.errors import reason
from game.core.work.place import Workplace
from game.core.work.run import Outcome, Progress
from game.ground.files import write_whole
from game.ground.texts import Texts
from game.ground.times import clock_time

MOST_GAMES, MOST_SEATS, MOST_WORKERS = 1_000_000, 1000, 1000
STANDARD_OUTPUT = Path("-")
TEXTS = ("tournament.progress", "tournament.progress_left")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments for where to play, with which options, and where to write."""
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="see `list`")
    add_output_arguments(parser)


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments for where to play and where to write."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=whole(1, MOST_WORKERS), metavar="N", help="processes, else one a core")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers play instead")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - is standard output")
    parser.add_argument(
        "--csv",
        type=Path,
        metavar="FILE",
        help="write a row for each seat of each match; an evaluation a row for each seat",
    )


def place_of(arguments: argparse.Namespace) -> Workplace:
    """Return the place to play, as the arguments say: cores of this machine or a cluster."""
    return Workplace(arguments.workers or os.cpu_count() or 1, arguments.cluster)


def check_outputs(arguments: argparse.Namespace) -> None:
    """Check that every output file can be written, before hours of play. Raises CommandError."""
    if arguments.json == arguments.csv == STANDARD_OUTPUT:
        raise CommandError("tournament.error.one_output")
    for path in (arguments.json, arguments.csv):
        if path is not None and path != STANDARD_OUTPUT:
            there = path.exists()
            try:
                path.open("a", encoding="utf-8").close()
                if not there:
                    path.unlink()
            except OSError as error:
                raise CommandError("tournament.error.write", path=str(path), reason=reason(error)) from error


def keep(arguments: argparse.Namespace, outcome: Outcome) -> None:
    """Write the figures to the files asked for, each whole or not at all. Raises CommandError."""
    if arguments.json:
        with _opened(arguments.json) as file:
            json.dump(outcome.document(), file, indent=None if arguments.json == STANDARD_OUTPUT else 2)
            file.write("\n")
    if arguments.csv:
        with _opened(arguments.csv) as file:
            csv.writer(file, lineterminator="\n").writerows(outcome.rows())


def show(arguments: argparse.Namespace, outcome: Outcome, words: Texts, cabinet: Cabinet) -> None:
    """Print the figures for people: on standard error where the rows go to standard output, and not beside a JSON
    document there.
    """
    show_of(arguments, outcome, words, words.line(f"{cabinet.id}.name"))


def show_of(arguments: argparse.Namespace, outcome: Outcome, words: Texts, game: str) -> None:
    """Print the figures like `show`, for a game by its name."""
    if arguments.json != STANDARD_OUTPUT:
        beside = sys.stderr if arguments.csv == STANDARD_OUTPUT else sys.stdout
        for line in _told(words, game, outcome):
            print(line, file=beside)


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """Open a file for figures; it appears under its name once it is complete. Raises CommandError when it cannot be
    written.
    """
    if path == STANDARD_OUTPUT:
        yield sys.stdout
        return
    try:
        file = io.StringIO(newline="")
        yield file
        write_whole(path, file.getvalue().encode())
    except OSError as error:
        raise CommandError("tournament.error.write", path=str(path), reason=reason(error)) from error


class ProgressRecords:
    """Writes progress to `stream` for another program: one JSON document per line."""

    pause = 0.2
    """Seconds between two reports."""

    def __init__(self, stream: TextIO) -> None:
        self.done = 0
        self.games = 0
        self._stream = stream
        self._told = -self.pause
        self._started = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Take note of the progress, and write a record if it is time."""
        self.done, self.games = progress.done, progress.games
        now = time.monotonic() - self._started
        if now - self._told >= self.pause or progress.done == progress.games:
            self._told = now
            record = {"done": progress.done, "kept": progress.kept, "games": progress.games}
            print(json.dumps(record), file=self._stream, flush=True)

    def end(self) -> None:
        """Do nothing: every record is complete."""


class ProgressLine:
    """Writes progress and remaining time to `stream`: in place on a terminal, otherwise as a line now and then."""

    def __init__(self, words: Texts, stream: TextIO, texts: tuple[str, str] = TEXTS) -> None:
        """`texts`: keys of the line, and of the line with the remaining time."""
        self.done = 0
        self.games = 0
        self._words = words
        self._texts = texts
        self._stream = stream
        self._terminal = stream.isatty()
        self._started = time.monotonic()
        self._told = -self.pause
        self._first: tuple[float, int] | None = None
        """Time, and matches done, when this run had played its first chunk, which may include compiling;
        None before.
        """

    @property
    def pause(self) -> float:
        """Seconds between two reports."""
        return 0.2 if self._terminal else 10.0

    def __call__(self, progress: Progress) -> None:
        """Take note of the progress, and write the line if it is time."""
        self.done, self.games = progress.done, progress.games
        now = time.monotonic() - self._started
        if self._first is None and progress.done > progress.kept:
            self._first = now, progress.done
        if now - self._told < self.pause and progress.done < progress.games:
            return
        self._told = now
        values = {"done": progress.done, "games": progress.games}
        line = self._words.line(self._texts[0], values)
        if self._first and self._first[1] < progress.done < progress.games:
            since, before = self._first
            left = round((now - since) / (progress.done - before) * (progress.games - progress.done))
            line = self._words.line(self._texts[1], values, left=clock_time(left))
        print(f"\r\x1b[K{line}" if self._terminal else line, end="" if self._terminal else "\n", file=self._stream)
        self._stream.flush()

    def end(self) -> None:
        if self._terminal:
            print(file=self._stream)


def _told(words: Texts, game: str, outcome: Outcome) -> list[str]:
    """Return the figures as lines for people."""
    key, values = outcome.title()
    lines = [words.line(key, values, game=game)]
    for table in outcome.tables():
        heading = [words.line(column) for column in table.columns]
        lines += ["", *columns([heading, *table.rows], right=range(table.texts, len(heading)))]
    return lines
