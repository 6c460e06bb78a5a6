"""Several guides of one game: their list, what was done of it, and steps that say themselves when they are done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cabinets.marrakech.stage.guide import GUIDE
from game.core.cabinet import Cabinet, Kind
from game.engine.input import FIRST_PAD, KEYBOARD, CommandName, Device
from game.engine.scene import Context, Scene
from game.engine.stage.guide import Course, Guide, Step, anything
from game.engine.widgets import Button, Dialog, ListView
from game.scenes import arcade
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.guide.done import GuidesDone
from game.scenes.guide.feed import GuideFeed
from game.scenes.guide.listing import GuidesScene
from game.scenes.page.more import MoreMenu
from game.scenes.setup.scene import SetupScene
from tests.engine.widgets.page_driver import click, widgets
from tests.games.sliced import Options, Sliced
from tests.planting import planted
from tests.scenes.guide.guide_reader import act, obey, speaks, table
from tests.scenes.scene_driver import Driver, driving

GAME = "taught"
SHORT: Guide[Any, Any] = Guide(
    bots=("greedy", "greedy"),
    seed=GUIDE.seed,
    steps=(
        Step("market", lambda view: view.mover == 0, GUIDE.steps[0].places),
        Step(
            "laid", lambda _view: True, until=lambda view: len(view.rugs) > 1, values=lambda view: {"turn": view.turn}
        ),
        Step("end", lambda _view: True),
    ),
)
"""Asks for no action: somebody is done when two rugs lie, whoever laid them."""
WORDS = {
    "guide.rugs.title": "Laying rugs",
    "guide.rugs.line": "How a rug comes to lie beside Assam",
    "guide.rugs.market": "Look.",
    "guide.rugs.laid": "Play on until two rugs lie. It is turn {turn}.",
    "guide.rugs.end": "That was it.",
    "guide.whole.title": "A first match",
    "guide.whole.line": "Two rounds among regulars",
} | {f"guide.whole.{step.name}": f"{step.name}." for step in GUIDE.steps}


@pytest.fixture(autouse=True)
def taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game with two guides."""
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")
    guides = {"guide": None, "guides": {"rugs": "planted:short", "whole": "planted:long"}}
    named = [(GAME, "Taught", "배우는 게임", Kind.BOARD)]
    with planted(named, shown=guides, things={"short": SHORT, "long": GUIDE}, words=WORDS):
        yield


def listed(driver: Driver) -> GuidesScene:
    driver.until(lambda: isinstance(driver.top, GuidesScene) and not driver.context.stack.fading)
    assert isinstance(driver.top, GuidesScene)
    return driver.top


def setup(context: Context) -> Scene:
    return arcade.setup(context, GAME)


def to_the_end(driver: Driver) -> list[str]:
    """What the guide on top says, all of it obeyed."""
    driver.context.settings.motion.pace = "instant"
    driver.context.stack.apply_settings()
    said = []
    while not table(driver).feed.course.done:
        driver.until(lambda: speaks(driver))
        step = table(driver).step_now
        if step is None:
            break
        said.append(step.name)
        if step.until is None:
            obey(driver, step)
            continue
        while table(driver).step_now is step:
            if table(driver).feed.choice is not None:
                act(driver, table(driver))
            driver.step()
    return said


@pytest.mark.parametrize("way", ["pointer", "keys", "pad", "offer"])
def test_the_list_is_opened_and_a_guide_taken_by_every_device(way: str) -> None:
    device: Device = FIRST_PAD if way == "pad" else KEYBOARD
    with driving(setup, size=(960, 540)) as driver:
        driver.until(lambda: isinstance(driver.top, Dialog))
        if way == "offer":
            driver.command(CommandName.CONFIRM)
        else:
            driver.command(CommandName.BACK)
            driver.until(lambda: isinstance(driver.top, SetupScene))
            driver.step(2)
            click(driver, next(button for button in widgets(driver, Button) if button.label == "More here"))
            driver.until(lambda: isinstance(driver.top, MoreMenu))
            driver.step(3)
            if way == "pointer":
                click(driver, next(button for button in widgets(driver, Button) if button.label == "Guides"))
            else:
                driver.command(CommandName.CONFIRM, device)
        scene = listed(driver)
        if way == "pointer":
            (rows,) = widgets(driver, ListView)
            driver.click(rows.box.centerx, rows.box.top + rows.box.height * 0.02 + 20)
            driver.click(rows.box.centerx, rows.box.top + rows.box.height * 0.02 + 20)
        else:
            driver.command(CommandName.DOWN, device)
            driver.command(CommandName.CONFIRM, device)
        driver.until(lambda: driver.top is not scene and not driver.context.stack.fading)
        assert table(driver).feed.course.guide is SHORT


def test_what_was_gone_through_is_ticked_from_one_day_to_the_next() -> None:
    with driving(lambda context: GuidesScene(context, GAME)) as driver:
        click(driver, next(button for button in widgets(driver, Button) if button.label == "Take the next one"))
        driver.until(lambda: driver.top is not None and not isinstance(driver.top, GuidesScene))
        driver.until(lambda: not driver.context.stack.fading)
        assert to_the_end(driver) == ["market", "laid", "end"]
        driver.step(2)
        driver.context.stack.pop()
        assert listed(driver).subheading == "1 of 2 done"
        click(driver, next(button for button in widgets(driver, Button) if button.label == "Take the next one"))
        driver.until(lambda: not isinstance(driver.top, GuidesScene) and not driver.context.stack.fading)
        assert table(driver).feed.course.guide is GUIDE
        driver.until(lambda: speaks(driver))
        driver.step()
        click(driver, next(button for button in widgets(driver, Button) if button.label == "End the guide"))
        driver.step(3)
    done = GuidesDone(GAME)
    assert "rugs" in done and "whole" not in done, "what was left before its end is not done"


def test_a_file_of_progress_that_is_rubbish_counts_as_none(tmp_path: Path) -> None:
    GuidesDone(GAME).add("rugs")
    (file,) = tmp_path.rglob(f"{GAME}.json")
    file.write_bytes(b"{no list")
    assert "rugs" not in GuidesDone(GAME)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize(("size", "text_size"), [((960, 540), 100), ((1280, 720), 150), ((1920, 1080), 125)])
def test_every_text_of_the_list_fits(language: str, size: tuple[int, int], text_size: int) -> None:
    made = lambda context: GuidesScene(context, GAME)  # noqa: E731 - of one line
    with driving(made, language=language, size=size, text_size=text_size) as driver:
        GuidesDone(GAME).add("rugs")
        driver.context.stack.top.resumed(None)  # type: ignore[union-attr]
        driver.step()
        assert not driver.context.typeface.overflows


def test_what_a_step_says_follows_the_match_while_it_goes_on() -> None:
    with driving(lambda context: arcade.setup(context, GAME)) as driver:
        driver.context.stack.replace(GuidesScene(driver.context, GAME))
        listed(driver)
        driver.command(CommandName.CONFIRM)
        driver.until(lambda: not isinstance(driver.top, GuidesScene) and not driver.context.stack.fading)
        driver.until(lambda: speaks(driver))
        guide = table(driver)
        assert guide.bubble.next is not None
        click(driver, guide.bubble.next)
        driver.until(lambda: guide.step_now is SHORT.steps[1])
        assert guide.bubble.next is None and guide.bubble.visible
        act(driver, guide)
        driver.step(2)
        assert guide.bubble.visible, "it stays while the picture moves"


def test_a_step_that_says_when_it_is_done_outlives_its_moment() -> None:
    steps: tuple[Step[int, Any], ...] = (
        Step("first", lambda view: view == 1, until=lambda view: view >= 4),
        Step("missed", lambda view: view >= 2, until=lambda view: view >= 3),
        Step("third", lambda view: view >= 2),
    )
    course = Course(Guide((), 0, steps))
    assert [step and step.name for step in map(course.now, (0, 1, 2, 3))] == [None, "first", "first", "first"]
    assert course.now(4) is steps[2], "what holds already is passed over"
    course.passed(steps[2])
    assert course.done and course.whole


def test_a_course_that_was_ended_is_not_whole() -> None:
    course = Course(Guide((), 0, (Step("only", lambda _view: True),)))
    course.end()
    assert course.done and not course.whole


def test_time_runs_on_while_a_step_waits_for_its_end() -> None:
    guide: Guide[Any, Any] = Guide(
        (), 0, (Step("tap", lambda _view: True, actions=anything, until=lambda view: view.slices >= 5),)
    )
    feed = GuideFeed(Cabinet(Sliced(), {}), MatchPlan("sliced", (SeatPlan("me"),), Options(), 0))
    feed.course = Course(guide)
    now = 0.0
    feed.poll(now)
    while feed.view.slices < 4:
        assert not feed.reading and feed.choice is not None
        assert feed.course.now(feed.view) is guide.steps[0]
        assert feed.play(0, feed.choice.legal[0]) is None  # type: ignore[index]
        now += 0.05
        feed.poll(now)
    now += 0.2
    feed.poll(now)
    assert feed.course.now(feed.view) is None and feed.course.whole
    feed.close()
