"""What programs without the match read from a view of Caravan Rails: where trains lie, what plans would do."""

from __future__ import annotations

import pytest

from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.codec.works import decode, shortened
from game.cabinets.rails.contract.actions import Advance, Buy, Call, Clear, Group, Platforms, Rail, Signal, Span
from game.cabinets.rails.contract.views import VehicleState
from game.cabinets.rails.match.state import State
from game.cabinets.rails.seen.match import match_of
from game.cabinets.rails.seen.site import site_of
from game.cabinets.rails.seen.ways import Leg, entered, onward, turned, ways
from game.cabinets.rails.stage.sight.offers import proposed
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.works import SPAN
from game.cabinets.rails.world.land import MINE, POWER_STATION, Industry, Town
from game.core.rules import SPECTATOR, Move
from tests.cabinets.rails.matches import COAL_LINE, RULES, advance, at, begun, coal_land, land, play

TRAIN = Buy("freight", 5, 0, COAL_LINE)
WINDING: tuple[Group, ...] = (
    Rail(6, 10, "W", "E14 S E S E S E3"),
    Span(25, 13, "E", 5, "bridge"),
    Rail(30, 13, "W", "E6 N E N E N E12"),
    Platforms(6, 10, "EW", 4, 1),
    Platforms(50, 10, "EW", 4, 1),
    Rail(20, 10, "W", "E3 N E N E3 S E S E9"),
)
"""From the mine to the power station over diagonals and a bridge."""


def _winding(*more: Group) -> State:
    state = begun(coal_land())
    play(state, *WINDING[:-1], *more, TRAIN)
    return state


def test_ways_are_what_the_match_holds() -> None:
    state = _winding()
    spans = 0
    for _ in range(60):
        advance(state, 9)
        view = RULES.view(state, SPECTATOR)
        railway = state.railway
        (way,) = ways(view, decode(view.works)).values()
        expected = []
        for leg in railway.path(0):
            x, y, _, _ = place = railway.slots.place(leg)
            kind = railway.slots.named[leg >> 1][1]
            spans += kind >= SPAN
            expected.append(Leg(y * view.size + x, 2 * (place.kind if kind < SPAN else kind) + place.direction))
        assert list(way.legs) == expected
    assert spans > 0


def test_what_ran_leads_from_one_view_to_the_next() -> None:
    state = _winding()
    choices = 0
    for _ in range(120):
        before = RULES.view(state, SPECTATOR)
        RULES.step(state, [Move(0, Advance(11))])
        after = RULES.view(state, SPECTATOR)
        works = decode(after.works)
        then, now, entries = ways(before, works), ways(after, works), entered(after)
        for vehicle, way in now.items():
            legs = list(then[vehicle].legs[: then[vehicle].head + 1])
            for tick, choice in entries.get(vehicle, []):
                assert 0 < tick <= after.tick - before.tick
                choices += 1
                if choice == 3:
                    legs = [turned(64, works, leg) for leg in reversed(legs)]
                else:
                    legs.append(onward(64, works, legs[-1], choice))
            body = way.legs[: way.head + 1]
            assert tuple(legs[-len(body) :]) == body
    assert choices > 40


def test_a_plan_that_is_tried_on_a_view_costs_what_it_costs_in_the_match() -> None:
    state = _winding()
    advance(state, 30)
    view = RULES.view(state, SPECTATOR)
    site = site_of(view, state.land)
    groups = (
        Rail(40, 20, "W", "E6"),
        Signal(42, 20, "W", "E", "two_way"),
        Clear(40, 20, "rail"),
        Rail(60, 20, "W", "E9"),
        Clear(8, 10, "rail"),
    )
    trial = try_groups(site, 0, 0, groups)
    assert trial.prices == (600, 80, -75, 0, 0)
    assert [(one.group, one.reason) for one in trial.refused] == [(3, "out_of_map"), (4, "in_use")]
    assert [built.pieces for built in trial.built.values()] == [2] * 5
    assert shortened(site.built()) == view.works
    cash = state.site.cash[0]
    play(state, *groups[:3])
    assert cash - state.site.cash[0] == 605


def test_orders_are_proposed_from_either_end() -> None:
    state = begun(coal_land())
    play(state, *WINDING[:-1])
    sight = Sight(RULES.view(state, SPECTATOR), state.land)
    assert proposed(sight, 1, 0) == proposed(sight, 2, 0) == (Call(1, "full"), Call(2, "unload"))
    play(state, Clear(15, 10, "rail"))
    assert proposed(Sight(RULES.view(state, SPECTATOR), state.land), 1, 0) == ()


@pytest.mark.parametrize(
    ("takes_coal", "orders"), [(False, ("go", "go")), (True, ("full", "unload"))], ids=["passengers", "coal"]
)
def test_the_cargo_that_is_taken_there_decides_the_orders(takes_coal: bool, orders: tuple[str, str]) -> None:
    """A station that reaches a mine and a town has both to send; who takes passengers alone gets no *unload*."""
    towns = [Town(at(x, 12), number, 900, (at(x, 13),)) for number, x in enumerate((7, 52))]
    industries = (Industry(MINE, at(6, 7), 64), Industry(POWER_STATION, at(52, 7), 0))
    state = begun(land(industries[: 2 if takes_coal else 1], towns))
    play(state, *WINDING[:-1])
    sight = Sight(RULES.view(state, SPECTATOR), state.land)
    assert tuple(call.order for call in proposed(sight, 1, 0)) == orders


def test_a_match_made_of_a_view_goes_on_as_the_real_one() -> None:
    state = _winding()
    for _ in range(25):
        advance(state, 53)
        view = RULES.view(state, SPECTATOR)
        twin = match_of(view, state.land, state.options)
        assert RULES.view(twin, SPECTATOR).vehicles == view.vehicles
        if view.vehicles[0].state == VehicleState.MOVING:
            before = RULES.load(RULES.dump(state))
            for one in (twin, before):
                advance(one, 40)
            now, then = (RULES.view(one, SPECTATOR).vehicles[0] for one in (twin, before))
            assert (now.tile, now.leg, now.offset, now.speed) == (then.tile, then.leg, then.offset, then.speed)
