"""Fit the weights of Gem Merchants' value by matches of players who use it: `python build/fit_gems.py`.

Every round plays matches of one-ply players with the weights so far, some of their actions at random, and fits a
conditional logistic regression (who wins, by the features of all seats). Wants the `sim` extra; minutes of one core.
Writes game/cabinets/gems/weights.py.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.cabinets.gems import board as b  # noqa: E402
from game.cabinets.gems import moves, search, value  # noqa: E402
from game.cabinets.gems.cards import FIRST_OF, NOBLES  # noqa: E402
from game.core.compiled import array, compiled, next_chance  # noqa: E402

COUNT = len(value.FEATURES)
TURNS = 500
MEANT = 3
"""How many of the last rounds' weights are averaged: each round adapts to the one before, so weights oscillate."""
FIRST_GUESS = (350, 150, 60, 120, 150, 80, 60, 100, 20, -50, 300, 100, 200, 1500)


@compiled
def weighed(board: Any, seat: int, weights: Any, found: Any) -> int:
    """Compute `value.value` with the given weights."""
    value.features(board, seat, found)
    total = 0
    for number in range(14):
        total += weights[number] * found[number]
    return int(total // 1000)


@compiled
def play(board: Any, weights: Any, chance: int, wild: int, room: Any, found: Any, out: Any) -> int:
    """Play a match, `wild` of 1,000 actions at random; write the features of every seat after each turn to `out`."""
    seats = board[b.SEATS]
    turns = 0
    while True:
        count = moves.actions(board, 0, room)
        chance = next_chance(chance)
        best = room[chance % count]
        chance = next_chance(chance)
        if chance % 1000 >= wild:
            most = -(10**9)
            for number in range(count):
                after = board.copy()
                search.act(after, room[number], 1)
                worth = weighed(after, board[b.MOVER], weights, found)
                if worth > most:
                    most = worth
                    best = room[number]
        search.act(board, best, 1)
        if turns < 500:
            for seat in range(seats):
                value.features(board, seat, found)
                for number in range(14):
                    out[(turns * seats + seat) * 14 + number] = found[number]
        turns += 1
        if not search.go_on(board):
            return min(turns, 500)


def dealt(seats: int, chance: Random) -> list[int]:
    """Return a table with its first cards and shuffled decks."""
    board = b.new_board(seats, 15)
    for first, end in pairwise(FIRST_OF):
        deck = list(range(first, end))
        chance.shuffle(deck)
        board[b.DECK + first - 1 : b.DECK + end - 1] = deck
    for noble in chance.sample(range(1, NOBLES + 1), seats + 1):
        board[b.NOBLE + noble] = 1
    for place in range(b.PLACES):
        level = place // b.ROW
        board[b.LEFT + level] -= 1
        board[b.MARKET + place] = board[b.DECK + FIRST_OF[level] - 1 + board[b.LEFT + level]]
    board[b.MOVER] = chance.randrange(seats)
    return board


def round_of(seats: int, weights: Any, matches: int, chance: Random) -> tuple[Any, Any]:
    """Play matches; return the features by position and seat, and each seat's share of the victory."""
    rows, shares = [], []
    room, found, out = array([0] * moves.MOST), array([0] * COUNT), array([0] * (TURNS * seats * COUNT))
    for _ in range(matches):
        board = array(dealt(seats, chance))
        turns = play(board, weights, chance.randrange(1, 2**31 - 1), chance.choice((0, 50, 150)), room, found, out)
        won = np.array([search.outcome(board, seat) >= 0 for seat in range(seats)], dtype=float)
        if not won.sum():
            continue
        kept = range(chance.randrange(3), turns, 3)
        rows.append(np.asarray(out[: turns * seats * COUNT], dtype=float).reshape(turns, seats, COUNT)[kept])
        shares.append(np.repeat((won / won.sum())[None], len(kept), axis=0))
    return np.concatenate(rows) / 1000, np.concatenate(shares)


def fitted(rows: Any, shares: Any, start: Any) -> Any:
    """Return weights in thousandths that make the actual results likely, by Adam on standardised features."""
    spread = rows.reshape(-1, COUNT).std(axis=0) + 1e-6
    scaled = rows / spread
    weights = start / 1000 * spread
    first, second = np.zeros(COUNT), np.zeros(COUNT)
    for step in range(1, 601):
        logits = scaled @ weights
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        gradient = np.einsum("ns,nsk->k", odds - shares, scaled) / len(rows) + 1e-4 * weights
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        weights -= 0.02 * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return np.round(1000 * weights / spread).astype(int)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = {}
    for seats in (2, 3, 4):
        chance = Random(chosen.seed * 10 + seats)
        weights = np.array(FIRST_GUESS)
        rounds = []
        for number in range(chosen.rounds):
            rows, shares = round_of(seats, array(weights), chosen.matches, chance)
            weights = fitted(rows, shares, weights)
            rounds.append(weights)
            print(f"{seats} seats, round {number + 1}: {len(rows)} positions, {weights.tolist()}", flush=True)
        found[seats] = tuple(round(weight) for weight in np.mean(rounds[-MEANT:], axis=0))
    lines = "".join(f"    {seats}: {weights},\n" for seats, weights in found.items())
    head = (ROOT / "game/cabinets/gems/weights.py").read_text(encoding="utf-8").split("WEIGHTS", 1)[0]
    text = f"{head}WEIGHTS: dict[int, tuple[int, ...]] = {{\n{lines}}}\n"
    (ROOT / "game/cabinets/gems/weights.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
