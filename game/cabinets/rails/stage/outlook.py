"""Choose the first camera position on a map, so that all that is built is visible between the cards."""

from __future__ import annotations

from typing import Final

from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.sight.offers import nearest_partners
from game.cabinets.rails.stage.sight.sight import Sight
from game.engine import theme
from game.engine.canvas import Box
from game.engine.text import Typeface
from game.engine.tween import Point
from game.kit.camera import Camera

_TOOLS: Final = 84.0
_CARD: Final = 340.0
"""Widths of the tools at the left and of a card at the right, in logical pixels, with text of the default size."""
_SIGN: Final = 50.0
"""Half the width of a station's sign, in logical pixels."""
_LINE: Final = 26.0
"""Default height of the text that a card's width grows with, in logical pixels."""
_BAR: Final = 58.0
"""Height of the top bar, and of the plan bar at the foot, in logical pixels."""


def first_look(camera: Camera, box: Box, sight: Sight, play: Play) -> Point:
    """Zoom so that all stations are visible, or the nearest partners if there are none. Return the point to look at."""
    size = sight.size
    tiles = [tile for tile, built in sight.works.items() if built.station]
    tiles = [*tiles, *(one.tile for one in sight.view.stations)] if tiles else nearest_partners(sight)
    x = y = size / 2
    typeface = play.surroundings.typeface
    if tiles:
        xs, ys = [tile % size for tile in tiles], [tile // size for tile in tiles]
        wide, high = max(xs) - min(xs) + 10, max(ys) - min(ys) + 10
        fits = [zoom for zoom in camera.zooms if zoom * wide < box.width and zoom * high < box.height]
        camera.zoom = min(max(fits[:3], default=camera.zooms[1]), camera.zooms[2])
        aside = _aside(box, (max(xs) - min(xs)) * camera.zoom, typeface) if play.alone else 0.0
        x, y = (min(xs) + max(xs)) / 2 + 0.5 + aside / camera.zoom, (min(ys) + max(ys)) / 2 + 0.5
    return x, _between_bars(box, y, size, camera.zoom, typeface)


def _aside(box: Box, wide: float, typeface: Typeface) -> float:
    """Return by how many logical pixels to shift something left of the middle, so that a card does not cover it."""
    card = _CARD * typeface.grown(_LINE) / _LINE
    room = (box.width - wide) / 2 - _TOOLS - _SIGN
    return max(0.0, min(room, (card - _TOOLS) / 2))


def _between_bars(box: Box, y: float, size: int, zoom: float, typeface: Typeface) -> float:
    """Return the row to look at, so that neither bar covers a map that fits, nor shows a larger map's edge.

    A map that fits below the top bar alone begins there: the bar at the foot is narrow, and often not in sight.
    """
    bar = max(_BAR, typeface.leading(theme.BODY) + 28)
    half = (box.height / 2 - bar) / zoom
    if 2 * half < size <= 2 * half + bar / zoom:
        return half
    return size / 2 if 2 * half >= size else min(max(y, half), size - half)
