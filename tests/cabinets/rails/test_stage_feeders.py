"""Oil from a well in the sea by ship to a dock, by truck to a refinery: bought on the cards of dock and stop."""

from __future__ import annotations

from game.cabinets.rails.contract.actions import Plan
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.stage.person.play import Selected
from game.cabinets.rails.yards.lessons import LESSONS
from game.core.rules import Move
from tests.cabinets.rails.solo import Solo


def test_a_ship_and_trucks_bring_oil_to_the_refinery() -> None:
    lesson = LESSONS["transfer"]()
    solo = Solo(Options(size=32), 1, land=lesson.land)
    groups = tuple(group for step in lesson.steps for group in step.groups)
    solo.rules.step(solo.state, [Move(0, Plan(1, groups))])
    solo.stage.reset(solo.view)
    solo.frame()
    solo.click(10.5, 15.5)
    solo.press("buy.ship")
    assert solo.refusals == [] and solo.look.vehicles[0].model == VehicleModel.SHIP
    solo.click(11.5, 15.5)
    solo.press("buy.truck")
    assert solo.look.vehicles[1].model == VehicleModel.TRUCK and solo.stage.play.refusal == ""
    solo.stage.play.pace.speed = 8
    spots: set[object] = set()
    while solo.view.units[0] == 0:
        solo.frame()
        field = solo.stage.play.field
        assert field is not None
        spots |= {field.spot_of(one.id, solo.stage.play.pace.seen) for one in solo.look.vehicles}
        assert solo.seconds < 120, "no oil comes to the refinery"
    assert len(spots) > 20
    for one in solo.look.vehicles:
        solo.stage.play.selected = Selected("vehicle", one.id)
        solo.frame()
        solo.stage.draw(solo.canvas(960, 540))
    assert solo.stage.surroundings.typeface.overflows == []
