"""The guides of Rooftops: run to the end by doing what they say, by keys and by a pad; no text stops the run."""

from __future__ import annotations

import pytest

from game.cabinets.rooftops.first_level import PITS, WAY
from game.cabinets.rooftops.stage.guide import FIRST, TENTHS
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.core.forge.physics import numbers as n
from game.engine.input import KEYBOARD, CommandName
from game.scenes.guide.done import GuidesDone
from game.scenes.guide.table import READ_AT_LEAST, GuideTable
from game.scenes.table.scene import TableScene
from tests.scenes.guide.guide_reader import speaks, table
from tests.scenes.scene_driver import Driver, driving
from tests.scenes.table.real_time_table import ONE, Hands, Press, by_keys, by_pad

pytestmark = pytest.mark.usefixtures("plain_home")
GUIDES = {"first": FIRST, "tenths": TENTHS}
AT_LEAST = round(READ_AT_LEAST * 60) + 1
"""Frames after which a press leads on."""
PRESSES = [buttons for ticks, buttons in WAY for _ in range(ticks)]


def stage_of(driver: Driver) -> RooftopsStage:
    stage = table(driver).stage
    assert isinstance(stage, RooftopsStage)
    return stage


@pytest.mark.parametrize(
    ("name", "press", "language", "size", "text_size"),
    [
        ("first", by_keys, "ko", (960, 540), 150),
        pytest.param("tenths", by_pad, "en", (1280, 720), 100, marks=pytest.mark.slow),
        pytest.param("first", by_pad, "en", (1920, 1080), 100, marks=pytest.mark.slow),
        pytest.param("tenths", by_keys, "ko", (960, 540), 150, marks=pytest.mark.slow),
    ],
)
def test_a_guide_is_run_to_its_end_and_nothing_stops_before_the_goal(
    name: str, press: Press, language: str, size: tuple[int, int], text_size: int
) -> None:
    said: list[str] = []
    with driving(
        lambda context: GuideTable(context, "rooftops", name), language=language, size=size, text_size=text_size
    ) as driver:
        driver.context.typeface.overflows.clear()
        driver.until(lambda: speaks(driver))
        guide, stage, hands = table(driver), stage_of(driver), Hands(driver, press)
        while not guide.feed.course.done:
            step = guide.step_now
            if step is not None and step.name not in said:
                said.append(step.name)
                driver.app.step([])
                place = stage.place("talk")
                assert place is not None and (step.read or guide.bubble.box.left == guide.board.outside(place).left)
                assert not driver.context.typeface.overflows
                continue
            if step is not None and step.read:
                assert guide.feed.view.runners[0].goal, "only the last word is read"
                driver.step(AT_LEAST)
                driver.command(CommandName.CONFIRM, ONE if press is by_pad else KEYBOARD)
                driver.step()
                continue
            clock = int(stage.numbers(0)[n.CLOCK])
            hands.hold(PRESSES[clock] if clock < len(PRESSES) else n.RIGHT)
            driver.app.step([], draw=False)
        assert said == [step.name for step in GUIDES[name].steps]
        driver.step(2)
        assert guide.feed.view.runners[0].goal and name in GuidesDone("rooftops")
        driver.step(40)
        hands.hold(0)
        hands.hold(n.AGAIN)
        driver.step(3)
        assert type(driver.top) is TableScene, "and the same is run again, without a guide"


def test_a_word_comes_up_while_one_runs_and_goes_when_its_thing_is_past() -> None:
    with driving(lambda context: GuideTable(context, "rooftops", "first")) as driver:
        driver.until(lambda: speaks(driver))
        guide, stage, hands = table(driver), stage_of(driver), Hands(driver)
        hands.hold(n.RIGHT)
        driver.until(lambda: guide.step_now is not None and guide.step_now.name == "jump")
        clock = int(stage.numbers(0)[n.CLOCK])
        driver.step(6)
        assert int(stage.numbers(0)[n.CLOCK]) >= clock + 5, "time goes on"
        assert 0 < guide.bubble.shown < 1, "it comes up"
        hands.hold(n.RIGHT | n.LEAP)
        driver.until(lambda: guide.step_now is None or guide.step_now.name != "jump")
        assert int(stage.numbers(0)[n.X]) > PITS[0][0] * n.SQUARE


def test_a_run_begun_anew_begins_its_guide_anew() -> None:
    with driving(lambda context: GuideTable(context, "rooftops", "first")) as driver:
        driver.until(lambda: speaks(driver))
        before, stage, hands = table(driver), stage_of(driver), Hands(driver)
        hands.hold(n.RIGHT)
        driver.until(lambda: int(stage.numbers(0)[n.X]) > 8 * n.SQUARE)
        hands.hold(n.AGAIN)
        driver.until(lambda: driver.top is not before)
        driver.until(lambda: speaks(driver))
        again = table(driver)
        assert again.step_now is not None and again.step_now.name == "run"


def test_who_goes_back_to_the_flag_is_told_nothing_twice() -> None:
    with driving(lambda context: GuideTable(context, "rooftops", "first")) as driver:
        driver.until(lambda: speaks(driver))
        guide, stage, hands = table(driver), stage_of(driver), Hands(driver)
        for clock in range(150):
            hands.hold(PRESSES[clock])
            driver.app.step([], draw=False)
        assert int(stage.numbers(0)[n.X]) > 18 * n.SQUARE
        hands.hold(n.AGAIN)
        driver.step(3)
        hands.hold(n.RIGHT)
        driver.step(30)
        assert guide.step_now is None or guide.step_now.name != "jump"
