"""Places on the map: of named things, for guides and the cursor of the keys; and where the camera looks first."""

from __future__ import annotations

import itertools
import math
from typing import Final

from game.cabinets.rails.stage.field.field import Field
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


def tiles_of(name: str, field: Field, sight: Sight, tick: float) -> tuple[int, int, int, int] | None:
    """Return column, row, width and height in tiles of a named thing; None if it is not on the map.

    Names are `tile.x.y`, `tile.x.y.width.height`, `station.id` and `vehicle.id`.
    """
    kind, *numbers = name.split(".")
    if kind == "tile":
        x, y, wide, high = (*map(int, numbers), 1, 1)[:4]
        return x, y, wide, high
    if kind == "station":
        tiles = sight.parts.get(int(numbers[0]), ())
        return field.around(tiles) if tiles else None
    spot = field.spot_of(int(numbers[0]), tick) if kind == "vehicle" else None
    return (math.floor(spot[0]), math.floor(spot[1]), 1, 1) if spot else None


def gap_between(sight: Sight, company: int) -> tuple[Point, Point] | None:
    """Return the closest open ends of two stations that no track joins yet; None if there are none."""
    ends = [(own, end.point) for end in sight.ends_of(company) if (own := sight.tracks.station_behind(end))]
    pairs = [
        (math.dist(a, b), a, b)
        for (one, a), (other, b) in itertools.combinations(ends, 2)
        if one != other and other not in sight.tracks.reached(one)
    ]
    return min(pairs)[1:] if pairs else None


def first_end(sight: Sight, company: int) -> tuple[int, int] | None:
    """Return the tile at the open end of a station that is nearest to another station: the cursor starts there."""
    size = sight.size
    spots = []
    for end in sight.ends_of(company):
        own = sight.tracks.station_behind(end)
        others = [tile for station, tiles in sight.parts.items() if station != own for tile in tiles]
        if own and others:
            spots.append((min(sight.land.distance(end.y * size + end.x, tile) for tile in others), end.x, end.y))
    return min(spots)[1:] if spots else None


def first_look(camera: Camera, box: Box, sight: Sight, play: Play) -> Point:
    """Zoom so that all stations are visible, or the nearest partners if there are none. Return the point to look at."""
    size = sight.size
    tiles = [tile for tile, built in sight.works.items() if built.station]
    tiles = [*tiles, *(one.tile for one in sight.view.stations)] if tiles else nearest_partners(sight.land)
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


def beside_card(camera: Camera, area: tuple[int, int, int, int], tools: Box, card: Box, *, near: bool = False) -> Point:
    """Zoom so that an area of tiles is visible between the tools and a card at the right, or else below the card.

    With `near`, go near it whether that fits or not. Return the point to look at.
    """
    window, (x, y, wide, high) = camera.window, area
    foot = window.bottom - _BAR
    for zoom in camera.zooms[2::-1]:
        camera.zoom = zoom
        across, down = zoom * wide + 2 * _SIGN, zoom * high + 2 * _SIGN
        place = (tools.right + card.left) / 2, window.centery
        if near or across <= card.left - tools.right:
            break
        if across <= window.right - tools.right and down <= foot - card.bottom:
            place = (tools.right + window.right) / 2, (card.bottom + foot) / 2
            break
    return x + wide / 2 + (window.centerx - place[0]) / zoom, y + high / 2 + (window.centery - place[1]) / zoom


def _aside(box: Box, wide: float, typeface: Typeface) -> float:
    """Return by how many logical pixels to shift something left of the middle, so that a card does not cover it."""
    room = (box.width - wide) / 2 - _TOOLS - _SIGN
    return max(0.0, min(room, (card_width(typeface) - _TOOLS) / 2))


def card_width(typeface: Typeface) -> float:
    """Return how much of a side of the window a card covers, in logical pixels."""
    return _CARD * typeface.grown(_LINE) / _LINE


def _between_bars(box: Box, y: float, size: int, zoom: float, typeface: Typeface) -> float:
    """Return the row to look at, so that neither bar covers a map that fits, nor shows a larger map's edge.

    A map that fits below the top bar alone begins there: the bar at the foot is narrow, and often not in sight.
    """
    bar = max(_BAR, typeface.leading(theme.BODY) + 28)
    half = (box.height / 2 - bar) / zoom
    if 2 * half < size <= 2 * half + bar / zoom:
        return half
    return size / 2 if 2 * half >= size else min(max(y, half), size - half)
