"""The dungeon of the day: what its list and its end say."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from game.cabinets.cisterns.rules.state import Options
from game.cabinets.cisterns.scenes.daily import DungeonsScene, DungeonTable
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from game.ground import paths
from game.ground.days import note_day
from game.ground.history import read_history
from tests.scenes.scene_driver import Driver, driving, play_out

TODAY, EARLIER = "2026-11-29", "2026-11-20"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def today(context: Context) -> Scene:
    return DungeonsScene(context, date.fromisoformat(TODAY))


def begun(driver: Driver) -> DungeonTable:
    driver.until(lambda: isinstance(driver.top, DungeonTable) and not driver.context.stack.fading)
    table = driver.top
    assert isinstance(table, DungeonTable)
    driver.until(lambda: table.feed.view is not None and table.feed.view.floor > 0)
    return table


def test_the_list_tells_of_the_one_try_and_of_what_it_brought() -> None:
    note_day("cisterns", EARLIER, 60, counts=True)
    with driving(today) as driver:
        scene = driver.top
        assert isinstance(scene, DungeonsScene) and "One try" in scene.rows()[0].line
        assert "60 points" in scene.rows()[1].line
        driver.command(CommandName.CONFIRM)
        assert begun(driver).feed.options.danger == 2
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
        assert "Your try: 0 points" in scene.rows()[0].line


def test_the_end_is_kept_in_the_history_and_says_that_it_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DungeonsScene, "options", Options(danger=2, size="small", turns=100))
    with driving(today) as driver:
        driver.command(CommandName.CONFIRM)
        table = begun(driver)
        play_out(driver, table)
        driver.until(lambda: table.ending.shown)
        told = table.summary()
        assert told is not None and not told.won and "counts" in told.text
    assert [match.game for match in read_history(paths.history())] == ["cisterns"]
