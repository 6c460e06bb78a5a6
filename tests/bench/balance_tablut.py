"""How even Tablut's presets are between equal computers, and how strong computers are against each other.

    SOUK_PLAIN= nice -n 19 python -m tests.bench.balance_tablut expert expert --presets seed linnaeus --games 400
    SOUK_PLAIN= nice -n 19 python -m tests.bench.balance_tablut master expert --presets seed --games 40

The first two moves of a match are left to chance, so that no two are alike; two computers exchange sides with every
match and begin a pair with the same two moves. A line tells how a match ended; the last one of a preset sums up.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from game.cabinets.tablut.players.bots import BOTS
from game.cabinets.tablut.rules.board import ATTACKER, DEFENDER
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.rules.rules import Tablut
from game.cabinets.tablut.rules.state import Options
from game.core.bots import BotSetup, Request
from game.core.match.match import Match
from game.core.rules import SPECTATOR

BY_CHANCE = 2
BEGUN_WITH = (16, 8)
"""Men of attackers and defenders."""


def match(preset: str, attacker: str, defender: str, seed: int) -> Match:
    """A match that is over."""
    options = Options(preset, sides="seat")  # type: ignore[arg-type]
    played, chance = Match(Tablut(), 2, options, seed, undo=False), Random(seed)
    bots = [
        BOTS[name](BotSetup("tablut", seat, 2, options, None, seed)) for seat, name in enumerate((attacker, defender))
    ]
    while not played.over:
        (seat,) = played.waiting_for
        number, legal = played.turns(), list(played.legal(seat) or ())
        request = Request(number, played.view(seat), legal, (), seed * 1000 + number)
        action = chance.choice(legal) if number < BY_CHANCE else bots[seat].decide(request)
        assert played.offer(seat, action) is None
        played.tick(0.0)
    return played


def men_lost(played: Match, seat: int, moves: int) -> int:
    """How many men a seat had lost after so many moves of its own."""
    early = Match(Tablut(), 2, played.options, played.seed, undo=False)
    for step in played.steps[: 2 * moves]:
        early.play(step.moves)
    left = list(early.view(SPECTATOR).squares)
    return BEGUN_WITH[seat] - left.count(ATTACKER if seat == 0 else DEFENDER)


def series(preset: str, first: str, second: str, games: int, seed: int, moves: int) -> None:
    """So many matches; with two different computers `seed` is the same for both of a pair."""
    lost = 0
    began, sides, ends = time.process_time(), Counter[str](), Counter[str]()
    points: dict[str, list[float]] = {"attacks": [], "defends": []}
    for number in range(games):
        swapped = first != second and number % 2 == 1
        own = seed + (number // 2 if first != second else number)
        played = match(preset, *((second, first) if swapped else (first, second)), own)
        scores = played.scores()
        winner = "draw" if scores[0] == scores[1] else "attackers" if scores[0] > scores[1] else "defenders"
        sides[winner] += 1
        lost += men_lost(played, int(swapped), moves)
        ends[played.result().reason.rpartition(".")[2]] += 1
        points["defends" if swapped else "attacks"].append(scores[int(swapped)] / 2)
        print(preset, number, own, "swapped" if swapped else "", winner, played.turns(), flush=True)
    spent = time.process_time() - began
    told = {how: f"{sum(won):g} of {len(won)}" for how, won in points.items() if first != second}
    print(f"{preset}: {dict(sides)}, {dict(ends)}, {first} {told}, {spent:.0f} s", flush=True)
    print(f"{first} had lost {lost / games:.2f} men a match after {moves} own moves", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", choices=tuple(BOTS))
    parser.add_argument("second", choices=tuple(BOTS))
    parser.add_argument("--presets", nargs="+", choices=tuple(PRESETS), default=tuple(PRESETS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lost", type=int, default=16, help="own moves after which lost men are counted")
    arguments = parser.parse_args()
    for preset in arguments.presets:
        series(preset, arguments.first, arguments.second, arguments.games, arguments.seed, arguments.lost)


if __name__ == "__main__":
    main()
