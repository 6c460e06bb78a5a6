"""`main.py sketch-export FILE.souk --svg OUT`: write a picture of a recorded match as SVG or PNG."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from game.cabinets.sketch.papers import papers_of
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.core.errors import reason


def add_parser(subparsers: Any) -> None:
    """Declare the command `sketch-export`."""
    parser = declare(
        subparsers,
        "sketch-export",
        "write a picture of a recorded match as SVG or PNG",
        example="match.souk --png picture.png",
    )
    parser.add_argument("file", type=Path, metavar="FILE.souk")
    parser.add_argument("--round", type=int, metavar="N", help="from 1; else the last that was revealed")
    parser.add_argument("--svg", type=Path, metavar="OUT.svg")
    parser.add_argument("--png", type=Path, metavar="OUT.png")
    parser.add_argument("--scale", type=int, choices=(1, 2, 4), default=1, help="of the PNG, 1024 wide at 1")
    parser.add_argument("--clear", action="store_true", help="without paper behind the strokes")


def run(arguments: argparse.Namespace) -> int:
    """Write the picture of the chosen round, or of the last revealed round, to the files that were named."""
    papers = papers_of(arguments.file)
    number = arguments.round or len(papers) or 1
    if not 1 <= number <= len(papers):
        raise CommandError("sketch.export.round", round=number, rounds=len(papers))
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from game.cabinets.sketch.stage.files import as_svg, save_png

    try:
        if arguments.svg:
            arguments.svg.write_text(as_svg(papers[number - 1], clear=arguments.clear), encoding="utf-8")
        if arguments.png:
            save_png(papers[number - 1], arguments.png, arguments.scale, clear=arguments.clear)
    except OSError as error:
        raise CommandError("cli.error.write", path=str(error.filename), why=reason(error)) from error
    return 0
