"""`main.py slime-server`: the server of the Slime contest, on port 25252."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any

from game.cabinets.slime.cabinet import SLIME
from game.cabinets.slime.commands.night import run_night
from game.cabinets.slime.net.server import TURN_LIMIT, Phase, Speed
from game.cabinets.slime.net.wire import PORT
from game.cabinets.slime.scenes.contest import LEAD, REST, TEAM_LETTERS, Contest, ContestPlan
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import declare_key, seconds
from game.commands.shared.serving import IDLE, declare_server, is_windowed, show_hall
from game.commands.shared.words import texts
from game.scenes.replays.pace import pace_of

QUICK_REST = 2.0
"""Seconds between two matches at full speed, which is meant for scripts."""
CONSOLE_IDLE = 0.02
"""The most seconds that the server sleeps while a console is read."""


def add_parser(subparsers: Any) -> None:
    """Declare the command `slime-server`."""
    parser = declare(subparsers, "slime-server", "run the Slime contest, for two clients", example="--speed max --once")
    parser.add_argument("--developer", action="store_true", help="change the speed by keys, record every match")
    parser.add_argument("--speed", choices=tuple(map(str, Speed)), metavar="SPEED", help="manual|normal|fast|max")
    parser.add_argument(
        "--turn-limit",
        type=seconds(0.01),
        metavar="S",
        help=f"with --speed max: seconds for a command (default {TURN_LIMIT:g})",
    )
    parser.add_argument("--once", action="store_true", help="end after one match")
    parser.add_argument("--byte-order", choices=("little", "big"), default="little", help="of numbers of two bytes")
    parser.add_argument("--banners", type=Path, metavar="FOLDER", help="where <team name>.png files are")
    parser.add_argument(
        "--schedule", type=Path, metavar="FILE", help="a Slime night: the teams and matches of a TOML file"
    )
    declare_server(parser, PORT)
    declare_key(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve matches until the server is stopped, or a single match with --once."""
    if arguments.banners is not None and not arguments.banners.is_dir():
        raise CommandError("slime_server.error.banners", folder=str(arguments.banners))
    speed = Speed(arguments.speed or Speed.NORMAL)
    if arguments.turn_limit is not None and speed is not Speed.MAX:
        raise CommandError("slime_server.error.turn_limit", speed=str(speed))
    windowed = is_windowed(arguments)
    if arguments.schedule is not None and (arguments.once or arguments.developer):
        raise CommandError("slime_night.error.option", option="--once" if arguments.once else "--developer")
    lead = LEAD if windowed and not arguments.developer and speed is not Speed.MAX else 0.0
    rest = (QUICK_REST if speed is Speed.MAX else REST) if windowed else 0.0
    plan = ContestPlan(
        address=arguments.address,
        port=arguments.port,
        speed=speed,
        turn_limit=arguments.turn_limit or TURN_LIMIT,
        byte_order=arguments.byte_order,
        developer=arguments.developer,
        once=arguments.once,
        seed=arguments.seed,
        key=arguments.key,
        banners=arguments.banners,
        lead=lead,
        rest=rest,
    )
    if arguments.schedule is not None:
        return run_night(arguments, plan)
    reporter = Reporter(as_json=arguments.json)
    contest = Contest(plan, reporter.hear)
    reporter.begin(contest)
    try:
        if windowed:
            from game.cabinets.slime.scenes.hall import ContestHall

            name = texts().line("slime_server.room", port=contest.port)
            show_hall(arguments, contest, ContestHall, name, SLIME, TEAM_LETTERS)
        else:
            serve(contest, Console() if plan.developer or contest.may_step else None)
    finally:
        contest.close()
    return 0


class Console:
    """Reads what a person types at a server without a window: 1, 2, 3 for the speed, an empty line for one turn."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip())

    def obey(self, contest: Contest) -> None:
        """Apply the lines typed since the last call."""
        while not self._lines.empty():
            line = self._lines.get()
            if pace := pace_of(line):
                contest.set_pace(pace)
            elif not line:
                contest.server.step()
                contest.poll(time.monotonic())


def serve(contest: Contest, console: Console | None) -> None:
    """Serve one match after another, without a window."""
    while not contest.done(time.monotonic()):
        contest.poll(time.monotonic())
        if console:
            console.obey(contest)
        contest.server.wait(time.monotonic(), CONSOLE_IDLE if console else IDLE)


class Reporter:
    """Prints how a contest goes: what the server waits for, who plays, and each match's result."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._words = texts()
        self._contest: Contest | None = None

    def begin(self, contest: Contest) -> None:
        self._contest = contest
        self.hear(Phase.WAITING)

    def hear(self, phase: Phase) -> None:
        """Report that the contest entered a phase."""
        contest = self._contest
        assert contest is not None
        if phase is Phase.WAITING:
            self._say("slime_server.waiting", port=contest.server.port)
        elif phase is Phase.PLAYING:
            self._say("slime_server.playing", first=contest.name_of(0), second=contest.name_of(1))
        else:
            self._report(contest)

    def _say(self, key: str, **values: Any) -> None:
        """Print a sentence on stderr for the person who runs the server."""
        print(self._words.line(key, values), file=sys.stderr, flush=True)

    def _report(self, contest: Contest) -> None:
        """Print the result of the match that has ended."""
        feed = contest.feed
        assert feed is not None and feed.result is not None
        told = document(contest)
        for notice in feed.take_notices():
            self._say(notice.key, **notice.values)
        if self._as_json:
            print(json.dumps(told), flush=True)
            return
        for team in told["teams"]:
            print(self._words.line("slime_server.team", team))
        print(self._words.line(feed.result.reason), flush=True)
        if told["replay"]:
            print(self._words.line("slime_server.recorded", path=told["replay"]), flush=True)


def document(contest: Contest) -> dict[str, Any]:
    """Return what `--json` prints of the match that has ended."""
    feed = contest.feed
    assert feed is not None
    match = feed.match
    result = match.result()
    winners = [letter for letter, line in zip(TEAM_LETTERS, result.seats, strict=True) if line.rank == 1]
    return {
        "turns": match.turns(),
        "winner": winners[0] if len(winners) == 1 else None,
        "reason": result.reason.rpartition(".")[2],
        "teams": [
            {"team": TEAM_LETTERS[seat], "name": feed.seats[seat].name, **line.details}
            for seat, line in enumerate(result.seats)
        ],
        "seed": str(match.seed),
        "key": str(match.key),
        "hash": match.hash(),
        "replay": str(feed.recording) if feed.recording else None,
    }
