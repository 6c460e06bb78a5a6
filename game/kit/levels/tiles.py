"""Drawings of the squares of generated levels: dungeons under the souk, and its roofs.

A square is named by its character in the level's text. Its look depends on that character and on the squares around it:
a wall above floor shows its face, ground below air shows an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.engine.colour import INK, Colour, darken, lighten, mix, rgb
from game.engine.sprites import blank, sprite
from game.engine.vector import circle, ellipse, path, rect, star, svg

VARIANTS = 4
"""Number of different looks of one kind of square, so that a floor does not repeat visibly."""
UNITS = 16
"""Units along each side of the drawing of a square."""
PLAIN_BELOW = 5
"""Size in pixels below which a square is drawn in one colour."""

SOLID = frozenset("#B?T")
"""Characters of squares that are solid in a platform level."""
OPEN = frozenset(".,+<>^v;ABCDEFGH")
"""Characters of squares that one walks on in a dungeon."""
LOCK_COLOURS = ("#F2B134", "#2BA7A0", "#E8507A", "#5B7BE5", "#A46BE0", "#8FA83C", "#F78C96", "#9FB0C6")
"""Colours of the locked doors A to H and of their keys."""

DUNGEON: Mapping[str, Colour] = {
    " ": "#17112E",
    "#": "#6F4B46",
    ".": "#CFAF82",
    ",": "#8C8AA0",
    "+": "#A8672F",
    "<": "#3FA79C",
    ">": "#3FA79C",
    "^": "#3FA79C",
    "v": "#3FA79C",
    "%": "#7B6A62",
    ";": "#B9B4C4",
    **dict(zip("ABCDEFGH", LOCK_COLOURS, strict=True)),
}
PLATFORM: Mapping[str, Colour] = {
    ".": "#000000",
    "#": "#A9683A",
    "B": "#B4532E",
    "?": "#F2B134",
    "=": "#D9643A",
    "^": "#C9CBD8",
    "H": "#9A6A3A",
    "S": "#2BA7A0",
    "T": "#C77B4E",
}


def colours_of(kind: str) -> Mapping[str, Colour]:
    """Return the one colour of each kind of square, for small maps and legends. Black stands for transparent air."""
    return DUNGEON if kind == "dungeon" else PLATFORM


def variant_of(column: int, row: int) -> int:
    """Return which look (0 to 3) the square at this place has.

    >>> [variant_of(column, 0) for column in range(6)]
    [0, 3, 0, 3, 3, 1]
    """
    return _MIXED[(column * 37 + row * 101) & 255]


_MIXED = bytes(number * 167 + (number * number >> 3) >> 2 & 3 for number in range(256))


@sprite(kept=4096)
def tile(kind: str, sign: str, size_px: int, variant: int = 0, edges: int = 0) -> pygame.Surface:
    """Return the picture of one square.

    `edges` is a sum of the exposed sides: 1 above, 2 right, 4 below, 8 left.
    """
    if size_px < PLAIN_BELOW:
        return _plain(colours_of(kind).get(sign), size_px)
    drawn = _DUNGEON if kind == "dungeon" else _PLATFORM
    draw = drawn.get(sign)
    if draw is None:
        return _lock(sign, size_px) if kind == "dungeon" and sign in "ABCDEFGH" else blank(size_px, size_px)
    return svg(draw(variant, edges), size_px, size_px, box=(0, 0, UNITS, UNITS), oversample=3 if size_px < 20 else 2)


def _plain(colour: Colour | None, size_px: int) -> pygame.Surface:
    made = blank(size_px, size_px)
    if colour and colour != "#000000":
        made.fill((*rgb(colour), 255))
    return made


def exposed(kind: str, sign: str, above: str, right: str, below: str, left: str) -> int:
    """Return the exposed sides of a square as a sum: 1 above, 2 right, 4 below, 8 left.

    Characters of its neighbours decide: air or floor beside a solid square exposes that side.
    """
    if kind == "platform":
        if sign not in "#T":
            return 0
        around = (above, right, below, left)
        return sum(1 << number for number, other in enumerate(around) if other not in SOLID)
    if sign == "#":
        return 4 if below in OPEN else 0
    return 1 if sign in OPEN and above in "# %" else 0


def _stones(base: Colour, joint: Colour, places: tuple[tuple[float, float, float, float], ...], variant: int) -> str:
    """Return SVG elements of paving: stones of slightly different tones over the colour of their joints."""
    body = rect(0, 0, UNITS, UNITS, 0, joint)
    for number, (x, y, wide, high) in enumerate(places):
        tone = (number * 5 + variant * 3) % 7 - 3
        colour = lighten(base, 0.03 * tone) if tone > 0 else darken(base, -0.025 * tone)
        body += rect(x, y, wide, high, 0.9, colour)
    return body


_PAVING = (
    ((0.4, 0.4, 15.2, 15.2),),
    ((0.4, 0.4, 7.3, 15.2), (8.3, 0.4, 7.3, 15.2)),
    ((0.4, 0.4, 15.2, 7.3), (0.4, 8.3, 7.3, 7.3), (8.3, 8.3, 7.3, 7.3)),
    ((0.4, 0.4, 7.3, 7.3), (8.3, 0.4, 7.3, 7.3), (0.4, 8.3, 15.2, 7.3)),
)
_COBBLES = (
    ((0.5, 0.5, 6.6, 6.8), (8, 0.5, 7.5, 6.8), (0.5, 8.2, 7.6, 7.3), (9, 8.2, 6.5, 7.3)),
    ((0.5, 0.5, 8, 6.8), (9.4, 0.5, 6.1, 6.8), (0.5, 8.2, 6, 7.3), (7.4, 8.2, 8.1, 7.3)),
)


def _shade(edges: int) -> str:
    """Return SVG elements of the shadow that a wall above throws on a floor square; empty without a wall above."""
    return (
        rect(0, 0, UNITS, 4, 0, INK, fill_opacity=0.34) + rect(0, 4, UNITS, 2, 0, INK, fill_opacity=0.15)
        if edges & 1
        else ""
    )


def _rock(variant: int, edges: int) -> str:
    specks = "".join(
        circle(3 + (variant * 5 + n * 7) % 11, 3 + (variant * 3 + n * 5) % 11, 0.8, "#2A2148")
        for n in range(variant % 3)
    )
    return rect(0, 0, UNITS, UNITS, 0, DUNGEON[" "]) + specks


def _wall(variant: int, edges: int) -> str:
    top, dark = DUNGEON["#"], darken(DUNGEON["#"], 0.45)
    if not edges & 4:
        body = rect(0, 0, UNITS, UNITS, 0, darken(top, 0.18))
        body += rect(0.8, 0.8, 14.4, 14.4, 1.5, mix(top, "#4B2E63", 0.35 + 0.04 * variant))
        return body + rect(0.8, 0.8, 14.4, 1.2, 0.6, lighten(top, 0.12), fill_opacity=0.5)
    body = rect(0, 0, UNITS, UNITS, 0, dark)
    body += rect(0, 0, UNITS, 6, 0, mix(top, "#4B2E63", 0.25)) + rect(0, 5.2, UNITS, 0.9, 0, lighten(top, 0.3))
    shift = 4 * (variant % 2)
    for x in (-4 + shift, 4 + shift, 12 + shift):
        body += rect(x + 0.4, 6.6, 7.2, 3.9, 0.5, lighten(top, 0.1))
        body += rect(x - 3.6, 11.2, 7.2, 4.4, 0.5, lighten(top, 0.03))
    return body + rect(0, 9.8, UNITS, 1.6, 0, "#2BA7A0") + rect(0, 11.1, UNITS, 0.5, 0, INK, fill_opacity=0.4)


def _floor(variant: int, edges: int) -> str:
    base = DUNGEON["."]
    return _stones(base, darken(base, 0.26), _PAVING[variant % 4], variant) + _shade(edges)


def _corridor(variant: int, edges: int) -> str:
    base = DUNGEON[","]
    return _stones(base, darken(base, 0.34), _COBBLES[variant % 2], variant) + _shade(edges)


def _door(variant: int, edges: int) -> str:
    body = _corridor(0, edges) + rect(1.5, 1, 13, 14.5, 3, "#5A3216") + rect(2.6, 2.2, 10.8, 13.3, 2.2, "#A8672F")
    body += rect(7.6, 2.2, 0.8, 13.3, 0, "#6B3C18") + rect(2.6, 5, 10.8, 0.9, 0, "#7C4A20")
    return body + circle(10.2, 9.6, 1.1, "#FFE0A0", "#5A3216", 0.5)


def _gate(turn: int) -> Callable[[int, int], str]:
    def draw(variant: int, edges: int) -> str:
        ways = ("M8 3 L13 9 H10 V13 H6 V9 H3 Z", "M13 8 L7 13 V10 H3 V6 H7 V3 Z", "M8 13 L3 7 H6 V3 H10 V7 H13 Z")
        data = (*ways, "M3 8 L9 3 V6 H13 V10 H9 V13 Z")[turn]
        return _corridor(variant, edges) + path(data, "#3FE0CF", "#0B4450", 1.1)

    return draw


def _rubble(variant: int, edges: int) -> str:
    body = rect(0, 0, UNITS, UNITS, 0, "#3A2B3E")
    rocks = ((4, 5, 3.6), (11, 4.5, 3), (8, 10.5, 4), (3, 12.5, 2.6), (13, 12, 2.8))
    for number, (x, y, r) in enumerate(rocks):
        tone = DUNGEON["%"] if (number + variant) % 2 else lighten(DUNGEON["%"], 0.18)
        body += ellipse(x, y, r, r * 0.82, tone, "#241A30", 0.8)
    return body


def _spikes(variant: int, edges: int) -> str:
    points = "".join(path(f"M{x} 14 L{x + 2.2} 5 L{x + 4.4} 14 Z", "#E4E2EE", "#3A3350", 0.7) for x in (0.8, 5.8, 10.8))
    return _corridor(variant, edges) + rect(0, 13, UNITS, 3, 0, "#3A3350") + points


def _lock(sign: str, size_px: int) -> pygame.Surface:
    colour = LOCK_COLOURS["ABCDEFGH".index(sign)]
    body = _door(0, 0) + rect(4, 7, 8, 7, 1.2, colour, INK, 0.9)
    body += path("M5.6 7 V5.4 a2.4 2.4 0 0 1 4.8 0 V7", "none", colour, 1.5) + circle(8, 9.8, 1, INK)
    return svg(body + rect(7.5, 10, 1, 2.4, 0, INK), size_px, size_px, box=(0, 0, UNITS, UNITS), oversample=3)


_DUNGEON: Mapping[str, Callable[[int, int], str]] = {
    " ": _rock,
    "#": _wall,
    ".": _floor,
    ",": _corridor,
    "+": _door,
    "^": _gate(0),
    ">": _gate(1),
    "v": _gate(2),
    "<": _gate(3),
    "%": _rubble,
    ";": _spikes,
}


def _ground(variant: int, edges: int) -> str:
    base = PLATFORM["#"]
    body = rect(0, 0, UNITS, UNITS, 0, darken(base, 0.42))
    shift = 4 if variant % 2 else 0
    for row in range(3):
        for x in range(-8 + (shift + row * 4) % 8, 16, 8):
            tone = (row * 3 + x + variant) % 3
            body += rect(x + 0.4, row * 5.4 + 0.4, 7.2, 4.6, 0.6, darken(base, 0.12 + 0.05 * tone))
    if edges & 8:
        body += rect(0, 0, 1.2, UNITS, 0, lighten(base, 0.25))
    if edges & 2:
        body += rect(14.8, 0, 1.2, UNITS, 0, darken(base, 0.55))
    if edges & 1:
        body += rect(0, 0, UNITS, 5, 0, "#F0D29A") + rect(0, 0, UNITS, 1.2, 0, "#FFF3D4")
        body += rect(0, 4.6, UNITS, 1.7, 0, "#2BA7A0")
        body += "".join(path(star(x, 5.4, 1.1), "#F7E2B4") for x in (4, 12)) + rect(
            0, 6.3, UNITS, 1, 0, INK, fill_opacity=0.3
        )
    return body


def _block(variant: int, edges: int) -> str:
    base = PLATFORM["B"]
    body = rect(0, 0, UNITS, UNITS, 1.2, darken(base, 0.5))
    for x, y, wide in ((0.8, 0.8, 9), (10.4, 0.8, 4.8), (0.8, 5.9, 4.8), (6.2, 5.9, 9), (0.8, 11, 9), (10.4, 11, 4.8)):
        body += rect(x, y, wide, 4.4, 0.6, base) + rect(x, y, wide, 1, 0.5, lighten(base, 0.25))
    return body


def _coin_block(variant: int, edges: int) -> str:
    body = rect(0.3, 0.3, 15.4, 15.4, 2, "#F2B134", "#7A430F", 1.2) + rect(1.4, 1.4, 13.2, 2.2, 1, "#FFE39A")
    return body + path(star(8, 8.4, 4.8), "#FFF6E3", "#8A4A12", 0.9)


def _awning(variant: int, edges: int) -> str:
    body = rect(0, 0, UNITS, 1.4, 0, "#7A3A1C")
    for x, colour in ((0, "#D9643A"), (4, "#FFF0D2"), (8, "#D9643A"), (12, "#FFF0D2")):
        body += path(f"M{x} 1.2 H{x + 4} V4.6 a2 2 0 0 1 -4 0 Z", colour, "#7A3A1C", 0.4)
    return body


def _roof_spikes(variant: int, edges: int) -> str:
    points = "".join(
        path(f"M{x} 16 L{x + 2.6} 5.5 L{x + 5.2} 16 Z", "#E8E8F2", "#33304C", 0.8) for x in (0.2, 5.4, 10.6)
    )
    return points + rect(0, 14.6, UNITS, 1.4, 0, "#33304C")


def _ladder(variant: int, edges: int) -> str:
    rungs = "".join(rect(3, y, 10, 1.5, 0.4, "#C79355", "#4A2A10", 0.5) for y in (1.5, 5.5, 9.5, 13.5))
    return rungs + "".join(rect(x, 0, 2, UNITS, 0, "#9A6A3A", "#4A2A10", 0.5) for x in (2, 12))


def _spring(variant: int, edges: int) -> str:
    coil = path("M4 15 L12 12.6 L4 10.4 L12 8.2", "none", "#DADCE8", 1.4)
    return coil + rect(1, 4, 14, 4, 2, "#2BA7A0", "#0B4450", 0.9) + rect(2, 4.6, 12, 1.2, 0.6, "#BDF3E6")


def _jar(variant: int, edges: int) -> str:
    base = PLATFORM["T"]
    body = (
        rect(1, 0, 14, UNITS, 0, base)
        + rect(1, 0, 3, UNITS, 0, lighten(base, 0.25))
        + rect(12, 0, 3, UNITS, 0, darken(base, 0.35))
    )
    body += rect(1, 10, 14, 1.6, 0, "#2BA7A0", fill_opacity=0.85)
    if edges & 1:
        body += rect(0, 0, UNITS, 5, 1.5, lighten(base, 0.1), "#6B3417", 0.8) + rect(
            1.2, 0.8, 13.6, 1.2, 0.6, lighten(base, 0.45)
        )
    return body


_PLATFORM: Mapping[str, Callable[[int, int], str]] = {
    "#": _ground,
    "B": _block,
    "?": _coin_block,
    "=": _awning,
    "^": _roof_spikes,
    "H": _ladder,
    "S": _spring,
    "T": _jar,
}
