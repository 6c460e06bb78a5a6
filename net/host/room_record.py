"""What a host keeps beside a match's journal, so that everybody finds their seat again after it was killed."""

from __future__ import annotations

import contextlib
import math
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from game import files
from game.core.errors import UNDECODABLE, SpokenError, reason
from net.host.choosing import chosen_terms
from net.host.disk import DiskWork
from net.host.evening import EveningRecord
from net.host.room_core import RoomCore
from net.host.seating import RoomSeat
from net.limits import NAME, SEATS
from net.messages import Choose
from net.parts import TalkLine
from net.proof import Lock

SUFFIX = ".room"
_MOST = (1 << 31) - 1
_NUMBERS_AHEAD = 0xFFF
"""How many numbers of people are reserved on the disk at a time: people who only come and go cost no writing."""
_KEEP_TALK = 10.0
"""Seconds between two times that what was said is kept on the disk."""
Kept = TypeVar("Kept")
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
    evening: EveningRecord = EveningRecord()
    handed: bool = False
    """Whether the owner was chosen by the one before."""


class WaitingRecord(msgspec.Struct, frozen=True):
    """A room between two matches: what it plays next stands here, there is no journal."""

    room: RoomRecord
    game: str
    options: dict[str, Any]


def record_path(journal: Path) -> Path:
    """Where the record of a journal lies."""
    return journal.with_name(journal.name + SUFFIX)


def write_record(journal: Path, record: RoomRecord) -> None:
    """Keep the record, whole or not at all, readable by this user alone. Raises OSError."""
    files.write_whole(record_path(journal), msgspec.json.encode(record), mode=0o600)


def read_record(journal: Path) -> RoomRecord:
    """The record beside a journal. Raises RecordError."""
    path = record_path(journal)
    record = _decoded(path, RoomRecord)
    _check(path, record)
    return record


def read_waiting(path: Path) -> WaitingRecord:
    """The record of a room between two matches. Raises RecordError."""
    record = _decoded(path, WaitingRecord)
    _check(path, record.room)
    return record


def _decoded(path: Path, kind: type[Kept]) -> Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise RecordError("net.error.record_read", path=str(path), why=reason(error)) from error
    except UNDECODABLE as error:
        raise RecordError("net.error.record_damaged", path=str(path)) from error


def _check(path: Path, record: RoomRecord) -> None:
    people = {person.number for person in record.people}
    if not 0 < len(record.places) <= SEATS or len(people) != len(record.people):
        raise RecordError("net.error.record_damaged", path=str(path))
    if any((place.kind == "person") != (place.person in people) for place in record.places):
        raise RecordError("net.error.record_damaged", path=str(path))


def take_up(core: RoomCore, kept: WaitingRecord, now: float) -> None:
    """Go on between two matches with what was kept. Raises ChoiceError where that cannot be played."""
    record, plan = kept.room, core.plan
    limit = 0 if record.limit is None else round(record.limit * 1000)
    choice = Choose(kept.game, kept.options, (), limit)
    core.arrange(chosen_terms(plan.games, plan.terms, plan.lists, choice), record.places)
    core.restore(record, now)


def remove_record(journal: Path) -> None:
    """Forget the record of a match that is over."""
    record_path(journal).unlink(missing_ok=True)


class RecordKeeping:
    """Who sits where in a match, kept on the disk before it is told; between matches, the room soon after."""

    def __init__(self, core: RoomCore) -> None:
        self.core = core
        self.agreed = False
        """Whether the match was ended before its end: then it does not go on."""
        self._journal: Path | None = None
        self._recorded: RoomRecord | WaitingRecord | None = None
        self._work: DiskWork | None = None
        """The write that is under way: until it is over, nothing of the match is told."""
        self._talk: tuple[TalkLine, ...] = ()
        """What was said, as it was kept last."""
        self._talk_at = -math.inf

    def begin(self, journal: Path | None) -> None:
        """Note that a match begins whose journal this is."""
        self._journal, self._talk = journal, tuple(self.core.evening.talk)

    def forget(self) -> None:
        """Note that there is no match any more."""
        self._journal = self._recorded = None

    def keep(self) -> bool:
        """Keep who sits where, where that has changed. Returns whether it is on the disk, so that it may be told."""
        if self._journal is None:
            return True
        if not self.done:
            return False
        if self._work is not None and self._work.error is not None:
            self.core.log("disk")
        self._work = None
        record = self._record()
        if record == self._recorded:
            return True
        self._recorded = record
        self._work = self.core.begin_disk_work(partial(write_record, self._journal, record))
        return self.keep()

    def keep_waiting(self) -> None:
        """Between matches, keep the room where it has changed. Nobody waits for it."""
        path = self.core.plan.kept_at
        if path is None or self._journal is not None or not self.done:
            return
        terms = self.core.plan.terms
        options = msgspec.to_builtins(terms.options)
        record = WaitingRecord(self._record(everybody=True), terms.cabinet.info.id, options)
        if record != self._recorded:
            self._recorded = record
            data = msgspec.json.encode(record)
            self._work = self.core.begin_disk_work(partial(files.write_whole, path, data, mode=0o600))

    def close(self) -> None:
        """Forget the record: the room is closed, and nobody goes on with it."""
        self.wait()
        if self.core.plan.kept_at is not None:
            with contextlib.suppress(OSError):
                self.core.plan.kept_at.unlink(missing_ok=True)

    def keep_talk(self, now: float) -> None:
        """Keep what was said, now and then: it is lost with a host that is killed before."""
        talk = tuple(self.core.evening.talk)
        if talk != self._talk and now - self._talk_at >= _KEEP_TALK:
            self._talk, self._talk_at = talk, now
            self.keep()

    @property
    def done(self) -> bool:
        """Whether no write is under way."""
        return self._work is None or self._work.done

    def wait(self) -> None:
        """Wait for the write that is under way."""
        if self._work is not None:
            self._work.wait()

    def _record(self, *, everybody: bool = False) -> RoomRecord:
        """The room as it is; of its people those whose seat, wish or place in the queue it holds, or `everybody`."""
        core, plan = self.core, self.core.plan
        known = {*core.seated, *core.evening.concerned}
        people = [person for person in core.people if everybody or person.number in known]
        return RoomRecord(
            name=plan.name,
            places=[msgspec.structs.replace(place) for place in core.seating],
            people=tuple(PersonRecord(person.number, person.name, person.token) for person in people),
            count=core.people.count | _NUMBERS_AHEAD,
            owner=core.people.owner,
            owner_key=plan.owner_key,
            lock=plan.lock,
            limit=plan.terms.limit,
            pace=plan.terms.pace,
            delay=plan.terms.delay,
            stand_in=plan.terms.stand_in,
            port=core.port,
            agreed=self.agreed,
            evening=core.evening.record(core.evening.talk if everybody else self._talk),
            handed=core.people.handed,
        )
