"""`main.py tournament GAME`: many matches between bots, and what they say."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from game import paths
from game.commands import texts
from game.commands.columns import columns
from game.commands.errors import CommandError
from game.commands.numbers import seed as read_seed
from game.commands.numbers import whole
from game.commands.seats import cabinet_named, expand, options_for
from game.core.cabinet import Cabinet
from game.core.errors import reason
from game.core.tournament import tournament
from game.core.tournament_run import Order, Outcome, Progress
from game.core.tournament_run import run as run_tournament
from game.core.workers import Place
from game.texts import Texts

GAMES = 100
MOST_GAMES, MOST_SEATS, MOST_WORKERS = 1_000_000, 1000, 1000
STANDARD_OUTPUT = Path("-")


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("tournament", help="many matches between bots")
    parser.add_argument("game")
    played = parser.add_mutually_exclusive_group()
    played.add_argument("--games", type=whole(1, MOST_GAMES), default=GAMES, metavar="N", help=f"matches, else {GAMES}")
    played.add_argument("--numbers", type=Path, metavar="FILE", help="a file with the number of each match")
    parser.add_argument("--bots", help="bots with commas, else all of the game; name*N is N of them")
    parser.add_argument("--fill", metavar="NAMES", help="who takes the seats left, in a game with a room to fill")
    parser.add_argument(
        "--seats", type=whole(1, MOST_SEATS), metavar="N", help="seats of a match, else one for each bot"
    )
    parser.add_argument(
        "--seed", default="0", metavar="TEXT", help="what the numbers and the seating follow from: a number or any text"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=whole(1, MOST_WORKERS), metavar="N", help="processes, else one a core")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers play instead")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="see `list`")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - is standard output")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each seat of each match")


def run(arguments: argparse.Namespace) -> int:
    """Play the tournament that was asked for."""
    if arguments.json == arguments.csv == STANDARD_OUTPUT:
        raise CommandError("tournament.error.one_output")
    cabinet = cabinet_named(arguments.game)
    make = cabinet.tournament or tournament
    asked = make(cabinet, _order(cabinet, arguments))
    place = Place(arguments.workers or os.cpu_count() or 1, arguments.cluster)
    _check_writable([arguments.json, arguments.csv])
    words = texts()
    progress = ProgressLine(words, sys.stderr)
    try:
        outcome = run_tournament(asked, progress, place, paths.cache() / "tournaments")
    except KeyboardInterrupt:
        print("\n" + words.line("tournament.stopped", done=progress.done, games=progress.games), file=sys.stderr)
        return 1
    finally:
        progress.end()
    _write(arguments, outcome)
    if arguments.json != STANDARD_OUTPUT:
        for line in told(words, cabinet, outcome):
            print(line)
    return 0


def _order(cabinet: Cabinet, arguments: argparse.Namespace) -> Order:
    return Order(
        options=options_for(cabinet, arguments.option),
        bots=_names(arguments.bots),
        fill=_names(arguments.fill),
        seats=arguments.seats,
        seed=arguments.seed,
        games=arguments.games,
        numbers=_numbers(arguments.numbers) if arguments.numbers else None,
        logs=paths.logs() / "bots",
    )


def _names(written: str | None) -> tuple[str, ...]:
    if written is None:
        return ()
    names = expand(written)
    if not names:
        raise CommandError("tournament.error.no_bots")
    return names


def _numbers(path: Path) -> tuple[int, ...]:
    """The numbers in a file, with spaces or line ends between them."""
    try:
        found = path.read_text(encoding="utf-8").split()
    except OSError as error:
        raise CommandError("tournament.error.numbers_read", path=str(path), reason=reason(error)) from error
    except UnicodeDecodeError as error:
        raise CommandError("tournament.error.numbers_text", path=str(path)) from error
    if not found:
        raise CommandError("tournament.error.numbers_none", path=str(path))
    return tuple(_number(path, word) for word in found)


def _number(path: Path, word: str) -> int:
    try:
        return read_seed(word)
    except argparse.ArgumentTypeError as error:
        raise CommandError("tournament.error.numbers_word", path=str(path), word=word[:40]) from error


def _check_writable(files: Sequence[Path | None]) -> None:
    """Hours of play must not end in a file that cannot be written."""
    for path in files:
        if path is not None and path != STANDARD_OUTPUT:
            there = path.exists()
            try:
                path.open("a").close()
                if not there:
                    path.unlink()
            except OSError as error:
                raise CommandError("tournament.error.write", path=str(path), reason=reason(error)) from error


def _write(arguments: argparse.Namespace, outcome: Outcome) -> None:
    if arguments.json:
        with _opened(arguments.json) as file:
            json.dump(outcome.document(), file, indent=None if arguments.json == STANDARD_OUTPUT else 2)
            file.write("\n")
    if arguments.csv:
        with _opened(arguments.csv) as file:
            csv.writer(file, lineterminator="\n").writerows(outcome.rows())


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """A file to write figures into. Raises CommandError when it cannot be written, its last line included."""
    if path == STANDARD_OUTPUT:
        yield sys.stdout
        return
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise CommandError("tournament.error.write", path=str(path), reason=reason(error)) from error


class ProgressLine:
    """Says on `stream` how far it is and how long it will take: in place at a terminal, else now and then."""

    def __init__(self, words: Texts, stream: TextIO) -> None:
        self.done = 0
        self.games = 0
        self._words = words
        self._stream = stream
        self._terminal = stream.isatty()
        self._started = time.monotonic()
        self._told = -self.pause

    @property
    def pause(self) -> float:
        """Seconds between two reports."""
        return 0.2 if self._terminal else 10.0

    def __call__(self, progress: Progress) -> None:
        """Take note of the progress, and tell of it if it is time."""
        self.done, self.games = progress.done, progress.games
        now = time.monotonic() - self._started
        if now - self._told < self.pause and progress.done < progress.games:
            return
        self._told = now
        played = progress.done - progress.kept
        values = {"done": progress.done, "games": progress.games}
        line = self._words.line("tournament.progress", values)
        if played and progress.done < progress.games:
            left = round(now / played * (progress.games - progress.done))
            minutes, seconds = divmod(left, 60)
            line = self._words.line("tournament.progress_left", values, left=f"{minutes}:{seconds:02}")
        print(f"\r\x1b[K{line}" if self._terminal else line, end="" if self._terminal else "\n", file=self._stream)
        self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._terminal:
            print(file=self._stream)


def told(words: Texts, cabinet: Cabinet, outcome: Outcome) -> list[str]:
    """The figures as people read them."""
    key, values = outcome.title()
    lines = [words.line(key, values, game=words.line(f"{cabinet.id}.name"))]
    for table in outcome.tables():
        heading = [words.line(column) for column in table.columns]
        lines += ["", *columns([heading, *table.rows], right=range(table.texts, len(heading)))]
    return lines
