"""`main.py tablut-server`: the server of the university competition, with or without a window to watch it."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from game.cabinets.tablut.cabinet import TABLUT
from game.cabinets.tablut.net.wire import SEATS, WHITE_PORT
from game.cabinets.tablut.rules.law import PRESETS
from game.cabinets.tablut.scenes.contest import OPEN, PATIENCE, Contest, ContestPlan
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seconds, whole
from game.commands.shared.serving import IDLE, declare_server, is_windowed, show_hall
from game.commands.shared.words import texts
from game.core.bot.loading import HUMAN, parse_spec
from game.scenes import arcade


def add_parser(subparsers: Any) -> None:
    """Declare the command `tablut-server`."""
    parser = declare(
        subparsers, "tablut-server", "run the university's Tablut competition, for two players", example=""
    )
    parser.add_argument("--rules", choices=tuple(PRESETS), default="unibo", help="the preset (default %(default)s)")
    parser.add_argument("--time", type=seconds(0.1), default=60.0, help="seconds for a move (default 60)")
    parser.add_argument("--errors", type=whole(0, 1000), default=0, help="moves against the rules that are forgiven")
    parser.add_argument("--repeats", type=int, choices=(0, 1), default=0, help="how often a position may come again")
    seat = "open (waits for a player), human, or a computer's name (default open)"
    parser.add_argument("--white", default=OPEN, metavar="SEAT", help=seat)
    parser.add_argument("--black", default=OPEN, metavar="SEAT", help="the same")
    parser.add_argument("--games", type=whole(0, 100_000), default=0, help="end after so many matches (0: never)")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="where matches are recorded")
    declare_server(parser, WHITE_PORT, "white's TCP port; black's is the next one")


def run(arguments: argparse.Namespace) -> int:
    """Serve matches until somebody ends the program, or the wanted number is played. Returns the exit code."""
    windowed = is_windowed(arguments)
    seats = (arguments.black, arguments.white)
    for spec in seats:
        if spec == HUMAN and not windowed:
            raise CommandError("cli.play.no_people")
        if spec not in (HUMAN, OPEN):
            parse_spec(spec, TABLUT.bots)
        if spec in TABLUT.bots and spec not in TABLUT.table_bots:
            raise CommandError("bots.start.no_compiler", bot=spec)
    if OPEN not in seats:
        raise CommandError("tablut_server.error.nobody")
    plan = ContestPlan(
        arguments.rules,
        seats,
        arguments.time,
        arguments.errors,
        arguments.repeats,
        arguments.games,
        arguments.address,
        arguments.port,
        arguments.seed,
        arguments.record,
        record=windowed or arguments.record is not None,
    )
    names = dict(zip(seats, arcade.seat_names(seats, TABLUT, texts()), strict=True))
    contest = Contest(plan, names)
    reporter = Reporter(contest, as_json=arguments.json)
    try:
        if windowed:
            from game.cabinets.tablut.scenes.hall import ContestHall

            room = texts().line("tablut_server.room", port=arguments.port)
            return show_hall(arguments, contest, ContestHall, room, TABLUT, SEATS)
        return reporter.serve()
    finally:
        contest.close()


class Reporter:
    """Leads a contest without a window and prints its course."""

    def __init__(self, contest: Contest, *, as_json: bool) -> None:
        self._contest = contest
        self._as_json = as_json
        self._words = texts()

    def serve(self) -> int:
        """Play one match after the other; return the exit code. Raises CommandError if no player comes."""
        contest, server = self._contest, self._contest.server
        while not contest.done:
            begun = time.monotonic()
            self._say("tablut_server.waiting", ports=contest.ports(self._words.line))
            while contest.feed is None:
                contest.poll(time.monotonic())
                if time.monotonic() > begun + PATIENCE:
                    raise CommandError("tablut_server.error.absent", seconds=PATIENCE)
                if contest.feed is None:
                    server.wait(IDLE)
            self._play()
        while not server.idle:
            server.wait(IDLE)
            server.poll(time.monotonic())
        return 0

    def _play(self) -> None:
        contest = self._contest
        feed = contest.feed
        assert feed is not None
        black, white = (seat.name for seat in feed.seats)
        self._say("tablut_server.playing", white=white, black=black)
        while not feed.over:
            if not feed.poll(time.monotonic()):
                contest.server.wait(IDLE if set(feed.thinking) <= set(contest.foreign) else 0.005)
        contest.poll(time.monotonic())
        told = document(contest)
        if self._as_json:
            print(json.dumps(told), flush=True)
        else:
            for notice in feed.take_notices():
                print(self._words.line(notice.key, notice.values), file=sys.stderr)
            self._say("tablut_server.ended", turns=told["turns"])
            print(self._words.line(f"tablut.wire.end.{told['end']}"), flush=True)
            if told["replay"]:
                self._say("cli.play.recorded", path=told["replay"])
        contest.go_on(time.monotonic())

    def _say(self, key: str, **values: Any) -> None:
        if not self._as_json:
            print(self._words.line(key, values), file=sys.stderr, flush=True)


def document(contest: Contest) -> dict[str, Any]:
    """Return what `--json` prints of a match that has ended."""
    feed = contest.feed
    assert feed is not None and feed.result is not None
    match = feed.match
    return {
        "end": feed.ended,
        "reason": feed.result.reason.rpartition(".")[2],
        "faults": [{"colour": colour, "kind": fault.key.rpartition(".")[2]} for colour, fault in contest.faults],
        "turns": match.turns(),
        "white": feed.seats[1].name,
        "black": feed.seats[0].name,
        "seed": str(match.seed),
        "hash": match.hash(),
        "replay": str(feed.recording) if feed.recording else None,
    }
