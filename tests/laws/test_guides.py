"""Guides of first matches: each is played to its end by doing only what it says, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.stages import PRESENTATIONS
from game.engine.input import CommandName
from game.engine.widgets import Button
from game.ground.texts import LANGUAGES, Texts
from game.scenes.guide.table import GuideTable, guide_of
from tests.engine.widgets.page_driver import click, widgets
from tests.in_turns import some
from tests.scenes.guide.guide_reader import obey, speaks, table
from tests.scenes.scene_driver import driving

GUIDED = [game for game in PRESENTATIONS.names if PRESENTATIONS[game].guide]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


@pytest.mark.parametrize("game", some(3, GUIDED))
@pytest.mark.parametrize(
    ("language", "size", "text_size"),
    [pytest.param("en", (1280, 720), 100, marks=pytest.mark.slow), ("ko", (960, 540), 150)],
)
def test_a_guide_is_played_to_its_end_by_doing_what_it_says(
    game: str, language: str, size: tuple[int, int], text_size: int
) -> None:
    said: list[str] = []
    with driving(
        lambda context: GuideTable(context, game), language=language, size=size, text_size=text_size
    ) as driver:
        driver.context.settings.motion.pace = "instant"
        driver.context.stack.apply_settings()
        driver.context.typeface.overflows.clear()
        while not table(driver).feed.course.done:
            driver.until(lambda: speaks(driver))
            step = table(driver).step_now
            if step is None:
                break
            assert step.name not in said, "what was done is asked for again"
            said.append(step.name)
            driver.step(2)
            bubble = table(driver).bubble
            assert not [box for box in bubble.lit if box.colliderect(bubble.box)]
            assert not driver.context.typeface.overflows
            obey(driver, step)
        guide = guide_of(game)
        assert guide is not None
        assert said == [step.name for step in guide.steps if not step.optional or step.name in said]
        driver.until(lambda: table(driver).board.choosing)


def test_what_is_to_be_read_is_not_taken_away_again_while_something_moves() -> None:
    """At the usual pace a walk is told after the view that ends it is there."""
    with driving(lambda context: GuideTable(context, "cisterns")) as driver:
        driver.until(lambda: speaks(driver))
        while (step := table(driver).step_now) is None or step.name != "rat":
            assert step is not None
            obey(driver, step)
            driver.until(lambda: speaks(driver))
        for _ in range(40):
            assert table(driver).step_now is step
            driver.app.step([], draw=False)
        obey(driver, step)
        driver.until(lambda: speaks(driver))
        assert table(driver).step_now is not step, "a press on it leads on"


def test_a_paused_guide_says_what_it_said_and_is_left_without_a_question_before_the_first_move() -> None:
    with driving(lambda context: GuideTable(context, "omok"), language="en") as driver:
        driver.until(lambda: speaks(driver))
        guided = table(driver)
        told = guided.ribbon().text
        guided.open_menu()
        driver.step(30)
        assert driver.top is not guided and guided.ribbon().text == told and guided.step_now is not None
        driver.command(CommandName.BACK)
        driver.until(lambda: driver.top is guided)
        guided.ask_to_leave()
        driver.until(lambda: driver.context.stack.top is None)


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_has_a_dozen_steps_and_a_way_out(game: str) -> None:
    guide = guide_of(game)
    assert guide is not None and 8 <= len(guide.steps) <= 14
    for language in LANGUAGES:
        texts = Texts(language)
        assert all(texts.has(f"{game}.guide.{step.name}") for step in guide.steps)
    with driving(lambda context: GuideTable(context, game)) as driver:
        driver.until(lambda: speaks(driver))
        driver.step()
        skip = next(button for button in widgets(driver, Button) if button.label == "End the guide")
        click(driver, skip)
        driver.until(lambda: table(driver).board.choosing)
        assert table(driver).feed.course.done and table(driver).step_now is None
