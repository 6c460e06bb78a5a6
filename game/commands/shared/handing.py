"""Opening a room that was handed to this computer (`host --handed`)."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from game.core.cabinet import Cabinet
from game.core.chance import SEED_BITS
from game.core.errors import SpokenError
from game.core.moving import remove_file
from game.core.options import read
from game.core.recording.replay import Replay
from net.host.room.choosing import ChoiceError
from net.host.room.core import RoomPlan
from net.host.room.handed import HandedRoom, read_handed
from net.host.room.record import RecordError, write_record
from net.host.room.room import Room
from net.host.room.seating import RoomSeat
from net.messages import Told


class Handing:
    """A handed room on its way to be open here: with its match, or without where that cannot go on."""

    def __init__(self, path: Path, plan: RoomPlan, tell: Callable[[SpokenError], None]) -> None:
        """Read what was handed, and delete the file, which holds the heir's key. Raises RecordError. `tell` is given
        what keeps the match from going on.
        """
        asked = plan.terms.cabinet
        plan = replace(plan, games={**plan.games, asked.id: asked})
        try:
            self.room: HandedRoom = read_handed(path, plan.games)
        finally:
            with contextlib.suppress(OSError):
                remove_file(path)
        self.cabinet: Cabinet = plan.games[self.room.kept.game]
        self._plan = plan
        self._journal: Path | None = None
        self._match: Replay | None = None
        try:
            self._write_match()
        except SpokenError as error:
            self._match = None
            tell(error)

    def _write_match(self) -> None:
        journal = self._plan.journal(self.cabinet.id)
        self._match = self.room.match_at(journal, self.cabinet, secrets.randbits(SEED_BITS))
        if self._match is None:
            return
        seats = sum(place.kind != "closed" for place in self.room.record.places)
        if seats != len(self._match.header.seats):
            raise RecordError("net.error.record_damaged", path=str(journal))
        try:
            write_record(journal, self.room.record)
        except OSError as error:
            raise RecordError("net.error.record_damaged", path=str(journal)) from error
        self._journal = journal

    def plan(self) -> RoomPlan:
        """Return the plan of the room as it was handed."""
        record, handed = self.room.record, self.room.handed
        options = read(self.cabinet.info.options, self._match.header.options) if self._match else None
        terms = replace(
            self._plan.terms,
            cabinet=self.cabinet,
            options=self.cabinet.info.options() if options is None else options,
            limit=record.limit,
            pace=record.pace,
            delay=record.delay,
            stand_in=record.stand_in,
            fill=self.cabinet.mix,
        )
        return replace(
            self._plan,
            name=record.name,
            terms=terms,
            places=tuple(msgspec.structs.replace(place) for place in record.places),
            lock=record.lock,
            generation=handed.said.generation,
            heir_key=handed.secret,
        )

    def open(self, room: Room, now: float) -> None:
        """Continue the match, or the room between matches. Raises SpokenError where neither can be."""
        said = self.room.handed.said
        windows = self.room.windows
        room.heirs.majority.found(windows)
        room.core.rivals = self.room.rivals
        if self._match is not None and self._journal is not None:
            room.resume(self.room.record, self._match, self._journal, now)
            return
        if windows and (said.sealed or said.log):
            key = "net.log.played_anew" if said.sealed else "net.log.not_played_on"
            room.core.news = Told(key, {"game": self.cabinet.id})
        places = [_place(place, stays=bool(windows)) for place in self.room.record.places]
        record = msgspec.structs.replace(self.room.record, places=places)
        try:
            room.wait_again(msgspec.structs.replace(self.room.kept, room=record), now)
        except ChoiceError as error:
            raise RecordError("net.error.record_damaged", path=record.name) from error


def _place(place: RoomSeat, *, stays: bool) -> RoomSeat:
    """Return a seat as it is between matches. Where a computer played for a person who went home, it is open; where
    the host was lost, its people may come back.
    """
    if not (place.bot and place.person):
        return msgspec.structs.replace(place, ready=False) if stays else place
    return RoomSeat("person", person=place.person) if stays else RoomSeat("open")
