"""The master's board: for each empty point and direction, what a stone would make there, looked up in a table.

`board.py` works on whole lines and is what rules, reasons and the other bots use. Here each point knows the ten points
around it in a direction as one number, so that a stone changes only points within its reach; tests hold both boards to
the same answers. Points are numbered along rows that are REACH longer than the board's own, with walls between.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.cabinets.omok import board as b
from game.cabinets.omok import weights
from game.core.compiled import array, bit_count, compiled, filled, in_place, inner, octets

WALL: Final = 3
"""The value of cells around the board; cells on it are EMPTY, BLACK or WHITE."""
REACH: Final = 5
"""How many points away a point sees in each direction: five, as a row longer than five shows there."""
ROW: Final = 8
"""Numbers stored for a point: its stone; for each colour what a stone there would make (4 bits for each direction); one
unused; for each direction the points around it."""
KINDS: Final = 2
"""Index in `Field.rules` of what is forbidden to each colour."""
STEPS: Final = 4
"""Index in `Field.rules` of the step in each direction."""
BONUS: Final = 8
"""Index in `Field.rules` of the bonus of each colour for being to move."""
AREA: Final = 10
"""Index in `Field.rules` of the area in which points are searched."""
SEEN: Final = 4
"""How far from the stones on the board points are searched."""
WAYS: Final = 4
_AROUND: Final = 4
_CODES: Final = 1 << 16
_KEYS: Final = 1 << 20
_UNKNOWN: Final = 255

LONG, CLOSED_THREE, THREE, FOUR, TWO_FOURS, STRAIGHT_FOUR, FIVE = 1, 9, 10, 12, 13, 14, 15
"""What a stone makes in one direction; 0 is nothing. Values below CLOSED_THREE are one or two stones, by whether they
are closed and in how many ways they can grow. THREE + 1 is a three that becomes a straight four in two or more ways."""

MAKES_THREE, MAKES_THREES, MAKES_FOUR, MAKES_FOUR_THREE, MAKES_TWO_WAYS, MAKES_FIVE, FORBIDDEN = range(1, 8)
"""The class of a point: what a stone there makes in all directions, named by its greatest threat; FORBIDDEN if not
allowed."""
CLASSES: Final = 8
SUSPECT: Final = 8
"""The bit beside the class of a point whose threes must be examined to tell whether a stone there is forbidden."""
SUMS: Final = 2 * CLASSES
"""Index in `Field.totals` of the sums of worth, behind the number of points of each class by colour."""
SIGN: Final = SUMS + 4
"""Index in `Field.totals` of the sign of the position."""


class Field(NamedTuple):
    """The master's board. Colours count from 1."""

    cells: Any
    """ROW numbers for each point."""
    totals: Any
    """For each colour the number of points of each class; for each colour its worth when it is to move and when it is
    not; the sign of the position."""
    kinds: Any
    """What stones of both colours would make, by the points around; black's four bits first."""
    classes: Any
    """For each colour and code: the class of the point with its SUSPECT bit; from bit 8 on how promising a stone there
    is."""
    worths: Any
    """For each colour and code: the worth of the point when that colour is to move; from bit 32 on when it is not."""
    signs: Any
    """For each colour and point: the number that is XORed into the sign of the position when a stone is put or
    taken."""
    rules: Any
    """For each colour whether exactly five is needed, then what is forbidden to it; the step in each direction; for
    each colour its bonus for being to move; the area in which points are searched, as first and last row, first and
    last column."""


def new_field(board: b.Board) -> Field:
    """Return the master's board with the stones of `board`."""
    size = board.size
    exact, kinds = tuple(map(int, board.exact)), tuple(map(int, board.kinds))
    width = size + REACH
    cells = filled(ROW * width * (size + 2 * REACH + 1))
    signs = filled(2 * width * (size + 2 * REACH + 1))
    classes, worths = _tables(exact, kinds)
    bonus = (weights.judged(name)[0] for name in names(kinds))
    field = Field(
        cells,
        filled(SIGN + 1),
        _kinds(exact),
        classes,
        worths,
        signs,
        array((*exact, *kinds, 1, width, width + 1, width - 1, *bonus, 0, 0, 0, 0)),
    )
    _lay(field, board.stones, board.signs, size)
    rows = [point // size for point, stone in enumerate(board.stones) if stone] or [size // 2]
    columns = [point % size for point, stone in enumerate(board.stones) if stone] or [size // 2]
    for at, edge in enumerate((min(rows) - SEEN, max(rows) + SEEN, min(columns) - SEEN, max(columns) + SEEN)):
        field.rules[AREA + at] = REACH + min(max(edge, 0), size - 1)
    return field


def within(point: int, size: int) -> int:
    """Return the number on the master's board of a point of the rules' board."""
    return (point // size + REACH) * (size + REACH) + point % size + REACH


def outside(point: int, size: int) -> int:
    """Return the number on the rules' board of a point of the master's board."""
    return (point // (size + REACH) - REACH) * size + point % (size + REACH) - REACH


@lru_cache(maxsize=4)
def _kinds(exact: tuple[int, ...]) -> Any:
    """Return the lookup table for these rules, filled lazily as it is used."""
    return octets(1, _KEYS, _UNKNOWN)[0]


def names(kinds: tuple[int, ...]) -> tuple[str, str]:
    """Return the names under which the fitted weights of both colours are stored, by what is forbidden to them."""
    return ("black", "white") if kinds[0] != kinds[1] else ("free", "free")


@lru_cache(maxsize=8)
def _tables(exact: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the classes and worths of all codes, for both colours."""
    classes, worths = filled(2 * _CODES), filled(2 * _CODES)
    for colour in range(2):
        judged = weights.judged(names(kinds)[colour])
        _fill(classes, worths, colour * _CODES, kinds[colour], array(weights.tried()), array(judged))
    return classes, worths


@compiled
def _fill(classes: Any, worths: Any, start: int, forbidden: int, tried: Any, judged: Any) -> None:
    for code in range(_CODES):
        kind = class_of(code, forbidden)
        first = second = attack = 0
        for way in range(WAYS):
            digit = code >> 4 * way & 15
            attack += tried[digit]
            if digit > first:
                first, second = digit, first
            elif digit > second:
                second = digit
        attack = min(attack + tried[16 + (kind & 7)], 4095)
        classes[start + code] = kind | attack << 8
        place = 1 + first * (first + 1) // 2 + second
        worths[start + code] = judged[place] + (judged[weights.PAIRS + place] << 32)


@inner
def class_of(code: int, forbidden: int) -> int:
    """Return the class of a point by what a stone makes in the four directions."""
    fours = threes = straight = longs = 0
    for way in range(WAYS):
        digit = code >> 4 * way & 15
        if digit == FIVE:
            return MAKES_FIVE
        longs += digit == LONG
        straight += digit >= TWO_FOURS
        fours += (digit >= FOUR) + (digit == TWO_FOURS)
        threes += digit == THREE or digit == THREE + 1
    if (forbidden & b.OVERLINE and longs) or (forbidden & b.FOURS and fours > 1):
        return FORBIDDEN
    suspect = SUSPECT if forbidden & b.THREES and threes > 1 else 0
    if straight or fours > 1:
        return MAKES_TWO_WAYS | suspect
    if fours:
        return (MAKES_FOUR_THREE if threes else MAKES_FOUR) | suspect
    return (MAKES_THREES if threes > 1 else threes) | suspect


@inner
def _made(own: int, walls: int, exact: int) -> int:
    """Return what a stone makes in one direction; of the 11 points in `own` and `walls` the sixth is the stone itself.

    It uses the same windows of five points as `shapes.made_in`, but only those that hold the stone.
    """
    best = fives = 0
    for start in range(1, 6):
        stones = own >> start & 31
        if walls >> start & 31 or (exact and (own >> (start - 1) & 1 or own >> (start + 5) & 1)):
            continue
        count = bit_count(stones)
        best = max(best, count)
        if count == 4:
            fives |= (31 ^ stones) << start
    if best == 5:
        return FIVE
    if best == 0:
        return LONG if exact and _is_long(own) else 0
    free = ways = 0
    for start in range(1, 5):
        stones = own >> start & 63
        if walls >> start & 63 or stones & 33:
            continue
        if exact and (own >> (start - 1) & 1 or own >> (start + 6) & 1):
            continue
        count = bit_count(stones)
        if count > free:
            free, ways = count, 0
        ways += count == free
    if best == 4:
        if free == 4:
            return STRAIGHT_FOUR
        return TWO_FOURS if fives & (fives - 1) else FOUR
    if best == 3:
        return THREE + (ways > 1) if free == 3 else CLOSED_THREE
    if best == 2:
        return 5 + min(ways, 3) if free == 2 else 5
    return 3 + (ways > 2) if free else 2


@inner
def _is_long(own: int) -> bool:
    """Return whether the stone stands in a row of six or more."""
    row = own & own >> 1
    row &= row >> 2
    return bool(row & row >> 2)


@inner
def _both(key: int, exact: int) -> int:
    """Return what stones of black and of white make on a point, by the ten points around it that `key` encodes."""
    black = white = 32
    walls = 0
    for place in range(10):
        bit = 1 << (place if place < REACH else place + 1)
        stone = key >> 2 * place & 3
        if stone == b.BLACK:
            black |= bit
        elif stone == b.WHITE:
            white |= bit
        elif stone == WALL:
            walls |= bit
    own = _made(black, walls | white ^ 32, exact & 1)
    return own | _made(white, walls | black ^ 32, exact >> 1) << 4


@compiled
def _lay(field: Field, stones: Any, signs: Any, size: int) -> None:
    """Lay walls and stones on a field of zeros."""
    cells, width = field.cells, size + REACH
    points = len(cells) // ROW
    for point in range(points):
        y, x = point // width - REACH, point % width - REACH
        if 0 <= x < size and 0 <= y < size:
            field.signs[point] = signs[y * size + x]
            field.signs[points + point] = signs[size * size + y * size + x]
        else:
            cells[point * ROW] = WALL
    for point in range(points):
        if cells[point * ROW] == WALL:
            continue
        for way in range(WAYS):
            key = 0
            for place in range(2 * REACH):
                away = place - REACH + (place >= REACH)
                if cells[(point + away * field.rules[STEPS + way]) * ROW] == WALL:
                    key |= WALL << 2 * place
            cells[point * ROW + _AROUND + way] = key
            both = _made_of(field, key)
            cells[point * ROW + 1] |= (both & 15) << 4 * way
            cells[point * ROW + 2] |= (both >> 4) << 4 * way
        _count(field, point, 1)
    for point in range(size * size):
        if stones[point] != b.EMPTY:
            place_stone(field, (point // size + REACH) * width + point % size + REACH, stones[point])


@inner
def _made_of(field: Field, key: int) -> int:
    """Return what both colours make by the points around that `key` encodes, from the lookup table."""
    both = int(field.kinds[key])
    if both == _UNKNOWN:
        both = _both(key, field.rules[0] | field.rules[1] << 1)
        field.kinds[key] = both
    return both


@inner
def _count(field: Field, point: int, times: int) -> None:
    """Add an empty point to the totals (`times` 1), or take it out (-1)."""
    cells, totals = field.cells, field.totals
    for colour in range(2):
        code = colour * _CODES + cells[point * ROW + 1 + colour]
        totals[colour * CLASSES + (field.classes[code] & 7)] += times
        totals[SUMS + colour] += times * field.worths[code]


@in_place
def place_stone(field: Field, point: int, colour: int) -> None:
    """Place a stone, or take back the one that was placed last if `colour` is negative."""
    cells, totals, classes, worths, rules = field.cells, field.totals, field.classes, field.worths, field.rules
    stone = colour if colour > 0 else -colour
    if colour > 0:
        _count(field, point, -1)
    totals[SIGN] ^= field.signs[(stone - 1) * (len(field.signs) // 2) + point]
    for side in range(2 * WAYS):
        way = side >> 1
        step = rules[STEPS + way] if side & 1 else -rules[STEPS + way]
        at = point
        for away in range(1, REACH + 1):
            at += step
            row = at * ROW
            there = cells[row]
            if there == WALL:
                break
            place = REACH - away if side & 1 else REACH - 1 + away
            key = cells[row + _AROUND + way] ^ stone << 2 * place
            cells[row + _AROUND + way] = key
            if there != b.EMPTY:
                continue
            both = _made_of(field, key)
            for whose in range(2):
                code = cells[row + 1 + whose]
                changed = ((code >> 4 * way) ^ (both >> 4 * whose)) & 15
                if changed:
                    now = code ^ changed << 4 * way
                    cells[row + 1 + whose] = now
                    code += whose * _CODES
                    now += whose * _CODES
                    totals[whose * CLASSES + (classes[code] & 7)] -= 1
                    totals[whose * CLASSES + (classes[now] & 7)] += 1
                    totals[SUMS + whose] += worths[now] - worths[code]
    if colour > 0:
        cells[point * ROW] = stone
    else:
        cells[point * ROW] = b.EMPTY
        _count(field, point, 1)


@inner
def class_at(field: Field, point: int, colour: int) -> int:
    """Return the class of an empty point for `colour`, with its SUSPECT bit."""
    return int(field.classes[(colour - 1) * _CODES + field.cells[point * ROW + colour]] & 15)


@in_place
def may_place(field: Field, point: int, colour: int) -> bool:
    """Return whether a stone of `colour` may be placed on an empty point; gives the same answers as `board.allowed`."""
    kind = class_at(field, point, colour)
    if kind < SUSPECT:
        return kind != FORBIDDEN
    cells, code, threes = field.cells, field.cells[point * ROW + colour], 0
    for way in range(WAYS):
        if not THREE <= code >> 4 * way & 15 <= THREE + 1:
            continue
        step = field.rules[STEPS + way]
        before = 0
        for away in range(-4, 5):
            beside = (point + away * step) * ROW
            if cells[beside] == b.EMPTY and cells[beside + colour] >> 4 * way & 15 == STRAIGHT_FOUR:
                before |= 1 << (away + 4)
        place_stone(field, point, colour)
        for away in range(-4, 5):
            end = point + away * step
            if cells[end * ROW] != b.EMPTY or cells[end * ROW + colour] >> 4 * way & 15 != STRAIGHT_FOUR:
                continue
            if before >> (away + 4) & 1 or class_at(field, end, colour) == MAKES_FIVE:
                continue
            if may_place(field, end, colour):
                threes += 1
                break
        place_stone(field, point, -colour)
    return threes < 2


@in_place
def worth(field: Field, colour: int) -> int:
    """Return how well `colour`, which is to move, stands."""
    own, theirs = field.totals[SUMS + colour - 1], field.totals[SUMS + 2 - colour]
    own = (own + (1 << 31) & (1 << 32) - 1) - (1 << 31)
    return int(own + field.rules[BONUS + colour - 1] - (theirs + (1 << 31) >> 32)) // weights.FINE
