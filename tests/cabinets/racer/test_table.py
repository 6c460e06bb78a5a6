"""Racer at one screen by four: two on the keyboard, two pads, all heard at once; and its replay."""

from __future__ import annotations

import pytest

from game.cabinets.racer.stage import RacerStage
from game.engine.input import CommandName
from game.kit.held import FIRST_HALF, SECOND_HALF, pad
from game.scenes import arcade
from game.scenes.replays.table import ReplayTable
from game.scenes.table.menu import TableMenu
from game.scenes.table.scene import TableScene
from tests import ROOT
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import LET_GO, PRESSED, TableOf, running

pytestmark = pytest.mark.usefixtures("plain_home")


def racing(driver: Driver) -> tuple[TableScene, RacerStage]:
    """The table, once the first slice was shown."""
    table, stage = running(driver, RacerStage)
    driver.until(lambda: table.feed.view.slices > 0)
    return table, stage


def test_four_at_one_screen_run_at_once() -> None:
    with driving(TableOf("racer", *["human"] * 4)) as driver:
        table, stage = racing(driver)
        assert table.wants_play
        for seat, pressed in enumerate(PRESSED):
            driver.top.handle(pressed)
            before = stage.racer(seat).speed
            driver.step(2)
            assert stage.racer(seat).speed > before, "a press is seen in the next frame, whatever the match says"
        assert [stage.claims.sources(seat) for seat in range(4)] == [[FIRST_HALF], [SECOND_HALF], [pad(0)], [pad(1)]]
        driver.step(60)
        assert all(racer.x > 500 for racer in table.feed.view.racers), "and the match follows"
        driver.top.handle(LET_GO[0])
        driver.top.handle(LET_GO[3])
        driver.step(60)
        speeds = [stage.racer(seat).speed for seat in range(4)]
        assert speeds[0] == speeds[3] == 0 and min(speeds[1:3]) > 0


def test_time_stands_under_the_menu_and_nothing_is_held_after_it() -> None:
    with driving(TableOf("racer", "human", "human")) as driver:
        table, stage = racing(driver)
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.command(CommandName.BACK)
        driver.until(lambda: isinstance(driver.top, TableMenu))
        slices, run = table.feed.view.slices, stage.racer(0).tick
        driver.step(60)
        assert (table.feed.view.slices, stage.racer(0).tick) == (slices, run)
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is table)
        driver.step(60)
        assert stage.racer(0).speed == 0


def test_a_replay_of_a_race_goes_on_without_a_rest_and_is_scrubbed() -> None:
    recording = ROOT / "tests" / "golden" / "racer-3.souk"
    with driving(lambda context: arcade.replay(context, recording)) as driver:
        table = driver.top
        assert isinstance(table, ReplayTable)
        driver.step(2)
        begin = table.replay.position
        driver.step(120)
        assert table.replay.position - begin >= 18, "a slice of 0.1 s lasts a tenth of a second"
        view = table.stage.view
        for position in (70, 20, 100, 19):
            table.seek(position)
            driver.step()
            assert table.stage.view.slices == position - 1
        assert view is not None
