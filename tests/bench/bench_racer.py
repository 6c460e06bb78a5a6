"""How true slices are to their time: a race of computers at this screen, in real time, at several rates of frames.

    python -m tests.bench.bench_racer [--slices 1200] [--rates 60 30]

prints seconds by the clock from the beginning of the first slice to the end of the last; 1,200 slices of 0.1 s must
take 120.0 s, to a tenth.
"""

from __future__ import annotations

import argparse
import time

from game.cabinets.listed import CABINETS
from game.cabinets.racer.rules import SLICE, TICKS, Options
from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.match.match import Match


def seconds(slices: int, rate: float) -> float:
    """How long so many slices take, pumped `rate` times a second. The racers stand, so that nobody arrives."""
    cabinet = CABINETS["racer"]
    match = Match(cabinet.rules, 4, Options(hurdles=60, seconds=180), 5, in_pieces=True)
    session = bot_session(cabinet, match, {3: BuiltinSpec("random")}, logs=None)
    begun = None
    while match.view(0).slices < slices and not match.over:
        now = time.monotonic()
        session.pump(now)
        if begun is None and match.deadline is not None:
            begun = match.deadline - SLICE
        time.sleep(max(0.0, 1 / rate - (time.monotonic() - now)))
    assert begun is not None
    session.close()
    return time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=1200)
    parser.add_argument("--rates", type=float, nargs="+", default=[60.0])
    arguments = parser.parse_args()
    for rate in arguments.rates:
        taken = seconds(arguments.slices, rate)
        wanted = arguments.slices * SLICE
        print(
            f"{arguments.slices} slices of {TICKS} ticks at {rate:g} frames a second: {taken:.3f} s for {wanted:.1f}, "
            f"{taken - wanted:+.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
