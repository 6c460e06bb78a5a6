"""What going through a replay costs, in every game: opening it, a step back from anywhere, a leap anywhere.

    python -m tests.bench.bench_replay [FOLDER]

Each golden recording, or each one in a folder. 20 rounds of rails, where a leap may take 300 ms, are written by
`main.py play rails --seats expert,expert --seed 5 --option seconds=0 --headless --record FOLDER/rails.souk`.
Milliseconds of processor time; a step back is the median and the worst of all positions. Without the compiler, as a
window runs.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ.setdefault("SOUK_PLAIN", "1")

from game.cabinets.listed import CABINETS
from game.core.recording.replay import Playback, read_replay

GOLDEN = Path(__file__).parent.parent / "golden"
POSITIONS = 120


def spent(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def measure(path: Path) -> tuple[int, float, float, float, float]:
    """Steps, and what it costs to open, to step back (median and worst), and to leap at the worst."""
    replay = read_replay(path)
    playback = Playback(replay, CABINETS[replay.header.game].rules)
    opened = spent(playback.verify)
    length = len(playback)
    back = []
    for position in range(length, 0, -max(1, length // POSITIONS)):
        playback.seek(position)
        back.append(spent(lambda: playback.seek(position - 1)))  # noqa: B023
    random = Random(1)
    leaps = [spent(lambda: playback.seek(random.randrange(length))) for _ in range(POSITIONS)]
    return length, opened, statistics.median(back), max(back), max(leaps)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GOLDEN
    print(f"{'recording':32}{'steps':>7}{'open':>9}{'back':>8}{'worst':>8}{'leap':>8}")
    for path in sorted(folder.glob("*.souk")):
        length, *figures = measure(path)
        print(
            f"{path.stem:32}{length:7}{figures[0]:9.1f}" + "".join(f"{value:8.2f}" for value in figures[1:]), flush=True
        )


if __name__ == "__main__":
    main()
