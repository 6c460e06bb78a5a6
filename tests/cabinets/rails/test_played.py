"""What people met who played for the first time: what a click means, what is proposed, what stays in sight."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.actions import Advance, Buy, Call, Group, Plan, Platforms, Rail
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.running.milestones import REWARDS
from game.cabinets.rails.stage.lesson import LessonCourse
from game.cabinets.rails.stage.sight.offers import nearest_partners, proposed
from game.cabinets.rails.world.land import REFINERY, WELL, Industry, Land, Town
from game.cabinets.rails.yards.lessons import LESSONS
from game.core.rules import Move
from tests.cabinets.rails.matches import at, coal_land, land
from tests.cabinets.rails.solo import Solo

LINE: tuple[Group, ...] = (
    Rail(6, 10, "W", "E48"),
    Platforms(6, 10, "EW", 4, 1),
    Platforms(50, 10, "EW", 4, 1),
)


def built(ground: Land, *groups: Group, language: str = "en") -> Solo:
    solo = Solo(Options(), 1, language, land=ground)
    solo.rules.step(solo.state, [Move(0, Plan(1, groups))])
    solo.stage.reset(solo.view)
    solo.frame()
    return solo


def oil_land() -> Land:
    """A well in the west, a refinery in the east, and at the well a town that takes fuel."""
    town = Town(at(8, 13), 0, 900, (at(9, 13),))
    return land((Industry(WELL, at(6, 7), 64), Industry(REFINERY, at(52, 7), 0)), (town,))


def test_a_train_is_proposed_for_cargo_that_is_there() -> None:
    solo = built(oil_land(), *LINE)
    sight = solo.stage.play.sight
    assert sight is not None
    assert proposed(sight, 2, 0) == (Call(1, "full"), Call(2, "unload")), (
        "oil, which is there, and not fuel, which is not"
    )


def test_where_fuel_alone_could_be_carried_no_train_waits_for_it() -> None:
    ground = land((Industry(REFINERY, at(52, 7), 0),), (Town(at(8, 13), 0, 900, (at(9, 13),)),))
    solo = built(ground, *LINE)
    sight = solo.stage.play.sight
    assert sight is not None
    assert "full" not in [call.order for call in proposed(sight, 2, 0)]


def test_a_click_on_a_station_begins_a_line_where_its_track_is_open() -> None:
    solo = built(coal_land(), Platforms(6, 10, "EW", 4, 1), Platforms(50, 10, "EW", 4, 1))
    solo.stage.play.builder.tool = "line"
    solo.stage.map.field.camera.zoom = min(solo.stage.map.field.camera.zooms)
    solo.click(7.5, 10.5)
    assert solo.stage.play.builder.drag is not None
    assert solo.stage.play.selected.kind == ""
    solo.click(51.5, 10.5)
    solo.until(lambda: len(solo.stage.play.sight.works) > 8)  # type: ignore[union-attr]
    sight = solo.stage.play.sight
    assert sight is not None and all(10 * 64 + x in sight.works for x in range(10, 50))


def test_a_station_without_an_open_end_shows_its_card_to_any_tool() -> None:
    solo = built(coal_land(), Rail(2, 10, "W", "E12 S4 W12 N4"), Platforms(6, 10, "EW", 4, 1))
    solo.stage.play.builder.tool = "line"
    solo.click(7.5, 10.5)
    assert solo.stage.play.selected.kind == "station"


def test_what_is_said_stays_while_a_step_runs() -> None:
    solo = built(coal_land())
    assert solo.stage.acting == 0
    solo.rules.step(solo.state, [Move(0, Advance(4))])
    solo.stage.choose(None, None)
    assert solo.stage.acting == 0 and solo.stage.instruction() == ("rails_stage.hint.first", {})


def test_ships_and_trucks_are_no_trains() -> None:
    solo = Solo(Options(yard="lesson_transfer"), 1)
    for name, make in LESSONS.items():
        assert LessonCourse(solo.stage.play, make()).mixed == (name == "transfer")


def test_the_plan_bar_counts_what_is_built_and_no_purchase() -> None:
    bought = Buy("freight", 5, 0, (Call(1, "full"), Call(2, "unload")))
    solo = built(coal_land(), *LINE)
    bar = solo.stage.desk.plan
    assert bar.words((Rail(6, 12, "W", "E6"), bought)).startswith("6 pieces")
    assert "piece" not in bar.words((bought,))


def test_the_time_left_and_the_next_medal_stay_while_a_card_is_open() -> None:
    solo = Solo(Options(yard="first_coal"), 1)
    told = solo.stage.turn_line()
    assert told is not None
    line = solo.stage.surroundings.texts.line(*told)
    goal = solo.stage.desk.goal.task
    assert goal is not None and goal.goal is not None
    assert line == f"{goal.last_tick // 480}:00 left · 0 / {goal.goal.units:,}"
    free = ("rails_stage.time_story", {"left": "10:00", "reached": 0, "whole": len(REWARDS)})
    assert Solo().stage.turn_line() == free


def test_the_first_hint_names_the_places_that_are_in_sight() -> None:
    for ground, key in ((coal_land(), "first"), (oil_land(), "first_oil"), (land(), "first_towns")):
        assert built(ground).stage.instruction() == (f"rails_stage.hint.{key}", {})


def test_what_leads_to_the_first_train_is_said_to_the_tools_that_come_before_it() -> None:
    joined: tuple[Group, ...] = LINE
    apart: tuple[Group, ...] = LINE[1:]
    bought = Buy("freight", 5, 0, (Call(1, "full"), Call(2, "unload")))
    for groups, tool, key in (
        (apart, "platforms", "join"),
        (apart, "line", "line"),
        (joined, "platforms", "buy"),
        (joined, "line", "buy"),
        ((*joined, bought), "line", "line"),
    ):
        solo = built(coal_land(), *groups)
        solo.stage.play.builder.tool = tool
        assert solo.stage.instruction() == (f"rails_stage.hint.{key}", {})


@pytest.mark.parametrize(("size", "number", "text"), [(64, 7, 100), (64, 7, 150), (64, 9, 150), (32, 2, 150)])
def test_the_places_of_the_first_hint_lie_under_no_card(size: int, number: int, text: int) -> None:
    """Also where one of them is near the edge of the map that the milestones lie over."""
    solo = Solo(Options(size=size, story=True), number, "en", text)
    solo.stage.fit(1130.0, 624.0)
    solo.stage.reset(solo.view)
    solo.stage.map.begin()
    solo.frame()
    field, desk = solo.stage.map.field, solo.stage.desk
    for tile in nearest_partners(field.land):
        sign = field.box_of(tile % size, tile // size, 2, 2)
        assert field.camera.window.contains(sign)
        assert all(not card.box.colliderect(sign) for card in (desk.tools, desk.story, desk.top))


def test_no_row_of_a_map_that_fits_lies_under_the_top_bar() -> None:
    for text in (100, 150):
        solo = Solo(Options(yard="first_coal"), 1, "ko", text)
        solo.frame()
        field = solo.stage.play.field
        assert field is not None
        assert field.camera.outside(0, 0)[1] >= solo.stage.desk.top.box.bottom - 1
        assert field.camera.outside(0, field.land.size)[1] <= solo.stage.height


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("row", [2, 9, 13, 24])
def test_the_question_covers_no_station_that_it_is_about(text: int, row: int) -> None:
    solo = Solo(Options(), 1, "ko", text, land=coal_land())
    solo.rules.step(solo.state, [Move(0, Plan(1, (Platforms(20, row, "EW", 4, 1),)))])
    solo.stage.reset(solo.view)
    solo.stage.map.field.camera.glide_to(24, 13, 0)
    solo.frame()
    solo.key("5")
    solo.drag((26.5, row + 0.5), (29.5, row + 0.5))
    solo.wait(0.2)
    desk, station = solo.stage.desk, solo.stage.place("station.1")
    assert desk.question.visible
    if station is not None and desk.top.box.bottom < station.top and station.bottom < desk.plan.box.top:
        assert not desk.question.box.colliderect(station)
