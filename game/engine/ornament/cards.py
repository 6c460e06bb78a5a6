"""Backgrounds of panels, cards, buttons and keys: paper for things to choose, dark glass for pages."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from game.engine.colour import INK, PAPER, SAND, WHITE, Colour, darken, lighten
from game.engine.sprites import blank, put, sprite
from game.engine.vector import linear, rect, svg


class Face(NamedTuple):
    """How a card looks: a gradient from top to foot, its opacity, the line around it and the sheen at its top."""

    top: Colour
    foot: Colour
    opacity: float
    line: Colour
    line_opacity: float
    sheen: float


GLASS = Face("#2C2352", "#1A1538", 0.94, PAPER, 0.14, 0.08)
SHEET = Face("#FFF9EC", "#F6E6C6", 1.0, "#B98F52", 0.75, 0.0)
BUTTON = Face("#4A3B78", "#2E2456", 0.96, PAPER, 0.20, 0.10)
BUTTON_OVER = Face("#5D4B92", "#3B2F6B", 0.98, PAPER, 0.36, 0.14)
BUTTON_OFF = Face("#2E2750", "#241E42", 0.80, PAPER, 0.08, 0.03)
LIT = Face("#FFD98A", "#EFA036", 1.0, "#FFF1C9", 0.95, 0.30)
LIT_OVER = Face("#FFE6AE", "#F7B24C", 1.0, "#FFFFFF", 0.95, 0.35)


@sprite(kept=256)
def card(
    width_px: int, height_px: int, radius_px: float = 12, face: Face = GLASS, line_px: float = 1.5
) -> pygame.Surface:
    """Return a rounded card without shadow; `light.drop_shadow`, called before, draws one.

    Every column between its corners is the same, so a narrow card is drawn and stretched, which costs less.
    """
    edge = math.ceil(radius_px + line_px) + 2
    if width_px <= 2 * edge + 1:
        return _drawn_card(width_px, height_px, radius_px, face, line_px)
    narrow = _drawn_card(2 * edge + 1, height_px, radius_px, face, line_px)
    made = blank(width_px, narrow.get_height())
    put(made, narrow.subsurface((0, 0, edge, height_px)), 0, 0)
    column = narrow.subsurface((edge, 0, 1, height_px))
    put(made, pygame.transform.scale(column, (width_px - 2 * edge, height_px)), edge, 0)
    put(made, narrow.subsurface((edge + 1, 0, edge, height_px)), width_px - edge, 0)
    return made


def _drawn_card(width_px: int, height_px: int, radius_px: float, face: Face, line_px: float) -> pygame.Surface:
    defs = linear("face", [(0, face.top, face.opacity), (1, face.foot, face.opacity)])
    strong = min(1.0, face.line_opacity * 2)
    defs += linear(
        "line", [(0, face.line, strong), (0.5, face.line, face.line_opacity), (1, face.line, face.line_opacity * 0.6)]
    )
    body = rect(0, 0, width_px, height_px, radius_px, "url(#face)")
    if face.sheen:
        defs += linear("sheen", [(0, WHITE, face.sheen), (1, WHITE, 0)])
        high = min(height_px - 2, max(radius_px * 2, height_px * 0.45))
        body += rect(1, 1, width_px - 2, high, radius_px, "url(#sheen)")
    half = line_px / 2
    body += rect(half, half, width_px - line_px, height_px - line_px, radius_px - half, "none", "url(#line)", line_px)
    return svg(body, width_px, height_px, defs=defs)


@sprite(kept=64)
def outline(
    width_px: int, height_px: int, radius_px: float, colour: Colour, line_px: float = 2, opacity: float = 1.0
) -> pygame.Surface:
    """Return a rounded line inside the given size, to put around what is in focus, chosen or aimed at."""
    half = line_px / 2
    body = rect(
        half,
        half,
        width_px - line_px,
        height_px - line_px,
        radius_px - half,
        "none",
        colour,
        line_px,
        stroke_opacity=opacity,
    )
    return svg(body, width_px, height_px, oversample=3)


@sprite(kept=64)
def keycap(width_px: int, height_px: int, face: Colour = PAPER) -> pygame.Surface:
    """Return a blank keyboard key; centre its letter or icon 1/24 of the height above the middle."""
    unit = height_px / 24
    defs = linear("face", [(0, lighten(face, 0.5)), (1, darken(face, 0.08))])
    body = rect(0.5 * unit, 1.5 * unit, width_px - unit, height_px - 2 * unit, 5 * unit, darken(face, 0.55))
    body += rect(
        0.5 * unit,
        0.5 * unit,
        width_px - unit,
        height_px - 3.5 * unit,
        5 * unit,
        "url(#face)",
        darken(face, 0.45),
        unit,
    )
    return svg(body, width_px, height_px, defs=defs, oversample=4)


@sprite(kept=64)
def pill(
    width_px: int, height_px: int, colour: Colour = INK, opacity: float = 0.66, line: Colour = SAND
) -> pygame.Surface:
    """Return a plate with round ends, to put behind a line of text on a picture."""
    body = rect(
        0.75,
        0.75,
        width_px - 1.5,
        height_px - 1.5,
        height_px / 2,
        colour,
        line,
        1.2,
        fill_opacity=opacity,
        stroke_opacity=0.28,
    )
    return svg(body, width_px, height_px)


@sprite(kept=64)
def round_button(size_px: int, face: Face = LIT) -> pygame.Surface:
    """Return a round button without an icon."""
    defs = linear("face", [(0, face.top, face.opacity), (1, face.foot, face.opacity)], 0, 0, 0.3, 1)
    body = rect(2, 2, 40, 40, 20, "url(#face)", "#2A1526", 2)
    body += rect(4.6, 4.6, 34.8, 34.8, 17.4, "none", face.line, 1.2, stroke_opacity=min(1.0, face.line_opacity))
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 44, 44), oversample=4)
