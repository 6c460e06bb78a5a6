"""How Omok's computers see a board: what stones make, wins by fours that hold against every answer, both speeds."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from game.cabinets.omok import board as b
from game.cabinets.omok import fours, notation, search, threats
from game.cabinets.omok import shapes as s
from game.cabinets.omok.field import Field, allowed, five_points, made_at, new_field, put
from game.cabinets.omok.state import EXACT, FORBIDDEN
from game.core.compiled import plain


def field_of(text: str, rule: str = "renju", size: int = 15) -> Field:
    field = new_field(size, EXACT[rule], FORBIDDEN[rule])
    for number, point in enumerate(notation.read(text, size)):
        if point != notation.PASS:
            put(field, b.index_of(point, size), 1 + number % 2)
    return field


def named(index: int, size: int = 15) -> str:
    return notation.name(b.point_of(index, size), size) if index else ""


def crowded(seed: int) -> tuple[Field, int, tuple[bool, bool]]:
    """A random board, its size, and for which colours a five must be exact."""
    chance = Random(seed)
    size, exact = chance.choice((15, 19, 20)), chance.choice(((True, True), (False, False), (True, False)))
    field = new_field(size, exact, (0, 0))
    x, y = chance.randrange(3, size - 3), chance.randrange(3, size - 3)
    points = [point for point in range(size * size) if abs(point % size - x) < 4 and abs(point // size - y) < 4]
    chance.shuffle(points)
    for point in points[: chance.randrange(6, 44)]:
        put(field, b.index_of(point, size), 1 if chance.random() < 0.65 else 2)
    return field, size, exact


def by_the_rules(cells: Any, index: int, colour: int, step: int, exact: bool) -> set[int]:
    """What a stone makes in one direction, by the functions that the rules are decided with."""
    cells[index] = colour
    count, fours_made = b.run(cells, index, step), b.fours_at(cells, index, step, exact)
    straight = b.straight_four(cells, index, step, exact)
    cells[index] = b.EMPTY
    if count == 5 or (count > 5 and not exact):
        return {s.FIVE}
    if count > 5:
        return {s.NOTHING}
    if fours_made:
        return {s.TWO_FOURS} if fours_made == 2 else {s.STRAIGHT_FOUR} if straight else {s.FOUR}
    for way in (step, -step):
        end = index + way
        while cells[end] == colour:
            end += way
        if cells[end] != b.EMPTY:
            continue
        cells[index] = cells[end] = colour
        three = b.straight_four(cells, index, step, exact)
        cells[index] = cells[end] = b.EMPTY
        if three:
            return {s.THREE}
    return {s.NOTHING, s.TWO, s.CLOSED_THREE}


@pytest.mark.parametrize("seed", range(4))
def test_what_stones_make_is_what_the_rules_say(seed: int) -> None:
    field, size, exact = crowded(seed)
    across = b.width(size)
    for index in (b.index_of(point, size) for point in range(size * size)):
        if field.cells[index] != b.EMPTY:
            continue
        for colour in (b.BLACK, b.WHITE):
            for way, step in enumerate((1, across, across + 1, across - 1)):
                made = made_at(field, index, colour, way)
                assert made in by_the_rules(field.cells, index, colour, step, exact[colour - 1]), (index, colour, way)


def test_a_stone_taken_back_leaves_everything_as_it_was() -> None:
    field, size, _ = crowded(7)
    before = [plain(part) for part in field]
    free = [index for index in range(len(field.cells)) if field.cells[index] == b.EMPTY]
    for index in free:
        put(field, index, b.WHITE)
        assert [plain(part) for part in field] != before
        put(field, index, -b.WHITE)
        assert [plain(part) for part in field] == before, size


@pytest.mark.parametrize("rule", ["renju", "korean", "general"])
def test_computers_know_what_is_forbidden(rule: str) -> None:
    found = 0
    for seed in range(6):
        chance, size = Random(seed), 15
        field = new_field(size, EXACT[rule], FORBIDDEN[rule])
        points = [point for point in range(225) if 3 < point % 15 < 11 and 3 < point // 15 < 11]
        chance.shuffle(points)
        for point in points[:26]:
            put(field, b.index_of(point, size), 1 if chance.random() < 0.7 else 2)
        for index in (b.index_of(point, size) for point in points[26:]):
            foul = b.forbidden(field.cells, index, b.BLACK, b.width(size), FORBIDDEN[rule][0])
            assert allowed(field, index, b.BLACK) == (foul == 0)
            found += foul > 0
    assert found > 3


def wins_against_everything(field: Field, colour: int, room: search.Room, depth: int = 12) -> bool:
    """Whether the win by fours that is found goes on after every answer that stops the five, to the end."""
    room.left[1] = 5000
    first = fours.win_by_fours(field, colour, depth, room.left, room.found, 0)
    if not first or not allowed(field, first, colour):
        return False
    if five_points(field, colour, room.found, 0):
        return True
    other = 3 - colour
    put(field, first, colour)
    held = s.fives_of(field.sums[other - 1]) == 0
    ways = five_points(field, colour, room.found, 0)
    for answer in [room.found[place] for place in range(ways)]:
        if held and ways == 1 and allowed(field, answer, other):
            put(field, answer, other)
            held = wins_against_everything(field, colour, room, depth - 1)
            put(field, answer, -other)
    put(field, first, -colour)
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
    field = field_of(position, rule)
    assert wins_against_everything(field, colour, search.new_room(field, 4))


def test_a_four_that_black_must_not_stop_wins() -> None:
    position = "i8 h9 j8 h10 g7 h11 f6 o1 h13 o3 h7 --"
    field, room = field_of(position + " --", "renju"), search.new_room(field_of(position), 4)
    room.left[1] = 100
    assert named(fours.win_by_fours(field, b.WHITE, 4, room.left, room.found, 0)) == "h12"
    room.left[1] = 100
    assert not fours.win_by_fours(field_of(position + " --", "free"), b.WHITE, 4, room.left, room.found, 0)


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
    field = field_of(position, "free")
    colour = 1 + len(position.split()) % 2
    assert named(search.choose(field, colour, search.new_room(field, 10), 600, 200)) in best


def matches_of_searches(matches: int) -> str:
    """The stones of matches between small searches from random beginnings."""
    told = []
    for number in range(matches):
        chance, rule = Random(number), ("renju", "free", "general")[number % 3]
        field = new_field(15, EXACT[rule], FORBIDDEN[rule])
        points = [point for point in range(225) if abs(point % 15 - 7) < 3 and abs(point // 15 - 7) < 3]
        stones = [b.index_of(point, 15) for point in chance.sample(points, 3)]
        for place, index in enumerate(stones):
            put(field, index, 1 + place % 2)
        rooms = [search.new_room(field, 8), search.new_room(field, 8)]
        while len(stones) < 40:
            colour = 1 + len(stones) % 2
            index = search.choose(field, colour, rooms[colour - 1], 300, 100)
            stones.append(index)
            put(field, index, colour)
            if b.makes_five(field.cells, index, b.width(15), EXACT[rule][colour - 1]):
                break
        told.append(" ".join(named(index) for index in stones))
    return "\n".join(told)


@pytest.mark.slow
def test_both_speeds_choose_the_same_stones() -> None:
    script = "from tests.test_omok_search import matches_of_searches; print(matches_of_searches(6))"
    told = []
    for speed in ("1", ""):
        environment = {**os.environ, "SOUK_PLAIN": speed}
        command = [sys.executable, "-c", script]
        told.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert told[0] == told[1] and len(told[0].split()) > 60


@pytest.mark.parametrize(
    ("position", "rule", "first"),
    [
        ("h8 a1 i9 o1 h9 a15 i8 o15", "free", True),
        ("h8 i9 i8 h9", "free", False),
    ],
)
def test_wins_by_threats(position: str, rule: str, first: bool) -> None:
    """Four stones against none near them win; two against two do not."""
    field = field_of(position, rule)
    room = search.new_room(field, 4)
    win = threats.threatened_win(field, b.BLACK, room, 150)
    assert bool(win) == first
    if not win:
        return
    best = search.new_room(field, 10)
    put(field, win, b.BLACK)
    search.deepened(field, b.WHITE, best, 3000, search.LEVELS)
    assert best.left[2] < 0
