"""The board of Marrakech as one flat array of whole numbers, for the fast code shared by the rules and the bots.

A *board* is what `game.core.compiled.array` makes of `LENGTH` numbers; these names are offsets into it:

- COLOUR, RUG, 49 numbers each: the colour, and the rug by laying order, in sight on each square, or BARE;
- MASK, 4 masks: where each colour is in sight (the same facts as COLOUR, for flooding and counting);
- SQUARE, HEADING: Assam; SEATS; BY_OWNER: 1 when both colours of an owner make one region, else 0;
- COVER: the offset, COLOUR or RUG, at which a rug's two squares must differ; LAID: rugs laid so far;
- MOVER: whose turn it is, NOBODY when the match is over; OUTS: how many seats are out;
- MONEY, LEFT, OUT, NEXT, 4 numbers each, by seat: dirhams; rugs left; 0 while in, else 1 for the seat that went
  out first, 2 for the second; the seat that follows in turn order.

A *pose* is `square * 4 + heading`, headings counted clockwise from north. A *place* is an index into PLACES, the 84
pairs of adjacent squares a rug may lie on. A *mask* is a set of squares, one bit each.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from game.core.compiled import array, bit_count, compiled, remembered
from game.core.space import STRAIGHT, Squares

Board: TypeAlias = Any

SIZE: Final = 7
BOARD: Final = Squares(SIZE, SIZE)
SQUARES: Final = len(BOARD)
NORTH, EAST, SOUTH, WEST = range(4)
BARE: Final = -1
NOBODY: Final = -1

COLOUR, RUG, MASK = 0, SQUARES, 2 * SQUARES
SQUARE, HEADING, SEATS, BY_OWNER, COVER, LAID, MOVER, OUTS = range(MASK + 4, MASK + 12)
MONEY, LEFT, OUT, NEXT = range(MASK + 12, MASK + 28, 4)
LENGTH: Final = NEXT + 4
SECOND_FROM: Final = LEFT + 2
"""With two players, where a seat's rugs of its second colour are counted, of which there are SECOND_COLOUR_LEFT if it
is 0; with more players a third seat's rugs."""

FACES: Final = (1, 2, 2, 3, 3, 4)
"""The six faces of the die, in steps."""
SECOND_COLOUR_LEFT: Final = 12
"""With two players, a seat usually lays its second colour from this number of rugs left on."""
PURSE: Final = 30
"""Dirhams of each player at the start."""
RUGS: Final = {2: 24, 3: 15, 4: 12}
"""Rugs of each player, by the number of players."""
MOST_PLACES: Final = 12
"""The most places for a rug that can touch Assam's square."""

_FILE = sum(1 << (row * SIZE) for row in range(SIZE))
_NOT_WEST: Final = ((1 << SQUARES) - 1) ^ _FILE
_NOT_EAST: Final = ((1 << SQUARES) - 1) ^ (_FILE << (SIZE - 1))


def _step(square: int, heading: int) -> int:
    """Return the pose one step further, along the border track where the board ends (spec, "A turn", 1)."""
    onward = BOARD.next(square, STRAIGHT[heading])
    if onward is not None:
        return onward * 4 + heading
    column, row = BOARD.place(square)
    upright = heading in (NORTH, SOUTH)
    along = column if upright else row
    corner, across = (SIZE - 1, along ^ 1) if heading in (NORTH, WEST) else (0, ((along - 1) ^ 1) + 1)
    if along == corner:
        return square * 4 + WEST - heading
    onto = row * SIZE + across if upright else across * SIZE + column
    return onto * 4 + (heading + 2) % 4


def _walk(pose: int, steps: int) -> int:
    for _ in range(steps):
        pose = _step(*divmod(pose, 4))
    return pose


PLACES: Final = tuple(sorted((one, other) for one in BOARD for other in BOARD.beside(one) if one < other))
"""Every place: the two adjacent squares, ascending."""


def _places_beside(square: int) -> list[int]:
    beside = set(BOARD.beside(square))
    return [place for place, pair in enumerate(PLACES) if square not in pair and not beside.isdisjoint(pair)]


BESIDE: Final = tuple(tuple(_places_beside(square)) for square in range(SQUARES))
"""By Assam's square: the places that touch his square without lying under him."""

WALK: Final = array(_walk(pose, steps) for pose in range(SQUARES * 4) for steps in range(1, 5))
"""At `pose * 4 + steps - 1`: the pose after that many steps."""
_AROUND: Final = array(sum(1 << beside for beside in BOARD.beside(square)) for square in BOARD)
"""The mask of what is orthogonally beside each square."""
FIRST: Final = array(first for first, _ in PLACES)
SECOND: Final = array(second for _, second in PLACES)
"""FIRST and SECOND give the two squares of each place."""
BESIDE_ALL: Final = array(place for row in BESIDE for place in (*row, *[0] * (MOST_PLACES - len(row))))
BESIDE_COUNT: Final = array(len(row) for row in BESIDE)


def new_board(seats: int, by_owner: bool, by_rug: bool, rugs: int = 0) -> list[int]:
    """Return a bare board: Assam in the centre facing north, each seat with its purse and rugs; seat 0 moves first.

    `rugs` is how many each player has, 0 for the usual number.
    """
    board = [0] * LENGTH
    board[COLOUR:MASK] = [BARE] * (MASK - COLOUR)
    board[SQUARE] = SQUARES // 2
    board[SEATS] = seats
    board[BY_OWNER] = int(by_owner and seats == 2)
    board[COVER] = RUG if by_rug else COLOUR
    for seat in range(seats):
        board[MONEY + seat] = PURSE
        board[LEFT + seat] = rugs or RUGS[seats]
    if seats == 2:
        board[SECOND_FROM] = rugs // 2
    seat_in_turn(board, list(range(seats)))
    return board


def seat_in_turn(board: Board, order: list[int]) -> None:
    """Set the turn order; the first seat of `order` becomes the mover."""
    for seat, following in zip(order, order[1:] + order[:1], strict=True):
        board[NEXT + seat] = following
    board[MOVER] = order[0]


@compiled
def spread(mask: int, start: int) -> int:
    """Return the squares of `mask` connected orthogonally with the mask `start`, which must lie inside `mask`."""
    found = start
    before = 0
    while before != found:
        before = found
        found |= ((found & _NOT_EAST) << 1) | ((found & _NOT_WEST) >> 1) | (found << SIZE) | (found >> SIZE)
        found &= mask
    return found


@compiled
def region(board: Board, square: int) -> int:
    """Return the mask of the region around `square` that is paid for as one; 0 if the square is bare."""
    colour = board[COLOUR + square]
    if colour < 0:
        return 0
    mask = board[MASK + colour]
    if board[BY_OWNER]:
        mask |= board[MASK + (colour ^ 2)]
    return spread(mask, 1 << square)


@remembered
def size_at(mask: int, square: int) -> int:
    """Return the number of squares in the region of `mask` that contains `square`."""
    around = _AROUND[square] & mask
    return bit_count(spread(mask, 1 << square | around)) if around else 1


@compiled
def due(board: Board, seat: int, square: int) -> int:
    """Return what `seat` owes for stopping on `square`, in dirhams."""
    colour = board[COLOUR + square]
    if colour < 0:
        return 0
    owner = colour % board[SEATS]
    if owner == seat or board[OUT + owner]:
        return 0
    mask = board[MASK + colour]
    if board[BY_OWNER]:
        mask |= board[MASK + (colour ^ 2)]
    return size_at(mask, square)


@compiled
def payment(board: Board, seat: int, heading: int) -> int:
    """Return what `seat` pays if Assam walks along `heading`, in dirhams summed over the six faces of the die."""
    base = (board[SQUARE] * 4 + heading) * 4
    seats = board[SEATS]
    total = 0
    for step in range(4):
        square = WALK[base + step] >> 2
        colour = board[COLOUR + square]
        if colour >= 0 and colour % seats != seat:  # plain Python spares most calls
            amount = due(board, seat, square)
            total += amount if step == 0 or step == 3 else amount + amount
    return total


@compiled
def pay(board: Board) -> int:
    """Let the mover pay for the square Assam stopped on; a mover that owes more than it has is out.

    Returns what was due, in dirhams.
    """
    seat = board[MOVER]
    square = board[SQUARE]
    amount = due(board, seat, square)
    if amount > 0:
        payee = board[COLOUR + square] % board[SEATS]
        paid = min(amount, board[MONEY + seat])
        board[MONEY + seat] -= paid
        board[MONEY + payee] += paid
        if paid < amount:
            board[OUTS] += 1
            board[OUT + seat] = board[OUTS]
    return amount


@compiled
def may_lie(board: Board, place: int) -> bool:
    cover = board[COVER]
    under = board[cover + FIRST[place]]
    return bool(under < 0 or under != board[cover + SECOND[place]])


@compiled
def open_places(board: Board, found: Board) -> int:
    """Write the places where the mover may lay a rug into `found` (room for 12), ascending; return their number."""
    count = 0
    base = board[SQUARE] * MOST_PLACES
    for index in range(base, base + BESIDE_COUNT[board[SQUARE]]):
        place = BESIDE_ALL[index]
        if may_lie(board, place):
            found[count] = place
            count += 1
    return count


@compiled
def next_colour(board: Board, seat: int) -> int:
    if board[SEATS] == 2 and board[LEFT + seat] <= (board[SECOND_FROM] or SECOND_COLOUR_LEFT):
        return seat + 2
    return seat


@compiled
def lay(board: Board, place: int) -> None:
    seat = board[MOVER]
    colour = next_colour(board, seat)
    first = FIRST[place]
    second = SECOND[place]
    for square in (first, second):
        under = board[COLOUR + square]
        if under >= 0:
            board[MASK + under] ^= 1 << square
        board[COLOUR + square] = colour
        board[RUG + square] = board[LAID]
    board[MASK + colour] |= (1 << first) | (1 << second)
    board[LAID] += 1
    board[LEFT + seat] -= 1


@compiled
def pass_turn(board: Board) -> None:
    """Make the next seat still in the mover; NOBODY if only one seat is in, or the next has no rugs left."""
    if board[OUTS] == board[SEATS] - 1:
        board[MOVER] = NOBODY
        return
    seat = board[NEXT + board[MOVER]]
    while board[OUT + seat]:
        seat = board[NEXT + seat]
    board[MOVER] = seat if board[LEFT + seat] > 0 else NOBODY


@compiled
def squares_in_sight(board: Board, seat: int) -> int:
    count = bit_count(board[MASK + seat])
    if board[SEATS] == 2:
        count += bit_count(board[MASK + seat + 2])
    return count


@compiled
def places_room(board: Board) -> Board:
    """Return an array with room for what `open_places` writes."""
    return board[:MOST_PLACES].copy()
