"""What all parts of a room share: its people, its seats, its phase, and how everybody is told."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from game.core.cabinet import Cabinet
from game.core.chance import SEED_BITS, derive, fresh_key
from game.core.rules import SPECTATOR, Viewer
from net.allowance import Allowance, Earned
from net.changes import difference
from net.host.disk import Disk, DiskWork, at_once
from net.host.evening import Evening
from net.host.hosted_match import HostedMatch, Terms
from net.host.people import NOBODY, People, Person, allowances
from net.host.seating import RoomSeat, Seating
from net.ledger.kept import Ledger
from net.limits import STANDARD, HostLimits
from net.messages import Gesture, RoomChanged, RoomState, Told
from net.parts import Away, PersonState, SeatState, ToClient, ToHost
from net.proof import Lock
from net.states import ROOM, RoomEvent, RoomPhase
from net.wire import pack

if TYPE_CHECKING:
    from net.host.room_record import RoomRecord

_MOST_OWED = 256
"""The most bytes for each person that are charged for what had to be told at once."""


@dataclass(frozen=True)
class RoomPlan:
    name: str
    terms: Terms
    places: tuple[RoomSeat, ...]
    journal: Callable[[str], Path]
    """Where the next match of a game is to be recorded."""
    owner_key: bytes
    """The digest of the key that makes its holder the owner."""
    lock: Lock | None = None
    seed: int | None = None
    """The seed of its matches; None: one is drawn for each."""
    key: int | None = None
    """The key beside a given seed; None: one is drawn, so that no guest finds the dice by trying seeds."""
    when: Callable[[], datetime | None] = lambda: None
    """The date for a replay's header; None leaves it out."""
    heard: Callable[[Told], None] = lambda line: None
    """Hears every line of the room's log, for who looks after the host."""
    begins: Callable[[Path], None] = lambda journal: None
    """Hears of each match that begins where it is recorded, before anybody is told of it."""
    start_when_full: bool = False
    """Begin by itself once no seat is open and everybody is ready."""
    limits: HostLimits = STANDARD
    kind: type[HostedMatch] = HostedMatch
    """How its matches are played."""
    computers: tuple[str, ...] = ()
    """What the game's own computers are called in a match, in this order; without any as in the waiting room."""
    ledger: Ledger | None = None
    """Where the evening's ledger is kept; None keeps none."""
    owned: bool = True
    """Whether somebody in it owns it."""
    games: Mapping[str, Cabinet] = field(default_factory=dict)
    """What its owner may choose among to be played next, by id; without any the room plays one game."""
    kept_at: Path | None = None
    """Where the room is kept between matches, for a host that is killed; None keeps it in matches alone."""
    lists: Path | None = None
    """The folder beside which lists of a person's own lie that options may name."""

    def chance(self, match: int) -> tuple[int, int]:
        """Seed and key of the match with this number, from 0. Each has a key of its own: guests keep recordings."""
        if self.seed is None:
            return secrets.randbits(SEED_BITS), 0
        if self.terms.cabinet.info.numbered:
            return self.seed + match, 0
        key = fresh_key() if self.key is None else self.key and derive(self.key, "match", match)
        return derive(self.seed, "match", match), key


class RoomCore:
    """People, seats and phase of one room."""

    def __init__(self, plan: RoomPlan) -> None:
        self.plan = plan
        self.limits = plan.limits
        self.phase = RoomPhase.WAITING
        self.people = People() if plan.owned else People(owner=NOBODY)
        self.seating = Seating(plan.places)
        self.evening = Evening()
        self.changed = False
        """Whether everybody is to be told the room's state."""
        self.told_at = -math.inf
        """When they were told it last."""
        self._urgent = False
        self._told: RoomState | None = None
        """The room as all were told it who were in it then."""
        self._newcomers: dict[int, RoomState] = {}
        """The room as those were told it who came in since."""
        self._for_changes = Earned(plan.limits.told_factor, plan.limits.told_burst)
        self._for_talk = Earned(plan.limits.told_factor, plan.limits.told_burst)
        self.for_gestures = Earned(plan.limits.gesture_factor, plan.limits.told_burst)
        """Bytes of gestures that may be told."""
        self._goings = Allowance(plan.limits.goings, plan.limits.goings_burst)
        self.port = 0
        """The TCP port it is reached at; 0 while nobody listens."""
        self.away: tuple[Away, ...] = ()
        """Who was sent away and may not come in yet."""
        self.waits = False
        """Whether its match was resumed and is paused until the people who play it are back."""
        self.disk: Disk = at_once
        """How the match and its record are flushed to the disk."""

    def begin_disk_work(self, call: Callable[[], None]) -> DiskWork:
        """Make a call that waits for the disk, at once or in a thread, as the host does it."""
        return self.disk(call)

    def arrange(self, terms: Terms, places: Sequence[RoomSeat]) -> None:
        """Play by other terms from the next match on, on other seats; the people stay."""
        self.plan = replace(self.plan, terms=terms)
        self.seating.arrange(places)
        self.changed = self._urgent = True

    def restore(self, record: RoomRecord, now: float) -> None:
        """Take up seats, people and evening as they were kept; everybody is waited for as after a lost connection."""
        self.seating.places[:] = record.places
        people = self.people
        people.owner, people.count, people.handed = record.owner, record.count, record.handed
        for known in record.people:
            people.put(Person(known.number, known.name, known.token, *allowances(self.limits), lost=now))
        self.evening.restore(record.evening)

    @property
    def running(self) -> bool:
        """Whether a match is going on."""
        return self.phase in {RoomPhase.PLAYING, RoomPhase.PAUSED}

    def move(self, event: RoomEvent) -> None:
        """Change the phase as the table says."""
        self.phase = ROOM[self.phase, event]
        self.changed = self._urgent = True

    def seat_of(self, person: Person) -> int | None:
        return self.seating.seat_of(person.number)

    def viewer_of(self, person: Person) -> Viewer:
        """Whose view a person gets of the match."""
        seat = self.seat_of(person)
        return SPECTATOR if seat is None else seat

    @property
    def open_seats(self) -> int:
        """How many seats are open to anybody."""
        return sum(place.kind == "open" for place in self.seating)

    @property
    def seated(self) -> list[int]:
        """The numbers of the people who hold a seat."""
        return [place.person for place in self.seating if place.person]

    @property
    def watching(self) -> int:
        """How many present people hold no seat."""
        return sum(self.seat_of(person) is None for person in self.people.present)

    def heard(self, message: ToHost, size: int) -> None:
        """Count the bytes of a message that somebody sent: how much everybody may be told is in proportion to them."""
        if isinstance(message, Gesture):
            few = len(self.people.present) <= self.plan.limits.gesture_people
            self.for_gestures.earn(4 * size if few else size)
        else:
            self._for_changes.earn(size)
            self._for_talk.earn(size)

    @property
    def may_talk(self) -> bool:
        """Whether the room can now afford to tell everybody something because of one person."""
        return self._for_talk.left > 0

    def charge(self, size: int) -> None:
        """Count bytes that others were told because of what somebody did."""
        self._for_talk.spend(size, _MOST_OWED * len(self.people))

    def share(self, burst: float) -> float:
        """What telling everybody once costs of an allowance of `burst`: more in a larger crowd."""
        return min(burst, max(1.0, len(self.people) / self.limits.crowd))

    def tell_all(self, message: ToClient) -> None:
        frame = pack(message)
        present = self.people.present
        for person in present:
            person.tell(frame)
        self._for_talk.spend(len(frame) * len(present), _MOST_OWED * len(present))

    def log(self, line: str, **values: str | int) -> None:
        """Add a line to everybody's log of the room, by the last part of its text key."""
        told = Told(f"net.log.{line}", values)
        self.plan.heard(told)
        self.tell_all(told)

    def log_going(self, line: str, now: float, **values: str | int) -> None:
        """Log that somebody comes or goes; left out where very many did of late."""
        if self.may_talk and self._goings.take(now, self.share(self.limits.goings_burst)):
            self.log(line, **values)

    def tell_due(self, now: float) -> float | None:
        """When everybody may be told that the room has changed; None where it has not.

        Many changes are told together, in proportion to what came in, since telling them costs bytes for each person.
        Only the phase is told at once.
        """
        if not self.changed:
            return None
        if self._urgent:
            return now
        return self.told_at + self.limits.room_pause if self._for_changes.left > 0 else math.inf

    def tell_changes(self, now: float) -> None:
        """Tell everybody how the room's state has changed."""
        self.changed = self._urgent = False
        state = self.state()
        usual = _frame(self._told, state)
        present = self.people.present
        size = 0
        for person in present:
            known = self._newcomers.get(person.number)
            frame = usual if known is None else _frame(known, state)
            if frame:
                person.tell(frame)
                size += len(frame)
        self._told = state
        self._newcomers.clear()
        self.told_at = now
        self._for_changes.spend(size, _MOST_OWED * len(present))

    def state_for(self, person: Person) -> RoomState:
        """The room's state for somebody who comes in, and hears from now on how it changes."""
        state = self._newcomers[person.number] = self.state()
        return state

    def name_of(self, number: int) -> str:
        """The name of a person; empty where nobody has that number."""
        person = self.people.get(number)
        return person.name if person else ""

    def state(self) -> RoomState:
        """What everybody in the room may know of it."""
        terms = self.plan.terms
        info = terms.cabinet.info
        seats = {place.person: seat for seat, place in enumerate(self.seating) if place.person}
        return RoomState(
            name=self.plan.name,
            game=info.id,
            version=info.version,
            options=msgspec.to_builtins(terms.options),
            phase=self.phase.value,
            seats=tuple(self._seat_state(place) for place in self.seating),
            people=tuple(self._person_state(person, seats.get(person.number, -1)) for person in self.people),
            watching=self.watching,
            bots=terms.cabinet.table_bots,
            limit=round((terms.limit or 0) * 1000),
            delay=round(terms.delay * 1000),
            waits=self.waits,
            away=self.away,
            customs=self.evening.customs,
            series=self.evening.series,
        )

    def _seat_state(self, place: RoomSeat) -> SeatState:
        name = self.name_of(place.person) or label(place.bot)
        return SeatState(place.kind, name, label(place.bot), place.person, place.ready)

    def _person_state(self, person: Person, seat: int) -> PersonState:
        number, evening = person.number, self.evening
        return PersonState(
            number,
            person.name,
            seat,
            person.present,
            number == self.people.owner,
            person.latency,
            number in evening.deputies,
            evening.ticket(number),
            evening.wish_of(number),
        )

    def may_arrange(self, person: Person) -> bool:
        """Whether somebody owns the room, or stands in for its owner."""
        return person.number == self.people.owner or person.number in self.evening.deputies


def _frame(known: RoomState | None, state: RoomState) -> bytes:
    """The shortest message that leads from a known state to this one; empty where nothing has changed."""
    if known == state:
        return b""
    change = difference(known, state) if known is not None else None
    frames = [pack(RoomChanged(state)), *([pack(change)] if change is not None else [])]
    return min(frames, key=len)


def label(bot: str) -> str:
    """A bot's specification as others are shown it: where its file lies is the host's own business.

    >>> label("expert"), label("/home/leila/bots/mine.py:Mine"), label("cmd:node /home/leila/mine.js")
    ('expert', 'mine.py:Mine', 'cmd:node')
    """
    if bot.startswith("cmd:"):
        return bot.split(maxsplit=1)[0][:64]
    return bot.replace("\\", "/").rpartition("/")[2][:64]
