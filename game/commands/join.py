"""`main.py join ADDRESS`: join a LAN match in the window; with `--bot` or `--watch` without a window."""

from __future__ import annotations

import argparse
import json
import select
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared import window
from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.troubles import explanation
from game.commands.shared.words import texts
from game.core.bot.loading import parse_spec
from game.core.match.session import Failure
from game.ground import files, paths
from game.ground.recordings import VIEWS_SUFFIX, recording_name
from game.ground.texts import Texts
from game.scenes.lan.ledger import Bookkeeping
from net.client.bot_player import BotPlayer
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch
from net.client.tokens import TokenFile
from net.client.view_recorder import ViewRecorder
from net.discovery.code import written_addresses
from net.limits import NAME
from net.messages import Ended, Entered, HostMessage, Ready, RoomChanged, Told, Welcome
from net.states import ClientState

_IDLE, _BUSY = 0.05, 0.002
"""Seconds to wait for the host's next message: while the bot is idle, and while it thinks."""
_LINE = 1.0
"""Seconds to wait after a match for the host's line in the evening's ledger."""


def add_parser(subparsers: Any) -> None:
    """Declare the command `join`."""
    parser = declare(subparsers, "join", "join or watch a room on the LAN", example="192.168.0.12 --bot greedy")
    parser.add_argument(
        "address", metavar="ADDRESS[:PORT]", help="where the host is, or the code on its page for the projector"
    )
    parser.add_argument("--name", help="how the others see you")
    parser.add_argument("--password", default="", metavar="TEXT")
    parser.add_argument("--owner", default="", metavar="KEY", help="the key that `host --json` printed: own the room")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--watch", action="store_true", help="look on, and record what is seen")
    part.add_argument("--bot", metavar="NAME", help="let a bot play: a name, path/file.py:Class or cmd:…")
    parser.add_argument("--seed", type=int, default=0, help="what the bot's chance follows from")
    parser.add_argument("--pace", type=float, default=0.0, metavar="S", help="seconds a bot's move is held back")
    parser.add_argument("--record", type=Path, metavar="FILE", help="record what is seen in this file")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")


def run(arguments: argparse.Namespace) -> int:
    """Take part in one match, to its end."""
    address = written_addresses(arguments.address)[0]
    if not arguments.watch and not arguments.bot:
        return window.run_join(address, arguments.name or "", arguments.password, _key(arguments.owner))
    name = (arguments.name or arguments.bot or "spectator")[:NAME]
    tokens = TokenFile(paths.cache() / "lan", address, name)
    client = LanClient(
        address,
        name,
        {cabinet.id: cabinet.info.version for cabinet in CABINETS.values()},
        watch=arguments.watch,
        password=arguments.password,
        token=tokens.token,
        owner=_key(arguments.owner),
        persevere=bool(tokens.token),
        program=bool(arguments.bot),
    )
    guest = Guest(client, arguments, texts(), tokens)
    try:
        ended = guest.stay()
        tokens.forget()
    finally:
        guest.close()
    if arguments.json:
        print(json.dumps(guest.document(ended)))
    else:
        print(guest.words.line("net.join.end", hash=ended.hash))
        if guest.recording is not None:
            print(guest.words.line("net.join.recorded", path=str(guest.recording)))
    return 0


def _key(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise CommandError("net.error.owner_key") from error


class Guest:
    """One stay in a room without a window, until its match is over."""

    def __init__(self, client: LanClient, arguments: argparse.Namespace, words: Texts, tokens: TokenFile) -> None:
        self.words = words
        self._client = client
        self._arguments = arguments
        self._tokens = tokens
        self._player: BotPlayer | None = None
        self._match: RemoteMatch | None = None
        """The match that is watched, or None where a bot plays."""
        self._recorder: ViewRecorder | None = None
        if arguments.watch or arguments.record:
            when = datetime.now().astimezone()
            self._recorder = ViewRecorder(lambda: self._record_path(when), when.isoformat(timespec="seconds"))
        self._seat = -1
        self._books = Bookkeeping(client.send)
        self._over = self._told_line = False
        """Whether the match is over, and whether a line of the ledger arrived since."""

    def stay(self) -> Ended:
        """Play or watch to the end of the match. Raises SpokenError where that is impossible."""
        while True:
            now = time.monotonic()
            ended = self._hear(self._client.poll(now))
            if ended is not None:
                self._hear_line(now + _LINE)
                return ended
            if self._client.error is not None:
                raise self._client.error
            if self._player is None or not self._player.play(now):
                self._wait()
            elif failures := self._player.take_failures():
                self._explain(failures)

    def _hear_line(self, until: float) -> None:
        """Wait until `until` for the ledger line of the match that has ended; not all hosts keep a ledger."""
        while not self._told_line and time.monotonic() < until and self._client.error is None:
            self._wait()
            self._hear(self._client.poll(time.monotonic()))

    def close(self) -> None:
        """Leave the room, and end the bot's process."""
        self._client.leave()
        self._tokens.close()
        if self._player is not None:
            self._player.close()
        if self._recorder is not None:
            self._recorder.close()

    @property
    def recording(self) -> Path | None:
        """The file to which this guest's views were recorded; None for none."""
        writer = self._recorder.writer if self._recorder else None
        return writer.path if writer else None

    def document(self, ended: Ended) -> dict[str, Any]:
        """Return what `--json` prints."""
        room = self._client.room
        assert room is not None
        return {
            "game": room.game,
            "version": room.version,
            "seat": self._seat,
            "steps": ended.number,
            "reason": ended.reason,
            "hash": ended.hash,
            "result": msgspec.to_builtins(ended.result),
            "recording": str(self.recording) if self.recording else None,
        }

    def _explain(self, failures: Sequence[Failure]) -> None:
        """Print why the bot plays no more."""
        for failure in failures:
            print(self.words.line(failure.key, failure.values), file=sys.stderr)
            for line in explanation(self.words, failure):
                print(line, file=sys.stderr)

    def _hear(self, messages: list[HostMessage]) -> Ended | None:
        ended = None
        for message in messages:
            match message:
                case Welcome():
                    self._tokens.belongs_to(self._client.room_id)
                    self._tokens.keep(self._client.token)
                    self._books.bring()
                    self._sit_down()
                case RoomChanged(room=room) if self._player is not None and room.game != self._player.game:
                    self._player.close()
                    self._player = None
                    self._sit_down()
                case Entered(lines=lines):
                    self._books.enter(lines, time.monotonic())
                    self._told_line = self._told_line or self._over
                case Told(key=key, values=values) if not self._arguments.json and self._client.error is None:
                    print(self.words.attempt(key, values) or ascii(key), file=sys.stderr)
                case Ended():
                    ended, self._over = message, True
                    self._books.ended(message)
        if self._client.seat is not None:
            self._seat = self._client.seat
        if self._player is not None:
            self._player.hear(messages)
        elif self._match is not None:
            for message in messages:
                self._match.take(message, 0.0)
        if self._recorder is not None:
            self._recorder.hear(messages, self._client.room)
        return ended

    def _sit_down(self) -> None:
        """Say that this guest is ready, and bring its bot to the seat."""
        room, arguments = self._client.room, self._arguments
        assert room is not None
        cabinet = CABINETS.get(room.game)
        if cabinet is None:
            raise CommandError("net.error.no_game", game=room.game, version=room.version)
        if arguments.watch:
            self._match = RemoteMatch(cabinet.info)
            return
        if room.phase == "waiting":
            self._client.send(Ready(True))
        if self._player is None:
            spec = parse_spec(arguments.bot, cabinet.bots)
            self._player = BotPlayer(
                self._client, cabinet, spec, arguments.seed, paths.logs() / "bots", pace=arguments.pace
            )

    def _record_path(self, when: datetime) -> Path:
        room = self._client.room
        assert room is not None
        given: Path | None = self._arguments.record
        return given or files.free_name(paths.replays(), recording_name(room.game, "", when), VIEWS_SUFFIX)

    def _wait(self) -> None:
        seconds = _BUSY if self._player is not None and self._player.thinking else _IDLE
        descriptor = self._client.fileno()
        if descriptor < 0 or self._client.state is ClientState.CONNECTING:
            time.sleep(_IDLE)
        else:
            select.select([descriptor], [], [], seconds)
