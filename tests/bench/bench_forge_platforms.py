"""Platform levels of each method raw and mended through the proof, and how long both take. Times of the core.

    python -m tests.bench.bench_forge_platforms [--levels N] [--method NAME]… [--width W] [--seed FIRST]

Set SOUK_PLAIN=1 for plain Python; without it physics and search are compiled where numba is installed. Prints the table
of docs/forge.md.
"""

from __future__ import annotations

import argparse
import time

from game.core.compiled import COMPILED
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Method
from game.core.forge.proof.platform import prove
from game.core.forge.proof.repair import mended

PLATFORMS = [method for method in METHODS.values() if method.kind == "platform"]


def level(method: Method, number: int, width: int) -> Level:
    """A level of that width; rooms have a size of their own."""
    size = method.size if method.size[0] < 100 else (width, 15)
    return method.make(Recipe(method.id, method.version, number, *size))


def row(method: Method, first: int, levels: int, width: int) -> str:
    """What a method comes to over so many numbers."""
    level(method, first, width)
    making, proving, pars, rounds, left = [], [], [], [], 0
    for number in range(first, first + levels):
        begin = time.process_time()
        made = level(method, number, width)
        middle = time.process_time()
        proof = prove(made)
        end = time.process_time()
        making.append(1000 * (middle - begin))
        if proof.proved:
            proving.append(1000 * (end - middle))
            pars.append(proof.ticks / 60)
            continue
        whole = mended(made)
        rounds.append(whole.rounds)
        left += not whole.proof.proved
    for found in (making, proving, pars):
        found.sort()
    raw, most = len(pars), max(rounds, default=0)
    tenth = len(pars) // 10
    return (
        f"| {method.id} | {raw} of {levels} | {levels - left} of {levels} | {most} | {making[levels // 2]:.2f} | "
        f"{proving[raw // 2]:.1f} | {pars[tenth]:.1f} {pars[raw // 2]:.1f} {pars[-1 - tenth]:.1f} |"
    )


def main() -> None:
    """Print a row a method."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=200)
    parser.add_argument("--width", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--method", action="append")
    asked = parser.parse_args()
    prove(level(PLATFORMS[0], 1, 100))  # whatever is compiled is compiled here
    print("compiled" if COMPILED else "plain", f"{asked.width} columns")
    print("| method | proved as made | proved, mended | most rounds | making ms | proof ms | par s: 10 % 50 % 90 % |")
    print("|---|---|---|---|---|---|---|")
    for method in PLATFORMS:
        if asked.method is None or method.id in asked.method:
            print(row(method, asked.seed, asked.levels, asked.width), flush=True)


if __name__ == "__main__":
    main()
