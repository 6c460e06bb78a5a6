"""Coins: silver dirhams of one and gold dirhams of five, lying in piles."""

from __future__ import annotations

import math

import pygame

from game.engine.colour import WHITE
from game.engine.sprites import sprite
from game.engine.vector import ellipse, linear, path, points, svg

_GOLD = ("#FFEBAE", "#F0B43C", "#A8691B", "#6B3F10")
_SILVER = ("#FFFFFF", "#C9CCDA", "#7E8299", "#4A4C63")
_STEP = 5


@sprite(kept=96)
def coin(value: int, width_px: int, pile: int = 1) -> pygame.Surface:
    """Return a pile of coins seen from the front and above; each coin of the `pile` adds to its height.

    A five bears a star, every other value a diamond, so that they differ by more than metal.
    """
    light, middle, dark, edge = _GOLD if value == 5 else _SILVER
    rise = (pile - 1) * _STEP
    defs = linear("face", [(0, light), (0.5, middle), (1, dark)], 0, 0, 0.8, 1)
    defs += linear("edge", [(0, dark), (0.35, middle), (1, edge)], 0, 0, 1, 0)
    body = ""
    for i in range(pile):
        y = 23 + rise - i * _STEP
        body += path(f"M3 {y}V{y + 5}A17 13.5 0 0 0 37 {y + 5}V{y}Z", "url(#edge)", edge, 1.6)
        body += ellipse(20, y, 17, 13.5, "url(#face)", edge, 1.6)
    body += ellipse(20, 23, 13, 10, "none", dark, 1.3)
    if value == 5:
        reach = [(9.5, 7.3) if k % 2 == 0 else (7.0, 5.4) for k in range(16)]
        corners = [
            (20 + rx * math.cos(k * math.pi / 8), 23 + ry * math.sin(k * math.pi / 8))
            for k, (rx, ry) in enumerate(reach)
        ]
        body += path(points(corners), "none", edge, 1.5) + ellipse(20, 23, 2.4, 1.9, edge)
    else:
        body += path("M20 17L25.5 23L20 29L14.5 23Z", "none", edge, 1.5)
    body += path("M7 19A14 11 0 0 1 22 12", "none", WHITE, 2, stroke_opacity=0.75)
    high = 38 + rise
    height_px = max(1, round(width_px * high / 40))
    return svg(body, width_px, height_px, defs=defs, box=(0, 7, 40, high), oversample=4)
