"""What a program costs more than a bot in this process: the time of a decision that takes no thought.

    python -m tests.bench.bench_programs [--decisions 2000] [--json]

One request after another is put to a program that answers with the first legal action, as a session does, for every
game at a middling moment of a match. The middle is the median of all decisions: what other programs take of the
machine is in the worst ones. The processor time is that of this process alone.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.process import ProcessBot
from game.core.bot.seats import bot_controller
from game.core.bots import Request
from game.core.match.match import Match
from game.core.match.session import Failure, bot_setup

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples" / "bots"
STEPS = 20
"""Into the match, where the request is from, or its last before."""


class Outcome(msgspec.Struct, frozen=True):
    """What was measured; times in seconds of one decision."""

    game: str
    program: str
    middle: float
    p95: float
    processor: float
    """Of this process, on average."""
    sent: int
    """Bytes of a request."""


def request_of(game: str) -> tuple[Match, int, Request]:
    """A match a few steps in, who was asked last, and what. Its time goes from deadline to deadline."""
    cabinet = CABINETS[game]
    rules = cabinet.rules
    match = Match(rules, cabinet.info.usual_seats, cabinet.info.options(), 5)
    now = 0.0
    match.tick(now)
    asked: tuple[int, Request] | None = None
    while not match.over and (match.number < STEPS or asked is None):
        if match.waiting_for:
            seat = match.waiting_for[0]
            events = tuple(event for step in match.steps[-4:] for event in step.events_for(seat))
            asked = seat, Request(match.number, match.view(seat), match.legal(seat), events, 7)
        for seat in match.waiting_for:
            match.force(seat)
        now = now if match.deadline is None else max(now, match.deadline)
        match.tick(now)
    assert asked is not None
    return match, *asked


def measure(game: str, command: str, decisions: int) -> Outcome | None:
    """Ask a program so often; None where it does not know the game, which lists no actions then."""
    match, seat, request = request_of(game)
    cabinet = CABINETS[game]
    setup = bot_setup(match, game, seat)
    bot = bot_controller(cabinet, parse_spec(f"cmd:{command}", cabinet.bots), setup, logs=None)
    assert isinstance(bot, ProcessBot)
    try:
        if request.legal is None and isinstance(_decided(bot, request), Failure):
            return None
        for _ in range(20):
            _decide(bot, request)
        before = time.process_time()
        taken = sorted(_decide(bot, request) for _ in range(decisions))
        processor = (time.process_time() - before) / decisions
    finally:
        bot.close()
    sent = len(msgspec.json.encode(request))
    return Outcome(game, Path(command.split()[-1]).name, median(taken), taken[decisions * 95 // 100], processor, sent)


def _decide(bot: ProcessBot, request: Request) -> float:
    """Seconds that one decision takes."""
    begin = time.perf_counter()
    answer = _decided(bot, request)
    assert not isinstance(answer, Failure), answer
    return time.perf_counter() - begin


def _decided(bot: ProcessBot, request: Request) -> Any:
    bot.begin(request)
    while (answer := bot.poll(time.monotonic())) is None:
        bot.wait(1.0)
    return answer


def commands(folder: Path) -> Iterator[str]:
    """The example programs that can be run here."""
    yield f"{sys.executable} {EXAMPLES / 'chooser.py'}"
    if node := shutil.which("node"):
        yield f"{node} {EXAMPLES / 'chooser.js'}"
    if compiler := shutil.which("g++"):
        built = folder / "chooser"
        subprocess.run([compiler, "-O2", "-std=c++17", "-o", built, EXAMPLES / "chooser.cpp"], check=True)
        yield str(built)


def main() -> int:
    """Measure every game with every program and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = [
            outcome
            for command in commands(Path(folder))
            for game in sorted(CABINETS)
            if (outcome := measure(game, command, arguments.decisions)) is not None
        ]
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(found)))
        return 0
    for outcome in found:
        times = (outcome.middle, outcome.p95, outcome.processor)
        middle, p95, processor = (f"{1e3 * seconds:6.3f}" for seconds in times)
        print(
            f"{outcome.program:12} {outcome.game:10} middle {middle} ms  p95 {p95} ms  "
            f"processor {processor} ms  {outcome.sent} bytes"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
