"""The board as flat arrays, and what a move does to it: for rules, search and analysis alike.

A board of nine by nine lies in a wall one square wide, so that no line leads out of the arrays. What the law says of
squares is looked up: who may stand or pass there (`bars`), what the square is (`zones`). A *place* is an index into the
arrays, a *square* is `x + 9 * y`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from game.cabinets.tablut.rules.law import Law
from game.core.compiled import array, filled, in_place, plain

SIDE: Final = 9
ACROSS: Final = 11
PLACES: Final = 121
THRONE: Final = 60
EMPTY, ATTACKER, DEFENDER, KING, WALL = range(5)
STEPS: Final = (-11, 1, 11, -1)
"""Steps from a place to its neighbours: up, right, down, left."""
INDEXES: Final = tuple((square // SIDE + 1) * ACROSS + square % SIDE + 1 for square in range(81))
"""The place of each square `x + 9 * y` in the arrays."""

IS_THRONE, IS_CORNER, IS_CAMP, IS_ESCAPE, IS_RIM, NEEDS_THREE, NEEDS_FOUR = (1 << bit for bit in range(7))
"""Bits of a zone. The last two tell on how many sides a king there must be closed in; without them, on two opposite
sides."""
NO_STAND, NO_PASS, NEAR_ONLY = 1, 2, 4
"""Bits of a bar: nobody may stop there; nobody may pass; a piece may stop there only from at most five squares away."""
IN_CAMP: Final = 4
"""The kind, for looking up bars, of an attacker that still stands in a camp."""

ARMED, ROWS, SHIELDWALL, ENCIRCLED = range(4)
"""Indices in `law`."""
MOVER, KING_AT, HASH, TOP, END, WORTH, WAYS = range(7)
"""Indices in `info`. TOP: height of the stack of taken pieces; END: the side that has won by the last move; WORTH: the
worth of all pieces where they stand, for the attackers; WAYS: the ways out when the position was last valued."""
MOST_MOVES: Final = 320
"""An upper bound of the moves in a position: 24 men and a king, up to 16 squares each, share 81 squares."""

MAN, BY_KING, BY_THRONE, BY_CORNER, BY_CAMP, BY_RIM = range(1, 7)
"""What makes a square hostile."""
_IF_WALLED: Final = 7
"""Table entry of a throne that is hostile only while attackers stand on its three other sides."""
BY_NAMES: Final = ("", "man", "king", "throne", "corner", "camp", "rim")

START: Final = tuple(
    ".tTK".index(sign)
    for sign in "...ttt...  ....t....  ....T....  t...T...t  ttTTKTTtt  t...T...t  ....T....  ....t....  ...ttt..."
    if sign != " "
)
CAMPS: Final = tuple(square for square, piece in enumerate(START) if piece == ATTACKER)
CORNERS: Final = (0, 8, 72, 80)
_MIDDLES: Final = tuple(INDEXES[square] for square in (4, 36, 44, 76))
"""The middles of the camps on the rim, which are not hostile to attackers."""


_CHANCE: Final = Random(20240607)
KEYS: Final = array([_CHANCE.getrandbits(62) for _ in range(4 * PLACES)])
"""A number for every piece on every place; a board's hash is the exclusive or of its pieces' numbers."""
DEFENDERS_MOVE: Final = 0x1234567890ABCDEF
"""Combined into the hash (exclusive or) if the defenders are to move."""


class Board(NamedTuple):
    """A position under a law."""

    cells: Any
    zones: Any
    bars: Any
    hostility: Any
    """What makes a place hostile, by the kind of the piece beside it and the piece on it."""
    law: Any
    info: Any
    taken: Any
    """The places of all pieces taken since the start of the board, the last on top."""
    room: Any
    """Scratch for flooding: two numbers for each place."""
    worths: Any
    """The worth of each piece on each place, for the attackers."""


def square_of(index: int) -> int:
    """Return the square of a place in the arrays."""
    return (index // ACROSS - 1) * SIDE + index % ACROSS - 1


@lru_cache(maxsize=64)
def _tables(law: Law) -> tuple[tuple[int, ...], ...]:
    """Return the zones, bars, hostility and numbers of a law."""
    zones, bars, hostility = [0] * PLACES, [0] * (5 * PLACES), [0] * (4 * 5 * PLACES)
    for square, index in enumerate(INDEXES):
        zones[index] = _zone(law, square)
        for kind in (ATTACKER, DEFENDER, KING, IN_CAMP):
            bars[kind * PLACES + index] = _bar(law, zones[index], kind)
    for at, kind, piece in product(range(PLACES), (ATTACKER, DEFENDER, KING), range(5)):
        hostility[(kind * 5 + piece) * PLACES + at] = _hostile_by(law, zones[at], at in _MIDDLES, kind, piece)
    on = (law.rows == "yes", law.shieldwall == "yes", law.encircled == "yes")
    numbers = (("no", "anvil", "full").index(law.king_armed), *map(int, on))
    return tuple(zones), tuple(bars), tuple(hostility), numbers


def _zone(law: Law, square: int) -> int:
    column, row = square % SIDE, square // SIDE
    rim, corner = 0 in (column, row) or 8 in (column, row), square in CORNERS
    camp = law.camps == "yes" and square in CAMPS
    throne = INDEXES[square] == THRONE
    escape = corner if law.escape == "corner" else rim and not camp
    four = law.king_taken == "four" or throne
    zone = IS_RIM * rim | IS_CAMP * camp | IS_ESCAPE * escape | IS_THRONE * throne
    zone |= IS_CORNER * (corner and law.corners != "none")
    return zone | NEEDS_FOUR * four | NEEDS_THREE * (abs(column - 4) + abs(row - 4) == 1 and not four)


def _bar(law: Law, zone: int, kind: int) -> int:
    if zone & IS_CAMP:
        return NEAR_ONLY if kind == IN_CAMP else NO_STAND | NO_PASS
    if zone & IS_CORNER and law.corners == "king" and kind != KING:
        return NO_STAND | NO_PASS
    if not zone & IS_THRONE:
        return 0
    stand = law.throne_stand == "anyone" or (law.throne_stand == "king" and kind == KING)
    cross = law.throne_cross == "all" or (law.throne_cross == "king" and kind == KING)
    return NO_STAND * (not stand) | NO_PASS * (not cross)


def _hostile_by(law: Law, zone: int, middle: bool, kind: int, piece: int) -> int:
    """Return what makes a place with `piece` on it hostile to a piece of `kind`.

    `middle` tells whether the place is the middle of a camp on the rim.
    """
    if piece == WALL:
        return BY_RIM if kind == KING and law.rim_hostile == "yes" else 0
    if piece == (DEFENDER if kind == ATTACKER else ATTACKER):
        return MAN
    if piece == KING and kind == ATTACKER and law.king_armed != "no":
        return BY_KING
    if zone & IS_CAMP and not (kind == ATTACKER and middle):
        return BY_CAMP
    if piece == EMPTY and zone & IS_CORNER:
        return BY_CORNER
    if piece == EMPTY and zone & IS_THRONE and law.throne_hostile == "both":
        return BY_THRONE
    if piece == KING and zone & IS_THRONE and kind == DEFENDER:
        return {"never": 0, "always": BY_THRONE, "walled": _IF_WALLED}[law.throne_held]
    return 0


NO_WORTHS: Final = (0,) * (4 * PLACES)


def new_board(squares: Sequence[int], mover: int, law: Law, worths: Sequence[int] = NO_WORTHS) -> Board:
    """Return the board of 81 squares with `mover` to move; without a king, his place is 0."""
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
    info, taken, room = (mover, king, number, 0, 0, worth, 0), (0,) * 64, (0,) * (2 * PLACES)
    return Board(*map(array, (cells, *_tables(law), info, taken, room, worths)))


def squares_of(board: Board) -> list[int]:
    """Return the 81 squares of a board."""
    return [int(board.cells[index]) for index in INDEXES]


@in_place
def hostile(board: Board, at: int, kind: int) -> int:
    """Return what makes a place hostile to a piece of `kind` beside it; 0 if nothing does."""
    by = board.hostility[(kind * 5 + board.cells[at]) * PLACES + at]
    if by != _IF_WALLED:
        return int(by)
    walls = 0
    for step in STEPS:
        if board.cells[at + step] == ATTACKER:
            walls += 1
    return BY_THRONE if walls == 3 else 0


@in_place
def king_needs(board: Board) -> int:
    """Return on how many sides the king must be closed in where he stands; 2 means opposite sides."""
    zone = board.zones[board.info[KING_AT]]
    return 4 if zone & NEEDS_FOUR else 3 if zone & NEEDS_THREE else 2


@in_place
def king_taken(board: Board, by: int) -> bool:
    """Return whether the attackers' man that came to `by` closes the king in; 0 stands for any man beside him."""
    king, needs = board.info[KING_AT], king_needs(board)
    if needs == 2:
        for step in STEPS:
            if by and king - step != by:
                continue
            if board.cells[king - step] == ATTACKER and hostile(board, king + step, KING):
                return True
        return False
    beside = by == 0
    for step in STEPS:
        beside = beside or king + step == by
        if needs == 3 and king + step == THRONE:
            continue
        if hostile(board, king + step, KING) == 0:
            return False
    return beside


@in_place
def put(board: Board, at: int, piece: int) -> None:
    """Put a piece on an empty place."""
    place = (piece - 1) * PLACES + at
    board.cells[at] = piece
    board.info[HASH] ^= KEYS[place]
    board.info[WORTH] += board.worths[place]


@in_place
def lift(board: Board, at: int) -> int:
    """Take the piece on a place from the board, and return it."""
    piece = int(board.cells[at])
    place = (piece - 1) * PLACES + at
    board.cells[at] = EMPTY
    board.info[HASH] ^= KEYS[place]
    board.info[WORTH] -= board.worths[place]
    return piece


@in_place
def take(board: Board, at: int, step: int, beyond: int, enemy: int) -> int:
    """Take every man of `enemy` from the place `at` up to the place `beyond`. Returns how many."""
    count = 0
    while at != beyond:
        if board.cells[at] == enemy:
            lift(board, at)
            board.taken[board.info[TOP]] = at
            board.info[TOP] += 1
            count += 1
        at += step
    return count


@in_place
def walled_in(board: Board, target: int, side: int) -> int:
    """Take the rows on the rim that the man on `target` closes. Returns how many men were taken."""
    cells, enemy = board.cells, 3 - side
    count = 0
    for step in STEPS:
        if board.zones[target + step] & IS_RIM == 0:
            continue
        inward = ACROSS if step == 1 or step == -1 else 1
        if cells[target + inward] == WALL:
            inward = -inward
        at = target + step
        closed = True
        while cells[at] == enemy or (cells[at] == KING and enemy == DEFENDER):
            front = hostile(board, at + inward, enemy)
            closed = closed and front in (MAN, BY_KING)
            at += step
        end = hostile(board, at, enemy)
        if closed and abs(at - target) > 2 * abs(step) and end in (MAN, BY_KING, BY_CORNER):
            count += take(board, target + step, step, at, enemy)
    return count


@in_place
def encircled(board: Board) -> bool:
    """Return whether no piece of the defenders could reach the rim over squares without attackers."""
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


@in_place
def play(board: Board, origin: int, target: int) -> int:
    """Move a piece and take what it closes in.

    Returns how many men were taken; `info[END]` tells which side has won.
    """
    cells, zones, law, info = board.cells, board.zones, board.law, board.info
    piece = lift(board, origin)
    put(board, target, piece)
    side = ATTACKER if piece == ATTACKER else DEFENDER
    enemy = 3 - side
    info[MOVER] = enemy
    info[HASH] ^= DEFENDERS_MOVE
    if piece == KING:
        info[KING_AT] = target
        if zones[target] & IS_ESCAPE:
            info[END] = DEFENDER
            return 0
        if law[ARMED] < 2:
            return 0
    count = 0
    for step in STEPS:
        beyond = target + step
        if cells[beyond] != enemy:
            continue
        beyond += step
        while law[ROWS] and cells[beyond] == enemy:
            beyond += step
        if hostile(board, beyond, enemy):
            count += take(board, target + step, step, beyond, enemy)
    if law[SHIELDWALL] and zones[target] & IS_RIM:
        count += walled_in(board, target, side)
    if side == ATTACKER and (king_taken(board, target) or (law[ENCIRCLED] and encircled(board))):
        info[END] = ATTACKER
    return count


@in_place
def unplay(board: Board, origin: int, target: int, count: int) -> None:
    """Take back a move that took `count` men."""
    info = board.info
    piece = lift(board, target)
    put(board, origin, piece)
    side = ATTACKER if piece == ATTACKER else DEFENDER
    for _ in range(count):
        info[TOP] -= 1
        put(board, board.taken[info[TOP]], 3 - side)
    info[MOVER] = side
    info[HASH] ^= DEFENDERS_MOVE
    info[END] = 0
    if piece == KING:
        info[KING_AT] = origin


@in_place
def kind_at(board: Board, at: int) -> int:
    """Return the kind of the piece on a place, for looking up bars."""
    piece = board.cells[at]
    return IN_CAMP if piece == ATTACKER and board.zones[at] & IS_CAMP else int(piece)


@in_place
def reach(board: Board, origin: int, found: Any, start: int) -> int:
    """Write the moves of the piece on `origin` from `start` on, as `origin * 128 + target`; return the end index."""
    cells, bars = board.cells, board.bars
    base = kind_at(board, origin) * PLACES
    for step in STEPS:
        at = origin + step
        while cells[at] == EMPTY:
            bar = bars[base + at]
            if bar == 0 or (bar == NEAR_ONLY and abs(at - origin) <= 5 * abs(step)) or bar == NO_PASS:
                found[start] = origin * 128 + at
                start += 1
            if bar & NO_PASS:
                break
            at += step
    return start


@in_place
def moves(board: Board, found: Any, start: int) -> int:
    """Write every move of the side to move from `start` on; return the end index."""
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
    """Return every move of the side to move, encoded as by `moves`."""
    found = filled(MOST_MOVES)
    return plain(found[: moves(board, found, 0)])


def reached(board: Board, origin: int) -> list[int]:
    """Return the places that the piece on `origin` may go to."""
    found = filled(MOST_MOVES)
    return [code & 127 for code in plain(found[: reach(board, origin, found, 0)])]


def last_taken(board: Board, count: int) -> tuple[int, ...]:
    """Return the squares of the last `count` pieces that were taken."""
    top = int(board.info[TOP])
    return tuple(square_of(int(at)) for at in board.taken[top - count : top])


@contextmanager
def played(board: Board, code: int) -> Iterator[int]:
    """Let the board stand as after a move while a `with` block runs; yields how many men it takes."""
    origin, target = code >> 7, code & 127
    count = int(play(board, origin, target))
    yield count
    unplay(board, origin, target, count)


def code_of(origin: int, target: int) -> int:
    """Return the code of the move between two squares, as `moves` writes it."""
    return INDEXES[origin] << 7 | INDEXES[target]


def squares_in(code: int) -> tuple[int, int]:
    """Return the origin and target squares of an encoded move."""
    return square_of(code >> 7), square_of(code & 127)
