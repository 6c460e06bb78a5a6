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
from game.core.bot.loading import BotSpec, parse_spec
from game.core.cabinet import Cabinet
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
from net.errors import LanError
from net.limits import NAME
from net.messages import Begun, Ended, Entered, HostMessage, Ready, RoomChanged, RoomState, Told, Welcome
from net.states import ClientState

EASY, STRONG = "easy", "strong"
"""Names for a weak and for the strongest computer of whatever game is played, where the game has no bot called so."""
_IDLE, _BUSY = 0.05, 0.002
"""Seconds to wait for the host's next message: while the bot is idle, and while it thinks."""
_LINE = 1.0
"""Seconds to wait after a match for the host's line in the evening's ledger."""
_AGAIN = 1.0
"""The least seconds between two times that a program says it is ready, as others change the room."""


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
    part.add_argument("--bot", metavar="NAME", help="let a bot play: a name, easy, strong, path/file.py:Class or cmd:…")
    parser.add_argument(
        "--stay",
        action="store_true",
        help="stay for further matches; a game that the bot cannot play is played by an easy one",
    )
    parser.add_argument("--seed", type=int, default=0, help="what the bot's chance follows from")
    parser.add_argument("--pace", type=float, default=0.0, metavar="S", help="seconds a bot's move is held back")
    parser.add_argument("--record", type=Path, metavar="FILE", help="record what is seen in this file")
    parser.add_argument("--json", action="store_true", help="print a JSON document at the end, or after each match")


def run(arguments: argparse.Namespace) -> int:
    """Take part in one match to its end, or with `--stay` in all until the room closes."""
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
        _tell(guest, arguments, guest.stay())
        while arguments.stay:
            guest.turn_over()
            _tell(guest, arguments, guest.stay())
        tokens.forget()
    except LanError as error:
        if not guest.between_matches:
            raise
        print(guest.words.line(error.key, error.values), file=sys.stderr)
    finally:
        guest.close()
    return 0


def _tell(guest: Guest, arguments: argparse.Namespace, ended: Ended) -> None:
    """Print how a match ended."""
    if arguments.json:
        print(json.dumps(guest.document(ended)), flush=True)
        return
    print(guest.words.line("net.join.end", hash=ended.hash), flush=True)
    if guest.recording is not None:
        print(guest.words.line("net.join.recorded", path=str(guest.recording)), flush=True)


def _key(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise CommandError("net.error.owner_key") from error


class Guest:
    """One stay in a room without a window, for a match or for an evening."""

    def __init__(self, client: LanClient, arguments: argparse.Namespace, words: Texts, tokens: TokenFile) -> None:
        self.words = words
        self._client = client
        self._arguments = arguments
        self._tokens = tokens
        self._player: BotPlayer | None = None
        self._match: RemoteMatch | None = None
        """The match that is watched, or None where a bot plays."""
        self._recorder = self._new_recorder()
        self._games: list[str] = []
        """The games that the room had, one after the other; the bot that was named is one for the first."""
        self._ready_said = 0.0
        self.between_matches = False
        """Whether a match was over and no other had begun."""
        self._matches = 0
        """How many matches are over."""
        self._seat = -1
        self._played: RoomState | None = None
        """The room as the latest match began: once one is over, its owner may choose another game at any moment."""
        self._books = Bookkeeping(client.send)
        self._over = self._told_line = False
        """Whether the match is over, and whether a line of the ledger arrived since."""

    def stay(self) -> Ended:
        """Play or watch to the end of the match. Raises SpokenError where that is impossible."""
        while True:
            now = time.monotonic()
            ended = self._hear(self._client.poll(now))
            self._be_ready(now)
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

    def turn_over(self) -> None:
        """Begin anew for the room's next match."""
        self._over = self._told_line = False
        self._matches += 1
        if self._recorder is not None:
            self._recorder.close()
        self._recorder = self._new_recorder()

    def _new_recorder(self) -> ViewRecorder | None:
        """Return what records the next match to the file that was asked for; None where nobody asked.

        Each further match has a file of its own, as it would be lost to the next one.
        """
        if not (self._arguments.watch or self._arguments.record):
            return None
        when = datetime.now().astimezone()
        return ViewRecorder(lambda: self._record_path(when), when.isoformat(timespec="seconds"))

    def _be_ready(self, now: float) -> None:
        """With `--stay`, say that the bot is ready whenever it has a seat and the room waits."""
        room, seat = self._client.room, self._client.seat
        if not self._arguments.stay or self._player is None or room is None or seat is None:
            return
        if room.phase == "waiting" and not room.seats[seat].ready and now - self._ready_said >= _AGAIN:
            self._ready_said = now
            self._client.send(Ready(True))

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
        room = self._played or self._client.room
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
                case RoomChanged(room=room) if room.game != self._games[-1]:
                    self._sit_down()
                case Begun():
                    self.between_matches, self._played = False, self._client.room
                case Entered(lines=lines):
                    self._books.enter(lines, time.monotonic())
                    self._told_line = self._told_line or self._over
                case Told(key=key, values=values) if not self._arguments.json and self._client.error is None:
                    print(self.words.attempt(key, values) or ascii(key), file=sys.stderr)
                case Ended():
                    ended, self._over = message, True
                    self.between_matches = True
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
        """Say that this guest is ready, and bring its bot to the seat, for the game that the room has now."""
        room, arguments = self._client.room, self._arguments
        assert room is not None
        if self._player is not None and self._player.game != room.game:
            self._player.close()
            self._player = None
        self._match = None
        if not self._games or self._games[-1] != room.game:
            self._games.append(room.game)
        cabinet = CABINETS.get(room.game)
        if cabinet is None:
            error = CommandError("net.error.no_game", game=room.game, version=room.version)
            if not self.between_matches:
                raise error
            print(self.words.line(error.key, error.values), file=sys.stderr)
            return
        if arguments.watch:
            self._match = RemoteMatch(cabinet.info)
            return
        if room.phase == "waiting":
            self._client.send(Ready(True))
        if self._player is None:
            self._player = BotPlayer(
                self._client, cabinet, self._bot_of(cabinet), arguments.seed, paths.logs() / "bots", pace=arguments.pace
            )

    def _bot_of(self, cabinet: Cabinet) -> BotSpec:
        """Return who plays a game: the bot that was named, or in a game that it was not named for an easy computer."""
        named: str = self._arguments.bot
        level = {EASY: cabinet.easy, STRONG: next(reversed(cabinet.table_bots), "")}.get(named, "")
        elsewhere = self._arguments.stay and cabinet.id != self._games[0]
        if named not in cabinet.bots and (level or elsewhere):
            named = level or cabinet.easy or named
        return parse_spec(named, cabinet.bots)

    def _record_path(self, when: datetime) -> Path:
        room = self._client.room
        assert room is not None
        given: Path | None = self._arguments.record
        if given is not None:
            return files.free_name(given.parent, given.stem, given.suffix) if self._matches else given
        return files.free_name(paths.replays(), recording_name(room.game, "", when), VIEWS_SUFFIX)

    def _wait(self) -> None:
        seconds = _BUSY if self._player is not None and self._player.thinking else _IDLE
        descriptor = self._client.fileno()
        if descriptor < 0 or self._client.state is ClientState.CONNECTING:
            time.sleep(_IDLE)
        else:
            select.select([descriptor], [], [], seconds)
