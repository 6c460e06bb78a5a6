"""The looks that widgets share, drawn with the ornaments of the arcade."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import pygame

from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import BLACK, INK, LANTERN, PAPER, ROSE, SAND, Colour, mix, rgb
from game.engine.light import drop_shadow, shadow
from game.engine.ornament import GLASS, SHEET, Face, card, outline
from game.engine.sprites import blank, sprite
from game.engine.vector import icon

FIELD = Face("#FFF9EC", "#FBEFD8", 1.0, "#D9BE8F", 0.35, 0.0)
"""Paper to write on."""
FIELD_OVER = Face("#FFFDF6", "#FFF4E0", 1.0, "#B98F52", 0.5, 0.0)
FIELD_OFF = Face("#8C819A", "#7F7590", 0.55, PAPER, 0.08, 0.0)
WELL = Face(INK, INK, 0.42, SAND, 0.13, 0.0)
"""A sunken groove, behind segments, tracks and lists."""
CHOSEN = Face("#7A5A3A", "#5C4138", 0.92, LANTERN, 0.5, 0.06)
"""The chosen one of several options."""
MARK = Face(LANTERN, LANTERN, 0.4, LANTERN, 0.0, 0.0)
ROW_OVER = Face(PAPER, PAPER, 0.07, PAPER, 0.0, 0.0)
ROW_CHOSEN = Face(LANTERN, LANTERN, 0.17, LANTERN, 0.40, 0.0)
PAPER_ROW_OVER = Face("#B98F52", "#B98F52", 0.14, "#B98F52", 0.0, 0.0)
PAPER_ROW_CHOSEN = Face(LANTERN, LANTERN, 0.36, "#B9772B", 0.35, 0.0)
HINT = Face("#3A2F63", "#2A2350", 0.985, PAPER, 0.13, 0.06)
"""The background of a tooltip."""
TRACK = Face("#0B0918", "#171230", 0.9, PAPER, 0.09, 0.0)
FILLED = Face("#D9A85A", "#B97F35", 1.0, "#FFE6B5", 0.25, 0.1)
THUMB = Face(PAPER, "#EAD7B2", 1.0, "#8A6A3C", 0.5, 0.0)
THUMB_OVER = Face("#FFFFFF", PAPER, 1.0, LANTERN, 0.9, 0.0)
SWITCH_ON = Face("#2B8F86", "#23776F", 1.0, "#9FE8DB", 0.4, 0.06)
PATCH = Face(PAPER, PAPER, 1.0, INK, 0.5, 0.12)
"""A patch of colour; its top and foot are replaced by that colour."""
SCROLL_THUMB = Face(PAPER, PAPER, 0.32, PAPER, 0.0, 0.0)
LIP = Face("#8E4F18", "#7A3F10", 1.0, "#8E4F18", 0.0, 0.0)
"""The edge of a lit button, visible below it as its thickness."""
PAPER_LIP = Face("#C7A873", "#B08F58", 1.0, "#B08F58", 0.0, 0.0)

_STEPS = 6
_RING_GAP = 3.0
_RING_BLUR = 7.0


@lru_cache(maxsize=256)
def _between(first: Face, second: Face, step: int) -> Face:
    share = step / _STEPS
    return Face(
        mix(first.top, second.top, share),
        mix(first.foot, second.foot, share),
        first.opacity + (second.opacity - first.opacity) * share,
        mix(first.line, second.line, share),
        first.line_opacity + (second.line_opacity - first.line_opacity) * share,
        first.sheen + (second.sheen - first.sheen) * share,
    )


def between(first: Face, second: Face, share: float) -> Face:
    """Return a blend of two faces for a share of 0 to 1, in few steps, so that sprites of it can be kept."""
    step = round(share * _STEPS)
    return first if step <= 0 else second if step >= _STEPS else _between(first, second, step)


def draw_face(canvas: Canvas, box: Box, face: Face, corner: float = theme.CONTROL_CORNER, line: float = 1.0) -> None:
    area = canvas.pixels(box)
    if area.width <= 0 or area.height <= 0:
        return
    corner_px = min(canvas.px(corner), area.width / 2, area.height / 2)
    made = card(area.width, area.height, corner_px, face, max(1, canvas.px(line)))
    canvas.lay(made, area.topleft)


def glass_panel(canvas: Canvas, box: Box, corner: float = theme.CORNER) -> None:
    """Draw a panel of dark glass with its shadow, the background of pages."""
    drop_shadow(canvas, box, corner, 16, 110, 8)
    draw_face(canvas, box, GLASS, corner)


def paper_panel(canvas: Canvas, box: Box, corner: float = theme.CORNER) -> None:
    drop_shadow(canvas, box, corner, 16, 110, 8)
    draw_face(canvas, box, SHEET, corner)


def focus_ring(canvas: Canvas, box: Box, corner: float = theme.CONTROL_CORNER, colour: Colour = theme.FOCUS) -> None:
    """Draw the focus ring around a box: a line in the lantern's colour, and its glow."""
    area = canvas.pixels(box)
    made = _ring(area.width, area.height, canvas.px(corner), canvas.scale, colour)
    left = area.left - (made.get_width() - area.width) // 2
    top = area.top - (made.get_height() - area.height) // 2
    canvas.lay(made, (left, top))


@sprite(kept=128)
def _ring(width_px: int, height_px: int, corner_px: int, scale: float, colour: Colour) -> pygame.Surface:
    """Return the picture of a focus ring around a box of a size in pixels, with equal margins."""
    gap, thick = round(_RING_GAP * scale), max(2, round(theme.RING * scale))
    blur = max(2, round(_RING_BLUR * scale))
    wide, high = width_px + 2 * gap, height_px + 2 * gap
    halo = shadow(wide, high, corner_px + gap, blur, 150, colour).copy()
    inside = pygame.Rect(0, 0, wide - thick, high - thick)
    inside.center = halo.get_rect().center
    hole = blank(*halo.get_size())
    pygame.draw.rect(hole, (255, 255, 255, 255), inside, border_radius=corner_px + gap)
    halo.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    line = outline(wide, high, corner_px + gap, colour, thick)
    halo.blit(line, ((halo.get_width() - wide) // 2, (halo.get_height() - high) // 2), special_flags=PREMULTIPLIED)
    return halo


def refusal_ring(canvas: Canvas, box: Box, corner: float = theme.CONTROL_CORNER) -> None:
    """Draw a rose line around a box whose entered value is not accepted."""
    area = canvas.pixels(box)
    made = outline(area.width, area.height, canvas.px(corner), ROSE, max(2, canvas.px(2)))
    canvas.lay(made, area.topleft)


def draw_icon(canvas: Canvas, name: str, x: float, y: float, size: float, colour: Colour, weight: float = 2.2) -> None:
    """Draw an icon with its middle at a point."""
    canvas.put_middle(icon(name, canvas.px(size), colour, weight), x, y)


def draw_rule(canvas: Canvas, left: float, right: float, y: float, colour: Colour = SAND) -> None:
    """Draw a hairline across a panel."""
    area = canvas.pixels(Box(left, y, right - left, 1))
    area.height = max(1, area.height)
    canvas.lay(_hairline(area.width, area.height, colour), area.topleft)


@sprite(kept=64)
def _hairline(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    made = blank(width_px, height_px)
    made.fill([part * 40 // 255 for part in (*rgb(colour), 255)])
    return made


@sprite(kept=32)
def fade_out(width_px: int, height_px: int, upwards: bool) -> pygame.Surface:
    """Return black that grows fainter in one direction, laid over the end of content that can be scrolled further."""
    made = blank(width_px, height_px)
    for y in range(height_px):
        share = (y + 1) / height_px
        alpha = round(110 * (1 - share if upwards else share) ** 1.5)
        made.fill((*rgb(BLACK), alpha), (0, y, width_px, 1))
    return made


@sprite(kept=32)
def _thinning(width_px: int, height_px: int, upwards: bool) -> pygame.Surface:
    """Return white that is opaque at one edge and fades inwards, to multiply a picture with."""
    made = blank(width_px, height_px)
    for y in range(height_px):
        share = (y + 1) / height_px
        share = 1 - share if upwards else share
        made.fill((255, 255, 255, round(255 * share**1.5)), (0, y, width_px, 1))
    return made


class Thinned:
    """Context manager: what is drawn inside it fades out towards the given edges of a box, on any background."""

    def __init__(self, canvas: Canvas, box: Box, height: float, edges: Iterable[Literal["top", "bottom"]]) -> None:
        self._canvas = canvas
        area, high = canvas.pixels(box), canvas.px(height)
        below = pygame.Rect(area.left, area.bottom - high, area.width, high)
        above = pygame.Rect(area.left, area.top, area.width, high)
        whole = pygame.Rect((0, 0), canvas.size)
        strips = {edge: (above if edge == "top" else below).clip(whole) for edge in edges}
        self._strips = [(place, edge == "top") for edge, place in strips.items() if place.width and place.height]

    def __enter__(self) -> None:
        self._before = [blank(*place.size) for place, _ in self._strips]
        for (place, _), before in zip(self._strips, self._before, strict=True):
            before.blit(self._canvas.surface, (0, 0), place)

    def __exit__(self, *_: object) -> None:
        for (place, upwards), before in zip(self._strips, self._before, strict=True):
            before.blit(_thinning(*place.size, upwards), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            self._canvas.surface.blit(before, place)


class Clip:
    """Context manager: restricts drawing to a box."""

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self._canvas = canvas
        self._area = canvas.pixels(box)

    def __enter__(self) -> None:
        self._before = self._canvas.clip
        self._canvas.clip = self._area.clip(self._before)

    def __exit__(self, *_: object) -> None:
        self._canvas.clip = self._before
