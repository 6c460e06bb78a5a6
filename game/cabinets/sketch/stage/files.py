"""A paper as a file: SVG or PNG, with neither names nor fonts in it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pygame

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.stage.freehand.ink import line_body
from game.cabinets.sketch.state import Stroke
from game.engine.colour import SEAT_COLOURS, darken
from game.engine.pictures import write_png
from game.engine.vector import circle

SCALES: Final = (1, 2, 4)
"""How large a PNG may be; at 1 it is as many pixels as the canvas has units."""
_DOT: Final = 11
_PAPER: Final = "#FBF0DA"


def as_svg(paper: Paper, *, clear: bool = False) -> str:
    """SVG 1.1 with a title and a description, without fonts and names; each stroke's points are its description.

    `clear` leaves out the paper behind the strokes.
    """
    head = f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 {WIDTH} {HEIGHT}">'
    title = f"<title>{escape(paper.word)}</title><desc>{escape(paper.category)}</desc>"
    ground = [] if clear else [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>']
    return "\n".join([head, title, *ground, *map(group, paper.strokes), "</svg>\n"])


def group(stroke: Stroke) -> str:
    """A stroke as an element."""
    colours = list(SEAT_COLOURS.values())
    colour = darken(colours[stroke.seat % len(colours)], 0.22)
    points = " ".join(map(str, stroke.points))
    if len(stroke.points) == 2:
        x, y = stroke.points
        body = circle(x, y, _DOT, colour)
    else:
        body = line_body(stroke.points, stroke.seat, colour)
    return f"<g><desc>{points}</desc>{body}</g>"


def save_png(paper: Paper, out: Path, scale: int, *, clear: bool = False) -> None:
    """Write it as a PNG. Raises OSError."""
    document = io.BytesIO(as_svg(paper, clear=clear).encode())
    write_png(pygame.image.load_sized_svg(document, (WIDTH * scale, HEIGHT * scale)), out)
