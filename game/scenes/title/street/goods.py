"""The stall of a game that brings none: its roof and colours follow from the game's id, its shelves hold
game pieces.
"""

from __future__ import annotations

import zlib
from functools import partial
from typing import get_args

from game.engine.colour import OUTLINE, PAPER, SEAT_COLOURS, WHITE, Colour, darken, lighten
from game.engine.ornament import RED_GLAZE, TEAL_GLAZE, VIOLET_GLAZE, Glaze
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Roof, Stall, shelves
from game.engine.vector import circle, ellipse, path, rect

_DRESSES: tuple[tuple[Colour, Glaze, Colour], ...] = (
    ("#5B7BE5", Glaze("#1F2F6B", "#3450A6", "#DCE6FF", "#F2B134"), "#9FB6FF"),
    ("#B3244A", RED_GLAZE, "#FF9CB0"),
    ("#7F8F2C", Glaze("#3E4A16", "#66752A", "#F3EBC0", "#D9643A"), "#E4F08A"),
    ("#F2B134", Glaze("#7A4A12", "#B5752B", "#FFF1D6", "#2BA7A0"), "#FFE19A"),
    ("#2F8F5B", TEAL_GLAZE, "#9FF0C0"),
    ("#8E5BC9", VIOLET_GLAZE, "#D3B0FF"),
    ("#3F86B5", Glaze("#123B57", "#22638C", "#D6F0FF", "#E8507A"), "#A6DCFF"),
)
"""Colours to choose from: cloth, tiles and light of a stall."""


def default_stall(game: str) -> Stall:
    """Return a stall for a game id; always the same for the same id."""
    number = zlib.crc32(game.encode())
    cloth, glaze, shine = _DRESSES[number % len(_DRESSES)]
    roofs: tuple[Roof, ...] = get_args(Roof)
    return Stall(roofs[number // len(_DRESSES) % len(roofs)], cloth, glaze, shine, partial(_pieces, cloth, number))


def _pieces(cloth: Colour, number: int) -> str:
    """Draw pawns, stacks of counters, a die and cards on the shelves, in the stall's and the seats' colours."""
    colours = [cloth, *SEAT_COLOURS.values()]
    things = (_pawns, _counters, _die, _cards)
    body = shelves()
    for row, y in enumerate(SHELVES):
        for side, x in enumerate(SHELF_MIDDLES):
            place = row * 2 + side
            body += things[(number + place + row) % len(things)](x, y, colours[(number + place) % len(colours)])
    return body


def _pawns(x: float, y: float, colour: Colour) -> str:
    body = ""
    for left, tint in ((x - 9, colour), (x + 9, PAPER)):
        edge = darken(tint, 0.55)
        foot = f"M{left - 8} {y}Q{left - 3} {y - 8} {left - 3} {y - 22}"
        body += path(f"{foot}H{left + 3}Q{left + 3} {y - 8} {left + 8} {y}Z", tint, edge, 1.3)
        body += circle(left, y - 26, 6.4, tint, edge, 1.3) + circle(left - 2, y - 28, 1.8, WHITE, fill_opacity=0.6)
    return body


def _counters(x: float, y: float, colour: Colour) -> str:
    body = ""
    for stack, (left, count) in enumerate(((x - 9.5, 6), (x + 9.5, 4))):
        for level in range(count):
            tint = (colour, PAPER)[(level + stack) % 2]
            body += ellipse(left, y - 3.5 - 5 * level, 8.6, 3.6, tint, darken(tint, 0.55), 1.1)
    return body


def _die(x: float, y: float, colour: Colour) -> str:
    body = rect(x - 15, y - 30, 30, 30, 6, lighten(colour, 0.15), darken(colour, 0.55), 1.5)
    body += rect(x - 12, y - 28, 24, 5, 3, WHITE, fill_opacity=0.28)
    return body + "".join(circle(x + 7.5 * step, y - 15 + 7.5 * step, 2.9, PAPER) for step in (-1, 0, 1))


def _cards(x: float, y: float, colour: Colour) -> str:
    """Draw two cards that lean on each other."""
    body = ""
    for lean, tint in ((-9, PAPER), (9, colour)):
        foot, top = x + lean, x + lean / 3 + 2
        corners = f"M{foot - 10} {y}L{top - 10} {y - 40}L{top + 10} {y - 38}L{foot + 10} {y}Z"
        body += path(corners, tint, OUTLINE, 1.3)
        body += circle(x + lean * 0.7 + 1, y - 20, 4.6, darken(tint, 0.25))
    return body
