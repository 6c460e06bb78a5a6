"""The board, cloth inlaid in wood, with what a law marks on it; and the carved pieces."""

from __future__ import annotations

import math

import pygame

from game.cabinets.tablut import board as b
from game.cabinets.tablut.law import Law
from game.engine.canvas import Box
from game.engine.colour import INK, WHITE, Colour, darken, lighten, mix
from game.engine.ornament.boards import wooden_frame
from game.engine.sprites import blank, put, sprite
from game.engine.vector import circle, ellipse, linear, path, points, rect, star, svg

SIDE, RIM = 624.0, 30.0
BOARD = Box(0, 0, SIDE, SIDE)
FIELD = Box(RIM, RIM, SIDE - 2 * RIM, SIDE - 2 * RIM)
CELL = FIELD.width / b.SIDE
LABELS = "#F0D9A8"
_LINE = "#5A3A22"
_LIGHT, _DARK = "#E9D3A6", "#DFC592"
_CAMP, _THRONE, _GATE = "#6E4A52", "#A8324E", "#3E6E6A"


def corner_of(square: int) -> tuple[float, float]:
    """The upper left corner of a square."""
    return FIELD.left + square % b.SIDE * CELL, FIELD.top + square // b.SIDE * CELL


def middle_of(square: int) -> tuple[float, float]:
    """The middle of a square."""
    x, y = corner_of(square)
    return x + CELL / 2, y + CELL / 2


def _square(square: int, law: Law) -> str:
    x, y = corner_of(square)
    tone = _DARK if (square % b.SIDE + square // b.SIDE) % 2 else _LIGHT
    body = rect(x + 1, y + 1, CELL - 2, CELL - 2, 2, tone)
    if law.camps == "yes" and square in b.CAMPS:
        body = rect(x + 1, y + 1, CELL - 2, CELL - 2, 2, _CAMP)
        weave = "".join(f"M{x + 2 + step} {y + 2}l{CELL - 4 - step} {CELL - 4 - step}" for step in range(0, 54, 9))
        weave += "".join(f"M{x + 2} {y + 2 + step}l{CELL - 4 - step} {CELL - 4 - step}" for step in range(9, 54, 9))
        body += path(weave, "none", lighten(_CAMP, 0.25), 1.2, stroke_opacity=0.6)
    body += path(f"M{x + 2} {y + CELL - 2}V{y + 2}H{x + CELL - 2}", "none", WHITE, 1.3, stroke_opacity=0.4)
    return body + path(f"M{x + CELL - 2} {y + 2}V{y + CELL - 2}H{x + 2}", "none", _LINE, 1.2, stroke_opacity=0.4)


def _throne() -> str:
    x, y = FIELD.centerx, FIELD.centery
    body = rect(x - CELL / 2 + 1, y - CELL / 2 + 1, CELL - 2, CELL - 2, 2, mix(_LIGHT, _THRONE, 0.35))
    body += path(star(x, y, CELL * 0.47), _THRONE, "#4E1024", 1.6)
    body += path(star(x, y, CELL * 0.36, math.pi / 8), lighten(_THRONE, 0.25), "#F2C76E", 1.4)
    return body + path(star(x, y, CELL * 0.2), "#F2C76E", "#7A4A12", 1)


def _gate(square: int) -> str:
    """A gate with a pointed arch, its foot towards the edge of the board."""
    x, y = corner_of(square)
    left, top, wide, high = x + 9, y + 7, CELL - 18, CELL - 14
    middle = left + wide / 2
    arch = f"M{left} {top + high}V{top + high * 0.45}Q{left} {top + high * 0.14} {middle} {top}"
    arch += f"Q{left + wide} {top + high * 0.14} {left + wide} {top + high * 0.45}V{top + high}Z"
    body = rect(x + 1, y + 1, CELL - 2, CELL - 2, 2, mix(_LIGHT, _GATE, 0.3))
    body += path(arch, _GATE, "#173532", 1.8)
    for share in (0.25, 0.5, 0.75):
        at = left + wide * share
        body += path(f"M{at} {top + high}V{top + high * (0.2 + abs(share - 0.5) * 0.5)}", "none", "#F2C76E", 2)
    return body + path(f"M{left} {top + high * 0.62}H{left + wide}", "none", "#F2C76E", 2)


@sprite(kept=4)
def board(law: Law, size_px: int) -> pygame.Surface:
    """The board that a law marks, without letters."""
    rim_px = round(size_px * RIM / SIDE)
    made = blank(size_px, size_px)
    put(made, wooden_frame(size_px, 0, rim_px), 0, 0)
    body = rect(FIELD.left - 4, FIELD.top - 4, FIELD.width + 8, FIELD.height + 8, 4, "#3A2114")
    body += "".join(_square(square, law) for square in range(b.SIDE * b.SIDE)) + _throne()
    if law.corners != "none" or law.escape == "corner":
        body += "".join(map(_gate, b.CORNERS))
    put(made, svg(body, size_px, size_px, box=(0, 0, SIDE, SIDE)), 0, 0)
    return made


def _foot(colour: Colour, wide: float) -> str:
    """The round foot of a piece in the colour of its seat."""
    body = ellipse(50, 84, wide, 13, darken(colour, 0.45), INK, 2.4)
    return body + ellipse(50, 80, wide, 12, colour, INK, 1.6)


@sprite(kept=48)
def piece(kind: str, colour: Colour, size_px: int) -> pygame.Surface:
    """A carved piece: a low dark shield, a pale man with a helmet, the tall king with his crown."""
    draw = {"attacker": _shield, "defender": _man, "king": _king}[kind]
    defs = linear("dark", [(0, "#5B4A66"), (0.5, "#35284A"), (1, "#1B1330")], 0, 0, 0.8, 1)
    defs += linear("pale", [(0, "#FFF9EA"), (0.55, "#F0DDB8"), (1, "#B99668")], 0, 0, 0.9, 1)
    defs += linear("gold", [(0, "#FFEFB0"), (0.5, "#E8B23E"), (1, "#9A6415")], 0, 0, 0.8, 1)
    return svg(draw(colour), size_px, size_px, defs=defs, box=(0, 0, 100, 100), oversample=3)


def _shield(colour: Colour) -> str:
    body = circle(50, 53, 41, "url(#dark)", INK, 3) + circle(50, 53, 33, "none", colour, 6)
    for tip in range(8):
        angle = tip * math.pi / 4
        body += circle(50 + 33 * math.cos(angle), 53 + 33 * math.sin(angle), 3.4, "#F3E3C3", INK, 1.2)
    return body + path(star(50, 53, 19), "#F3E3C3", INK, 1.6) + circle(50, 53, 6.5, "#35284A", INK, 1)


def _man(colour: Colour) -> str:
    coat = points([(36, 82), (31, 76), (41, 44), (59, 44), (69, 76), (64, 82)])
    body = _foot(colour, 31) + path(coat, "url(#pale)", INK, 2.6)
    body += path("M33.5 68H66.5L68.5 75H31.5Z", colour, INK, 1.4)
    body += circle(50, 31, 17, "url(#pale)", INK, 2.6)
    return body + path("M33 30A17 17 0 0 1 67 30L61 27 50 24 39 27Z", colour, INK, 2)


def _king(colour: Colour) -> str:
    coat = points([(30, 84), (24, 77), (37, 42), (63, 42), (76, 77), (70, 84)])
    body = _foot(colour, 36) + path(coat, "url(#gold)", INK, 2.8)
    body += path("M28 65H72L75 74H25Z", colour, INK, 1.6) + path(star(50, 55, 9), "#FFF6E3", INK, 1.2)
    body += circle(50, 31, 15, "url(#pale)", INK, 2.4)
    crown = "M30 27L26 4 39 13 50 0 61 13 74 4 70 27Q50 20 30 27Z"
    return body + path(crown, "url(#gold)", INK, 2.6) + circle(50, 15, 4, "#D43F5E", INK, 1.4)
