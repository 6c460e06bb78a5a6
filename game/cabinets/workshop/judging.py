"""Judge a level of a commission: whether it is playable, the length of its way, and what it holds where."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.forge.model.fault import ENDS
from game.core.forge.model.level import HEADINGS, Level, signs_of
from game.core.forge.physics.world import TooMuchError, world_of
from game.core.forge.proof.platform import told

PLAYABLE, EACH = 40, 20
"""Points for a playable level, and greatest points for each of the three other criteria."""
WISHES = (250, 350, 450, 600, 750)
"""Wished length of a dungeon's way by difficulty, in thousandths of the level's width plus height."""
TICKS_A_COLUMN = (6, 7, 8, 9, 11)
"""Wished ticks per column of a platform level, by difficulty. A runner at full speed needs 6.5."""
GOODS = {"dungeon": ("treasure", "potion", "key"), "platform": ("coin", "gem")}
_LOCKED = "ABCDEFGH"
_WALKED = ".,+<>^v;" + _LOCKED
_GATES = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}


def reached(level: Level) -> dict[int, int]:
    """Return the number of steps from a dungeon's start to each reachable square.

    Keys open the doors of their number; squares behind a lock count from where the key is picked up.
    """
    drawn, width = signs_of(level.kind, level.tiles).decode(), level.width
    keys = {e.y * width + e.x: e.data[0] if e.data else 0 for e in level.entities if e.kind == "key"}
    start = next(e.y * width + e.x for e in level.entities if e.kind == "start")
    found, held, closed = {start: 0}, set[int](), dict[int, int]()
    wave = [start]
    while wave:
        after: list[int] = []
        for place in wave:
            if place in keys:
                held.add(keys[place])
            for dx, dy in HEADINGS:
                x, y = place % width + dx, place // width + dy
                if not (0 <= x < width and 0 <= y < level.height):
                    continue
                other = y * width + x
                sign = drawn[other]
                if other in found or sign not in _WALKED or _GATES.get(sign, (dx, dy)) != (dx, dy):
                    continue
                if sign in _LOCKED and _LOCKED.index(sign) not in held:
                    closed[other] = found[place] + 1
                    continue
                found[other] = found[place] + 1
                after.append(other)
        if not after:
            far = max(found.values())
            opened = [door for door in closed if _LOCKED.index(drawn[door]) in held]
            for door in sorted(opened):
                found[door] = max(far, closed.pop(door))
            after = sorted(opened)
        wave = after
    return found


def way_length(level: Level) -> int:
    """Return the length of a level's way: a dungeon's squares from start to end, a platform level's ticks.

    0 if the end is not reached.
    """
    if level.kind == "platform":
        return sum(ticks for ticks, _ in level.way) if is_finished(level) else 0
    end = next(each for each in level.entities if each.kind == ENDS[level.kind])
    return reached(level).get(end.y * level.width + end.x, 0)


def is_finished(level: Level) -> bool:
    """Return whether the way that a platform level carries reaches the goal in its last tick, by the physics."""
    if not level.way or min(length for length, _ in level.way) < 1:
        return False
    try:
        return told(world_of(level), level.way).proved
    except TooMuchError:
        return False


def wished(level: Level, difficulty: int) -> int:
    """Return the wished length of a level's way, by its kind, its size and the difficulty."""
    if level.kind == "platform":
        return level.width * TICKS_A_COLUMN[difficulty]
    return max(1, (level.width + level.height) * WISHES[difficulty] // 1000)


def wish_points(length: int, wish: int) -> int:
    """Return `EACH` points for a way of the wished length, fewer for others, 0 if half as long or half as long again.

    >>> [wish_points(length, 45) for length in (22, 45, 60, 99)]
    [0, 20, 7, 0]
    """
    return max(0, EACH - 2 * EACH * abs(length - wish) // wish)


def spread_points(level: Level) -> int:
    """Return up to `EACH` points for goods in many parts of a level: 4×4 parts of a dungeon, 16 columns otherwise."""
    goods = [e for e in level.entities if e.kind in GOODS[level.kind]]
    columns, rows = (4, 4) if level.kind == "dungeon" else (16, 1)
    parts = {(e.x * columns // level.width, e.y * rows // level.height) for e in goods}
    return min(EACH, EACH * len(parts) // 8)


def difference(first: Level, second: Level) -> int:
    """Return the share of differing squares of two levels, in thousandths; 1000 for different kinds or sizes."""
    if first.kind != second.kind or len(first.tiles) != len(second.tiles):
        return 1000
    return 1000 * sum(map(int.__ne__, first.tiles, second.tiles)) // max(1, len(first.tiles))


def difference_points(level: Level, others: Sequence[Level]) -> int:
    """Return up to `EACH` points for a level that differs from those of other seats; all of them if there are no
    others.

    >>> EACH * min(1000, 2 * 350) // 1000
    14
    """
    if not others:
        return EACH
    mean = sum(difference(level, other) for other in others) // len(others)
    return EACH * min(1000, 2 * mean) // 1000
