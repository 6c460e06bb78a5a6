"""Colours by name, and calculations with them.

A colour is always a text "#rrggbb", so that it can be a cache key, a value in SVG and a line in the settings.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

Colour: TypeAlias = str

NIGHT, DUSK, PLUM = "#14122B", "#2A2350", "#4B2E63"
INK = "#0D0B1E"
SAND, PAPER = "#F3E3C3", "#FFF6E3"
LANTERN = "#F6B24A"
TERRACOTTA, TEAL, ROSE = "#D9643A", "#2BA7A0", "#E8507A"
MUTED = "#B9A9C4"
WHITE, BLACK = "#FFFFFF", "#000000"
OUTLINE = "#2A1526"
"""A warm near-black for the outlines of drawn things."""
FLAME = "#FF9C3E"
"""The colour of lantern light that is added to a picture: deeper than LANTERN."""

SEAT_COLOURS: dict[str, Colour] = {
    "saffron": "#F2B134",
    "teal": "#1FA5A0",
    "crimson": "#B3244A",
    "lapis": "#5B7BE5",
    "violet": "#7E3FB4",
    "olive": "#7F8F2C",
    "coral": "#F78C96",
    "slate": "#7B8CA3",
}
"""Seat colours in the order of seats.

Crimson is darker than teal, so that people who cannot tell red from green still tell them apart.
"""


class Yarns(NamedTuple):
    """The four colours that a rug is knotted from."""

    main: Colour
    dark: Colour
    cream: Colour
    accent: Colour


def rgb(colour: Colour) -> tuple[int, int, int]:
    """Return red, green and blue of a colour, each 0 to 255.

    >>> rgb("#FFF6E3")
    (255, 246, 227)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def from_rgb(red: float, green: float, blue: float) -> Colour:
    """Return the colour of red, green and blue, each rounded and clamped to 0 to 255."""
    return "#{:02x}{:02x}{:02x}".format(*(max(0, min(255, round(part))) for part in (red, green, blue)))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the blend of two colours: `first` for share 0, `second` for share 1.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (a + (b - a) * share for a, b in zip(rgb(first), rgb(second), strict=True))
    return from_rgb(*parts)


def darken(colour: Colour, share: float) -> Colour:
    """Return the colour blended towards ink by a share of 0 to 1."""
    return mix(colour, INK, share)


def lighten(colour: Colour, share: float) -> Colour:
    """Return the colour blended towards paper by a share of 0 to 1."""
    return mix(colour, PAPER, share)


def luminance(colour: Colour) -> float:
    """Return the relative luminance from 0 (black) to 1 (white), as WCAG 2 defines it."""
    linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (v / 255 for v in rgb(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast ratio of two colours from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@cache
def on(background: Colour) -> Colour:
    """Return ink or paper, whichever is easier to read on `background`."""
    return INK if contrast(INK, background) >= contrast(PAPER, background) else PAPER


def as_deuteranope(colour: Colour) -> Colour:
    """Return roughly the colour that people without green receptors see (Viénot, Brettel and Mollon 1999)."""
    red, green, blue = ((value / 255) ** 2.2 for value in rgb(colour))
    yellow = 0.29275 * red + 0.70725 * green
    blue = -0.02234 * red + 0.02234 * green + blue
    return from_rgb(*(255 * max(0.0, value) ** (1 / 2.2) for value in (yellow, yellow, blue)))


_DYED = {
    "#F2B134": Yarns("#F2B134", "#8A4310", "#FFEFC6", "#D9782A"),
    "#1FA5A0": Yarns("#1FA5A0", "#0B4450", "#DDF3DF", "#57C9B4"),
    "#B3244A": Yarns("#B3244A", "#4E0A26", "#FFE0CF", "#EE7E62"),
    "#5B7BE5": Yarns("#5B7BE5", "#1E2A78", "#E6EBFF", "#9DB6FF"),
}


def yarns(main: Colour) -> Yarns:
    """Return the yarns of a rug whose main colour is `main`: chosen by hand for four seat colours, else computed.

    The pattern shows on every colour: a main colour too dark for a darker yarn gets a lighter one instead.
    """
    dyed = _DYED.get(main.upper())
    if dyed:
        return dyed
    dark = mix(darken(main, 0.55), main, 0.12) if luminance(main) > 0.05 else mix(main, WHITE, 0.25)
    return Yarns(main, dark, mix(main, "#FFF4DC", 0.85), mix(main, WHITE, 0.38))
