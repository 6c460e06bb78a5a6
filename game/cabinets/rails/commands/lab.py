"""The command `main.py rails-lab FILE …`: deliveries of yards and layouts, by trains and seed (docs/rails.md)."""

from __future__ import annotations

import argparse
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

from game.cabinets.rails.commands.laboratory import LAYOUTS, File, LabTournament, layout_yard
from game.cabinets.rails.contract.actions import MOST_VEHICLES
from game.cabinets.rails.yards.fields import MOST_BYTES
from game.cabinets.rails.yards.tasks import built_in
from game.cabinets.rails.yards.writing import write_yard
from game.commands.shared.converting import data_in
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import whole
from game.commands.shared.output import MOST_WORKERS, ProgressLine, check_outputs, keep, place_of, show_of
from game.commands.shared.words import texts
from game.core.errors import SpokenError
from game.core.given import TextError, text_of
from game.core.work.run import run as run_tournament
from game.ground import paths

MOST_SEEDS: Final = 1_000
_RANGE: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def add_parser(subparsers: Any) -> None:
    """Add the command `rails-lab` to a parser."""
    parser = declare(
        subparsers,
        "rails-lab",
        "measure what yards of Caravan Rails deliver, by number of trains",
        example="loop --trains 1-8 --seeds 3",
    )
    names = ", ".join(LAYOUTS)
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=f"a yard file, a yard of the game, or a layout: {names}"
    )
    parser.add_argument("--seeds", type=whole(1, MOST_SEEDS), default=1, metavar="N", help="runs of each, else 1")
    parser.add_argument("--trains", type=numbers, default=(), metavar="A-B", help="how many, as in 1-12 or 2,4")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=whole(1, MOST_WORKERS), metavar="N", help="processes, else one a core")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, whose workers run it instead")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON; - is standard output")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each run")


def numbers(written: str) -> tuple[int, ...]:
    """Return the numbers of trains in a text from the command line.

    >>> numbers("1-3,8")
    (1, 2, 3, 8)
    """
    found: set[int] = set()
    for part in written.split(","):
        match = _RANGE.fullmatch(part.strip())
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= low <= high <= MOST_VEHICLES:
            raise argparse.ArgumentTypeError(f"1-12 or 2,4 with numbers up to {MOST_VEHICLES}, not {written[:40]!r}")
        found.update(range(low, high + 1))
    return tuple(sorted(found))


def run(arguments: argparse.Namespace) -> int:
    """Run the laboratory and print its figures; return the exit code."""
    check_outputs(arguments)
    words = texts()
    files = [_file(name) for name in arguments.files]
    asked = LabTournament(files, arguments.trains, arguments.seeds)
    progress = ProgressLine(words, sys.stderr, ("rails_lab.progress", "rails_lab.progress_left"))
    try:
        journals = paths.cache() / "tournaments"
        outcome = run_tournament(asked, progress, place_of(arguments), journals, partial(keep, arguments))
    except KeyboardInterrupt:
        print("\n" + words.line("rails_lab.stopped", done=progress.done, games=progress.games), file=sys.stderr)
        return 1
    finally:
        progress.end()
    show_of(arguments, outcome, words, words.line("rails_lab.game"))
    return 0


def _file(name: str) -> File:
    """Return the layout or file of a name. Errors in it are reported together with the name."""
    if name in LAYOUTS:
        return File(name, write_yard(layout_yard(name)))
    if name in built_in():
        return File(name, write_yard(built_in()[name]))
    path = Path(name)
    if not path.is_file():
        raise CommandError("rails_lab.error.no_file", name=name, names=", ".join(LAYOUTS))
    try:
        text = text_of(data_in(path, MOST_BYTES))
        LabTournament([File(path.stem, text)], (), 1)
    except TextError as error:
        raise CommandError("rails_lab.error.utf8", name=name) from error
    except SpokenError as error:
        raise CommandError("rails_lab.error.file", name=name, why=texts().line(error.key, error.values)) from error
    return File(path.stem, text)
