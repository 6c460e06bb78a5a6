"""How long the dungeon methods take for a level, furnished and in plain Python. Times of the core.

    python -m tests.bench.bench_forge_dungeons [--levels N]

Wanted for 64×64: 2 ms for partition, diggers and caves, 12 for any, never above 30; 3 ms for nine cells of caves.
"""

from __future__ import annotations

import argparse
import time

from game.core.forge.methods.automaton import generation
from game.core.forge.methods.cells import Endless
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.bits import grid_of
from game.core.forge.model.level import Recipe, Value
from tests.core.forge.by_loops import generation_by_loops


def times(method: str, levels: int, width: int, height: int, **parameters: Value) -> tuple[float, float]:
    """Milliseconds of a level, in the middle and at worst."""
    kind, found = METHODS[method], []
    for number in range(levels + 1):
        begin = time.process_time()
        level_of(Recipe(method, kind.version, 1 + number * 7919, width, height, parameters))
        found.append(1000 * (time.process_time() - begin))
    found = sorted(found[1:])
    return found[levels // 2], found[-1]


def automaton() -> tuple[float, float]:
    """Milliseconds of sprinkling 64×64 and four generations, in bits; of one generation by loops."""
    grid = grid_of(64, 64)
    begin = time.process_time()
    for seed in range(500):
        rock = grid.sprinkled(seed, 500)
        for _ in range(4):
            rock = generation(grid, rock, 1, 5, "moore")
    bits = 1000 * (time.process_time() - begin) / 500
    begin = time.process_time()
    generation_by_loops(grid, rock, 1, 5, "moore")
    return bits, 1000 * (time.process_time() - begin)


def endless() -> float:
    """Milliseconds of a further cell of caves without end, as one goes east."""
    values = {name: parameter.default for name, parameter in METHODS["caves"].parameters.items()}
    cells = Endless(7, values)
    cells.tiles(0, 0)
    begin = time.process_time()
    for column in range(1, 21):
        cells.tiles(column, 0)
    return 1000 * (time.process_time() - begin) / 20


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=100)
    levels = parser.parse_args().levels
    for method in (method.id for method in METHODS.values() if method.kind == "dungeon"):
        print(
            f"{method:13} 64×64: {{:5.2f}} ms in the middle, {{:5.2f}} at worst".format(*times(method, levels, 64, 64))
        )
    nine = times("caves", levels, 150, 150, M=2, T=13)
    print("caves, nine cells of 50, joined: {:.2f} ms in the middle, {:.2f} at worst".format(*nine))
    largest = times("mission", levels, 64, 64, tasks=24, locks=6, branches=6, oneway=3)
    print("mission of 24 nodes, 6 locks, 6 bonuses, 3 gates: {:.2f} ms in the middle, {:.2f} at worst".format(*largest))
    print("sprinkling and four generations of 64×64: {:.3f} ms in bits; one by loops {:.1f}".format(*automaton()))
    print(f"a further cell of caves without end: {endless():.2f} ms")


if __name__ == "__main__":
    main()
