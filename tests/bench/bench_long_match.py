"""What a step costs in a long match: it must not grow with what was played before. Dummy video.

    python -m tests.bench.bench_long_match [--steps 2000]

prints milliseconds on the core: for a step of the log, of the chart and of both drawn, with few and with many entries
behind it; and for a step of a match at this screen, at its begin and at its end.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

from game.core.cabinet import Cabinet
from game.core.rules import Event
from game.engine.canvas import Box
from game.engine.clock import FakeClock
from game.engine.loop.app import App
from game.engine.loop.window import Sheet
from game.engine.stage import Look
from game.engine.widgets.parts.style import Style
from game.ground.settings import Settings
from game.scenes.charts.scores import ScoreChart
from game.scenes.feeds.feed import LogEntry
from game.scenes.feeds.local import LocalFeed
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.feeds.turns import Past
from game.scenes.table.log import TableLog
from tests.games.relay import RELAY, SQUARES, Colour

LOOKS = [Look(f"Seat {seat}", "#BB3344", "plain", "disc") for seat in range(4)]
FEW = 20
REPEATS = 15


def entries(count: int) -> list[LogEntry]:
    """Four seats in turn, a sentence and a score each."""
    told = [{"seat": seat, "stones": 2, "heap": 40} for seat in range(4)]
    return [
        LogEntry(number, (number % 4,), (Event("took", told[number % 4]),), number, (number, number // 2, 7, -number))
        for number in range(count)
    ]


def milliseconds(step: Callable[[int], Any], first: int) -> float:
    """The median of a few steps from `first` on."""
    times = []
    for number in range(first, first + REPEATS):
        begin = time.thread_time()
        step(number)
        times.append((time.thread_time() - begin) * 1000)
    return statistics.median(times)


def report(name: str, few: float, many: float) -> None:
    """One line."""
    print(f"{name:28} early {few:7.3f}  late {many:7.3f} ms")


def table_parts(count: int) -> None:
    """The log and the chart beside it."""
    app = App(Settings(language="en"), Sheet((1280, 720)), FakeClock(), audible=False)
    style, canvas = Style.of(app.context), app.context.canvas
    whole = entries(count + REPEATS)
    found: dict[str, list[float]] = {"log": [], "chart": [], "both, drawn": []}
    for first in (FEW, count):
        log = TableLog(style, Box(24, 80, 280, 600), "nullgame", LOOKS)
        chart = ScoreChart(style, Box(980, 200, 248, 240), LOOKS)
        both = {"log": log.show, "chart": chart.show}
        for name, show in both.items():
            show(Past(whole, first))
            found[name].append(milliseconds(lambda number, show=show: show(Past(whole, number + 1)), first))  # type: ignore[misc]

        def drawn(number: int, log: TableLog = log, chart: ScoreChart = chart) -> None:
            log.show(Past(whole, number))
            chart.show(Past(whole, number))
            log.draw(canvas)
            chart.draw(canvas)

        found["both, drawn"].append(milliseconds(drawn, first - REPEATS))
    app.close()
    for name, (few, many) in found.items():
        report(name, few, many)


def match_here(count: int) -> None:
    """A match between people, polled and asked as a table does each frame."""
    cabinet: Cabinet = RELAY
    rules = cabinet.rules
    seats = tuple(SeatPlan(f"Seat {seat}", "human") for seat in range(rules.info.seats[3]))
    feed = LocalFeed(cabinet, MatchPlan(rules.info.id, seats, rules.info.options(turns=count), 5))
    times: list[float] = []
    may_undo = 0
    feed.poll(0.0)
    while not feed.over:
        choice = feed.choice
        assert choice is not None
        begin = time.thread_time()
        feed.play(choice.seat, Colour(len(times) % SQUARES))
        feed.poll(0.0)
        may_undo += feed.can_undo
        times.append((time.thread_time() - begin) * 1000)
    report("step of a match here", statistics.median(times[:100]), statistics.median(times[-100:]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2000)
    count = parser.parse_args().steps
    table_parts(count)
    match_here(count)


if __name__ == "__main__":
    main()
