"""Transfers at the stage: joined or separate is asked, orders are edited by hand, wrong ones are told before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.cabinets.rails.contract.actions import ORDERS, Call, Dock, Plan, Platforms
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.contract.views import Trouble
from game.cabinets.rails.stage.hand.joining import question
from game.cabinets.rails.stage.hand.orders import OrderSheet, mended
from game.cabinets.rails.yards.lessons import LESSONS
from game.core.rules import Move
from game.engine.input import CommandName
from tests.cabinets.rails.solo import Solo

UP, DOWN, LEFT, RIGHT = CommandName.UP, CommandName.DOWN, CommandName.LEFT, CommandName.RIGHT
CONFIRM, BACK, NEXT = CommandName.CONFIRM, CommandName.BACK, CommandName.NEXT


def shore(*groups: object) -> Solo:
    """The land of the lesson of transfers, with what was built there."""
    solo = Solo(Options(size=32), 1, land=LESSONS["transfer"]().land)
    if groups:
        solo.rules.step(solo.state, [Move(0, Plan(1, groups))])  # type: ignore[arg-type]
    solo.stage.reset(solo.view)
    solo.frame()
    return solo


def learned() -> Solo:
    """All that the lesson of transfers builds."""
    return shore(*(group for step in LESSONS["transfer"]().steps for group in step.groups))


def tool(solo: Solo, name: str) -> None:
    solo.stage.play.builder.tool = name


def own(solo: Solo) -> set[int]:
    return {one.id for one in solo.look.stations if one.company == 0}


def own_vehicles(solo: Solo) -> list[int]:
    return [one.id for one in solo.look.vehicles]


def walk(solo: Solo, x: int, y: int, *, pad: bool) -> None:
    """Lead the cursor to a tile."""
    at = solo.stage.map.cursor
    solo.command(*[RIGHT if x > at[0] else LEFT] * abs(x - at[0]), pad=pad)
    solo.command(*[DOWN if y > at[1] else UP] * abs(y - at[1]), pad=pad)


def lead_to(solo: Solo, name: str, *, pad: bool) -> None:
    """Lead the focus of keys down to a knob."""
    for _ in range(30):
        if solo.focus == name:
            return
        solo.command(DOWN, pad=pad)
    raise AssertionError(f"keys do not come to {name}")


def by_mouse(solo: Solo, x: int, y: int, answer: str) -> None:
    solo.click(x + 0.5, y + 0.5)
    assert solo.stage.play.builder.question is not None
    solo.press(answer)


def by_keys(solo: Solo, x: int, y: int, answer: str, pad: bool = False) -> None:
    walk(solo, x, y, pad=pad)
    solo.command(CONFIRM, pad=pad)
    assert solo.stage.play.builder.question is not None
    lead_to(solo, answer, pad=pad)
    solo.command(CONFIRM, pad=pad)
    solo.frame()


def by_pad(solo: Solo, x: int, y: int, answer: str) -> None:
    by_keys(solo, x, y, answer, pad=True)


DEVICES = pytest.mark.parametrize("build", [by_mouse, by_keys, by_pad])


@DEVICES
@pytest.mark.parametrize("joined", [False, True])
def test_joined_or_separate_is_asked(build: Callable[[Solo, int, int, str], None], joined: bool) -> None:
    (coast,) = [group for step in LESSONS["transfer"]().steps for group in step.groups if isinstance(group, Dock)]
    solo = shore(Platforms(coast.x + 3, coast.y, "EW", 4, 1))
    (first,) = own(solo)
    tool(solo, "dock")
    build(solo, coast.x, coast.y, f"answer.{first if joined else 0}")
    assert len(own(solo)) == (1 if joined else 2)
    assert not solo.refusals and solo.stage.play.builder.question is None
    assert solo.stage.surroundings.typeface.overflows == []


def test_a_lit_station_on_the_map_answers_too_and_escape_builds_nothing() -> None:
    (coast,) = [group for step in LESSONS["transfer"]().steps for group in step.groups if isinstance(group, Dock)]
    solo = shore(Platforms(coast.x + 3, coast.y, "EW", 4, 1))
    tool(solo, "dock")
    solo.click(coast.x + 0.5, coast.y + 0.5)
    solo.command(BACK)
    assert solo.stage.play.builder.question is None and len(own(solo)) == 1 and len(solo.view.works) < 40
    solo.click(coast.x + 0.5, coast.y + 0.5)
    solo.click(coast.x + 4.5, coast.y + 0.5)
    station = solo.stage.play.sight
    assert station is not None and len(own(solo)) == 1
    assert station.station_at(coast.y * 32 + coast.x) == min(own(solo))


def test_what_touches_one_station_or_lies_far_from_all_is_not_asked_about() -> None:
    solo = shore(Platforms(10, 20, "EW", 4, 1))
    sight = solo.stage.play.sight
    assert sight is not None
    assert question([Platforms(10, 21, "EW", 4, 1)], sight, 0, {}) is None
    assert question([Platforms(10, 28, "EW", 4, 1)], sight, 0, {}) is None
    asked = question([Platforms(20, 20, "EW", 4, 1)], sight, 0, {})
    assert asked is None
    near = question([Platforms(10, 23, "EW", 4, 1)], sight, 0, {})
    assert near is not None and near.separate and near.stations == tuple(own(solo))


def test_what_touches_several_stations_is_asked_about_and_not_refused() -> None:
    solo = shore(Platforms(10, 20, "EW", 4, 1), Platforms(10, 22, "EW", 4, 1, -2))
    assert len(own(solo)) == 2
    tool(solo, "platforms")
    solo.drag((10.5, 21.5), (13.5, 21.5))
    asked = solo.stage.play.builder.question
    assert asked is not None and not asked.separate and set(asked.stations) == own(solo)
    solo.press(f"answer.{max(own(solo))}")
    assert solo.look.stations and len(own(solo)) == 2 and solo.stage.play.refusal == ""


def test_two_stations_become_one_by_a_knob_on_the_card() -> None:
    solo = shore(Platforms(10, 20, "EW", 4, 1), Platforms(10, 23, "EW", 4, 1))
    first, second = sorted(own(solo))
    solo.click(11.5, 20.5)
    solo.press(f"join.{second}")
    assert own(solo) == {first} and solo.refusals == []


def test_a_wrong_order_is_told_before_it_is_given_and_a_knob_mends_it() -> None:
    solo = learned()
    solo.click(10.5, 15.5)
    solo.press("orders.ship")
    assert solo.stage.play.orders is not None
    assert [call.order for call in solo.stage.play.orders.calls] == ["full", "transfer"]
    solo.press("call.1")
    while solo.stage.play.orders.calls[1].order != "go":
        solo.press("order")
    assert solo.stage.desk.cards.knob("mend")
    assert not own_vehicles(solo)
    solo.press("mend")
    mended_to: str = solo.stage.play.orders.calls[1].order
    assert mended_to == "transfer"
    solo.press("orders.give")
    (ship,) = solo.look.vehicles
    assert ship.model == VehicleModel.SHIP and solo.stage.play.orders is None
    (given,) = solo.look.orders
    assert [(ORDERS[call.order], call.trouble) for call in given.calls] == [("full", 0), ("transfer", 0)]
    assert solo.stage.surroundings.typeface.overflows == []


@pytest.mark.parametrize("pad", [False, True])
def test_orders_are_edited_without_a_mouse(pad: bool) -> None:
    solo = learned()
    solo.click(10.5, 15.5)
    solo.press("buy.ship")
    (ship,) = solo.look.vehicles
    solo.stage.play.select(type(solo.stage.play.selected)("vehicle", ship.id))
    solo.frame()
    solo.stage.desk.cards.enter(solo.stage.desk.card)
    lead_to(solo, "orders", pad=pad)
    solo.command(CONFIRM, pad=pad)
    sheet = solo.stage.play.orders
    assert sheet is not None and sheet.vehicle == ship.id
    lead_to(solo, "call.1", pad=pad)
    solo.command(CONFIRM, pad=pad)
    lead_to(solo, "order.after", pad=pad)
    solo.command(CONFIRM, pad=pad)
    assert sheet.calls[1].order == "transfer_load"
    lead_to(solo, "orders.add", pad=pad)
    solo.command(CONFIRM, pad=pad)
    assert sheet.adding
    solo.command(NEXT, pad=pad)
    solo.command(CONFIRM, pad=pad)
    assert len(sheet.calls) == 3 and not sheet.adding
    lead_to(solo, "orders.out", pad=pad)
    solo.command(CONFIRM, pad=pad)
    lead_to(solo, "orders.give", pad=pad)
    solo.command(CONFIRM, pad=pad)
    solo.frame()
    (given,) = solo.look.orders
    assert [ORDERS[call.order] for call in given.calls] == ["full", "transfer_load"]


def test_a_vehicles_card_mends_what_the_match_says_is_wrong() -> None:
    solo = learned()
    solo.click(10.5, 15.5)
    solo.press("orders.ship")
    solo.press("call.1")
    while solo.stage.play.orders and solo.stage.play.orders.calls[1].order != "go":
        solo.press("order")
    solo.press("orders.give")
    (given,) = solo.look.orders
    assert given.calls[1].trouble == Trouble.NOBODY_TAKES
    solo.stage.play.select(type(solo.stage.play.selected)("vehicle", solo.look.vehicles[0].id))
    solo.frame()
    solo.press("mend.1")
    (given,) = solo.look.orders
    assert [(ORDERS[call.order], call.trouble) for call in given.calls] == [("full", 0), ("transfer", 0)]


def test_a_sheet_of_orders_keeps_its_stop_in_hand() -> None:
    sheet = OrderSheet([Call(1, "full"), Call(2, "unload")], vehicle=7)
    sheet.take(1)
    sheet.move(1)
    assert [call.station for call in sheet.calls] == [2, 1] and sheet.place == 0
    sheet.add(3, "go")
    assert [call.station for call in sheet.calls] == [2, 3, 1] and sheet.place == 1
    sheet.mend(Trouble.TWICE)
    assert [call.station for call in sheet.calls] == [2, 1]
    for _ in range(3):
        sheet.remove()
    assert len(sheet.calls) == 1
    for station in range(20):
        sheet.add(station + 1, "go")
    assert len(sheet.calls) == 12 and not sheet.has_room
    assert mended(sheet.calls, 0, Trouble.NOBODY_TAKES)[0].order == "transfer"
