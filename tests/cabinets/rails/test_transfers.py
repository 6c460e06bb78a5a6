"""Oil from a well in the sea by ship, truck and train; credits of those who carried it; orders that are explained."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.contract.actions import (
    Buy,
    Call,
    Clear,
    Dock,
    Group,
    Join,
    OrderKind,
    Orders,
    Platforms,
    Rail,
    Road,
    Stop,
)
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo, Trouble
from game.cabinets.rails.match.cargo import total
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.trains import STOPPED
from game.cabinets.rails.world.land import MINE, POWER_STATION, REFINERY, WATER, WELL, Industry, Land
from game.core.rules import SPECTATOR
from tests.cabinets.rails.matches import RULES, SIZE, advance, at, begun, land, play, refused

WELL_DOCK, DOCK, GOAL = 1, 2, 3
TO_LAND: tuple[Group, ...] = (
    Dock(20, 10),
    Road(21, 11, "E20"),
    Stop(21, 11, "truck", 2, DOCK),
    Stop(41, 11, "truck", 2),
    Buy("ship", 0, 0, (Call(WELL_DOCK, "full"), Call(DOCK, "transfer"))),
)


def sea() -> Land:
    """Water in the west with a well in it, a refinery 35 tiles to the east."""
    water = {at(x, y): WATER for x in range(20) for y in range(SIZE)}
    return land((Industry(WELL, at(8, 10), 48, True), Industry(REFINERY, at(43, 10), 0)), tiles=water)


def oil_chain(order: OrderKind = "transfer", trucks: int = 2) -> State:
    state = begun(sea(), cash=200_000)
    play(state, *TO_LAND)
    if order != "transfer":
        play(state, Orders((1,), (Call(WELL_DOCK, "full"), Call(DOCK, order))))
    for _ in range(trucks):
        play(state, Buy("truck", 0, 0, (Call(DOCK, "full"), Call(GOAL, "unload"))))
    return state


def sums(state: State) -> tuple[list[int], list[int]]:
    """Units by kind that stations took, and those that are somewhere since."""
    cargoes = state.cargoes
    here = [0] * KINDS
    for store in (cargoes.waiting, cargoes.aboard, cargoes.aside):
        for key, packets in store.items():
            here[key % KINDS] += total(packets)
    for kind in range(KINDS):
        here[kind] += cargoes.delivered[kind] + cargoes.spoiled[kind] + cargoes.wrecked[kind]
    return cargoes.produced, here


def troubles(state: State) -> list[list[tuple[int, int]]]:
    return [[(call.trouble, call.cargo) for call in one.calls] for one in look_of(state).orders]


def kinds(events: Sequence[object]) -> set[str]:
    return {event.kind for event in events}  # type: ignore[attr-defined]


def test_oil_goes_by_ship_and_truck_and_everybody_is_credited() -> None:
    state = oil_chain(trucks=8)
    events = advance(state, 3000)
    assert {"transferred", "delivered"} <= kinds(events)
    assert state.units[0] == state.cargoes.delivered[Cargo.OIL] > 300
    made, there = sums(state)
    assert made == there and not any(state.cargoes.spoiled)
    in_chain = sum(
        credit
        for store in (state.cargoes.waiting, state.cargoes.aboard)
        for packets in store.values()
        for packet in packets
        for _, credit in packet.credits
    )
    assert sum(state.earned.values()) == state.delivered[0] + in_chain
    assert min(state.earned.values()) > 0
    assert state.delivered[0] <= state.units[0] * 35 * 110 * 255 // 255_000 + 1


def test_a_ship_on_a_go_order_comes_out_full_again_and_is_told_so() -> None:
    state = oil_chain("go")
    assert troubles(state)[0] == [(Trouble.NOTHING, -1), (Trouble.NOBODY_TAKES, Cargo.OIL)]
    advance(state, 1500)
    assert state.units[0] == 0
    ship = look_of(state).vehicles[0]
    assert (ship.model, ship.load) == (VehicleModel.SHIP, 300)
    play(state, Orders((1,), (Call(WELL_DOCK, "full"), Call(DOCK, "transfer"))))
    assert troubles(state)[0] == [(Trouble.NOTHING, -1)] * 2
    advance(state, 1500)
    assert state.units[0] > 0


def test_a_transfer_where_the_cargo_is_taken_is_warned_of() -> None:
    state = oil_chain()
    play(state, Orders((2,), (Call(DOCK, "full"), Call(GOAL, "transfer"))))
    assert troubles(state)[1] == [(Trouble.NOTHING, -1), (Trouble.TAKEN_HERE, Cargo.OIL)]


def test_orders_that_cannot_be_carried_out_are_marked_and_passed_over() -> None:
    state = oil_chain()
    play(state, Orders((2,), (Call(DOCK, "full"), Call(DOCK, "go"), Call(GOAL, "unload"))))
    assert [trouble for trouble, _ in troubles(state)[1]] == [Trouble.NOTHING, Trouble.TWICE, Trouble.NOTHING]
    advance(state, 2500)
    assert state.units[0] > 0
    assert refused(state, Orders((2,), (Call(99),))) == "unknown_station"


def test_a_train_carries_on_what_trucks_bring_and_leaves_with_others_cargo() -> None:
    state = oil_chain(trucks=0)
    play(
        state,
        Platforms(23, 13, "EW", 4, 1, DOCK),
        Rail(27, 13, "W", "E14"),
        Platforms(41, 13, "EW", 4, 1, GOAL),
        Buy("freight", 5, 0, (Call(DOCK, "full"), Call(GOAL, "unload"))),
    )
    advance(state, 2500)
    assert state.units[0] >= 240
    made, there = sums(state)
    assert made == there


def test_transfer_and_load_takes_nothing_of_what_it_brought() -> None:
    state = oil_chain("transfer_load", trucks=0)
    trains = state.railway.trains
    brought = 0
    while not brought or trains.state[0] == STOPPED:
        advance(state, 1)
        made, there = sums(state)
        assert made == there
        brought = max(brought, int(trains.aside[Cargo.OIL]))
    assert brought >= 295 and trains.load[0] == trains.aside[Cargo.OIL] == 0
    assert total(state.cargoes.waiting[KINDS * DOCK + Cargo.OIL]) == 300


def test_stations_apart_are_joined_and_share_their_cargo() -> None:
    state = begun(sea(), cash=200_000)
    play(state, Dock(20, 10), Road(24, 11, "E17"), Stop(24, 11, "truck", 2, -2), Stop(41, 11, "truck", 2))
    assert len(state.site.stations) == 4
    play(state, Buy("ship", 0, 0, (Call(1, "full"), Call(2, "transfer"))))
    play(state, Buy("truck", 0, 0, (Call(3, "full"), Call(4, "unload"))))
    advance(state, 1200)
    assert state.units[0] == 0
    play(state, Join((3, 2)))
    assert 2 not in state.site.stations
    advance(state, 1500)
    assert state.units[0] > 0
    made, there = sums(state)
    assert made == there


def test_a_truck_waits_at_a_crossing_that_a_train_has_reserved() -> None:
    state = oil_chain()
    crossing = Rail(30, 8, "N", "S8")
    play(state, crossing, Platforms(30, 4, "NS", 4, 1), Platforms(30, 16, "NS", 4, 1))
    below, above = (station for station in state.site.stations if station > GOAL)
    play(state, Buy("freight", 5, 0, (Call(below, "full"), Call(above, "full"))))
    advance(state, 600)
    assert refused(state, Rail(30, 11, "W", "E")) == "crossing"
    train = next(number for number, one in state.site.vehicles.items() if one.model == VehicleModel.FREIGHT)
    play(state, Orders((train,), (Call(below, "go"), Call(above, "go"))))
    stood = 0
    for _ in range(800):
        advance(state, 1)
        vehicles = look_of(state).vehicles
        stood += any(one.model == VehicleModel.TRUCK and one.blocker == train for one in vehicles)
    assert stood > 0
    other = RULES.load(RULES.dump(state))
    assert RULES.dump(other) == RULES.dump(state) and RULES.view(other, SPECTATOR) == RULES.view(state, SPECTATOR)
    advance(other, 300)
    advance(state, 300)
    assert RULES.dump(other) == RULES.dump(state)


def test_stops_that_nothing_joins_are_marked_until_something_does() -> None:
    state = oil_chain()
    play(state, Clear(30, 11, "road"))
    assert [trouble for trouble, _ in troubles(state)[1]] == [Trouble.NO_WAY] * 2
    play(state, Road(30, 11, "E1"))
    assert [trouble for trouble, _ in troubles(state)[1]] == [Trouble.NOTHING] * 2
    platforms = Platforms(25, 20, "EW", 4, 1), Platforms(40, 20, "EW", 4, 1)
    play(state, *platforms, Buy("freight", 5, 0, (Call(-1, "go"), Call(-2, "go"))))
    assert [trouble for trouble, _ in troubles(state)[-1]] == [Trouble.NO_WAY] * 2
    play(state, Rail(29, 20, "W", "E11"))
    assert Trouble.NO_WAY not in [trouble for trouble, _ in troubles(state)[-1]]


def test_credits_that_come_to_more_than_is_paid_are_cut_the_newest_first() -> None:
    mine, taker = Industry(MINE, at(6, 7), 64), Industry(POWER_STATION, at(30, 2), 0)
    state = begun(land((mine, taker)), cash=200_000)
    beyond = Rail(6, 10, "W", "E52"), Platforms(6, 10, "EW", 4, 1), Platforms(54, 10, "EW", 4, 1)
    play(state, *beyond, Buy("freight", 5, 0, (Call(-1, "full"), Call(-2, "transfer"))))
    back = Rail(30, 6, "W", "E28"), Platforms(30, 6, "EW", 4, 1), Platforms(54, 6, "EW", 4, 1, 2)
    play(state, *back, Buy("freight", 5, 0, (Call(2, "full"), Call(3, "unload"))))
    advance(state, 1_600)
    assert state.units[0] >= 120
    assert 0 < state.delivered[0] <= state.units[0] * (24 + 5) * 100 * 255 // 255_000
    stores = state.cargoes.waiting, state.cargoes.aboard
    there = sum(credit for store in stores for rows in store.values() for one in rows for _, credit in one.credits)
    assert state.earned[1] == state.delivered[0] + there, "who went too far is credited no more than came of it"
    assert state.earned.get(2, 0) == 0
