"""Laws of caves: bits equal the loop, cells equal whatever order they are made in, nine of them hang together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.core.forge.methods.automaton import generation
from game.core.forge.methods.caves import CAVES
from game.core.forge.methods.cells import Endless
from game.core.forge.methods.registry import level_of
from game.core.forge.model.bits import Grid, grid_of
from game.core.forge.model.level import FLOOR, ROCK, WALL, Level, Recipe, Value
from game.core.forge.model.method import RecipeError
from tests.core.forge.by_loops import generation_by_loops

NINE: Sequence[dict[str, Value]] = ({"M": 1, "T": 5}, {"M": 2, "T": 13}, {"M": 1, "T": 5, "n": 2})
"""The presets of which nine cells are joined."""


def caves(number: int, width: int = 48, height: int = 36, **parameters: Value) -> Level:
    return level_of(Recipe("caves", CAVES.version, number, width, height, parameters))


def floor_of(level: Level) -> tuple[Grid, int]:
    grid = grid_of(level.width, level.height)
    return grid, grid.of_tiles(level.tiles, {FLOOR})


@given(
    some.integers(1, 40),
    some.integers(1, 30),
    some.integers(1, 3),
    some.integers(1, 49),
    some.sampled_from(("moore", "neumann")),
    some.integers(0, 1000),
    some.integers(0, 99),
)
def test_bits_count_as_a_loop_does(
    width: int, height: int, reach: int, least: int, hood: str, share: int, seed: int
) -> None:
    grid = grid_of(width, height)
    rock = grid.sprinkled(seed, share)
    assert generation(grid, rock, reach, least, hood) == generation_by_loops(grid, rock, reach, least, hood)


@given(some.integers(1, 40), some.integers(1, 30), some.integers(0, 2**64 - 1), some.integers(0, 2**64 - 1))
def test_a_flood_comes_to_what_steps_come_to(width: int, height: int, seed: int, other: int) -> None:
    grid = grid_of(width, height)
    within, start = grid.sprinkled(seed, 600), grid.sprinkled(other, 20)
    free = set(grid.squares(within))
    found = waiting = {square for square in grid.squares(start) if square in free}
    while waiting:
        steps = {(x + dx, y + dy) for x, y in waiting for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        waiting = (steps & free) - found
        found = found | waiting
    assert set(grid.squares(grid.flood(start, within))) == found


def test_a_share_of_the_squares_is_sprinkled() -> None:
    grid = grid_of(100, 100)
    for share in (0, 250, 500, 875, 1000):
        set_ = sum(grid.sprinkled(seed, share).bit_count() for seed in range(30))
        assert abs(set_ - 300 * share) < 1500, share


def test_all_rock_and_no_rock_give_levels_too() -> None:
    for share, n, hood in product((350, 650), (0, 8), ("moore", "neumann")):
        for least in (1, 5):
            level = caves(3, 32, 24, r=share, n=n, hood=hood, T=least)
            assert {"start", "exit"} <= {entity.kind for entity in level.entities}
    values: dict[str, Value] = {name: parameter.default for name, parameter in CAVES.parameters.items()}
    for share in (0, 1000):
        assert Endless(7, values | {"r": share, "side": 30}).tiles(0, 0).count(WALL) > 0 or share == 0


@pytest.mark.parametrize("parameters", NINE)
def test_nine_cells_hang_together(parameters: dict[str, Value], numbers: range = range(1, 7)) -> None:
    """Most of each cell's largest area: 60 squares of each of the nine."""
    for number in numbers:
        grid, floor = floor_of(caves(number, 150, 150, **parameters))
        assert grid.largest(floor) == floor, number
        cell = grid_of(50, 50)
        for x, y in product((0, 50, 100), repeat=2):
            assert grid.part(floor, x, y, cell).bit_count() >= 60, (number, x, y)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", NINE)
def test_nine_cells_of_five_hundred_numbers_hang_together(parameters: dict[str, Value]) -> None:
    test_nine_cells_hang_together(parameters, range(1, 501))


def test_cells_without_end_are_the_same_in_any_order(numbers: range = range(1, 4)) -> None:
    values: dict[str, Value] = {name: parameter.default for name, parameter in CAVES.parameters.items()} | {"side": 30}
    places = list(product(range(-1, 1), range(4, 6)))
    for number in numbers:
        first = Endless(number, values)
        seen = {place: first.tiles(*place) for place in places}
        shuffled = Random(number).sample(places, len(places))
        second = Endless(number, values)
        assert {place: second.tiles(*place) for place in shuffled} == seen, number


def test_cells_without_end_hang_together(numbers: range = range(1, 4)) -> None:
    """The largest area of each cell meets those of its neighbours, within three cells by three."""
    values: dict[str, Value] = {name: parameter.default for name, parameter in CAVES.parameters.items()}
    for number in numbers:
        cells, whole, cell = Endless(number, values), grid_of(200, 200), grid_of(50, 50)
        floor = 0
        for i, j in product(range(4), repeat=2):
            floor |= whole.placed(cells.floor(i, j), cell, 50 * i, 50 * j)
        main = whole.largest(floor)
        for x, y in product((50, 100), repeat=2):
            part = whole.part(main, x, y, cell)
            assert part.bit_count() >= 60, (number, x, y)


@pytest.mark.slow
def test_three_hundred_lands_without_end() -> None:
    test_cells_without_end_are_the_same_in_any_order(range(1, 301))
    test_cells_without_end_hang_together(range(1, 301))


def test_joined_caves_hang_together_and_keep_a_frame_of_rock(numbers: range) -> None:
    for number in numbers:
        level = caves(number)
        grid, floor = floor_of(level)
        assert grid.largest(floor) == floor
        rows = [level.tiles[y * 48 : (y + 1) * 48] for y in range(36)]
        edge = {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)}
        assert edge <= {ROCK, WALL}


def test_more_rock_than_a_neighbourhood_holds_is_refused_and_never_reached_by_sliders() -> None:
    with pytest.raises(RecipeError) as caught:
        caves(1, T=10)
    assert caught.value.key == "forge.error.together" and caught.value.values["most"] == 9
    settled = CAVES.settled({**{n: p.default for n, p in CAVES.parameters.items()}, "T": 40, "hood": "neumann"}, 40, 40)
    assert settled["T"] == 5
