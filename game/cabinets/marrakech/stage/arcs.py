"""Arcs of a circle: how the track's loops run, and how they are lit up."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.engine.canvas import ADD, Canvas
from game.engine.colour import LANTERN
from game.engine.light import blurred, opaque
from game.engine.sprites import put, sprite
from game.engine.tween import Point
from game.engine.vector import path, svg

_GLOW = 40.0
"""Room for the light beyond an arc, in design units."""


@dataclass(frozen=True)
class Arc:
    """A part of a circle; angles are in radians, clockwise on the screen from east."""

    centre: Point
    radius: float
    start: float
    sweep: float
    """The angle from the start to the end; positive is clockwise."""

    @property
    def length(self) -> float:
        return abs(self.sweep) * self.radius

    def point(self, share: float) -> Point:
        angle = self.start + self.sweep * share
        return self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle)

    def direction(self, share: float) -> float:
        """Return the direction of travel at a share (0 … 1) of the arc, in degrees clockwise from east."""
        return math.degrees(self.start + self.sweep * share + math.copysign(math.pi / 2, self.sweep))

    def svg(self, inset: float = 0.0) -> str:
        """Return SVG path data of the arc, extended by a straight line of length `inset` at both ends."""
        (x1, y1), (x2, y2) = self.point(0), self.point(1)
        turn, end = math.copysign(1, self.sweep), self.start + self.sweep
        out = (-math.sin(self.start) * turn, math.cos(self.start) * turn)
        back = (-math.sin(end) * turn, math.cos(end) * turn)
        large, clockwise = int(abs(self.sweep) > math.pi + 0.01), int(self.sweep > 0)
        return (
            f"M{x1 - out[0] * inset:.2f} {y1 - out[1] * inset:.2f}L{x1:.2f} {y1:.2f}"
            f"A{self.radius} {self.radius} 0 {large} {clockwise} {x2:.2f} {y2:.2f}"
            f"L{x2 + back[0] * inset:.2f} {y2 + back[1] * inset:.2f}"
        )


@sprite(kept=80)
def _lit(arc: Arc, size_px: int, room: float, glowing: bool) -> pygame.Surface:
    """Return the arc's line, or its light if `glowing`, as a square of `size_px` pixels showing `room` units."""
    box = (arc.centre[0] - room / 2, arc.centre[1] - room / 2, room, room)
    if not glowing:
        line = arc.svg(inset=3)
        body = path(line, stroke="#FFCB6B", width=8) + path(line, stroke="#FFF6DC", width=3)
        return svg(body, size_px, size_px, box=box)
    light = opaque(size_px, size_px)
    put(light, svg(path(arc.svg(), stroke=LANTERN, width=13), size_px, size_px, box=box), 0, 0)
    return blurred(light, max(2, size_px // 9), shrink=2)


def light_arc(canvas: Canvas, arc: Arc) -> None:
    room = 2 * (arc.radius + _GLOW)
    size = canvas.px(room)
    canvas.put_middle(_lit(arc, size, room, True), *arc.centre, ADD)
    canvas.put_middle(_lit(arc, size, room, False), *arc.centre)
