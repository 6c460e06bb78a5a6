"""What of a map is looked at first: all that is built, beside and between the cards that lie over the table."""

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
"""Units that the tools at the left and a card at the right take, text at its usual size."""
_SIGN: Final = 50.0
"""Half of a station's sign."""
_LINE: Final = 26.0
"""High: what a card grows with."""
_BAR: Final = 58.0
"""What the bar on top takes, and the plan bar at the foot."""


def first_look(camera: Camera, box: Box, sight: Sight, play: Play) -> Point:
    """Zoom so that all stations are in sight, or the nearest partners; the point of the map to look at."""
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
    """Units by which what is so wide lies left of the middle: beside a card, if that is not under the tools."""
    card = _CARD * typeface.grown(_LINE) / _LINE
    room = (box.width - wide) / 2 - _TOOLS - _SIGN
    return max(0.0, min(room, (card - _TOOLS) / 2))


def _between_bars(box: Box, y: float, size: int, zoom: float, typeface: Typeface) -> float:
    """The row to look at so that a map that fits lies between both bars, and of a larger one no edge within them."""
    bar = max(_BAR, typeface.leading(theme.BODY) + 28)
    half = (box.height / 2 - bar) / zoom
    return size / 2 if 2 * half >= size else min(max(y, half), size - half)
