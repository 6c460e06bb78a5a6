"""Find named things on the map, for guides and for moving the cursor by keys."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.sight.offers import reached
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.pieces import STEPS
from game.engine.tween import Point


def tiles_of(name: str, field: Field, sight: Sight, tick: float) -> tuple[int, int, int, int] | None:
    """Return column, row, width and height in tiles of a named thing; None if it is not on the map.

    Names are `tile.x.y`, `tile.x.y.width.height`, `station.id` and `vehicle.id`.
    """
    kind, *numbers = name.split(".")
    if kind == "tile":
        x, y, wide, high = (*map(int, numbers), 1, 1)[:4]
        return x, y, wide, high
    if kind == "station":
        return around(sight.parts.get(int(numbers[0]), ()), sight)
    spot = field.spot_of(int(numbers[0]), tick) if kind == "vehicle" else None
    return (math.floor(spot[0]), math.floor(spot[1]), 1, 1) if spot else None


def around(tiles: Iterable[int], sight: Sight) -> tuple[int, int, int, int] | None:
    """Return column, row, width and height of the rectangle around some tiles; None if there are none."""
    spots = [(tile % sight.size, tile // sight.size) for tile in tiles]
    if not spots:
        return None
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def gap_between(sight: Sight, company: int) -> tuple[Point, Point] | None:
    """Return the closest open ends of two stations that no track joins yet; None if there are none."""
    size = sight.size
    ends = []
    for end in sight.ends_of(company):
        across, down = STEPS[end.enter]
        own = sight.station_at((end.y + down) * size + end.x + across)
        if own:
            ends.append((own, end.point))
    pairs = [
        (math.dist(a, b), a, b)
        for (one, a), (other, b) in itertools.combinations(ends, 2)
        if one != other and other not in reached(sight, one)
    ]
    return min(pairs)[1:] if pairs else None


def first_end(sight: Sight, company: int) -> tuple[int, int] | None:
    """Return the tile at the open end of a station that is nearest to another station: the cursor starts there."""
    size = sight.size
    spots = []
    for end in sight.ends_of(company):
        across, down = STEPS[end.enter]
        own = sight.station_at((end.y + down) * size + end.x + across)
        others = [tile for station, tiles in sight.parts.items() if station != own for tile in tiles]
        if own and others:
            spots.append((min(sight.land.distance(end.y * size + end.x, tile) for tile in others), end.x, end.y))
    return min(spots)[1:] if spots else None
