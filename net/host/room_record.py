"""What a host keeps beside a match's journal, so that everybody finds their seat again after it was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from game import files
from game.core.errors import UNDECODABLE, SpokenError, reason
from net.host.seating import RoomSeat
from net.limits import NAME, SEATS
from net.proof import Lock

SUFFIX = ".room"
_MOST = (1 << 31) - 1
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400 * 365)]


class RecordError(SpokenError):
    """The record of a room cannot be read; the sentence says what to do."""


class PersonRecord(msgspec.Struct, frozen=True):
    """Somebody who may come back. Of their token only the digest is kept."""

    number: Annotated[int, Meta(ge=1, le=_MOST)]
    name: Annotated[str, Meta(max_length=80)]
    token: bytes


class RoomRecord(msgspec.Struct, frozen=True):
    """A room in a match. The match itself is in the journal."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    places: list[RoomSeat]
    people: tuple[PersonRecord, ...]
    count: Annotated[int, Meta(ge=0, le=_MOST)]
    """No number up to this one is given to anybody else."""
    owner: int
    owner_key: bytes
    """The digest of the room's owner key."""
    lock: Lock | None
    limit: Seconds | None
    pace: Seconds
    delay: Seconds
    stand_in: str
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
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
        record = msgspec.json.decode(path.read_bytes(), type=RoomRecord)
    except OSError as error:
        raise RecordError("net.error.record_read", path=str(path), why=reason(error)) from error
    except UNDECODABLE as error:
        raise RecordError("net.error.record_damaged", path=str(path)) from error
    people = {person.number for person in record.people}
    if not 0 < len(record.places) <= SEATS or len(people) != len(record.people):
        raise RecordError("net.error.record_damaged", path=str(path))
    if any((place.kind == "person") != (place.person in people) for place in record.places):
        raise RecordError("net.error.record_damaged", path=str(path))
    return record


def remove_record(journal: Path) -> None:
    """Forget the record of a match that is over."""
    record_path(journal).unlink(missing_ok=True)
