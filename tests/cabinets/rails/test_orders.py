"""What new orders make true: trains turn or stop where they stand, and a match goes on alike once it was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from game.cabinets.rails.contract.actions import (
    Advance,
    Buy,
    Call,
    Clear,
    Go,
    Group,
    Halt,
    Join,
    Orders,
    Plan,
    Platforms,
    Rail,
    Turn,
)
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo, Trouble, VehicleState, Why
from game.cabinets.rails.jams.reasons import sentence
from game.cabinets.rails.match.look import CallView, VehicleView
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.sight.names import trouble_line
from game.cabinets.rails.world.land import MINE, POWER_STATION, Industry
from game.core.rules import NATURE, Move
from game.ground.texts import LANGUAGES, Texts
from tests.cabinets.rails.matches import RULES, advance, at, begun, land, play
from tests.cabinets.rails.test_laws import random_network

A, B, C = 1, 2, 3
LINE: tuple[Group, ...] = (Rail(2, 10, "W", "E58"), Platforms(4, 10, "EW", 4, 1), Platforms(50, 10, "EW", 4, 1))


def line(*calls: Call) -> State:
    """A line from a mine to a power station without any signal, and one train with these orders."""
    ground = land((Industry(MINE, at(4, 7), 64), Industry(POWER_STATION, at(50, 7), 0)))
    state = begun(ground)
    play(state, *LINE)
    play(state, Buy("freight", 5, 0, calls))
    return state


def place(state: State) -> tuple[int, int]:
    """The tile of the train's head."""
    tile = look_of(state).vehicles[0].tile
    return tile % 64, tile // 64


def where(state: State) -> tuple[int, int, VehicleState]:
    return *place(state), look_of(state).vehicles[0].state


def test_a_train_whose_station_was_taken_from_its_orders_turns_at_the_end_of_its_way() -> None:
    state = line(Call(A, "full"), Call(B, "unload"))
    while place(state) != (16, 10):
        advance(state, 1)
    play(state, Orders((1,), (Call(A, "unload"),)))
    advance(state, 800)
    assert where(state) == (4, 10, VehicleState.STOP)


def test_a_train_that_stands_at_its_new_goal_begins_its_stop() -> None:
    state = line(Call(A, "go"), Call(B, "go"))
    play(state, Halt((1,)))
    advance(state, 80)
    assert where(state) == (7, 10, VehicleState.WAITING)
    play(state, Orders((1,), (Call(A, "go"),)))
    play(state, Go((1,)))
    advance(state, 1)
    assert where(state) == (7, 10, VehicleState.STOP)


@pytest.mark.parametrize("calls", [(Call(C, "go"), Call(A, "go")), (Call(A, "go"), Call(C, "go"))])
def test_a_train_that_can_only_reach_its_new_goal_backwards_turns(calls: tuple[Call, ...]) -> None:
    state = line(Call(A, "go"), Call(B, "go"))
    play(state, Halt((1,)))
    advance(state, 40)
    branch = Rail(2, 10, "E", "S8"), Platforms(2, 13, "NS", 4, 1)
    play(state, *branch, Clear(30, 10, "rail"), Orders((1,), calls))
    assert where(state) == (7, 10, VehicleState.WAITING)
    play(state, Go((1,)))
    seen = set()
    for _ in range(100):
        advance(state, 1)
        seen.add(where(state))
    assert (2, 16, VehicleState.STOP) in seen


def changes(state: State, random: Random) -> Iterator[Group]:
    """A few plans of somebody who gives new orders all day, and builds and removes a little."""
    vehicles, stations = sorted(state.site.vehicles), sorted(state.site.stations)
    if not vehicles or not stations:
        return
    vehicle = random.choice(vehicles)
    kinds = random.choices(("go", "unload", "full"), k=3)
    calls = tuple(Call(random.choice(stations), kind) for kind in kinds[: random.randint(1, 3)])  # type: ignore[arg-type]
    lost = random.choice(sorted(state.site.works.masks))
    yield random.choice(
        (
            Orders((vehicle,), calls),
            Orders(tuple(vehicles[:2]), calls),
            Halt((vehicle,)),
            Go((vehicle,)),
            Turn((vehicle,)),
            Clear(lost % 64, lost // 64, random.choice(("rail", "signal", "platform"))),
            Join(tuple(random.sample(stations, min(2, len(stations))))),
            Platforms(random.randrange(60), random.choice(range(6, 58, 5)), "EW", 2, 1),
        )
    )


@pytest.mark.parametrize(
    ("seed", "days"), [(0, 10), *(pytest.param(seed, 20, marks=pytest.mark.slow) for seed in range(60))]
)
def test_equal_dumps_have_equal_futures_after_any_plan(seed: int, days: int) -> None:
    random = Random(seed)
    state = random_network(seed, 8)
    for _ in range(days):
        kept = RULES.dump(state)
        moves: list[Move] = []
        for _ in range(random.randint(1, 4)):
            for group in changes(state, random):
                moves.append(Move(0, Plan(state.serials[0] + 1, (group,))))
                RULES.step(state, moves[-1:])
            moves.append(Move(0, Advance(random.randint(1, 32))))
            RULES.step(state, moves[-1:])
            while state.due:
                moves.append(Move(NATURE, 0))
                RULES.step(state, moves[-1:])
        twin = RULES.load(kept)
        for move in moves:
            RULES.step(twin, [move])
        assert RULES.dump(twin) == RULES.dump(state)
        assert RULES.view(twin, 0) == RULES.view(state, 0)
        for vehicle in look_of(state).vehicles:
            if vehicle.why:
                say(*sentence(vehicle, 64))


def test_what_a_match_knows_of_new_orders_is_in_its_dump() -> None:
    state = line(Call(A, "full"), Call(B, "unload"))
    while place(state) != (16, 10):
        advance(state, 1)
    play(state, Orders((1,), (Call(A, "unload"),)))
    for _ in range(10):
        twin = RULES.load(RULES.dump(state))
        for match in (state, twin):
            advance(match, 40)
        assert RULES.dump(twin) == RULES.dump(state)


def test_a_train_is_set_down_where_a_way_leads_on() -> None:
    state = begun(land())
    play(state, Rail(2, 10, "W", "E27"), Platforms(4, 10, "EW", 4, 1), Platforms(24, 10, "EW", 4, 2))
    play(state, Rail(24, 11, "W", "E30"), Platforms(46, 11, "EW", 4, 1))
    away, hub, far = 1, 2, 3
    play(state, Buy("freight", 5, 0, (Call(hub, "go"), Call(far, "go"))))
    advance(state, 1)
    assert place(state)[1] == 11
    play(state, Buy("freight", 5, 0, (Call(away, "go"), Call(hub, "go"))))
    advance(state, 300)
    assert all(one.served > 290 and one.stood < 20 for one in look_of(state).vehicles), "both run"


WAITING = VehicleView(
    1, 0, VehicleModel.FREIGHT, 5, 0, VehicleState.WAITING, 9, 2, 0, 0, -1, 0, 1, 0, 9, Why.TRAIN, 70, 2, 0, 9, 9
)


@pytest.mark.parametrize("why", [why for why in Why if why])
def test_every_reason_has_a_sentence_whatever_is_not_known(why: Why) -> None:
    for tile, blocked, blocker in product((-1, 9), (-1, 70), (-1, 2)):
        say(*sentence(replace(WAITING, why=why, tile=tile, blocked=blocked, blocker=blocker), 64))


def test_every_trouble_has_a_sentence_with_any_cargo_and_with_none() -> None:
    for language in LANGUAGES:
        texts = Texts(language)
        for trouble, cargo in product([trouble for trouble in Trouble if trouble], (-1, *Cargo)):
            assert trouble_line(texts, CallView(1, 0, trouble, cargo))


def say(key: str, values: dict[str, Any]) -> None:
    """Make a sentence in each language."""
    for language in LANGUAGES:
        assert Texts(language).line(key, values)
