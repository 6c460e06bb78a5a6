"""Sprites of heroes, and of marks on monsters and squares. Monsters and things themselves come from the kit."""

from __future__ import annotations

import pygame

from game.engine.colour import INK, Colour, darken, lighten
from game.engine.ornament import badge
from game.engine.sprites import put_middle, sprite
from game.engine.vector import circle, ellipse, path, rect, svg


@sprite(kept=48)
def hero(colour: Colour, shape: str, size_px: int) -> pygame.Surface:
    """Return a hooded hero with a lantern, in a seat's colour and with its shape on the chest."""
    cloak = path("M8 1.4 C12 1.4 13.6 5 13.6 9 L14.2 15 H1.8 L2.4 9 C2.4 5 4 1.4 8 1.4 Z", colour, INK, 1)
    hood = ellipse(8, 5.6, 3.7, 3.5, darken(colour, 0.55), INK, 0.6) + ellipse(8, 6.2, 2.6, 2.5, "#F0C79A")
    eyes = circle(7, 6.1, 0.55, INK) + circle(9, 6.1, 0.55, INK)
    edge = path("M2.6 9.4 C5 10.6 11 10.6 13.4 9.4", "none", lighten(colour, 0.45), 0.7)
    lantern = rect(12.6, 9.6, 2.8, 3.8, 0.8, "#FFE6AE", INK, 0.6) + path("M14 9.6 V8.4", "none", INK, 0.7)
    made = svg(cloak + hood + eyes + edge + lantern, size_px, size_px, box=(0, 0, 16, 16), oversample=3).copy()
    if size_px >= 14:
        put_middle(
            made,
            badge(shape, lighten(colour, 0.6), max(7, size_px * 8 // 16), INK),
            size_px * 7 / 16,
            size_px * 12 / 16,
        )
    return made


@sprite(kept=24)
def grave(colour: Colour, size_px: int) -> pygame.Surface:
    """Return the grave of a fallen hero."""
    stone = path("M3 15 V6 C3 1.6 13 1.6 13 6 V15 Z", "#8A86A0", INK, 1)
    sign = path("M8 5 V11 M5.6 7.2 H10.4", "none", "#3A3350", 1.4) + rect(2, 13.6, 12, 1.8, 0.6, colour, INK, 0.5)
    return svg(stone + sign, size_px, size_px, box=(0, 0, 16, 16), oversample=3)


@sprite(kept=12)
def heart(full: bool, size_px: int) -> pygame.Surface:
    """Return a heart, filled, or as an outline if it was lost."""
    data = "M8 14 C3 10.4 1.4 7.6 1.4 5.2 C1.4 1.4 6.4 0.8 8 4 C9.6 0.8 14.6 1.4 14.6 5.2 C14.6 7.6 13 10.4 8 14 Z"
    body = path(data, "#E8507A", INK, 1.2) + path("M4 4.4 C4.4 3.4 5.4 3.2 6 3.6", "none", "#FFD6E0", 1.2)
    return svg(body if full else path(data, "none", "#8B80A6", 1.2), size_px, size_px, box=(0, 0, 16, 16), oversample=3)


@sprite(kept=12)
def asleep(size_px: int) -> pygame.Surface:
    """Return two letters Z, shown above a sleeping monster."""
    data = "M1 6 H6 L1 12 H6 M9 1 H14 L9 7 H14"
    body = path(data, "none", INK, 3.4) + path(data, "none", "#FFF6E3", 1.6)
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=3)


@sprite(kept=12)
def resting(size_px: int) -> pygame.Surface:
    """Return an hourglass, shown above a monster that rests; the button for waiting has the same sign."""
    glass = "M3 2 H13 M3 14 H13 M4.4 2 C4.4 6 7.4 6.6 7.4 8 C7.4 9.4 4.4 10 4.4 14"
    glass += " M11.6 2 C11.6 6 8.6 6.6 8.6 8 C8.6 9.4 11.6 10 11.6 14"
    sand = path("M5.2 13.4 C5.4 11.2 7 10.6 8 10.2 C9 10.6 10.6 11.2 10.8 13.4 Z", "#F6B24A")
    body = rect(1.2, 0.4, 13.6, 15.2, 4, INK, fill_opacity=0.85) + sand + path(glass, "none", "#FFF6E3", 1.7)
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=3)


@sprite(kept=24)
def pips(count: int, size_px: int) -> pygame.Surface:
    """Return a monster's hearts as pips, shown at its foot if it has more than one."""
    wide = 14.0 / 6
    start = 8 - count * wide / 2
    body = rect(start - 0.6, 0.4, count * wide + 1.2, 3.2, 1.4, INK, fill_opacity=0.85)
    body += "".join(circle(start + (place + 0.5) * wide, 2, 0.85, "#FF8FA6") for place in range(count))
    return svg(body, size_px, max(1, size_px // 4), box=(0, 0, 16, 4), oversample=4)


@sprite(kept=12)
def hatch(kind: str, size_px: int) -> pygame.Surface:
    """Return a square on which harm is announced: slanting bars for a blow, a cross-hatch for a blast.

    Light bars on dark ones with a thick edge are readable without colour, on light and dark floor.
    """
    bars = "M-2 6 L6 -2 M-2 14 L14 -2 M2 18 L18 2 M10 18 L18 10"
    other = "M18 6 L10 -2 M18 14 L2 -2 M14 18 L-2 2 M6 18 L-2 10"
    colour = "#D9643A" if kind == "blow" else "#E8507A"
    body = rect(0, 0, 16, 16, 0, "#3A0F08", fill_opacity=0.42)
    for data in (bars,) if kind == "blow" else (bars, other):
        body += path(data, "none", colour, 2.6 if kind == "blow" else 1.6)
        body += path(data, "none", "#FFE3D0", 0.7)
    body += rect(0.8, 0.8, 14.4, 14.4, 1, "none", "#2A0A05", 1.6) + rect(
        0.8, 0.8, 14.4, 14.4, 1, "none", "#FFD9C4", 0.8
    )
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=2)


@sprite(kept=8)
def stipple(size_px: int) -> pygame.Surface:
    """Return dots of shadow, drawn over a square where heroes see only two squares far."""
    body = rect(0, 0, 16, 16, 0, "#0D0B1E", fill_opacity=0.34)
    body += "".join(
        circle(x + (y // 4 % 2) * 2, y, 0.9, "#0D0B1E", fill_opacity=0.75)
        for y in (2, 6, 10, 14)
        for x in (2, 6, 10, 14)
    )
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=2)


@sprite(kept=8)
def bomb_lit(size_px: int) -> pygame.Surface:
    """Return a laid bomb with its burning fuse."""
    body = circle(7.4, 9.4, 5.4, "#221C36", "#FFE39A", 1)
    body += path("M10.8 5.4 C11.8 3.4 13 4.2 13.6 2.6", "none", "#F6B24A", 1.5) + circle(13.6, 2.6, 2.2, "#FFF1C9")
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=3)
