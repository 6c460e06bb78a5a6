"""What a host keeps beside a match's journal, so that everybody finds their seat again after it was killed."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game import files
from game.core.errors import UNDECODABLE, SpokenError, reason
from net.host.seating import RoomSeat
from net.proof import Lock

SUFFIX = ".room"


class RecordError(SpokenError):
    """The record of a room cannot be read; the sentence says what to do."""


class PersonRecord(msgspec.Struct, frozen=True):
    """Somebody who may come back. Of their token only the digest is kept."""

    number: int
    name: str
    token: bytes


class RoomRecord(msgspec.Struct, frozen=True):
    """A room in a match. The match itself is in the journal."""

    name: str
    places: list[RoomSeat]
    people: tuple[PersonRecord, ...]
    count: int
    """No number up to this one is given to anybody else."""
    owner: int
    owner_key: bytes
    """The digest of the room's owner key."""
    lock: Lock | None
    limit: float | None
    pace: float
    delay: float
    stand_in: str
    port: int = 0
    """The TCP port it was reached at, where its people look for it."""
    agreed: bool = False
    """Whether the match was ended by agreement: then it does not go on."""


def record_path(journal: Path) -> Path:
    """Where the record of a journal lies."""
    return journal.with_name(journal.name + SUFFIX)


def write_record(journal: Path, record: RoomRecord) -> None:
    """Keep the record, whole or not at all, readable by this user alone. Raises OSError."""
    files.write_whole(record_path(journal), msgspec.json.encode(record), mode=0o600)


def read_record(journal: Path) -> RoomRecord:
    """The record beside a journal. Raises RecordError."""
    path = record_path(journal)
    try:
        return msgspec.json.decode(path.read_bytes(), type=RoomRecord)
    except OSError as error:
        raise RecordError("net.error.record_read", path=str(path), why=reason(error)) from error
    except UNDECODABLE as error:
        raise RecordError("net.error.record_damaged", path=str(path)) from error


def remove_record(journal: Path) -> None:
    """Forget the record of a match that is over."""
    record_path(journal).unlink(missing_ok=True)
