"""How quick Volcano Isle is: random matches a second, legal places and decisions. Times of the core.

    python -m tests.bench.bench_volcano [--matches N]

Set SOUK_PLAIN=1 for plain Python; without it the island is compiled where numba is installed.
"""

from __future__ import annotations

import argparse
import itertools
import time
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from game.cabinets.volcano import ground as g
from game.cabinets.volcano import search
from game.cabinets.volcano.bots import BOTS
from game.cabinets.volcano.island import island_of
from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.state import STOCK, Options
from game.cabinets.volcano.tiles import KINDS
from game.cabinets.volcano.value import won
from game.core.bots import BotSetup, Request
from game.core.compiled import COMPILED, array, compiled, next_chance
from game.core.match.match import Match
from game.core.rules import SPECTATOR

RULES = Volcano()
ACROSS = 64


@compiled
def play(ground: Any, stock: Any, bag: Any, desk: Any, chance: int) -> int:
    """A random match of two, one build a turn, on the ground alone; how many tiles it took."""
    seat = 0
    for turn in range(24):
        chance = next_chance(chance)
        count = 1 if turn == 0 else g.places(ground, desk.places)
        place = 6 * (ACROSS // 2 * (ACROSS + 1)) if turn == 0 else desk.places[chance % count]
        g.lay(ground, place // 6, place % 6, bag[2 * turn], bag[2 * turn + 1], stock, True, desk.undo)
        count = g.builds(ground, seat, stock, desk.builds)
        if count == 0:
            return turn + 1
        chance = next_chance(chance)
        g.build(ground, seat, desk.builds[chance % count], stock, desk.cells, 0)
        if won(stock, seat):
            return turn + 1
        seat = 1 - seat
    return 24


def ground_matches(seconds: float) -> float:
    """Random matches a second on the ground alone."""
    empty, desk, chance = g.new_ground(ACROSS, ACROSS), search.new_desk(), Random(1)
    kinds = [kind for kind in KINDS for _ in range(kind.number)]
    bag = array(field for kind in chance.sample(kinds, 24) for field in (kind.left, kind.right))
    play(g.copied(empty), array([*STOCK] * 2), bag, desk, 1)
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        play(g.copied(empty), array([*STOCK] * 2), bag, desk, count + 1)
        count += 1
    return count / (time.process_time() - begin)


def walk(seats: int, seed: int, options: Options) -> Iterator[Match]:
    """A random match through Match, before each decision."""
    match, chance = Match(RULES, seats, options, seed), Random(seed)
    match.tick(0.0)
    while not match.over:
        yield match
        seat = match.waiting_for[0]
        match.offer(seat, chance.choice(match.legal(seat) or ()))
        match.tick(0.0)


def decisions(seats: int, options: Options, phase: str, most: int) -> tuple[list[float], int]:
    """Seconds of what the expert decides in random matches, and a sum of it: the same at both speeds."""
    times: list[float] = []
    said = 0
    for seed in range(1, 100):
        for match in walk(seats, seed, options):
            seat = match.waiting_for[0]
            if match.view(seat).phase != phase:
                continue
            bot = BOTS["expert"](BotSetup("volcano", seat, seats, options, None, 0))
            request = Request(match.number, match.view(seat), match.legal(seat), (), match.number)
            begin = time.process_time()
            action = bot.decide(request)
            times.append(time.process_time() - begin)
            said = zlib.crc32(repr(action).encode(), said)
            if len(times) == most:
                return times, said
    return times, said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=24)
    chosen = parser.parse_args()
    print("compiled" if COMPILED else "plain", f"{ground_matches(2.0):.0f} random matches/s on the ground alone")
    begin, places, size = time.process_time(), [0.0], 0
    for seed in range(chosen.matches):
        for match in walk(4 if seed % 4 == 0 else 2, seed, Options(builds="one")):
            view = match.view(SPECTATOR)
        size = max(size, len(msgspec.msgpack.encode(view)))
        island = island_of(view)
        start = time.process_time()
        island.place_codes()
        places.append(time.process_time() - start)
    print(f"{chosen.matches / (time.process_time() - begin):.1f} random matches/s through Match, with views")
    print(f"legal places of a whole island: at most {1000 * max(places):.2f} ms; a view has at most {size} bytes")
    for seats, builds, phase in itertools.product((2, 4), ("many", "one"), ("tile", "build")):
        times, said = decisions(seats, Options(builds=builds), phase, chosen.decisions)
        mean, most = 1000 * sum(times) / len(times), 1000 * max(times)
        shown = f"mean {mean:.0f} ms, at most {most:.0f} ms, sum {said:08x}"
        print(f"expert, {seats} seats, builds {builds}, {phase}: {shown}", flush=True)


if __name__ == "__main__":
    main()
