"""What a table says beside the board, and where: notices, hints, the way back from the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.engine.widgets import Button
from game.scenes import arcade
from game.scenes.feeds.local import start_local
from game.scenes.table.scene import TableScene
from tests.page_driver import click, group_of, widgets
from tests.scene_driver import Driver, driving, plan

LONG = "This recording cannot be opened, because the file /home/somebody/souk/replays/{} is no longer there."


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    return tmp_path


def table_of(context: Context, game: str = "nullgame", seats: tuple[str, ...] = ("human", "human")) -> TableScene:
    return TableScene(context, start_local(plan(game, *seats), context.settings))


def table(driver: Driver) -> TableScene:
    scene = driver.top
    assert isinstance(scene, TableScene)
    return scene


def asked(driver: Driver) -> bool:
    return table(driver).board.choosing


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize(
    "scene",
    [table_of, arcade.settings, arcade.replays, lambda context: arcade.setup(context, "nullgame")],
    ids=["table", "settings", "replays", "setup"],
)
def test_notices_cover_neither_board_nor_button(scene: Callable[[Context], Scene], text_size: int) -> None:
    with driving(scene, text_size=text_size) as driver:
        driver.context.typeface.overflows.clear()
        for number in range(3):
            driver.context.notify(LONG.format(number))
        driver.step()
        places = driver.app.toasts.boxes(driver.context.stack.notice_place)
        assert places and not driver.context.typeface.overflows
        shown = widgets(driver, Button) + ([table(driver).board] if isinstance(driver.top, TableScene) else [])
        assert not [(place, widget.box) for place in places for widget in shown if place.colliderect(widget.box)]


def test_what_is_said_of_a_hint_goes_with_the_choice_it_was_for() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        driver.command(CommandName.HINT)
        assert len(driver.app.toasts.texts) == 1
        driver.until(lambda: table(driver).conductor.advised or driver.app.toasts.texts[0].startswith("Expert would"))
        driver.step(2)
        assert [text.startswith("Expert would") for text in driver.app.toasts.texts] == [True]
        driver.command(CommandName.CONFIRM)
        driver.step(2)
        assert not driver.app.toasts.texts


def test_a_hint_asked_for_by_the_pointer_is_played_by_a_key() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        bulb = table(driver).toolbar.hint
        assert bulb is not None
        click(driver, bulb)
        assert group_of(driver).focused_widget is table(driver).board
        driver.command(CommandName.CONFIRM)
        assert any(entry.movers for entry in table(driver).feed.entries)


def test_enter_and_escape_lead_back_from_the_log() -> None:
    with driving(table_of) as driver:
        driver.until(lambda: asked(driver))
        for way in (CommandName.CONFIRM, CommandName.BACK):
            driver.command(CommandName.LOG)
            assert group_of(driver).focused_widget is table(driver).log
            driver.command(way)
            assert group_of(driver).focused_widget is table(driver).board
        assert not any(entry.movers for entry in table(driver).feed.entries)


def test_keys_pressed_before_it_is_ones_turn_lead_to_no_button() -> None:
    with driving(table_of) as driver:
        assert table(driver).stage.busy
        for name in (CommandName.UP, CommandName.RIGHT, CommandName.UP, CommandName.RIGHT):
            driver.command(name)
        assert group_of(driver).focused_widget is table(driver).board
