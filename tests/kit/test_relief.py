"""Hexagons on levels: who lies in front, what a camera shows of them, and slabs whose bands can be counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pygame
import pytest

from game.cabinets.volcano.stage.relief import slab
from game.cabinets.volcano.stage.relief.choice import DONE, Key, RingChoice
from game.cabinets.volcano.stage.relief.layout import LIFT, SQUASH, Raised, Seen
from game.cabinets.volcano.stage.relief.painter import Ground, ReliefPainter, Standing, Top, slabs
from game.cabinets.volcano.stage.relief.stage import ReliefStage, show_all
from game.conformance import bench
from game.core.rules import Seat
from game.core.space import Hex, Hexes
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, KeyPressed, PointerMoved, PointerPressed, PointerReleased
from game.engine.sprites import blank
from game.kit.camera import Camera
from game.kit.choosing import Chooser
from tests.deciding import given

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


FACE = slab.hexagon("#808080")
GROUND = Ground("#8A6A55", "#3FB6B8")


def test_a_slab_has_walls_where_something_lower_lies_before_it() -> None:
    pygame.display.set_mode((1, 1))
    flat = {cell: Top(2, FACE, 0) for cell in CELLS}
    assert slabs(flat, (0, 0), 0, 30, GROUND.stone)[0] is None
    before = Hexes.beside((0, 0))[1]
    lower = flat | {before: Top(1, FACE, 1)}
    walls, _ = slabs(lower, (0, 0), 0, 30, GROUND.stone)
    assert walls is not None
    assert slabs(lower, (0, 0), 3, 30, GROUND.stone)[0] is None, "turned half around it lies behind"


def test_a_painter_draws_what_changed_and_what_has_come_up() -> None:
    pygame.display.set_mode((1, 1))
    painter, hut = ReliefPainter(GROUND), blank(20, 40)
    hut.fill("#FF0000")
    layout, plane = Raised(dict.fromkeys(CELLS, 1), SIZE), {cell: Top(1, FACE, 0) for cell in CELLS}

    def reds(tops: Mapping[Hex, Top], share: float, state: int, veiled: frozenset[Hex] = frozenset()) -> int:
        surface = pygame.Surface((300, 300), pygame.SRCALPHA)
        canvas = Canvas(surface, 1.0, (150, 150))
        painter.draw(canvas, layout, tops, {(0, 0): Standing(lambda _size: hut, share)}, state, veiled)
        return sum(surface.get_at((x, y))[:3] == (255, 0, 0) for x in range(300) for y in range(90, 200))

    whole = reds(plane, 1.0, 1)
    assert 600 < whole <= 20 * 40 and 300 <= reds(plane, 0.5, 2) < 450 and reds(plane, 0.0, 3) == 0
    assert reds(plane, 1.0, 4, frozenset({(0, 0)})) == 0, "what is veiled is seen through"
    assert reds({}, 1.0, 5) == 0


class Reef(ReliefStage[frozenset[Hex], Hex, frozenset[Hex]]):
    """Hexagons to be chosen one by one."""

    def still(self, view: frozenset[Hex]) -> frozenset[Hex]:
        return view

    def plane(self, view: frozenset[Hex]) -> Raised:
        return Raised(dict.fromkeys(CELLS, 1), SIZE, self.sixths)

    def fit(self, seconds: float) -> None:
        show_all(self.camera, self.plane(frozenset()), CELLS, seconds)

    def offer(self, view: frozenset[Hex], seat: Seat, legal: Sequence[Hex] | None) -> Chooser[Hex, Hex]:
        layout: Seen[Hex] = Seen(self.plane(view), self.camera, dict, 40.0)
        return Chooser(layout, {(cell,): cell for cell in legal or ()})

    def draw(self, canvas: Canvas) -> None:
        """Nothing."""


@pytest.fixture
def reef() -> Reef:
    stage = Reef(bench.surroundings(2, None, reduced_motion=True))
    stage.reset(frozenset(CELLS))
    stage.choose(0, CELLS)
    return stage


def let_go(stage: Reef, cell: Hex, further: float) -> Hex | None:
    """Press on a hexagon, and let go so much further to the right."""
    x, y = stage.camera.outside(*stage.plane(frozenset()).middle(cell))
    stage.handle(PointerMoved(x, y))
    assert given(stage, PointerPressed(x, y)) is None
    stage.handle(PointerMoved(x + further, y))
    return given(stage, PointerReleased(x + further, y))


def test_a_map_is_dragged_and_a_hexagon_chosen_when_the_button_is_let_go(reef: Reef) -> None:
    assert let_go(reef, (1, 0), 0) == (1, 0)
    assert let_go(reef, (1, 0), 60) is None and reef.camera.taken
    assert reef.handle(PointerReleased(300, 300)) is None, "a release without its press"
    reef.handle(KeyPressed("f"))
    assert not reef.camera.taken


def test_a_turned_map_asks_for_the_same_and_keys_stay_in_sight(reef: Reef) -> None:
    reef.handle(KeyPressed(","))
    assert reef.sixths == 5 and reef.choice is not None and list(reef.choice.paths.values()) == list(CELLS)
    for _ in range(9):
        reef.handle(KeyPressed("+"))
    reef.handle(Command(CommandName.NEXT))
    reef.update(0.1)
    focus = reef.choice.focus
    assert focus is not None and reef.camera.sees(*reef.plane(frozenset()).middle(focus))
    assert not reef.takes_next(Command(CommandName.NEXT)), "there are more than nine"


def test_what_fits_on_one_hexagon_opens_a_ring_and_a_button_ends() -> None:
    camera = Camera(Box(0, 0, 600, 600), Box(-300, -300, 600, 600), (1.0,))
    cells = {"dig": [(0, 0)], "plant": [(0, 0), (1, 0)]}
    choice = RingChoice(Raised(dict.fromkeys(CELLS, 0), SIZE), camera, cells, lambda path: None, "end", (560.0, 560.0))
    assert set(choice.targets) == {(0, 0), (1, 0), DONE}

    def press(key: Key) -> str | None:
        return choice.handle(PointerPressed(*choice.layout.middle(key)))

    assert press((1, 0)) == "plant" and press(DONE) == "end"
    assert press((0, 0)) is None and set(choice.buttons()) == {DONE, (0, 0, 0), (0, 0, 1)}
    assert press((0, 0, 1)) == "plant" and press((3, -3)) is None and not choice.chosen


def test_a_tile_over_a_plane_is_drawn_at_its_own_height() -> None:
    layout, face = Raised(dict.fromkeys(CELLS, 1), SIZE), slab.hexagon("#808080")
    painter, drawn = ReliefPainter(Ground("#806050", "#4080A0")), {}
    for level in (1, 3):
        canvas = Canvas(blank(400, 400), 1.0, (200.0, 200.0))
        painter.draw_above(canvas, layout, {}, {(0, 0): Top(level, face, 0)}, red=level == 3)
        drawn[level] = canvas.surface.get_bounding_rect()
    assert drawn[3].top == pytest.approx(drawn[1].top - 2 * layout.lift, abs=1.5)


def test_walls_are_seen_where_what_lies_before_is_lower() -> None:
    left, right = (-1, 1), (0, 1)
    for levels, aside in (({left: 1, right: 1}, 0), ({left: 3, right: 1}, 1), ({left: 1, right: 3}, -1)):
        plane = Raised({(0, 0): 3, **levels}, 30.0)
        wall = plane.wall((0, 0))
        assert wall is not None and (wall[0] > plane.middle((0, 0))[0]) - (wall[0] < plane.middle((0, 0))[0]) == aside
        assert plane.at(*wall) == (0, 0)
    assert Raised({(0, 0): 3, left: 3, right: 4}, 30.0).wall((0, 0)) is None
    for level, seen in ((3, False), (2, True)):
        turned = Raised({(0, 0): 3, (1, 0): level, (0, 1): 3}, 30.0, 1)
        assert (turned.wall((0, 0)) is not None) == seen
