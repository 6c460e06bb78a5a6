"""Hexagons on levels: who lies in front, what a camera shows of them, and slabs whose bands can be counted."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from game.core.space import Hex, Hexes
from game.engine.canvas import Box
from game.engine.input import CommandName, KeyPressed
from game.kit.camera import Camera
from game.kit.relief import slab
from game.kit.relief.layout import LIFT, SQUASH, Raised, Seen

SIZE = 34.0
CELLS = Hexes.disc((0, 0), 3)


@pytest.mark.parametrize("sixths", range(6))
def test_the_foremost_hexagon_is_found_by_its_top_and_by_its_walls(sixths: int) -> None:
    flat = Raised(dict.fromkeys(CELLS, 1), SIZE, sixths)
    for cell in CELLS:
        assert flat.at(*flat.middle(cell)) == cell
    high = Raised({cell: 4 if cell == (0, 0) else 1 for cell in CELLS}, SIZE, sixths)
    x, y = high.middle((0, 0))
    assert high.at(x, y) == (0, 0)
    assert high.at(x, y + SIZE * SQUASH + high.lift) == (0, 0), "a wall belongs to its hexagon"
    behind = Hexes.turned([(0, -1)], -sixths)[0]
    assert high.at(*high.middle(behind)) == (0, 0), "what is high hides what lies behind it"


def test_a_level_lifts_and_turning_keeps_neighbours() -> None:
    layout = Raised({(0, 0): 3, (1, 0): 0}, SIZE)
    assert layout.middle((0, 0))[1] == pytest.approx(-3 * layout.lift)
    assert layout.lift == pytest.approx(LIFT * SIZE * 3**0.5)
    assert layout.point((1, 0), 2)[1] == pytest.approx(-2 * layout.lift)
    turned = Raised({(0, 0): 0, (1, 0): 0}, SIZE, 1)
    assert turned.middle((1, 0))[0] > 0 and turned.middle((1, 0))[1] > 0
    assert list(turned.order) == [(0, 0), (1, 0)]


def test_a_camera_moves_spots_and_leaves_buttons() -> None:
    camera = Camera(Box(0, 0, 600, 600), Box(-300, -300, 600, 600), (0.5, 1.0, 2.0))
    seen: Seen[Hex] = Seen(Raised(dict.fromkeys(CELLS, 0), SIZE), camera, lambda: {(9, 9): (560.0, 560.0)}, 40.0)
    assert seen.at(300, 300) == (0, 0) and seen.middle((0, 0)) == (300, 300)
    assert seen.at(570, 565) == (9, 9) and seen.size((9, 9)) == (40.0, 40.0)
    assert not camera.taken
    assert camera.handle(KeyPressed("right", frozenset({"shift"}))) and camera.taken
    assert seen.middle((0, 0))[0] < 300 and seen.middle((9, 9)) == (560.0, 560.0)
    camera.zoom_by(1)
    assert camera.zoom == 2.0 and seen.size((0, 0))[0] == pytest.approx(2 * SIZE * 3**0.5)
    assert seen.towards(None, CommandName.RIGHT, [(0, 0), (3, 0)]) in ((0, 0), (3, 0))


def test_every_band_of_a_wall_can_be_counted() -> None:
    pygame.display.set_mode((1, 1))
    heights = [slab.walls(40, 0, bands, "#8A6A55").get_height() for bands in (1, 2, 3, 4)]
    lift = 2 * LIFT * 40 * 3**0.5
    assert [after - before for before, after in pairwise(heights)] == pytest.approx([lift] * 3, abs=2)
    drawn = slab.walls(40, 0, 4, "#8A6A55")
    x, middle = drawn.get_width() // 2 - 6, drawn.get_height() // 2
    column = [sum(drawn.get_at((x, y))[:3]) for y in range(middle + 34, drawn.get_height() - 4)]
    lines = sum(one - two > 60 for one, two in zip(column, column[3:], strict=False))
    assert lines >= 3, "no line between the bands"


def test_tops_get_lighter_with_their_level_and_shadows_darken() -> None:
    pygame.display.set_mode((1, 1))
    face = slab.hexagon("#808080")

    def bright(level: int, shades: tuple[tuple[int, int], ...] = ()) -> int:
        drawn = slab.top(face, 30, level, (slab.SAME,) * 6, shades)
        return sum(drawn.get_at((drawn.get_width() // 4, drawn.get_height() // 2))[:3])

    assert bright(1) < bright(2) < bright(3) < bright(4) < bright(6)
    assert bright(1, ((3, 2),)) < bright(1)
