"""Tables in a window that is taller than wide: whole, readable and playable on 412 units of width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.omok.stage.stage import OmokStage
from game.cabinets.stages import STAGES
from game.cabinets.tablut.stage.stage import TablutStage
from game.core.bot.loading import HUMAN
from game.engine.canvas import WIDE, Box, Frame
from game.engine.input import Resized
from game.engine.scene import Context, Scene
from game.engine.stage import Tool
from game.engine.widgets import Button, Dialog
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Kind
from game.ground.texts import LANGUAGES
from game.scenes import arcade
from game.scenes.ledger.scene import LedgerScene
from game.scenes.setup.scene import SetupScene
from game.scenes.table.menu import MenuChoice, TableMenu
from game.scenes.table.results import ResultsScene
from game.scenes.table.rules import RulesPage
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.upright import TALL_FROM, upright_layout
from game.scenes.title.scene import TitleScene
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving, plan, play_out

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
        drawer = [] if scene.layout.log_over else [scene.layout.log]
        buttons = [each.box for each in pressable(driver) if not any(box.contains(each.box) for box in drawer)]
        assert scene.layout.foot is not None
        shown = [*(panel.box for panel in scene.frame.panels), scene.layout.board, *buttons]
        shown += [scene.layout.foot.ribbon, *drawer]
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_confirms_and_what_refuses_are_read_whole(language: str) -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690), language=language) as driver:
        driver.step(5)
        scene = table(driver)
        assert isinstance(scene.stage, OmokStage)
        x, y = scene.stage.layout_of(scene.feed.view).middle(0)
        touch(driver, *scene.board.outside(Box(x - 1, y - 1, 2, 2)).center)
        assert scene.confirming.visible
        for button in scene.confirming.widgets:
            assert button.box.width >= button.natural_width()


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
        driver.context.stack.push(LedgerScene(driver.context))
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


def test_a_finger_that_rests_on_a_man_of_tablut_is_told_and_moves_nothing() -> None:
    match = plan("tablut", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        scene = table(driver)
        driver.until(lambda: scene.board.choosing)
        stage, view, played = scene.stage, scene.feed.view, len(scene.feed.entries)
        assert isinstance(stage, TablutStage)
        square = next(square for square, piece in enumerate(view.squares) if piece)
        x, y = stage.layout(view).middle(square)
        place = driver.context.canvas.pixel(*scene.board.outside(Box(x - 1, y - 1, 2, 2)).center)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            driver.app.step([pygame.Event(kind, pos=place, button=1, touch=True)])
        driver.step(40)
        assert stage.explained == square
        driver.app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1, touch=True)])
        driver.step(2)
        assert stage.explained == square and len(scene.feed.entries) == played


def test_a_low_log_shows_the_latest_turn_and_is_opened_and_closed_over_the_board() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        scene = table(driver)
        low = scene.layout.low_log
        assert low is not None and low.bottom <= scene.layout.board.top and scene.log.visible and scene.log.box == low
        way = next(button for button in pressable(driver) if button.icon == "scroll-text")
        for opened in (True, False, True):
            tap(driver, way)
            assert scene.log.box == (
                Box(low.left, low.top, low.width, scene.layout.board.bottom - low.top) if opened else low
            )


@in_turns(game=UPRIGHT, high=HEIGHTS)
def test_every_tool_of_a_stage_is_a_button_or_a_line_of_the_menu(game: str, high: int) -> None:
    match = plan(game, *["human"] * CABINETS[game].info.usual_seats)
    with driving(lambda context: arcade.table(context, match), size=(412, high)) as driver:
        driver.step(3)
        scene = table(driver)
        tools = list(scene.stage.tools())
        shown = {button.icon for button in pressable(driver)}
        scene.open_menu()
        driver.step(3)
        menu = driver.top
        assert isinstance(menu, TableMenu)
        offered = [item.value for item in menu.items if isinstance(item.value, Tool)]
        assert {tool.icon for tool in tools} <= shown | {tool.icon for tool in offered}


def test_the_menu_of_a_low_table_switches_what_the_stage_offers() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        driver.step(3)
        scene = table(driver)
        tool = next(tool for tool in scene.stage.tools() if tool.icon == "hash")
        assert tool.icon in [each.icon for each in scene.spare_tools()]
        before = tool.lit()
        scene.open_menu()
        driver.step(3)
        tap(driver, said(driver, driver.context.texts.line(tool.text)))
        assert driver.top is scene and tool.lit() is not before


def test_a_stone_follows_the_finger_under_a_loupe_until_it_is_lifted() -> None:
    match = plan("omok", "human", "human")
    with driving(lambda context: arcade.table(context, match), size=(412, 690)) as driver:
        scene = table(driver)
        driver.until(lambda: scene.board.choosing)
        stage, view = scene.stage, scene.feed.view
        assert isinstance(stage, OmokStage)

        def at(point: int) -> tuple[int, int]:
            x, y = stage.layout_of(view).middle(point)
            return driver.context.canvas.pixel(*scene.board.outside(Box(x, y, 0, 0)).topleft)

        first, second = 7 * view.size + 7, 5 * view.size + 9
        bare = pygame.image.tobytes(driver.app.screen.surface, "RGB")
        driver.app.step([pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at(first), button=1, touch=True)])
        assert stage.choice is not None and stage.choice.focus == first and not scene.confirming.visible
        driver.app.step([pygame.Event(pygame.MOUSEMOTION, pos=at(second), touch=True)])
        driver.step()
        left, top = at(second)
        loupe = pygame.Rect(left - 20, top - 130, 40, 60)
        shown = driver.app.screen.surface.subsurface(loupe).copy()
        assert pygame.image.tobytes(shown, "RGB") != pygame.image.tobytes(
            pygame.image.frombytes(bare, driver.app.screen.surface.get_size(), "RGB").subsurface(loupe), "RGB"
        )
        driver.app.step([pygame.Event(pygame.MOUSEBUTTONUP, pos=at(second), button=1, touch=True)])
        driver.step(2)
        assert scene.confirming.visible and stage.choice.focus == second and not scene.feed.view.moves
        tap(driver, said(driver, driver.context.texts.line("table.confirm.yes")))
        driver.until(lambda: len(scene.feed.view.moves) == 1)
        assert scene.feed.view.moves[0] == second


def test_a_person_walks_from_the_street_to_the_results_and_back_without_a_scene_that_lies() -> None:
    def street(context: Context) -> Scene:
        context.settings.tables, context.settings.guided = {"tablut": (HUMAN, HUMAN)}, ("tablut",)
        context.hand.finger = True
        return arcade.title(context)

    def arrived(kind: type[Scene]) -> Scene:
        driver.until(lambda: isinstance(driver.top, kind) and not driver.context.stack.fading)
        assert driver.top.design == (412, 690)
        return driver.top

    with driving(street, size=(412, 690)) as driver:
        line = driver.context.texts.line
        title = arrived(TitleScene)
        assert isinstance(title, TitleScene) and title.list is not None
        title.group.focus(row := title.list.row_of("tablut"))
        driver.step(2)
        tap(driver, row)
        arrived(SetupScene)
        tap(driver, said(driver, line("setup.start")))
        scene = arrived(TableScene)
        assert isinstance(scene, TableScene)
        driver.until(lambda: scene.board.choosing)
        play_out(driver, scene)
        arrived(ResultsScene)
        driver.step(60)
        tap(driver, said(driver, line("table.menu.title")))
        back = arrived(TitleScene)
        assert isinstance(back, TitleScene) and back.list is not None
        assert back.list.rows[0].stand.game == "tablut" and back.list.rows[0].focused


@pytest.mark.slow
def test_a_whole_match_of_omok_from_the_street_by_taps_none_of_which_is_wasted() -> None:
    def street(context: Context) -> Scene:
        context.settings.tables, context.settings.guided = {"omok": (HUMAN, "random")}, ("omok",)
        context.settings.played = ("omok",)
        context.hand.finger = True
        return arcade.title(context)

    wasted: list[str] = []
    with driving(street, size=(412, 892)) as driver:
        line = driver.context.texts.line

        def go(what: str, changed: Callable[[], bool], *place: float) -> None:
            touch(driver, *place)
            for _ in range(900):
                driver.step()
                if changed():
                    return
            wasted.append(what)

        title = driver.top
        assert isinstance(title, TitleScene)
        driver.until(lambda: not driver.context.stack.fading)
        assert title.list is not None and title.list.rows[0].stand.game == "omok", "it was played last"
        go("the stall", lambda: isinstance(driver.top, SetupScene), *title.list.rows[0].box.center)
        driver.until(lambda: not driver.context.stack.fading)
        start = said(driver, line("setup.start"))
        go("to the table", lambda: isinstance(driver.top, TableScene), *start.box.center)
        scene = table(driver)
        assert isinstance(scene.stage, OmokStage) and scene.design == (412, 892)
        stage, random = scene.stage, Random(5)
        while not isinstance(driver.top, ResultsScene):
            scene.conductor.hurry()
            driver.step()
            if not (scene.board.choosing and not stage.busy and not scene.feed.over):
                continue
            choice, view = scene.feed.choice, scene.feed.view
            assert choice is not None and choice.legal
            action = next((each for each in choice.legal if stage.path_of(each)[0] in wins(view)), None)
            action = action or random.choice(list(choice.legal))
            spot = stage.layout(view).middle(stage.path_of(action)[0])
            driver.step(20)  # a press right after what was hurried is meant to hurry, too
            go("a point", lambda: scene.confirming.visible, *scene.board.outside(Box(*spot, 0, 0)).topleft)
            yes, played = said(driver, line("table.confirm.yes")), len(view.moves)
            go("the tick", lambda played=played: len(scene.feed.view.moves) > played, *yes.box.center)
        again = next(button for button in pressable(driver) if button.kind is Kind.PRIMARY)
        driver.step(300)
        go("another match", lambda: not isinstance(driver.top, ResultsScene), *again.box.center)
    assert wasted == []


def wins(view: Any) -> set[int]:
    """Points in the row of the person's first stone, so that a match has an end."""
    row = 7 * view.size
    return {row + column for column in range(3, 12)} - set(view.moves)
