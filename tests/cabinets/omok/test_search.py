"""How Omok's computers see a board: what stones make, wins by fours that hold against every answer, both speeds."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from game.cabinets.omok import board as b
from game.cabinets.omok import fours, notation, search
from game.cabinets.omok import shapes as s
from game.cabinets.omok.board import NOWHERE, Board, allowed, five_points, made_at, makes_five, new_board, put
from game.core.compiled import plain
from tests.cabinets.omok import slow as slow
from tests.cabinets.omok.boards import crowded

RULES = ("standard", "free", "renju")


def board_of(text: str, rule: str = "renju", size: int = 15) -> Board:
    board = new_board(size, rule)
    for number, point in enumerate(notation.read(text, size)):
        if point != notation.PASS:
            put(board, point, 1 + number % 2)
    return board


def named(point: int, size: int = 15) -> str:
    return notation.name(point, size) if point != NOWHERE else ""


def by_definition(board: Board, point: tuple[int, int], colour: int, step: tuple[int, int], exact: bool) -> set[int]:
    """What a stone makes in one direction, read from sets of points."""
    size = board.size
    own, theirs = (
        frozenset((at % size, at // size) for at, stone in enumerate(board.stones) if stone == whose)
        for whose in (colour, 3 - colour)
    )
    more = own | {point}
    count = len(slow.row(more, point, step))
    if count == 5 or (count > 5 and not exact):
        return {s.FIVE}
    if count > 5:
        return {s.NOTHING}
    if fours_made := slow.fours(size, more, theirs, point, step, exact):
        if slow.is_straight(size, more, theirs, point, step, exact):
            return {s.STRAIGHT_FOUR}
        return {s.TWO_FOURS} if fours_made == 2 else {s.FOUR}
    for end in slow.line(size, point, step):
        if end in more or end in theirs or point not in slow.row(more | {end}, end, step):
            continue
        if slow.is_straight(size, more | {end}, theirs, end, step, exact):
            return {s.THREE}
    return {s.NOTHING, s.TWO, s.CLOSED_THREE}


@pytest.mark.parametrize("seed", range(3))
def test_what_stones_make_is_what_the_definitions_say(seed: int) -> None:
    rule = RULES[seed % len(RULES)]
    board = crowded(seed, rule)
    for number, stone in enumerate(board.stones):
        point = number % board.size, number // board.size
        for colour in (b.BLACK, b.WHITE) if not stone else ():
            for way, step in enumerate(b.STEPS):
                made = made_at(board, number, colour, way)
                exact = b.EXACT[rule][colour - 1]
                assert made in by_definition(board, point, colour, step, exact), (point, colour, way)


def test_a_stone_taken_back_leaves_everything_as_it_was() -> None:
    board = crowded(7, "free")
    before = [plain(part) for part in board]
    free = [point for point, stone in enumerate(board.stones) if stone == b.EMPTY]
    for point in free:
        put(board, point, b.WHITE)
        assert [plain(part) for part in board] != before
        put(board, point, -b.WHITE)
        assert [plain(part) for part in board] == before


def wins_against_everything(board: Board, colour: int, memory: search.Memory, depth: int = 12) -> bool:
    """Whether the win by fours that is found goes on after every answer that stops the five, to the end."""
    memory.left[1] = 5000
    first = fours.win_by_fours(board, colour, depth, memory.left, memory.found, 0)
    if first == NOWHERE or not allowed(board, first, colour):
        return False
    if five_points(board, colour, memory.found, 0):
        return True
    other = 3 - colour
    put(board, first, colour)
    held = s.fives_of(board.sums[other - 1]) == 0
    ways = five_points(board, colour, memory.found, 0)
    for answer in [memory.found[place] for place in range(ways)]:
        if held and ways == 1 and allowed(board, answer, other):
            put(board, answer, other)
            held = wins_against_everything(board, colour, memory, depth - 1)
            put(board, answer, -other)
    put(board, first, -colour)
    return held and ways > 0


@pytest.mark.parametrize(
    ("rule", "colour", "position"),
    [
        ("renju", b.BLACK, "h8 a1 i8 a3 j8 a5 g9 b12 g10 c14 g11 e15"),
        ("renju", b.WHITE, "a1 h8 a3 i8 a5 j8 b12 g9 c14 g10 e15 g11 o1"),
        ("free", b.BLACK, "h8 a1 i9 a3 j10 a5 g9 b12 g10 c14 g11 e15 l4 n2"),
    ],
)
def test_a_win_by_fours_holds_against_every_answer(rule: str, colour: int, position: str) -> None:
    board = board_of(position, rule)
    assert wins_against_everything(board, colour, search.new_memory(board, 4))


def test_a_four_that_black_must_not_stop_wins() -> None:
    position = "i8 h9 j8 h10 g7 h11 f6 o1 h13 o3 h7 --"
    board, memory = board_of(position + " --", "renju"), search.new_memory(board_of(position), 4)
    memory.left[1] = 100
    assert named(fours.win_by_fours(board, b.WHITE, 4, memory.left, memory.found, 0)) == "h12"
    memory.left[1] = 100
    assert fours.win_by_fours(board_of(position + " --", "free"), b.WHITE, 4, memory.left, memory.found, 0) == NOWHERE


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("h8 a1 i8 a3 j8 a5 k8 c1", {"g8", "l8"}),
        ("a1 h8 a3 i8 a5 j8 c1 k8", {"g8", "l8"}),
        ("h8 h9 i8 i9 j8 j9", {"g8", "k8"}),
        ("a1 h8 a3 i8 c5 j8", {"f8", "g8", "k8", "l8"}),
    ],
)
def test_the_expert_makes_and_stops_what_must_be(position: str, best: set[str]) -> None:
    board = board_of(position, "free")
    colour = 1 + len(position.split()) % 2
    assert named(search.choose(board, colour, search.new_memory(board, 10), 600, 200)) in best


def matches_of_searches(matches: int) -> str:
    """The stones of matches between small searches from random beginnings."""
    told = []
    for number in range(matches):
        chance, rule = Random(number), ("renju", "free", "general")[number % 3]
        board = new_board(15, rule)
        points = [point for point in range(225) if abs(point % 15 - 7) < 3 and abs(point // 15 - 7) < 3]
        stones = chance.sample(points, 3)
        for place, point in enumerate(stones):
            put(board, point, 1 + place % 2)
        memories = [search.new_memory(board, 8), search.new_memory(board, 8)]
        while len(stones) < 40:
            colour = 1 + len(stones) % 2
            point = search.choose(board, colour, memories[colour - 1], 300, 100)
            stones.append(point)
            if makes_five(board, point, colour):
                break
            put(board, point, colour)
        told.append(" ".join(named(point) for point in stones))
    return "\n".join(told)


@pytest.mark.slow
def test_both_speeds_choose_the_same_stones() -> None:
    script = "from tests.cabinets.omok.test_search import matches_of_searches; print(matches_of_searches(6))"
    told = []
    for speed in ("1", ""):
        environment = {**os.environ, "SOUK_PLAIN": speed}
        command = [sys.executable, "-c", script]
        told.append(subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout)
    assert told[0] == told[1] and len(told[0].split()) > 60


@pytest.mark.parametrize(("position", "white"), [("h8 h9 i9", False), ("h8 i9 j10", False), ("h8 i9 a1", True)])
def test_how_one_stands_hardly_depends_on_how_far_was_looked(position: str, white: bool) -> None:
    """Two stones of black together against one are ahead, whoever is to move; one that lies far away is no help."""
    board = board_of(position, "renju")
    worths = []
    for depth in (3, 4):
        memory = search.new_memory(board, 10)
        search.deepened(board, b.WHITE, memory, 100_000, depth)
        worths.append(memory.left[2])
    assert max(worths) - min(worths) < 150
    assert all((worth > 0) == white for worth in worths)
