"""The land of a map: terrain, towns and industries. It never changes during a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

PLAIN, WOOD, HILL, WATER, ROCK, HOUSE, INDUSTRY, STREET = range(8)
"""Kinds of terrain, one for each tile. STREET is a town's own road on plain land."""
SIGNS: Final = ".;^~#hio"
"""The character of each kind of terrain in yard files, in the order of the kinds' numbers."""
MINE, POWER_STATION, WELL, REFINERY = range(4)
"""Kinds of industries."""
SIDE: Final = (2, 2, 1, 2)
"""Tiles along each side of an industry, by kind."""


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


def unpacked(data: bytes) -> bytes:
    """Return the terrain that `packed` encoded."""
    return b"".join(bytes((byte & 7,)) * ((byte >> 3) + 1) for byte in data)
