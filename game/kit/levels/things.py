"""Drawings of what stands in generated levels, such as keys, treasure, beasts and coins; kinds differ in shape, not
only in colour.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.engine.colour import INK, Colour, rgb
from game.engine.sprites import blank, sprite
from game.engine.vector import circle, ellipse, path, rect, star, svg
from game.kit.levels.tiles import LOCK_COLOURS

_DOT_BELOW = 7
"""Size in pixels below which a thing is drawn as a dot."""


def _eyes(x: float, y: float, apart: float) -> str:
    return "".join(
        circle(x + side * apart, y, 1, "#FFF6E3") + circle(x + side * apart, y, 0.5, INK) for side in (-1, 1)
    )


def _key(colour: Colour) -> str:
    bow = circle(5, 8, 3.2, "none", INK, 3.4) + path("M8 8 H15 M12 8 V11 M14.4 8 V10.4", "none", INK, 3.4)
    return bow + circle(5, 8, 3.2, "none", colour, 1.9) + path("M8 8 H15 M12 8 V11 M14.4 8 V10.4", "none", colour, 1.9)


def _lantern(glass: Colour, lit: bool = True) -> str:
    halo = circle(8, 9, 7.4, glass, fill_opacity=0.28) if lit else ""
    body = path("M5 5 H11 L12.2 8 L11 13 H5 L3.8 8 Z", glass, INK, 0.9) + rect(
        4.4, 13, 7.2, 1.6, 0.6, "#8A5A1E", INK, 0.5
    )
    return halo + body + path("M5 5 L8 1.6 L11 5 Z", "#8A5A1E", INK, 0.7)


def _blob(colour: Colour, high: float) -> str:
    body = path(f"M2 14 C2 {14 - high} 14 {14 - high} 14 14 Z", colour, INK, 1)
    return body + _eyes(8, 14 - high * 0.36, 2.1)


_DRAWN: Mapping[str, tuple[Colour, str]] = {
    "start": (
        "#7FD8C8",
        rect(7, 2, 1.4, 13, 0.5, "#FFF6E3", INK, 0.6) + path("M8.2 2.5 H14 L12 5.2 L14 8 H8.2 Z", "#2BA7A0", INK, 0.8),
    ),
    "exit": (
        "#F6B24A",
        rect(1, 1, 14, 14, 2, "#3B2A12", "#F6B24A", 1)
        + "".join(rect(2.6 + 2.6 * n, 3 + 2.7 * n, 10.8 - 2.6 * n, 2, 0.3, "#FFE0A0") for n in range(4)),
    ),
    "goal": ("#F6B24A", _lantern("#FFD98A")),
    "key": ("#F2B134", _key("#F2B134")),
    "treasure": (
        "#FFD35E",
        rect(2, 6, 12, 8, 1, "#9A5A22", INK, 0.9)
        + path("M2 7 C2 2.4 14 2.4 14 7 Z", "#B9702C", INK, 0.9)
        + rect(6.6, 6, 2.8, 4, 0.6, "#FFE39A", INK, 0.6),
    ),
    "potion": (
        "#E8507A",
        path(
            "M6.4 2 H9.6 V6 L13 12 C13.6 13.6 12.6 14.6 11 14.6 H5 C3.4 14.6 2.4 13.6 3 12 L6.4 6 Z",
            "#FFE6EE",
            INK,
            0.9,
        )
        + path("M4.6 10 H11.4 L12.2 12 C12.6 13.2 12 13.8 11 13.8 H5 C4 13.8 3.4 13.2 3.8 12 Z", "#E8507A"),
    ),
    "bomb": (
        "#8B80A6",
        circle(7.4, 9.4, 5, "#3A3350", "#B9A9C4", 0.9)
        + path("M10.6 5.6 C11.6 3.4 13 4.4 13.6 2.4", "none", "#F6B24A", 1.3)
        + path(star(13.6, 2.6, 1.8), "#FFE39A"),
    ),
    "lamp": ("#FFD98A", _lantern("#FFE6AE")),
    "rat": (
        "#B48A72",
        ellipse(8, 10.4, 5, 3.6, "#9A7460", INK, 0.9)
        + circle(4.2, 7, 1.9, "#C79A84", INK, 0.7)
        + circle(8, 6.4, 1.9, "#C79A84", INK, 0.7)
        + path("M12.6 11 C15 10.6 14 14 15.4 14", "none", "#E0B7A4", 1)
        + _eyes(5.4, 10, 1.6),
    ),
    "spitter": ("#8FD14F", _blob("#6FA83C", 12) + circle(8, 12, 1.6, INK)),
    "brute": (
        "#D9643A",
        rect(2, 4, 12, 11, 3, "#B5482F", INK, 1)
        + path("M2.4 6 L0.8 1.6 L5 4 Z M13.6 6 L15.2 1.6 L11 4 Z", "#FFF0D2", INK, 0.7)
        + _eyes(8, 8, 2.6)
        + rect(5, 11.4, 6, 1.6, 0.4, "#FFF0D2", INK, 0.5),
    ),
    "lurker": (
        "#A46BE0",
        path("M2 14.6 C2 4 5 1.6 8 1.6 C11 1.6 14 4 14 14.6 L11 12.8 L8 14.6 L5 12.8 Z", "#5A3A8E", INK, 0.9)
        + _eyes(8, 7, 2.2),
    ),
    "coin": ("#FFD35E", circle(8, 8, 4.6, "#F2B134", "#7A430F", 1) + path(star(8, 8, 2.6), "#FFF1C9")),
    "gem": (
        "#57E0D0",
        path("M8 2 L13.4 6.6 L8 14.4 L2.6 6.6 Z", "#2BA7A0", INK, 0.9)
        + path("M8 2 L10.4 6.6 H5.6 Z", "#BDF3E6")
        + path("M5.6 6.6 H10.4 L8 14.4 Z", "#57C9B4"),
    ),
    "checkpoint": (
        "#E8507A",
        rect(4, 1.6, 1.4, 13.4, 0.5, "#FFF6E3", INK, 0.6) + path("M5.2 2.4 L13.4 5 L5.2 7.8 Z", "#E8507A", INK, 0.8),
    ),
    "walker": (
        "#D9643A",
        _blob("#D9643A", 13) + rect(3.4, 13.6, 3, 1.8, 0.8, INK) + rect(9.6, 13.6, 3, 1.8, 0.8, INK),
    ),
    "flyer": (
        "#F78C96",
        path("M1 6 C3 3.6 5 5 6 7 M15 6 C13 3.6 11 5 10 7", "none", "#FFE6EE", 1.6)
        + ellipse(8, 9, 4.4, 3.8, "#E8507A", INK, 0.9)
        + _eyes(8, 8.4, 1.7),
    ),
    "crusher": (
        "#9FB0C6",
        rect(1.4, 1, 13.2, 12, 1.4, "#6C7488", INK, 1)
        + path("M2.4 13 L4.6 15.6 L6.8 13 M9.2 13 L11.4 15.6 L13.6 13", "#C9CBD8", INK, 0.7)
        + _eyes(8, 6.6, 2.6),
    ),
    "cannon": (
        "#5B7BE5",
        rect(1.4, 5, 10, 6.4, 2.4, "#3A3F5C", "#9FB0C6", 0.9)
        + rect(10.4, 4, 3.4, 8.4, 1, "#5B6488", INK, 0.7)
        + circle(5, 13, 2.2, "#6B3C18", INK, 0.8),
    ),
    "giant": (
        "#B3244A",
        rect(1, 2, 14, 13.4, 5, "#B3244A", INK, 1.1)
        + _eyes(8, 7, 3)
        + path("M4.6 11.4 H11.4 L10.4 13.4 H5.6 Z", "#FFF0D2", INK, 0.6),
    ),
}

THINGS = tuple(_DRAWN)
"""Every kind of thing that has a drawing."""


def thing_colour(kind: str, number: int = 0) -> Colour:
    """Return the one colour of a kind, for dots and charts; a key has the colour of door `number`."""
    if kind == "key":
        return LOCK_COLOURS[number % len(LOCK_COLOURS)]
    return _DRAWN[kind][0] if kind in _DRAWN else "#FFFFFF"


@sprite(kept=512)
def thing(kind: str, size_px: int, number: int = 0) -> pygame.Surface:
    """Return the picture of a thing, as large as its square; for a key, `number` is the number of its door, from 0."""
    if size_px < _DOT_BELOW or kind not in _DRAWN:
        return _dot(thing_colour(kind, number), max(1, size_px))
    body = _key(thing_colour("key", number)) if kind == "key" else _DRAWN[kind][1]
    return svg(body, size_px, size_px, box=(0, 0, 16, 16), oversample=4 if size_px < 16 else 3)


def _dot(colour: Colour, size_px: int) -> pygame.Surface:
    made = blank(size_px, size_px)
    inset = 1 if size_px > 4 else 0
    made.fill((*rgb(colour), 255), (inset, inset, size_px - 2 * inset, size_px - 2 * inset))
    return made
