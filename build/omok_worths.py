"""Fit the worths of points, which Omok's master uses, to games that it plays against itself.

    SOUK_PLAIN= python build/omok_worths.py game/cabinets/omok/data/worths.txt --rule renju --games 3000

plays games from random beginnings with few nodes per stone. From each undecided position it takes the final winner and
the search's estimate. The numbers of the rule are replaced in the file, the others stay. Needs the `sim` extra.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from game.cabinets.omok import deep
from game.cabinets.omok import weights as w
from game.cabinets.omok.board import NOWHERE, makes_five, new_board, put
from game.cabinets.omok.field import CLASSES, MAKES_FIVE, MAKES_TWO_WAYS, ROW, names, new_field
from game.core.compiled import compiled

SIZE = 15
UNIT = 200
"""The worth that stands for odds of e : 1."""
PRIOR = 20
"""Weight of the old numbers, in games: the numbers of rare pairs hardly change."""


@compiled
def count_pairs(cells: Any, colour: int, counts: Any) -> None:
    """Count the empty points of each pair of kinds into `counts`."""
    for point in range(len(cells) // ROW):
        if cells[point * ROW]:
            continue
        code = cells[point * ROW + colour]
        first = second = 0
        for way in range(4):
            digit = code >> 4 * way & 15
            if digit > first:
                first, second = digit, first
            elif digit > second:
                second = digit
        counts[first * (first + 1) // 2 + second] += 1


def played(seed: int, rule: str, nodes: int) -> tuple[list[tuple[int, Any, Any, float]], int]:
    """Play a game; return its quiet positions (mover, pairs of both colours, the search's estimate), and the winner or
    0.
    """
    chance = Random(seed)
    board = new_board(SIZE, rule)
    near = [point for point in range(SIZE * SIZE) if abs(point % SIZE - 7) <= 3 and abs(point // SIZE - 7) <= 3]
    for number, point in enumerate(chance.sample(near, chance.randrange(3, 8))):
        put(board, point, 1 + number % 2)
    stones = sum(stone > 0 for stone in board.stones)
    seen: list[tuple[int, Any, Any, float]] = []
    while stones < 140:
        colour = 1 + stones % 2
        field = new_field(board)
        threats = [field.totals[(whose - 1) * CLASSES + MAKES_FIVE] for whose in (1, 2)]
        threats.append(field.totals[(colour - 1) * CLASSES + MAKES_TWO_WAYS])
        point, worth = deep.choose(board, colour, 13, int(nodes * chance.uniform(0.5, 2)), 300)
        if not any(threats):
            pairs: Any = np.zeros((2, w.PAIRS), np.int16)
            count_pairs(field.cells, colour, pairs[0])
            count_pairs(field.cells, 3 - colour, pairs[1])
            seen.append((colour, pairs[0], pairs[1], 1 / (1 + np.exp(-max(-2000, min(2000, worth)) / UNIT))))
        if point == NOWHERE:
            return seen, 0
        if makes_five(board, point, colour):
            return seen, colour
        put(board, point, colour)
        stones += 1
    return seen, 0


def fitted(pairs: Any, won: Any, start: Any, rounds: int = 100) -> Any:
    """Return the numbers that make the results most likely (logistic regression by Adam, small changes preferred)."""
    numbers, mean, square = start.astype(np.float64).copy(), 0.0, 0.0
    pairs = np.hstack([np.ones((len(pairs), 1), np.float32), pairs.astype(np.float32)])
    chance = np.random.default_rng(1)
    step = 0
    for turn in range(rounds):
        order = chance.permutation(len(pairs))
        for part in np.array_split(order, max(1, len(pairs) // 16384)):
            step += 1
            likely = 1 / (1 + np.exp(-np.clip(pairs[part] @ numbers, -30, 30)))
            slope = pairs[part].T @ (likely - won[part]) / len(part) + PRIOR / len(pairs) * (numbers - start)
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope**2
            rate = 0.02 * (1 - turn / rounds) + 1e-4
            numbers -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    likely = 1 / (1 + np.exp(-np.clip(pairs @ numbers, -30, 30)))
    print(f"  loss {-np.mean(won * np.log(likely + 1e-9) + (1 - won) * np.log(1 - likely + 1e-9)):.4f}")
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rule", choices=("renju", "free"), default="renju")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--keep", type=Path, help="a file that positions are added to")
    arguments = parser.parse_args()
    sets: dict[int, list[Any]] = {1: [], 2: []}
    ends = [0, 0, 0]
    began = time.process_time()
    for game in range(arguments.first, arguments.first + arguments.games):
        seen, winner = played(game, arguments.rule, arguments.nodes)
        ends[winner] += 1
        for colour, own, theirs, expected in seen:
            won = 0.5 if winner == 0 else float(winner == colour)
            sets[colour].append((np.concatenate([own, theirs]), (won + expected) / 2))
        if game % 100 == 99:
            print(game + 1, ends, f"{time.process_time() - began:.0f} s", flush=True)
    pairs = {colour: np.array([each[0] for each in sets[colour]], np.int16) for colour in (1, 2)}
    results = {colour: np.array([each[1] for each in sets[colour]]) for colour in (1, 2)}
    if arguments.keep:
        if arguments.keep.exists():
            before = np.load(arguments.keep)
            pairs = {colour: np.vstack([before[f"pairs{colour}"], pairs[colour]]) for colour in (1, 2)}
            results = {colour: np.concatenate([before[f"won{colour}"], results[colour]]) for colour in (1, 2)}
        with arguments.keep.open("wb") as kept:
            np.savez_compressed(kept, pairs1=pairs[1], pairs2=pairs[2], won1=results[1], won2=results[2])
    write(arguments.file, fit(arguments.rule, pairs, results))


def fit(rule: str, pairs: dict[int, Any], won: dict[int, Any]) -> dict[str, list[int]]:
    """Return the lines of a rule: for each colour its bonus, and its points' worth with and without the move."""
    both = names((1, 0) if rule == "renju" else (0, 0))
    unit = UNIT * w.FINE
    half = w.PAIRS
    told: dict[str, list[int]] = {}
    start = np.array(w.begun(), float) / unit
    begun = np.concatenate([start[: half + 1], -start[half + 1 :]])
    if rule == "free":
        numbers = fitted(np.vstack([pairs[1], pairs[2]]), np.concatenate([won[1], won[2]]), begun)
        told["free"] = [round(unit * n) for n in (*numbers[: half + 1], *-numbers[half + 1 :])]
        return told
    moved = {}
    for colour in (1, 2):
        moved[colour] = fitted(pairs[colour], won[colour], begun)
    for colour in (1, 2):
        numbers = (*moved[colour][: half + 1], *-moved[3 - colour][half + 1 :])
        told[both[colour - 1]] = [round(unit * number) for number in numbers]
    return told


def write(path: Path, told: dict[str, list[int]]) -> None:
    """Replace these lines of the file."""
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    kept = [line for line in lines if line.split()[0] not in told]
    kept += [f"{name} {' '.join(map(str, numbers))}" for name, numbers in told.items()]
    path.write_text("\n".join(sorted(kept)) + "\n", "ascii")


if __name__ == "__main__":
    main()
