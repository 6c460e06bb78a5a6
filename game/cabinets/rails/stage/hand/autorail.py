"""Turn a drag into a run of track: straight in one of eight headings, with one bend where the pointer turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from game.cabinets.rails.stage.sight.tracks import Open
from game.cabinets.rails.track.pieces import (
    HEADINGS,
    KIND_OF,
    MOST_RUN,
    STEPS,
    Place,
    opposite,
    turns,
)
from game.engine.tween import Point

HEADING_STEPS: Final = (
    (0.0, -1.0),
    (1.0, -1.0),
    (1.0, 0.0),
    (1.0, 1.0),
    (0.0, 1.0),
    (-1.0, 1.0),
    (-1.0, 0.0),
    (-1.0, -1.0),
)
"""Steps in x and y for each heading: those of one straight piece, or of two corner pieces of a diagonal."""
SNAP: Final = 0.7
"""Distance in tiles within which a drag starts or ends at an open end of track."""
_NEAR: Final = range(-2, 3)
"""How many pieces more or fewer than computed are tried for each of the two straight parts."""


def heading_between(start: Point, end: Point) -> int:
    """Return the heading (0 … 7, clockwise from the north) that is nearest to the direction between two points.

    >>> heading_between((0, 0), (9, 1)), heading_between((0, 0), (-3, 3))
    (2, 5)
    """
    return round(math.atan2(end[0] - start[0], start[1] - end[1]) / (math.pi / 4)) % 8


def exit_of(enter: int, heading: int) -> int:
    """Return the edge by which a piece of this heading leaves a tile entered over `enter`; -1 if there is none."""
    return next((leave for leave in range(4) if leave != enter and _heads(enter, leave) == heading), -1)


def _heads(enter: int, leave: int) -> int:
    return HEADINGS[KIND_OF[enter, leave]][int(enter > leave)]


def _straight(x: int, y: int, enter: int, heading: int, count: int) -> Iterator[Place]:
    """Yield up to `count` pieces with one heading; none if no such piece starts at the edge."""
    for _ in range(count):
        leave = exit_of(enter, heading)
        if leave < 0:
            return
        yield Place(x, y, enter, leave)
        x, y, enter = x + STEPS[leave][0], y + STEPS[leave][1], opposite(leave)


def end_of(place: Place) -> Open:
    """Return the tile and edge that a piece leads to."""
    across, down = STEPS[place.leave]
    return Open(place.x + across, place.y + down, opposite(place.leave))


def _way(start: Open, first: int, second: int, counts: tuple[int, int]) -> list[Place]:
    """Return two straight parts of track, one after the other, with so many pieces each."""
    found = list(_straight(*start, first, counts[0]))
    onward = end_of(found[-1]) if found else start
    return found + list(_straight(*onward, second, counts[1]))


def _counts(start: Open, first: int, second: int, pointer: Point) -> Iterator[tuple[int, int]]:
    """Yield pairs of numbers of pieces, one for each heading, with which track ends near the pointer."""
    (ax, ay), (bx, by) = HEADING_STEPS[first], HEADING_STEPS[second]
    dx, dy = pointer[0] - start.point[0], pointer[1] - start.point[1]
    area = ax * by - ay * bx
    along = (dx * by - dy * bx) / area if area else dx * ax + dy * ay
    aside = (ax * dy - ay * dx) / area if area else 0.0
    pieces = [max(0, round(far * (1 + heading % 2))) for far, heading in ((along, first), (aside, second))]
    for more in _NEAR:
        for extra in _NEAR if area else (0,):
            counts = pieces[0] + more, pieces[1] + extra
            if min(counts) >= 0 and 0 < sum(counts) <= MOST_RUN:
                yield counts


def drawn(pressed: Point, pointer: Point, first: int, ends: Iterable[Open] = ()) -> list[Place]:
    """Return the pieces of a drag from one point of the map to another that starts with the heading `first`.

    Track starts at an open end (`ends`) if one is near the press, and ends at one that is near the pointer. Return an
    empty list while the pointer has not moved by a piece.
    """
    loose = list(ends)
    begin = nearest(loose, pressed)
    goal = nearest([end for end in loose if end != begin], pointer)
    aim = goal.point if goal else pointer
    best: tuple[float, float, int] | None = None
    chosen: list[Place] = []
    x, y = math.floor(pressed[0]), math.floor(pressed[1])
    for start in [begin] if begin else [Open(x, y, enter) for enter in range(4) if exit_of(enter, first) >= 0]:
        for second in (first, (first + 1) % 8, (first - 1) % 8):
            for counts in _counts(start, first, second, aim):
                way = _way(start, first, second, counts)
                if not way or (begin and way[0][:3] != begin):
                    continue
                end = end_of(way[-1])
                off = math.dist(end.point, aim) + (0.0 if goal is None or end == goal.across else 1.0)
                rank = round(off, 3), math.dist(start.point, pressed) * 0.1, len(way)
                if best is None or rank < best:
                    best, chosen = rank, way
    return chosen


def nearest(ends: Iterable[Open], point: Point, within: float = SNAP) -> Open | None:
    """Return the open end that is nearest to a point and less than `within` tiles away; None if there is none."""
    far, end = min(((math.dist(end.point, point), end) for end in ends), default=(within, None))
    return end if far < within else None


def may_follow(before: Place, after: Place) -> bool:
    """Return whether a train can run from one piece on to the next."""
    turn = turns(_heads(before.enter, before.leave), _heads(after.enter, after.leave))
    return end_of(before) == after[:3] and -1 <= turn <= 1
