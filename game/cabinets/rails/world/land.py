"""The land of a map, which never changes during a match, and what can be reached on it by track or by water."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from game.cabinets.rails.track.works import BRIDGE, MOST_SPAN, TUNNEL

PLAIN, WOOD, HILL, WATER, ROCK, HOUSE, INDUSTRY, STREET = range(8)
"""Kinds of terrain, one for each tile. STREET is a town's own road on plain land."""
SIGNS: Final = ".;^~#hio"
"""The character of each kind of terrain in yard files, in the order of the kinds' numbers."""
MINE, POWER_STATION, WELL, REFINERY = range(4)
"""Kinds of industries."""
SIDE: Final = (2, 2, 1, 2)
"""Tiles along each side of an industry, by kind."""
_EIGHT = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_FOUR = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Industry(msgspec.Struct, array_like=True, frozen=True):
    """An industry, which makes or takes cargo throughout the match."""

    kind: int
    tile: int
    """The industry's north-western tile, from which distances are measured."""
    output: int
    """Units made in a period of 20 ticks; 0 if the industry only takes cargo."""
    at_sea: bool = False
    """Whether this is a well in the sea, with a dock of its own that ships of all companies may use."""


class Town(msgspec.Struct, array_like=True, frozen=True):
    """A town as it was founded."""

    tile: int
    """The tile of the town's centre, a street."""
    name: int
    """The index of the town's name in the list of names."""
    inhabitants: int
    houses: tuple[int, ...]
    """The tiles of the town's houses, ascending."""


class Land(msgspec.Struct, array_like=True, frozen=True):
    """The land of a map. The tile in column x and row y has the number y * size + x; y grows to the south."""

    size: int
    terrain: bytes
    towns: tuple[Town, ...]
    industries: tuple[Industry, ...]

    def tiles_of(self, industry: Industry) -> Iterator[int]:
        """Return the tiles on which an industry stands."""
        side = SIDE[industry.kind]
        return (industry.tile + y * self.size + x for y in range(side) for x in range(side))

    def distance(self, first: int, second: int) -> int:
        """Return the Manhattan distance of two tiles."""
        return distance(self.size, first, second)


def distance(size: int, first: int, second: int) -> int:
    """Return the Manhattan distance between two tiles of a map with `size` columns."""
    return abs(first // size - second // size) + abs(first % size - second % size)


def packed(terrain: bytes) -> bytes:
    """Return terrain as bytes, one for each run of up to 32 equal tiles: kind in bits 0 … 2, length less 1 above."""
    out = bytearray()
    at = 0
    while at < len(terrain):
        end = at + 1
        while end < len(terrain) and terrain[end] == terrain[at] and end - at < 32:
            end += 1
        out.append(terrain[at] | (end - at - 1) << 3)
        at = end
    return bytes(out)


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
    for length in range(2, MOST_SPAN[TUNNEL] + 1):
        if not (0 <= x < size and 0 <= y < size):
            return -1
        kind = terrain[y * size + x]
        if kind < WATER:
            return y * size + x
        wet, dug = wet or kind in (WATER, STREET), dug or kind not in (WATER, STREET)
        if (wet and dug) or (wet and length >= MOST_SPAN[BRIDGE]):
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
