"""Turn a drag into a run of track: straight in one of eight headings, with one bend where the pointer turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from game.cabinets.rails.contract.actions import EDGE_NAMES, Rail
from game.cabinets.rails.stage.sight.sight import Open
from game.cabinets.rails.track.pieces import EDGES, MOST_RUN, STEPS, Place, opposite, write_run

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


def heading_between(start: tuple[float, float], end: tuple[float, float]) -> int:
    """Return the heading (0 … 7, clockwise from the north) that is nearest to the direction between two points.

    >>> heading_between((0, 0), (9, 1)), heading_between((0, 0), (-3, 3))
    (2, 5)
    """
    return round(math.atan2(end[0] - start[0], start[1] - end[1]) / (math.pi / 4)) % 8


def exit_of(enter: int, heading: int) -> int:
    """Return the edge by which a piece of this heading leaves a tile entered over `enter`; -1 if there is none."""
    return next((leave for leave in range(4) if leave != enter and _heads(enter, leave) == heading), -1)


def _heads(enter: int, leave: int) -> int:
    across, down = STEPS[leave][0] - STEPS[enter][0], STEPS[leave][1] - STEPS[enter][1]
    return heading_between((0, 0), (across, down))


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


def _counts(start: Open, first: int, second: int, pointer: tuple[float, float]) -> Iterator[tuple[int, int]]:
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


def starts_at(point: tuple[float, float], first: int) -> Iterable[Open]:
    """Return the tile edges from which a drag with the heading `first` may start, if pressed on open land."""
    x, y = math.floor(point[0]), math.floor(point[1])
    return [Open(x, y, enter) for enter in range(4) if exit_of(enter, first) >= 0]


def drawn(
    pressed: tuple[float, float], pointer: tuple[float, float], first: int, ends: Iterable[Open] = ()
) -> list[Place]:
    """Return the pieces of a drag from one point of the map to another that starts with the heading `first`.

    Track starts at an open end (`ends`) if one is near the press, and ends at one that is near the pointer. Return an
    empty list while the pointer has not moved by a piece.
    """
    loose = list(ends)
    begin = _nearest(loose, pressed)
    goal = _nearest([end for end in loose if end != begin], pointer)
    aim = goal.point if goal else pointer
    best: tuple[float, float, int] | None = None
    chosen: list[Place] = []
    for start in [begin] if begin else starts_at(pressed, first):
        for second in (first, (first + 1) % 8, (first - 1) % 8):
            for counts in _counts(start, first, second, aim):
                way = _way(start, first, second, counts)
                if not way or (begin and not _joins(begin, way[0])):
                    continue
                end = end_of(way[-1])
                off = math.dist(end.point, aim) + (0.0 if goal is None or _meets(end, goal) else 1.0)
                rank = round(off, 3), math.dist(start.point, pressed) * 0.1, len(way)
                if best is None or rank < best:
                    best, chosen = rank, way
    return chosen


def _joins(begin: Open, first: Place) -> bool:
    return (first.x, first.y, first.enter) == begin


def _meets(end: Open, goal: Open) -> bool:
    """Return whether track that leads over an edge arrives at an open end from the opposite side."""
    across, down = STEPS[goal.enter]
    return (end.x, end.y, end.enter) == (goal.x + across, goal.y + down, opposite(goal.enter))


def _nearest(ends: list[Open], point: tuple[float, float]) -> Open | None:
    near = [(math.dist(end.point, point), end) for end in ends]
    far, end = min(near, default=(SNAP, None))
    return end if far < SNAP else None


def as_rail(way: list[Place]) -> Rail:
    """Return the group of a plan that builds these pieces."""
    first = way[0]
    return Rail(first.x, first.y, EDGE_NAMES[first.enter], write_run("".join(EDGES[place.leave] for place in way)))


def may_follow(before: Place, after: Place) -> bool:
    """Return whether a train can run from one piece on to the next."""
    turn = (_heads(after.enter, after.leave) - _heads(before.enter, before.leave) + 3) % 8 - 3
    return end_of(before) == (after.x, after.y, after.enter) and -1 <= turn <= 1
