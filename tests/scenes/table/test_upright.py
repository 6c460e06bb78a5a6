"""Tables in a window that is taller than wide: whole, readable and playable on 412 units of width."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.stage.stage import OmokStage
from game.cabinets.stages import STAGES
from game.core.bot.loading import HUMAN
from game.engine.canvas import WIDE, Box, Frame
from game.engine.input import Resized
from game.engine.scene import Context, Scene
from game.engine.widgets import Button, Dialog
from game.engine.widgets.parts.base import Widget
from game.ground.texts import LANGUAGES
from game.scenes import arcade
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.rules import RulesPage
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.upright import TALL_FROM, upright_layout
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving, plan

UPRIGHT = sorted(game for game, stage in STAGES.items() if stage.upright)
HEIGHTS = (690, 780, 892)
LEAST = 44.0


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))


def table(driver: Driver) -> TableScene:
    found = driver.top
    assert isinstance(found, TableScene)
    return found


def pressable(driver: Driver) -> list[Button]:
    return [each for each in driver.top.group.walk() if isinstance(each, Button)]  # type: ignore[attr-defined]


@in_turns(one_in=3, game=UPRIGHT, high=HEIGHTS, language=LANGUAGES, text_size=[100, 130])
def test_everything_is_in_the_frame_apart_and_large_enough(game: str, high: int, language: str, text_size: int) -> None:
    seats = CABINETS[game].info.usual_seats
    match = plan(game, *["human"] * seats)
    with driving(lambda c: arcade.table(c, match), size=(412, high), language=language, text_size=text_size) as driver:
        driver.context.typeface.forget_overflows()
        driver.step(5)
        scene, frame = table(driver), Box(0, 0, 412, high)
        assert scene.design == (412, high)
        assert not driver.context.typeface.overflows
        assert not scene.stage.surroundings.typeface.overflows
        assert scene.frame is not None
        shown = [*(panel.box for panel in scene.frame.panels), scene.layout.board, *(b.box for b in pressable(driver))]
        assert scene.layout.foot is not None
        shown += [scene.layout.foot.ribbon, *([] if scene.layout.log_over else [scene.layout.log])]
        for number, box in enumerate(shown):
            assert frame.contains(box)
            for other in shown[number + 1 :]:
                shared = box.clip(other)
                assert min(shared.width, shared.height) <= 0.5, (box, other)
        for button in pressable(driver):
            assert min(button.box.width, button.box.height) >= LEAST


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("high", (620.0, 690.0, TALL_FROM, 892.0, 920.0))
def test_any_number_of_seats_leaves_the_board_most_of_the_width(seats: int, high: float) -> None:
    layout = upright_layout(Frame(412, high), seats, 1.0)
    boxes = [*layout.panels, layout.board]
    assert all(not one.colliderect(other) for at, one in enumerate(boxes) for other in boxes[at + 1 :])
    assert layout.board.height >= 290


def test_a_match_of_omok_by_taps_alone_from_the_setup_to_the_results() -> None:
    def setup(context: Context) -> Scene:
        context.settings.tables, context.settings.guided = {"omok": (HUMAN, HUMAN)}, ("omok",)
        assert not context.settings.confirm, "a finger is asked whatever the settings say"
        return arcade.setup(context, "omok")

    with driving(setup, size=(412, 690)) as driver:
        line = driver.context.texts.line
        tap(driver, said(driver, line("setup.start")))
        driver.until(lambda: isinstance(driver.top, TableScene) and not driver.context.stack.fading)
        scene = table(driver)
        assert isinstance(scene.stage, OmokStage) and scene.design == (412, 690)
        for number in range(9):
            driver.until(lambda: scene.board.choosing)
            view, played = scene.feed.view, len(scene.feed.entries)
            point = (8 if number % 2 else 3) * view.size + 3 + number // 2
            x, y = scene.stage.layout_of(view).middle(point)
            touch(driver, *scene.board.outside(Box(x - 1, y - 1, 2, 2)).center)
            assert scene.confirming.visible and len(scene.feed.entries) == played, "a tap only points"
            tap(driver, said(driver, line("table.confirm.yes")))
        driver.until(lambda: isinstance(driver.top, ResultsScene))


def said(driver: Driver, label: str) -> Widget:
    return next(button for button in pressable(driver) if button.label == label)


def touch(driver: Driver, x: float, y: float) -> None:
    """Tap as a finger does, by what SDL tells of it."""
    x, y = driver.context.canvas.pixel(x, y)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        driver.app.step([pygame.Event(kind, pos=(x, y), button=1, touch=True)])


def tap(driver: Driver, widget: Widget) -> None:
    touch(driver, *widget.box.center)
    driver.step(2)


def test_a_window_made_tall_and_wide_again_keeps_the_match_and_the_wide_layout() -> None:
    with driving(lambda context: arcade.table(context, plan("omok", "human", "human"))) as driver:
        driver.step(3)
        scene = table(driver)
        before, feed = scene.layout, scene.feed
        driver.app.take(Resized(824, 1784))
        driver.step(2)
        assert scene.design == (412, 892) and scene.layout != before and scene.feed is feed
        driver.app.take(Resized(1280, 720))
        driver.step(2)
        assert scene.design == WIDE and scene.layout == before


def test_what_lies_over_an_upright_table_is_inside_the_frame() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        scene = table(driver)
        for opened, kind in (
            (scene.open_menu, TableMenu),
            (lambda: scene.carry_out(MenuChoice.RULES), RulesPage),
            (scene.ask_to_leave, Dialog),
        ):
            opened()
            driver.step(3)
            assert isinstance(driver.top, kind) and driver.top.design.upright
            for widget in driver.top.group.walk():  # type: ignore[attr-defined]
                assert Box(0, 0, 412, 690).contains(widget.box) or not widget.box.width
            driver.context.stack.pop()
            driver.step(3)


def test_a_page_without_an_upright_form_is_wide_and_the_table_below_stands_again() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 892)) as driver:
        scene = table(driver)
        upright = driver.context.canvas.scale
        scene.carry_out(MenuChoice.SETTINGS)
        driver.step(60)
        assert driver.top.design == WIDE and driver.context.canvas.scale < upright
        driver.context.stack.pop()
        driver.step(60)
        assert driver.top is scene and scene.design.upright and driver.context.canvas.scale == upright
        assert driver.context.typeface.text_size == 108


def test_results_fit_an_upright_frame() -> None:
    match = plan("marrakech", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        scene = table(driver)
        play_out(driver, scene)
        driver.until(lambda: isinstance(driver.top, ResultsScene))
        driver.context.typeface.forget_overflows()
        driver.step(40)
        assert not driver.context.typeface.overflows
        for button in pressable(driver):
            assert Box(0, 0, 412, 690).contains(button.box) and button.box.height >= LEAST


def play_out(driver: Driver, scene: TableScene) -> None:
    """Play the first legal action again and again."""
    while not scene.feed.over:
        choice = scene.feed.choice
        if choice is not None and choice.legal:
            assert scene.feed.play(choice.seat, next(iter(choice.legal))) is None
        scene.conductor.hurry()
        driver.app.step([], draw=False)
