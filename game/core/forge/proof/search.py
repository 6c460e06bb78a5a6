"""A* with the game's own physics: finds buttons that bring a runner from where it is to the goal.

All data lie in flat arrays, so that the search can be compiled. It is limited by nodes and not by time, so the result
is the same everywhere.
"""

from __future__ import annotations

from typing import Any, Final

from game.core.compiled import compiled
from game.core.forge.physics.movers import CHECKPOINT, DART, KIND, NUMBER, left_of, top_of
from game.core.forge.physics.movers import HEIGHT as MOVER_HEIGHT
from game.core.forge.physics.movers import WIDTH as MOVER_WIDTH
from game.core.forge.physics.numbers import (
    BELOW,
    CLOCK,
    DEAD,
    DEATHS,
    GEM_COUNT,
    GOAL,
    GONE,
    GRACE,
    GROUND,
    HELD,
    LEAP,
    LEFT,
    NUMBERS,
    ON_LADDER,
    RIGHT,
    SPEED_X,
    SPEED_Y,
    SPRUNG,
    SQUARE,
    TAKEN,
    TALL,
    TOP_SPEED,
    UP,
    WIDE,
    WISH,
    WORD,
    X,
    Y,
)
from game.core.forge.physics.tick import CARRIES, RUNGS, SOLID, run

NODE: Final = 10
"""Numbers of a node: x, y, both speeds, small numbers packed in one, tick,
two words of stomped movers, parent, buttons."""
PARENT: Final = 8
BUTTONS: Final = 9
TIMED: Final = 9 * SQUARE
"""Distance in units within which a mover makes states at different ticks count as different."""

SETTLED: Final = 40
"""Ticks that a runner must survive with nothing held after it took a jewel, or the jewel is sought another way."""

FOUND, NODES, NEAREST, NEAREST_LEFT = range(4)
"""Indices of a search's results: the node at the goal or -1, the number of nodes, the node on the ground nearest to the
goal, and its distance."""


@compiled
def save(runner: Any, nodes: Any, node: int) -> None:
    """Write the numbers that a runner's future depends on into a node."""
    at = node * NODE
    nodes[at], nodes[at + 1], nodes[at + 2], nodes[at + 3] = runner[X], runner[Y], runner[SPEED_X], runner[SPEED_Y]
    small = runner[GROUND] | runner[ON_LADDER] << 1 | runner[SPRUNG] << 2 | runner[GRACE] << 3
    nodes[at + 4] = small | runner[WISH] << 6 | runner[HELD] << 9
    nodes[at + 5], nodes[at + 6], nodes[at + 7] = runner[CLOCK], runner[GONE], runner[GONE + 1]


@compiled
def restore(runner: Any, nodes: Any, node: int) -> None:
    """Read a runner's numbers from a node.

    What it took on the way is not restored, because that changes no movement.
    """
    at = node * NODE
    runner[X], runner[Y], runner[SPEED_X], runner[SPEED_Y] = nodes[at], nodes[at + 1], nodes[at + 2], nodes[at + 3]
    small = nodes[at + 4]
    runner[GROUND], runner[ON_LADDER], runner[SPRUNG] = small & 1, small >> 1 & 1, small >> 2 & 1
    runner[GRACE], runner[WISH], runner[HELD] = small >> 3 & 7, small >> 6 & 7, small >> 9
    runner[CLOCK], runner[GONE], runner[GONE + 1] = nodes[at + 5], nodes[at + 6], nodes[at + 7]
    runner[DEAD] = runner[GOAL] = 0


@compiled
def give_back(runner: Any, begun: Any) -> None:
    """Take from a runner what it took since `begun`, a copy of its numbers."""
    runner[GEM_COUNT] = begun[GEM_COUNT]
    for word in range(TAKEN, NUMBERS):
        runner[word] = begun[word]


@compiled
def lets_go_first(runner: Any, buttons: int) -> bool:
    """Return whether jump must be released for a tick first: on ground only a new press jumps."""
    return bool(buttons & LEAP and runner[HELD] & LEAP and runner[GRACE] != 0)


@compiled
def mover_is_near(runner: Any, movers: Any, first: Any, members: Any) -> bool:
    """Return whether an unstomped mover is so near that the tick matters. The goal and checkpoints do not count."""
    x, y = runner[X] + WIDE // 2, runner[Y] + TALL // 2
    column = runner[X] // SQUARE
    for place in range(first[column], first[column + 1]):
        at = members[place]
        kind, number = movers[at + KIND], movers[at + NUMBER]
        if kind >= CHECKPOINT or (number >= 0 and runner[GONE + number // WORD] >> number % WORD & 1):
            continue
        away = top_of(movers, at, runner[CLOCK]) + movers[at + MOVER_HEIGHT] // 2 - y
        if -TIMED <= away <= TIMED:
            if kind == DART:
                return True
            away = left_of(movers, at, runner[CLOCK]) + movers[at + MOVER_WIDTH] // 2 - x
            if -TIMED <= away <= TIMED:
                return True
    return False


@compiled
def key_of(runner: Any, timed: bool) -> int:
    """Return a hash of a runner's state; the tick counts only if `timed`.

    States with equal keys are treated as equal; different states share a key once in 10¹⁸.
    """
    small = runner[GROUND] | runner[ON_LADDER] << 1 | runner[SPRUNG] << 2 | runner[GRACE] << 3 | runner[WISH] << 6
    one, two = 1 + runner[X] // 32, 7 + (runner[Y] // 32 + 1024)
    for number in (
        runner[Y] // 32 + 1024,
        (runner[SPEED_X] // 8 + 64) << 16 | (runner[SPEED_Y] // 8 + 64) << 8 | runner[HELD] & LEAP,
        small + 1,
        runner[GONE] % 1073741824,
        runner[GONE] // 1073741824,
        runner[GONE + 1] % 1073741824,
        runner[GONE + 1] // 1073741824,
        runner[CLOCK] // 16 + 1 if timed else 0,
        runner[X] // 32,
    ):
        one = (one * 48271 + number) % 2147483647
        two = (two * 69621 + number) % 2147483629
    return int(one << 31 | two)


@compiled
def is_new(seen: Any, key: int) -> bool:
    """Add a key to a hash table that has room. Returns whether the key is new."""
    size = len(seen)
    place = key % size
    while seen[place] != 0:
        if seen[place] == key:
            return False
        place = place + 1 if place + 1 < size else 0
    seen[place] = key
    return True


@compiled
def push(heap: Any, count: int, entry: int) -> int:
    """Add an entry to a heap whose least entry is on top. Returns the new number of entries."""
    place = count
    while place > 0:
        above = (place - 1) // 2
        if heap[above] <= entry:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry
    return count + 1


@compiled
def pop(heap: Any, count: int) -> int:
    """Remove the least entry of a heap and return it; it stays in the array behind the others."""
    least: int = heap[0]
    last = heap[count - 1]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= count - 1:
            break
        if below + 1 < count - 1 and heap[below + 1] < heap[below]:
            below += 1
        if heap[below] >= last:
            break
        heap[place] = heap[below]
        place = below
    heap[place] = last
    heap[count - 1] = least
    return least


@compiled
def flood(grid: Any, away: Any, waiting: Any, stride: int, end_of_map: int, ends: int) -> None:
    """Write into `away` how many squares each square of a map is from the nearest end, around what is solid.

    The first `ends` entries of `waiting` are the squares to come to.
    """
    here, end = 0, ends
    for place in range(ends):
        away[waiting[place]] = 0
    while here < end:
        at = waiting[here]
        here += 1
        for beside in (at - stride, at - 1, at + 1, at + stride):
            if 0 <= beside < end_of_map and away[beside] < 0 and grid[beside] & SOLID == 0:
                away[beside] = away[at] + 1
                waiting[end] = beside
                end += 1


@compiled
def search(
    runner: Any,
    shape: Any,
    grid: Any,
    near: Any,
    movers: Any,
    first: Any,
    members: Any,
    timed_first: Any,
    timed_members: Any,
    away: Any,
    nodes: Any,
    heap: Any,
    seen: Any,
    most: int,
    ticks: int,
    weight: int,
    jewels: int,
    said: Any,
) -> None:
    """Search for the goal, or until the runner has so many jewels, and write the results into `said`.

    `ticks` is the length of an action, `most` the most nodes. `away` is the distance to what is sought in squares from
    each square of the grid, -1 where there is no way. `weight` says how much an estimated tick counts, in quarters of
    a tick that has passed.
    """
    stride, base = shape[0], shape[1]
    begin, begun = runner[CLOCK], runner.copy()
    save(runner, nodes, 0)
    nodes[PARENT], nodes[BUTTONS] = -1, 0
    count, waiting = 1, push(heap, 0, 0)
    said[FOUND], said[NEAREST], said[NEAREST_LEFT] = -1, 0, 1 << 40
    while waiting > 0 and count < most:
        node = pop(heap, waiting) % 1048576
        waiting -= 1
        restore(runner, nodes, node)
        middle = (runner[Y] + TALL // 2) // SQUARE * stride + base
        low = (runner[Y] + TALL) // SQUARE * stride + base
        left, right = (runner[X] + WIDE // 2 - 1) // SQUARE, (runner[X] + WIDE // 2) // SQUARE
        around = grid[middle + left] | grid[middle + right] | grid[low + left] | grid[low + right]
        choices = 8 if around & (RUNGS | CARRIES) else 6
        for choice in range(choices):
            if choice:
                restore(runner, nodes, node)
            buttons = UP if choice == 6 else BELOW
            if choice < 6:
                buttons = (RIGHT if choice % 3 == 0 else 0 if choice % 3 == 1 else LEFT) | (LEAP if choice >= 3 else 0)
            passed = ticks
            if lets_go_first(runner, buttons):
                run(runner, shape, grid, near, movers, first, members, buttons & ~LEAP, 1)
                passed -= 1
            run(runner, shape, grid, near, movers, first, members, buttons, passed)
            lost = runner[DEAD] != 0
            if not lost and jewels <= runner[GEM_COUNT]:
                tried = runner.copy()
                run(tried, shape, grid, near, movers, first, members, 0, SETTLED)
                lost = tried[DEATHS] != runner[DEATHS]
            if lost:
                if runner[GEM_COUNT] != begun[GEM_COUNT]:
                    give_back(runner, begun)
                continue
            far = away[(runner[Y] + TALL // 2) // SQUARE * stride + base + (runner[X] + WIDE // 2) // SQUARE]
            there = runner[GOAL] != 0 or runner[GEM_COUNT] >= jewels
            if far < 0 and not there:
                continue
            if not there and not is_new(
                seen, key_of(runner, mover_is_near(runner, movers, timed_first, timed_members))
            ):
                continue
            save(runner, nodes, count)
            nodes[count * NODE + PARENT], nodes[count * NODE + BUTTONS] = node, buttons
            if there:
                said[FOUND], said[NODES] = count, count + 1
                return
            if runner[GROUND] != 0 and far < said[NEAREST_LEFT]:
                said[NEAREST], said[NEAREST_LEFT] = count, far
            cost = 4 * (runner[CLOCK] - begin) + weight * far * SQUARE // TOP_SPEED
            waiting = push(heap, waiting, cost * 1048576 + count)
            count += 1
            if count >= most:
                break
    said[NODES] = count
