"""The master's board: what a stone would make on each empty point in each direction, looked up in a table.

`board.py` reads whole lines and is what rules, reasons and the other computers ask. Here each point knows the ten
points around it in a direction as one number, so that a stone changes no more than the points within its reach; the
tests hold both boards to the same answers. Points count along rows that are REACH longer than the board's own, with
walls between.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.cabinets.omok import board as b
from game.cabinets.omok import weights
from game.core.compiled import array, bit_count, compiled, filled, in_place, octets

WALL: Final = 3
"""What lies around the board, where the board has EMPTY, BLACK and WHITE."""
REACH: Final = 5
"""How far a point sees. Whether a row is longer than five shows at five points away."""
ROW: Final = 8
"""Numbers of a point: its stone, what stones of both colours would make there (a digit of 4 bits for each direction),
one that is free, and what lies around it in each direction."""
KINDS: Final = 2
"""Where among the rules stands what is forbidden, and…"""
STEPS: Final = 4
"""…the steps."""
BONUS: Final = 8
"""Where what one has from being to move stands among the rules."""
AREA: Final = 10
"""Where the area stands among the rules."""
SEEN: Final = 4
"""How far from the stones on the board points are looked for."""
WAYS: Final = 4
_AROUND: Final = 4
_CODES: Final = 1 << 16
_KEYS: Final = 1 << 20
_UNKNOWN: Final = 255

LONG, CLOSED_THREE, THREE, FOUR, TWO_FOURS, STRAIGHT_FOUR, FIVE = 1, 9, 10, 12, 13, 14, 15
"""What a stone makes in one direction. 0: nothing. Below CLOSED_THREE: a single stone and two of them, with walls or
freely, and in how many ways; THREE + 1 is one that becomes a straight four in two ways or more."""

MAKES_THREE, MAKES_THREES, MAKES_FOUR, MAKES_FOUR_THREE, MAKES_TWO_WAYS, MAKES_FIVE, FORBIDDEN = range(1, 8)
"""What a stone makes in all directions: the worst of it for the other one."""
CLASSES: Final = 8
SUSPECT: Final = 8
"""The bit beside the class where it takes a look at the threes whether the stone is forbidden."""
SUMS: Final = 2 * CLASSES
"""Where the sums begin among the totals, after how many points there are of each class, by colour."""
SIGN: Final = SUMS + 4
"""Where the sign of the position lies among the totals."""


class Field(NamedTuple):
    """A board of the master. Colours count from 1."""

    cells: Any
    """ROW numbers for each point."""
    totals: Any
    """For each colour how many points are of each class; for each colour its worth when it is to move, and when it is
    not; the sign of the position."""
    kinds: Any
    """What both colours would make by what lies around a point: black's four bits first."""
    classes: Any
    """For each colour and code: the class of the point, as above; from bit 8 on what a stone there is worth trying."""
    worths: Any
    """For each colour and code: what the point is worth when that colour is to move; from bit 32 on when it is not."""
    signs: Any
    """For each colour and point: a number that a stone there changes the sign of the position by."""
    rules: Any
    """Of each colour whether exactly five is asked for, then what is forbidden to it, then the step in each direction,
    then of each colour what it has from being to move, then the area in which points are looked for: the first row
    and the last, the first point of a row and the last."""


def new_field(board: b.Board) -> Field:
    """The same board for the master."""
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
    """The point of the master's board."""
    return (point // size + REACH) * (size + REACH) + point % size + REACH


def outside(point: int, size: int) -> int:
    """The point of the rules' board."""
    return (point // (size + REACH) - REACH) * size + point % (size + REACH) - REACH


@lru_cache(maxsize=4)
def _kinds(exact: tuple[int, ...]) -> Any:
    """A table that is filled while it is asked."""
    return octets(1, _KEYS, _UNKNOWN)[0]


def names(kinds: tuple[int, ...]) -> tuple[str, str]:
    """Under which names the worths of both colours stand, by what is forbidden to them."""
    return ("black", "white") if kinds[0] != kinds[1] else ("free", "free")


@lru_cache(maxsize=8)
def _tables(exact: tuple[int, ...], kinds: tuple[int, ...]) -> tuple[Any, Any]:
    """The classes and worths of codes."""
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


@compiled
def class_of(code: int, forbidden: int) -> int:
    """The class of a point by what a stone makes in the four directions."""
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


@compiled
def _made(own: int, walls: int, exact: int) -> int:
    """What a stone makes in one direction: of 11 points, the sixth is the stone itself.

    The same windows as `shapes.made_in`, but only those with the stone in them.
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


@compiled
def _is_long(own: int) -> bool:
    """Whether the stone stands in a row of six or more."""
    row = own & own >> 1
    row &= row >> 2
    return bool(row & row >> 2)


@compiled
def _both(key: int, exact: int) -> int:
    """What stones of black and of white make where this lies around a point."""
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
    """Lay walls and stones on a field of noughts."""
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


@in_place
def _made_of(field: Field, key: int) -> int:
    """What both colours make by what lies around a point."""
    both = int(field.kinds[key])
    if both == _UNKNOWN:
        both = _both(key, field.rules[0] | field.rules[1] << 1)
        field.kinds[key] = both
    return both


@in_place
def _count(field: Field, point: int, times: int) -> None:
    """Put an empty point into the totals, or take it out with -1."""
    cells, totals = field.cells, field.totals
    for colour in range(2):
        code = colour * _CODES + cells[point * ROW + 1 + colour]
        totals[colour * CLASSES + (field.classes[code] & 7)] += times
        totals[SUMS + colour] += times * field.worths[code]


@in_place
def place_stone(field: Field, point: int, colour: int) -> None:
    """Place a stone, or take the one that was placed last with a negative colour."""
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


@in_place
def class_at(field: Field, point: int, colour: int) -> int:
    """The class of an empty point, with SUSPECT beside it."""
    return int(field.classes[(colour - 1) * _CODES + field.cells[point * ROW + colour]] & 15)


@in_place
def may_place(field: Field, point: int, colour: int) -> bool:
    """Whether a stone may go on an empty point; the same as `board.allowed`."""
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
    """How well `colour`, who is to move, stands."""
    own, theirs = field.totals[SUMS + colour - 1], field.totals[SUMS + 2 - colour]
    own = (own + (1 << 31) & (1 << 32) - 1) - (1 << 31)
    return int(own + field.rules[BONUS + colour - 1] - (theirs + (1 << 31) >> 32)) // weights.FINE
