"""What can be reached from a tile: by track with bridges and tunnels, or by water."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.rails.world.land import ROCK, STREET, WATER

LONGEST_BRIDGE, LONGEST_TUNNEL = 8, 12
_EIGHT = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_FOUR = ((0, -1), (1, 0), (0, 1), (-1, 0))


def by_land(terrain: bytes | bytearray, size: int, start: int) -> set[int]:
    """Return the tiles of open ground that track from `start` can reach, with bridges and tunnels."""
    reached = {start}
    waiting = [start]
    while waiting:
        tile = waiting.pop()
        for across, down in _FOUR:
            other = _next_ground(terrain, size, tile, across, down)
            if other >= 0 and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached


def _next_ground(terrain: bytes | bytearray, size: int, tile: int, across: int, down: int) -> int:
    """Return the next tile of open ground in a direction, beyond at most one bridge or tunnel; -1 for none."""
    x, y = tile % size + across, tile // size + down
    wet = dug = False
    for length in range(2, LONGEST_TUNNEL + 1):
        if not (0 <= x < size and 0 <= y < size):
            return -1
        kind = terrain[y * size + x]
        if kind < WATER:
            return y * size + x
        wet, dug = wet or kind in (WATER, STREET), dug or kind not in (WATER, STREET)
        if (wet and dug) or (wet and length >= LONGEST_BRIDGE):
            return -1
        x, y = x + across, y + down
    return -1


def seas(terrain: bytes | bytearray, size: int) -> list[set[int]]:
    """Return the tiles of each body of water, ordered by first tile. Ships go in eight directions, so corners join."""
    left = {tile for tile, kind in enumerate(terrain) if kind == WATER}
    found = []
    for tile in range(len(terrain)):
        if tile in left:
            found.append(_flooded(left, size, tile))
    return found


def _flooded(left: set[int], size: int, start: int) -> set[int]:
    sea = {start}
    left.discard(start)
    waiting = [start]
    while waiting:
        for other in around(size, waiting.pop()):
            if other in left:
                left.discard(other)
                sea.add(other)
                waiting.append(other)
    return sea


def around(size: int, tile: int) -> Iterable[int]:
    """Return the up to eight tiles around a tile."""
    row, column = divmod(tile, size)
    return (
        (row + down) * size + column + across
        for across, down in _EIGHT
        if 0 <= column + across < size and 0 <= row + down < size
    )


def beside(size: int, tile: int) -> Iterable[int]:
    """Return the up to four tiles that share an edge with a tile."""
    row, column = divmod(tile, size)
    return (
        (row + down) * size + column + across
        for across, down in _FOUR
        if 0 <= column + across < size and 0 <= row + down < size
    )


def coast(terrain: bytes | bytearray, size: int, sea: Iterable[int], ground: set[int]) -> bool:
    """Return whether a dock that track can reach may stand at a body of water; `ground` is what track reaches."""
    return any(terrain[other] < ROCK and other in ground for tile in sea for other in beside(size, tile))
