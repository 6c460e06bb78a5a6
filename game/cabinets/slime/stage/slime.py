"""Slimes as sprites: jelly in a team's colour and pattern, facing where it goes, with a hat.

Team A wears a fez, team B a turban, so that teams are told apart without colour. A cream line around the dark outline
separates a slime from land of its own colour.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

import pygame

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.tones import land_tones, skin_tones
from game.engine.canvas import Canvas
from game.engine.colour import INK, PAPER, WHITE, Colour, mix
from game.engine.light import shine
from game.engine.linework import patterned
from game.engine.sprites import clipped, faded, put, put_middle, sprite
from game.engine.stage import Look
from game.engine.text import Typeface
from game.engine.vector import circle, drawing_body, ellipse, group, icon, path, radial, rect, svg
from game.kit.marks import chip

_VIEW = (-6.0, 0.0, 112.0, 116.0)
"""View box of a slime's sprite in drawing units: the body is 100 wide and stands on y = 100."""
_FOOT = 100.0
_HEIGHT_UNITS = 108.0
"""Height of a slime in drawing units: from the top of the hat to below the foot."""

_BODY = (
    "M8 78C8 52 26 36 50 36C74 36 92 52 92 78C92 92 82 100 69 100"
    "C61 100 58 97 50 97C42 97 39 100 31 100C18 100 8 92 8 78Z"
)
_MASTER = 3
"""A master sprite is this many times as wide as a slime on screen; it is scaled down for every squash."""

_HATS = (
    "M33 42L39 14C44 10 56 10 61 14L67 42C58 48 42 48 33 42Z",
    "M24 42C20 24 36 10 52 12C70 13 80 26 76 42C62 49 38 49 24 42Z",
)
"""The outlines of a fez and a turban."""
_HAT_DRAWINGS = ("slime-fez", "slime-turban")


_GAZE = {
    Heading.RIGHT: (9.0, 66.0, 13.0, 3.4, 0.0),
    Heading.LEFT: (-9.0, 66.0, 13.0, -3.4, 0.0),
    Heading.UP: (0.0, 60.0, 14.0, 0.0, -4.0),
    Heading.DOWN: (0.0, 69.0, 14.0, 0.0, 4.0),
}
"""The face by heading: offset aside, height, half the distance of the eyes, and the pupils' offset (x, y)."""


def _face(heading: Heading) -> str:
    aside, down, apart, look_x, look_y = _GAZE[heading]
    body = ""
    for side in (-1, 1):
        x = 50 + aside + side * apart
        body += ellipse(x, down, 9, 11, "#FFFDF5", "#2A1430", 1.6)
        body += ellipse(x + look_x, down + look_y + 1, 5, 6.6, "#1B1028")
        body += circle(x + look_x - 1.8, down + look_y - 2, 2, WHITE)
        body += ellipse(50 + aside + side * (apart + 12), down + 13, 5, 3.2, "#E8507A", fill_opacity=0.5)
    x, y = 50 + aside * 1.2, down + (19 if heading is Heading.UP else 17)
    smile = f"M{x - 7} {y - 1}C{x - 4} {y + 6} {x + 4} {y + 6} {x + 7} {y - 1}Z"
    return body + path(smile, "#7A1F33", "#2A1430", 1.6)


@sprite(kept=16)
def _master(team: int, heading: Heading, width_px: int, colour: Colour, pattern: str) -> pygame.Surface:
    """Render a large slime at rest."""
    skin = skin_tones(colour)
    height_px = round(width_px * _VIEW[3] / _VIEW[2])
    size = (width_px, height_px)
    stops = [(0, skin.light), (0.45, skin.middle), (1, skin.dark)]
    defs = radial("skin", stops, 38, 54, 64, user_units=True)
    halo = "".join(path(line, PAPER, PAPER, 11) for line in (_BODY, _HATS[team]))
    made = svg(halo + path(_BODY, "url(#skin)"), *size, defs=defs, box=_VIEW, oversample=1).copy()
    marks = patterned(pattern, *size, max(5, round(width_px * 0.17)), land_tones(colour).mark, 0.42)
    low = rect(_VIEW[0], 76, _VIEW[2], 40, 0, WHITE)
    lower_body = clipped(
        svg(path(_BODY, WHITE), *size, box=_VIEW, oversample=1), svg(low, *size, box=_VIEW, oversample=1)
    )
    put(made, clipped(marks, lower_body), 0, 0)
    detail = path(_BODY, "none", skin.line, 4.6)
    detail += ellipse(50, 92, 26, 4.5, WHITE, fill_opacity=0.28)
    detail += path("M17 66C19 53 27 46 35 44", "none", WHITE, 5.5, stroke_opacity=0.85)
    put(
        made,
        svg(detail + _face(heading) + drawing_body(_HAT_DRAWINGS[team]), *size, defs=defs, box=_VIEW, oversample=1),
        0,
        0,
    )
    return made


@sprite(kept=384)
def slime(team: int, heading: Heading, width_px: int, height_px: int, colour: Colour, pattern: str) -> pygame.Surface:
    """Render a slime with a body `width_px` wide, `height_px` high with its hat: together they set the
    squash of a hop.
    """
    large = _master(team, heading, max(120, 32 * round(width_px * _MASTER / 32)), colour, pattern)
    size = (round(width_px * _VIEW[2] / 100), round(height_px * _VIEW[3] / _HEIGHT_UNITS))
    return pygame.transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))


def body_size(heading: Heading) -> tuple[float, float]:
    """Width and height of a slime at rest, in design units."""
    return (46.0, 44.0) if heading in (Heading.LEFT, Heading.RIGHT) else (42.0, 48.0)


@sprite(kept=16)
def _ground_shadow(width_px: int, height_px: int) -> pygame.Surface:
    stops = [(0, INK, 0.85), (0.55, INK, 0.5), (1, INK, 0)]
    body = ellipse(50, 50, 50, 50, "url(#soft)")
    return svg(body, width_px, height_px, defs=radial("soft", stops), box=(0, 0, 100, 100))


def draw_slime(canvas: Canvas, look: Look, figure: Figure, size: float = 1.0, *, lit: bool = True) -> None:
    if figure.opacity <= 0:
        return
    x, y, opacity = figure.x, figure.y, figure.opacity
    wide, high = body_size(figure.heading)
    wide, high = wide * size * (1 - 0.5 * figure.stretch), high * size * (1 + figure.stretch)
    if lit:
        shine(canvas, x, y, 34 * size, "#FFE2A8", 0.18, 1.6)
    flat = size * max(0.45, 1 - figure.height / 60)
    cast = _ground_shadow(canvas.px(52 * flat), canvas.px(20 * flat))
    canvas.put_middle(cast if opacity >= 1 else faded(cast, opacity), x + 1, y + 15 * size)
    body = _even(canvas.px(wide)), _even(canvas.px(high))
    drawn = slime(figure.team, figure.heading, *body, look.colour, look.pattern)
    foot = drawn.get_height() * (_FOOT - _VIEW[1]) / _VIEW[3] / canvas.scale
    left, top = x - drawn.get_width() / canvas.scale / 2, y + 17 * size - figure.height - foot
    canvas.put(drawn if opacity >= 1 else faded(drawn, opacity), left, top)


def _even(length_px: int) -> int:
    """Round up to an even number of pixels: half as many sprites are kept, and no squash is seen to step."""
    return max(2, length_px + length_px % 2)


def draw_number(
    canvas: Canvas, typeface: Typeface, number: int, x: float, y: float, colour: Colour, size: float = 18
) -> None:
    chip(canvas, typeface, str(number), x, y, mix(skin_tones(colour).line, INK, 0.35), size)


CHEVRON = 19.0
"""Size of the arrowhead before a slime, and of a splat."""
SPLAT_SIZE = 44.0
_TURNS = {Heading.RIGHT: 0, Heading.UP: -90, Heading.LEFT: 180, Heading.DOWN: 90}


@sprite(kept=64)
def chevron(heading: Heading, size_px: int, colour: Colour) -> pygame.Surface:
    """Render the arrowhead that shows a slime's next heading."""
    head = "M28 10L74 50L28 90L42 50Z"
    body = path(head, "none", "#2A1430", 26, stroke_opacity=0.85) + path(head, colour, colour, 8)
    turned = group(body, f"rotate({_TURNS[heading]} 50 50)")
    return svg(turned, size_px, size_px, box=(-10, -10, 120, 120), oversample=4)


@sprite(kept=8)
def splat(size_px: int, colour: Colour) -> pygame.Surface:
    """Render the splat of a dead slime: its colour, droplets, a skull."""
    chance = random.Random(3)
    tones, skin = land_tones(colour), skin_tones(colour)
    reaches = [(45 if k % 2 == 0 else 29) * chance.uniform(0.82, 1.05) for k in range(16)]
    corners = [(50 + r * math.sin(k * math.pi / 8), 50 - r * math.cos(k * math.pi / 8)) for k, r in enumerate(reaches)]
    data = ""
    for k, (x, y) in enumerate(corners):
        (px, py), (nx, ny) = corners[k - 1], corners[(k + 1) % 16]
        data += f"{'L' if k else 'M'}{(px + x) / 2:.1f} {(py + y) / 2:.1f}"
        data += f"Q{x:.1f} {y:.1f} {(x + nx) / 2:.1f} {(y + ny) / 2:.1f}"
    body = path(data + "Z", skin.middle, PAPER, 9) + path(data + "Z", skin.middle, tones.rim, 4)
    for x, y, radius in ((10, 20, 5), (90, 30, 6), (80, 90, 4), (16, 84, 4)):
        body += circle(x, y, radius, skin.middle, tones.rim, 3)
    body += circle(50, 50, 26, mix(tones.rim, INK, 0.4))
    made = svg(body, size_px, size_px, box=(-4, -4, 108, 108), oversample=4).copy()
    put_middle(made, icon("skull", max(6, round(size_px * 0.38)), PAPER, 2.4), size_px / 2, size_px / 2)
    return made


@sprite(kept=8)
def drop(size_px: int, colour: Colour) -> pygame.Surface:
    """Render a droplet of jelly that flies from a splat."""
    skin = skin_tones(colour)
    defs = radial("drop", [(0, skin.light), (0.6, skin.middle), (1, skin.dark)], 0.38, 0.34, 0.7)
    body = circle(10, 10, 8.4, "url(#drop)", skin.line, 1.4)
    return svg(body, size_px, size_px, defs=defs, box=(0, 0, 20, 20), oversample=4)


def warm_slimes(canvas: Canvas, looks: Sequence[Look]) -> Iterator[None]:
    """Render the sprites of both teams' slimes and splats, one at each step of the iterator."""
    for team, look in enumerate(looks):
        for heading in Heading:
            wide, high = body_size(heading)
            slime(team, heading, canvas.px(wide), canvas.px(high), look.colour, look.pattern)
            chevron(heading, canvas.px(CHEVRON), PAPER)
            yield
        splat(canvas.px(SPLAT_SIZE), look.colour)
        yield
