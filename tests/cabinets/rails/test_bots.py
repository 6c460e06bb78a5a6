"""The computers of Caravan Rails: what they play is right, the same each time, and the stronger ones win."""

from __future__ import annotations

from typing import Any

import pytest

from game.cabinets.rails.bots.lines import Line, Make, trades
from game.cabinets.rails.bots.player import Atlas
from game.cabinets.rails.bots.routes import Route, cheapest_route
from game.cabinets.rails.building.plans import try_groups
from game.cabinets.rails.cabinet import BOTS, RAILS
from game.cabinets.rails.contract.actions import Clear, Rail
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.world.worldgen import land_of
from game.core.bots import BotSetup, Request
from game.core.rules import Move
from tests.cabinets.rails.duels import RULES, duel
from tests.cabinets.rails.matches import SIZE, begun, coal_land, play
from tests.in_turns import in_turns, some


def test_a_line_fits_costs_what_is_told_and_delivers() -> None:
    state = begun()
    view = look_of(state)
    atlas, found = Atlas(), 0
    atlas.see(state.site)
    for trade in sorted(trades(state.land, view)):
        line = atlas.line(state.site, trade, Make(VehicleModel.FREIGHT, 5, trade.both_ways))
        if line is None:
            continue
        found += 1
        trial = try_groups(state.site, 0, 0, line.groups())
        assert trial.refused == ()
        assert line.price <= sum(trial.prices) <= 1.3 * line.price
    assert found > 3


@pytest.mark.slow
def test_greedy_beats_random_and_both_play_the_same_again() -> None:
    first, again = (duel(("random", "greedy"), 1, rounds=8) for _ in range(2))
    assert RULES.dump(first) == RULES.dump(again)
    assert first.delivered[1] > 3 * max(1, first.delivered[0])


@pytest.mark.slow
def test_the_expert_beats_greedy_and_leaves_no_jam_for_longer_than_two_rounds() -> None:
    state = duel(("greedy", "expert"), 3, rounds=8)
    assert state.delivered[1] > 1.3 * state.delivered[0]
    assert state.jam_ticks[1] <= 2 * 400


@pytest.mark.parametrize("number", some(3, [1000, 1001, 1003]))
def test_the_expert_keeps_away_from_where_a_rival_builds_before_it(number: int) -> None:
    names = ("greedy", "expert") if number % 2 == 0 else ("expert", "greedy")
    options = Options(cash=20_000, seconds=0)
    state = begun(seats=2, cash=20_000)
    state.found(number, land_of(number, 64))
    assert RULES.view(state, 0).first == names.index("greedy")
    moves = []
    for seat, name in enumerate(names):
        bot = BOTS[name](BotSetup("rails", seat, 2, options, RULES.brief(state, seat), seat))
        moves.append(Move(seat, bot.decide(Request(1, RULES.view(state, seat), None, (), seat))))
    told = [event.kind for event in RULES.step(state, moves)]
    assert told.count("built") == 2 and "refused_piece" not in told


@in_turns(name=BOTS, options=[{"minutes": 5}, {"size": 32, "cash": 10_000, "minutes": 5}])
def test_each_computer_plays_alone(name: str, options: dict[str, int]) -> None:
    state = duel((name,), 3, **options)
    assert state.tick == 2_400
    assert name == "random" or state.delivered[0] > 0


def test_the_guest_is_the_rival_of_a_first_match_and_takes_its_time() -> None:
    assert RAILS.gentle == ("guest",)
    early = duel(("guest", "greedy"), 4, stop=400, time="running", minutes=10)
    assert [one.company for one in early.site.vehicles.values()].count(0) == 0
    later = duel(("guest", "greedy"), 4, stop=2_000, time="running", minutes=10)
    trains = [one.company for one in later.site.vehicles.values()]
    assert 0 < trains.count(0) <= 2 < trains.count(1)
    assert 0 < later.delivered[0] < later.delivered[1]


def test_a_computer_builds_in_running_time() -> None:
    state = duel(("greedy", "greedy"), 4, stop=1_200, time="running", minutes=5)
    assert min(state.delivered) > 0


def test_a_route_is_looked_for_once_while_its_ground_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Route | None] = []

    def look(*arguments: Any) -> Route | None:
        looked.append(cheapest_route(*arguments))
        return looked[-1]

    monkeypatch.setattr("game.cabinets.rails.bots.player.cheapest_route", look)
    state = begun(coal_land())
    (trade,) = trades(state.land, look_of(state))
    make, atlas = Make(VehicleModel.FREIGHT, 5, passengers=False), Atlas()

    def line() -> Line | None:
        atlas.see(state.site)
        return atlas.line(state.site, trade, make)

    first = line()
    assert first is not None and line() == first and len(looked) == 1
    x, y = first.route.rails[0] % SIZE, first.route.rails[0] // SIZE
    play(state, Rail(x, y, "N", "S"))
    around = line()
    assert around is not None and around.route != first.route and len(looked) == 2
    play(state, Clear(x, y, "rail"))
    assert line() == first and len(looked) == 3


@pytest.mark.slow
@pytest.mark.parametrize("cash", [20_000, 60_000])
def test_the_expert_wins_most_matches(cash: int) -> None:
    won, ratio = 0, []
    for number in range(10, 14):
        names = ("greedy", "expert") if number % 2 else ("expert", "greedy")
        state = duel(names, number, rounds=24, cash=cash)
        expert, greedy = state.delivered[names.index("expert")], state.delivered[names.index("greedy")]
        won += expert > greedy
        ratio.append(expert / max(1, greedy))
    assert won >= 3
    assert sum(ratio) / len(ratio) > 1.3
