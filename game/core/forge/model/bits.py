"""Maps of squares that are set or not, each as one integer, so that all squares change at once.

Square (x, y) of a grid is bit first + y·stride + x. Between rows, and before and after the map, lie `PAD` unused
squares, so that a shift never carries a square from the end of one row to the start of the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from hashlib import shake_128
from itertools import compress

PAD = 3
"""The furthest that a neighbourhood may reach, in squares."""
_DRAW_BITS = 10


class Grid:
    """The size of a map, and operations on maps of this size."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = width + PAD
        self.first = PAD * self.stride + PAD
        row = (1 << width) - 1
        self.inside = sum(row << self.first + y * self.stride for y in range(height))
        """The map with every square set."""
        self.size = self.first + (height + PAD) * self.stride
        self._columns = [sum(1 << row * self.stride for row in range(length)) for length in range(height + 3)]
        self.around = ((1 << self.size) - 1) ^ self.inside
        """Every bit outside the map."""

    def bit(self, x: int, y: int) -> int:
        """Return the map with only this square set."""
        return 1 << self.first + y * self.stride + x

    def rectangle(self, x: int, y: int, width: int, height: int) -> int:
        """Return the squares of a rectangle, which may reach one square beyond the map."""
        return (((1 << width) - 1) * self._columns[height]) << self.first + y * self.stride + x

    def square(self, bit: int) -> tuple[int, int]:
        """Return column and row of the first square that is set."""
        y, x = divmod((bit & -bit).bit_length() - 1 - self.first, self.stride)
        return x, y

    def places(self, bits: int) -> list[int]:
        """Return the indices of the squares that are set, in reading order."""
        return list(compress(_numbers(), self.cells(bits, b"\0", b"\1")))

    def squares(self, bits: int) -> Iterator[tuple[int, int]]:
        """Yield column and row of the squares that are set, in reading order."""
        return ((place % self.width, place // self.width) for place in self.places(bits))

    def rows(self, bits: int) -> list[int]:
        """Return the map as one integer for each row."""
        mask = (1 << self.width) - 1
        return [bits >> self.first + y * self.stride & mask for y in range(self.height)]

    def of_rows(self, rows: Sequence[int]) -> int:
        """Return the map made from one integer for each row."""
        found = 0
        for row in reversed(rows):
            found = found << self.stride | row
        return found << self.first

    def of_tiles(self, tiles: bytes, kinds: Collection[int]) -> int:
        """Return the map of the squares whose tile is one of `kinds`; `tiles` has a byte per square in reading order.

        >>> grid = Grid(3, 2)
        >>> grid.places(grid.of_tiles(bytes((0, 2, 0, 3, 0, 2)), {2}))
        [1, 5]
        """
        table = bytes(ord("01"[code in kinds]) for code in range(256))
        digits = tiles.translate(table)[::-1]
        rows = [int(digits[start : start + self.width], 2) for start in range(0, len(digits), self.width)]
        return self.of_rows(rows[::-1])

    def part(self, bits: int, x: int, y: int, into: Grid) -> int:
        """Return the rectangle of a map at (x, y), as a map of the smaller grid `into`."""
        band = bits >> self.first + y * self.stride + x & _columns(into.height, into.width, self.stride)
        return _restrided(band, into.height, into.width, self.stride, into.stride) << into.first

    def placed(self, bits: int, of: Grid, x: int, y: int) -> int:
        """Return a map of the smaller grid `of`, placed into this grid at (x, y)."""
        return _restrided(bits >> of.first, of.height, of.width, of.stride, self.stride) << (
            self.first + y * self.stride + x
        )

    def sprinkled(self, seed: int, share: int) -> int:
        """Return a map of random squares, each set with a chance of `share` in a thousand, from a hash of the seed.

        >>> grid = Grid(20, 10)
        >>> grid.sprinkled(7, 0), grid.sprinkled(7, 1000) == grid.inside
        (0, True)
        """
        length = self.size // 8 + 1
        drawn = shake_128(seed.to_bytes(8, "big")).digest(_DRAW_BITS * length)
        limit = share * (1 << _DRAW_BITS) // 1000
        if limit >> _DRAW_BITS:
            return self.inside
        less = 0
        for place in range(_DRAW_BITS):
            plane = int.from_bytes(drawn[place * length : (place + 1) * length], "little")
            less = less | ~plane if limit >> place & 1 else less & ~plane
        return less & self.inside

    def grown(self, bits: int) -> int:
        """Return the squares that are set and their four neighbours; the result may reach outside the map."""
        return bits | bits << 1 | bits >> 1 | bits << self.stride | bits >> self.stride

    def flood(self, start: int, within: int, until: int = 0) -> int:
        """Return all squares of `within` that can be reached from `start` by steps to the four sides.

        It stops early when it meets a square of `until`. Each round spreads three squares west, north and south, and
        east to the end of a run by the carry of an addition, so it takes a quarter of the rounds of single steps.
        """
        found, stride = start & within, self.stride
        west, south, north = within & within >> 1, within & within << stride, within & within >> stride
        while not found & until:
            further = found | found >> 1 & within
            further |= further >> 2 & west
            further |= (further << stride | further >> stride) & within
            further |= further << 2 * stride & south | further >> 2 * stride & north
            further |= (further + within ^ within) & within
            if further == found:
                break
            found = further
        return found

    def waves(self, start: int, within: int, until: int = 0) -> list[int]:
        """Return the squares of `within` at each distance from `start`, up to the distance at which `until` is met."""
        waves, wave, left = [start], start, within & ~start
        while not wave & until and (wave := self._beside(wave) & left):
            left ^= wave
            waves.append(wave)
        return waves

    def furthest(self, start: int, within: int) -> int:
        """Return the squares of `within` at the greatest distance from `start`."""
        wave, left = start, within & ~start
        while further := self._beside(wave) & left:
            left ^= further
            wave = further
        return wave

    def _beside(self, bits: int) -> int:
        """Return the four neighbours of each square that is set; the result may reach outside the map."""
        before = bits >> 1 | bits >> self.stride
        return before | before << self.stride + 1

    def back(self, waves: Sequence[int], goal: int) -> int:
        """Return a shortest way from `goal`, a square of the last wave, back to the first wave.

        Of equal ways, the one that goes north first is taken, then east, south, west.
        """
        way, bit, stride = goal, goal, self.stride
        for wave in reversed(waves[:-1]):
            bit = bit >> stride & wave or bit << 1 & wave or bit << stride & wave or bit >> 1 & wave
            way |= bit
        return way

    def areas(self, within: int) -> Iterator[int]:
        """Yield the connected areas of a map, in the order of their first squares."""
        while within:
            area = self.flood(within & -within, within)
            yield area
            within ^= area

    def largest(self, within: int) -> int:
        """Return the largest connected area of a map, the first of equals; 0 where there is none."""
        half = self.first + self.height // 2 * self.stride + self.width // 2
        seed = within >> half << half or within
        best = self.flood(seed & -seed, within)  # most often the largest area is in the middle
        most, left = best.bit_count(), (within ^ best).bit_count()
        for area in self.areas(within ^ best) if left >= most else ():
            count = area.bit_count()
            if count > most or (count == most and area & -area < best & -best):
                best, most = area, count
            left -= count
            if left < most:
                break
        return best

    def cells(self, bits: int, unset: bytes, set_: bytes) -> bytes:
        """Return a byte for each square in reading order: `set_` or `unset`."""
        digits = format(bits >> self.first, f"0{self.height * self.stride}b")[::-1]
        rows = [digits[start : start + self.width] for start in range(0, self.height * self.stride, self.stride)]
        return "".join(rows).encode().translate(bytes.maketrans(b"01", unset + set_))


@lru_cache(maxsize=1)
def _numbers() -> Sequence[int]:
    """Return the numbers 0, 1, 2 … up to the squares of the largest map.

    They are cached, because making them is slow.
    """
    return tuple(range(256 * 256))


@lru_cache(maxsize=256)
def _columns(height: int, width: int, stride: int) -> int:
    """Return a map of this size and stride with all squares set."""
    row = (1 << width) - 1
    return sum(row << y * stride for y in range(height))


def _restrided(bits: int, height: int, width: int, stride: int, other: int) -> int:
    """Return the same rows with another stride:
    half of the rows are moved at once, then half of each half, and so on."""
    for mask, shift in _moves(height, width, stride, other):
        moved = bits & mask
        bits = bits ^ moved | (moved << shift if shift > 0 else moved >> -shift)
    return bits


@lru_cache(maxsize=1024)
def _moves(height: int, width: int, stride: int, other: int) -> Sequence[tuple[int, int]]:
    """Return the steps of `_restrided`: masks of squares, and how far each is moved.

    To a wider stride the furthest moves come first, to a narrower one last.
    """
    further, row = other - stride, (1 << width) - 1
    steps = [1 << power for power in reversed(range((height - 1).bit_length()))]
    moves = []
    for step in steps if further > 0 else reversed(steps):
        mask = 0
        for y in range(height):
            if y & step:
                done = y & -(2 * step) if further > 0 else y & (step - 1)
                mask |= row << y * stride + done * further
        moves.append((mask, step * further))
    return moves if further else ()


@lru_cache(maxsize=256)
def grid_of(width: int, height: int) -> Grid:
    """Return the grid of a size; it is cached."""
    return Grid(width, height)
