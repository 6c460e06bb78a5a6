"""Fit the weights of Volcano Isle's value by matches of players who use it, and measure players against each other.

`fit` begins with the weights there are and writes the better ones into game/cabinets/volcano/weights.py.

SOUK_PLAIN= python build/fit_volcano.py fit many 2
SOUK_PLAIN= python build/fit_volcano.py duel many 2 think greedy --matches 200
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.cabinets.volcano import ground as g  # noqa: E402
from game.cabinets.volcano import search  # noqa: E402
from game.cabinets.volcano.bots import KEEP, REPLY  # noqa: E402
from game.cabinets.volcano.state import STOCK  # noqa: E402
from game.cabinets.volcano.tiles import KINDS  # noqa: E402
from game.cabinets.volcano.value import FEATURES, Seats, next_of, score  # noqa: E402
from game.cabinets.volcano.weights import weights_of  # noqa: E402
from game.core.compiled import array, compiled, next_chance  # noqa: E402

ACROSS = 64
OPTIONS: Final = (KEEP, 4, REPLY, 8)
GREEDY, PLAN, THINK, RANDOM = range(4)
SCALE = (300, 300, 10, 20, 60, 30, 20, 5, 60, 30, 10, 20, 40, 80, 6, 6, 10, 500, 150, 400)
"""How far each weight is moved at least."""


@compiled
def greedy_turn(depth: Any, seat: int, left: int, right: int, chance: int) -> int:
    ground, seats, desk = depth.ground, depth.seats, depth.desk
    count = search.show_most(ground, seats, seat, left, right, desk)
    best, ties, place = -2, 0, 0
    for number in range(count):
        if desk.ranks[number] > best:
            best, ties = desk.ranks[number], 0
        if desk.ranks[number] == best:
            ties += 1
            chance = next_chance(chance)
            if chance % ties == 0:
                place = desk.places[number]
    g.lay(ground, place // 6, place % 6, left, right, seats.stock, seats.returned, desk.undo)
    kind = -1
    while True:
        most, code, ties = -1, -1, 0
        for number in range(g.builds(ground, seat, seats.stock, desk.builds)):
            each = desk.builds[number]
            of_kind = min(each % g.CODES, g.EXPAND)
            if kind >= 0 and (of_kind != kind or kind == g.HUT):
                continue
            gain = search.gain(ground, each)
            if gain > most:
                most, ties = gain, 0
            if gain == most:
                ties += 1
                chance = next_chance(chance)
                if chance % ties == 0:
                    code = each
        if code < 0:
            if kind < 0:
                seats.gone[seat] = 1
            return -1 if kind < 0 else 0
        g.survey(ground, seat)
        g.build(ground, seat, code, seats.stock, desk.cells, 0)
        if (seats.stock[3 * seat] == 0) + (seats.stock[3 * seat + 1] == 0) + (seats.stock[3 * seat + 2] == 0) >= 2:
            return 1
        kind = min(code % g.CODES, g.EXPAND)
        if not seats.many:
            return 0


@compiled
def random_turn(depth: Any, seat: int, left: int, right: int, chance: int) -> int:
    """Any place and any builds, of which `many` may be done after each."""
    ground, seats, desk = depth.ground, depth.seats, depth.desk
    count = g.places(ground, desk.places)
    chance = next_chance(chance)
    place = desk.places[chance % count]
    g.lay(ground, place // 6, place % 6, left, right, seats.stock, seats.returned, desk.undo)
    kind = -1
    while True:
        fitting = 0
        for number in range(g.builds(ground, seat, seats.stock, desk.builds)):
            each = desk.builds[number]
            if kind < 0 or min(each % g.CODES, g.EXPAND) == kind:
                desk.builds[fitting] = each
                fitting += 1
        if fitting == 0:
            if kind < 0:
                seats.gone[seat] = 1
            return -1 if kind < 0 else 0
        chance = next_chance(chance)
        choice = chance % (fitting + (kind >= 0))
        if choice == fitting:
            return 0
        code = desk.builds[choice]
        g.survey(ground, seat)
        g.build(ground, seat, code, seats.stock, desk.cells, 0)
        if (seats.stock[3 * seat] == 0) + (seats.stock[3 * seat + 1] == 0) + (seats.stock[3 * seat + 2] == 0) >= 2:
            return 1
        if not seats.many:
            return 0
        kind = min(code % g.CODES, g.EXPAND)


@compiled
def play(rooms: Any, players: Any, weights: Any, bag: Any, turns: int, chance: int, options: Any) -> int:
    """Play a match; the mask of winners. `options`: places looked at, sampled tiles, places looked at in replies."""
    now, then, later, single = rooms
    count = len(players)
    seats, gone = now.seats, now.seats.gone
    chance = next_chance(chance)
    seat = chance % count
    draws = bag[: 2 * options[1]].copy()
    for turn in range(turns):
        left, right = bag[2 * turn], bag[2 * turn + 1]
        stack = turns - turn - 1
        player = players[seat]
        for depth in (now, then, later):
            depth.seats.weights[:] = weights[seat * 2 * FEATURES : (seat + 1) * 2 * FEATURES]
        if turn == 0:
            ends = search.finish_turn(now, seat, left, right, stack, 6 * (64 // 2 * 65))
        elif player == 0:
            chance = next_chance(chance)
            ends = greedy_turn(now, seat, left, right, chance)
        elif player == 3:
            chance = next_chance(chance)
            ends = random_turn(now, seat, left, right, chance)
        elif player == 1:
            ends = search.take_turn(single, seat, left, right, stack, options[0])
        else:
            for number in range(options[1]):
                chance = next_chance(chance)
                other = turn + 1 + chance % max(1, 48 - turn - 1)
                other = min(47, other)
                draws[2 * number], draws[2 * number + 1] = bag[2 * other], bag[2 * other + 1]
            place = search.think(now, then, later, seat, left, right, stack, options[0], draws, options[2])
            ends = search.finish_turn(now, seat, left, right, stack, place)
        if ends > 0:
            return 1 << seat
        first = next_of(gone, seat)
        alive = 0
        for other in range(count):
            alive += gone[other] == 0
        if alive == 1:
            return 1 << first
        seat = first
    best, mask = -1, 0
    for seat in range(count):
        if gone[seat] == 0:
            points = score(seats.stock, seat)
            if points > best:
                best, mask = points, 0
            if points == best:
                mask |= 1 << seat
    return mask


def rooms_of(count: int, many: bool, tops: int) -> tuple[Any, ...]:
    """Room for a match and its searches."""
    made = []
    ground = g.new_ground(ACROSS, ACROSS)
    for number in range(3):
        seats = Seats(array([*STOCK] * count), array([0] * count), array([0] * 2 * FEATURES), True, many)
        made.append(search.Depth(g.copied(ground), seats, search.new_desk(), array([0] * 2 * (1 if number else tops))))
    now, then, later = made
    return now, then, later, now._replace(best_of=array([0, 0]))


def match_of(builds: str, players: Any, weights: Any, seed: int, options: Any) -> int:
    """The mask of winners of a match in which everybody has weights of their own."""
    chance, count = Random(seed), len(players)
    bag = [kind for kind in KINDS for _ in range(kind.number)]
    chance.shuffle(bag)
    tiles = array(field for kind in bag for field in (kind.left, kind.right))
    flat = array(int(weight) for each in weights for weight in each)
    rooms, first = rooms_of(count, builds == "many", options[3]), chance.randrange(1, 2**31 - 1)
    return int(play(rooms, array(players), flat, tiles, 12 * count, first, array(options)))


def duel(builds: str, count: int, one: Any, others: Any, matches: int, seed: int = 0, options: Any = OPTIONS) -> float:
    """Share of its matches that a (player, weights) wins alone against others of one sort; shared ones in part."""
    won = 0.0
    for match in range(matches):
        seat = match % count
        sides = [one if other == seat else others for other in range(count)]
        mask = match_of(builds, [p for p, _ in sides], [w for _, w in sides], seed * 100003 + match // count, options)
        won += (mask >> seat & 1) / mask.bit_count()
    return won / matches


def points(builds: str, count: int, one: Any, mean: Any, matches: int, seed: int) -> float:
    """How well weights do: against greedy players, players of no thought and the mean so far, as shares of wins."""
    greedy = duel(builds, count, (PLAN, one), (GREEDY, mean), matches, seed)
    thoughtless = duel(builds, count, (PLAN, one), (RANDOM, mean), matches // 2, seed)
    return 0.5 * greedy + 0.25 * thoughtless + 0.25 * duel(builds, count, (PLAN, one), (PLAN, mean), matches // 2, seed)


def bettered(builds: str, count: int, mean: Any, given: Any) -> Any:
    """Move the mean of a cloud of weights towards the quarter that plays best, again and again."""
    chance = np.random.default_rng(given.seed)
    mean = np.array(mean, dtype=float)
    spread = 0.3 * np.abs(mean) + np.array(SCALE * 2)
    spread[:FEATURES] *= 0.4
    for number in range(given.rounds):
        noise = chance.standard_normal((given.cloud // 2, 2 * FEATURES)) * spread
        noise[:, :FEATURES] += noise[:, FEATURES:]
        cloud = mean + np.concatenate([noise, -noise])
        found = np.array([points(builds, count, each, mean, given.matches, given.seed + number) for each in cloud])
        best = np.argsort(-found)[: given.cloud // 4]
        shares = np.log(len(best) + 1) - np.log(np.arange(1, len(best) + 1))
        mean = mean + 0.7 * (shares / shares.sum()) @ (cloud[best] - mean)
        spread *= 0.97
        print(number, f"{found.mean():.3f} {found[best].mean():.3f}", np.round(mean).astype(int).tolist(), flush=True)
    return np.round(mean).astype(int).tolist()


def kept(builds: str, count: int, weights: Sequence[int]) -> None:
    """Write weights into game/cabinets/volcano/weights.py, in place of those for the same option and seats."""
    path = ROOT / "game/cabinets/volcano/weights.py"
    rows = [" ".join(map(str, weights[start : start + FEATURES])) for start in (0, FEATURES)]
    entry = f'    ("{builds}", {count}): (\n        "{rows[0]} "\n        "{rows[1]}"\n    ),\n'
    text = path.read_text(encoding="utf-8")
    text = re.sub(rf'    \("{builds}", {count}\): \(\n.*?\n    \),\n', "", text, flags=re.DOTALL)
    path.write_text(text.replace("] = {\n", "] = {\n" + entry), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "duel"))
    parser.add_argument("builds", choices=("many", "one"))
    parser.add_argument("seats", type=int)
    parser.add_argument("players", nargs="*", default=("think", "greedy"))
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--cloud", type=int, default=16)
    parser.add_argument("--options", type=int, nargs=4, default=OPTIONS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    weights = weights_of(given.builds, given.seats)
    if given.what == "fit":
        kept(given.builds, given.seats, bettered(given.builds, given.seats, weights, given))
        return 0
    one, other = (("greedy", "plan", "think", "random").index(name) for name in given.players)
    part = duel(given.builds, given.seats, (one, weights), (other, weights), given.matches, given.seed, given.options)
    print(given.builds, given.seats, given.players, f"{part:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
