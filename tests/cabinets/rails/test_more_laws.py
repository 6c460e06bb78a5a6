"""More laws of Caravan Rails: jams of random networks, layouts with other starts, signals, places and hash seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from game.cabinets.rails.contract.actions import Signal
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.match.state import State
from game.cabinets.rails.track.motion import remove
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.reserving import PATIENCE
from game.cabinets.rails.track.trains import AWAY, TRAINS, WAITING
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Layout
from tests.cabinets.rails.layouts import delivered, measure, railway_of
from tests.cabinets.rails.matches import advance
from tests.cabinets.rails.test_laws import SEEDS, random_network
from tests.cabinets.rails.test_layouts import LAYOUTS, TABLE
from tests.in_turns import some

JAMS = [13, 19, 29, 37]
"""Seeds of networks in which a jam is found within 800 ticks."""


def stands(railway: Railway, train: int) -> tuple[object, ...]:
    """Where a train is, and what it owns."""
    return int(railway.trains.ahead[train]), tuple(railway.path(train))


def assert_the_jam_is_one(state: State) -> None:
    """Law 5: who is in it never moves, and who is not can go once those are gone that are in no jam."""
    railway = state.railway
    jam = find(railway)
    waiting = [row for row in range(int(railway.holding.clock[TRAINS])) if railway.trains.state[row] == WAITING]
    for train in waiting:
        if train in jam.stuck or railway.trains.halted[train] or railway.trains.goal[train] < 0:
            continue
        alone = railway.copy()
        for other in range(int(alone.holding.clock[TRAINS])):
            if other not in (*jam.stuck, train) and alone.trains.state[other] != AWAY and not alone.trains.mode[other]:
                remove(alone.trains, alone.holding, other)
        alone.trains.searched[train] = -1
        alone.run(PATIENCE + 2)
        assert alone.trains.state[train] != WAITING, f"train {train} was free to go"
    before = {train: stands(railway, train) for train in jam.stuck}
    advance(state, 2_000)
    assert {train: stands(railway, train) for train in jam.stuck} == before
    assert set(jam.stuck) <= set(find(railway).stuck)


@pytest.mark.parametrize("seed", some(2, JAMS))
def test_a_jam_of_a_random_network_stays_and_who_is_in_none_can_go(seed: int) -> None:
    state = random_network(seed, 8)
    advance(state, 800)
    assert find(state.railway).stuck
    assert_the_jam_is_one(state)


@SEEDS
def test_no_random_network_has_a_jam_that_is_none(seed: int) -> None:
    state = random_network(seed, 4)
    advance(state, 400)
    assert_the_jam_is_one(state)


@pytest.mark.parametrize(("name", "trains"), [("tree", 6), ("drive_through", 8), ("loop_double", 6)])
def test_wherever_a_layout_lies_it_runs_the_same(name: str, trains: int) -> None:
    here, there = (railway_of(LAYOUTS[name](), trains, east, south) for east, south in ((0, 0), (37, 29)))
    for _ in range(6):
        here.run(200)
        there.run(200)
        assert list(here.trains.speed) == list(there.trains.speed)
    assert delivered(here) == delivered(there) > 0


RUNS = (("single", 1), ("passing_loop", 3), ("tree", 3), ("no_signals", 2))


def fates() -> list[list[int]]:
    """What trains of some layouts came to, all numbers of it."""
    found = []
    for name, trains in RUNS:
        railway = railway_of(LAYOUTS[name](), trains)
        railway.run(900)
        rows: list[Any] = [railway.trains.speed, railway.trains.ahead, railway.trains.waited, railway.trains.load]
        found.append([delivered(railway), *(int(row[train]) for row in rows for train in range(trains))])
    return found


def test_neither_speed_nor_hash_seed_changes_what_comes_out() -> None:
    line = "import json, tests.cabinets.rails.test_more_laws as laws; print(json.dumps(laws.fates()))"
    plain = os.environ | {"PYTHONHASHSEED": "77", "SOUK_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", line], env=plain, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(done.stdout) == fates()


@pytest.mark.slow
def test_each_layout_at_its_best_delivers_more_than_the_one_before() -> None:
    best = {name: max(row, key=lambda trains, row=row: row[trains]) for name, row in TABLE.items()}  # type: ignore[misc]
    order = ["single", "passing_loop", "simple_double", "loop", "tree", "loop_double", "drive_through"]
    single, passing, double, loop, tree, reversing, through = (measure(LAYOUTS[name](), best[name]) for name in order)
    assert single < passing <= double < loop < tree <= reversing < through


@pytest.mark.slow
@pytest.mark.parametrize(("name", "trains"), [("loop", 6), ("loop_double", 8), ("drive_through", 12)])
def test_other_starts_change_at_most_three_percent(name: str, trains: int) -> None:
    layout = LAYOUTS[name]()
    starts = (layout.starts[0], *reversed(layout.starts[1:]))
    assert measure(layout._replace(starts=starts), trains) == pytest.approx(TABLE[name][trains], rel=0.03)


@pytest.mark.slow
def test_one_more_signal_costs_no_loop_a_twentieth() -> None:
    whole = layouts.loop()
    more = [one for one in whole.pieces if isinstance(one, Signal) and one.y == 9][1::2]

    def throughput(count: int) -> float:
        left = more[count:]
        layout = Layout(tuple(piece for piece in whole.pieces if piece not in left), whole.starts)
        return measure(layout, 5)

    before = throughput(0)
    for count in range(1, len(more) + 1):
        after = throughput(count)
        assert after >= 0.95 * before
        before = after
