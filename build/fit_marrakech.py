"""Fit the weights of Marrakech's value to matches played by its own players, and write weights.py.

    python build/fit_marrakech.py [--games 30000] [--passes 1] [--seats 2,3,4] [--seed 1]

Each match seats greedy players and, one on average, experts that look one turn ahead; now and then anyone
plays at random. Before each turn the features of every seat are noted, at the end who won. For each number of
seats and of rugs the mover has left, a conditional logit tells the winner from the features. That a seat is an
expert is a feature too, so that skill is not mistaken for what a skilled player happens to own; it is dropped
from the table. Each pass plays with the weights the one before has written. Needs numpy and numba; a pass takes
a few minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.cabinets.marrakech import board as b
from game.cabinets.marrakech import position, search, value, weights
from game.cabinets.marrakech.value import SMALL
from game.core.compiled import bit_count, compiled, next_chance

TARGET = Path(weights.__file__)
TURNS = 50
NOISE = 30
"""How many of 1,000 turns are played at random."""
RIDGE = 30.0
"""How strongly a row's weights are pulled towards those of the row with one rug less."""
MOST_SAMPLES = 120_000
EXPERT, GREEDY = 1, 0

OVER, EXCESS, SQUARED = SMALL, SMALL + 1, SMALL + 2
MONEY, RUG, THREAT, SKILL, OUT, FEATURES = range(SQUARED + 1, SQUARED + 7)
FITTED = OUT


@compiled
def note(board: b.Board, kinds: Any, features: Any) -> None:
    """Write the features of every seat before a turn."""
    seats = board[b.SEATS]
    mover = board[b.MOVER]
    features[:] = 0
    for seat in range(seats):
        for half in range(2 if seats == 2 else 1):
            rest = board[b.MASK + seat + 2 * half]
            while rest:
                found = b.spread(rest, rest & -rest)
                rest ^= found
                size = bit_count(found)
                if size <= SMALL:
                    features[seat, size - 1] += 1
                else:
                    features[seat, OVER] += 1
                    features[seat, EXCESS] += size - SMALL
                    features[seat, SQUARED] += (size - SMALL) ** 2
        features[seat, MONEY] = board[b.MONEY + seat]
        features[seat, RUG] = board[b.LEFT + seat] - board[b.LEFT + mover]
        features[seat, SKILL] = kinds[seat]
        features[seat, OUT] = board[b.OUT + seat] > 0
    base = (board[b.SQUARE] * 4 + value.cheapest_heading(board, mover)) * 4
    for step in range(4):
        square = b.WALK[base + step] >> 2
        amount = b.due(board, mover, square) * (1 if step == 0 or step == 3 else 2)
        if amount:
            features[mover, THREAT] -= amount
            features[board[b.COLOUR + square] % seats, THREAT] += amount


@compiled
def most_promising(board: b.Board, places: Any, count: int) -> int:
    """The place after which the mover's chance is best."""
    best, most = places[0], -1
    for index in range(count):
        worth = value.chance(search.laid(board, places[index]), board[b.MOVER])
        if worth > most:
            best, most = places[index], worth
    return int(best)


@compiled
def play(board: b.Board, kinds: Any, chance: int, features: Any, left: Any) -> Any:
    """Play a match to its end and note every turn. Returns the number of turns and the last number of chance."""
    places = b.places_room(board)
    turn = 0
    while board[b.MOVER] >= 0:
        mover = board[b.MOVER]
        note(board, kinds, features[turn])
        left[turn] = board[b.LEFT + mover]
        turn += 1
        chance = next_chance(chance)
        at_random = (chance >> 8) % 1000 < NOISE
        chance = next_chance(chance)
        if at_random:
            heading = (board[b.HEADING] + 3 + (chance >> 5) % 3) & 3
        elif kinds[mover] == EXPERT:
            heading = search.best_heading(board, 1, 1)
        else:
            heading = position.greedy_heading(board, chance >> 5)
        chance = next_chance(chance)
        pose = b.WALK[(board[b.SQUARE] * 4 + heading) * 4 + FACES[(chance >> 5) % 6] - 1]
        board[b.SQUARE] = pose >> 2
        board[b.HEADING] = pose & 3
        b.pay(board)
        if board[b.OUT + mover] == 0:
            count = b.open_places(board, places)
            chance = next_chance(chance)
            if count == 0:
                board[b.LEFT + mover] -= 1
            elif at_random:
                b.lay(board, places[(chance >> 5) % count])
            elif kinds[mover] == EXPERT:
                b.lay(board, most_promising(board, places, count))
            else:
                b.lay(board, position.greedy_place(board, chance >> 5))
        b.pass_turn(board)
    return turn, chance


FACES = np.array(b.FACES)


def sample(seats: int, games: int, seed: int) -> tuple[Any, Any, Any]:
    """Return by turn the features (turn, seat, feature), the mover's remaining rugs, and each seat's share of the
    victory.
    """
    random = np.random.default_rng(seed)
    most = games * seats * b.RUGS[seats]
    features: Any = np.zeros((most + TURNS, seats, FEATURES), dtype=np.float32)
    left: Any = np.zeros(most + TURNS, dtype=np.int64)
    shares: Any = np.zeros((most, seats), dtype=np.float32)
    chance = int(random.integers(1, 2**31 - 2))
    start = 0
    for _ in range(games):
        board = b.new_board(seats, by_owner=False, by_rug=False)
        b.seat_in_turn(board, [int(seat) for seat in random.permutation(seats)])
        board[b.HEADING] = int(random.integers(4))
        hot = np.array(board)
        kinds = np.where(random.random(seats) < 1 / seats, EXPERT, GREEDY)
        turns, chance = play(hot, kinds, chance, features[start:], left[start:])
        shares[start : start + turns] = [value.final_share(hot, seat) / value.CERTAIN for seat in range(seats)]
        start += turns
    return features[:start], left[:start], shares[:start]


def logit(features: Any, shares: Any, prior: Any) -> Any:
    """Return the weights of a conditional logit by Newton's method, pulled towards `prior`."""
    out = features[:, :, OUT] > 0
    known = features[:, :, :FITTED].astype(np.float64)
    fitted = prior.copy()
    for _ in range(8):
        utility = np.where(out, -1e9, known @ fitted)
        chances = np.exp(utility - utility.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        missed = np.where(out, 0.0, shares - chances)
        slope = np.einsum("ns,nsf->f", missed, known) - RIDGE * (fitted - prior)
        spread = (known - np.einsum("ns,nsf->nf", chances, known)[:, None]) * np.sqrt(chances)[:, :, None]
        spread = spread.reshape(-1, FITTED)
        fitted += np.linalg.solve(spread.T @ spread + RIDGE * np.eye(FITTED), slope)
    return fitted


def rows(seats: int, games: int, seed: int) -> list[Any]:
    """Return the fitted weights by remaining rugs, from 1."""
    features, left, shares = sample(seats, games, seed)
    random = np.random.default_rng(seed)
    found = [np.zeros(FITTED)]
    for rugs in range(1, b.RUGS[seats] + 1):
        near = np.flatnonzero(np.abs(left - rugs) <= (0 if rugs <= 3 else 1))
        near = random.permutation(near)[:MOST_SAMPLES]
        found.append(logit(features[near], shares[near], found[-1]))
    return found[1:]


def write(fitted: dict[int, list[Any]]) -> None:
    """Write weights.py; seat counts that were not fitted keep their rows."""
    tables = dict(weights.FITTED)
    for seats, found in fitted.items():
        tables[seats] = tuple(number for row in found for number in weights_of(row))
    lines = [
        '"""The weights of value.py, fitted by build/fit_marrakech.py; do not edit.',
        "",
        'How they came about, pass by pass: docs/marrakech.md, "Strength".',
        '"""',
        "",
        "# fmt: off",
        "FITTED = {",
    ]
    for seats, numbers in tables.items():
        wrapped = textwrap.wrap(", ".join(map(str, numbers)) + ",", 106)
        lines += [f"    {seats}: (", *(f"        {line}" for line in wrapped), "    ),"]
    meaning = "By number of seats: a row of ROW weights for each number of rugs the mover may have left, from 1."
    lines += ["}", f'"""{meaning}"""']
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def weights_of(fitted: Any) -> list[int]:
    """Convert fitted weights to a row of weights.py."""
    parabola = fitted[[OVER, EXCESS, SQUARED]] * 1024
    return [*_whole(fitted[:SMALL]), *_whole(parabola), *_whole(fitted[[MONEY, RUG, THREAT]])]


def _whole(numbers: list[float]) -> list[int]:
    return [round(float(number) * value.LOGIT) for number in numbers]


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of Marrakech's value.")
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--seats", default="2,3,4")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    seats = [int(text) for text in chosen.seats.split(",")]
    write({number: rows(number, chosen.games, chosen.seed + number) for number in seats})
    if chosen.passes > 1:
        again = ["--passes", str(chosen.passes - 1), "--seed", str(chosen.seed + 1000), "--seats", chosen.seats]
        subprocess.run([sys.executable, __file__, "--games", str(chosen.games), *again], check=True)


if __name__ == "__main__":
    main()
