"""The map of the day: the first try counts, later ones are free, and the days that were played are listed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from game.cabinets.rails.scenes.daily import DailyScene, DayTable
from game.cabinets.rails.stage.person.bests import LEAST_OF_DAY, Day, medal_of_day, note_day, played_days
from game.engine.input import CommandName
from game.engine.scene import Context, Scene
from tests.scenes.scene_driver import Driver, driving

TODAY, EARLIER = "2026-11-26", "2026-11-20"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


def today(context: Context) -> Scene:
    return DailyScene(context, date.fromisoformat(TODAY))


def table(driver: Driver) -> DayTable:
    driver.until(lambda: isinstance(driver.top, DayTable) and not driver.context.stack.fading)
    assert isinstance(driver.top, DayTable)
    return driver.top


def test_the_first_try_counts_and_the_best_one_is_kept(home: Path) -> None:
    note_day(TODAY, 0, counts=True)
    note_day(TODAY, 100_000, counts=True)
    note_day(TODAY, 250_000, counts=False)
    note_day(TODAY, 20_000, counts=False)
    assert played_days() == {TODAY: Day(100_000, 250_000)}
    (file,) = (home / "data").rglob("days.json") if (home / "data").exists() else home.rglob("days.json")
    for wrong in (b"[", b'{"2026": {"counted": 1}}', b'{"2026-11-26": {"counted": -1}}', b"[" * 9000):
        file.write_bytes(wrong)
        assert played_days() == {}


def test_medals_are_earned_by_income() -> None:
    assert [medal_of_day(coins) for coins in (0, *LEAST_OF_DAY)] == [
        "",
        "bronze",
        "silver",
        "gold",
    ]


def test_a_try_begins_counts_and_is_free_from_then_on() -> None:
    note_day(EARLIER, LEAST_OF_DAY[1], counts=True)
    with driving(today) as driver:
        scene = driver.top
        assert isinstance(scene, DailyScene)
        assert [(row.yard, row.medal) for row in scene.rows()] == [(TODAY, ""), (EARLIER, "silver")]
        driver.command(CommandName.CONFIRM)
        first = table(driver)
        driver.until(lambda: first.feed.view is not None)
        assert first.feed.view.number == date.fromisoformat(TODAY).toordinal() and first.feed.options.minutes == 20
        assert played_days()[TODAY] == Day(), "a try that was begun cannot be begun once more"
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
        assert "Counted: 0 coins" in scene.rows()[0].line
        driver.command(CommandName.CONFIRM)
        assert table(driver)._counts is False


@pytest.mark.parametrize("language", ["ko", "en"])
def test_nothing_of_the_list_is_cut(language: str) -> None:
    note_day(EARLIER, 123_456, counts=True)
    with driving(today, language=language, size=(960, 540), text_size=150) as driver:
        driver.step(3)
        assert driver.context.typeface.overflows == []
