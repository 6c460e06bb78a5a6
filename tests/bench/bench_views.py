"""How large views are that a spectator is told, whole and as what changed since the last one.

    python -m tests.bench.bench_views [GAME ...] [--steps 200] [--seats N] [--option NAME=VALUE]

plays a match of the second weakest computers of each game and prints bytes a step, on average: the view as
it is sent, its fields that are others than before, and it deflated with the view before as a dictionary, with the
microseconds of the processor that this takes.
"""

from __future__ import annotations

import argparse
import os
import time
import zlib
from collections.abc import Sequence
from itertools import pairwise

os.environ["SOUK_PLAIN"] = "1"

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.rules import SPECTATOR

_FRAME = 0.05
"""Seconds between two looks at a match without a deadline."""
_Parts = msgspec.msgpack.Decoder(dict[str, msgspec.Raw] | list[msgspec.Raw])


def parts_of(view: bytes) -> dict[str | int, bytes]:
    """The fields of a view as they are sent."""
    parts = _Parts.decode(view)
    return {key: bytes(part) for key, part in (parts.items() if isinstance(parts, dict) else enumerate(parts))}


def views_of(game: str, steps: int, seats: int = 0, words: Sequence[str] = ()) -> list[bytes]:
    """What a spectator is told in a match, at most so many steps of it; 0 seats for as many as are usual."""
    cabinet = CABINETS[game]
    seats = seats or cabinet.info.usual_seats
    given = dict(word.split("=", 1) for word in words)
    match = Match(cabinet.rules, seats, msgspec.convert(given, cabinet.info.options, strict=False), 5)
    spec = parse_spec(cabinet.easy or next(iter(cabinet.bots)), cabinet.bots)
    session = bot_session(cabinet, match, dict.fromkeys(range(seats), spec), logs=None, inline=True)
    views: list[bytes] = []
    now, number = 0.0, -1
    while not match.over and len(views) <= steps:
        session.pump(now)
        now = now + _FRAME if match.deadline is None else max(now + _FRAME, match.deadline)
        if match.number != number:
            number = match.number
            views.append(msgspec.msgpack.encode(match.view(SPECTATOR)))
    session.close()
    return views


def deflated(view: bytes, before: bytes) -> bytes:
    """A view as it would be sent to who knows the one before."""
    packer = zlib.compressobj(1, zdict=before)
    return packer.compress(view) + packer.flush()


def report(game: str, steps: int, seats: int, words: Sequence[str]) -> None:
    """A line of figures."""
    views = views_of(game, steps, seats, words)
    pairs = list(pairwise(views))
    if not pairs:
        print(f"{game:10} no two steps")
        return
    changed = 0
    for before, view in pairs:
        known = parts_of(before)
        changed += sum(len(part) for key, part in parts_of(view).items() if known.get(key) != part)
    begin = time.process_time()
    packed = sum(len(deflated(view, before)) for before, view in pairs)
    spent = (time.process_time() - begin) / len(pairs) * 1e6
    whole = sum(len(view) for _, view in pairs)
    sizes = (size / len(pairs) for size in (whole, changed, packed))
    print("{:10} {:4} steps  whole {:6.0f}  changed {:6.0f}  deflated {:6.0f} bytes in {:4.0f} us".format(
        game, len(pairs), *sizes, spent
    ), flush=True)  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(CABINETS))
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    for game in arguments.games:
        report(game, arguments.steps, arguments.seats, arguments.option)


if __name__ == "__main__":
    main()
