"""What a host keeps beside a match's journal, so that everybody gets their seat back after the host was killed."""

from __future__ import annotations

import contextlib
import math
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.moving import remove_file
from game.ground import files
from net.heirs import MOST_RIVALS, Rival, Windows
from net.host.match.disk import DiskWork
from net.host.room.choosing import chosen_terms
from net.host.room.core import RoomCore
from net.host.room.evening import EveningRecord
from net.host.room.people import Person
from net.host.room.seating import RoomSeat
from net.host.room.sent_away import MOST as MOST_AWAY
from net.host.room.sent_away import AwayRecord
from net.limits import NAME, SEATS
from net.messages import Choose
from net.parts import RoomId, TalkLine, Word
from net.proof import Lock

SUFFIX = ".room"
_MOST = (1 << 31) - 1
_NUMBERS_AHEAD = 0xFFF
"""Bit mask by which numbers of people are reserved on the disk ahead, so that people who come and go cost no write."""
_KEEP_TALK = 10.0
"""Seconds between two writes of what was said."""
RETRY = 5.0
"""Seconds after which a record that the disk refused is written again."""
Kept = TypeVar("Kept")
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400 * 365)]


class RecordError(SpokenError):
    """The record of a room cannot be read; the error's sentence says what to do."""


class PersonRecord(msgspec.Struct, frozen=True):
    """A person who may come back; of their token only the digest is kept."""

    number: Annotated[int, Meta(ge=1, le=_MOST)]
    name: Annotated[str, Meta(max_length=80)]
    token: bytes
    after: bytes = b""
    """Digest of the token that the person would show to the room's next host; empty in records of older programs."""
    languages: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    """The languages that the person reads, the dearest first."""


class RoomRecord(msgspec.Struct, frozen=True):
    """A room during a match; the match itself is in the journal."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    places: list[RoomSeat]
    people: tuple[PersonRecord, ...]
    count: Annotated[int, Meta(ge=0, le=_MOST)]
    """The last number of a person that is reserved: no number up to it is given again."""
    owner: int
    owner_key: bytes
    """Digest of the room's owner key."""
    lock: Lock | None
    limit: Seconds | None
    pace: Seconds
    delay: Seconds
    stand_in: str
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """TCP port on which the room was reached, where its people look for it again."""
    id: RoomId = ""
    """Id of the room on the LAN; empty in records of older programs."""
    agreed: bool = False
    """Whether the match was ended by agreement, and does not continue."""
    evening: EveningRecord = EveningRecord()
    away: Annotated[tuple[AwayRecord, ...], Meta(max_length=MOST_AWAY)] = ()
    """The people who were sent away."""
    handed: bool = False
    """Whether the owner was chosen by the one before."""
    generation: Annotated[int, Meta(ge=0, le=_MOST)] = 0
    """Which host of the room this is; 0 in records of older programs, and in those handed to an heir."""
    heir_key: bytes = b""
    """Secret key with which this host signs as the heir that it was."""
    windows: Windows = ()
    rivals: Annotated[tuple[Rival, ...], Meta(max_length=MOST_RIVALS)] = ()
    """The heirs who open the room where this host is lost."""


class WaitingRecord(msgspec.Struct, frozen=True):
    """A room between two matches, where there is no journal, with what it plays next."""

    room: RoomRecord
    game: str
    options: dict[str, Any]


def record_path(journal: Path) -> Path:
    """Return the path of the record that belongs to a journal."""
    return journal.with_name(journal.name + SUFFIX)


def write_record(journal: Path, record: RoomRecord) -> None:
    """Write the record, whole or not at all, readable by this user only. Raises OSError."""
    files.write_whole(record_path(journal), msgspec.json.encode(record), mode=0o600)


def read_record(journal: Path) -> RoomRecord:
    """Return the record beside a journal. Raises RecordError."""
    path = record_path(journal)
    record = _decoded(path, RoomRecord)
    check_record(path, record)
    return record


def read_waiting(path: Path) -> WaitingRecord:
    """Return the record of a room between two matches. Raises RecordError."""
    record = _decoded(path, WaitingRecord)
    check_record(path, record.room)
    return record


def _decoded(path: Path, kind: type[Kept]) -> Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise RecordError("net.error.record_read", path=str(path), why=reason(error)) from error
    except UNDECODABLE as error:
        raise RecordError("net.error.record_damaged", path=str(path)) from error


def check_record(path: Path, record: RoomRecord) -> None:
    """Raise RecordError for a record that contradicts itself."""
    people = {person.number for person in record.people}
    if not 0 < len(record.places) <= SEATS or len(people) != len(record.people):
        raise RecordError("net.error.record_damaged", path=str(path))
    if any((place.kind == "person") != (place.person in people) for place in record.places):
        raise RecordError("net.error.record_damaged", path=str(path))


def take_up(core: RoomCore, kept: WaitingRecord, now: float) -> None:
    """Restore a room between two matches from its record. Raises ChoiceError if it names what cannot be played."""
    record, plan = kept.room, core.plan
    limit = 0 if record.limit is None else round(record.limit * 1000)
    choice = Choose(kept.game, kept.options, (), limit)
    core.arrange(chosen_terms(plan.games, plan.terms, plan.lists, choice), record.places)
    core.restore(record, now)


def remove_record(journal: Path) -> None:
    """Delete the record of a match that is over."""
    remove_file(record_path(journal))


class RecordKeeping:
    """Writes the record of who sits where to the disk: during a match before people are told, else soon after."""

    def __init__(self, core: RoomCore) -> None:
        self.core = core
        self.agreed = False
        """Whether the match was ended before its end, and does not continue."""
        self._journal: Path | None = None
        self._recorded: RoomRecord | WaitingRecord | None = None
        self._work: DiskWork | None = None
        """The running write: until it is over, nothing of the match is told."""
        self._refused = False
        """Whether the disk refused the last write."""
        self._next = -math.inf
        """Time before which nothing is written, after the disk refused."""
        self._now = 0.0
        self._talk: tuple[TalkLine, ...] = ()
        """The lines of talk in the record last written."""
        self._talk_at = -math.inf

    def begin(self, journal: Path | None) -> None:
        """Note that a match with this journal begins."""
        self._journal, self._talk = journal, tuple(self.core.evening.talk)

    def forget(self) -> None:
        """Note that there is no match any more."""
        self._journal = self._recorded = None

    def keep(self) -> bool:
        """Write who sits where, if that has changed. Return whether people may be told: it is on the disk, or the disk
        refuses it.
        """
        if self._journal is None:
            return True
        if not self._settled():
            return False
        record = self._record()
        if record == self._recorded or self._now < self._next:
            return True
        self._recorded = record
        self._work = self.core.begin_disk_work(partial(write_record, self._journal, record))
        return self.keep()

    def mind(self, now: float) -> None:
        """Between matches, write the room's record if it has changed; nobody waits for it. Write again what the disk
        refused.
        """
        self._now = now
        if self._journal is not None:
            if self._refused:
                self.keep()
            return
        path = self.core.plan.kept_at
        if path is None or not self._settled() or now < self._next:
            return
        record = self.whole()
        if record != self._recorded:
            self._recorded = record
            data = msgspec.json.encode(record)
            self._work = self.core.begin_disk_work(partial(files.write_whole, path, data, mode=0o600))
            self._settled()

    def whole(self, *, talk: bool = True) -> WaitingRecord:
        """Return the whole room with everybody in it, and what it plays."""
        terms = self.core.plan.terms
        record = self._record(everybody=True)
        if not talk:
            record = msgspec.structs.replace(record, evening=msgspec.structs.replace(record.evening, talk=()))
        return WaitingRecord(record, terms.cabinet.info.id, msgspec.to_builtins(terms.options))

    def _settled(self) -> bool:
        """Return whether no write is running. What the disk refused is not written yet: that is said once, and it is
        tried again later.
        """
        if not self.done:
            return False
        work, self._work = self._work, None
        if work is not None:
            refused = work.error is not None
            if refused:
                self._recorded, self._next = None, self._now + RETRY
                if not self._refused:
                    self.core.log("disk")
            self._refused = refused
        return True

    def close(self) -> None:
        """Delete the record between matches: the room is closed, and nobody continues it."""
        self.wait()
        if self.core.plan.kept_at is not None:
            with contextlib.suppress(OSError):
                remove_file(self.core.plan.kept_at)

    def keep_talk(self, now: float) -> None:
        """Write what was said, now and then; lines said since are lost if the host is killed."""
        talk = tuple(self.core.evening.talk)
        if talk != self._talk and now - self._talk_at >= _KEEP_TALK:
            self._talk, self._talk_at = talk, now
            self.keep()

    @property
    def done(self) -> bool:
        """Whether no write is running."""
        return self._work is None or self._work.done

    def wait(self) -> None:
        """Block until the running write is over."""
        if self._work is not None:
            self._work.wait()

    def _record(self, *, everybody: bool = False) -> RoomRecord:
        """Return the room's record. It includes people with a seat, a wish or a place in the queue, or `everybody`."""
        core, plan = self.core, self.core.plan
        known = {*core.seated, *core.evening.concerned}
        people = [person for person in core.people if everybody or person.number in known]
        return RoomRecord(
            name=plan.name,
            places=[msgspec.structs.replace(place) for place in core.seating],
            people=tuple(map(_recorded, people)),
            count=core.people.count | _NUMBERS_AHEAD,
            owner=core.people.owner,
            owner_key=plan.owner_key,
            lock=plan.lock,
            limit=plan.terms.limit,
            pace=plan.terms.pace,
            delay=plan.terms.delay,
            stand_in=plan.terms.stand_in,
            port=core.port,
            id=core.id,
            agreed=self.agreed,
            evening=core.evening.record(core.evening.talk if everybody else self._talk),
            away=core.sent_away.record(),
            handed=core.people.handed,
            generation=plan.generation,
            heir_key=plan.heir_key,
            windows=core.windows,
            rivals=core.rivals,
        )


def _recorded(person: Person) -> PersonRecord:
    return PersonRecord(person.number, person.name, person.token, person.after, person.languages)
