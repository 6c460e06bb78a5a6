"""A straight runner: holds right, and jumps only where running on would end in a death or at a wall."""

from __future__ import annotations

from typing import Any

from game.cabinets.rooftops.course import Course
from game.core.forge.physics import numbers as n
from game.core.forge.physics.tick import SOLID
from game.core.forge.physics.world import World

LOOKS = 900
BLOCKED = 4
"""Ticks without a step after which a runner stands before a wall."""
HOLDS = (3, 8, 14, 20, 30)
EARLIER = 40
"""Ticks before the end of running on, within which a press is tried, the latest first."""
JUMPS = 200


def running_on(world: World, numbers: Any) -> tuple[int, bool, int]:
    """For how many ticks nothing need be pressed, whether that leads to the goal, and the column of what comes then.

    Before a wall that is the edge from which one could have jumped onto it, if one fell from there into a pit.
    """
    tried, stood, still = numbers.copy(), 0, 0
    column = int(tried[n.X]) + n.WIDE
    seen: list[tuple[int, int, int]] = []
    for tick in range(LOOKS):
        before = int(tried[n.X])
        world.run(tried, n.RIGHT, 1)
        if tried[n.GOAL]:
            return tick, True, column // n.SQUARE
        if tried[n.DEAD]:
            break
        still = still + 1 if tried[n.X] == before else 0
        if tried[n.GROUND]:
            stood, column = tick, int(tried[n.X]) + n.WIDE
            row = (int(tried[n.Y]) + n.TALL - 1) // n.SQUARE
            if still >= BLOCKED:
                top = _above(world, column // n.SQUARE, row)
                edge = next((each for each in reversed(seen) if each[1] <= top < row), (tick - BLOCKED, 0, column))
                return max(0, edge[0]), False, edge[2] // n.SQUARE
            seen.append((tick, row, column))
    return stood, False, column // n.SQUARE


def _above(world: World, column: int, row: int) -> int:
    """The row in which one stands on the wall at a square."""
    stride, base = int(world.shape[0]), int(world.shape[1])
    while int(world.grid[base + row * stride + column]) & SOLID:
        row -= 1
    return row


def rests(course: Course) -> tuple[list[int], int]:
    """The ticks of each rest, and the column of the first thing to do; it ends where no jump helps."""
    numbers, found, first = course.world.runner(), list[int](), -1
    course.world.run(numbers, 0, 1)
    for _ in range(JUMPS):
        well, there, column = running_on(course.world, numbers)
        first = column if first < 0 else first
        found.append(well)
        after = None if there else _jumped(course.world, numbers, well)
        if after is None:
            break
        numbers = after
    return found, first


def _jumped(world: World, numbers: Any, well: int) -> Any | None:
    """The runner after the latest jump that helps, of these the one that leads furthest; None where none does."""
    best, most = None, -1
    for early in range(min(well, EARLIER) + 1):
        for hold in HOLDS:
            tried = numbers.copy()
            world.run(tried, n.RIGHT, well - early)
            world.run(tried, n.RIGHT | n.LEAP, hold)
            for _ in range(150):
                if tried[n.GROUND] or tried[n.DEAD] or tried[n.GOAL]:
                    break
                world.run(tried, n.RIGHT, 1)
            if tried[n.DEAD] or tried[n.X] <= numbers[n.X] + n.SQUARE or not (tried[n.GROUND] or tried[n.GOAL]):
                continue
            far = int(tried[n.X]) + running_on(world, tried)[0]
            if far > most:
                best, most = tried, far
        if best is not None:
            break
    return best
