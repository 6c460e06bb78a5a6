"""Choose where a line starts and ends for a clicked point: at an open end nearby, or else at any edge of the tile."""

from __future__ import annotations

import math

from game.cabinets.rails.stage.sight.sight import Open, Sight
from game.cabinets.rails.track.pieces import STEPS, opposite
from game.engine.tween import Point

_NEAR = 1.2
"""Distance in tiles within which a click means an open end."""


def ends_near(sight: Sight, point: Point, company: int) -> list[Open]:
    """Return the open ends that a point means: the nearest one nearby, else those of the platform or empty tile there.

    Each is given as the tile that track from it leads to, and the edge over which that tile is entered.
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
    """Return, for each open end, its own track's tile and the edge over which new track would enter it from outside."""
    found = []
    for goal in goals:
        across, down = STEPS[goal.enter]
        found.append(Open(goal.x + across, goal.y + down, opposite(goal.enter)))
    return found
