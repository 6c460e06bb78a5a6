"""The matches of a room: begins, pauses and ends them, takes votes, and continues after the host was killed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle
from pathlib import Path

import msgspec

from game.core.errors import SpokenError
from game.core.match.session import Trouble
from game.core.recording.replay import Replay, ReplayWriter, SeatRecord, begin_recording
from game.core.rules import SPECTATOR, Viewer
from game.ground.texts import told_apart
from net.host.match.hosted_match import HostedMatch
from net.host.room.consent import Consent
from net.host.room.core import RoomCore, label
from net.host.room.latecomers import FALLBACK, Latecomers
from net.host.room.lines import Mixed, RoomLines
from net.host.room.outgoing import Outgoing
from net.host.room.people import Person
from net.host.room.record import RecordError, RecordKeeping, RoomRecord, record_path, remove_record
from net.host.room.rehearsal import Asked, Rehearsals
from net.host.room.seating import RoomSeat
from net.messages import Decided, Ended, Gesture, Rejected, SeatLine
from net.parts import Matter
from net.states import LinkEvent, RoomEvent, RoomPhase

_UNPLAYABLE = "net.refuse.options"
_NOT_YET = "rehearsed"
"""Stands for no refusal: the match begins once it is rehearsed."""


@dataclass(frozen=True)
class MatchEnd:
    """How a match of this room ended, for the person who runs the host."""

    game: str
    seats: tuple[SeatLine, ...]
    journal: Path
    ended: Ended
    troubles: tuple[Trouble, ...]
    """What went wrong with this host's computers during the match."""


class RoomPlay:
    """The match of a table: the running one, or the last one until the table is laid anew."""

    def __init__(self, core: RoomCore, lines: RoomLines | None = None) -> None:
        """`lines`: the room's part in the ledger, for a table beside its first one."""
        self.core = core
        self.match: HostedMatch | None = None
        self.journal: Path | None = None
        self.matches = 0
        """Number of matches that were begun."""
        self.outcomes: list[MatchEnd] = []
        self.shown = False
        """Whether the people of the room can see the match that was begun last."""
        self._consent = Consent()
        self._paused_until = math.inf
        self._failure_said = False
        self.kept = RecordKeeping(core)
        self.lines = lines or RoomLines(core)
        self.chance: Callable[[int], tuple[int, int]] = core.plan.chance
        """Returns seed and key of the match with a number."""
        self.noted: Callable[[], bool] = lambda: True
        """Returns whether the record of another table that brings people back to this match is on the disk."""
        self.holds_line = False
        """Whether the line of a match waits for `enter_line`, since it would tell others what they still play."""
        self.began: datetime | None = None
        """When the match began; None where that is not told."""
        self._rehearsals = Rehearsals()
        self._asked: Asked | None = None
        self.latecomers = Latecomers(core)
        self.tell_heirs: Callable[[float], None] = lambda now: None
        """Called before anybody is told of the match."""
        self.mixed: Callable[[Ended], Mixed | None] = lambda ended: None
        """Returns what the match that has ended brings in a mix; None outside of one."""

    # Beginning.

    def start(self, bot: str, now: float, *, without: bool = False, by: Person | None = None) -> str | None:
        """Begin a match with `bot`, or the room's own bots, in the open seats. Return the text key of why not, or None.

        `without`: people who are not ready become spectators and wait for a seat. A match that takes time to begin is
        rehearsed first, and begun by a later `settle`; if it cannot be, the person who asked (`by`) is told then.
        """
        if by is not None:
            self._rehearsals.forget()
        return self._start_as(Asked(bot, without, by), now)

    def _start_as(self, asked: Asked, now: float) -> str | None:
        """Begin the match that was asked for, now or once it is rehearsed. Return the text key of why not, or None."""
        self._asked = None
        before = [msgspec.structs.replace(place) for place in self.core.seating]
        late = self._stand_late() if asked.without else []
        refusal = self._start(asked.bot, now)
        if refusal is not None:
            self.core.seating.places = before
            self._move_all(late, LinkEvent.SEATED)
            if refusal is not _NOT_YET:
                return refusal
            self._asked = asked
            return None
        for person in late:
            self.core.evening.queue(person)
        return None

    def _stand_late(self) -> list[int]:
        """Make people who are not ready leave their seats. Return their numbers."""
        core = self.core
        late = [place.person for place in core.seating if not (place.ready or place.person in (0, core.people.owner))]
        for number in late:
            seat = core.seating.seat_of(number)
            assert seat is not None
            core.seating.places[seat] = RoomSeat("open" if core.plan.terms.cabinet.table_bots else "closed")
        self._move_all(late, LinkEvent.UNSEATED)
        return late

    def _move_all(self, numbers: Sequence[int], event: LinkEvent) -> None:
        for person in filter(None, map(self.core.people.get, numbers)):
            person.move(event)

    def _start(self, bot: str, now: float) -> str | None:
        core, terms = self.core, self.core.plan.terms
        seating = core.seating
        if seating.playing not in terms.cabinet.info.seats:
            return "net.refuse.count"
        people = [place for place in seating if place.person]
        if any(not place.ready and place.person != core.people.owner for place in people):
            return "net.refuse.not_ready"
        fillers = (bot,) if bot else terms.fill or (terms.stand_in,)
        if seating.first_open() is not None and not set(terms.cabinet.table_bots) >= set(fillers):
            return "net.refuse.no_bot"
        plan, playing = core.plan, seating.playing
        rehearsal = self._rehearsals.of(
            terms, playing, self.chance(self.matches), plan.lists, core.begin_disk_work, now
        )
        if not rehearsal.done:
            return _UNPLAYABLE if now > rehearsal.until else _NOT_YET
        if rehearsal.error is not None:
            return _UNPLAYABLE
        seating.begin(fillers)
        places = [place for place in seating if place.kind != "closed"]
        names = zip(self._names(places), places, strict=True)
        lines = tuple(SeatLine(name, place.bot, place.person) for name, place in names)
        info = terms.cabinet.info
        seed, key = rehearsal.chance
        records = tuple(SeatRecord(line.name, line.bot or None) for line in lines)
        try:
            journal = plan.journal(terms.cabinet.id)
            self.began = plan.when()
            writer = begin_recording(journal, info, seed, terms.options, records, self.began, key)
        except SpokenError:
            return "net.refuse.disk"
        self.matches += 1
        self._rehearsals.forget()
        self.journal, self.kept.agreed = journal, False
        core.evening.begun()
        if not core.number:  # what the others need to go on stands in the first one's record
            plan.begins(journal)
        seats = [seat for seat, place in enumerate(places) if place.person]
        shown = tuple(SeatLine(line.name, label(line.bot), line.person) for line in lines)
        self._run(plan.kind(terms, shown, seed, writer, seats, now, disk=core.begin_disk_work, key=key), now)
        return None

    def _go_on_starting(self, now: float) -> None:
        """Begin the match that was asked for once it is rehearsed, or say why it cannot be begun."""
        asked, running = self._asked, self._rehearsals.running
        if asked is None or (running is not None and now <= running.until):
            return
        self._asked = None
        if self.core.phase is not RoomPhase.WAITING:
            return
        refusal = self._start_as(asked, now)
        if refusal is not None and asked.by is not None and asked.by.link is not None:
            asked.by.link.tell(Rejected("start", refusal))

    def _names(self, places: Sequence[RoomSeat]) -> tuple[str, ...]:
        """Return the names of a match's seats, all different, as on every screen and in the recording."""
        plan, people = self.core.plan, [self.core.name_of(place.person) for place in places]
        usual = cycle([name for name in plan.computers if name not in people] or plan.computers or [""])
        own = plan.terms.cabinet.bots
        return told_apart(
            [
                person or (next(usual) if place.bot in own else "") or label(place.bot)
                for person, place in zip(people, places, strict=True)
            ]
        )

    def resume(self, record: RoomRecord, replay: Replay, journal: Path, now: float) -> None:
        """Continue a match after the host was killed, once everybody with a seat is back or the owner goes on without
        them.

        Raises SpokenError if the match cannot continue.
        """
        core = self.core
        if sum(place.kind != "closed" for place in record.places) != len(replay.header.seats):
            raise RecordError("net.error.record_damaged", path=str(record_path(journal)))
        core.restore(record, now)
        self.go_on_from(replay, journal, now, agreed=record.agreed)

    def go_on_from(self, replay: Replay, journal: Path, now: float, *, agreed: bool = False) -> None:
        """Continue the match of a recording with those who sit at this table; it waits until they are back.

        `agreed`: it was ended before its end. Raises SpokenError if it cannot continue.
        """
        core = self.core
        places = [place for place in core.seating if place.kind != "closed"]
        lines = tuple(
            SeatLine(seat.name, label(seat.bot or ""), 0 if seat.bot else place.person)
            for seat, place in zip(replay.header.seats, places, strict=True)
        )
        seats = [seat for seat, place in enumerate(places) if place.person]
        self.began = datetime.fromisoformat(replay.header.when) if replay.header.when else None
        writer = ReplayWriter.reopen(journal)
        self.matches += 1
        self.journal, self.kept.agreed = journal, agreed
        disk = core.begin_disk_work
        held = bool(seats) and not agreed
        seed, key = replay.header.seed, replay.header.key
        match = HostedMatch(
            core.plan.terms, lines, seed, writer, seats, now, past=replay, held=held, disk=disk, key=key
        )
        if agreed and not match.over:
            match.end(now)
        self._run(match, now)
        if match.paused:
            core.waits = True
            core.move(RoomEvent.PAUSED)

    def _run(self, match: HostedMatch, now: float) -> None:
        self.match, self.core.news = match, None
        self.kept.begin(None if self.core.number else self.journal)
        self.latecomers.begin()
        self.core.move(RoomEvent.STARTED)
        self.kept.keep()
        for seat, place in enumerate(self.core.seating):
            if place.bot and not match.over:
                match.seat_computer(seat, "" if place.bot == FALLBACK else place.bot)
        self.shown = False
        self._show_begun(now)

    def _show_begun(self, now: float) -> None:
        """Show everybody the match, once the record that brings them back to it is on the disk."""
        if self.shown or not self.kept.done or not self.noted():
            return
        assert self.match is not None
        self.match.outgoing(now)  # part of what everybody is shown
        self.shown = True
        self.core.tell_changes(now)  # first that a match goes on, then which
        for person in self.core.present:
            self.show(person, now)
            person.move(LinkEvent.BEGUN)
        if not self.core.number:
            self.core.log("begun")

    # Going on.

    def settle(self, now: float) -> None:
        """Do everything that is due, and tell each viewer what they may know."""
        self._go_on_starting(now)
        if self.match is None:
            return
        self._show_begun(now)
        if self.core.running:
            if self.core.moving:
                self._paused_until = max(self._paused_until, now)
            elif self.core.waits:
                self._wait_for_people(now)
            elif self.core.phase is RoomPhase.PAUSED and now >= self._paused_until:
                self.resume_clock(now)
            proposal = self._consent.current
            decided = self._consent.outcome(self._voters(), now)
            if proposal is not None and decided is not None:
                self._decided(decided, proposal.by, now)
            if self.shown:  # else the first decision might be over before anybody sees the match begin
                self.match.pump(now)
                if self.latecomers.arriving:
                    self.tell(now)  # first as spectators: what their seat is asked comes after its beginning
                    for person in self.latecomers.seated(self.match):
                        self.show(person, now)
            self.kept.keep_talk(now)
            if self.match.writer.failure is not None and not self._failure_said:
                self._failure_said = True
                self.core.log("journal")
            for name in self.match.take_broken():
                self.core.log("broken", name=name)
        self.tell(now)
        if self.match.ended and self.core.running and self.shown and self.kept.done:
            self._ended()

    def wake(self, now: float) -> float:
        """Return the seconds until `settle` has something to do without a message; infinity for never."""
        running = self._rehearsals.running
        if self.match is None:
            return math.inf if running is None or self._asked is None else max(0.0, running.until - now)
        waits = [self.match.wake(now)]
        if self._consent.current is not None:
            waits.append(self._consent.current.until - now)
        if self.core.phase is RoomPhase.PAUSED and not self.core.waits:
            waits.append(self._paused_until - now)
        return min(waits)

    def _wait_for_people(self, now: float) -> None:
        """Continue a resumed match once all people are back, except those whose seats computers have taken over."""
        present = set() if self.core.cut_off else {person.number for person in self.core.present}
        if present & set(self.core.seated) and present.issuperset(self._voters()):
            self.resume_clock(now)

    def tell(self, now: float) -> None:
        """Send what the match has to tell, to each viewer their own; first what heirs keep of it."""
        self.tell_heirs(now)
        if self.match is None or not (self.shown and self.kept.done):
            return
        core = self.core
        told: dict[Viewer, Outgoing] = {}
        for viewer, message in self.match.outgoing(now):
            told.setdefault(viewer, Outgoing(core.limits, core.for_gestures)).add(message)
        for person in core.present if told else ():
            if (frames := told.get(viewer := core.viewer_of(person))) is not None:
                person.tell(frames.for_person(person, seated=viewer != SPECTATOR))

    def gesture(self, person: Person, gesture: Gesture, now: float) -> None:
        """Pass on a person's gesture, if it belongs to the match."""
        seat = self.core.seat_of(person)
        if seat is not None and self.match is not None and self.shown:
            self.match.gesture(seat, gesture, self.core.limits, now)

    def show(self, person: Person, now: float) -> None:
        """Show a person the whole match as far as they may know it, if it is shown already."""
        if self.match is None or not self.shown:
            return
        self.tell(now)
        person.show(self.match.snapshot(self.core.viewer_of(person), now))
        proposal = self._consent.current
        if proposal is not None and person.link is not None:
            person.link.tell(proposal.message(self._voters()))

    def _ended(self) -> None:
        void = self._consent.decide(passed=False)
        if void is not None:
            self.core.tell_table(void)
        self.core.waits = False
        self.core.move(RoomEvent.ENDED)
        for person in self.core.present:
            person.move(LinkEvent.ENDED)
        assert self.match is not None
        assert self.match.ended is not None
        assert self.journal is not None
        troubles = tuple(self.match.session.troubles)
        self.outcomes.append(
            MatchEnd(self.match.terms.cabinet.id, self.match.seats, self.journal, self.match.ended, troubles)
        )
        ended = self.match.ended
        if not self.holds_line:
            self.enter_line()
        agreed = "stopped" if ended.reason == "stopped" else "agreed"
        ending = "broken_off" if self.match.broken_off else agreed if self.kept.agreed else "over"
        names = [self.core.name_of(place.person) for place in self.core.seating if place.person]
        if ending == "over" and names and len(self.core.tables) > 1:
            self.core.log("table_over", names=", ".join(names))
        else:
            self.core.log(ending)
        if self.mixed(ended) is not None:
            return
        champion = self.core.evening.ended(self.core.seating.places, ended.result)
        if champion is not None:
            self.core.log("series_won", name=self.core.name_of(champion), count=self.core.evening.customs.best_of)

    def enter_line(self) -> None:
        """Enter the match that has ended in the evening's ledger."""
        assert self.match is not None
        assert self.match.ended is not None
        assert self.journal is not None
        self.lines.ended(self.core, self.match, self.began, self.journal, self.mixed(self.match.ended))

    @property
    def everybody_saw_the_end(self) -> bool:
        """Whether a match is over and everybody concerned knows it or did not come back in time."""
        if self.match is None or self.core.phase is not RoomPhase.AFTER:
            return False
        seated = self.core.seated
        missing = any(not person.present for person in self.core.people if person.number in seated)
        return math.isinf(self.match.wake(0.0)) and not missing

    def reopen(self) -> None:
        """Go back to the waiting room; delayed spectators are shown the rest of the match first."""
        self.kept.wait()
        self.tell(math.inf)
        if self.journal is not None:
            remove_record(self.journal)
        self.match = None
        self.kept.forget()
        self.lines.reopened()
        self.core.seating.reopen()
        self.core.evening.move_on(self.core.seating, {person.number for person in self.core.present})
        self.core.move(RoomEvent.REOPENED)

    @property
    def starting(self) -> bool:
        """Whether a match was asked for that is rehearsed before it begins."""
        return self._asked is not None

    def cut(self, now: float) -> None:
        """End a match that takes too long for everybody, without a result."""
        assert self.match is not None
        self.kept.agreed = True
        self.kept.keep()
        self.match.end(now, "stopped")

    def close(self) -> None:
        """End the match and the running writes. The record of a match that can continue stays beside its journal."""
        self.kept.close()
        if self.match is not None:
            finished = self.match.ended is not None
            self.match.close()
            if finished and self.journal is not None:
                remove_record(self.journal)

    # Who plays a seat.

    def sit_in(self, seat: int) -> None:
        """Let a computer play a seat, or the fallback in a game without bots, until its person is back."""
        assert self.match is not None
        stand_in = self.core.plan.terms.stand_in
        self.core.seating.places[seat].bot = stand_in or FALLBACK
        self.core.changed = True
        if not self.match.over:
            self.match.seat_computer(seat, stand_in)

    def sit_back(self, seat: int) -> None:
        """Let the person to whom a seat belongs play it again."""
        place = self.core.seating.places[seat]
        if place.bot and self.match is not None:
            place.bot = ""
            self.core.changed = True
            if not self.match.over:
                self.match.seat_person(seat)

    def give_up(self, seat: int) -> None:
        """Take a seat from its person for good: a computer plays it to the end."""
        self.sit_in(seat)
        self.core.seating.places[seat] = RoomSeat("bot", bot=self.core.seating.places[seat].bot)

    def stop(self, person: Person, now: float) -> None:
        """End the match for everybody, without a result, as the owner asked."""
        self.core.log("stopped_by", name=person.name)
        self.cut(now)

    # Agreeing.

    def propose(self, person: Person, what: Matter, now: float) -> str | None:
        """Put a proposal to everybody who plays. Return the text key of why it may not be put, or None."""
        assert self.match is not None
        seat = self.core.seat_of(person)
        if what == "undo" and (seat is None or not self.match.match.can_undo(seat)):
            return "net.refuse.no_undo"
        if what == "pause" and self.core.phase is RoomPhase.PAUSED:
            return "net.refuse.not_now"
        refusal = self._consent.propose(what, person.number, now + self.core.limits.proposal)
        if refusal is None:
            self._tell_proposal()
        return refusal

    def vote(self, person: Person, proposal: int, agree: bool, now: float) -> None:
        """Take a person's vote on a proposal."""
        standing = self._consent.current
        if agree and self._consent.agrees(proposal, person.number):
            return
        decided = self._consent.vote(proposal, person.number, agree)
        if decided is not None and standing is not None:
            self._decided(decided, standing.by, now)
        elif standing is not None and standing.number == proposal:
            self._tell_proposal()

    def go_on(self, person: Person, now: float) -> str | None:
        """End the pause as a person asked. Return the text key of why not, or None.

        Only the owner may continue without people who are away.
        """
        if self.core.waits:
            if person.number != self.core.people.owner:
                return "net.refuse.not_owner"
            self.go_on_without(now)
        else:
            self.resume_clock(now)
        return None

    def go_on_without(self, now: float) -> None:
        """End the pause with computers in the seats of people who are away."""
        present = {person.number for person in self.core.present}
        for seat, place in enumerate(self.core.seating):
            if place.person and not place.bot and place.person not in present:
                self.sit_in(seat)
                self.core.log("sat_in", name=self.core.name_of(place.person))
        self.resume_clock(now)

    def hold(self, now: float) -> None:
        """Pause the match until people are back, or the owner goes on without them."""
        assert self.match is not None
        self.match.pause(now)
        self.core.waits = True
        self.core.move(RoomEvent.PAUSED)

    def resume_clock(self, now: float) -> None:
        """End the pause."""
        assert self.match is not None
        self.core.waits = False
        self.match.resume(now)
        self.core.move(RoomEvent.RESUMED)
        self.core.log("resumed")

    def _tell_proposal(self) -> None:
        proposal = self._consent.current
        if proposal is not None:
            self.core.tell_table(proposal.message(self._voters()))

    def _voters(self) -> list[int]:
        """Return the people who must agree to a proposal: those who play themselves."""
        return [place.person for place in self.core.seating if place.person and not place.bot]

    def _decided(self, decided: Decided, by: int, now: float) -> None:
        """Tell everybody what was decided, and carry it out."""
        assert self.match is not None
        self.core.tell_table(decided)
        if not decided.passed:
            return
        match decided.what:
            case "undo":
                seat = self.core.seating.seat_of(by)
                if seat is not None and self.match.undo(seat, now):
                    self.core.log("undone", name=self.core.name_of(by))
            case "pause" if self.core.phase is RoomPhase.PLAYING:
                self.match.pause(now)
                self._paused_until = now + self.core.limits.pause
                self.core.move(RoomEvent.PAUSED)
                self.core.log("paused", name=self.core.name_of(by))
            case "end":
                self.kept.agreed = True
                self.kept.keep()
                self.match.end(now)
