"""Field of view from a square: symmetric shadow casting in whole numbers.

Squares are scanned outward row by row in four quarters, between two slopes; a slope is a pair of whole numbers. If one
floor square sees another, the other sees it too (after Albert Ford's description).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.core.forge.model.level import DOOR, GATES, LOCKED, ROCK, RUBBLE, WALL

OPAQUE = bytes(code in (ROCK, WALL, DOOR, RUBBLE) or LOCKED <= code < GATES for code in range(256))
"""Table over tiles: whether each is opaque."""
_QUARTERS = ((1, 0, 0, -1), (0, 1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0))
"""For each quarter x and y of a step aside, and x and y of a step outward."""
_SlopeT = tuple[int, int]


@lru_cache(maxsize=1024)
def seen_from(tiles: bytes, width: int, x: int, y: int, radius: int) -> frozenset[int]:
    """Return the squares seen from one, numbered in reading order, visible walls included. Cached."""
    found = {y * width + x}
    for aside_x, aside_y, out_x, out_y in _QUARTERS:
        for depth, column in _quarter(tiles, width, (x, y), radius, (aside_x, aside_y, out_x, out_y)):
            if depth * depth + column * column <= radius * radius + radius:
                found.add((y + depth * out_y + column * aside_y) * width + x + depth * out_x + column * aside_x)
    return frozenset(found)


def _quarter(
    tiles: bytes, width: int, origin: tuple[int, int], radius: int, turn: tuple[int, int, int, int]
) -> Iterator[tuple[int, int]]:
    """Yield depth and column of the squares seen in one quarter."""
    height = len(tiles) // width
    rows: list[tuple[int, _SlopeT, _SlopeT]] = [(1, (-1, 1), (1, 1))]
    while rows:
        depth, start, end = rows.pop()
        before: bool | None = None
        first = (2 * depth * start[0] + start[1]) // (2 * start[1])
        last = -((-2 * depth * end[0] + end[1]) // (2 * end[1]))
        for column in range(first, last + 1):
            x = origin[0] + depth * turn[2] + column * turn[0]
            y = origin[1] + depth * turn[3] + column * turn[1]
            inside = 0 <= x < width and 0 <= y < height
            wall = not inside or bool(OPAQUE[tiles[y * width + x]])
            straight = column * start[1] >= depth * start[0] and column * end[1] <= depth * end[0]
            if inside and (wall or straight):
                yield depth, column
            if before and not wall:
                start = (2 * column - 1, 2 * depth)
            if before is False and wall and depth < radius:
                rows.append((depth + 1, start, (2 * column - 1, 2 * depth)))
            before = wall
        if before is False and depth < radius:
            rows.append((depth + 1, start, end))
