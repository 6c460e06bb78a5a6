"""Laws of the board of Marrakech: the track, regions, places, payment, turns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.marrakech import board as b
from game.core.compiled import array, plain
from tests.bench.bench_marrakech import play_at_random

POSES = [(square, heading) for square in range(b.SQUARES) for heading in range(4)]
N, E, S, W = range(4)


def at(column: int, row: int) -> int:
    return row * b.SIZE + column


def walked(square: int, heading: int, steps: int) -> tuple[int, int]:
    return divmod(int(b.WALK[(square * 4 + heading) * 4 + steps - 1]), 4)


def turned_about(square: int, heading: int) -> tuple[int, int]:
    """The same pose on the board turned by half."""
    return b.SQUARES - 1 - square, (heading + 2) % 4


# (column, row) and heading out; (column, row) and heading in: the spec's list, "A turn", 1.
TRACK = [
    *[((c, 0), N, (c ^ 1, 0), S) for c in range(6)],
    ((6, 0), N, (6, 0), W),
    ((6, 0), E, (6, 0), S),
    *[((6, r), E, (6, other), W) for r, other in ((1, 2), (2, 1), (3, 4), (4, 3), (5, 6), (6, 5))],
    ((0, 6), S, (0, 6), E),
    *[((c, 6), S, (other, 6), N) for c, other in ((1, 2), (2, 1), (3, 4), (4, 3), (5, 6), (6, 5))],
    *[((0, r), W, (0, r ^ 1), E) for r in range(6)],
    ((0, 6), W, (0, 6), N),
]  # fmt: skip


def test_the_track_has_28_exits() -> None:
    assert len(TRACK) == len({(start, heading) for start, heading, _, _ in TRACK}) == 28


def test_the_track_leads_back_onto_the_board() -> None:
    assert [walked(at(*start), out, 1) for start, out, _, _ in TRACK] == [(at(*end), into) for _, _, end, into in TRACK]


@pytest.mark.parametrize("heading", range(4))
def test_a_step_inside_the_board_keeps_the_heading(heading: int) -> None:
    for square in range(b.SQUARES):
        row, column = divmod(square, b.SIZE)
        row += (-1, 0, 1, 0)[heading]
        column += (0, 1, 0, -1)[heading]
        if 0 <= row < b.SIZE and 0 <= column < b.SIZE:
            assert walked(square, heading, 1) == (at(column, row), heading)


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_every_walk_is_single_steps_and_can_be_walked_back(steps: int) -> None:
    for square, heading in POSES:
        pose = square, heading
        for _ in range(steps):
            pose = walked(*pose, 1)
        end, facing = walked(square, heading, steps)
        assert (end, facing) == pose
        assert walked(end, (facing + 2) % 4, steps) == (square, (heading + 2) % 4)


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_the_track_is_symmetric_under_a_half_turn(steps: int) -> None:
    for square, heading in POSES:
        assert walked(*turned_about(square, heading), steps) == turned_about(*walked(square, heading, steps))


def test_there_are_84_places_and_at_most_12_beside_assam() -> None:
    assert len(b.PLACES) == len(set(b.PLACES)) == 84
    assert max(map(len, b.BESIDE)) == b.MOST_PLACES
    assert len(b.BESIDE[at(3, 3)]) == 12
    assert [b.PLACES[place] for place in b.BESIDE[at(0, 0)]] == [(1, 2), (1, 8), (7, 8), (7, 14)]


def painted(picture: str, seats: int, *, by_owner: bool = False, by_rug: bool = False) -> list[int]:
    """A board whose squares show these colours ("." bare), every square a rug of its own."""
    board = b.new_board(seats, by_owner, by_rug)
    for square, letter in enumerate(picture.split()):
        if letter != ".":
            colour = "ABCD".index(letter)
            board[b.COLOUR + square] = colour
            board[b.RUG + square] = square
            board[b.MASK + colour] |= 1 << square
    return board


PICTURE = """
    A A . A . . .
    . A . A A C .
    . B A . . C .
    . B B . . A .
    B . . . . . .
    C C . . . . .
    D D D D D D D
"""


@pytest.mark.parametrize(
    ("place", "by_owner", "size"),
    [
        ((0, 0), False, 3),  # diagonals do not connect
        ((3, 0), False, 3),
        ((1, 2), False, 3),
        ((0, 4), False, 1),
        ((5, 1), False, 2),
        ((0, 6), False, 7),
        ((2, 0), False, 0),
        ((3, 0), True, 6),  # A and C are one region where both have one owner
        ((5, 3), True, 6),
        ((0, 4), True, 1),
        ((0, 5), True, 2),
    ],
)
def test_regions(place: tuple[int, int], by_owner: bool, size: int) -> None:
    board = array(painted(PICTURE, 2, by_owner=by_owner))
    assert b.region(board, at(*place)).bit_count() == size


def test_regions_by_owner_are_for_two_players() -> None:
    board = array(painted(PICTURE, 4, by_owner=True))
    assert b.region(board, at(3, 0)).bit_count() == 3


@given(st.integers(0, 2**49 - 1), st.integers(0, 48))
def test_a_spread_is_the_component_of_its_start(mask: int, square: int) -> None:
    mask |= 1 << square
    found, todo = {square}, [square]
    while todo:
        here = todo.pop()
        for first, second in b.PLACES:
            for near, far in ((first, second), (second, first)):
                if near == here and mask >> far & 1 and far not in found:
                    found.add(far)
                    todo.append(far)
    assert b.spread(mask, 1 << square) == sum(1 << other for other in found)


def test_what_is_due() -> None:
    board = painted(PICTURE, 4)
    board[b.OUT + 3] = 1
    board = array(board)
    assert b.due(board, 1, at(0, 0)) == 3
    assert b.due(board, 0, at(0, 0)) == 0  # one's own
    assert b.due(board, 1, at(2, 0)) == 0  # bare
    assert b.due(board, 1, at(0, 6)) == 0  # the owner is out


@pytest.mark.parametrize(("money", "left", "out"), [(30, 27, 0), (3, 0, 0), (2, 0, 1), (0, 0, 1)])
def test_who_owes_more_than_they_have_pays_all_and_is_out(money: int, left: int, out: int) -> None:
    board = painted(PICTURE, 4)
    board[b.MOVER], board[b.SQUARE], board[b.MONEY + 1] = 1, at(0, 0), money
    hot = array(board)
    assert b.pay(hot) == 3
    assert (hot[b.MONEY + 1], hot[b.OUT + 1], hot[b.OUTS]) == (left, out, out)
    assert hot[b.MONEY] == 30 + money - left


@pytest.mark.parametrize(("left", "colour"), [(24, 1), (13, 1), (12, 3), (1, 3)])
def test_with_two_players_the_first_colour_is_laid_before_the_second(left: int, colour: int) -> None:
    board = b.new_board(2, False, False)
    board[b.LEFT + 1] = left
    assert b.next_colour(array(board), 1) == colour


def test_the_next_turn_skips_who_is_out_and_keeps_the_order() -> None:
    board = b.new_board(3, False, False)
    b.seat_in_turn(board, [2, 0, 1])
    hot = array(board)
    movers = []
    for _ in range(3):
        movers.append(int(hot[b.MOVER]))
        b.pass_turn(hot)
    assert movers == [2, 0, 1]
    hot[b.OUT], hot[b.OUTS] = 1, 1
    b.pass_turn(hot)
    assert hot[b.MOVER] == 1
    b.pass_turn(hot)
    assert hot[b.MOVER] == 2


def test_nobody_moves_when_the_rugs_are_laid_or_one_is_left() -> None:
    laid = b.new_board(3, False, False)
    laid[b.LEFT : b.LEFT + 3] = [1, 0, 0]
    alone = b.new_board(3, False, False)
    alone[b.OUT : b.OUT + 3], alone[b.OUTS] = [0, 1, 2], 2
    for board in (laid, alone):
        hot = array(board)
        b.pass_turn(hot)
        assert hot[b.MOVER] == b.NOBODY


@given(st.sampled_from([2, 3, 4]), st.booleans(), st.integers(1, 2**31 - 2))
@settings(max_examples=50)
def test_random_playouts_end_and_keep_the_money_and_the_masks(seats: int, by_rug: bool, seed: int) -> None:
    hot = array(b.new_board(seats, False, by_rug))
    play_at_random(hot, seed)
    board = plain(hot)
    assert board[b.MOVER] == b.NOBODY
    assert sum(board[b.MONEY : b.MONEY + 4]) == seats * b.PURSE
    assert min(board[b.MONEY : b.MONEY + seats]) >= 0
    for colour in range(4):
        shown = sum(1 << square for square in range(b.SQUARES) if board[b.COLOUR + square] == colour)
        assert board[b.MASK + colour] == shown
    still_in = [seat for seat in range(seats) if not board[b.OUT + seat]]
    assert len(still_in) == 1 or all(board[b.LEFT + seat] == 0 for seat in still_in)
