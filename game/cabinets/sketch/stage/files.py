"""A paper as a file: SVG or PNG, with neither names nor fonts in it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pygame

from game.cabinets.sketch.drawing.points import HEIGHT, WIDTH
from game.cabinets.sketch.lines import strands
from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.state import Stroke
from game.engine.colour import SEAT_COLOURS, darken
from game.engine.pictures import write_png

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
        return f'<g><desc>{points}</desc><circle cx="{x}" cy="{y}" r="{_DOT}" fill="{colour}"/></g>'
    lines = []
    for strand in strands(stroke.points, stroke.seat):
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in strand.path)
        dashes = f' stroke-dasharray="{" ".join(f"{part:g}" for part in strand.dashes)}"' if strand.dashes else ""
        lines.append(f'<path d="M{way}" stroke-width="{strand.width:g}"{dashes}/>')
    style = f'fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {style}><desc>{points}</desc>{''.join(lines)}</g>"


def save_png(paper: Paper, out: Path, scale: int, *, clear: bool = False) -> None:
    """Write it as a PNG. Raises OSError."""
    document = io.BytesIO(as_svg(paper, clear=clear).encode())
    write_png(pygame.image.load_sized_svg(document, (WIDTH * scale, HEIGHT * scale)), out)
