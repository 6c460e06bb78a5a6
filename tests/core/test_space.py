"""Boards as geometry: squares and hexagons."""

from __future__ import annotations

import pytest

from game.core.space import ALL_ROUND, SIXTHS, SYMMETRIES, Hexes, Squares

BOARD = Squares(5, 4)


def test_squares_are_counted_along_the_rows() -> None:
    assert [BOARD.place(square) for square in (0, 4, 5, 19)] == [(0, 0), (4, 0), (0, 1), (4, 3)]
    assert BOARD.at(4, 3) == 19
    assert BOARD.at(5, 0) is BOARD.at(0, -1) is None
    assert list(BOARD) == list(range(20))


def test_neighbours_end_at_the_edge() -> None:
    assert BOARD.beside(0) == (1, 5)
    assert set(BOARD.beside(6, ALL_ROUND)) == {0, 1, 2, 5, 7, 10, 11, 12}
    assert BOARD.ray(6, (1, 1)) == (12, 18)
    assert BOARD.ray(4, (1, 0)) == ()


def test_a_region_is_what_hangs_together() -> None:
    squares = {0, 1, 6, 8, 13, 19}
    assert BOARD.region(squares, 0) == {0, 1, 6}
    assert BOARD.region(squares, 8, ALL_ROUND) == {8, 13, 19}


@pytest.mark.parametrize(("board", "length"), [(Squares(15, 15), 5), (Squares(7, 6), 4), (Squares(3, 3), 3)])
def test_every_row_is_listed_once(board: Squares, length: int) -> None:
    lines = board.lines(length)
    across = max(0, board.columns - length + 1)
    down = max(0, board.rows - length + 1)
    assert len(lines) == across * board.rows + board.columns * down + 2 * across * down
    assert len({frozenset(line) for line in lines}) == len(lines)


@pytest.mark.parametrize("side", [4, 9])
def test_the_eight_orientations_of_a_board_have_one_least(side: int) -> None:
    board = Squares(side, side)
    cells = [square * square % 23 for square in board]
    turned = []
    for symmetry in SYMMETRIES:
        images = board.images(symmetry)
        assert sorted(images) == list(board)
        turned.append([cells[images.index(square)] for square in board])
        assert all(
            images[square + 1] in board.beside(images[square]) for square in board if board.place(square)[0] < side - 1
        )
    assert len({tuple(each) for each in turned}) == 8
    for each in turned:
        least, there = board.least(each)
        assert least == board.least(cells)[0] == min(map(tuple, turned))
        assert all(least[there[square]] == each[square] for square in board)


def test_a_ring_holds_what_lies_at_its_distance() -> None:
    centre = (2, -1)
    plane = [(q, r) for q in range(-6, 10) for r in range(-9, 8)]
    for radius in range(4):
        ring = Hexes.ring(centre, radius)
        assert len(set(ring)) == len(ring)
        assert set(ring) == {cell for cell in plane if Hexes.distance(centre, cell) == radius}
    assert len(Hexes.disc(centre, 3)) == 37


def test_a_ring_goes_round_step_by_step() -> None:
    ring = Hexes.ring((0, 0), 3)
    assert all(Hexes.distance(cell, other) == 1 for cell, other in zip(ring, (*ring[1:], ring[0]), strict=True))


def test_turning_keeps_distances_and_comes_back() -> None:
    cells = ((0, 0), (1, 0), (2, -1), (0, 3))
    assert Hexes.turned(cells, 6, (1, 1)) == cells
    turned = Hexes.turned(cells, 2, (1, 1))
    assert [Hexes.distance(cell, (1, 1)) for cell in turned] == [Hexes.distance(cell, (1, 1)) for cell in cells]
    assert Hexes.turned(SIXTHS, 1) == (*SIXTHS[1:], SIXTHS[0])


def test_a_mirror_shows_itself_again() -> None:
    cells = ((0, 0), (1, 0), (2, -1))
    assert Hexes.mirrored(Hexes.mirrored(cells, (1, 2)), (1, 2)) == cells
    assert Hexes.mirrored([(1, 0)]) == ((-1, 0),)


def test_hexagons_part_into_regions() -> None:
    cells = [(0, 0), (1, 0), (4, 0), (4, 1), (0, 1)]
    assert [set(region) for region in Hexes.regions(cells)] == [{(0, 0), (1, 0), (0, 1)}, {(4, 0), (4, 1)}]
