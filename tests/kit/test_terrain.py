"""Land on a board of the kit, the tide that changes it, and grounds that are painted piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.cabinets.slime.stage.flood import Flow
from game.cabinets.slime.stage.ground import Paintings
from game.core.space import Squares
from game.engine.light import opaque
from game.kit.drawing.terrain import Terrain

BOARD = Squares(5, 3)
TERRAIN = Terrain(BOARD)
CELL = 20
SIZE = (BOARD.columns * CELL, BOARD.rows * CELL)


def middle(square: int) -> tuple[int, int]:
    column, row = BOARD.place(square)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def test_land_is_high_on_its_own_squares_and_runs_on_under_the_frame() -> None:
    land = [column < 2 for column, _ in map(BOARD.place, BOARD)]
    heights = TERRAIN.scaled(TERRAIN.heights(land), SIZE)
    assert all((heights.get_at(middle(square)).r > 128) == land[square] for square in BOARD)
    assert heights.get_at((0, 0)).r > 128


def test_a_flood_goes_through_what_changes_first_and_over_the_rest_later() -> None:
    wall = {2, 7}
    assert BOARD.arrivals([0], BOARD)[4] == 4
    times = BOARD.arrivals([0], set(BOARD) - wall)
    assert times[4] == pytest.approx(4 * 2**0.5)
    assert all(times[square] > 0 for square in wall)


def test_a_tide_covers_the_near_squares_first_and_at_its_end_all() -> None:
    tide = Flow(TERRAIN, BOARD.arrivals([0], BOARD), [True] * len(BOARD))
    after = opaque(*SIZE)
    after.fill("white")
    tide.front = 1.5
    half = opaque(*SIZE)
    tide.paint(half, after)
    assert half.get_at(middle(0)).r > 200 and half.get_at(middle(14)).r < 50
    tide.front = tide.reach
    tide.paint(half, after)
    assert all(half.get_at(middle(square)).r == 255 for square in BOARD)


def test_a_ground_is_painted_once_and_two_are_kept() -> None:
    begun = []

    def paint(surface: pygame.Surface, key: str) -> Iterator[None]:
        begun.append(key)
        yield
        surface.fill(key)

    paintings = Paintings(paint)
    next(paintings.of((4, 4), "red").steps)
    assert paintings.of((4, 4), "red").whole().get_at((0, 0)) == pygame.Color("red")
    for key in ("blue", "red", "green", "red"):
        paintings.of((4, 4), key).whole()
    assert begun == ["red", "blue", "green"]
    paintings.of((4, 4), "blue").whole()
    assert begun == ["red", "blue", "green", "blue"]
