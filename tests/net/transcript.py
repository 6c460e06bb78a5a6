"""What an honest host says to one viewer of a match, and the same with something changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.match.match import Match
from game.core.recording.replay import ReplayWriter, SeatRecord, header_of
from game.core.rules import NATURE, SPECTATOR, Viewer
from net.host.match.disk import DiskWork, at_once
from net.host.match.hosted_match import HostedMatch, Terms
from net.messages import HostMessage, RoomState, SeatLine, raw
from net.parts import PersonState, SeatState
from net.wire import WireError, host_message, pack
from tests.walks import state_of


def transcript(folder: Path, game: str, viewer: Viewer = 0, steps: int = 30) -> list[HostMessage]:
    """A match of random moves, from `begun` through so many steps to an agreed end."""
    cabinet = CABINETS[game]
    options = cabinet.info.options()
    count = cabinet.info.usual_seats
    lines = tuple(SeatLine(f"Player {seat}", person=seat + 1) for seat in range(count))
    records = tuple(SeatRecord(line.name) for line in lines)
    writer = ReplayWriter(folder / f"{game}{viewer}.souk", header_of(cabinet.info, 5, options, records))
    hosted = HostedMatch(Terms(cabinet, options), lines, 5, writer, list(range(count)), 0.0, disk=_never)
    random = Random(7)
    frames = [*hosted.snapshot(viewer, 0.0)]
    while hosted.match.number < steps and not hosted.match.over:
        hosted.pump(0.0)
        _play_all(hosted, random)
        hosted.pump(0.0)
        frames += [pack(message) for to, message in hosted.outgoing(0.0) if to == viewer]
    hosted.end(0.0)
    frames += [pack(message) for to, message in hosted.outgoing(0.0) if to == viewer]
    hosted.close()
    return [host_message(frame[4:]) for frame in frames]


def _never(_: Callable[[], None]) -> DiskWork:
    """Flush nothing: nobody reads this recording."""
    return at_once(lambda: None)


def _play_all(hosted: HostedMatch, random: Random) -> None:
    match: Match = hosted.match
    for seat in match.waiting_for:
        if seat != NATURE:
            legal = match.legal(seat)
            action = random.choice(legal) if legal else match.rules.fallback(state_of(match), seat)
            assert hosted.play(seat, match.number, raw(action), 0.0) is None


def room_of(game: str, viewer: Viewer = 0, phase: Any = "playing") -> RoomState:
    """The room of that match."""
    info = CABINETS[game].info
    count = info.usual_seats
    seats = tuple(SeatState("person", f"Player {seat}", person=seat + 1) for seat in range(count))
    people = [PersonState(seat + 1, f"Player {seat}", seat, owner=seat == 0) for seat in range(count)]
    if viewer == SPECTATOR:
        people.append(PersonState(count + 1, "Eye"))
    options = msgspec.to_builtins(info.options())
    return RoomState("A room", info.id, info.version, options, phase, seats, tuple(people), 0)


ODD = (
    None,
    True,
    False,
    0,
    -1,
    63,
    64,
    -3,
    1 << 31,
    1 << 62,
    2.5,
    "",
    "x",
    "{seat}",
    "\u202e",
    b"x",
    (),
    {},
    [[]],
    {"seat": 63},
)


def mutants(messages: list[HostMessage], random: Random) -> Iterator[tuple[int, HostMessage]]:
    """Without end: one of the messages changed somewhere, as far as it is still one, and which it was."""
    bodies = [_unpacked(msgspec.msgpack.encode(message)) for message in messages]
    while True:
        number = random.randrange(len(bodies))
        changed = _changed(bodies[number], random)
        try:
            yield number, host_message(msgspec.msgpack.encode(changed))
        except (WireError, TypeError, OverflowError):
            continue


def _unpacked(body: bytes) -> Any:
    return msgspec.msgpack.decode(body)


def _changed(value: Any, random: Random) -> Any:
    """The same value with one thing in it changed: mostly deep inside."""
    if isinstance(value, dict) and value and random.random() < 0.95:
        key = random.choice(list(value))
        if random.random() < 0.1:
            return {other: inner for other, inner in value.items() if other != key}
        return {**value, key: _changed(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        match random.randrange(6):
            case 0:
                return value[:at]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], _changed(value[at], random), *value[at + 1 :]]
    if type(value) is int and random.random() < 0.5:
        return value + random.choice([-1, 1, 7, -value - 1, 1000])
    return random.choice(ODD)
