"""`main.py sketch-export FILE.souk --svg OUT`: a picture that was drawn in a recorded match, as SVG or PNG."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from game.cabinets.sketch.lines import strands
from game.cabinets.sketch.rules import Sketch
from game.cabinets.sketch.state import HEIGHT, WIDTH, Round, Stroke
from game.commands.shared.errors import CommandError
from game.core.errors import reason
from game.core.recording.replay import Playback, read_replay
from game.core.rules import OMNISCIENT
from game.engine.colour import SEAT_COLOURS, darken

DOT = 11
PAPER = "#FBF0DA"


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("sketch-export", help="write a picture of a recorded match as SVG or PNG")
    parser.add_argument("file", type=Path, metavar="FILE.souk")
    parser.add_argument("--round", type=int, metavar="N", help="from 1; else the last that was revealed")
    parser.add_argument("--svg", type=Path, metavar="OUT.svg")
    parser.add_argument("--png", type=Path, metavar="OUT.png")
    parser.add_argument("--scale", type=int, choices=(1, 2, 4), default=1, help="of the PNG, 1024 wide at 1")
    parser.add_argument("--clear", action="store_true", help="without paper behind the strokes")


def run(arguments: argparse.Namespace) -> int:
    """Write the picture of a round."""
    pictures = pictures_of(arguments.file)
    number = arguments.round or len(pictures)
    if not 1 <= number <= len(pictures):
        raise CommandError("sketch.export.round", round=number, rounds=len(pictures))
    drawn, strokes = pictures[number - 1]
    try:
        if arguments.svg:
            arguments.svg.write_text(as_svg(drawn, strokes, clear=arguments.clear), encoding="utf-8")
        if arguments.png:
            _write_png(drawn, strokes, arguments.png, arguments.scale, clear=arguments.clear)
    except OSError as error:
        raise CommandError("cli.error.write", path=str(error.filename), why=reason(error)) from error
    return 0


def pictures_of(file: Path) -> list[tuple[Round, tuple[Stroke, ...]]]:
    """The rounds of a recording that were revealed, each with what was drawn. Raises ReplayError."""
    playback = Playback(read_replay(file), Sketch())
    pictures: list[tuple[Round, tuple[Stroke, ...]]] = []
    while playback.position < len(playback):
        playback.forward()
        view = playback.match.view(OMNISCIENT)
        if len(view.history) > len(pictures):
            pictures.append((view.history[-1], view.strokes))
    return pictures


def as_svg(drawn: Round, strokes: Sequence[Stroke], *, clear: bool = False) -> str:
    """SVG 1.1 with a title and a description, without fonts and names; each stroke's points are its description."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 {WIDTH} {HEIGHT}">'
    title = f"<title>{escape(drawn.word)}</title><desc>{escape(drawn.category)}</desc>"
    paper = [] if clear else [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>']
    return "\n".join([head, title, *paper, *map(_group, strokes), "</svg>\n"])


def _group(stroke: Stroke) -> str:
    colours = list(SEAT_COLOURS.values())
    colour = darken(colours[stroke.seat % len(colours)], 0.22)
    points = " ".join(map(str, stroke.points))
    if len(stroke.points) == 2:
        x, y = stroke.points
        return f'<g><desc>{points}</desc><circle cx="{x}" cy="{y}" r="{DOT}" fill="{colour}"/></g>'
    lines = []
    for strand in strands(stroke.points, stroke.seat):
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in strand.path)
        dashes = f' stroke-dasharray="{" ".join(f"{part:g}" for part in strand.dashes)}"' if strand.dashes else ""
        lines.append(f'<path d="M{way}" stroke-width="{strand.width:g}"{dashes}/>')
    style = f'fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round"'
    return f"<g {style}><desc>{points}</desc>{''.join(lines)}</g>"


def _write_png(drawn: Round, strokes: Sequence[Stroke], out: Path, scale: int, *, clear: bool) -> None:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.engine.pictures import write_png

    document = io.BytesIO(as_svg(drawn, strokes, clear=clear).encode())
    write_png(pygame.image.load_sized_svg(document, (WIDTH * scale, HEIGHT * scale)), out)
