"""A drag becomes a run of track: straight in one of eight directions, with one bend where the pointer turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Final

from game.cabinets.rails.contract.actions import Edge, Rail
from game.cabinets.rails.stage.sight.ends import Open
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
"""What each heading adds to x and y, for a tile of a straight and for two corners of a diagonal."""
SNAP: Final = 0.7
"""Tiles within which a drag begins and ends at an open end."""
_NEAR: Final = range(-2, 3)
"""How many pieces more or fewer than the plain sum says are tried for each of the two straights."""


def heading_between(start: tuple[float, float], end: tuple[float, float]) -> int:
    """The nearest of the eight headings from a point to another one.

    >>> heading_between((0, 0), (9, 1)), heading_between((0, 0), (-3, 3))
    (2, 5)
    """
    return round(math.atan2(end[0] - start[0], start[1] - end[1]) / (math.pi / 4)) % 8


def exit_of(enter: int, heading: int) -> int:
    """Where a piece of that heading leaves a tile that is entered over an edge; -1 where there is none."""
    return next((leave for leave in range(4) if leave != enter and _heads(enter, leave) == heading), -1)


def _heads(enter: int, leave: int) -> int:
    across, down = STEPS[leave][0] - STEPS[enter][0], STEPS[leave][1] - STEPS[enter][1]
    return heading_between((0, 0), (across, down))


def _straight(x: int, y: int, enter: int, heading: int, count: int) -> Iterator[Place]:
    """So many pieces of one heading, as far as the first of them joins the edge."""
    for _ in range(count):
        leave = exit_of(enter, heading)
        if leave < 0:
            return
        yield Place(x, y, enter, leave)
        x, y, enter = x + STEPS[leave][0], y + STEPS[leave][1], opposite(leave)


def end_of(place: Place) -> Open:
    """What a piece leads to."""
    across, down = STEPS[place.leave]
    return Open(place.x + across, place.y + down, opposite(place.leave))


def _way(start: Open, first: int, second: int, counts: tuple[int, int]) -> list[Place]:
    """Two straights, one after the other."""
    found = list(_straight(*start, first, counts[0]))
    onward = end_of(found[-1]) if found else start
    return found + list(_straight(*onward, second, counts[1]))


def _counts(start: Open, first: int, second: int, pointer: tuple[float, float]) -> Iterator[tuple[int, int]]:
    """How many pieces of both headings come near the pointer."""
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
    """Where a drag in a direction may begin that was pressed at a point of open land."""
    x, y = math.floor(point[0]), math.floor(point[1])
    return [Open(x, y, enter) for enter in range(4) if exit_of(enter, first) >= 0]


def drawn(
    pressed: tuple[float, float], pointer: tuple[float, float], first: int, ends: Iterable[Open] = ()
) -> list[Place]:
    """The pieces of a drag from one point of the map to another that set out with the heading `first`.

    Where an open end (`ends`) is near the press the track begins there, where one is near the pointer it ends there.
    Empty while the pointer has not gone a piece far.
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
    """Whether track that leads over an edge arrives at a loose end from the other side."""
    across, down = STEPS[goal.enter]
    return (end.x, end.y, end.enter) == (goal.x + across, goal.y + down, opposite(goal.enter))


def _nearest(ends: list[Open], point: tuple[float, float]) -> Open | None:
    near = [(math.dist(end.point, point), end) for end in ends]
    far, end = min(near, default=(SNAP, None))
    return end if far < SNAP else None


def as_rail(way: list[Place]) -> Rail:
    """The group of a plan that lays these pieces."""
    first = way[0]
    letters: tuple[Edge, ...] = ("N", "E", "S", "W")
    return Rail(first.x, first.y, letters[first.enter], write_run("".join(EDGES[place.leave] for place in way)))


def may_follow(before: Place, after: Place) -> bool:
    """Whether a train may go from one piece on to the other."""
    turn = (_heads(after.enter, after.leave) - _heads(before.enter, before.leave) + 3) % 8 - 3
    return end_of(before) == (after.x, after.y, after.enter) and -1 <= turn <= 1
