"""Rooms hosted on this computer that ended in the middle of a match, with what is needed to host them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.given import ending
from game.core.holding import is_held
from game.core.recording.replay import Replay, read_replay
from game.ground.recordings import REPLAY_SUFFIX
from game.scenes.process.host import CLOSED, OPEN, HostPlan
from net.host.room.record import SUFFIX, RoomRecord, read_record, record_path


@dataclass(frozen=True)
class KeptRoom:
    """An unfinished match that can be continued, and its room."""

    journal: Path
    game: str
    name: str
    steps: int
    people: tuple[str, ...]
    plan: HostPlan
    """The plan that opens the room again."""


def kept_rooms(folder: Path) -> list[KeptRoom]:
    """List the rooms, not open now, whose unfinished matches lie in a folder of replays, the latest first."""
    return sorted(_kept(folder), key=lambda room: _written(room.journal), reverse=True)


def kept_room(journal: Path) -> KeptRoom | None:
    """Return the room of a recording; None where its match cannot be continued."""
    if ending(journal) != REPLAY_SUFFIX or not record_path(journal).is_file() or is_held(journal):
        return None
    try:
        record, replay = read_record(journal), read_replay(journal)
    except SpokenError:
        return None
    cabinet = CABINETS.get(replay.header.game)
    if cabinet is None or cabinet.info.version != replay.header.version or replay.end or record.agreed:
        return None
    people = tuple(person.name for person in record.people)
    return KeptRoom(journal, cabinet.id, record.name, len(replay.steps), people, _plan(journal, record, replay))


def _kept(folder: Path) -> Iterator[KeptRoom]:
    for record in folder.glob(f"*{REPLAY_SUFFIX}{SUFFIX}"):
        room = kept_room(record.with_name(record.name.removesuffix(SUFFIX)))
        if room is not None:
            yield room


def is_of_room(journal: Path) -> bool:
    """Return whether a recording is the journal of a room on the LAN, open or kept."""
    return record_path(journal).is_file() or is_held(journal)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _plan(journal: Path, record: RoomRecord, replay: Replay) -> HostPlan:
    """Return the plan that opens the room again, with the seats that it has between matches."""
    seats = tuple(
        CLOSED if place.kind == "closed" else place.bot if place.kind == "bot" else OPEN for place in record.places
    )
    return HostPlan(
        replay.header.game,
        seats,
        record.name,
        options=replay.header.options,
        limit=record.limit,
        level=record.stand_in,
        port=record.port or None,
        locked=record.lock is not None,
        resume=journal,
    )
