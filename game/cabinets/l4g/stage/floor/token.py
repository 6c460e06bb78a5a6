"""Tokens: a survivor is a pale ball, a corpse a tilted stone, an infected a red wheel, a soul a sun.

Their shapes differ as well as their colours, so that nobody has to tell them apart by colour alone.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from game.cabinets.l4g.rules.views import PlayerState
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, OUTLINE, PAPER, Colour
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.text import LEAST_PX, Typeface, Weight
from game.engine.text.wrapping import shortened
from game.engine.vector import arc, circle, ellipse, group, linear, path, radial, rect, star, svg

COLOURS: Final[dict[PlayerState, Colour]] = {
    PlayerState.SURVIVOR: "#FFF1D6",
    PlayerState.CORPSE: "#A9A3BA",
    PlayerState.INFECTED: "#F0506A",
    PlayerState.SOUL: "#FFC94D",
}
"""The colour of each state in charts and bars."""
_INK: Final[dict[PlayerState, Colour]] = {
    PlayerState.SURVIVOR: "#241836",
    PlayerState.CORPSE: "#1E1930",
    PlayerState.INFECTED: "#FFFFFF",
    PlayerState.SOUL: "#5A2C08",
}
_READABLE_PX = 8.0
"""Radius in pixels from which a number can be read on a token."""
_FIGURE = 0.78
"""Size of the figure on a plate as a share of the plate's height."""
_ROOM = 1.42
"""Half the width of a token's sprite as a multiple of its radius: room for its shadow and its rays."""
_STEPS = 8
PRAYER = 6
"""Pieces of the ring that counts prayers."""


def _shadow() -> str:
    return ellipse(101, 107, 101, 98, "#05061A", fill_opacity=0.42)


def _survivor() -> tuple[str, str]:
    defs = radial("face", [(0, "#FFFFFF"), (0.6, "#FFF6E3"), (1, "#E2D2B4")], 70, 65, 140, user_units=True)
    return _shadow() + circle(100, 100, 96, "url(#face)", "#3A2B4A", 8), defs


def _corpse() -> tuple[str, str]:
    defs = linear("face", [(0, "#BDB8CA"), (1, "#77728A")])
    stone = rect(14, 14, 172, 172, 22, "url(#face)", "#2A2438", 8)
    stone += path("M40 40H160", "none", "#FFFFFF", 5, stroke_opacity=0.28)
    return _shadow() + group(stone, "rotate(-7 100 100)"), defs


def _infected() -> tuple[str, str]:
    defs = radial("face", [(0, "#FF8B95"), (0.5, "#E23B57"), (1, "#9C1638")], 70, 65, 150, user_units=True)
    wheel = path(star(100, 100, 108, 0.0, 0.84, 12), "url(#face)", "#4A0A1E", 9)
    return _shadow() + wheel + circle(100, 100, 76, "none", "#FFD9DC", 5, stroke_opacity=0.5), defs


def _soul() -> tuple[str, str]:
    defs = radial("face", [(0, "#FFF6C9"), (0.6, "#FFD45E"), (1, "#F7B233")], 85, 80, 100, user_units=True)
    rays = path(star(100, 100, 122, 0.0, 0.74, 12), "#F29A2E", "#8A4A12", 6)
    return rays + circle(100, 100, 76, "url(#face)", "#FFF3C8", 7), defs


_SHAPES = {
    PlayerState.SURVIVOR: _survivor,
    PlayerState.CORPSE: _corpse,
    PlayerState.INFECTED: _infected,
    PlayerState.SOUL: _soul,
}


@sprite(kept=512)
def token(state: PlayerState, radius_px: int, opacity: int = _STEPS) -> pygame.Surface:
    """Return a token without its number; `opacity` in eighths."""
    if opacity < _STEPS:
        return faded(token(state, radius_px), opacity / _STEPS)
    body, defs = _SHAPES[state]()
    size = max(4, round(2 * radius_px * _ROOM))
    wide = 200 * _ROOM
    box = (100 - wide / 2, 100 - wide / 2, wide, wide)
    return svg(body, size, size, defs=defs, box=box, oversample=3)


@sprite(kept=64)
def ring(radius_px: int, colour: Colour = LANTERN) -> pygame.Surface:
    """Return the ring around the followed token."""
    size = round(2.6 * radius_px)
    body = circle(130, 130, 114, "none", "#3A1E08", 17) + circle(130, 130, 114, "none", colour, 11)
    return svg(body, size, size, box=(0, 0, 260, 260), oversample=3)


@sprite(kept=128)
def prayers(radius_px: int, counter: int) -> pygame.Surface:
    """Return a ring of up to six pieces, one for each that an infected's prayers have counted."""
    body = ""
    for piece in range(min(PRAYER, counter)):
        data = arc(130, 130, 113, (piece + 0.1) / PRAYER, (piece + 0.9) / PRAYER)
        body += path(data, "none", OUTLINE, 13) + path(data, "none", "#D9C2FF", 7)
    size = round(2.6 * radius_px)
    return svg(body, size, size, box=(0, 0, 260, 260), oversample=3)


@sprite(kept=64)
def _plate(width_px: int, height_px: int, colour: Colour) -> pygame.Surface:
    body = rect(1, 1, width_px - 2, height_px - 2, height_px / 2, OUTLINE, colour, 1.4, fill_opacity=0.94)
    return svg(body, width_px, height_px, oversample=3)


def draw_token(
    canvas: Canvas,
    typeface: Typeface,
    state: PlayerState,
    x: float,
    y: float,
    radius: float,
    label: str = "",
    opacity: float = 1.0,
) -> None:
    """Draw a token around a point, with `label` on it where it can be read."""
    radius_px = canvas.px(radius)
    steps = max(0, min(_STEPS, round(opacity * _STEPS)))
    if steps == 0:
        return
    canvas.put_middle(token(state, radius_px, steps), x, y)
    if label and radius_px >= _READABLE_PX:
        size = max(radius * (1.0 if len(label) < 2 else 0.92), LEAST_PX / canvas.scale) * 100 / typeface.text_size
        alpha = None if steps == _STEPS else steps / _STEPS
        typeface.line(canvas, label, x, y, round(2 * size) / 2, Weight.BOLD, _INK[state], "middle", alpha=alpha)


def plate_height(size: float) -> float:
    """Return the height of a plate for a figure of text size `size`."""
    return size / _FIGURE


def draw_plate(canvas: Canvas, typeface: Typeface, text: str, x: float, y: float, high: float, colour: Colour) -> None:
    """Draw a small plate with a figure, such as the health, at a token's side."""
    size = high * _FIGURE * 100 / typeface.text_size
    wide = max(high * 1.15, typeface.measure(text, size, Weight.BOLD) + high * 0.55)
    canvas.put_middle(_plate(canvas.px(wide), canvas.px(high), colour), x, y)
    typeface.line(canvas, text, x, y, size, Weight.BOLD, PAPER, "middle")


def plain_name(name: str, number: int) -> str:
    """Return a name without the player's number at its end, which tells players of one kind apart.

    >>> plain_name("Scout 37", 37), plain_name("Room 9", 37)
    ('Scout', 'Room 9')
    """
    return name.removesuffix(f" {number}")


def draw_name(
    canvas: Canvas,
    surroundings: Surroundings,
    number: int,
    x: float,
    y: float,
    room: float,
    size: float,
    colour: Colour,
    weight: Weight = Weight.REGULAR,
) -> None:
    """Draw the name of a player from `x` on, shortened to the width `room`."""
    typeface = surroundings.typeface
    name = plain_name(surroundings.looks[number].name, number)
    measure = partial(typeface.measure, size=size, weight=weight)
    told = name if measure(name) <= room else shortened(name, room, measure)
    typeface.line(canvas, told, x, y, size, weight, colour)
