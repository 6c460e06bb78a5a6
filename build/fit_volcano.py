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
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.cabinets.volcano import ground as g  # noqa: E402
from game.cabinets.volcano import search  # noqa: E402
from game.cabinets.volcano.bots import KEEP, REPLY, SAMPLES, TRIED  # noqa: E402
from game.cabinets.volcano.state import STOCK  # noqa: E402
from game.cabinets.volcano.tiles import KINDS  # noqa: E402
from game.cabinets.volcano.value import FEATURES, Seats, next_of, score  # noqa: E402
from game.cabinets.volcano.weights import weights_of  # noqa: E402
from game.core.compiled import array, compiled, first_of_most, next_chance  # noqa: E402

ACROSS = 64
GREEDY, PLAN, THINK, RANDOM = range(4)
SCALE = (300, 300, 10, 20, 60, 30, 20, 5, 60, 30, 10, 20, 40, 80, 6, 6, 10, 500, 150, 400)
"""The least standard deviation by which each weight is varied."""


@compiled
def one_of_most(values: Any, count: int, chance: int) -> int:
    """Return the index of one of the greatest of the first `count` values: of n equals, number `chance` modulo n."""
    most = values[first_of_most(values, count)]
    equals = 0
    for index in range(count):
        equals += values[index] == most
    skip = chance % equals
    for index in range(count):
        if values[index] == most:
            if skip == 0:
                return index
            skip -= 1
    return 0


@compiled
def greedy_turn(position: Any, seat: int, left: int, right: int, chance: int) -> int:
    """Play a greedy turn: the best immediate gain, chance among equals."""
    ground, seats, desk = position
    count = search.show_most(position, seat, left, right)
    chance = next_chance(chance)
    search.lay(position, desk.places[one_of_most(desk.ranks, count, chance)], left, right)
    kind = -1
    while True:
        count = of_kind(position, seat, kind)
        if count == 0 or kind == g.HUT:
            return stopped(seats, seat, kind)
        for number in range(count):
            desk.ranks[number] = search.gain(ground, desk.builds[number])
        chance = next_chance(chance)
        code = desk.builds[one_of_most(desk.ranks, count, chance)]
        if search.take_build(position, seat, code):
            return 1
        if not seats.many:
            return 0
        kind = search.kind_of(code)


@compiled
def of_kind(position: Any, seat: int, kind: int) -> int:
    """Write the builds of a kind (-1: any kind) to the list of builds; return how many."""
    ground, seats, desk = position
    fitting = 0
    for number in range(g.builds(ground, seat, seats.stock, desk.builds)):
        each = desk.builds[number]
        if kind < 0 or search.kind_of(each) == kind:
            desk.builds[fitting] = each
            fitting += 1
    return fitting


@compiled
def stopped(seats: Any, seat: int, kind: int) -> int:
    """End a turn; a seat that has built nothing (`kind` is -1) is out."""
    if kind < 0:
        seats.gone[seat] = 1
        return -1
    return 0


@compiled
def random_turn(position: Any, seat: int, left: int, right: int, chance: int) -> int:
    """Play a random turn: any place and any builds; with `many`, more builds after each."""
    ground, seats, desk = position
    count = g.places(ground, desk.places)
    chance = next_chance(chance)
    search.lay(position, desk.places[chance % count], left, right)
    kind = -1
    while True:
        count = of_kind(position, seat, kind)
        chance = next_chance(chance)
        choice = chance % max(1, count + (kind >= 0))
        if choice >= count:
            return stopped(seats, seat, kind)
        code = desk.builds[choice]
        if search.take_build(position, seat, code):
            return 1
        if not seats.many:
            return 0
        kind = search.kind_of(code)


@compiled
def think_turn(rooms: Any, seat: int, left: int, right: int, stack: int, rest: Any, options: Any, chance: int) -> int:
    """Play an expert's turn: choose the place, then each build, by looking at replies to tiles of the `rest`."""
    now, then, later, _ = rooms
    seats, kind = now.seats, -1
    draws = now.desk.places[: 2 * options[1]].copy()
    while True:
        for number in range(options[1]):
            chance = next_chance(chance)
            other = chance % (len(rest) // 2)
            draws[2 * number], draws[2 * number + 1] = rest[2 * other], rest[2 * other + 1]
        code = search.think(now, then, later, seat, left, right, kind, stack, options[0], draws, options[2])
        if left:
            search.lay(now, code, left, right)
            left = right = 0
        elif code == search.STOP:
            return 0
        elif search.take_build(now, seat, code):
            return 1
        else:
            kind = search.kind_of(code)
        if kind >= 0 and not seats.many:
            return 0
        if of_kind(now, seat, kind) == 0:
            return stopped(seats, seat, kind)


@compiled
def play(rooms: Any, players: Any, weights: Any, bag: Any, turns: int, chance: int, options: Any) -> int:
    """Play a match; return the mask of winners.

    `options`: places looked at, sampled tiles, places looked at in replies, and how many places or builds are tried
    against replies.
    """
    now, then, later, single = rooms
    count = len(players)
    seats, gone = now.seats, now.seats.gone
    chance = next_chance(chance)
    seat = chance % count
    for turn in range(turns):
        left, right = bag[2 * turn], bag[2 * turn + 1]
        stack = turns - turn - 1
        player = players[seat]
        chance = next_chance(chance)
        for position in (now, then, later):
            position.seats.weights[:] = weights[seat * 2 * FEATURES : (seat + 1) * 2 * FEATURES]
        if turn == 0:
            ends = search.finish_turn(now, seat, left, right, stack, 6 * (ACROSS // 2 * (ACROSS + 1)))
        elif player == GREEDY:
            ends = greedy_turn(now, seat, left, right, chance)
        elif player == RANDOM:
            ends = random_turn(now, seat, left, right, chance)
        elif player == PLAN:
            ends = search.take_turn(single, seat, left, right, stack, options[0])
        else:
            rest = bag[2 * turn + 2 :] if 2 * turn + 2 < len(bag) else bag
            ends = think_turn(rooms, seat, left, right, stack, rest, options, chance)
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


def rooms_of(count: int, many: bool, returned: bool, tops: int) -> tuple[Any, ...]:
    """Make a position for the match, two for its search, and the first again with a desk for one best action alone."""
    made = []
    ground = g.new_ground(ACROSS, ACROSS)
    for number in range(3):
        seats = Seats(array([*STOCK] * count), array([0] * count), array([0] * 2 * FEATURES), returned, many)
        made.append(search.Position(g.copied(ground), seats, search.new_desk(1 if number else tops)))
    now, then, later = made
    return now, then, later, now._replace(desk=search.new_desk())


def match_of(builds: str, players: Any, weights: Any, seed: int, returned: bool, options: Any) -> int:
    """Play a match in which each player has weights of its own; return the mask of winners."""
    chance, count = Random(seed), len(players)
    bag = [kind for kind in KINDS for _ in range(kind.number)]
    chance.shuffle(bag)
    tiles = array(field for kind in bag for field in (kind.left, kind.right))
    flat = array(int(weight) for each in weights for weight in each)
    rooms, first = rooms_of(count, builds == "many", returned, options[3]), chance.randrange(1, 2**31 - 1)
    return int(play(rooms, array(players), flat, tiles, 12 * count, first, array(options)))


def duel(
    builds: str,
    count: int,
    one: Any,
    others: Any,
    matches: int,
    seed: int = 0,
    returned: bool = True,
    options: Any = (),
) -> float:
    """Return the share of matches that a (player, weights) wins against others of one sort; shared wins
    count in part.
    """
    won, options = 0.0, options or (KEEP, SAMPLES[count], REPLY, TRIED[count])
    for match in range(matches):
        seat = match % count
        sides = [one if other == seat else others for other in range(count)]
        players, weights = zip(*sides, strict=True)
        mask = match_of(builds, players, weights, seed * 100003 + match // count, returned, options)
        won += (mask >> seat & 1) / mask.bit_count()
    return won / matches


def points(builds: str, count: int, one: Any, mean: Any, matches: int, seed: int) -> float:
    """Return how well weights do, as shares of wins: against greedy players, players without search, and the mean so
    far.
    """
    greedy = duel(builds, count, (PLAN, one), (GREEDY, mean), matches, seed)
    thoughtless = duel(builds, count, (PLAN, one), (RANDOM, mean), matches // 2, seed)
    return 0.5 * greedy + 0.25 * thoughtless + 0.25 * duel(builds, count, (PLAN, one), (PLAN, mean), matches // 2, seed)


def bettered(builds: str, count: int, mean: Any, given: Any) -> Any:
    """Move the mean of a cloud of weights repeatedly towards the quarter that plays best; return it."""
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
    """Write weights to game/cabinets/volcano/weights.py, replacing those for the same option and seats."""
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
    parser.add_argument("--options", type=int, nargs=4, default=())
    parser.add_argument("--buried", choices=("owner", "out"), default="owner")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    weights = weights_of(given.builds, given.seats)
    if given.what == "fit":
        kept(given.builds, given.seats, bettered(given.builds, given.seats, weights, given))
        return 0
    one, other = (("greedy", "plan", "think", "random").index(name) for name in given.players)
    sides, returned = ((one, weights), (other, weights)), given.buried == "owner"
    part = duel(given.builds, given.seats, *sides, given.matches, given.seed, returned, given.options)
    print(given.builds, given.seats, given.players, f"{part:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
