"""`main.py slime-server`: the server of the Slime contest, on port 25252."""

from __future__ import annotations

import argparse
import json
import queue
import secrets
import sys
import threading
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from game import files, paths
from game.cabinets.slime import SLIME
from game.commands import texts
from game.commands.errors import CommandError
from game.core.match import Match
from game.core.replay import ReplayWriter, SeatRecord, header_of
from game.scenes.local_feed import REPLAY_SUFFIX, recording_name
from game.texts import Texts
from net.slime_server import Phase, SlimeServer, Speed
from net.slime_wire import PORT

TEAM_LETTERS = "AB"
IDLE = 0.25
"""Seconds that the server sleeps at most, so that it can be interrupted everywhere."""
CONSOLE_IDLE = 0.02
"""The same while somebody may type."""
_KEYS = {"1": Speed.MANUAL, "2": Speed.NORMAL, "3": Speed.FAST}


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("slime-server", help="the Slime contest, for two clients")
    parser.add_argument("--developer", action="store_true", help="change the speed by keys, record every match")
    parser.add_argument("--address", default="", help="listen on this address only, else on all")
    parser.add_argument("--port", type=_port, default=PORT, help="TCP port (default %(default)s)")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("--speed", type=Speed, choices=tuple(Speed), metavar="SPEED", help="manual|normal|fast|max")
    parser.add_argument("--once", action="store_true", help="end after one match")
    parser.add_argument("--json", action="store_true", help="print one JSON document a match and nothing else")
    parser.add_argument("--byte-order", choices=("little", "big"), default="little", help="of numbers of two bytes")
    parser.add_argument("--banners", type=Path, metavar="FOLDER", help="where <team name>.png files are")
    parser.add_argument("--seed", type=int, help="what chance follows from, else it is drawn")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Serve matches until somebody ends it, or one of them with --once."""
    if not arguments.headless and not arguments.json:
        raise CommandError("slime_server.error.window")
    maker = MatchMaker(arguments.seed, record=arguments.developer)
    server = SlimeServer(
        maker,
        address=arguments.address,
        port=arguments.port,
        speed=arguments.speed or Speed.NORMAL,
        byte_order=arguments.byte_order,
    )
    console = Console() if arguments.developer or server.speed is Speed.MANUAL else None
    try:
        serve(server, maker, console, texts(), once=arguments.once, as_json=arguments.json)
    finally:
        maker.finish()
        server.close()
    if maker.writer and maker.writer.failure:
        raise maker.writer.failure
    return 0


class MatchMaker:
    """Makes the match of two teams; records it where that is wanted."""

    def __init__(self, seed: int | None, *, record: bool) -> None:
        self._seed = seed
        self._record = record
        self._match: Match | None = None
        self.writer: ReplayWriter | None = None
        """The recording of the latest match."""

    def __call__(self, names: Sequence[str]) -> Match:
        """A match of these teams. Raises ReplayError where its recording cannot be written."""
        options = SLIME.info.options()
        seed = secrets.randbits(63) if self._seed is None else self._seed
        self.writer = None
        if self._record:
            seats = tuple(SeatRecord(_shown(team, name)) for team, name in enumerate(names))
            when = datetime.now().astimezone()
            header = header_of(SLIME.info, seed, options, seats, when)
            name = recording_name(SLIME.id, ", ".join(seat.name for seat in seats), when)
            self.writer = ReplayWriter(files.free_name(paths.replays(), name, REPLAY_SUFFIX), header)
        self._match = Match(SLIME.rules, 2, options, seed, journal=self.writer)
        return self._match

    def finish(self) -> None:
        """Close the recording; a match that is over gets its end."""
        if self.writer is not None and self._match is not None:
            self.writer.finish(self._match)
        self._match = None


class Console:
    """What a person types while there is no window: 1, 2, 3 for the speed, an empty line for one turn."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line.strip())

    def obey(self, server: SlimeServer) -> None:
        """Do what was typed."""
        while not self._lines.empty():
            line = self._lines.get()
            if line in _KEYS:
                server.speed = _KEYS[line]
            elif not line:
                server.step()
                server.poll(time.monotonic())


def serve(
    server: SlimeServer, maker: MatchMaker, console: Console | None, words: Texts, *, once: bool, as_json: bool
) -> None:
    """Lead one match after the other."""
    say(words, "slime_server.waiting", port=server.port)
    told = Phase.WAITING
    while True:
        server.poll(time.monotonic())
        if console:
            console.obey(server)
        if told is Phase.WAITING and server.phase is not Phase.WAITING:
            told = Phase.PLAYING
            say(words, "slime_server.playing", first=_name(server, 0), second=_name(server, 1))
        if told is Phase.PLAYING and server.phase is Phase.OVER:
            told = Phase.OVER
            maker.finish()
            report(server, maker, words, as_json=as_json)
        if told is Phase.OVER and once and server.idle:
            return
        if told is Phase.OVER and not once:
            server.again()
            told = Phase.WAITING
            say(words, "slime_server.waiting", port=server.port)
        server.wait(time.monotonic(), CONSOLE_IDLE if console else IDLE)


def say(words: Texts, key: str, **values: Any) -> None:
    """Tell who runs the server how it stands."""
    print(words.line(key, values), file=sys.stderr, flush=True)


def report(server: SlimeServer, maker: MatchMaker, words: Texts, *, as_json: bool) -> None:
    """Print how a match ended."""
    told = document(server, maker)
    if as_json:
        print(json.dumps(told), flush=True)
        return
    for team in told["teams"]:
        print(words.line("slime_server.team", team))
    assert server.match is not None
    print(words.line(server.match.result().reason), flush=True)
    if told["replay"]:
        print(words.line("slime_server.recorded", path=told["replay"]), flush=True)


def document(server: SlimeServer, maker: MatchMaker) -> dict[str, Any]:
    """What `--json` prints of a finished match."""
    match = server.match
    assert match is not None
    result = match.result()
    winners = [letter for letter, line in zip(TEAM_LETTERS, result.seats, strict=True) if line.rank == 1]
    return {
        "turns": match.turns(),
        "winner": winners[0] if len(winners) == 1 else None,
        "reason": result.reason.rpartition(".")[2],
        "teams": [
            {"team": TEAM_LETTERS[seat], "name": _name(server, seat), **line.details}
            for seat, line in enumerate(result.seats)
        ],
        "seed": match.seed,
        "hash": match.hash(),
        "replay": str(maker.writer.path) if maker.writer else None,
    }


def _name(server: SlimeServer, seat: int) -> str:
    return _shown(seat, server.teams[seat].name)


def _shown(seat: int, name: str) -> str:
    """A team's name; its letter where it has none."""
    return name or TEAM_LETTERS[seat]
