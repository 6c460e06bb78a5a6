"""Laws of Caravan Rails on random networks: what trains own, what becomes of cargo and money, time in slices."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.cabinets.rails.contract.actions import (
    Buy,
    Call,
    Clear,
    Dock,
    Go,
    Group,
    Halt,
    Join,
    Orders,
    Plan,
    Platforms,
    Rail,
    Road,
    Sell,
    Signal,
    Signals,
    Span,
    Stop,
    TakeBack,
    Turn,
)
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import total
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.beginning import surveyed
from game.cabinets.rails.track.coded import choices_in, decode_ran, encode_ran, packed_choices
from game.cabinets.rails.track.distances import distances
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.network import CONFLICTS
from game.cabinets.rails.track.trains import AWAY, STOPPED, TICK, TRAINS
from game.cabinets.rails.world.land import MINE, POWER_STATION, Industry, Land
from game.cabinets.rails.world.land import packed as packed_terrain
from game.cabinets.rails.world.worldgen import land_of, pairs_of
from game.core.rules import Move
from tests.cabinets.rails.matches import RULES, advance, at, begun, land, refused
from tests.in_turns import some

SEEDS = pytest.mark.parametrize("seed", some(9, range(18)))
"""Random networks by their seeds: two in the quick suite."""
_EDGES = "NESW"


@cache
def ground() -> Land:
    """Mines and power stations all over, so that every station may have something to do."""
    industries = [
        Industry((MINE, POWER_STATION)[(x + y) // 13 % 2], at(x, y), 64)
        for x in range(8, 60, 13)
        for y in range(8, 60, 13)
    ]
    return land(industries)


def tolerant(state: State, *groups: Group) -> None:
    """Play a plan; what does not fit is left out."""
    RULES.step(state, [Move(0, Plan(state.serials[0] + 1, groups))])


def random_network(seed: int, trains: int = 5, state: State | None = None) -> State:
    """Lines that cross, some joined there, with platforms, signals and trains wherever chance put them."""
    if state is not None:
        return _laid(seed, trains, state)
    RULES.ground = ground()
    return RULES.load(_network(seed, trains))


@cache
def _network(seed: int, trains: int) -> bytes:
    return RULES.dump(_laid(seed, trains, begun(ground(), cash=500_000)))


def _laid(seed: int, trains: int, state: State) -> State:
    random = Random(seed)
    rows, columns = random.sample(range(6, 58, 5), 3), random.sample(range(6, 58, 5), 3)
    lines = [Rail(2, y, "W", "E58") for y in rows] + [Rail(x, 2, "N", "S58") for x in columns]
    corners = [
        Rail(x, y, first, second)  # type: ignore[arg-type]
        for y in rows
        for x in columns
        for first, second in random.sample(["NE", "ES", "SW", "NW"], random.randint(2, 4))
    ]
    platforms: list[Group] = []
    for _ in range(9):
        if random.random() < 0.5:
            platforms.append(Platforms(random.randint(2, 54), random.choice(rows), "EW", random.randint(2, 5), 1))
        else:
            platforms.append(Platforms(random.choice(columns), random.randint(2, 54), "NS", random.randint(2, 5), 1))
    tolerant(state, *lines, *corners, *platforms)
    signals = []
    for _ in range(14):
        along = random.choice([("W", "E"), ("E", "W")]), random.randint(2, 58), random.choice(rows)
        down = random.choice([("N", "S"), ("S", "N")]), random.choice(columns), random.randint(2, 58)
        (entry, leave), x, y = random.choice([along, down])
        signals.append(Signal(x, y, entry, leave, random.choice(["one_way", *["two_way"] * 9])))  # type: ignore[arg-type]
    tolerant(state, *signals)
    stations = sorted(state.site.stations)
    for _ in range(trains):
        calls = tuple(Call(random.choice(stations), random.choice(["go", "unload"])) for _ in range(3))  # type: ignore[arg-type]
        tolerant(state, Buy(random.choice(["freight", "express"]), random.randint(1, 5), 0, calls))  # type: ignore[arg-type]
    return state


def assert_owned_is_what_is_reserved(state: State) -> None:
    """Law 1."""
    railway = state.railway
    trains, holding, network = railway.trains, railway.holding, railway.network
    owned: dict[int, int] = {}
    for row in range(int(holding.clock[TRAINS])):
        if trains.state[row] == AWAY or trains.mode[row]:
            continue
        path = railway.path(row)
        for leg in path:
            assert owned.setdefault(leg >> 1, row) == row, "a piece has two owners"
        node, body = int(trains.tail[row]), [path[0]]
        while node != trains.head[row]:
            node = int(holding.next[node])
            body.append(int(holding.leg[node]))
        under = sum(int(network.length[leg >> 1]) for leg in body)
        front, back = int(trains.ahead[row]), int(network.length[body[0] >> 1] - trains.behind[row])
        assert under - front - back == trains.length[row], "a body is as long as its train"
        for before, after in pairwise(path):
            assert after in railway.slots.following(before)
    assert owned == {slot: int(holding.owner[slot]) for slot in range(len(holding.owner)) if holding.owner[slot] >= 0}
    for slot, row in owned.items():
        for other in network.conflict[CONFLICTS * slot : CONFLICTS * slot + CONFLICTS]:
            assert other < 0 or owned.get(int(other), row) == row, "conflicting pieces have two owners"


@SEEDS
def test_pieces_are_owned_by_who_reserved_them_and_by_nobody_else(seed: int) -> None:
    state = random_network(seed)
    for _ in range(200):
        advance(state, 1)
        assert_owned_is_what_is_reserved(state)


@SEEDS
def test_cargo_and_money_are_conserved(seed: int) -> None:
    state = random_network(seed, 2)
    advance(state, 19)
    upkeep = 0
    made: Counter[tuple[int, int]] = Counter()
    for _ in range(60):
        upkeep += sum(state.site.vehicles[number].model.upkeep for number in state.born)
        advance(state, 20)
        cargoes = state.cargoes
        made.update({(Cargo.COAL, origin): place.carried for origin, place in enumerate(state.places)})
        there: Counter[tuple[int, int]] = Counter()
        for trade, sold in state.sales.items():
            there[trade.cargo, trade.origin] += sold.units
        for store in (cargoes.waiting, cargoes.aboard, cargoes.aside):
            for key, packets in store.items():
                for packet in packets:
                    there[key % KINDS, packet.origin] += packet.units
        lost = {key: made[key] - there[key] for key in made | there}
        assert min(lost.values(), default=0) >= 0, "by kind and origin, nothing comes from nowhere"
        for kind in range(KINDS):
            gone = sum(units for (of, _), units in lost.items() if of == kind)
            assert gone == cargoes.spoiled[kind] + cargoes.wrecked[kind]
            assert cargoes.produced[kind] == sum(units for (of, _), units in made.items() if of == kind)
            assert cargoes.delivered[kind] == sum(
                sold.units for trade, sold in state.sales.items() if trade.cargo == kind
            )
        rows = state.railway.trains.aboard
        aboard = [total(cargoes.aboard.get(key, [])) for key in range(len(rows))]
        assert [int(units) for units in rows] == aboard
        stock = state.railway.stations.stock
        assert all(stock[shelf] == total(packets) for shelf, packets in cargoes.waiting.items())
        assert state.site.cash[0] == state.options.cash + state.delivered[0] - state.site.spent[0] - upkeep


@SEEDS
def test_time_in_slices_of_any_size_is_the_same_time(seed: int) -> None:
    slices = Random(seed).choices(range(1, 33), k=6)
    state = random_network(seed)
    other = RULES.load(RULES.dump(state))
    for ticks in slices:
        advance(state, ticks)
    for _ in range(sum(slices)):
        advance(other, 1)
    state.ran = other.ran = b""
    assert RULES.seal(state) == RULES.seal(other)


@SEEDS
def test_kept_blocked_pieces_never_delay(seed: int) -> None:
    state = random_network(seed, 8)
    other = RULES.load(RULES.dump(state))
    for _ in range(150):
        state.railway.run(2)
        for _ in range(2):
            for row in range(len(other.railway.trains.searched)):
                other.railway.trains.searched[row] = -1
            other.railway.run(1)
        assert [list(map(int, row)) for row in _moved(state)] == [list(map(int, row)) for row in _moved(other)]


def _moved(state: State) -> list[list[int]]:
    trains = state.railway.trains
    return [trains.state, trains.speed, trains.ahead, trains.behind, trains.left, trains.load, trains.waited]


@SEEDS
def test_a_plan_and_its_taking_back_leave_no_trace(seed: int) -> None:
    state = random_network(seed)
    random = Random(seed)
    advance(state, random.randrange(200))
    state.ran = b""
    before = RULES.load(RULES.dump(state))
    x, y = random.randint(2, 50), random.randint(2, 50)
    plan: tuple[Group, ...] = (
        Rail(x, y, "W", "E6"),
        Rail(x + 3, y, "W", "S E4"),
        Platforms(x, y + 3, "EW", 3, 2),
        Signal(x + 1, y, "W", "E", "two_way"),
        Clear(random.randint(2, 58), random.choice(range(2, 58)), "rail"),
        Buy("freight", 2, 0, (Call(sorted(state.site.stations)[0]),)),
    )
    tolerant(state, *plan)
    undo = TakeBack(state.serials[0])
    if refused(state, undo) == "used_since":
        pytest.skip("a train runs where this was built")
    tolerant(state, undo)
    before.serials, before.moves = list(state.serials), state.moves
    assert RULES.dump(state) == RULES.dump(before)


_CHOICES = st.lists(st.integers(0, 2), max_size=200)


@settings(max_examples=25, deadline=None)
@given(
    _CHOICES,
    st.dictionaries(st.integers(1, 200), st.lists(st.tuples(st.integers(0, 32), st.integers(0, 3)), min_size=1)),
)
def test_choices_and_ran_decode_to_what_was_encoded(choices: list[int], ran: dict[int, list[tuple[int, int]]]) -> None:
    assert choices_in(packed_choices(choices), len(choices)) == choices
    entries = {vehicle: sorted(rows) for vehicle, rows in sorted(ran.items())}
    assert decode_ran(encode_ran(entries)) == entries


@settings(max_examples=6, deadline=None)
@given(st.integers(0, (1 << 64) - 1), st.sampled_from([32, 64]))
def test_what_is_surveyed_is_the_land_of_the_number(number: int, size: int) -> None:
    state = RULES.start(1, type(begun().options)(size=size))  # type: ignore[arg-type]
    made = land_of(number, size)
    state.found(number, made)
    numbered, survey = surveyed(state)
    assert numbered.data["number"] == number
    assert survey.data["terrain"] == packed_terrain(made.terrain)
    assert [one[1] for one in survey.data["industries"]] == [one.tile for one in made.industries]
    assert len(pairs_of(made)) >= 2


def test_a_longer_train_is_never_faster() -> None:
    rounds = []
    for wagons in range(1, 7):
        state = begun(ground(), cash=500_000)
        tolerant(state, Rail(6, 12, "W", "E48"), Platforms(6, 12, "EW", 4, 1), Platforms(50, 12, "EW", 4, 1))
        tolerant(state, Buy("freight", wagons, 0, (Call(1, "unload"), Call(2, "unload"))))
        trains, ticks = state.railway.trains, 0
        while not (trains.order[0] == 1 and trains.state[0] == STOPPED):
            advance(state, 1)
            ticks += 1
        rounds.append(ticks)
    assert rounds == sorted(rounds)


@pytest.mark.parametrize("seed", some(3, range(3)))
def test_a_match_goes_on_from_its_dump(seed: int) -> None:
    state = random_network(seed, 8)
    for _ in range(8):
        advance(state, 61)
        other = RULES.load(RULES.dump(state))
        assert RULES.dump(other) == RULES.dump(state)
        assert other.railway.holding.clock[TICK] == state.tick
        advance(other, 45)
        advance(state, 45)
        assert RULES.dump(other) == RULES.dump(state)


_NUMBERS = st.one_of(st.integers(-3, 66), st.integers(-(1 << 64), 1 << 64), st.just(10**30))
_EDGE = st.sampled_from("NESW")
_RUN = st.one_of(st.text("NESW 0123456789x", max_size=20), st.sampled_from(["E5", "S9", "E2 S E2", "N"]))
_IDS = st.lists(st.one_of(st.integers(-2, 9), _NUMBERS), max_size=4).map(tuple)
_CALLS = st.lists(
    st.builds(Call, st.one_of(st.integers(-3, 9), _NUMBERS), st.sampled_from(["go", "full", "unload", "transfer"])),
    max_size=14,
).map(tuple)
_WHAT = st.sampled_from(["rail", "NS", "EW", "NE", "signal", "platform", "span", "road", "stop", "dock"])
_ANY_GROUP = st.one_of(
    st.builds(Rail, _NUMBERS, _NUMBERS, _EDGE, _RUN),
    st.builds(Signal, _NUMBERS, _NUMBERS, _EDGE, _EDGE, st.sampled_from(["one_way", "two_way"])),
    st.builds(Signals, _NUMBERS, _NUMBERS, _EDGE, _EDGE, _NUMBERS),
    st.builds(Platforms, _NUMBERS, _NUMBERS, st.sampled_from(["EW", "NS"]), _NUMBERS, _NUMBERS, _NUMBERS),
    st.builds(Span, _NUMBERS, _NUMBERS, _EDGE, _NUMBERS, st.sampled_from(["bridge", "tunnel"])),
    st.builds(Road, _NUMBERS, _NUMBERS, _RUN),
    st.builds(Stop, _NUMBERS, _NUMBERS, st.sampled_from(["truck", "bus"]), _NUMBERS, _NUMBERS),
    st.builds(Dock, _NUMBERS, _NUMBERS, _NUMBERS),
    st.builds(Clear, _NUMBERS, _NUMBERS, _WHAT),
    st.builds(Buy, st.sampled_from(["freight", "ship", "truck", "bus"]), _NUMBERS, _NUMBERS, _CALLS, _NUMBERS),
    st.builds(Orders, _IDS, _CALLS),
    st.builds(Halt, _IDS),
    st.builds(Go, _IDS),
    st.builds(Turn, _IDS),
    st.builds(Sell, _IDS),
    st.builds(Join, _IDS),
    st.builds(TakeBack, _NUMBERS),
)
_ANY_PLAN = st.lists(_ANY_GROUP, max_size=5).map(tuple)


@cache
def _busy() -> bytes:
    """A match in which something of everything stands."""
    state = random_network(2)
    advance(state, 150)
    return RULES.dump(state)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_ANY_PLAN)
def test_any_plan_is_refused_in_words_or_played_as_it_was_checked(groups: tuple[Group, ...]) -> None:
    assert_refused_or_played_as_checked(groups)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_ANY_PLAN)
def test_many_plans_are_refused_in_words_or_played_as_they_were_checked(groups: tuple[Group, ...]) -> None:
    assert_refused_or_played_as_checked(groups)


def assert_refused_or_played_as_checked(groups: tuple[Group, ...]) -> None:
    RULES.ground = ground()
    state = RULES.load(_busy())
    before = RULES.dump(state)
    plan = Plan(state.serials[0] + 1, groups)
    reason = RULES.check(state, 0, plan)
    assert RULES.dump(state) == before
    assert reason is None or reason.startswith("rails.refuse.")
    if reason is None:
        events = RULES.step(state, [Move(0, plan)])
        assert "refused_piece" not in {event.kind for event in events}
    else:
        try:
            RULES.step(state, [Move(0, plan)])
        except OverflowError:
            return
    advance(state, 40)
    assert_owned_is_what_is_reserved(state)
    assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)


@SEEDS
def test_distances_that_were_mended_are_those_worked_out_anew(seed: int) -> None:
    random = Random(seed)
    state = random_network(seed, 0)
    for _ in range(12):
        x, y = random.randint(2, 56), random.choice(sorted(tile // 64 for tile in state.site.works.masks))
        change: list[Group] = [
            Rail(x, y, "W", "E3"),
            Rail(x, y, *random.choice([("W", "S"), ("N", "E"), ("E", "N")])),  # type: ignore[arg-type]
            Clear(x, y, "rail"),
            Signal(x, y, "W", "E", random.choice(["one_way", "two_way"])),  # type: ignore[arg-type]
            Clear(x, y, "signal"),
            Platforms(x, y, "EW", random.randint(2, 4), 1),
            Clear(x, y, "platform"),
            Span(x, y + 1, "S", random.randint(2, 6), "bridge"),
        ]
        tolerant(state, *random.sample(change, 3))
        slots = state.railway.slots
        for (station, room), row in slots.distances.items():
            anew = distances(slots, station, room)
            lying = [leg for leg in range(len(row)) if slots.named[leg >> 1][0] >= 0]
            assert [row[leg] for leg in lying] == [anew[leg] for leg in lying]
