"""The list of days of every game that has one: the first try at a day counts, what follows is practice in the same
match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from game.cabinets.cisterns.scenes.daily import DungeonsScene
from game.cabinets.rails.scenes.daily import MapsScene
from game.cabinets.rooftops.scenes.daily import RacesScene
from game.engine.input import CommandName
from game.engine.scene import Scene
from game.ground.days import Day, note_day, number_of, played_days
from game.scenes.daily.days import DaysScene
from game.scenes.daily.table import DayTable
from game.scenes.feeds.local import LocalFeed
from game.scenes.page.more import entries_of
from game.scenes.table.menu import MenuChoice
from tests.scenes.scene_driver import Driver, Told, driving

TODAY, EARLIER = "2026-11-26", "2026-11-20"
SHOWN: Final[dict[type[DaysScene], Callable[[Any], object]]] = {
    DungeonsScene: lambda view: view.squares,
    MapsScene: lambda view: view.number,
    RacesScene: lambda view: view.number,
}
"""What of a view differs from match to match, by the list of its game."""
EACH = pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.game)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    return tmp_path


@contextmanager
def listing(kind: type[DaysScene], **window: Any) -> Iterator[tuple[Driver, DaysScene]]:
    """The list of a game's days on TODAY."""
    with driving(lambda context: kind(context, date.fromisoformat(TODAY)), **window) as driver:
        scene = driver.top
        assert isinstance(scene, DaysScene)
        yield driver, scene


def begun(driver: Driver, before: Scene) -> DayTable:
    """Return the table that follows a scene, once its match asks the person."""
    driver.until(lambda: driver.top is not before and not driver.context.stack.fading)
    table = driver.top
    assert isinstance(table, DayTable)
    driver.until(lambda: table.feed.view is not None and table.feed.choice is not None)
    return table


@EACH
def test_the_list_lies_at_the_stall(kind: type[DaysScene]) -> None:
    assert any(entry.name == "daily" for entry in entries_of(kind.game))


@EACH
def test_the_first_try_counts_and_what_follows_is_practice_in_the_same_match(kind: type[DaysScene]) -> None:
    with listing(kind) as (driver, scene):
        driver.command(CommandName.CONFIRM)
        first = begun(driver, scene)
        assert first.counts and first.feed.options == kind.options
        assert isinstance(first.feed, LocalFeed) and first.feed.plan.seed == number_of(date.fromisoformat(TODAY))
        assert played_days(kind.game) == {TODAY: Day()}, "a try that was begun cannot be begun once more"
        match = SHOWN[kind](first.feed.view)
        driver.context.notify = said = Told()
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
        assert scene.is_done(scene.rows()[0])
        driver.command(CommandName.CONFIRM)
        second = begun(driver, scene)
        assert not second.counts and SHOWN[kind](second.feed.view) == match
        assert "practice" in said[0]
        second.carry_out(MenuChoice.AGAIN)
        third = begun(driver, second)
        assert not third.counts and SHOWN[kind](third.feed.view) == match


@EACH
def test_a_try_begun_from_the_first_one_does_not_count(kind: type[DaysScene]) -> None:
    with listing(kind) as (driver, scene):
        driver.command(CommandName.CONFIRM)
        first = begun(driver, scene)
        assert "The try that counts ends here" in first.what_stays()
        first.carry_out(MenuChoice.AGAIN)
        second = begun(driver, first)
        assert "counts" not in second.what_stays()
        assert not second.counts and SHOWN[kind](second.feed.view) == SHOWN[kind](first.feed.view)


@EACH
def test_earlier_days_follow_today(kind: type[DaysScene]) -> None:
    note_day(kind.game, "2026-10-03", 5, counts=True)
    note_day(kind.game, EARLIER, 60, counts=True)
    note_day(kind.game, EARLIER, 90, counts=False)
    with listing(kind) as (_, scene):
        rows = scene.rows()
        assert [row.name for row in rows] == [TODAY, EARLIER, "2026-10-03"]
        assert [scene.is_done(row) for row in rows] == [False, True, True]
        assert "60" in rows[1].line and "90" in rows[1].line


@EACH
@pytest.mark.parametrize("language", ["ko", "en"])
def test_nothing_of_the_list_is_cut(kind: type[DaysScene], language: str) -> None:
    note_day(kind.game, EARLIER, 123_456, counts=True)
    with listing(kind, language=language, size=(960, 540), text_size=150) as (driver, _):
        driver.step(3)
        assert driver.context.typeface.overflows == []
