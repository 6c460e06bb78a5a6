"""The tones of land and slimes, derived from a team's colour. Land is darker than slimes, so that slimes stand out."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.colour import INK, PAPER, WHITE, Colour, mix


class LandTones(NamedTuple):
    """Colours of a land from its outer edge to its middle, the light on its heights, and its pattern."""

    rim: Colour
    shore: Colour
    body: Colour
    light: Colour
    mark: Colour
    """Colour of the pattern on the land."""


class SkinTones(NamedTuple):
    """Colours of a slime's skin from its lit side to its foot, and of its outline."""

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
"""For each skin tone: the colour mixed into the team's colour, and its share."""


def land_tones(colour: Colour) -> LandTones:
    """Return the tones of a team's land: hand-picked for the default colours, otherwise derived."""
    return _LAND.get(colour.upper()) or LandTones(*(mix(colour, *part) for part in _DERIVED_LAND))


def skin_tones(colour: Colour) -> SkinTones:
    """Return the tones of a team's slimes: hand-picked for the default colours, otherwise derived."""
    return _SKIN.get(colour.upper()) or SkinTones(*(mix(colour, *part) for part in _DERIVED_SKIN))
