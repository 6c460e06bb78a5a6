"""Finds ways through a dungeon for all squares at once: a set of squares is one integer, and a step shifts its bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from game.core.forge.model.level import GATES, LOCKED, ROCK, RUBBLE, WALL, Level

_SHUT = frozenset((ROCK, WALL, RUBBLE))
_WALKED = bytes(ord("01"[code not in _SHUT]) for code in range(256))
_UNLOCKED = bytes(ord("01"[code not in _SHUT and not LOCKED <= code < GATES]) for code in range(256))


class Ground:
    """The squares of a dungeon that can be walked on.

    A square is a bit, row by row; each row ends with one more bit of rock.
    """

    def __init__(self, level: Level, *, locked: bool = False) -> None:
        """Where `locked`, locked doors are closed; else they are open, and one-way gates from either side."""
        self._read(level.tiles, level.width, _UNLOCKED if locked else _WALKED)

    @classmethod
    def of_tiles(cls, tiles: bytes, width: int) -> Ground:
        """The squares that can be walked on among the tiles of a dungeon, doors and gates included."""
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
        return self.beside(squares) & self.open

    def beside(self, squares: int) -> int:
        """The squares next to a set of them, open or not."""
        wide = self.stride
        return squares << 1 | squares >> 1 | squares << wide | squares >> wide

    def waves(self, begin: int) -> Iterator[int]:
        """The squares that are 0, 1, 2 … steps away, until none is left."""
        wave, free = begin & self.open, self.open
        while wave:
            yield wave
            free ^= wave
            wave = self.around(wave) & free

    def flood(self, begin: int) -> int:
        """All squares that can be reached from a set of them."""
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
    """For each square the number of its connected area, from 1; 0 where it cannot be walked on.

    The largest area has number 1; of equal ones the first in reading order comes first. All areas after the 255th are
    255.
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
    """The indices of the squares of a set, in reading order."""
    for bit, sign in enumerate(reversed(bin(squares)[2:])):
        if sign == "1":
            yield bit // stride * width + bit % stride
