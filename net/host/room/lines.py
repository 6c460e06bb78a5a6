"""The evening's ledger in a room: passes on the lines that people bring, and adds one for each match that ends here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from game.core.honours import figures
from game.core.rules import SPECTATOR
from net.allowance import SourceAllowance
from net.host.match.hosted_match import HostedMatch
from net.host.room.core import RoomCore, label
from net.host.room.link import Link
from net.host.room.people import Person
from net.ledger.lines import (
    LedgerLine,
    LedgerSeat,
    MatchLine,
    MixLine,
    evening_of,
    fitting,
    line_digest,
    origin_of,
    public_key,
    signing_installed,
)
from net.ledger.mixes import MixReveal
from net.limits import RECORDING
from net.messages import Entered, Lines, Recorded, SeatLine
from net.wire import pack


@dataclass(frozen=True)
class Mixed:
    """What a match brings in a mix."""

    line: MixLine
    points: Mapping[int, int]
    """Points by person: 0 for all while further matches of the same round are to come."""


_CHUNK = 16
"""The most lines in one message."""


class RoomLines:
    """A room's part in the ledger; does nothing if the room keeps none."""

    def __init__(self, core: RoomCore) -> None:
        self.core = core
        self._known: dict[int, set[bytes]] = {}
        """Digests of the lines that each person with a ledger already has, by the person's number."""
        self._links: dict[int, Link] = {}
        """The connection on which each person brought their lines."""
        limits = core.limits
        together = (limits.lines_all, 40 * limits.lines_all)
        self._allowance = SourceAllowance((limits.lines, limits.lines_burst), together, spared=limits.lines_burst / 3)

    def hear(self, person: Person, message: Lines, clock: float) -> None:
        """Take in the lines that a person with a ledger brings; tell them the lines they lack, and others those that
        are new.

        Somebody who brings too many is told at the end of the next match. Lines of hosts that do not count here are set
        aside and told to nobody.
        """
        ledger, now = self.core.plan.ledger, self.core.plan.when()
        if ledger is None or now is None or person.link is None:
            return
        new_keeper = person.number not in self._known
        known = self._known.setdefault(person.number, set())
        if new_keeper:
            self._forget_who_is_gone()
        bringer = person.link.address
        if not self._allowance.take(bringer, clock):
            return
        if message.first and self._links.get(person.number) is not person.link:
            known.clear()
        self._links[person.number] = person.link
        known |= set(map(line_digest, message.lines))
        new = ledger.add(message.lines, now, bringer)
        self._tell(person, ledger.lines(evening_of(now)))
        for other in self._keepers():
            if other is not person and self.core.may_talk:  # those who are not told now are told with the next match
                self.core.charge(self._tell(other, new))

    def ended(
        self, core: RoomCore, match: HostedMatch, began: datetime | None, journal: Path, mixed: Mixed | None = None
    ) -> None:
        """Send the line and the recording of a match that ended at a table to everybody who keeps a ledger.

        A match whose rules broke has neither.
        """
        now, ledger, ended = core.plan.when(), core.plan.ledger, match.ended
        if ledger is None or now is None or ended is None or match.broken_off or not signing_installed():
            return
        said = fitting(_said(core, match, began or now, now, mixed))
        try:
            ledger.write(said, now)
            recording = journal.read_bytes()
        except OSError:
            core.log("disk")
            return
        lines = ledger.lines(evening_of(now))
        for person in self._keepers():
            if core.plan.terms.delay and core.viewer_of(person) == SPECTATOR:
                continue
            self._tell(person, lines)
            if len(recording) <= RECORDING and person.table == core.number:  # others know nothing of this match
                person.tell(pack(Recorded(recording)))

    def reveal(self, mix: str, reveal: MixReveal) -> None:
        """Tell the secret of a mix that is over, with the last of its lines, unless one of them tells it already.

        The line is said once more; of both, everybody counts the one with the secret.
        """
        ledger, now = self.core.plan.ledger, self.core.plan.when()
        if ledger is None or now is None or not signing_installed():
            return
        try:
            own = public_key(ledger.hosts.secret())
            mixed = [
                (line.said, line.said.mix)
                for line in ledger.lines(evening_of(now))
                if line.key == own and line.said.mix is not msgspec.UNSET and line.said.mix.id == mix
            ]
            if not mixed or any(told.reveal is not msgspec.UNSET for _, told in mixed):
                return
            said, told = mixed[-1]
            whole = msgspec.structs.replace(said, mix=msgspec.structs.replace(told, reveal=reveal))
            ledger.write(fitting(whole), now)
        except OSError:
            self.core.log("disk")
            return
        self.reopened()

    def reopened(self) -> None:
        """Send lines that people lack: those held back during the spectators' delay, which is over, and new ones."""
        ledger, now = self.core.plan.ledger, self.core.plan.when()
        if ledger is not None and now is not None and self._known:
            lines = ledger.lines(evening_of(now))
            for person in self._keepers():
                self._tell(person, lines)

    def _forget_who_is_gone(self) -> None:
        for number in [number for number in self._known if self.core.people.get(number) is None]:
            del self._known[number]
            self._links.pop(number, None)

    def _keepers(self) -> Iterator[Person]:
        return (person for person in self.core.people.present if person.number in self._known)

    def _tell(self, person: Person, lines: Sequence[LedgerLine]) -> int:
        """Tell a person the lines that they lack. Return the number of bytes sent."""
        known = self._known[person.number]
        unknown = [line for line in lines if line.digest not in known]
        known |= {line.digest for line in unknown}
        size = 0
        for start in range(0, len(unknown), _CHUNK):
            frame = pack(Entered(tuple(line.signed for line in unknown[start : start + _CHUNK])))
            person.tell(frame)
            size += len(frame)
        return size


def _said(core: RoomCore, match: HostedMatch, began: datetime, now: datetime, mixed: Mixed | None) -> MatchLine:
    """Return the line of a match that has ended."""
    ended, cabinet = match.ended, core.plan.terms.cabinet
    assert ended is not None
    lines: Sequence[SeatLine] = match.seats
    result = ended.result
    came = [(seat.rank, seat.score) for seat in result.seats] if result else [(1, 0)] * len(lines)
    seats = tuple(
        LedgerSeat(
            line.name,
            rank,
            score,
            label(line.bot) if not line.person else "",
            mixed.points.get(line.person) if mixed and line.person else None,
        )
        for line, (rank, score) in zip(lines, came, strict=True)
    )
    events = (event for step in match.match.steps for event in step.events)
    counted = figures(cabinet.honours, events, result) if result else {}
    first, last = (moment.isoformat(timespec="seconds") for moment in (began, now))
    turns = match.match.turns()
    moves = [(move.seat, repr(move.action)) for step in match.match.steps[:1] for move in step.moves]
    first_step = repr(moves) + (f"/{core.number}" if core.number else "")
    return MatchLine(
        cabinet.id,
        core.plan.name,
        ended.hash,
        first,
        last,
        turns,
        seats,
        counted,
        stopped=result is None,
        mix=mixed.line if mixed else msgspec.UNSET,
        origin=origin_of(core.id, cabinet.id, first, first_step),
    )
