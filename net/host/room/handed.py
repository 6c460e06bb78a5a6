"""A room as its host hands it to an heir, and as the heir's host reads it: nothing in it is trusted.

The seed and the key of a match stay with the host that drew them: what they decided lies in the log. Bots travel by
name, and only the game's own bots play on: a specification in a handed room would run a program here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.core.cabinet import Cabinet
from game.core.chance import SEED_BITS, fresh_key
from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.moving import remove_file
from game.core.recording.growing import written
from game.core.recording.replay import Header, Playback, Replay, SeatRecord, header_of, read_replay
from game.core.rules import NATURE
from game.ground import files
from net.heirs import MOST_HEIRS, Handed, HeirAddress, HeirLine, MaybePort, Rival, Windows
from net.host.match.hosted_match import HostedMatch
from net.host.room.core import RoomCore, label
from net.host.room.latecomers import FALLBACK
from net.host.room.mix_record import unrecorded
from net.host.room.record import PersonRecord, RecordError, RoomRecord, WaitingRecord, check_record
from net.host.room.seating import RoomSeat
from net.limits import LOG, NAME, RECORD, SECRET, TALK
from net.parts import TalkLine
from net.wire import clean, clean_name

_MOST_MOVES = 15
"""The most earlier moves of a match from one computer to another that its recording names."""
_MOST_FILE = LOG + RECORD + (1 << 12)


class HandedFile(msgspec.Struct, frozen=True):
    """What an heir's program writes for its own host."""

    said: Handed
    heir: int
    """Number of the heir in the room."""
    secret: Annotated[bytes, Meta(min_length=SECRET, max_length=SECRET)]
    """The key with which the heir signs."""
    talk: Annotated[tuple[TalkLine, ...], Meta(max_length=TALK)] = ()
    """What the heir has heard, where the room was told without it."""
    heirs: Annotated[tuple[HeirLine, ...], Meta(max_length=MOST_HEIRS)] = ()
    """Where the host was lost: all heirs, the first first."""
    address: HeirAddress = ""
    """Address of the host that was lost: it may only have been out of reach."""
    port: MaybePort = 0
    gone: Windows = ()
    """Where the host was lost: people whose programs were lost, too. Computers play for them until they come."""


# At the host that hands the room on.


def room_for(core: RoomCore, kept: WaitingRecord, heir: int, absent: Collection[int], *, stay: bool = False) -> bytes:
    """Return the room for an heir's host, who owns it then. During a match computers play for those who are `absent`
    there; between matches these leave the room, unless they `stay` in it to come back.

    People whose next token is not known cannot come back, and are left out.
    """
    record, stand_in = kept.room, core.plan.terms.stand_in
    stay = stay or core.running
    staying = [one for one in record.people if one.after and (stay or one.number not in absent)]
    known = {one.number for one in staying}
    substitute = label(stand_in) or FALLBACK
    places = []
    for place in record.places:
        bot = label(place.bot)
        if place.person in known and place.person in absent and core.running:
            places.append(msgspec.structs.replace(place, bot=bot or substitute))
        elif place.person and place.person not in known:
            places.append(RoomSeat("bot", bot=bot or substitute) if core.running else RoomSeat())
        else:
            places.append(msgspec.structs.replace(place, bot=bot))
    evening = record.evening
    deputies = tuple(one for one in (*evening.deputies, record.owner) if one in known and one != heir)
    room = msgspec.structs.replace(
        record,
        places=places,
        people=tuple(PersonRecord(one.number, one.name, one.after, languages=one.languages) for one in staying),
        owner=heir,
        handed=True,
        owner_key=b"",
        port=0,
        generation=0,
        heir_key=b"",
        windows=(),
        rivals=(),
        stand_in=label(stand_in),
        evening=msgspec.structs.replace(evening, deputies=tuple(dict.fromkeys(deputies))),
    )
    return msgspec.json.encode(msgspec.structs.replace(kept, room=room))


def log_of(hosted: HostedMatch, began: datetime | None) -> bytes:
    """Return the log of a match for an heir. Decisions of a window that is still open are left out: those who had
    decided are asked again.
    """
    return written(Replay(handed_header(hosted, began), tuple(hosted.match.steps)))


def handed_header(hosted: HostedMatch, began: datetime | None) -> Header:
    """Return the header of a match's log for an heir, without seed and key; the public number of a game that has one
    stays.
    """
    match, info = hosted.match, hosted.terms.cabinet.info
    first = match.steps[0].moves if match.steps else ()
    number = next((move.action for move in first if info.numbered and move.seat == NATURE), 0)
    seats = [SeatRecord(line.name, line.bot or None) for line in hosted.seats]
    header = header_of(info, number, hosted.terms.options, seats, began)
    if hosted.resumed is not None:
        before = hosted.resumed
        header = msgspec.structs.replace(header, options=before.options, seal=before.seal, moved=before.moved)
    return header


# At the heir.


class HandedRoom:
    """A room that was handed to this computer, once it is read and every name in it is harmless."""

    def __init__(self, handed: HandedFile, kept: WaitingRecord, log: bytes) -> None:
        self.handed = handed
        self.kept = kept
        self._log = log

    @property
    def record(self) -> RoomRecord:
        return self.kept.room

    @property
    def windows(self) -> tuple[int, ...]:
        """The windows of whom more than half must come, as far as the room knows them; empty where it moved."""
        known = {one.number for one in self.record.people}
        return tuple(number for number in self.handed.said.windows if number in known)

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """Who else may have the room where its host was lost: the other heirs, and that host itself."""
        said, elder, rivals = self.handed.said, True, []
        for line in self.handed.heirs:
            elder = elder and line.person != self.handed.heir
            if line.person != self.handed.heir:
                rivals.append(Rival(said.generation, line, elder))
        if self.handed.address and self.handed.port:
            before = HeirLine(0, self.handed.port, bytes(SECRET), self.handed.address)
            rivals.append(Rival(said.generation - 1, before))
        return tuple(rivals)

    def match_at(self, journal: Path, cabinet: Cabinet, chance: int) -> Replay | None:
        """Write the match as a recording of this host, which draws from its own `chance`, and return it; None without
        a match. Raises SpokenError for one that cannot be played here.
        """
        if not self._log:
            return None
        try:
            files.write_whole(journal, self._log)
            replay = read_replay(journal)
            Playback(replay, cabinet.rules).seek(len(replay.steps))
            header = _own_header(replay, cabinet, chance)
            files.write_whole(journal, written(msgspec.structs.replace(replay, header=header, end=None)))
            return read_replay(journal)
        except OSError as error:
            remove_file(journal)
            raise RecordError("net.error.record_read", path=str(journal), why=reason(error)) from error
        except SpokenError:
            remove_file(journal)
            raise


def read_handed(path: Path, games: Mapping[str, Cabinet]) -> HandedRoom:
    """Return the room in a file that an heir's program wrote. Raises RecordError."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_FILE + 1)
        handed = msgspec.msgpack.decode(data, type=HandedFile)
        kept = msgspec.json.decode(handed.said.room, type=WaitingRecord)
    except OSError as error:
        raise RecordError("net.error.record_read", path=str(path), why=reason(error)) from error
    except UNDECODABLE as error:
        raise RecordError("net.error.record_damaged", path=str(path)) from error
    check_record(path, kept.room)
    cabinet = games.get(kept.game)
    if cabinet is None or kept.game != handed.said.game or len(kept.room.places) > cabinet.info.seats[-1]:
        raise RecordError("net.error.record_damaged", path=str(path))
    room = kept.room
    if handed.talk:
        room = msgspec.structs.replace(room, evening=msgspec.structs.replace(room.evening, talk=handed.talk))
    room = _without(_harmless(room, cabinet), handed.gone if handed.said.log else ())
    return HandedRoom(handed, msgspec.structs.replace(kept, room=room), handed.said.log)


def _without(room: RoomRecord, gone: Collection[int]) -> RoomRecord:
    """Return a room in whose match computers play for the people who are `gone`."""
    bot = room.stand_in or FALLBACK
    places = [msgspec.structs.replace(place, bot=bot) if place.person in gone else place for place in room.places]
    return msgspec.structs.replace(room, places=places)


def _own_bot(bot: str, cabinet: Cabinet) -> str:
    """Return a bot of the game's own, whatever was handed; empty where the game has none."""
    return bot if bot in cabinet.bots else cabinet.easy or next(iter(cabinet.bots), "")


def _harmless(record: RoomRecord, cabinet: Cabinet) -> RoomRecord:
    """Return a record that runs nothing here but bots of the game, with names as a room gives them."""
    places = []
    for place in record.places:
        bot = place.bot and (_own_bot(place.bot, cabinet) or FALLBACK)
        places.append(msgspec.structs.replace(place, bot=bot or (FALLBACK if place.kind == "bot" else "")))
    people = tuple(msgspec.structs.replace(one, name=clean_name(one.name) or "?") for one in record.people)
    said = (
        TalkLine(line.person, clean(line.name)[:NAME], clean(line.text, joined=True)) for line in record.evening.talk
    )
    talk, mix = tuple(line for line in said if line.text), record.evening.mix
    evening = msgspec.structs.replace(record.evening, talk=talk, mix=None if mix is None else unrecorded(mix))
    stand_in = _own_bot(record.stand_in, cabinet)
    name = clean_name(record.name) or "?"
    return msgspec.structs.replace(
        record,
        name=name,
        places=places,
        people=people,
        stand_in=stand_in,
        evening=evening,
        agreed=False,
        owner_key=b"",
        generation=0,
        heir_key=b"",
        windows=(),
        rivals=(),
    )


def _own_header(replay: Replay, cabinet: Cabinet, chance: int) -> Header:
    """Return the header of a match that goes on here: what is still to come follows from this host's own chance."""
    header = replay.header
    seed = header.seed if cabinet.info.numbered else chance % (1 << SEED_BITS)
    seats = tuple(
        SeatRecord(clean_name(seat.name) or "?", (_own_bot(seat.bot, cabinet) or None) if seat.bot else None)
        for seat in header.seats
    )
    moved = (*header.moves[-_MOST_MOVES:], len(replay.steps))
    return msgspec.structs.replace(header, seed=seed, key=fresh_key(), seats=seats, moved=moved)
