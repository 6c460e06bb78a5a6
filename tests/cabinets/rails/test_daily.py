"""The map of the day: twenty minutes, and medals by income."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from game.cabinets.rails.scenes.daily import MapsScene, MapTable
from game.cabinets.rails.stage.person.medals import COINS_OF_DAY, earned
from game.engine.input import CommandName
from game.ground.days import note_day
from tests.scenes.scene_driver import driving

TODAY, EARLIER = "2026-11-26", "2026-11-20"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def test_medals_are_earned_by_income() -> None:
    assert [earned(coins, COINS_OF_DAY).medal for coins in (0, *COINS_OF_DAY)] == ["", "bronze", "silver", "gold"]


def test_days_are_listed_with_their_medals_and_coins() -> None:
    note_day("rails", EARLIER, COINS_OF_DAY[1], counts=True)
    with driving(lambda context: MapsScene(context, date.fromisoformat(TODAY))) as driver:
        scene = driver.top
        assert isinstance(scene, MapsScene)
        assert [(row.name, row.medal) for row in scene.rows()] == [(TODAY, ""), (EARLIER, "silver")]
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: isinstance(driver.top, MapTable) and not driver.context.stack.fading)
        table = driver.top
        assert isinstance(table, MapTable)
        driver.until(lambda: table.feed.view is not None)
        assert table.feed.view.number == date.fromisoformat(TODAY).toordinal() and table.feed.options.minutes == 20
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
        assert "Counted: 0 coins" in scene.rows()[0].line
