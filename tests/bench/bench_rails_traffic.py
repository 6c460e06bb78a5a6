"""How many bytes a minute a match of four of Caravan Rails sends to each of its guests, in both kinds of time.

    python -m tests.bench.bench_rails_traffic [--minutes 10] [--seats greedy] [--size 64]

plays matches of four computers, and adds up the frames of the LAN in which a guest is told the steps and the views
after them. Minutes are those in which trains run; between rounds, while people plan, nothing is sent.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

os.environ["SOUK_PLAIN"] = "1"

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.match.step import Step
from game.core.rules import NATURE
from net.messages import Stepped, raw
from net.parts import PastStep, WireEvent
from net.wire import pack

GUEST = 1
_FRAME = 0.05
_TICKS_A_MINUTE = 480


class Guest:
    """What one guest is told: a journal that counts bytes."""

    def __init__(self) -> None:
        self.match: Match[Any, Any, Any, Any] | None = None
        self.steps = self.all = self.views = self.worst = 0

    def append(self, step: Step) -> None:
        match = self.match
        if match is None:
            return
        moves = [move for move in step.moves_for(GUEST) if move.seat != NATURE]
        events = tuple(WireEvent(event.kind, event.data) for event in step.events_for(GUEST))
        forced = tuple(move.seat for move in moves if move.forced)
        told = PastStep(step.number, tuple(move.seat for move in moves), forced, events, match.turns(), match.scores())
        view = raw(match.view(GUEST))
        size = len(pack(Stepped(told, view)))
        self.steps += 1
        self.all += size
        self.views += len(view)
        self.worst = max(self.worst, size)

    def rewind(self, number: int) -> None:
        """Nothing is taken back here."""


def measure(seats: str, words: dict[str, Any]) -> tuple[Guest, float, int]:
    """What a guest is told of a match, the minutes for which its trains ran, and how many vehicles there are."""
    cabinet = CABINETS["rails"]
    options = msgspec.convert(words, cabinet.info.options, strict=False)
    guest = Guest()
    match = guest.match = Match(cabinet.rules, 4, options, 5, journal=guest)
    session = bot_session(
        cabinet, match, dict.fromkeys(range(4), parse_spec(seats, cabinet.bots)), logs=None, inline=True
    )
    now = 0.0
    while not match.over:
        session.pump(now)
        now = now + _FRAME if match.deadline is None else max(now + _FRAME, match.deadline)
    session.close()
    view: Any = match.view(GUEST)
    return guest, view.tick / _TICKS_A_MINUTE, len(view.vehicles)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--seats", default="greedy")
    parser.add_argument("--size", type=int, default=64)
    arguments = parser.parse_args()
    ticks = 200
    for name, words in (
        ("running", {"time": "running", "minutes": arguments.minutes}),
        ("rounds", {"rounds": arguments.minutes * _TICKS_A_MINUTE // ticks, "ticks": ticks}),
    ):
        guest, minutes, vehicles = measure(arguments.seats, {"size": arguments.size, **words})
        print(
            f"{name:8} {minutes:4.1f} min, {vehicles:3} vehicles at the end, {guest.steps:5} steps: "
            f"{guest.all / minutes / 1000:6.1f} kB a minute, {guest.views / minutes / 1000:6.1f} of views, "
            f"{guest.views / guest.steps:5.0f} bytes a view, greatest message {guest.worst}",
            flush=True,
        )


if __name__ == "__main__":
    main()
