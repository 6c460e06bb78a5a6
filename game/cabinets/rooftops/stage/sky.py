"""The background behind the roofs: an evening sky and two rows of a distant town that move more slowly."""

from __future__ import annotations

import pygame

from game.engine.canvas import PREMULTIPLIED
from game.engine.light import vertical_gradient
from game.engine.sprites import sprite
from game.engine.vector import circle, path, rect, svg

FAR, NEAR = 0.12, 0.35
"""Speed of the far and the near layer, as a share of the level's."""
FAR_SHARE, NEAR_SHARE = 0.8, 0.36
"""Height of each layer, as a share of the pane's."""
NEAR_HIGH = 96
WIDE = 480
"""Width in units after which a layer repeats."""


def _sky(width_px: int, height_px: int) -> pygame.Surface:
    """Return a gradient from the night above to the last light over the town."""
    return vertical_gradient(
        width_px, height_px, [(0, "#1B1638"), (0.45, "#4A2E63"), (0.75, "#9A5266"), (1, "#D98A5B")]
    )


_FAR_HOUSES = ((0, 70, 60), (64, 46, 84), (130, 90, 52), (208, 30, 118), (250, 84, 70), (330, 56, 92), (396, 84, 58))
_NEAR_HOUSES = ((0, 96, 64), (96, 60, 88), (156, 104, 50), (260, 72, 78), (332, 50, 60), (382, 98, 72))
"""Left end, width and height of each house, in units."""
_LIT, _DARK = "#F2A65A", "#3B2040"


@sprite(kept=6)
def far_town(height_px: int) -> pygame.Surface:
    """Return distant domes and minarets together with the sky: opaque, which is several times faster to draw."""
    shapes = ""
    for x, wide, high in _FAR_HOUSES:
        shapes += rect(x, 160 - high, wide, high, 0, "#3B2450")
        shapes += path(
            f"M{x} {160 - high} C{x} {130 - high} {x + wide} {130 - high} {x + wide} {160 - high} Z", "#3B2450"
        )
        shapes += rect(x + wide / 2 - 1.5, 122 - high, 3, 22, 0, "#3B2450")
    for x, y in ((30, 120), (90, 96), (158, 128), (222, 70), (284, 118), (350, 92), (430, 122)):
        shapes += rect(x, y, 4, 7, 2, "#F6B24A", opacity=0.55)
    high = round(height_px * FAR_SHARE)
    town = svg(shapes, round(high * WIDE / 160), high, box=(0, 0, WIDE, 160))
    made = _sky(town.get_width(), height_px)
    made.blit(town, (0, height_px - high), special_flags=PREMULTIPLIED)
    return made


@sprite(kept=8)
def near_town(height_px: int) -> pygame.Surface:
    """Return the nearer walls and awnings."""
    shapes = ""
    for x, wide, high in _NEAR_HOUSES:
        shapes += rect(x, 160 - high, wide, high, 0, "#5A3154") + rect(x, 158 - high, wide, 5, 0, "#74406A")
        for number in range(wide // 24):
            shapes += rect(x + 8 + 24 * number, 172 - high, 8, 13, 4, _LIT if number % 2 else _DARK, opacity=0.7)
    for x in (60, 210, 356):
        shapes += path(f"M{x} 92 q14 10 28 0", "none", "#8A4A63", 1.4) + circle(x + 14, 99, 3, "#F6C26A", opacity=0.8)
    high = round(height_px * NEAR_SHARE)
    return svg(shapes, round(high * WIDE / NEAR_HIGH), high, box=(0, 160 - NEAR_HIGH, WIDE, NEAR_HIGH))


def draw_sky(surface: pygame.Surface, area: pygame.Rect, camera_px: float, *, calm: bool) -> None:
    """Fill a pane with the layers, shifted for a camera that is `camera_px` pixels along."""
    for make, speed, blend in ((far_town, FAR, 0), (near_town, NEAR, PREMULTIPLIED)):
        made = make(area.height)
        wide = made.get_width()
        x = area.left - (0 if calm else round(camera_px * speed) % wide)
        while x < area.right:
            surface.blit(made, (x, area.bottom - made.get_height()), special_flags=blend)
            x += wide
