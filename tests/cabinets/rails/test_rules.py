"""Building, buying and running in Caravan Rails: what plans do and cost, and what is refused."""

from __future__ import annotations

import msgspec
import pytest

from game.cabinets.rails.contract.actions import (
    Buy,
    Call,
    Clear,
    Group,
    Orders,
    Plan,
    Platforms,
    Queue,
    Rail,
    Sell,
    Signal,
    Signals,
    Span,
    TakeBack,
)
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.track.trains import WRECKED
from game.cabinets.rails.world.land import ROCK, WATER
from game.core.rules import NATURE, SPECTATOR, Event, Move, Window
from tests.cabinets.rails.matches import COAL_LINE, RULES, SINGLE, advance, at, begun, coal_land, land, play, refused

TRAIN = Buy("freight", 5, 0, COAL_LINE)


def test_layout_1_with_a_train_costs_what_the_table_says() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    assert state.options.cash - state.site.cash[0] == 10_200
    assert state.site.spent[0] == 10_200


def test_coal_is_delivered_and_paid() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    events = advance(state, 1200)
    sold = [event.data for event in events if event.kind == "delivered"]
    assert sum(one["units"] for one in sold) == state.units[0] > 0
    assert sum(one["coins"] for one in sold) == state.delivered[0] == state.units[0] * 46 * 100 * 255 // 255_000
    upkeep = 4 * (1200 // 20)
    assert state.site.cash[0] == state.options.cash - 10_200 - upkeep + state.delivered[0]


def test_the_books_tell_what_came_from_where_and_where_trains_waited() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    advance(state, 1200)
    (sale,) = look_of(state).sales
    assert (sale.company, sale.cargo, sale.coins, sale.units) == (0, 0, state.delivered[0], state.units[0])
    assert not state.lost
    play(state, TRAIN)
    advance(state, 800)
    lost = look_of(state).lost
    assert sum(one.ticks for one in lost) == sum(one.stood for one in look_of(state).vehicles) > 800
    jammed = {one.tile for one in look_of(state).vehicles}
    assert {one.tile for one in lost[:2]} == jammed
    assert look_of(RULES.load(RULES.dump(state))).lost == lost


def test_a_match_alone_ends_after_its_minutes() -> None:
    state = begun(coal_land(), minutes=5)
    advance(state, 5 * 480)
    assert RULES.ask(state) is None
    assert RULES.result(state).seats[0].score == 0


@pytest.mark.parametrize(
    ("groups", "reason"),
    [
        ((Rail(60, 10, "W", "E9"),), "out_of_map"),
        ((Rail(1 << 62, -(1 << 62), "W", "E9"),), "out_of_map"),
        ((Rail(10**30, -(10**30), "W", "E9"),), "number"),
        ((Rail(20, 20, "W", "E S W"),), "bend"),
        ((Rail(20, 20, "W", ""),), "no_run"),
        ((Rail(20, 20, "W", "E999"),), "no_run"),
        ((Rail(20, 20, "W", "W"),), "no_run"),
        ((Rail(20, 30, "W", "E5"),), "terrain"),
        ((Rail(4, 7, "W", "E4"),), "terrain"),
        ((Signal(20, 20, "W", "E", "one_way"),), "no_track"),
        ((Signal(20, 20, "W", "W", "one_way"),), "no_track"),
        ((Rail(20, 20, "W", "E5"), Rail(21, 20, "W", "S"), Signal(21, 20, "W", "E", "one_way")), "signal_on_junction"),
        ((Rail(20, 20, "W", "E5"), Signals(20, 20, "W", "E", 1 << 62)), "gap"),
        ((Platforms(20, 20, "EW", 1, 1),), "platform_length"),
        ((Platforms(20, 20, "EW", 1 << 62, 1),), "too_much"),
        ((Platforms(20, 20, "EW", 4, 1, 77),), "unknown_station"),
        ((Platforms(20, 20, "EW", 4, 1), Platforms(40, 20, "EW", 4, 1, -1)), "station_far"),
        ((Span(20, 20, "E", 9, "bridge"),), "span_length"),
        ((Span(24, 28, "S", 4, "bridge"),), "terrain"),
        ((Clear(20, 20, "rail"),), "nothing_there"),
        ((Clear(20, 20, "signal"),), "nothing_there"),
        ((Buy("freight", 0, 0, COAL_LINE),), "wagons"),
        ((Buy("freight", 24, 0, COAL_LINE),), "wagons"),
        ((Buy("freight", -1, 6, COAL_LINE),), "wagons"),
        ((Buy("freight", 5, 0),), "calls"),
        ((Buy("freight", 5, 0, like=3),), "unknown_vehicle"),
        ((TRAIN,), "unknown_station"),
        ((Orders((1,), COAL_LINE),), "unknown_vehicle"),
        ((Orders((), COAL_LINE),), "vehicles"),
        (
            (
                Sell(
                    (1, 1),
                ),
            ),
            "vehicles",
        ),
        ((TakeBack(1 << 62),), "nothing_to_take_back"),
        (tuple(Platforms(20, 40 + y, "EW", 12, 1) for y in range(0, 20, 2)) * 4, "too_much"),
        ((Platforms(20, 34, "EW", 12, 14),), "no_money"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said_and_nothing_changes(groups: tuple[Group, ...], reason: str) -> None:
    terrain = {at(22, 30): WATER, at(24, 30): ROCK}
    ground = land(coal_land().industries, tiles=terrain)
    state = begun(ground)
    before = RULES.dump(state)
    assert refused(state, *groups) == reason
    assert RULES.dump(state) == before


def test_clearing_returns_three_quarters_and_leaves_the_same_map() -> None:
    state = begun(coal_land())
    before = state.site.built()
    play(state, Rail(20, 20, "W", "E5"), Signal(22, 20, "W", "E", "one_way"))
    play(state, *(Clear(x, 20, "rail") for x in range(20, 25)))
    assert state.site.built() == before
    assert state.site.cash[0] == state.options.cash - (5 * 100 + 80) + 5 * 75 + 60


def test_a_plan_that_is_taken_back_leaves_the_same_dump_but_for_serials() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    advance(state, 100)
    before = RULES.load(RULES.dump(state))
    passing = Rail(20, 10, "W", "S E7 N E"), Signal(26, 10, "W", "E", "one_way")
    play(state, *passing, Platforms(6, 12, "EW", 4, 2, 1), TRAIN)
    assert RULES.dump(state) != RULES.dump(before)
    assert RULES.view(state, SPECTATOR).takeable == ((2,),)
    play(state, TakeBack(2))
    before.serials, before.ran, before.moves = state.serials, b"", state.moves
    assert msgspec.msgpack.decode(RULES.dump(state)) == msgspec.msgpack.decode(RULES.dump(before))


def test_what_a_train_used_is_not_taken_back() -> None:
    state = begun(coal_land())
    play(state, *SINGLE)
    play(state, TRAIN)
    assert refused(state, TakeBack(1)) == "used_since"
    assert refused(state, TakeBack(2)) == ""
    advance(state, 4)
    assert refused(state, TakeBack(1)) == "nothing_to_take_back"


def test_a_piece_that_a_train_owns_is_not_cleared() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN)
    advance(state, 20)
    assert refused(state, Clear(8, 10, "rail")) == "in_use"


def test_a_loaded_match_goes_on_as_the_other_does() -> None:
    state = begun(coal_land())
    loop = Rail(20, 10, "W", "S E7 N E"), Signal(26, 10, "W", "E", "one_way"), Signal(22, 11, "E", "W", "one_way")
    play(state, *SINGLE, *loop, Signal(10, 10, "W", "E", "two_way"), Signal(49, 10, "E", "W", "two_way"), TRAIN, TRAIN)
    for _ in range(30):
        advance(state, 37)
        other = RULES.load(RULES.dump(state))
        assert RULES.dump(other) == RULES.dump(state)
        assert RULES.view(other, SPECTATOR) == RULES.view(state, SPECTATOR)
        advance(other, 50)
        advance(state, 50)
        assert RULES.dump(other) == RULES.dump(state)
    assert state.units[0] > 0


def test_views_survive_the_wire() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, TRAIN, TRAIN)
    advance(state, 300)
    view = RULES.view(state, SPECTATOR)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View) == view
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_an_empty_plan_is_always_right() -> None:
    state = begun(coal_land())
    assert RULES.check(state, 0, Plan(-(10**30))) is None
    assert RULES.check(state, 0, Plan(0, (Rail(1, 1, "W", "E"),))) == "rails.refuse.serial"
    assert refused(state, Buy("freight", 5, 0, (Call(1),) * 13)) == "calls"


LOOP = (
    Rail(2, 10, "S", "E60 S5 W60 N5"),
    Platforms(6, 10, "EW", 4, 1),
    Platforms(50, 10, "EW", 4, 1),
)


def test_trains_without_a_signal_crash_where_collisions_are_classic() -> None:
    state = begun(coal_land(), collisions="classic")
    slow, fast = Buy("freight", 5, 0, (Call(1), Call(2))), Buy("express", 2, 0, (Call(1), Call(2)))
    play(state, *LOOP, slow)
    advance(state, 60)
    play(state, fast)
    cash = state.site.cash[0]
    events: list[Event] = []
    while "crashed" not in {event.kind for event in events}:
        events = advance(state, 10)
    (crash,) = [event.data for event in events if event.kind == "crashed"]
    assert {crash["first"], crash["second"]} == {1, 2}
    assert [int(one) for one in state.railway.trains.state[:2]] == [WRECKED, WRECKED]
    other = RULES.load(RULES.dump(state))
    assert RULES.view(other, SPECTATOR) == RULES.view(state, SPECTATOR)
    advance(state, 410)
    assert state.site.vehicles == {} and state.site.lists == {}
    assert state.site.cash[0] - cash > (3000 + 2200 + 800) // 2 - 12 * 60
    assert not any(owner >= 0 for owner in state.railway.holding.owner)


def test_nothing_collides_where_trains_reserve() -> None:
    state = begun(coal_land())
    play(state, *LOOP, Buy("freight", 5, 0, (Call(1), Call(2))))
    advance(state, 60)
    play(state, Buy("express", 2, 0, (Call(1), Call(2))))
    assert not [event for event in advance(state, 1200) if event.kind == "crashed"]


def test_a_train_that_waits_in_vain_is_said_to_starve() -> None:
    state = begun(coal_land())
    play(state, *SINGLE, Buy("freight", 5, 0, (Call(2, "full"), Call(1, "unload"))))
    assert [event.data["vehicle"] for event in advance(state, 900) if event.kind == "starved"] == [1]


def test_running_takes_queues_and_passes_over_what_was_played() -> None:
    state = begun(coal_land(), seats=2, time="running")
    ask = RULES.ask(state)
    assert ask is not None and (ask.window, ask.standing, ask.seats) == (Window.SLICE, True, (0, 1))
    first, second = Plan(1, (Rail(20, 20, "W", "E5"),)), Plan(2, (Rail(20, 22, "W", "E5"),))
    nothing = Move(1, RULES.fallback(state, 1))
    assert RULES.check(state, 0, Queue((second, first))) == "rails.refuse.serial"
    RULES.step(state, [Move(0, Queue((first,))), nothing])
    assert (state.tick, state.serials) == (4, [1, 0])
    assert RULES.check(state, 0, Queue((first, second))) is None
    RULES.step(state, [Move(0, Queue((first, second))), nothing])
    assert (state.tick, state.serials) == (8, [2, 0])
    assert state.site.cash[0] == state.options.cash - 1000


def test_who_builds_first_in_a_round_goes_round() -> None:
    state = begun(coal_land(), seats=2, ticks=100)
    rail = (Rail(20, 20, "W", "E5"),)
    for serial in (1, 2):
        first = RULES.view(state, SPECTATOR).first
        events = RULES.step(state, [Move(seat, Plan(serial, rail)) for seat in (0, 1)])
        while state.due:
            assert RULES.ask(state) is not None
            RULES.step(state, [Move(NATURE, 0)])
        if serial == 1:
            (left_out,) = [event.data for event in events if event.kind == "refused_piece"]
            assert (left_out["seat"], left_out["reason"]) == (1 - first, "property")
    assert RULES.view(state, SPECTATOR).first == first ^ 1 and state.tick == 200


def test_shared_companies_build_one_network() -> None:
    state = begun(coal_land(), seats=3, company="shared")
    one, other = Plan(1, SINGLE[:2]), Plan(1, (SINGLE[2], Rail(20, 11, "W", "E2")))
    RULES.step(state, [Move(0, one), Move(1, other), Move(2, Plan(0))])
    assert len(state.site.cash) == 1 and set(state.site.works.companies.values()) == {0}
    assert RULES.scores(state) == (0, 0, 0)


def test_lines_of_signals_cost_no_more_to_check_than_they_are_worth() -> None:
    state = begun(coal_land(), free=True)
    play(state, Rail(2, 20, "W", "E58"))
    assert refused(state, *(Signals(2, 20, "W", "E", 2) for _ in range(300))) == "too_much"
    assert refused(state, *(Signals(2, 20, "W", "E", 2) for _ in range(20))) == ""


def test_a_jam_counts_for_the_company_that_stands_in_it() -> None:
    state = begun(coal_land(), seats=2, ticks=400)
    trains = (Buy("freight", 5, 0, COAL_LINE), Buy("freight", 5, 0, COAL_LINE))
    RULES.step(state, [Move(0, Plan(1, (*SINGLE, *trains))), Move(1, Plan(0))])
    while state.due:
        RULES.step(state, [Move(NATURE, 0)])
    assert state.jam_ticks[0] > 0 and state.jam_ticks[1] == 0
