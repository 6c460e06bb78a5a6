"""The board as flat arrays, and what a move does to it: for rules, search and analysis alike.

A board of nine by nine lies in a wall one square wide, so that no line leads out of the array. What the law says of
squares is looked up: who may stand or pass there (`bars`), what the square is (`zones`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.cabinets.tablut.law import Law
from game.core.compiled import array, compiled, next_chance, plain

SIDE: Final = 9
ACROSS: Final = 11
PLACES: Final = 121
THRONE: Final = 60
EMPTY, ATTACKER, DEFENDER, KING, WALL = range(5)
STEPS: Final = (-11, 1, 11, -1)
"""Up, right, down, left."""
INDEXES: Final = tuple((square // SIDE + 1) * ACROSS + square % SIDE + 1 for square in range(81))
"""Where each square `x + 9 * y` lies in the arrays."""

IS_THRONE, IS_CORNER, IS_CAMP, IS_MIDDLE, IS_ESCAPE, IS_RIM, IS_HOSTILE = (1 << bit for bit in range(7))
"""Bits of a zone. The middle square of a camp is not hostile to attackers; a hostile square is so while it is empty."""
NO_STAND, NO_PASS, NEAR_ONLY = 1, 2, 4
"""Bits of a bar: nobody stops there, nobody passes, one stops there only from at most five squares away."""
IN_CAMP: Final = 4
"""The kind of an attacker that still stands in a camp, where bars are looked up."""

ARMED, TWO_TAKE, RIM, HELD, ROWS, SHIELDWALL, ENCIRCLED = range(7)
"""Places in `law`."""
MOVER, KING_AT, HASH, TOP, END, WORTH, WAYS = range(7)
"""Places in `info`. TOP: how many lie on the stack of the taken; END: the side that has won by the last move; WORTH:
what all pieces are worth where they stand, for the attackers; WAYS: the ways out when it was last valued."""
MOST_MOVES: Final = 320
"""No position has more moves: 24 men and a king, up to 16 squares each, share 81 squares."""

MAN, BY_KING, BY_THRONE, BY_CORNER, BY_CAMP, BY_RIM = range(1, 7)
"""What a square is hostile by."""
BY_NAMES: Final = ("", "man", "king", "throne", "corner", "camp", "rim")

START: Final = tuple(
    ".tTK".index(sign)
    for sign in "...ttt...  ....t....  ....T....  t...T...t  ttTTKTTtt  t...T...t  ....T....  ....t....  ...ttt..."
    if sign != " "
)
CAMPS: Final = tuple(square for square, piece in enumerate(START) if piece == ATTACKER)
CORNERS: Final = (0, 8, 72, 80)


def _keys() -> list[int]:
    chance, found = 20240607, []
    for _ in range(4 * PLACES):
        high = chance = next_chance(chance)
        low = chance = next_chance(chance)
        found.append((high << 31 | low) & ((1 << 62) - 1))
    return found


KEYS: Final = array(_keys())
"""A number for every piece on every place; the exclusive or of those on the board is its hash."""
DEFENDERS_MOVE: Final = 0x1234567890ABCDEF
"""What a hash has besides where the defenders are to move."""


class Board(NamedTuple):
    """A position under a law."""

    cells: Any
    zones: Any
    bars: Any
    law: Any
    info: Any
    taken: Any
    """The places of all that were taken since, the last on top."""
    room: Any
    """For flooding: two numbers a place."""
    worths: Any
    """What each piece is worth on each place, for the attackers."""


def square_of(index: int) -> int:
    """The square of a place in the arrays."""
    return (index // ACROSS - 1) * SIDE + index % ACROSS - 1


def _yes(answer: str) -> int:
    return int(answer == "yes")


@lru_cache(maxsize=64)
def _tables(law: Law) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Zones, bars and numbers of a law."""
    zones, bars = [0] * PLACES, [0] * (5 * PLACES)
    for square, index in enumerate(INDEXES):
        column, row = square % SIDE, square // SIDE
        rim, corner = 0 in (column, row) or 8 in (column, row), square in CORNERS
        camp = law.camps == "yes" and square in CAMPS
        zone = IS_RIM * rim + IS_CAMP * camp + IS_MIDDLE * (camp and rim and 4 in (column, row))
        if (rim and not camp) if law.escape == "edge" else corner:
            zone |= IS_ESCAPE
        if corner and law.corners != "none":
            zone |= IS_CORNER | IS_HOSTILE
        zones[index] = zone
        for kind in (ATTACKER, DEFENDER, KING, IN_CAMP):
            barred = corner and law.corners == "king" and kind != KING
            if camp:
                bars[kind * PLACES + index] = NEAR_ONLY if kind == IN_CAMP else NO_STAND | NO_PASS
            elif barred:
                bars[kind * PLACES + index] = NO_STAND | NO_PASS
    zones[THRONE] = IS_THRONE | IS_HOSTILE * (law.throne_hostile == "both")
    for kind in (ATTACKER, DEFENDER, KING, IN_CAMP):
        stand = law.throne_stand == "anyone" or (law.throne_stand == "king" and kind == KING)
        cross = law.throne_cross == "all" or (law.throne_cross == "king" and kind == KING)
        bars[kind * PLACES + THRONE] = NO_STAND * (not stand) | NO_PASS * (not cross)
    armed, held = ("no", "anvil", "full").index(law.king_armed), ("never", "always", "walled").index(law.throne_held)
    on = (law.rows, law.shieldwall, law.encircled)
    numbers = (armed, int(law.king_taken == "three_two"), int(law.rim_hostile == "yes"), held, *map(_yes, on))
    return tuple(zones), tuple(bars), numbers


NO_WORTHS: Final = (0,) * (4 * PLACES)


def new_board(squares: Sequence[int], mover: int, law: Law, worths: Sequence[int] = NO_WORTHS) -> Board:
    """The board of 81 squares with that side to move; one without a king has it nowhere (0)."""
    cells = [WALL] * PLACES
    number = DEFENDERS_MOVE if mover == DEFENDER else 0
    king = worth = 0
    for piece, index in zip(squares, INDEXES, strict=True):
        cells[index] = piece
        if piece:
            number ^= int(KEYS[(piece - 1) * PLACES + index])
            worth += worths[(piece - 1) * PLACES + index]
        if piece == KING:
            king = index
    zones, bars, numbers = _tables(law)
    info = array((mover, king, number, 0, 0, worth, 0))
    room = array((0,) * (2 * PLACES))
    return Board(array(cells), array(zones), array(bars), array(numbers), info, array((0,) * 64), room, array(worths))


def squares_of(board: Board) -> list[int]:
    """The 81 squares of a board."""
    return [int(board.cells[index]) for index in INDEXES]


@compiled
def hostile(board: Board, at: int, side: int) -> int:
    """What a square is hostile by to a man of `side`; 0 where it is not."""
    cells, zones = board.cells, board.zones
    piece, zone = cells[at], zones[at]
    if piece == 3 - side:
        return MAN
    if piece == KING and side == ATTACKER and board.law[ARMED]:
        return BY_KING
    if zone & IS_CAMP and (side == DEFENDER or zone & IS_MIDDLE == 0):
        return BY_CAMP
    if piece == EMPTY and zone & IS_HOSTILE:
        return BY_THRONE if zone & IS_THRONE else BY_CORNER
    if piece == KING and zone & IS_THRONE and side == DEFENDER and board.law[HELD]:
        walls = 0
        for step in STEPS:
            if cells[at + step] == ATTACKER:
                walls += 1
        if board.law[HELD] == 1 or walls == 3:
            return BY_THRONE
    return 0


@compiled
def hostile_to_king(board: Board, at: int) -> int:
    """What a square beside the king is hostile to him by; 0 where it is not."""
    piece, zone = board.cells[at], board.zones[at]
    if piece == ATTACKER:
        return MAN
    if piece == WALL:
        return BY_RIM if board.law[RIM] else 0
    if zone & IS_CAMP:
        return BY_CAMP
    if piece == EMPTY and zone & IS_HOSTILE:
        return BY_THRONE if zone & IS_THRONE else BY_CORNER
    return 0


@compiled
def king_needs(board: Board) -> int:
    """On how many sides the king has to be closed in where he stands; with 2 they are opposite ones."""
    king = board.info[KING_AT]
    if board.law[TWO_TAKE] == 0 or king == THRONE:
        return 4
    for step in STEPS:
        if king + step == THRONE:
            return 3
    return 2


@compiled
def king_taken(board: Board, by: int) -> bool:
    """Whether a man of the attackers that has come to `by` closes the king in; 0 stands for any man beside him."""
    king, needs = board.info[KING_AT], king_needs(board)
    if needs == 2:
        for step in STEPS:
            if by and king - step != by:
                continue
            if board.cells[king - step] == ATTACKER and hostile_to_king(board, king + step):
                return True
        return False
    beside = by == 0
    for step in STEPS:
        beside = beside or king + step == by
        if needs == 3 and king + step == THRONE:
            continue
        if hostile_to_king(board, king + step) == 0:
            return False
    return beside


@compiled
def remove(board: Board, at: int) -> None:
    """Take the man on a square from the board."""
    info = board.info
    place = (board.cells[at] - 1) * PLACES + at
    info[HASH] ^= KEYS[place]
    info[WORTH] -= board.worths[place]
    board.cells[at] = EMPTY
    board.taken[info[TOP]] = at
    info[TOP] += 1


@compiled
def walled_in(board: Board, target: int, side: int) -> int:
    """Take the rows on the rim that the man on `target` closes; how many men."""
    cells, zones = board.cells, board.zones
    count = 0
    for step in STEPS:
        if zones[target + step] & IS_RIM == 0:
            continue
        inward = ACROSS
        if step == 1 or step == -1:
            inward = ACROSS if target < 2 * ACROSS else -ACROSS
        else:
            inward = 1 if target % ACROSS == 1 else -1
        at = target + step
        length = 0
        closed = True
        while cells[at] == 3 - side or (cells[at] == KING and side == ATTACKER):
            front = cells[at + inward]
            closed = closed and (front == side or (front == KING and side == DEFENDER and board.law[ARMED] > 0))
            length += 1
            at += step
        end = cells[at] == side or (cells[at] == KING and side == DEFENDER and board.law[ARMED] > 0)
        if length < 2 or not closed or not (end or (cells[at] == EMPTY and zones[at] & IS_CORNER)):
            continue
        for far in range(1, length + 1):
            if cells[target + far * step] == 3 - side:
                remove(board, target + far * step)
                count += 1
    return count


@compiled
def encircled(board: Board) -> bool:
    """Whether no piece of the defenders could reach the rim over squares without attackers."""
    cells, room = board.cells, board.room
    waiting = 0
    for at in range(PLACES):
        room[PLACES + at] = 0
        if cells[at] == DEFENDER or cells[at] == KING:
            room[waiting] = at
            room[PLACES + at] = 1
            waiting += 1
    while waiting:
        waiting -= 1
        at = room[waiting]
        if board.zones[at] & IS_RIM:
            return False
        for step in STEPS:
            if cells[at + step] != ATTACKER and room[PLACES + at + step] == 0:
                room[PLACES + at + step] = 1
                room[waiting] = at + step
                waiting += 1
    return True


@compiled
def play(board: Board, origin: int, target: int) -> int:
    """Move a piece there and take what it closes in; how many men. `info[END]` says who has won by it, if anybody."""
    cells, zones, law, info = board.cells, board.zones, board.law, board.info
    piece = cells[origin]
    cells[origin] = EMPTY
    cells[target] = piece
    base = (piece - 1) * PLACES
    info[HASH] ^= KEYS[base + origin] ^ KEYS[base + target] ^ DEFENDERS_MOVE
    info[WORTH] += board.worths[base + target] - board.worths[base + origin]
    side = ATTACKER if piece == ATTACKER else DEFENDER
    info[MOVER] = 3 - side
    if piece == KING:
        info[KING_AT] = target
        if zones[target] & IS_ESCAPE:
            info[END] = DEFENDER
            return 0
        if law[ARMED] < 2:
            return 0
    count = 0
    for step in STEPS:
        at = target + step
        if cells[at] != 3 - side:
            continue
        beyond = at + step
        while law[ROWS] and cells[beyond] == 3 - side:
            beyond += step
        if cells[beyond] == side or hostile(board, beyond, 3 - side):
            while at != beyond:
                remove(board, at)
                count += 1
                at += step
    if law[SHIELDWALL] and zones[target] & IS_RIM:
        count += walled_in(board, target, side)
    if side == ATTACKER and (king_taken(board, target) or (law[ENCIRCLED] and encircled(board))):
        info[END] = ATTACKER
    return count


@compiled
def unplay(board: Board, origin: int, target: int, count: int) -> None:
    """Take a move back that took so many men."""
    cells, info = board.cells, board.info
    piece = cells[target]
    side = ATTACKER if piece == ATTACKER else DEFENDER
    for _ in range(count):
        info[TOP] -= 1
        at = board.taken[info[TOP]]
        cells[at] = 3 - side
        info[HASH] ^= KEYS[(2 - side) * PLACES + at]
        info[WORTH] += board.worths[(2 - side) * PLACES + at]
    cells[target] = EMPTY
    cells[origin] = piece
    base = (piece - 1) * PLACES
    info[HASH] ^= KEYS[base + origin] ^ KEYS[base + target] ^ DEFENDERS_MOVE
    info[WORTH] += board.worths[base + origin] - board.worths[base + target]
    info[MOVER] = side
    info[END] = 0
    if piece == KING:
        info[KING_AT] = origin


@compiled
def reach(board: Board, origin: int, found: Any, start: int) -> int:
    """Write the moves of the piece on `origin` from `start` on, as `origin * 128 + target`; returns where they end."""
    cells, bars = board.cells, board.bars
    kind = cells[origin]
    if kind == ATTACKER and board.zones[origin] & IS_CAMP:
        kind = IN_CAMP
    base = kind * PLACES
    code = origin * 128
    for step in STEPS:
        at = origin + step
        while cells[at] == EMPTY:
            bar = bars[base + at]
            if bar == 0:
                found[start] = code + at
                start += 1
            else:
                far = abs(at - origin)
                near = far <= 5 or (far % ACROSS == 0 and far <= 5 * ACROSS)
                if bar & NO_STAND == 0 and (near or bar & NEAR_ONLY == 0):
                    found[start] = code + at
                    start += 1
                if bar & NO_PASS:
                    break
            at += step
    return start


@compiled
def moves(board: Board, found: Any, start: int) -> int:
    """Write every move of the side to move from `start` on; returns where they end."""
    cells = board.cells
    if board.info[MOVER] == ATTACKER:
        for index in INDEXES:
            if cells[index] == ATTACKER:
                start = reach(board, index, found, start)
    else:
        for index in INDEXES:
            if cells[index] == DEFENDER or cells[index] == KING:
                start = reach(board, index, found, start)
    return start


def codes_of(board: Board) -> list[int]:
    """Every move of the side to move, as `moves` writes them."""
    found = array([0] * MOST_MOVES)
    return plain(found[: moves(board, found, 0)])


def reached(board: Board, origin: int) -> list[int]:
    """The places of the arrays that the piece on one may go to."""
    found = array([0] * MOST_MOVES)
    return [code & 127 for code in plain(found[: reach(board, origin, found, 0)])]


@contextmanager
def played(board: Board, code: int) -> Iterator[int]:
    """The board after a move, for as long as it is looked at; how many men it takes."""
    origin, target = code >> 7, code & 127
    count = int(play(board, origin, target))
    yield count
    unplay(board, origin, target, count)


def code_of(origin: int, target: int) -> int:
    """The move between two squares, as `moves` writes it."""
    return INDEXES[origin] << 7 | INDEXES[target]


def squares_in(code: int) -> tuple[int, int]:
    """From which square a move goes to which."""
    return square_of(code >> 7), square_of(code & 127)


@compiled
def perft(board: Board, depth: int, found: Any, start: int) -> int:
    """How many sequences of so many moves there are; `found` has room for MOST_MOVES a move of depth."""
    end = moves(board, found, start)
    if depth == 1:
        return end - start
    total = 0
    for place in range(start, end):
        origin, target = found[place] // 128, found[place] % 128
        count = play(board, origin, target)
        if board.info[END] == 0:
            total += perft(board, depth - 1, found, end)
        unplay(board, origin, target, count)
    return total
