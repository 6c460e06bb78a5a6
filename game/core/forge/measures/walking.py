"""Finds ways through a dungeon for all squares at once: a set of squares is one integer, and a step shifts its bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from game.core.forge.model.level import GATES, LOCKED, ROCK, RUBBLE, WALL, Level

MANY = 1000
"""Waves after which ways are found square by square: each wave costs as much as the whole map is large."""
LARGE = 1 << 14
"""Squares above which areas are found square by square."""
_SHUT = frozenset((ROCK, WALL, RUBBLE))
_FREE, _TAKEN = b"10"
_FEW = 16
"""Bits of a set below which they are taken out of it one by one."""
_WALKED = bytes(ord("01"[code not in _SHUT]) for code in range(256))
_UNLOCKED = bytes(ord("01"[code not in _SHUT and not LOCKED <= code < GATES]) for code in range(256))


class Walkable:
    """The walkable squares of a dungeon, as bits of integers.

    Bits go row by row from the lowest; each row ends with one extra bit of rock.
    """

    def __init__(self, level: Level, *, locked: bool = False) -> None:
        """With `locked`, locked doors are closed.

        Otherwise they are open, and one-way gates can be passed from both sides.
        """
        self._read(level.tiles, level.width, _UNLOCKED if locked else _WALKED)

    @classmethod
    def of_tiles(cls, tiles: bytes, width: int) -> Walkable:
        """Return the walkable squares among a dungeon's tiles, doors and gates included."""
        ground = cls.__new__(cls)
        ground._read(tiles, width, _WALKED)
        return ground

    def _read(self, tiles: bytes, width: int, table: bytes) -> None:
        self.stride = width + 1
        self.open = _read_bits(tiles, width, table)
        """The set of all walkable squares."""

    def of_tile(self, tiles: bytes, tile: int) -> int:
        """Return the squares with a tile, in a map of the same size."""
        return _read_bits(tiles, self.stride - 1, bytes(_FREE if code == tile else _TAKEN for code in range(256)))

    def of_room(self, x: int, y: int, width: int, height: int) -> int:
        """Return the squares of a rectangle, which lies inside."""
        column = (1 << self.stride * height) // ((1 << self.stride) - 1)
        return column * ((1 << width) - 1) << y * self.stride + x

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

    def places_of_waves(self, begin: int) -> Iterator[list[int]]:
        """Yield what `waves` yields, each wave as the places of its bits, in any order; slower, but for long ways."""
        free = bytearray(bin(self.open | 1 << self.open.bit_length())[:2:-1].encode())
        wave = list(_bits(begin & self.open))
        for place in wave:
            free[place] = _TAKEN
        size, steps = len(free), (1, -1, self.stride, -self.stride)
        while wave:
            yield wave
            after = []
            for place in wave:
                for step in steps:
                    there = place + step
                    if 0 <= there < size and free[there] == _FREE:
                        free[there] = _TAKEN
                        after.append(there)
            wave = after

    def flood(self, begin: int) -> int:
        """Return all squares that can be reached from a set of squares."""
        found = 0
        for steps, wave in enumerate(self.waves(begin)):
            if steps == MANY:
                return _set_of(chain.from_iterable(self.places_of_waves(begin)), self.open.bit_length())
            found |= wave
        return found

    def furthest(self, begin: int) -> tuple[int, int]:
        """Return how many steps away the furthest squares are, and the first of them; (0, 0) from rock."""
        steps, last = -1, 0
        for steps, wave in enumerate(self.waves(begin)):
            if steps == MANY:
                for steps, places in enumerate(self.places_of_waves(begin)):
                    last = 1 << min(places) if steps > MANY else 0
                return steps, last
            last = wave
        return max(0, steps), last & -last

    def steps_to(self, begin: int, places: int) -> dict[int, int]:
        """Return the steps to each square of `places` that can be reached, by the place of its bit."""
        found: dict[int, int] = {}
        many = places.bit_count() > _FEW and self.open.bit_length() > LARGE
        for steps, wave in enumerate(self.waves(begin)):
            if many or steps == MANY:
                wanted = set(_bits(places))
                waves = enumerate(self.places_of_waves(begin))
                return {place: far for far, places_there in waves for place in places_there if place in wanted}
            for place in _bits(wave & places):
                found[place] = steps
            if len(found) == places.bit_count():
                break
        return found


def _read_bits(tiles: bytes, width: int, table: bytes) -> int:
    digits = tiles.translate(table)[::-1]
    rows = [b"0" + digits[start : start + width] for start in range(0, len(digits), width)]
    return int(b"".join(rows) or b"0", 2)


def clusters(tiles: bytes, width: int) -> bytes:
    """Return for each square the number of its connected area, from 1; 0 where it is not walkable.

    The largest area has number 1; of equal areas, the first in reading order comes first. All areas after the 255th
    have number 255.
    """
    ground = Walkable.of_tiles(tiles, width)
    areas = _areas_by_square(ground) if len(tiles) > LARGE else _areas(ground)
    areas.sort(key=lambda area: -len(area))
    found = bytearray(len(tiles))
    for number, area in enumerate(areas, 1):
        for bit in area:
            found[bit // ground.stride * width + bit % ground.stride] = min(255, number)
    return bytes(found)


def _areas(ground: Walkable) -> list[list[int]]:
    """Return the areas that hang together, each as the places of its bits, the first one first."""
    left, areas = ground.open, list[list[int]]()
    while left:
        area = ground.flood(left & -left)
        areas.append(list(_bits(area)))
        left &= ~area
    return areas


def _areas_by_square(ground: Walkable) -> list[list[int]]:
    """Return what `_areas` returns, for large maps, in time that does not grow with the number of areas."""
    free = set(_bits(ground.open))
    areas = []
    for begin in sorted(free):
        if begin not in free:
            continue
        free.remove(begin)
        area = [begin]
        for place in area:
            for there in (place + 1, place - 1, place + ground.stride, place - ground.stride):
                if there in free:
                    free.remove(there)
                    area.append(there)
        areas.append(area)
    return areas


def _bits(squares: int) -> Iterator[int]:
    """Yield the places of the bits of a set, the lowest first."""
    if squares.bit_count() < _FEW:
        while squares:
            yield (squares & -squares).bit_length() - 1
            squares &= squares - 1
        return
    for bit, sign in enumerate(reversed(bin(squares)[2:])):
        if sign == "1":
            yield bit


def _set_of(places: Iterable[int], size: int) -> int:
    """Return the set whose bits have these places."""
    digits = bytearray(b"0" * size)
    for place in places:
        digits[size - 1 - place] = _FREE
    return int(digits or b"0", 2)
