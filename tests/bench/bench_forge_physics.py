"""How quick a runner's ticks and the proof of a platform level are. Times of the core.

    python -m tests.bench.bench_forge_physics [--levels N]

Set SOUK_PLAIN=1 for plain Python; without it they are compiled where numba is installed.
"""

from __future__ import annotations

import argparse
import time

from game.core.compiled import COMPILED
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import world_of
from game.core.forge.proof.platform import prove
from tests.core.forge.levels import tape
from tests.core.forge.test_proof import hurdles


def ticks_a_second(level: int) -> float:
    """Ticks of a runner who presses at random, those in which it lies left out."""
    world, pressed = world_of(hurdles(level)), tape(level, 30_000)
    runner = world.runner()
    begin = time.process_time()
    for ticks, buttons in pressed:
        world.run(runner, buttons & ~n.AGAIN, ticks)
    return float(runner[n.CLOCK] - n.DOWN * runner[n.DEATHS]) / (time.process_time() - begin)


def main() -> None:
    """Print both figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", type=int, default=20)
    levels = parser.parse_args().levels
    ticks_a_second(0), prove(hurdles(0))  # whatever is compiled is compiled here
    rates = sorted(ticks_a_second(level) for level in range(levels))
    times = []
    for level in range(levels):
        made = hurdles(level)
        begin = time.process_time()
        assert prove(made).proved
        times.append(1000 * (time.process_time() - begin))
    times.sort()
    print("compiled" if COMPILED else "plain")
    print(f"ticks: {rates[levels // 2] / 1000:.0f} thousand a second in the middle, {rates[0] / 1000:.0f} at worst")
    print(f"proof of 120 columns: {times[levels // 2]:.1f} ms in the middle, {times[-1]:.1f} at worst")


if __name__ == "__main__":
    main()
