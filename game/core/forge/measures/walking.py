"""Ways through a dungeon, all squares at once: a set of squares is one whole number, a step a few shifts of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from game.core.forge.model.level import GATES, LOCKED, ROCK, RUBBLE, WALL, Level

_SHUT = frozenset((ROCK, WALL, RUBBLE))
_WALKED = bytes(ord("01"[code not in _SHUT]) for code in range(256))
_UNLOCKED = bytes(ord("01"[code not in _SHUT and not LOCKED <= code < GATES]) for code in range(256))


class Ground:
    """What can be walked on of a dungeon. A square is a bit, row by row; each row has one of rock more."""

    def __init__(self, level: Level, *, locked: bool = False) -> None:
        """`locked`: whether locked doors are closed; else they, and one-way gates from any side, are open."""
        self._read(level.tiles, level.width, _UNLOCKED if locked else _WALKED)

    @classmethod
    def of_tiles(cls, tiles: bytes, width: int) -> Ground:
        """What can be walked on of the tiles of a dungeon, doors and gates as well."""
        ground = cls.__new__(cls)
        ground._read(tiles, width, _WALKED)
        return ground

    def _read(self, tiles: bytes, width: int, table: bytes) -> None:
        self.stride = width + 1
        digits = tiles.translate(table)[::-1]
        rows = [b"0" + digits[start : start + width] for start in range(0, len(digits), width)]
        self.open = int(b"".join(rows) or b"0", 2)
        """All squares that can be walked on."""

    def square(self, x: int, y: int) -> int:
        return 1 << y * self.stride + x

    def around(self, squares: int) -> int:
        """The open squares next to a set of them."""
        wide = self.stride
        return (squares << 1 | squares >> 1 | squares << wide | squares >> wide) & self.open

    def waves(self, begin: int) -> Iterator[int]:
        """The squares that are 0, 1, 2 … steps away, until none is left."""
        wave, free = begin & self.open, self.open
        while wave:
            yield wave
            free ^= wave
            wave = self.around(wave) & free

    def flood(self, begin: int) -> int:
        """All squares that can be come to."""
        return reduce(or_, self.waves(begin), 0)

    def furthest(self, begin: int) -> tuple[int, int]:
        """How many steps away the furthest squares are, and the first of them; 0 and nothing from rock."""
        steps, last = -1, 0
        for steps, wave in enumerate(self.waves(begin)):  # noqa: B007
            last = wave
        return max(0, steps), last & -last

    def steps_to(self, begin: int, places: int) -> dict[int, int]:
        """Steps to each of some squares that can be come to."""
        found: dict[int, int] = {}
        for steps, wave in enumerate(self.waves(begin)):
            here = wave & places
            while here:
                square = here & -here
                found[square] = steps
                here ^= square
            if len(found) == places.bit_count():
                break
        return found


def clusters(tiles: bytes, width: int) -> bytes:
    """A number from 1 for each square that can be walked on, the same for all that hang together; 0 for the others.

    Numbered by the size of the area, the largest first, of equals the first in reading order; after 255 it is 255.
    """
    ground = Ground.of_tiles(tiles, width)
    left, areas = ground.open, list[int]()
    while left:
        area = ground.flood(left & -left)
        areas.append(area)
        left &= ~area
    areas.sort(key=lambda area: -area.bit_count())
    found = bytearray(len(tiles))
    for number, area in enumerate(areas, 1):
        for place in _places(area, ground.stride, width):
            found[place] = min(255, number)
    return bytes(found)


def _places(squares: int, stride: int, width: int) -> Iterator[int]:
    """Their places in reading order."""
    for bit, sign in enumerate(reversed(bin(squares)[2:])):
        if sign == "1":
            yield bit // stride * width + bit % stride
