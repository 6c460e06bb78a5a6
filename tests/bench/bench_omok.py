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
from game.cabinets.omok.board import Board, new_board, put
from game.cabinets.omok.bots import ExpertBot
from game.cabinets.omok.state import Options, fouls_of
from game.core.compiled import COMPILED, array, compiled

RULE, SIZE = "renju", 15
BOARDS, STONES, NODES = 40, 50, 6000


@compiled
def put_and_take(board: Board, points: object, times: int) -> None:
    for _ in range(times):
        for point in points:  # type: ignore[attr-defined]
            put(board, point, 1)
            put(board, point, -1)


def crowded(seed: int) -> tuple[Board, list[int]]:
    """A board of so many stones as lie after 30 moves, and its free points."""
    chance = Random(seed)
    board = new_board(SIZE, RULE)
    points = [y * SIZE + x for y in range(3, 12) for x in range(3, 12)]
    chance.shuffle(points)
    for number, point in enumerate(points[:30]):
        put(board, point, 1 + number % 2)
    return board, points[30:]


def main() -> None:
    print("machine code" if COMPILED else "plain Python")
    board, free = crowded(0)
    put_and_take(board, array(free), 1)
    times = 400 if COMPILED else 40
    began = time.process_time()
    put_and_take(board, array(free), times)
    print(f"put + take    {(time.process_time() - began) / times / len(free) * 1e6:9.2f} µs")
    boards = [list(crowded(seed)[0].stones) for seed in range(BOARDS)]
    fouls_of(boards[0], Options(RULE), b.BLACK)
    began = time.process_time()
    for stones in boards:
        fouls_of(stones, Options(RULE), b.BLACK)
    print(f"forbidden     {(time.process_time() - began) / BOARDS * 1e3:9.2f} ms a board")
    memory = search.new_memory(board, ExpertBot.remembered)
    search.deepened(board, 1, memory, 200, search.LEVELS)
    nodes, began = 0, time.process_time()
    for seed in range(4):
        board = quiet(seed)
        search.deepened(board, 2, search.new_memory(board, ExpertBot.remembered), NODES, search.LEVELS)
        nodes += NODES
    print(f"search        {nodes / (time.process_time() - began):9.0f} nodes/s")
    seconds = match()
    print(
        f"expert        median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s, {len(seconds)} decisions"
    )


def quiet(seed: int) -> Board:
    """A board after three stones near the centre."""
    board = new_board(SIZE, RULE)
    for number, point in enumerate(Random(seed).sample(range(9), 3)):
        put(board, (6 + point // 3) * SIZE + 6 + point % 3, 1 + number % 2)
    return board


def match() -> list[float]:
    """Seconds of each decision in a match of experts."""
    seconds, board = [], quiet(1)
    for number in range(3, STONES):
        colour = 1 + number % 2
        began = time.process_time()
        memory = search.new_memory(board, ExpertBot.remembered)
        point = search.choose(board, colour, memory, ExpertBot.nodes, ExpertBot.fours)
        seconds.append(time.process_time() - began)
        if b.makes_five(board, point, colour):
            break
        put(board, point, colour)
    return seconds


if __name__ == "__main__":
    main()
