"""Assam, seen from above and in front: a drawing for each heading, and the brass pointer he stands on.

The figures are drawn on a plane 140 wide and 160 high; west is east mirrored. What tells the heading from
afar: the pointer's tip, jewel and beard (south), the hanging cloth (north), the pointing arm (east and west).
"""

from __future__ import annotations

import math
from functools import cache

import pygame

from game.cabinets.marrakech.rules import Heading
from game.cabinets.marrakech.stage.layout import CELL, degrees
from game.engine.canvas import PREMULTIPLIED, Canvas
from game.engine.colour import LANTERN, PAPER, WHITE
from game.engine.light import shadow
from game.engine.sprites import faded, sprite
from game.engine.vector import Unit, circle, ellipse, group, linear, path, radial, star, svg

HEIGHT = 1.46 * CELL
"""Of the whole sprite; the figure fills 86 % of it."""
PLANE: Unit = (-10, -4, 140, 160)

OUTLINE = "#1C1030"
SKIN, SKIN_DARK, NOSE = "#D79A66", "#A9653C", "#E2A06C"
ROBE, ROBE_LIGHT, ROBE_DARK = "#5A2F86", "#8350B4", "#351A57"
GOLD, GOLD_LIGHT, GOLD_DARK = "#E9A93C", "#FFE3A0", "#9A5F1B"
CLOTH, CLOTH_DARK, CLOTH_LINE = "#FFF4DC", "#D3B78C", "#C2A273"
HAIR, MOUSTACHE, BLUSH = "#4A2C1C", "#5A3622", "#E8745C"

FILLS = (
    radial("skin", [(0, "#EDB987"), (0.6, SKIN), (1, SKIN_DARK)], 0.38, 0.36, 0.75)
    + linear("robe", [(0, ROBE_LIGHT), (0.45, ROBE), (1, ROBE_DARK)], 0, 0, 1, 0.35)
    + radial("cloth", [(0, WHITE), (0.5, CLOTH), (1, CLOTH_DARK)], 0.36, 0.28, 0.8)
    + linear("cap", [(0, "#F0627A"), (1, "#8E1E3C")], 0, 0, 0.6, 1)
    + linear("gold", [(0, GOLD_LIGHT), (0.5, GOLD), (1, GOLD_DARK)], 0, 0, 0.5, 1)
    + radial("gem", [(0, "#D7FFF4"), (0.4, "#2BC5B4"), (1, "#0C6A6A")], 0.35, 0.3, 0.8)
    + linear("sash", [(0, "#F0627A"), (1, "#A42445")])
)


def _inked(data: str, fill: str, width: float = 2.6) -> str:
    """A filled shape with his outline."""
    return path(data, fill, OUTLINE, width)


def _line(data: str, colour: str, width: float, opacity: float = 1) -> str:
    return path(data, "none", colour, width, stroke_opacity=opacity)


def _turban() -> str:
    """The wrapped cloth with its red cap, the same from all sides."""
    wound = "M27 48C22 24 42 15 60 15C78 15 98 24 93 48C90 61 30 61 27 48Z"
    drawn = _inked(wound, "url(#cloth)")
    for fold in (
        "M27 45C44 56 74 52 91 35",
        "M30 33C48 47 70 44 85 25",
        "M93 47C78 56 62 54 52 49",
        "M37 24C42 31 48 35 54 37",
    ):
        drawn += _line(fold, CLOTH_LINE, 1.9)
        drawn += group(_line(fold, WHITE, 1.2, 0.7), "translate(0 -2)")
    cap = "M45 22C45 11 75 11 75 22C73 29 47 29 45 22Z"
    return drawn + _inked(cap, "url(#cap)", 2.2) + _line("M52 18q5 -4 11 -3", "#FFB3BE", 2)


def _jewel(x: float, y: float, lean: float) -> str:
    """The gold star on the turban's front with its feather."""
    feather = (
        f"M{x} {y - 5}C{x + lean * 4 - 7} {y - 16} {x + lean * 8 - 4} {y - 27} {x + lean * 14 + 4} {y - 30}"
        f"C{x + lean * 12 + 6} {y - 20} {x + lean * 6 + 6} {y - 12} {x + 3} {y - 4}Z"
    )
    gem = circle(x, y, 3.6, "url(#gem)", OUTLINE, 1.2) + circle(x - 1, y - 1.2, 1.1, WHITE)
    return _inked(feather, "url(#gem)", 2) + _inked(star(x, y, 8.5), "url(#gold)", 1.8) + gem


def _eye(x: float, y: float, width: float, glint: float) -> str:
    return ellipse(x, y, width, 4.4, OUTLINE) + circle(x + glint, y - 1.6, 1.35, WHITE)


def _upright_robe(seam: str, folds: str) -> str:
    """The robe seen from the front or the back: skirt, hem, sash."""
    drawn = _inked(
        "M44 84C36 96 28 120 26 137C36 145 84 145 94 137C92 120 84 96 76 84C68 80 52 80 44 84Z", "url(#robe)"
    )
    drawn += _line("M29 128C42 136 78 136 91 128", "url(#gold)", 3.6) + seam
    drawn += _line(folds, ROBE_DARK, 2, 0.8)
    return drawn + _inked("M36 106C46 114 74 114 84 106L86 115C74 123 46 123 34 115Z", "url(#sash)", 2)


def _sleeves() -> str:
    drawn = _inked("M45 84C34 88 27 102 28 113C34 119 42 118 46 115C47 106 49 98 52 92Z", "url(#robe)")
    drawn += _inked("M75 84C86 88 93 102 92 113C86 119 78 118 74 115C73 106 71 98 68 92Z", "url(#robe)")
    return drawn + _line("M28 112C34 118 42 117 46 114M92 112C86 118 78 117 74 114", "url(#gold)", 3)


def _ear(x: float, y: float = 64, width: float = 4) -> str:
    return ellipse(x, y, width, 6, "url(#skin)", OUTLINE, 2)


def _south() -> str:
    feet = _inked("M46 138q-1 9 4 12q3 -2 6 -4q1 -5 0 -9Z", "url(#gold)", 2.2)
    feet += _inked("M74 138q1 9 -4 12q-3 -2 -6 -4q-1 -5 0 -9Z", "url(#gold)", 2.2)
    folds = "M44 100C40 112 38 124 38 137M77 102C80 112 82 124 82 137"
    robe = _upright_robe(_line("M60 84V141", "url(#gold)", 3), folds)
    hands = circle(37, 119, 5, "url(#skin)", OUTLINE, 2) + circle(83, 119, 5, "url(#skin)", OUTLINE, 2)
    face = _inked("M39 58C37 80 47 92 60 92C73 92 83 80 81 58Z", "url(#skin)") + _ear(38.5) + _ear(81.5)
    face += ellipse(48, 72, 5, 3.2, BLUSH, fill_opacity=0.45) + ellipse(72, 72, 5, 3.2, BLUSH, fill_opacity=0.45)
    face += _inked("M49 82C50 94 55 101 60 101C65 101 70 94 71 82C66 87 54 87 49 82Z", HAIR, 2)
    for x in (51, 69):
        face += _eye(x, 65, 3.6, -1.1) + _line(f"M{x - 5} 58.5q5 -3.4 10 0", HAIR, 2.4)
    moustache = (
        "M60 77C53 73 45 76 40 84C37 79 35 80 33 77C37 88 52 88 60 81"
        "C68 88 83 88 87 77C85 80 83 79 80 84C75 76 67 73 60 77Z"
    )
    face += _inked(moustache, MOUSTACHE, 1.8)
    face += ellipse(60, 72, 5.4, 5, NOSE, OUTLINE, 1.6) + circle(58.4, 70.4, 1.6, "#FFE2C4")
    return feet + robe + _sleeves() + hands + face + _turban() + _jewel(60, 52, 0.35)


def _north() -> str:
    heels = _inked("M46 138q0 6 4 8l7 -1q1 -5 0 -9Z", GOLD_DARK, 2.2)
    heels += _inked("M74 138q0 6 -4 8l-7 -1q-1 -5 0 -9Z", GOLD_DARK, 2.2)
    robe = _upright_robe("", "M46 96C42 110 40 124 40 137M60 92V140M75 98C79 110 80 124 80 137")
    head = _inked("M40 58C38 78 48 88 60 88C72 88 82 78 80 58Z", HAIR) + _ear(39) + _ear(81)
    hanging = _inked("M52 50C50 70 50 84 48 98C54 104 64 104 70 99C67 84 68 68 68 50C62 56 58 56 52 50Z", CLOTH, 2.2)
    hanging += _line("M57 58C56 72 56 84 55 96M63 58C63 72 63 84 64 97", CLOTH_LINE, 1.7)
    return heels + robe + _sleeves() + head + _turban() + hanging


def _slipper(x: float, y: float) -> str:
    """A slipper with its curled tip, seen from the side."""
    return _inked(f"M{x - 9} {y}q0 -8 8 -7l8 1q6 1 8 -5q4 8 -3 11q-3 2 -8 2l-9 0q-4 0 -4 -2Z", "url(#gold)", 2.2)


def _east() -> str:
    drawn = _slipper(50, 144) + _slipper(70, 147)
    drawn += _inked(
        "M50 84C40 96 33 120 31 137C42 145 82 146 93 138C93 120 86 98 78 85C70 80 58 80 50 84Z", "url(#robe)"
    )
    drawn += _line("M34 129C46 137 80 137 92 130", "url(#gold)", 3.6)
    drawn += _line("M76 84C82 102 84 122 84 142", "url(#gold)", 3)
    drawn += _line("M48 98C43 112 41 124 41 137M62 112C61 122 61 130 61 140", ROBE_DARK, 2, 0.8)
    drawn += _inked("M40 107C50 114 76 115 86 107L89 116C76 123 50 123 37 115Z", "url(#sash)", 2)
    face = _inked("M45 58C41 80 52 92 66 92C76 92 84 84 86 76C93 76 95 70 88 66C87 62 86 60 85 57Z", "url(#skin)")
    face += _ear(49, 66, 4.6) + _line("M47.5 64q3 1 1.5 5", SKIN_DARK, 1.6)
    face += ellipse(66, 74, 5.4, 3.4, BLUSH, fill_opacity=0.45)
    face += _inked("M62 84C64 95 69 102 76 101C81 99 84 91 83 83C76 88 68 88 62 84Z", HAIR, 2)
    face += _eye(68, 65, 3.4, 0.5) + _eye(80.5, 65, 2.7, 0.5)
    face += _line("M63 58.6q5 -3.4 9.6 -.4M77 58.4q4 -2.6 7 .2", HAIR, 2.4)
    face += _inked(
        "M84 78C76 73 66 75 60 83C57 79 55 80 53 76C56 89 72 89 83 82C86 86 92 86 96 79C93 81 91 79 89 77Z",
        MOUSTACHE,
        1.8,
    )
    face += _inked("M84 67C92 65 98 70 96 75C93 79 85 78 83 74Z", NOSE, 1.8) + circle(90, 69.5, 1.6, "#FFE2C4")
    hanging = _inked("M33 48q-7 12 -4 32q1 6 9 6q6 -1 5 -8q-2 -18 4 -28Z", CLOTH_DARK)
    hanging += _line("M32 58q-2 12 1 26", "#B99A6C", 1.6)
    arm = _inked(
        "M52 88C56 84 62 86 66 90C76 97 86 99 96 97L99 109C84 113 66 112 55 103C50 99 49 92 52 88Z",
        "url(#robe)",
    )
    arm += _line("M96 97L99 109", "url(#gold)", 3.6)
    hand = "M98 98C102 96 105 97 107 99L117 100.5C120 101 120 104.5 117 104.5L110 105C109 109 104 110 99 108Z"
    return (
        drawn
        + face
        + hanging
        + group(_turban(), "translate(2 0)")
        + _jewel(82, 51, 0.9)
        + arm
        + _inked(hand, "url(#skin)", 2)
    )


@cache
def _body(heading: Heading) -> str:
    return {Heading.SOUTH: _south, Heading.NORTH: _north}.get(heading, _east)()


@sprite()
def figure(heading: Heading, height_px: int) -> pygame.Surface:
    """Assam facing a heading; the sprite is 7/8 as wide as high, his feet stand at 96 % of it."""
    drawn = svg(_body(heading), round(height_px * 7 / 8), height_px, defs=FILLS, box=PLANE, oversample=4)
    return pygame.transform.flip(drawn, True, False) if heading is Heading.WEST else drawn


@sprite()
def pointer(angle: int, cell_px: int) -> pygame.Surface:
    """The brass disc under him, its tip at `angle` degrees clockwise from east, for squares of `cell_px`.

    Turned north the tip is longer: his head would hide a short one.
    """
    behind = 36 * max(0.0, -math.sin(math.radians(angle))) ** 3
    fills = linear("brass", [(0, GOLD_LIGHT), (0.5, GOLD), (1, GOLD_DARK)], 0, 0, 1, 1) + radial(
        "plate", [(0, "#FFF9EA"), (0.7, "#F1DDB4"), (1, "#CDAA74")]
    )
    base, tip = 21 + behind, 48 + behind * 0.96
    arrow = path(f"M14 -9H{base}V-22L{tip:.2f} 0L{base} 22V9H14Z", LANTERN, OUTLINE, 2.4)
    edge = path(f"M{base + 6} -11L{tip - 6:.2f} 0L{base + 6} 11", "none", PAPER, 2.4)
    ring = path(star(0, 0, 22), "none", "#B98A45", 1.2, stroke_opacity=0.8)
    body = group(arrow + edge, f"rotate({angle})")
    body += circle(0, 0, 30, "url(#brass)", OUTLINE, 2.4) + circle(0, 0, 24, "url(#plate)", OUTLINE, 1.2)
    body += group(ring, f"rotate({angle})")
    size = round(cell_px * POINTER_REACH * 2)
    reach = 75 * POINTER_REACH
    return svg(body, size, size, defs=fills, box=(-reach, -reach, 2 * reach, 2 * reach), oversample=3)


POINTER_REACH = 1.16
"""Half the pointer's sprite, in squares."""
TURN_STEP = 15
"""Degrees between two drawn positions of the turning pointer."""


def stand(
    canvas: Canvas,
    x: float,
    y: float,
    facing: Heading,
    *,
    angle: float | None = None,
    height: float = 0.0,
    stretch: float = 1.0,
    opacity: float = 1.0,
) -> None:
    """Draw him over a ground point: shadow, pointer, figure.

    `angle` is the pointer's while it turns; `height` lifts him off the ground; `stretch` > 1 makes him taller.
    """
    cell = canvas.px(CELL)
    turned = degrees(facing) if angle is None else round(angle / TURN_STEP) * TURN_STEP % 360
    blur = max(1, round(cell * 0.07))
    disc = shadow(round(cell * 0.8), round(cell * 0.8), round(cell * 0.4), blur, 120)
    canvas.put_middle(_at(disc, opacity), x + CELL * 0.03, y + CELL * 0.05)
    canvas.put_middle(_at(pointer(turned, cell), opacity), x, y)
    near = 1 - round(min(0.45, height / CELL) * 16) / 16
    wide, high = round(cell * 0.62 * near), round(cell * 0.3 * near)
    ground = shadow(wide, high, high // 2, blur, round(150 * near))
    canvas.put_middle(_at(ground, opacity), x + CELL * 0.04, y + CELL * 0.24)
    drawn = _at(figure(facing, canvas.px(HEIGHT)), opacity)
    if stretch != 1.0:
        drawn = pygame.transform.smoothscale_by(drawn, (1 / stretch, stretch))
    feet = CELL * (0.44 if facing is Heading.NORTH else 0.38)
    left, bottom = canvas.pixel(x, y + feet - height)
    place = (left - drawn.get_width() // 2, bottom - drawn.get_height())
    canvas.surface.blit(drawn, place, special_flags=PREMULTIPLIED)


def _at(drawn: pygame.Surface, opacity: float) -> pygame.Surface:
    return drawn if opacity >= 1 else faded(drawn, opacity)
