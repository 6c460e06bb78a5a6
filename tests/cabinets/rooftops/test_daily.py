"""The course of the day: one run counts, its card says so, and the list tells its time and its medal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from game.cabinets.rooftops.course import course_of
from game.cabinets.rooftops.rules import Options
from game.cabinets.rooftops.scenes.daily import RacesScene, RaceTable, points_of, reached
from game.cabinets.rooftops.stage.finish import HELD_FOR, Way
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import prove
from game.engine.input import CommandName, KeyPressed
from game.engine.scene import Context, Scene
from game.engine.stage import Following
from game.kit.widgets import StageButton
from game.scenes.table.menu import MenuChoice
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import PRESSED, run_way, running

pytestmark = pytest.mark.usefixtures("plain_home")
TODAY = "2026-11-26"


def today(context: Context) -> Scene:
    return RacesScene(context, date.fromisoformat(TODAY))


def begun(driver: Driver, before: Scene) -> tuple[RaceTable, RooftopsStage]:
    """The table that follows a scene, once one may run."""
    driver.until(lambda: driver.top is not before and not driver.context.stack.fading)
    table, stage = running(driver, RooftopsStage)
    assert isinstance(table, RaceTable)
    return table, stage


@contextmanager
def at_the_try() -> Iterator[tuple[Driver, RacesScene, RaceTable, RooftopsStage]]:
    """The table of the one try, begun from the list of days."""
    with driving(today) as driver:
        scene = driver.top
        assert isinstance(scene, RacesScene) and "One try" in scene.rows()[0].line
        driver.command(CommandName.CONFIRM)
        yield driver, scene, *begun(driver, scene)


def shown_on_card(stage: RooftopsStage) -> list[str]:
    assert stage._finish is not None
    return [button.icon for button in stage._finish.widgets.walk() if isinstance(button, StageButton)]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RacesScene, "options", Options(width=100, difficulty=0))


def test_points_order_runs_and_tell_them() -> None:
    course = course_of("ideas", 100, 0, "", 5)
    numbers = course.world.runner()
    points = [points_of(course, numbers, left) for left in (course.whole, course.whole // 2, 1)]
    for ticks in (course.medals["bronze"] + 1, course.medals["bronze"], course.medals["gold"]):
        numbers[n.GOAL] = ticks
        points.append(points_of(course, numbers, 0))
    assert points == sorted(set(points))
    way, arrived = [reached(each) for each in points[:3]], [reached(each) for each in points[3:]]
    assert [run.medal for run in arrived] == ["", "bronze", "gold"] and arrived[2].ticks == course.medals["gold"]
    assert [run.share for run in way] == sorted({run.share for run in way}) and not any(run.ticks for run in way)


@pytest.mark.usefixtures("short")
def test_the_run_that_counts_is_told_on_its_card_and_followed_by_practice_on_the_same_course() -> None:
    with at_the_try() as (driver, scene, first, stage):
        assert first.counts and stage.course is not None
        run_way(driver, prove(stage.course.level).way)
        driver.until(lambda: first.feed.over, frames=60)
        seconds = f"{first.feed.view.runners[0].goal / 60:.1f} s"
        assert stage.tells_end and "counts" in stage.tried.told
        driver.step(40)
        assert shown_on_card(stage) == [Way.AGAIN.value[4], Way.CODE.value[4]], "tomorrow's course is not the next one"
        assert f"Your try: {seconds}" in scene.rows()[0].line and scene.rows()[0].medal == "gold"
        driver.top.handle(KeyPressed("return"))
        driver.step(2)
        second, practice = begun(driver, first)
        assert not second.counts and second.feed.number == first.feed.number
        assert practice._ghost is not None and practice._best == first.feed.view.runners[0].goal
        assert practice.tried.told == f"Practice. Your try of this day: {seconds}."


@pytest.mark.usefixtures("short")
def test_pressing_on_right_at_the_lantern_keeps_the_time() -> None:
    with at_the_try() as (driver, scene, _, stage):
        assert stage.course is not None
        run_way(driver, prove(stage.course.level).way)
        ticks = int(stage.numbers(0)[n.GOAL])
        driver.top.handle(KeyPressed("r"))
        driver.step(2)
        assert ticks and f"{ticks / 60:.1f} s" in scene.rows()[0].line


@pytest.mark.usefixtures("short")
def test_the_way_back_to_the_flag_held_ends_practice_but_never_the_one_try() -> None:
    with at_the_try() as (driver, _, table, stage):
        assert "counts" in stage._said(0)[1]
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.top.handle(KeyPressed("r"))
        driver.step(2 * HELD_FOR)
        assert driver.top is table
        table.carry_out(MenuChoice.AGAIN)
        practice, stage = begun(driver, table)
        assert "held" in stage._said(0)[1]
        driver.top.handle(PRESSED[0])
        driver.step(30)
        driver.top.handle(KeyPressed("r"))
        driver.step(HELD_FOR + 4)
        assert driver.top is not practice


@pytest.mark.usefixtures("short")
def test_the_try_stays_one_at_a_stage_made_anew_by_other_settings() -> None:
    with at_the_try() as (_, _, table, _):
        table.settings_applied()
        stage = table.stage
        assert isinstance(stage, RooftopsStage) and stage._finish is not None
        stage._finish.take(Way.NEXT)
        assert stage.tried.counts and stage.take_following() == Following(table.feed.options)


@pytest.mark.usefixtures("short")
def test_a_run_that_does_not_arrive_is_told_by_its_way() -> None:
    with at_the_try() as (driver, scene, table, _):
        driver.top.handle(PRESSED[0])
        driver.step(90)
        driver.context.stack.pop()
        driver.until(lambda: driver.top is scene and not driver.context.stack.fading)
        share = reached(table.points()).share
        assert 0 < share < 100 and f"Your try: {share} % of the way" in scene.rows()[0].line
        told = table.summary()
        assert told is not None and not told.won and "counts" in told.text
