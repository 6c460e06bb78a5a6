"""A free map's story: milestones in sight with their rewards, a clock that waits, an end that says what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cabinets.rails.contract.actions import Advance, Plan, Platforms
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.state import Sold, State, Trade
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.milestones import REWARDS
from game.cabinets.rails.scenes.daily import MapTable
from game.cabinets.rails.scenes.tasks import FreeScene, TaskTable
from game.cabinets.rails.stage.hand.joining import Question
from game.cabinets.rails.stage.person.bests import free_best, note
from game.cabinets.rails.stage.person.medals import COINS_OF_DAY, MILESTONES, earned
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.tasks import built_in
from game.cabinets.rails.yards.writing import save
from game.cabinets.rails.yards.yard import Words
from game.core.attachments import attach_own
from game.core.rules import NATURE, Move, Result, SeatResult
from game.engine.stage import Summary
from game.engine.widgets.parts.richtext import RichText
from game.ground.texts import Texts
from game.scenes.feeds.local import start_local
from game.scenes.setup.alone import plan_alone
from game.scenes.staging.looks import looks_for
from game.scenes.table.finished import FinishedMatch
from game.scenes.table.headline import Headline
from game.scenes.table.results import ResultsScene
from tests.cabinets.rails.solo import Solo
from tests.scenes.scene_driver import Driver, driving

STORY = Options(story=True, minutes=20, cash=20_000)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    monkeypatch.setenv("SOUK_PLAIN", "1")


def delivered(state: State, units: int, *cargoes: Cargo) -> None:
    """Let the first company have delivered so much of each cargo."""
    for cargo in cargoes:
        state.sales[Trade(0, cargo, 0, 1)] = Sold().more(units, units)
        state.units[0] += units


def begins(solo: Solo) -> None:
    """Build the first thing of the match."""
    solo.stage.play.builder.outbox.append(Plan(1, (Platforms(*open_place(solo), "EW", 2, 1),)))
    solo.until(lambda: solo.state.serials[0] == 1)


def open_place(solo: Solo) -> tuple[int, int]:
    """A place where a platform of two tiles fits."""
    land = solo.state.land
    tile = next(one for one in range(land.size * 8, land.size * 9 - 2) if not any(land.terrain[one : one + 2]))
    return tile % land.size, tile // land.size


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_next_milestones_are_in_sight_with_what_they_bring(language: str) -> None:
    solo = Solo(STORY, language=language)
    solo.wait(0.2)
    card = solo.stage.desk.story
    delivered(solo.state, 1_200, Cargo.COAL)
    solo.stage.reset(solo.view)
    solo.wait(0.2)
    assert card.visible and card.reached() == 2 and not solo.stage.desk.goal.visible
    assert next(one.name for one in card.milestones() if not one.reached) == "second_cargo"
    assert card.earned() == ("", "bronze", 3)
    key, values = solo.stage.turn_line() or ("", {})
    assert key == "rails_stage.time_story"
    assert values == {"left": "20:00", "reached": 2, "whole": len(REWARDS)}


def test_the_clock_of_a_story_waits_for_what_is_built_first() -> None:
    solo = Solo(STORY)
    solo.wait(3.0)
    assert solo.state.tick == 0
    begins(solo)
    solo.wait(3.0)
    assert solo.state.tick > 16


def test_no_time_passes_while_a_question_stands() -> None:
    solo = Solo(Options())
    solo.wait(2.0)
    builder = solo.stage.play.builder
    builder.question = Question((), (1, 2), separate=True)
    solo.wait(1.0)
    stood = solo.state.tick
    solo.wait(3.0)
    assert solo.state.tick == stood > 0
    assert solo.stage.instruction() == ("rails_stage.hint.question_alone", {})
    builder.question = None
    solo.wait(1.0)
    assert solo.state.tick > stood


def test_the_last_minute_is_told_once() -> None:
    solo = Solo(Options(minutes=5))
    solo.stage.play.pace.speed = 8
    solo.until(lambda: solo.state.is_over, most=120)
    told = Texts("en").line("rails_stage.minute_left")
    assert [one.text for one in solo.stage.play.news].count(told) == 1


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_end_says_goal_medal_best_and_what_is_wanted_next(language: str) -> None:
    solo = Solo(STORY, language=language)
    solo.wait(0.2)
    plain = solo.stage.sum_up()
    assert plain is not None and not plain.won
    assert free_best(STORY).milestones == 0
    delivered(solo.state, 6_000, Cargo.COAL, Cargo.OIL)
    solo.stage = RailsStage(solo.stage.surroundings)
    solo.stage.reset(solo.view)
    solo.stage.play.plays = True
    told = solo.stage.sum_up()
    assert told is not None and told.won
    texts = Texts("ko" if language == "ko" else "en")
    assert told.title.count("4") and "8" in told.title
    assert texts.line("rails_stage.medal.silver") in told.text and "12,000" in told.text
    assert texts.line("rails.milestone.four_lines") in told.text
    assert free_best(STORY).milestones == 4 and earned(4, MILESTONES).medal == "bronze"
    assert free_best(Options(story=True, minutes=20)).milestones == 0


@pytest.mark.parametrize("language", ["en", "ko"])
def test_gold_is_the_highest_medal_of_a_free_map(language: str) -> None:
    solo = Solo(STORY, language=language)
    delivered(solo.state, 60_000, Cargo.COAL, Cargo.OIL, Cargo.FUEL)
    for taker in (2, 3, 4):
        solo.state.sales[Trade(0, Cargo.COAL, 0, taker)] = Sold().more(1, 1)
    solo.stage.reset(solo.view)
    solo.wait(0.2)
    assert solo.stage.desk.story.visible and solo.stage.desk.story.earned().medal == "gold"
    told = solo.stage.sum_up()
    texts = Texts("ko" if language == "ko" else "en")
    assert told is not None and told.won and texts.line("rails_stage.end.highest") in told.text


def summed_up(driver: Driver) -> Summary:
    table = driver.top
    assert isinstance(table, TaskTable | MapTable)
    told = table.summary()
    assert told is not None
    return told


def test_a_yard_without_a_medal_is_not_won() -> None:
    note("first_coal", 1_000, 5_000, ())

    with driving(
        lambda context: TaskTable(
            context, start_local(plan_alone(context, "rails", Options(yard="first_coal"), 1), context.settings)
        )
    ) as driver:
        table = driver.top
        assert isinstance(table, TaskTable) and isinstance(table.stage, RailsStage)
        driver.until(lambda: table.feed.view.number >= 0)
        goal = built_in()["first_coal"].goal
        assert goal is not None
        table.stage.desk.goal.units = goal.units - 1
        told = summed_up(driver)
        assert not told.won and "First coal" in told.text and "1,000" in told.text
        assert Texts("en").line("rails_stage.medal.bronze") in told.text
        table.stage.desk.goal.units = goal.gold
        assert summed_up(driver).won
        result = Result((SeatResult(1, 5_107),), "rails.end.time")
        looks = looks_for(table.feed.seats, driver.context.settings)
        finished = FinishedMatch("rails", looks, result, (), summary=told)
        head = Headline(result, looks, True, driver.context.texts, told)
        assert head.title == told.title and not head.won and not head.place(1)
        results = ResultsScene(driver.context, finished, ())
        driver.context.stack.push(results)
        driver.until(lambda: driver.top is results and not driver.context.stack.fading)
        assert any(isinstance(one, RichText) and "1,000" in one.text for one in results.group.widgets)
        assert driver.context.typeface.overflows == []


def test_the_map_of_the_day_says_what_its_next_medal_wants() -> None:
    with driving(
        lambda context: MapTable(
            context,
            start_local(plan_alone(context, "rails", Options(minutes=20), 7), context.settings),
            "2026-11-29",
            counts=True,
        )
    ) as driver:
        table = driver.top
        assert isinstance(table, MapTable)
        driver.until(lambda: table.feed.view.number >= 0)
        told = summed_up(driver)
        assert not told.won and f"{COINS_OF_DAY[0]:,}" in told.text


def test_free_maps_lie_at_the_stall_each_with_its_best() -> None:
    with driving(FreeScene) as driver:
        scene = driver.top
        assert isinstance(scene, FreeScene)
        assert [row.medal for row in scene.rows()] == ["", ""]
        scene._open(0)
        driver.until(lambda: isinstance(driver.top, TaskTable))
        table = driver.top
        assert isinstance(table, TaskTable) and table.feed.options == STORY
        driver.until(lambda: table.feed.view.number >= 0 and not driver.context.stack.fading)
        assert isinstance(table.stage, RailsStage) and table.stage.desk.story.visible


def test_a_story_that_was_saved_goes_on_as_one(tmp_path: Path) -> None:
    rules = RailsRules()
    state = rules.start(1, STORY)
    rules.step(state, [Move(NATURE, 3)])
    written = save(STORY, 3, [Advance(32)], Words("a", "b"), Words("c", "d"))
    assert read_yard(written).story
    path = tmp_path / "saved.toml"
    path.write_bytes(written)
    options = Options(yard=attach_own(path))
    again = rules.start(1, options)
    rules.step(again, [Move(NATURE, 0)])
    assert again.story and rules.brief(again, 0)["story"]  # type: ignore[index]
