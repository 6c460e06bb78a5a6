"""A line and its train copied in one gesture: between two places, by pointer, keys and pad."""

from __future__ import annotations

import pytest

from game.cabinets.rails.contract.actions import Buy, Call, Plan, Platforms, Rail
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.stage.asking import draw_refusal
from game.cabinets.rails.stage.person.copying import LineCopy
from game.cabinets.rails.stage.person.play import Selected
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WELL, Industry, Land, Town
from game.core.rules import NATURE, Move
from game.engine.input import CommandName, PointerMoved, PointerPressed, PointerReleased
from tests.cabinets.rails.matches import RULES, at, begun, land, play
from tests.cabinets.rails.solo import Solo
from tests.cabinets.rails.test_played import LINE

FIRST, SECOND, POWER = (6, 7), (6, 30), (52, 7)


def two_mines() -> Land:
    """Two mines in the west, a power station in the east."""
    mines = [Industry(MINE, at(*place), 64) for place in (FIRST, SECOND)]
    return land((*mines, Industry(POWER_STATION, at(*POWER), 0)))


@pytest.fixture
def solo() -> Solo:
    """One line with a train of seven wagons runs from the first mine; the camera shows all of the map."""
    made = Solo(Options(), land=two_mines())
    calls = (Call(1, "full"), Call(2, "unload"))
    made.stage.play.builder.outbox.append(Plan(1, (*LINE, Buy("freight", 7, 0, calls))))
    made.until(lambda: len(made.state.site.vehicles) == 1)
    made.stage.map.show_all()
    made.stage.play.select(Selected("vehicle", 1))
    made.wait(0.2)
    return made


def trains(solo: Solo) -> list[tuple[int, str, list[str]]]:
    """Wagons, model and orders of each train."""
    site = solo.state.site
    return [
        (one.goods, one.model.word, [call.order for call in site.lists[one.list]]) for one in site.vehicles.values()
    ]


def copied(solo: Solo) -> None:
    """There are two trains alike, and the second one's stations are new."""
    solo.until(lambda: len(solo.state.site.vehicles) == 2, most=5)
    assert trains(solo)[0] == trains(solo)[1] and len(solo.state.site.stations) == 4
    assert not solo.stage.play.line_copy.active and not solo.refusals


def test_a_drag_from_a_mine_to_a_power_station_builds_the_line_with_its_train(solo: Solo) -> None:
    solo.press("line_copy")
    assert solo.stage.instruction() == ("rails_stage.hint.line_copy_first", {})
    solo.drag((SECOND[0] + 0.5, SECOND[1] + 0.5), (POWER[0] + 0.5, POWER[1] + 0.5))
    copied(solo)
    solo.until(lambda: sum(solo.state.units) > 0, most=200)
    solo.stage.take_undo()


def test_a_drag_ends_at_a_place_that_the_plan_bar_came_to_lie_over(solo: Solo) -> None:
    camera, stage = solo.stage.map.field.camera, solo.stage
    camera.zoom = camera.zooms[1]
    camera.middle = POWER[0] - 5.0, POWER[1] + 1.0 - (stage.height / 2 - 40) / camera.zoom
    solo.frame()
    at_foot = solo.spot(POWER[0] + 0.5, POWER[1] + 0.5)
    solo.key("c")
    first, beside = solo.spot(FIRST[0] + 0.5, FIRST[1] + 0.5), solo.spot(POWER[0] + 0.5, POWER[1] - 1.5)
    stage.handle(PointerMoved(*first))
    stage.handle(PointerPressed(*first))
    for spot in (beside, at_foot):
        stage.handle(PointerMoved(*spot))
        solo.frame()
    assert stage.desk.plan.box.collidepoint(at_foot)
    stage.handle(PointerReleased(*at_foot))
    copied(solo)


def test_two_clicks_do_the_same_and_the_price_is_seen_before(solo: Solo) -> None:
    solo.key("c")
    solo.click(SECOND[0] + 0.5, SECOND[1] + 0.5)
    assert solo.stage.instruction() == ("rails_stage.hint.line_copy_last", {})
    solo.stage.map.hovered = None
    solo.stage.map.point(*solo.spot(POWER[0] + 0.5, POWER[1] + 0.5))
    builder = solo.stage.play.builder
    solo.frame()
    assert "undo" in {knob.name for knob in solo.stage.desk.plan.knobs}
    assert builder.groups and not builder.trial.refused and sum(builder.trial.prices) > 5_000
    solo.click(POWER[0] + 0.5, POWER[1] + 0.5)
    assert not solo.stage.map.copying.held
    copied(solo)


@pytest.mark.parametrize("pad", [False, True])
def test_keys_and_pad_copy_a_line(solo: Solo, pad: bool) -> None:
    solo.stage.play.copy_line()
    for place in (SECOND, POWER):
        solo.stage.map.cursor = (place[0] - 1, place[1])
        solo.command(CommandName.RIGHT, CommandName.CONFIRM, pad=pad)
    copied(solo)


def test_where_nothing_is_carried_a_sentence_says_so_and_nothing_is_built(solo: Solo) -> None:
    solo.stage.play.copy_line()
    solo.click(30.5, 40.5)
    assert solo.stage.play.refusal == "rails_stage.line_copy_no_place"
    solo.click(FIRST[0] + 0.5, FIRST[1] + 0.5)
    copying = solo.stage.map.copying
    assert copying.refused == ""
    solo.stage.handle(PointerMoved(*solo.spot(POWER[0] + 0.5, POWER[1] + 0.5)))
    assert copying.refused == ""
    solo.stage.handle(PointerMoved(*solo.spot(SECOND[0] + 0.5, SECOND[1] + 0.5)))
    solo.stage.play.refused_for = 0.0
    assert copying.refused == "rails_stage.line_copy_nothing"
    assert draw_refusal(solo.canvas(), solo.stage.map), "said beside the pointer, before the click"
    solo.click(SECOND[0] + 0.5, SECOND[1] + 0.5)
    assert solo.stage.play.refusal == "rails_stage.line_copy_nothing"
    solo.command(CommandName.BACK)
    assert not solo.stage.play.line_copy.active and not solo.stage.play.builder.groups
    assert len(solo.state.site.vehicles) == 1


def test_a_chain_is_planned_before_the_first_oil_has_come() -> None:
    """The refinery makes no fuel yet, but will: the line from there to a town is laid at once with the one to it."""
    town = Town(at(36, 50), 0, 900, (at(36, 51),))
    state = begun(land((Industry(WELL, at(6, 7), 64), Industry(REFINERY, at(52, 7), 0)), (town,)))
    play(state, *LINE, Buy("freight", 5, 0, (Call(1, "full"), Call(2, "unload"))))
    sight, line_copy = Sight(state), LineCopy()
    line_copy.begin(sight.vehicles[1])
    line_copy.first = 1
    (bought,) = (one for one in line_copy.groups(sight, 2) if isinstance(one, Buy))
    assert [call.order for call in bought.calls] == ["full", "unload"]


def test_a_copy_goes_as_far_as_a_person_asks() -> None:
    """Across a whole map, which computers think not worth a search."""
    state = RULES.start(1, Options())
    RULES.step(state, [Move(NATURE, 7)])
    maker, taker = 0, 3
    assert state.land.distance(*(state.land.industries[place].tile for place in (maker, taker))) == 60
    play(state, Platforms(20, 10, "EW", 4, 1), Platforms(24, 10, "EW", 4, 1))
    play(state, Buy("freight", 5, 0, (Call(1, "go"), Call(1, "go"))))
    sight, line_copy = Sight(state), LineCopy()
    line_copy.begin(sight.vehicles[1])
    line_copy.first = maker
    assert any(isinstance(one, Rail) for one in line_copy.groups(sight, taker))


def test_too_little_money_is_said_and_keeps_the_gesture(solo: Solo) -> None:
    solo.state.site.cash[0] = 100
    solo.stage.reset(solo.view)
    solo.stage.play.copy_line()
    solo.click(SECOND[0] + 0.5, SECOND[1] + 0.5)
    solo.click(POWER[0] + 0.5, POWER[1] + 0.5)
    assert solo.stage.play.refusal == "rails.refuse.no_money"
    assert solo.stage.play.line_copy.active and len(solo.state.site.vehicles) == 1


def test_a_copy_beside_what_is_only_drawn_yet_calls_at_its_own_stations(solo: Solo) -> None:
    play = solo.stage.play
    drawn = play.sight.with_groups(0, (Platforms(20, 50, "EW", 4, 1), Platforms(30, 50, "EW", 4, 1)))
    play.line_copy.begin(play.sight.vehicles[1])
    play.line_copy.first = 1
    (bought,) = (one for one in play.line_copy.groups(drawn, 2) if isinstance(one, Buy))
    assert [call.station for call in bought.calls] == [-3, -4]


def test_the_line_of_a_station_or_the_latest_one_is_copied_as_well(solo: Solo) -> None:
    play = solo.stage.play
    play.select(Selected("station", 2))
    solo.frame()
    assert play.train_to_copy is not None and play.train_to_copy.id == 1
    solo.press("line_copy")
    assert play.line_copy.active
    solo.command(CommandName.BACK)
    assert not play.line_copy.active and not play.selected.kind
    assert solo.stage.instruction() == ("rails_stage.hint.rail_more", {})
    solo.key("c")
    assert play.line_copy.active


def test_a_drag_may_end_beside_a_place_and_where_none_is_it_says_so(solo: Solo) -> None:
    solo.stage.play.copy_line()
    solo.drag((SECOND[0] + 0.5, SECOND[1] + 0.5), (30.5, 40.5))
    assert solo.stage.play.refusal == "rails_stage.line_copy_no_place" and solo.stage.play.line_copy.active
    solo.drag((SECOND[0] - 1.5, SECOND[1] + 0.5), (POWER[0] + 3.5, POWER[1] + 0.5))
    copied(solo)
