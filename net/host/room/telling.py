"""What heirs are told while all is well, so that they need nothing of this host if it is lost: the room, and the log of
a match without secrets.

The log goes out before anybody is shown the steps in it: whoever saw a step, an heir has it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from game.core.match.match import Step
from game.core.recording.growing import RecordingBytes
from net.allowance import Allowance
from net.heirs import LOG_PIECE, Kept, KeptLog
from net.host.match.hosted_match import HostedMatch
from net.host.room.core import RoomCore
from net.host.room.handed import handed_header, room_for
from net.host.room.link import Link
from net.host.room.play import RoomPlay
from net.limits import LOG, RECORD
from net.wire import pack

_PAUSE = 1.0
"""The least seconds between two times that an heir is told the room, while the same people sit in the same seats."""
_SUDDEN = 8
"""How often it may be told sooner, because somebody sat down or left; once more after each `_PAUSE`."""
_SLICE = 0.5
"""The least seconds between two pieces of a log in which decisions flow."""

_Who: TypeAlias = tuple[object, ...]
"""Who plays and who sits where: what of a room must not be old when its host is lost."""


class MatchLog:
    """The log of one match as it grows; None once it is longer than an heir keeps."""

    def __init__(self, match: HostedMatch, play: RoomPlay) -> None:
        self.match = match
        self._sent: list[Step] = []
        secret = match.match.rules.has_secrets(match.terms.options)
        self._recording = None if secret else RecordingBytes(handed_header(match, play.began))

    @property
    def data(self) -> bytearray:
        """All of it; empty for a match whose log is not told."""
        return self._recording.data if self._recording is not None else bytearray()

    def grow(self) -> None:
        """Take in what was played and undone."""
        if self._recording is None:
            return
        steps, same = self.match.match.steps, len(self._sent)
        while same and (same > len(steps) or self._sent[same - 1] is not steps[same - 1]):
            same -= 1
        if same < len(self._sent):
            self._recording.rewind(same)
            del self._sent[same:]
        for step in steps[same:]:
            self._recording.append(step)
            self._sent.append(step)
        if len(self._recording.data) > LOG:
            self._recording = None


@dataclass
class _Told:
    """What one heir was told on one connection."""

    link: Link
    room: Kept | None = None
    at: float = -math.inf
    who: _Who = ()
    sudden: Allowance = field(default_factory=lambda: Allowance(1 / _PAUSE, _SUDDEN))
    log: MatchLog | None = None
    size: int = 0
    """Bytes of the log that were told."""
    log_at: float = field(default=-math.inf)


class ToldHeirs:
    """Tells heirs the room and its match."""

    def __init__(self, core: RoomCore, play: RoomPlay) -> None:
        self.core = core
        self._play = play
        self._told: dict[int, _Told] = {}
        self.log: MatchLog | None = None
        self._due = math.inf

    def tell(self, heirs: Sequence[tuple[int, Link]], absent: frozenset[int], now: float) -> None:
        """Tell the heirs what they lack. The people who are `absent` sit at this computer and are lost with it."""
        alone = len(self.core.tables) == 1  # of several matches at once an heir would have a part: it plays all anew
        match = self._play.match if self.core.running and alone else None
        if match is None:
            self.log = None
        elif heirs and (self.log is None or self.log.match is not match):
            self.log = MatchLog(match, self._play)
        if self.log is not None:
            self.log.grow()
        self._due = math.inf
        who = self._who()
        before, self._told = self._told, {}
        for number, link in heirs:
            told = before.get(number)
            told = self._told[number] = _Told(link) if told is None or told.link is not link else told
            if self._may_tell_room(told, who, now):
                told.who, told.at = who, now
                self._tell_room(number, told, absent)
            self._tell_log(told, now)

    def wake(self, now: float) -> float:
        """Return the seconds until heirs are to be told something that had to wait; infinity for never."""
        return max(0.0, self._due - now)

    def _who(self) -> _Who:
        core = self.core
        return core.windows, core.phase, *((place.kind, place.person, place.bot) for place in core.seating)

    def _may_tell_room(self, told: _Told, who: _Who, now: float) -> bool:
        """Return whether an heir is told the room now: before the log of another match in any case, as an heir must
        know whoever plays it.
        """
        begins = told.log is not self.log and self.log is not None
        if begins or now >= told.at + _PAUSE or (who != told.who and told.sudden.take(now)):
            return True
        self._due = min(self._due, told.at + _PAUSE)
        return False

    def _tell_room(self, number: int, told: _Told, absent: frozenset[int]) -> None:
        core = self.core
        room = room_for(core, self._play.kept.whole(talk=False), number, absent, stay=True)
        sealed = self.log is not None and not self.log.data
        kept = Kept(core.plan.generation + 1, core.plan.terms.cabinet.id, room, core.windows, sealed)
        if kept != told.room and len(room) <= RECORD:
            told.room = kept
            told.link.tell(kept)

    def _tell_log(self, told: _Told, now: float) -> None:
        log = self.log
        if told.log is not log or (log is not None and told.size > len(log.data)):
            if told.size:
                told.link.tell(KeptLog(0, b""))
            told.log, told.size = log, 0
        if log is None or told.size == len(log.data):
            return
        if log.match.flows and now < told.log_at + _SLICE:
            self._due = min(self._due, told.log_at + _SLICE)
            return
        start, told.size, told.log_at = told.size, len(log.data), now
        told.link.pour(_pieces(bytes(log.data[start:]), start))


def _pieces(data: bytes, start: int) -> Iterator[bytes]:
    for at in range(0, len(data), LOG_PIECE):
        yield pack(KeptLog(start + at, data[at : at + LOG_PIECE]))
