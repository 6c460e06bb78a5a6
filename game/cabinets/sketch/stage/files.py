"""Write a paper as an SVG or PNG file, without names and fonts."""

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
"""Scales of a PNG; at scale 1 a canvas unit is a pixel."""
_DOT: Final = 11
_PAPER: Final = "#FBF0DA"


def as_svg(paper: Paper, *, clear: bool = False) -> str:
    """Return a paper as SVG 1.1, without fonts and people's names. The title is the word, the description the category;
    each stroke's description is its points.

    `clear` leaves out the ground behind the strokes.
    """
    head = f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 {WIDTH} {HEIGHT}">'
    title = f"<title>{escape(paper.word)}</title><desc>{escape(paper.category)}</desc>"
    ground = [] if clear else [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>']
    return "\n".join([head, title, *ground, *map(group, paper.strokes), "</svg>\n"])


def group(stroke: Stroke) -> str:
    """Return a stroke as an SVG group element."""
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
    """Write a paper as a PNG file. Raises OSError."""
    document = io.BytesIO(as_svg(paper, clear=clear).encode())
    write_png(pygame.image.load_sized_svg(document, (WIDTH * scale, HEIGHT * scale)), out)
