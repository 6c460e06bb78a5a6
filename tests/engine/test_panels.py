"""Seats' panels in one vocabulary: forms by room, and every game's panel within its box, as small as 176×46 too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.conformance import bench
from game.engine.canvas import Box, Canvas
from game.engine.colour import WHITE
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.text import Typeface
from game.engine.vector import rect, svg
from game.kit.panel.forms import Figure, Panel, Row, draw_panel, figures_panel
from game.kit.panel.items import Beside, Chip, Item, Note, Pips, Sign, Stack
from game.kit.stage import PictureStage

FACE = Typeface(100)
ROOMY, LOW = Box(40, 40, 220, 90), Box(40, 40, 176, 46)
BEYOND = 4
"""Design units by which the edge of a letter or of a drop shadow may leave a panel's box."""


@pytest.fixture(autouse=True, scope="module")
def display() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    yield


@sprite(kept=8)
def brick(size_px: int) -> pygame.Surface:
    return svg(rect(0, 0, 10, 10, 0, WHITE), size_px, size_px, box=(0, 0, 10, 10))


def drawn(panel: Panel, box: Box, typeface: Typeface = FACE) -> pygame.Rect:
    """What a panel covers on a canvas of a pixel a unit."""
    surface = pygame.Surface((320, 200), 0, 32)
    draw_panel(Canvas(surface, 1.0), typeface, panel, box)
    return covered(surface)


def covered(surface: pygame.Surface) -> pygame.Rect:
    mask = pygame.mask.from_threshold(surface, (0, 0, 0), (16, 16, 16, 255))
    mask.invert()
    found = mask.get_bounding_rects()
    return found[0].unionall(found[1:]) if found else pygame.Rect(0, 0, 0, 0)


def test_the_first_form_that_fits_is_drawn() -> None:
    wide, narrow = [Row([Sign(brick, 80, 80)])], [Row([Sign(brick, 30, 30)])]
    assert drawn([wide, narrow], ROOMY).width == 80
    assert drawn([wide, narrow], LOW).width == 30


def test_of_forms_that_all_are_too_large_the_one_that_loses_least_is_drawn_smaller() -> None:
    tall, lower = [Row([Sign(brick, 200, 200)])], [Row([Sign(brick, 92, 92)])]
    assert drawn([tall, lower], LOW).size == (46, 46)


def test_what_flexes_gives_way_before_what_stands_beside_it() -> None:
    pips = Pips(brick, brick, 3, 12, 14, 14, 16)
    row = Row([pips], [Sign(brick, 40, 40)])
    flexed, kept = row.shares(FACE, 176)
    assert kept == 1.0 and flexed == pytest.approx((176 - 40 - row.gap) / (12 * 16))
    assert max(row.shares(FACE, 60)) < 1.0


def test_words_are_not_cut_where_only_the_height_is_short() -> None:
    words = Note("쓰러짐", 16, shortens=True)
    whole, low = (drawn([[Row([words])]], Box(40, 40, 176, high)) for high in (40, words.size(FACE)[1] - 1))
    assert low.width == whole.width


@pytest.mark.parametrize(
    "item",
    [
        Note("12,345 points", 26),
        Note("a name as long as they like", shortens=True),
        Sign("skull", 60),
        Chip(Sign(brick, 60), "7"),
        Pips(brick, brick, 2, 9, 20, 20, 24),
        Beside((Sign(brick, 30), Note("×5"))),
        Stack((Note("12", 26), Note("squares"))),
    ],
    ids=lambda item: type(item).__name__,
)
def test_every_thing_keeps_within_its_box(item: Item) -> None:
    for wide, high in ((160, 80), (90, 30), (40, 60)):
        box = Box(60, 40, wide, high)
        surface = pygame.Surface((320, 200), 0, 32)
        item.draw(Canvas(surface, 1.0), FACE, box)
        assert box.inflate(2 * BEYOND, 2 * BEYOND).contains(covered(surface)) and covered(surface).width > 4


def test_figures_keep_the_one_that_matters_where_there_is_no_room_for_words() -> None:
    figures = [Figure("91", "squares", "flag"), Figure("101", "painted", "star"), Figure("9", "deaths", "skull")]
    panel = figures_panel(figures)
    assert [len(form[0].items) for form in panel] == [3, 3, 2, 1]
    assert drawn(panel, ROOMY).height > drawn(panel, Box(40, 40, 220, 30)).height > 10
    assert not figures_panel([])


def surroundings(game: str, seats: int, text_size: int) -> Surroundings:
    return bench.surroundings(seats, CABINETS[game].info.options(), text_size=text_size)


def moments(game: str) -> Sequence[object]:
    """The first view of a match of random moves and a later one."""
    steps = bench.match(CABINETS[game].rules, max(CABINETS[game].info.seats), 5)
    views = [step.view for step, _ in zip(steps, range(40), strict=False)]
    return views[0], views[-1]


GAMES = [game for game in CABINETS if issubclass(STAGES[game], PictureStage)]


@pytest.mark.parametrize("game", GAMES)
def test_a_games_panel_keeps_within_its_box(game: str) -> None:
    for text_size in (100, 150):
        seats = max(CABINETS[game].info.seats)
        stage = STAGES[game](surroundings(game, seats, text_size))
        assert isinstance(stage, PictureStage)
        for view in moments(game):
            stage.reset(view)
            for box in (ROOMY, LOW):
                surface = pygame.Surface((320, 200), 0, 32)
                panel = stage.panel(view, 0)
                draw_panel(Canvas(surface, 1.0), stage.surroundings.typeface, panel, box)
                found = covered(surface)
                assert bool(found.width) == bool(panel)
                assert not panel or box.inflate(2 * BEYOND, 2 * BEYOND).contains(found), (text_size, box)


def test_a_panel_is_drawn_again_only_when_what_it_shows_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    first, later = moments("nullgame")
    stage = STAGES["nullgame"](surroundings("nullgame", 2, 100))
    assert isinstance(stage, PictureStage)
    asked = []
    monkeypatch.setattr(stage, "panel", lambda view, seat: asked.append(view) or ())
    surface = pygame.Surface((320, 200), 0, 32)
    for view in (first, later):
        stage.reset(view)
        for _ in range(3):
            stage.draw_panel(Canvas(surface, 1.0), 0, ROOMY)
    assert asked == [first, later]
