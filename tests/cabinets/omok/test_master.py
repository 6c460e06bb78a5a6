"""Omok's master: its board says what the board of the rules says, it wins by fours where puzzles do, speeds agree."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from game.cabinets.omok import board as b
from game.cabinets.omok import deep, field, notation
from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import NOWHERE, allowed, made_at, makes_five, new_board, put
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.state import board_of
from game.core.compiled import plain
from game.core.puzzles.book import Puzzle
from tests.cabinets.omok.boards import crowded
from tests.cabinets.omok.test_puzzles import ALL, BOOK, view_of
from tests.core.puzzles.puzzle_books import begun

RULES = ("standard", "free", "renju", "general", "korean")
KINDS = (*[s.NOTHING] * 6, *[s.TWO] * 3, s.CLOSED_THREE, s.THREE, s.THREE, s.FOUR, s.TWO_FOURS, s.STRAIGHT_FOUR, s.FIVE)
"""What `shapes` calls each of the master's kinds."""


@pytest.mark.parametrize("seed", range(10))
def test_both_boards_say_the_same_of_every_point(seed: int) -> None:
    board = crowded(seed, RULES[seed % len(RULES)])
    size, seen = board.size, field.new_field(board)
    for point, stone in enumerate(board.stones):
        at = field.within(point, size)
        assert field.outside(at, size) == point
        for colour in (b.BLACK, b.WHITE) if not stone else ():
            code = int(seen.cells[at * field.ROW + colour])
            for way in range(field.WAYS):
                assert KINDS[code >> 4 * way & 15] == made_at(board, point, colour, way), (point, colour, way)
            assert field.may_place(seen, at, colour) == allowed(board, point, colour), (point, colour)


def test_a_stone_taken_back_leaves_everything_as_it_was() -> None:
    board = crowded(7, RULES[7 % len(RULES)])
    seen = field.new_field(board)
    before = plain(seen.cells), plain(seen.totals)
    for point, stone in enumerate(board.stones):
        if not stone:
            at = field.within(point, board.size)
            field.place_stone(seen, at, b.WHITE)
            assert (plain(seen.cells), plain(seen.totals)) != before
            field.place_stone(seen, at, -b.WHITE)
            assert (plain(seen.cells), plain(seen.totals)) == before


def test_stones_in_another_order_give_the_same_board() -> None:
    moves = notation.read("h8 h9 i9 j10 i8 g8 j7 k6 k8 g7", 15)
    seen = field.new_field(new_board(15, "renju"))
    for number, point in sorted(enumerate(moves), reverse=True):
        field.place_stone(seen, field.within(point, 15), 1 + number % 2)
    board = new_board(15, "renju")
    for number, point in enumerate(moves):
        put(board, point, 1 + number % 2)
    laid = field.new_field(board)
    assert plain(seen.totals) == plain(laid.totals)
    free = [at for at in range(len(laid.cells) // field.ROW) if not laid.cells[at * field.ROW]]
    for at in free:
        assert plain(seen.cells[at * field.ROW : (at + 1) * field.ROW]) == plain(
            laid.cells[at * field.ROW : (at + 1) * field.ROW]
        )


@pytest.mark.parametrize("puzzle", ALL[::25], ids=lambda puzzle: f"{puzzle.kind}-{puzzle.level}")
def test_a_win_by_fours_is_found_with_its_one_first_stone(puzzle: Puzzle) -> None:
    view = view_of(begun(Omok(), BOOK, puzzle))
    board, colour = board_of(view), 1 + len(view.moves) % 2
    point, worth = deep.choose(board, colour, 10, 1, 2000)
    known = BOOK.known(puzzle, view)
    assert point == known and worth > deep.SURE


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("h8 a1 i8 a3 j8 a5 k8 c1", {"g8", "l8"}),
        ("a1 h8 a3 i8 a5 j8 c1 k8", {"g8", "l8"}),
        ("h8 h9 i8 i9 j8 j9", {"g8", "k8"}),
        ("a1 h8 a3 i8 c5 j8", {"f8", "g8", "k8", "l8"}),
    ],
)
def test_it_makes_and_stops_what_must_be(position: str, best: set[str]) -> None:
    moves = notation.read(position, 15)
    board = new_board(15, "free")
    for number, point in enumerate(moves):
        put(board, point, 1 + number % 2)
    point, _ = deep.choose(board, 1 + len(moves) % 2, 10, 600, 200)
    assert notation.name(point, 15) in best


def test_four_stones_against_none_near_them_win() -> None:
    board = new_board(15, "free")
    for number, point in enumerate(notation.read("h8 a1 i9 o1 h9 a15 i8 o15", 15)):
        put(board, point, 1 + number % 2)
    point, worth = deep.choose(board, b.BLACK, 12, 4000, 500)
    assert point != NOWHERE and worth > deep.SURE


def matches_of_the_master(matches: int) -> str:
    """The stones of matches between searches of few nodes from random beginnings."""
    told = []
    for number in range(matches):
        board = new_board(15, ("renju", "free", "general")[number % 3])
        points = [point for point in range(225) if abs(point % 15 - 7) < 3 and abs(point // 15 - 7) < 3]
        stones = Random(number).sample(points, 4)
        for place, point in enumerate(stones):
            put(board, point, 1 + place % 2)
        while len(stones) < 30:
            colour = 1 + len(stones) % 2
            point, worth = deep.choose(board, colour, 10, 400, 100)
            assert point != NOWHERE and allowed(board, point, colour)
            stones.append(point)
            told.append(f"{notation.name(point, 15)} {worth}")
            if makes_five(board, point, colour):
                break
            put(board, point, colour)
    return "\n".join(told)


@pytest.mark.slow
def test_both_speeds_choose_the_same_stones() -> None:
    script = "from tests.cabinets.omok.test_master import matches_of_the_master; print(matches_of_the_master(3))"
    told = []
    for speed in ("1", ""):
        environment = {**os.environ, "SOUK_PLAIN": speed}
        command = [sys.executable, "-c", script]
        told.append(subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout)
    assert told[0] == told[1] and len(told[0].split()) > 50
