"""The sprites and geometry of the board, cloth inlaid in wood with the marks of a law, and of the carved pieces."""

from __future__ import annotations

import pygame

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.law import Law
from game.engine.canvas import Box
from game.engine.colour import Colour, darken
from game.engine.ornament.boards import wooden_frame
from game.engine.sprites import blank, put, sprite
from game.engine.vector import drawing_body, group, rect, svg

SIDE, RIM = 624.0, 30.0
BOARD = Box(0, 0, SIDE, SIDE)
FIELD = Box(RIM, RIM, SIDE - 2 * RIM, SIDE - 2 * RIM)
CELL = FIELD.width / b.SIDE
LABELS = "#F0D9A8"
_LIGHT, _DARK = "#E9D3A6", "#DFC592"


def corner_of(square: int) -> tuple[float, float]:
    return FIELD.left + square % b.SIDE * CELL, FIELD.top + square // b.SIDE * CELL


def middle_of(square: int) -> tuple[float, float]:
    x, y = corner_of(square)
    return x + CELL / 2, y + CELL / 2


def _set(name: str, square: int) -> str:
    """Return the drawing `name` placed on a square, as SVG."""
    x, y = corner_of(square)
    return group(drawing_body(name), f"translate({x} {y})")


def _square(square: int, law: Law) -> str:
    if law.camps == "yes" and square in b.CAMPS:
        return _set("tablut-camp", square)
    tone = _DARK if (square % b.SIDE + square // b.SIDE) % 2 else _LIGHT
    return _set("tablut-square", square).replace("currentColor", tone)


@sprite(kept=4)
def board(law: Law, size_px: int) -> pygame.Surface:
    """Return the board with the marks of a law, without letters."""
    rim_px = round(size_px * RIM / SIDE)
    made = blank(size_px, size_px)
    put(made, wooden_frame(size_px, 0, rim_px), 0, 0)
    body = rect(FIELD.left - 4, FIELD.top - 4, FIELD.width + 8, FIELD.height + 8, 4, "#3A2114")
    body += "".join(_square(square, law) for square in range(b.SIDE * b.SIDE))
    body += _set("tablut-throne", b.square_of(b.THRONE))
    if law.corners != "none" or law.escape == "corner":
        body += "".join(_set("tablut-gate", corner) for corner in b.CORNERS)
    put(made, svg(body, size_px, size_px, box=(0, 0, SIDE, SIDE)), 0, 0)
    return made


@sprite(kept=48)
def piece(kind: str, colour: Colour, size_px: int) -> pygame.Surface:
    """Return a carved piece: a low dark shield, a pale man with a helmet, or the tall king with his crown."""
    body = drawing_body(f"tablut-{kind}").replace("currentColor", colour).replace("currentShade", darken(colour, 0.45))
    return svg(body, size_px, size_px, box=(0, 0, 100, 100), oversample=3)
