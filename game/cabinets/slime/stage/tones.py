"""The tones of land and slimes, from the colour a team has. Land is deeper than slimes, so that both part."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.colour import INK, PAPER, WHITE, Colour, mix


class LandTones(NamedTuple):
    """From the outer edge of a land to its middle, and what lights its heights."""

    rim: Colour
    shore: Colour
    body: Colour
    light: Colour
    mark: Colour
    """Of the pattern on it."""


class SkinTones(NamedTuple):
    """A slime's skin from its lit side to its foot, and the line around it."""

    light: Colour
    middle: Colour
    dark: Colour
    line: Colour


_LAND = {
    "#F2B134": LandTones("#7A2C10", "#C0651A", "#DB9326", "#FFC65A", "#FFE3A0"),
    "#1FA5A0": LandTones("#062F42", "#0C6371", "#14837F", "#45BDB0", "#042A33"),
}
_SKIN = {
    "#F2B134": SkinTones("#FFF9DC", "#FFD056", "#E08420", "#5E230A"),
    "#1FA5A0": SkinTones("#E2FFF8", "#4FD9CD", "#0F8391", "#052C3B"),
}


_DERIVED_LAND = ((INK, 0.72), (INK, 0.42), (INK, 0.20), (PAPER, 0.30), (PAPER, 0.6))
_DERIVED_SKIN = ((WHITE, 0.8), (WHITE, 0.28), (INK, 0.32), (INK, 0.8))
"""What is mixed into a team's colour, and how much of it."""


def land_tones(colour: Colour) -> LandTones:
    """The tones of a team's land: hand-picked for the usual two, else derived."""
    return _LAND.get(colour.upper()) or LandTones(*(mix(colour, *part) for part in _DERIVED_LAND))


def skin_tones(colour: Colour) -> SkinTones:
    """The tones of a team's slimes: hand-picked for the usual two, else derived."""
    return _SKIN.get(colour.upper()) or SkinTones(*(mix(colour, *part) for part in _DERIVED_SKIN))
