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
    """The walkable squares of a dungeon, as bits of integers.

    Bits go row by row from the lowest; each row ends with one extra bit of rock.
    """

    def __init__(self, level: Level, *, locked: bool = False) -> None:
        """With `locked`, locked doors are closed.

        Otherwise they are open, and one-way gates can be passed from both sides.
        """
        self._read(level.tiles, level.width, _UNLOCKED if locked else _WALKED)

    @classmethod
    def of_tiles(cls, tiles: bytes, width: int) -> Ground:
        """Return the walkable squares among a dungeon's tiles, doors and gates included."""
        ground = cls.__new__(cls)
        ground._read(tiles, width, _WALKED)
        return ground

    def _read(self, tiles: bytes, width: int, table: bytes) -> None:
        self.stride = width + 1
        digits = tiles.translate(table)[::-1]
        rows = [b"0" + digits[start : start + width] for start in range(0, len(digits), width)]
        self.open = int(b"".join(rows) or b"0", 2)
        """The set of all walkable squares."""

    def square(self, x: int, y: int) -> int:
        return 1 << y * self.stride + x

    def around(self, squares: int) -> int:
        """Return the walkable squares next to a set of squares."""
        return self.beside(squares) & self.open

    def beside(self, squares: int) -> int:
        """Return the squares next to a set of squares, walkable or not."""
        wide = self.stride
        return squares << 1 | squares >> 1 | squares << wide | squares >> wide

    def waves(self, begin: int) -> Iterator[int]:
        """Yield the sets of squares that are 0, 1, 2 … steps away from a set, until no more can be reached."""
        wave, free = begin & self.open, self.open
        while wave:
            yield wave
            free ^= wave
            wave = self.around(wave) & free

    def flood(self, begin: int) -> int:
        """Return all squares that can be reached from a set of squares."""
        return reduce(or_, self.waves(begin), 0)

    def furthest(self, begin: int) -> tuple[int, int]:
        """Return how many steps away the furthest squares are, and the first of them; (0, 0) from rock."""
        steps, last = -1, 0
        for steps, wave in enumerate(self.waves(begin)):  # noqa: B007
            last = wave
        return max(0, steps), last & -last

    def steps_to(self, begin: int, places: int) -> dict[int, int]:
        """Return the steps to each square of `places` that can be reached."""
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
    """Return for each square the number of its connected area, from 1; 0 where it is not walkable.

    The largest area has number 1; of equal areas, the first in reading order comes first. All areas after the 255th
    have number 255.
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
    """Yield the indices of the squares of a set, in reading order."""
    for bit, sign in enumerate(reversed(bin(squares)[2:])):
        if sign == "1":
            yield bit // stride * width + bit % stride
