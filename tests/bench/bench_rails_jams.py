"""`python -m tests.bench.bench_rails_jams`: what a look for jams costs with 100 trains that wait, and with few."""

from __future__ import annotations

import time

from game.cabinets.rails.jams.adviser import findings
from game.cabinets.rails.jams.jams import find
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Layout
from game.core.compiled import COMPILED
from tests.cabinets.rails.layouts import railway_of

LINES = 50
TIMES = 50


def many_lines() -> Layout:
    """Single tracks one below the other, each with two trains that stand nose to nose."""
    single = layouts.single()
    pieces, starts = [], []
    for row in range(LINES):
        for piece in single.pieces:
            fields = {name: getattr(piece, name) for name in type(piece).__struct_fields__}
            pieces.append(type(piece)(**{**fields, "y": 2 * row + 4}))
        starts += [start._replace(place=start.place._replace(y=2 * row + 4)) for start in single.starts]
    return Layout(tuple(pieces), tuple(starts))


def measured(railway: Railway) -> float:
    """Milliseconds of the processor for a look, the middle of many."""
    taken = []
    for _ in range(TIMES):
        begin = time.process_time_ns()
        find(railway)
        taken.append(time.process_time_ns() - begin)
    return sorted(taken)[TIMES // 2] / 1e6


def main() -> None:
    crowd = railway_of(many_lines(), 2 * LINES)
    crowd.run(400)
    tree = railway_of(layouts.tree(), 12)
    tree.run(20_080)
    free = railway_of(layouts.loop_double(), 8)
    free.run(3_000)
    speed = "compiled" if COMPILED else "plain"
    for name, railway in (("100 waiting", crowd), ("tree, 12 stuck", tree), ("loop double, 8", free)):
        print(f"{name}: {measured(railway):.2f} ms, {len(find(railway).stuck)} stuck ({speed})")
    begin = time.process_time()
    findings(crowd.slots, 3_072, crowd)
    print(f"adviser, {LINES} lines: {1000 * (time.process_time() - begin):.0f} ms")


if __name__ == "__main__":
    main()
