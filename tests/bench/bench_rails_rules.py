"""How long the rules of Caravan Rails take with 200 trains on 128 × 128 tiles, 24 rings of track and 48 stations.

    SOUK_PLAIN=1 python -m tests.bench.bench_rails_rules     plain Python, as a window runs it
    python -m tests.bench.bench_rails_rules                  compiled, as matches nobody watches run it

Times are of the processor, in milliseconds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import msgspec

from game.cabinets.rails.building.plans import refusal
from game.cabinets.rails.contract.actions import Buy, Call, Clear, Group, Plan, Platforms, Rail, Signals
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.ticks import run
from game.cabinets.rails.world.land import INDUSTRY, MINE, PLAIN, POWER_STATION, Industry, Land
from game.core.compiled import COMPILED
from game.core.rules import SPECTATOR, Move

SIZE = 128
RULES = RailsRules()
TRAINS = 200
_RINGS = [(east, 10 * row) for row in range(12) for east in (0, 64)]


def ground() -> Land:
    """Plain land with a mine and a power station for each ring."""
    terrain = bytearray([PLAIN]) * (SIZE * SIZE)
    industries = []
    for east, south in _RINGS:
        for kind, x in ((MINE, 8), (POWER_STATION, 52)):
            tile = (south + 6) * SIZE + east + x
            industries.append(Industry(kind, tile, 64 if kind == MINE else 0))
            for beside in (0, 1, SIZE, SIZE + 1):
                terrain[tile + beside] = INDUSTRY
    return Land(SIZE, bytes(terrain), (), tuple(industries))


def _ring(x: int, y: int) -> tuple[Group, ...]:
    """Layout 3: a ring with two stations, and a signal each four tiles."""
    return (
        Rail(x + 2, y + 4, "S", "E60 S5 W60 N5"),
        Platforms(x + 8, y + 4, "EW", 4, 1),
        Platforms(x + 52, y + 4, "EW", 4, 1),
        Signals(x + 14, y + 4, "W", "E", 4),
        Signals(x + 58, y + 4, "W", "E", 4),
    )


def _play(state: State, *groups: Group) -> None:
    RULES.step(state, [Move(0, Plan(state.serials[0] + 1, groups))])


def made() -> State:
    """A match with all trains on their way."""
    state = RULES.start(1, Options(size=SIZE, free=True, minutes=30))
    state.found(1, ground())
    for x, y in _RINGS:
        _play(state, *_ring(x, y))
    for number in range(TRAINS):
        ring = number % len(_RINGS)
        calls = (Call(2 * ring + 1, "go"), Call(2 * ring + 2, "unload"))
        _play(state, Buy("freight", 5, 0, calls) if number == ring else Buy("freight", 5, 0, like=ring + 1))
    while len(state.born) < TRAINS and state.tick < 8_000:
        run(state, 32)
    return state


def timed(work: Callable[[], object], times: int) -> tuple[float, float]:
    """Median and 99th percentile."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    taken.sort()
    return statistics.median(taken), taken[min(len(taken) - 1, times * 99 // 100)]


def main() -> None:
    """Print the figures."""
    state = made()
    works = state.site.works
    pieces = sum(bin(mask).count("1") for mask in works.masks.values())
    signals, stations = len(works.signals), len(state.site.stations)
    speed = "compiled" if COMPILED else "plain"
    print(f"{speed}: {len(state.born)} trains, {pieces} pieces, {signals} signals, {stations} stations")
    began = time.process_time()
    for _ in range(20):
        run(state, 32)
    print(f"ticks a second, in steps of 32: {640 / (time.process_time() - began):.0f}")
    began = time.process_time()
    state.railway.run(640)
    print(f"ticks a second, trains alone: {640 / (time.process_time() - began):.0f}")
    state.railway.told.journal[0] = state.railway.told.ran[0] = 0
    fresh = made()
    print("step of 8 ticks: median {:.2f}, p99 {:.2f}".format(*timed(lambda: run(fresh, 8), 200)))
    view = RULES.view(fresh, SPECTATOR)
    print("view: {:.2f}, p99 {:.2f}; ".format(*timed(lambda: RULES.view(fresh, SPECTATOR), 50)), end="")
    print(f"{len(msgspec.msgpack.encode(view))} bytes, works {len(view.works)}")
    print("dump: {:.2f}, p99 {:.2f}; ".format(*timed(lambda: RULES.dump(fresh), 50)), end="")
    print(f"{len(RULES.dump(fresh))} bytes")
    let_look(fresh)
    plan = Plan(fresh.serials[0] + 1, (Rail(1, 1, "W", "E40"),))
    print("check of 40 pieces: {:.2f}, p99 {:.2f}".format(*timed(lambda: refusal(fresh.site, 0, 0, plan), 100)))

    def build() -> None:
        _play(fresh, Rail(20, 8, "W", "E6"))
        _play(fresh, *(Clear(x, 8, "rail") for x in range(20, 26)))

    median, most = timed(build, 10)
    print(f"build six pieces and clear them, each: {median / 2:.2f}, p99 {most / 2:.2f}")

    def join() -> None:
        _play(fresh, Rail(24, 4, "W", "S E6 N E"))
        _play(fresh, Clear(24, 4, "ES"), Clear(24, 4, "SW"), Clear(24, 4, "NW"), Clear(31, 4, "ES"))

    median, most = timed(join, 10)
    print(f"join track to a ring, and try to clear it, each: {median / 2:.2f}, p99 {most / 2:.2f}")


if __name__ == "__main__":
    main()
