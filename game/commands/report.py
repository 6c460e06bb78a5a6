"""`main.py report RESULTS --out FILE.html`: write results as a page to hand out."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.seats import cabinet_named
from game.commands.shared.words import spoken_in
from game.core.errors import reason
from game.ground.files import write_whole
from game.ground.texts import Texts
from game.report.films import films_for
from game.report.given import read_results
from game.report.page import Choice, own_programs, report_of
from game.report.typeface import typeface_for


def add_parser(subparsers: Any) -> None:
    """Declare the command `report`."""
    parser = declare(
        subparsers,
        "report",
        "write an evaluation, a tournament or a league as a page to hand out",
        example="results.json --out report.html",
    )
    parser.add_argument("file", type=Path, metavar="RESULTS", help="what --json, `league --file` or `contest` wrote")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.html", help="the page")
    parser.add_argument("--language", choices=("ko", "en"), help="else that of the settings")


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    return spoken_in(arguments.language, partial(_write, arguments))


def _write(arguments: argparse.Namespace, words: Texts) -> int:
    given = read_results(arguments.file)
    films = films_for(given, cabinet_named(given.results.game), own_programs(given))
    typeface = typeface_for(report_of(given, words, Choice(films=films)))
    page = report_of(given, words, Choice(films=films, typeface=typeface))
    try:
        write_whole(arguments.out, page.encode())
    except OSError as error:
        raise CommandError("cli.error.write", path=str(arguments.out), why=reason(error)) from error
    return 0
