"""`main.py host GAME`: host a room on the LAN, without a window."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from game.cabinets.listed import hosted
from game.commands.shared.declaring import add_game, declare
from game.commands.shared.errors import CommandError
from game.commands.shared.handing import Handing
from game.commands.shared.numbers import declare_key, seconds, whole
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.seats import add_fill, cabinet_named, expand, filled_up, options_for
from game.commands.shared.troubles import told
from game.commands.shared.words import texts
from game.core.bot.loading import HUMAN, parse_spec
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError, reason
from game.core.match.match import Match
from game.core.options import read
from game.core.process.process_group import PASSWORD_VARIABLE, UNSEEN
from game.core.recording.replay import Playback, Replay, read_replay
from game.ground import files, paths
from game.ground.program import own_command
from game.ground.recordings import REPLAY_SUFFIX
from game.ground.texts import Texts
from net.discovery.discovery import discovery_port
from net.discovery.interfaces import LOOPBACK, interfaces
from net.host.announcing import announce_room
from net.host.host import Host
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomPlan
from net.host.room.play import MatchEnd
from net.host.room.record import RoomRecord, read_record, read_waiting
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.ledger.kept import Ledger
from net.limits import PORT, STANDARD, HostLimits
from net.messages import Told
from net.proof import digest, lock, new_secret
from net.wire import clean_name

OPEN, CLOSED = "open", "closed"
_FAREWELL = 5.0
"""Seconds that the program by which phones join may take to end."""
Past: TypeAlias = tuple[RoomRecord, Replay]
"""The files of a room whose host was killed: the room's record, and the replay of its match."""


def add_parser(subparsers: Any) -> None:
    """Declare the command `host`."""
    parser = declare(
        subparsers, "host", "open a room on the LAN", example='GAME --seats open,open,greedy --name "Our table"'
    )
    add_game(parser)
    parser.add_argument("--seats", help="open, closed or a bot's name, with commas; name*N is N of them; else all open")
    parser.add_argument("--name", help="how the room is called")
    parser.add_argument(
        "--port",
        type=whole(0, 65535),
        metavar="N",
        help=f"TCP port, 0 for any free one; else that of the resumed room or {PORT} or, where that is taken, any",
    )
    parser.add_argument(
        "--discovery-port",
        type=whole(1, 65535),
        default=discovery_port(),
        metavar="N",
        help="UDP port on which the LAN is told of the room (%(default)s; else SOUK_DISCOVERY_PORT chooses)",
    )
    parser.add_argument("--address", metavar="A", help="listen on this address only; 127.0.0.1 is this machine alone")
    parser.add_argument(
        "--password", default=os.environ.get(PASSWORD_VARIABLE, ""), metavar="TEXT", help="else SOUK_PASSWORD is taken"
    )
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="see `list`")
    parser.add_argument("--seed", type=read_seed, help="what chance follows from, else drawn")
    declare_key(parser)
    parser.add_argument("--limit", type=seconds(), metavar="S", help="seconds for a decision where the game sets none")
    parser.add_argument("--delay", type=seconds(), default=0.0, metavar="S", help="spectators see it S seconds later")
    parser.add_argument("--pace", type=seconds(), default=0.0, metavar="S", help="seconds between computers' moves")
    parser.add_argument("--grace", type=seconds(), default=STANDARD.grace, metavar="S", help="to keep a lost seat")
    parser.add_argument(
        "--level", metavar="BOT", help="who plays for who is gone, and in open seats if nobody fills them"
    )
    add_fill(parser)
    parser.add_argument("--start-when-full", action="store_true", help="begin once everybody is there and ready")
    parser.add_argument("--phones", action="store_true", help="let people join by the browser of a phone, too")
    parser.add_argument("--once", action="store_true", help="end after one match, as --json does")
    parser.add_argument("--linger", type=seconds(), metavar="S", help="end when nobody was there for S seconds")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the first match is recorded")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with the match recorded in this file")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep the room between matches here; go on with one that is kept"
    )
    parser.add_argument("--handed", type=Path, metavar="FILE", help="go on with a room that another host handed over")
    parser.add_argument(
        "--prepared", action="store_true", help="open it at a line on standard input; end where that ends before"
    )
    parser.add_argument("--json", action="store_true", help="JSON lines on standard error, one document at the end")
    parser.add_argument("--stay", action="store_true", help="with --json: stay open for further matches")


def run(arguments: argparse.Namespace) -> int:
    """Open the room and serve until it ends."""
    words = texts()
    cabinet = cabinet_named(arguments.game)
    key = new_secret()
    past = _past(cabinet, arguments.resume) if arguments.resume else None
    plan = _plan(cabinet, arguments, digest(key))
    if arguments.prepared and not sys.stdin.readline():
        return 0
    handing = _handing(cabinet, plan, arguments, words) if arguments.handed else None
    if handing is not None:
        plan = handing.plan()
    elif past is None:
        Match(
            cabinet.rules, cabinet.info.usual_seats, plan.terms.options, 0
        )  # raises now what would keep a match from beginning
    else:
        plan = _resumed(plan, *past)
    plan = replace(plan, begins=_tell_recorded) if arguments.json else replace(plan, heard=partial(_print, words))
    room = Room(plan)
    asyncio.run(_serve(room, arguments, words, key, past, handing))
    outcomes = room.play.outcomes
    for outcome in outcomes:
        named = words.with_seats([seat.name for seat in outcome.seats])
        for line in told(named, outcome.troubles, outcome.journal):
            print(line, file=sys.stderr)
    if arguments.json:
        print(json.dumps(document(cabinet, plan, outcomes)))
    else:
        for outcome in outcomes:
            print(words.line("net.host.ended", path=str(outcome.journal), hash=outcome.ended.hash))
    return 0


def _handing(cabinet: Cabinet, plan: RoomPlan, arguments: argparse.Namespace, words: Texts) -> Handing:
    """Read the room that was handed over. Raises SpokenError."""

    def tell(error: SpokenError) -> None:
        if not arguments.json:
            print(words.line(error.key, error.values), file=sys.stderr)

    handing = Handing(arguments.handed, plan, tell)
    if handing.cabinet is not cabinet:
        handed = handing.cabinet.id
        raise CommandError("net.error.resumed_other", path=str(arguments.handed), recorded=handed, game=cabinet.id)
    return handing


def _print(words: Texts, told: Told) -> None:
    print(words.line(told.key, told.values), file=sys.stderr, flush=True)


def _tell_recorded(journal: Path) -> None:
    """Tell the program that started this one, if it still runs, to which file the match that begins now is recorded."""
    with contextlib.suppress(OSError):
        print(json.dumps({"replay": str(journal)}), file=sys.stderr, flush=True)


def _past(cabinet: Cabinet, path: Path) -> Past:
    """Read the files of a room whose host was killed. Raises SpokenError."""
    replay = read_replay(path)
    if replay.header.game != cabinet.id:
        recorded = replay.header.game
        raise CommandError("net.error.resumed_other", path=str(path), recorded=recorded, game=cabinet.id)
    Playback(replay, cabinet.rules)
    return read_record(path), replay


def _plan(cabinet: Cabinet, arguments: argparse.Namespace, owner_key: bytes) -> RoomPlan:
    level: str = next(iter(cabinet.mix or cabinet.bots), "") if arguments.level is None else arguments.level
    fillers = expand(arguments.fill) if arguments.fill else cabinet.mix if arguments.level is None else ()
    for name in (level, *fillers):
        if name and name not in cabinet.bots:
            raise CommandError("net.error.level", game=cabinet.id, name=name)
    terms = Terms(
        cabinet,
        options_for(cabinet, arguments.option),
        arguments.limit,
        arguments.pace,
        arguments.delay,
        level,
        paths.logs() / "bots",
        fillers,
    )
    return RoomPlan(
        clean_name(arguments.name or "") or cabinet.id,
        terms,
        _places(cabinet, arguments.seats, arguments.fill),
        _journals(arguments.record),
        owner_key,
        lock=lock(arguments.password) if arguments.password else None,
        seed=arguments.seed,
        key=arguments.key,
        when=lambda: datetime.now().astimezone(),
        start_when_full=arguments.start_when_full,
        limits=HostLimits(grace=arguments.grace),
        computers=tuple(texts().computers),
        ledger=Ledger(paths.ledger()),
        games=hosted(),
        kept_at=arguments.keep,
        lists=paths.replays(),
        ours=_ours(arguments.address),
    )


def _resumed(plan: RoomPlan, record: RoomRecord, replay: Replay) -> RoomPlan:
    """Return the plan of the room as it was opened; its owner is the person who knows this host's key."""
    options = read(plan.terms.cabinet.info.options, replay.header.options)
    terms = replace(
        plan.terms,
        options=options,
        limit=record.limit,
        pace=record.pace,
        delay=record.delay,
        stand_in=record.stand_in,
    )
    return replace(plan, name=record.name, terms=terms, lock=record.lock)


def _places(cabinet: Cabinet, text: str | None, fill: str | None) -> tuple[RoomSeat, ...]:
    """Return the seats: as written and filled up, otherwise the usual number of open ones. Raises SpokenError."""
    most = cabinet.info.seats[-1]
    words = (OPEN,) * cabinet.info.usual_seats if text is None else filled_up(cabinet, expand(text), fill)
    if not 0 < len(words) <= most:
        raise CommandError("net.error.seats", game=cabinet.id, allowed=cabinet.info.allowed_seats)
    places = []
    for word in words:
        if word in {OPEN, HUMAN}:
            places.append(RoomSeat())
        elif word == CLOSED:
            places.append(RoomSeat("closed"))
        else:
            parse_spec(word, cabinet.bots)
            places.append(RoomSeat("bot", bot=word))
    return tuple(places)


def _journals(first: Path | None) -> Callable[[str], Path]:
    """Return a function that gives each match's recording: `first` for the first match, then files among this user's
    replays.
    """
    given = [first] if first else []

    def next_path(game: str) -> Path:
        return (
            given.pop()
            if given
            else files.free_name(paths.replays(), f"{datetime.now():%Y-%m-%d %H.%M} {game}", REPLAY_SUFFIX)
        )

    return next_path


async def _serve(
    room: Room,
    arguments: argparse.Namespace,
    words: Texts,
    key: bytes,
    past: Past | None,
    handing: Handing | None,
) -> None:
    host = Host(room)
    port = _port(arguments, past)
    try:
        await host.listen(port, arguments.address, or_any=arguments.port is None)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        raise CommandError(
            "net.error.port_taken" if taken else "net.error.listen", port=port, why=reason(error)
        ) from error
    if handing is not None:
        handing.open(room, host.clock())
    elif past is not None:
        room.resume(*past, arguments.resume, host.clock())
    elif arguments.keep is not None and arguments.keep.exists():
        _wait_again(room, arguments, words, host.clock())
    _tell_open(room, host, arguments, words, key)
    phones = _begin_phones(arguments, host.port) if arguments.phones else None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, host.stop)
    telling = (
        None if _alone(arguments.address) else asyncio.create_task(announce_room(room, host, arguments.discovery_port))
    )
    try:
        await host.run(
            Ending(room, once=arguments.once or (arguments.json and not arguments.stay), linger=arguments.linger)
        )
    finally:
        if phones is not None:
            _end_phones(phones)
        if telling is not None:
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await telling


def _begin_phones(arguments: argparse.Namespace, port: int) -> subprocess.Popen[bytes]:
    """Begin the program by which phones join; it tells on this one's standard error where, or why they cannot."""
    words = ["phones", f"{arguments.address or LOOPBACK.ip}:{port}", "--game", arguments.game, "--child"]
    words += ["--here"] if _alone(arguments.address) else []
    words += ["--json"] if arguments.json else []
    environment = {**os.environ, PASSWORD_VARIABLE: arguments.password}
    return subprocess.Popen(
        own_command(words),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment,
        creationflags=UNSEEN,
    )


def _end_phones(phones: subprocess.Popen[bytes]) -> None:
    """End the program by which phones join, which does so by itself once its standard input is closed."""
    assert phones.stdin is not None
    phones.stdin.close()
    try:
        phones.wait(_FAREWELL)
    except subprocess.TimeoutExpired:
        phones.kill()
        phones.wait()


def _wait_again(room: Room, arguments: argparse.Namespace, words: Texts, now: float) -> None:
    """Restore the room that was kept between matches; where that cannot be read, the room asked for opens."""
    try:
        room.wait_again(read_waiting(arguments.keep), now)
    except SpokenError as error:
        if not arguments.json:
            print(words.line(error.key, error.values), file=sys.stderr)


def _port(arguments: argparse.Namespace, past: Past | None) -> int:
    known = past[0].port if past else 0
    return known or PORT if arguments.port is None else int(arguments.port)


def _ours(address: str | None) -> Callable[[str], bool]:
    """Return what tells this computer's own addresses; a room that only this computer reaches may move within it."""
    if _alone(address):
        return lambda peer: False
    own = {str(interface.ip) for interface in interfaces()}
    return lambda peer: peer in own or peer.startswith("127.")


def _alone(address: str | None) -> bool:
    """Whether the address can be reached from this machine only."""
    return address is not None and address.startswith("127.")


def _tell_open(room: Room, host: Host, arguments: argparse.Namespace, words: Texts, key: bytes) -> None:
    if arguments.json:
        journal = str(room.play.journal) if room.play.journal else None
        print(json.dumps({"port": host.port, "owner": key.hex(), "replay": journal}), file=sys.stderr, flush=True)
        return
    core = room.core
    values = {"name": core.plan.name, "game": words.line(f"{core.plan.terms.cabinet.id}.name")}
    print(words.line("net.host.open", values, seats=len(core.seating), port=host.port), file=sys.stderr)
    for interface in interfaces():
        if interface != LOOPBACK and not _alone(arguments.address):
            print(words.line("net.host.address", address=f"{interface.ip}:{host.port}"), file=sys.stderr)
    sys.stderr.flush()


class Ending:
    """Decides when a host ends by itself: after one match (`once`), or after `linger` seconds without people.

    After its match it waits for people who want to see the end, as long as it keeps the seat of a person who lost the
    connection.
    """

    def __init__(self, room: Room, *, once: bool, linger: float | None) -> None:
        self._room = room
        self._once = once
        self._linger = math.inf if linger is None else linger
        self._alone_since: float | None = None
        self._over_since: float | None = None

    def __call__(self) -> bool:
        """Whether the host may end now."""
        now = time.monotonic()
        present = self._room.core.people.present
        self._alone_since = None if present else self._alone_since or now
        if self._once and self._room.play.everybody_saw_the_end:
            self._over_since = self._over_since or now
            if not present or now - self._over_since >= self._room.core.limits.grace:
                return True
        return self._alone_since is not None and now - self._alone_since >= self._linger


def document(cabinet: Cabinet, plan: RoomPlan, outcomes: Sequence[MatchEnd]) -> dict[str, Any]:
    """Return what `--json` prints at the end."""
    return {
        "game": cabinet.id,
        "version": cabinet.info.version,
        "options": msgspec.to_builtins(plan.terms.options),
        "matches": [
            {
                "game": outcome.game,
                "replay": str(outcome.journal),
                "reason": outcome.ended.reason,
                "steps": outcome.ended.number,
                "hash": outcome.ended.hash,
                "seats": [{"name": seat.name, "bot": seat.bot or None} for seat in outcome.seats],
                "result": msgspec.to_builtins(outcome.ended.result),
            }
            for outcome in outcomes
        ],
    }
