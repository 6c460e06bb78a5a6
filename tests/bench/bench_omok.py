"""How fast Omok's computers see and think on one core.

    python -m tests.bench.bench_omok            with numba where it is installed
    SOUK_PLAIN=1 python -m tests.bench.bench_omok

prints microseconds to put and take a stone, milliseconds for the forbidden points of a board, nodes a second of the
search, and seconds of decisions in a match of experts. All times are those this process had on a core, which other
programs do not disturb.
"""

from __future__ import annotations

import statistics
import time
from random import Random

from game.cabinets.omok import board as b
from game.cabinets.omok import search
from game.cabinets.omok.bots import ExpertBot
from game.cabinets.omok.field import Field, new_field, put
from game.cabinets.omok.state import EXACT, FORBIDDEN
from game.core.compiled import COMPILED, array, compiled

RULE, SIZE = "renju", 15
BOARDS = 40


@compiled
def put_and_take(field: Field, indices: object, times: int) -> None:
    for _ in range(times):
        for index in indices:  # type: ignore[attr-defined]
            put(field, index, 1)
            put(field, index, -1)


def board(seed: int) -> tuple[Field, list[int]]:
    """A board of so many stones as lie after 30 moves, and its free points."""
    chance = Random(seed)
    field = new_field(SIZE, EXACT[RULE], FORBIDDEN[RULE])
    points = [b.index_of(y * SIZE + x, SIZE) for y in range(3, 12) for x in range(3, 12)]
    chance.shuffle(points)
    for number, index in enumerate(points[:30]):
        put(field, index, 1 + number % 2)
    return field, points[30:]


def main() -> None:
    print("machine code" if COMPILED else "plain Python")
    field, free = board(0)
    put_and_take(field, array(free), 1)
    times = 400 if COMPILED else 40
    began = time.process_time()
    put_and_take(field, array(free), times)
    print(f"put + take    {(time.process_time() - began) / times / len(free) * 1e6:9.2f} µs")
    found = array([0] * len(field.cells))
    fields = [board(seed)[0] for seed in range(BOARDS)]
    b.forbidden_points(field.cells, 1, b.width(SIZE), 7, found)
    began = time.process_time()
    for other in fields:
        b.forbidden_points(other.cells, 1, b.width(SIZE), 7, found)
    print(f"forbidden     {(time.process_time() - began) / BOARDS * 1e3:9.2f} ms a board")
    room = search.new_room(field, ExpertBot.remembered)
    search.deepened(field, 1, room, 200, search.LEVELS)
    nodes, began = 0, time.process_time()
    for seed in range(4):
        field = quiet(seed)
        search.deepened(field, 2, search.new_room(field, ExpertBot.remembered), 6000, search.LEVELS)
        nodes += 6000
    print(f"search        {nodes / (time.process_time() - began):9.0f} nodes/s")
    seconds = match()
    print(
        f"expert        median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s, {len(seconds)} decisions"
    )


def quiet(seed: int) -> Field:
    """A board after three stones near the centre."""
    field = new_field(SIZE, EXACT[RULE], FORBIDDEN[RULE])
    for number, point in enumerate(Random(seed).sample(range(9), 3)):
        put(field, b.index_of((6 + point // 3) * SIZE + 6 + point % 3, SIZE), 1 + number % 2)
    return field


def match() -> list[float]:
    """Seconds of each decision in a match of experts."""
    seconds, field = [], quiet(1)
    for number in range(3, 50):
        colour = 1 + number % 2
        began = time.process_time()
        room = search.new_room(field, ExpertBot.remembered)
        index = search.choose(field, colour, room, ExpertBot.nodes, ExpertBot.fours)
        seconds.append(time.process_time() - began)
        put(field, index, colour)
        if b.makes_five(field.cells, index, b.width(SIZE), EXACT[RULE][colour - 1]):
            break
    return seconds


if __name__ == "__main__":
    main()
