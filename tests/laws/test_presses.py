"""Presses from the start of the program to the first own move of somebody who has played a game before: two at most."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.engine.input import FIRST_PAD, CommandName
from game.engine.scene import Context, Scene
from game.engine.widgets import WidgetScene
from game.scenes import arcade
from game.scenes.table.scene import TableScene
from game.scenes.title.scene import TitleScene
from tests.in_turns import in_turns
from tests.scenes.scene_driver import Driver, driving

GAMES = [game for game in PRESENTATIONS.names if game != "nullgame"]
MOST = 2
FAST = ("omok", "gems")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


def returning(game: str) -> Callable[[Context], Scene]:
    def street(context: Context) -> Scene:
        cabinet = CABINETS[game]
        context.settings.played = context.settings.guided = (game,)
        people = (
            ("human",)
            if 1 in cabinet.info.seats
            else cabinet.filled(("human",), cabinet.info.usual_seats, cabinet.gentle)
        )
        context.settings.tables[game] = tuple(people)
        return arcade.title(context)

    return street


def opens_own(scene: Scene) -> bool:
    """Whether it is a game's own, what its stall opens in place of a setup: there one has begun."""
    return type(scene).__module__.startswith("game.cabinets.")


def presses_to_a_table(driver: Driver, press: Callable[[], None]) -> int:
    """How often it was pressed before somebody is at a table."""
    assert isinstance(driver.top, TitleScene)
    for number in range(1, 6):
        before = driver.top
        driver.until(lambda: not driver.context.stack.changing)
        press()
        driver.until(lambda before=before: driver.top is not before, 1200)  # type: ignore[misc]
        driver.until(lambda: not driver.context.stack.fading)
        if isinstance(driver.top, TableScene) or opens_own(driver.top):
            return number
    return 99


def by_keys(driver: Driver) -> None:
    driver.command(CommandName.CONFIRM)


def by_pad(driver: Driver) -> None:
    driver.command(CommandName.CONFIRM, FIRST_PAD)


def by_mouse(driver: Driver) -> None:
    """What has the focus is what leads on, for a pointer as well."""
    scene = driver.top
    focused = scene.group.focused_widget if isinstance(scene, WidgetScene) else None
    assert focused is not None
    driver.click(*focused.box.center)


@in_turns(
    press=[by_keys, by_pad, by_mouse],
    game=[pytest.param(game, marks=() if game in FAST else pytest.mark.slow) for game in GAMES],
)
def test_who_returns_is_at_the_table_after_two_presses(game: str, press: Callable[[Driver], None]) -> None:
    with driving(returning(game)) as driver:
        assert presses_to_a_table(driver, lambda: press(driver)) <= MOST
