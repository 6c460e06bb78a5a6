"""Assam, seen from above and in front: a drawing for each heading, and the brass pointer he stands on.

West is east mirrored. What shows the heading from afar: the pointer's tip, jewel and beard (south), the hanging cloth
(north), the pointing arm (east and west).
"""

from __future__ import annotations

import math

import pygame

from game.cabinets.marrakech.board import NORTH, WEST
from game.cabinets.marrakech.stage.layout import CELL, degrees
from game.cabinets.marrakech.stage.picture import Pose
from game.engine.canvas import Canvas
from game.engine.colour import LANTERN, PAPER
from game.engine.light import shadow
from game.engine.sprites import faded, sprite
from game.engine.vector import circle, drawing, group, linear, path, radial, star, svg

HEIGHT = 1.46 * CELL
"""Height of the whole sprite; the figure fills 86 % of it."""
POINTER_REACH = 1.16
"""Half the width of the pointer's sprite, in squares."""
TURN_STEP = 15
"""Degrees between two drawn positions of the turning pointer."""
OUTLINE = "#1C1030"
_DRAWINGS = ("assam-north", "assam-east", "assam-south", "assam-east")


@sprite()
def figure(heading: int, height_px: int) -> pygame.Surface:
    """Return Assam facing a heading; the sprite is 7/8 as wide as high and his feet stand at 96 % of its height."""
    drawn = drawing(_DRAWINGS[heading], round(height_px * 7 / 8), height_px)
    return pygame.transform.flip(drawn, True, False) if heading == WEST else drawn


@sprite()
def pointer(angle: int, cell_px: int) -> pygame.Surface:
    """Return the brass disc under Assam, its tip at `angle` degrees clockwise from east, for squares of `cell_px`.

    A tip that points north is longer: Assam's head would hide a short one.
    """
    behind = 36 * max(0.0, -math.sin(math.radians(angle))) ** 3
    fills = linear("brass", [(0, "#FFE3A0"), (0.5, "#E9A93C"), (1, "#9A5F1B")], 0, 0, 1, 1)
    fills += radial("plate", [(0, "#FFF9EA"), (0.7, "#F1DDB4"), (1, "#CDAA74")])
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


def stand(canvas: Canvas, pose: Pose) -> None:
    cell = canvas.px(CELL)
    turned = degrees(pose.heading) if pose.angle is None else round(pose.angle / TURN_STEP) * TURN_STEP % 360
    blur = max(1, round(cell * 0.07))
    disc = shadow(round(cell * 0.8), round(cell * 0.8), round(cell * 0.4), blur, 120)
    canvas.put_middle(_at(disc, pose.opacity), pose.x + CELL * 0.03, pose.y + CELL * 0.05)
    canvas.put_middle(_at(pointer(turned, cell), pose.opacity), pose.x, pose.y)
    near = 1 - round(min(0.45, pose.height / CELL) * 16) / 16
    wide, high = round(cell * 0.62 * near), round(cell * 0.3 * near)
    ground = shadow(wide, high, high // 2, blur, round(150 * near))
    canvas.put_middle(_at(ground, pose.opacity), pose.x + CELL * 0.04, pose.y + CELL * 0.24)
    drawn = _at(figure(pose.heading, canvas.px(HEIGHT)), pose.opacity)
    if pose.stretch != 1.0:
        drawn = pygame.transform.smoothscale_by(drawn, (1 / pose.stretch, pose.stretch))
    feet = CELL * (0.44 if pose.heading == NORTH else 0.38)
    left, bottom = canvas.pixel(pose.x, pose.y + feet - pose.height)
    place = (left - drawn.get_width() // 2, bottom - drawn.get_height())
    canvas.lay(drawn, place)


def _at(drawn: pygame.Surface, opacity: float) -> pygame.Surface:
    return drawn if opacity >= 1 else faded(drawn, opacity)
