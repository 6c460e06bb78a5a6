"""Where a line begins and ends that was clicked at a point: at an open end nearby, else at any edge of the tile."""

from __future__ import annotations

import math

from game.cabinets.rails.stage.sight.ends import Open
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.pieces import STEPS, opposite
from game.engine.tween import Point

_NEAR = 1.2
"""Tiles within which an open end is meant."""


def ends_near(sight: Sight, point: Point, company: int) -> list[Open]:
    """The open ends that are meant by a point; those of the platforms or of the open tile there, where none is near.

    As the tile beyond and the edge over which one enters there: so of a goal, what the last piece leads to is the tile
    of the track that is joined.
    """
    near = [(math.dist(end.point, point), end) for end in sight.ends_of(company)]
    near = [each for each in near if each[0] < _NEAR]
    if near:
        return [min(near)[1]]
    x, y = math.floor(point[0]), math.floor(point[1])
    station = sight.station_at(y * sight.size + x)
    if station:
        tiles = set(sight.parts[station])
        found = []
        for end in sight.ends_of(company):
            across, down = STEPS[end.enter]
            if (end.y + down) * sight.size + end.x + across in tiles:
                found.append(end)
        return found
    return [Open(x, y, enter) for enter in range(4)]


def meeting(goals: list[Open]) -> list[Open]:
    """What leads to these open ends from outside: the tile of their track, entered over the edge they share."""
    found = []
    for goal in goals:
        across, down = STEPS[goal.enter]
        found.append(Open(goal.x + across, goal.y + down, opposite(goal.enter)))
    return found
