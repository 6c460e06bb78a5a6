"""`main.py sketch-sheet LIST --out sheet.png`: every drawing of a word list on one picture."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.cabinets.sketch.drawing import lists
from game.cabinets.sketch.drawing.strokes import ROLES, strokes
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.core.errors import reason
from game.ground.texts import LANGUAGES

if TYPE_CHECKING:
    import pygame

ACROSS = 5
CELL = 256, 224
"""Width and height of a drawing with its word below, in design units."""
MARGIN = 14


def add_parser(subparsers: Any) -> None:
    """Declare the command `sketch-sheet`."""
    parser = declare(
        subparsers,
        "sketch-sheet",
        "draw all words of a word list into a PNG file",
        example="fruit --lang en --out plants.png",
    )
    parser.add_argument("list", metavar="LIST", help="one of the game's lists, or a .toml or .csv file")
    parser.add_argument("--lang", choices=LANGUAGES, default="ko", help="of the words below the drawings")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.png")


def run(arguments: argparse.Namespace) -> int:
    """Draw the chosen list into the PNG file."""
    from game.engine.pictures import write_png

    name = arguments.list
    known = {entry.id: entry for entry in lists.load()}
    chosen = known[name] if name in known else lists.read(Path(name))
    try:
        write_png(sheet(chosen, arguments.lang), arguments.out)
    except OSError as error:
        raise CommandError("cli.error.write", path=str(arguments.out), why=reason(error)) from error
    return 0


def sheet(chosen: lists.WordList, language: str, across: int = ACROSS) -> pygame.Surface:
    """Draw a word list in rows. Outlines, parts and details have different inks; a word without a drawing has an empty
    frame.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.engine.canvas import Canvas
    from game.engine.text import Typeface

    pygame.font.init()
    wide, high = CELL
    rows = -(-len(chosen.words) // across)
    surface = pygame.Surface((across * wide, rows * high))
    surface.fill("#FFFDF6")
    canvas, type_ = Canvas(surface, 1), Typeface()
    scale = (wide - 2 * MARGIN) / WIDTH
    for index, word in enumerate(chosen.words):
        left, top = index % across * wide, index // across * high
        frame = left + MARGIN, top + MARGIN / 2, WIDTH * scale, HEIGHT * scale
        pygame.draw.rect(surface, "#E4DCC8", frame, 1)
        for stroke in strokes(word.program) if word.program else ():
            colour = ("#241A33", "#1E4E8C", "#A03A2E")[ROLES.index(stroke.role)]
            points = [(frame[0] + x * scale, frame[1] + y * scale) for x, y in stroke.points]
            if len(points) > 1:
                pygame.draw.lines(surface, colour, False, points, 2)
            else:
                pygame.draw.circle(surface, colour, points[0], 2)
        type_.line(canvas, word.text(language), left + wide / 2, top + high - 20, 15, colour="#2A1B3A", anchor="middle")
    return surface
