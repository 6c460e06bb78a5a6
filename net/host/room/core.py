"""What all parts of a room share: its people, its seats, its phase, and how everybody is told."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from game.core.cabinet import Cabinet
from game.core.chance import SEED_BITS, derive, fresh_key
from game.core.elsewhere import wheel_of
from game.core.rules import SPECTATOR, Viewer
from net.allowance import Allowance, Earned
from net.changes import difference
from net.heirs import Rival
from net.host.match.disk import Disk, DiskWork, at_once
from net.host.match.hosted_match import HostedMatch, Terms
from net.host.room.evening import Evening
from net.host.room.mix_record import mix_state
from net.host.room.people import NOBODY, People, Person, allowances
from net.host.room.seating import RoomSeat, Seating
from net.host.room.sent_away import SentAway
from net.ledger.kept import Ledger
from net.limits import PEOPLE, STANDARD, TEXT, HostLimits
from net.messages import Gesture, RoomChanged, RoomState, Said, TableState, Told
from net.parts import PersonState, SeatState, TalkLine, ToClient, ToHost
from net.proof import Lock
from net.states import ROOM, RoomEvent, RoomPhase
from net.wire import clean, pack

if TYPE_CHECKING:
    from net.host.room.record import RoomRecord

_MOST_OWED = 256
"""The most bytes for each person that are owed for what had to be told at once."""


@dataclass(frozen=True)
class RoomPlan:
    name: str
    terms: Terms
    places: tuple[RoomSeat, ...]
    journal: Callable[[str], Path]
    """Returns the path where the next match of a game is to be recorded, given the game's id."""
    owner_key: bytes
    """Digest of the key whose holder becomes the owner."""
    lock: Lock | None = None
    seed: int | None = None
    """Seed of the room's matches; None draws one for each match."""
    key: int | None = None
    """Key that goes with a given seed; None draws one, so that no guest can find the dice by trying seeds."""
    when: Callable[[], datetime | None] = lambda: None
    """Returns the date for a recording's header, or None to leave it out."""
    heard: Callable[[Told], None] = lambda line: None
    """Called with every line of the room's log, for the person who runs the host."""
    begins: Callable[[Path], None] = lambda journal: None
    """Called with the path of each match's recording at the room's first table as it begins, before anybody is told."""
    start_when_full: bool = False
    """Whether a match begins by itself once no seat is open and everybody is ready."""
    limits: HostLimits = STANDARD
    kind: type[HostedMatch] = HostedMatch
    """The class that runs its matches."""
    computers: tuple[str, ...] = ()
    """Names of the game's own bots in a match, in this order; if empty, they have the same names as in the waiting
    room.
    """
    ledger: Ledger | None = None
    """Where the evening's ledger is kept; None keeps none."""
    owned: bool = True
    """Whether the room can have an owner."""
    games: Mapping[str, Cabinet] = field(default_factory=dict)
    """Games that the owner may choose to be played next, by id; if empty, the room plays one game only."""
    kept_at: Path | None = None
    """File that keeps the room between matches, in case the host is killed; None keeps it during matches only."""
    generation: int = 1
    """Which host of the room this is; see `net.heirs`."""
    heir_key: bytes = b""
    """Secret key with which this host signs as the heir that it was; empty at a room's first host."""
    ours: Callable[[str], bool] = lambda address: False
    """Returns whether an address is this computer's own: what runs here is no heir."""
    lists: Path | None = None
    """Folder beside which a person's own lists lie that options may name."""

    def chance(self, match: int, table: int = 0) -> tuple[int, int]:
        """Return seed and key of the match with this number, from 0, at a table of the room.

        Each match has a key of its own, as guests keep recordings.
        """
        if self.seed is None:
            return secrets.randbits(SEED_BITS), 0
        if self.terms.cabinet.info.numbered:
            return self.seed + match + PEOPLE * table, 0
        which = (match, *([table] if table else []))
        key = fresh_key() if self.key is None else self.key and derive(self.key, "match", *which)
        return derive(self.seed, "match", *which), key


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
        """Whether the room's state has changed and must be told to everybody."""
        self.told_at = -math.inf
        """Time at which the state was last told."""
        self._urgent = False
        self._told: dict[int, RoomState] = {}
        """The room's state as it was last told to each person who is present, by number."""
        self.number = 0
        """Number of this table: the first one is the room's own, the others stand beside it while a mix needs them."""
        self.tables: list[RoomCore] = [self]
        """All tables of the room."""
        self._for_changes = Earned(plan.limits.told_factor, plan.limits.told_burst)
        self._for_talk = Earned(plan.limits.told_factor, plan.limits.told_burst)
        self.for_gestures = Earned(plan.limits.gesture_factor, plan.limits.told_burst)
        """Bytes of gestures that may be passed on."""
        self._goings = Allowance(plan.limits.goings, plan.limits.goings_burst)
        self.id = secrets.token_hex(8)
        """Id of the room on the LAN, the same after its host was started again."""
        self.port = 0
        """TCP port on which the room can be reached; 0 while nobody listens."""
        self.sent_away = SentAway()
        self.windows: tuple[int, ...] = ()
        """People with seats whose windows run on other computers, and that are waited for; see `majority`."""
        self.cut_off = False
        """Whether too few of these windows are here for a match to go on."""
        self.rivals: tuple[Rival, ...] = ()
        """The heirs who may have opened this room, too."""
        self.news: Told | None = None
        """What everybody who comes in is told of how the room came here, until a match begins; None for nothing."""
        self.moving = False
        """Whether the room is being handed to an heir: nothing changes and nothing is played meanwhile."""
        self.waits = False
        """Whether the match was resumed after a restart, and is paused until the people who play it are back."""
        self.disk: Disk = at_once
        """How matches and records are flushed to the disk."""

    def begin_disk_work(self, call: Callable[[], None]) -> DiskWork:
        """Start a call that waits for the disk, at once or in a thread, as the host does it."""
        return self.disk(call)

    def arrange(self, terms: Terms, places: Sequence[RoomSeat]) -> None:
        """Play by other terms and on other seats from the next match on; the people stay."""
        self.plan = replace(self.plan, terms=terms)
        self.seating.arrange(places)
        self.changed = self._urgent = True

    def beside(self, terms: Terms, places: Sequence[RoomSeat]) -> RoomCore:
        """Add one more table: its seats, terms and phase are its own, the people and all else the room's."""
        table = copy(self)
        table.number = len(self.tables)
        table.plan = replace(self.plan, terms=terms)
        table.seating = Seating(places)
        table.phase, table.waits = RoomPhase.WAITING, False
        self.tables.append(table)
        return table

    def table_of(self, person: Person) -> RoomCore:
        """Return the table at which a person sits, or looks on."""
        return self.tables[person.table]

    @property
    def present(self) -> list[Person]:
        """The people who are connected and sit at this table, or look on."""
        return [person for person in self.people.present if person.table == self.number]

    def restore(self, record: RoomRecord, now: float) -> None:
        """Restore seats, people and evening from a record; everybody counts as having lost the connection."""
        self.seating.places[:] = record.places
        people = self.people
        people.owner, people.count, people.handed = record.owner, record.count, record.handed
        for known in record.people:
            before = Person(
                known.number,
                known.name,
                known.token,
                *allowances(self.limits),
                lost=now,
                settled=True,
                after=known.after,
                languages=known.languages,
            )
            people.put(before)
        self.id = record.id or self.id
        self.evening.restore(record.evening)
        self.sent_away.restore(record.away, now)
        if record.generation:
            self.windows, self.rivals = record.windows, record.rivals
            self.plan = replace(self.plan, generation=record.generation, heir_key=record.heir_key)

    def urge(self) -> None:
        """Have everybody told of a change at once."""
        self.changed = self._urgent = True

    @property
    def running(self) -> bool:
        """Whether a match is running, paused or not."""
        return self.phase in {RoomPhase.PLAYING, RoomPhase.PAUSED}

    def move(self, event: RoomEvent) -> None:
        """Change the phase by the table of the protocol."""
        self.phase = ROOM[self.phase, event]
        self.changed = self._urgent = True

    def seat_of(self, person: Person) -> int | None:
        return self.seating.seat_of(person.number)

    def viewer_of(self, person: Person) -> Viewer:
        """Return whose view of the match a person gets: their seat's, or a spectator's."""
        seat = self.seat_of(person)
        return SPECTATOR if seat is None else seat

    @property
    def open_seats(self) -> int:
        """Number of seats that anybody may take."""
        return sum(place.kind == "open" for place in self.seating)

    @property
    def seated(self) -> list[int]:
        """Numbers of the people who hold a seat at this table."""
        return [place.person for place in self.seating if place.person]

    @property
    def seated_anywhere(self) -> list[int]:
        """Numbers of the people who hold a seat at any table of the room."""
        return [person for table in self.tables for person in table.seated]

    @property
    def watching(self) -> int:
        """Number of people present at this table who hold no seat there."""
        return sum(self.seat_of(person) is None for person in self.present)

    def heard(self, message: ToHost, size: int) -> None:
        """Count the bytes of a message that somebody sent: what may be told to everybody is in proportion to them."""
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
        """Count bytes that others were told because of one person's message."""
        self._for_talk.spend(size, _MOST_OWED * len(self.people))

    def share(self, burst: float) -> float:
        """Return what one message to everybody costs of an allowance of `burst`: more in a larger crowd."""
        return min(burst, max(1.0, len(self.people) / self.limits.crowd))

    def tell_all(self, message: ToClient) -> None:
        """Tell everybody in the room."""
        self._tell(message, self.people.present)

    def tell_table(self, message: ToClient) -> None:
        """Tell everybody who sits at this table, or looks on."""
        self._tell(message, self.present)

    def _tell(self, message: ToClient, people: Sequence[Person]) -> None:
        frame = pack(message)
        for person in people:
            person.tell(frame)
        self._for_talk.spend(len(frame) * len(people), _MOST_OWED * len(people))

    def announce(self, text: str) -> None:
        """Say something in the room's own name, to everybody who is here and who comes later."""
        said = clean(text, joined=True)[:TEXT]
        if said:
            frame = pack(Said(0, self.plan.name, said))
            for person in self.people.present:
                person.tell(frame)
            self.evening.talk.append(TalkLine(0, self.plan.name, said))

    def log(self, line: str, **values: str | int) -> None:
        """Add a line to everybody's log of the room; `line` is the last part of its text key."""
        told = Told(f"net.log.{line}", values)
        self.plan.heard(told)
        self.tell_all(told)

    def log_going(self, line: str, now: float, **values: str | int) -> None:
        """Log that somebody comes or goes; left out if very many did so lately."""
        if self.may_talk and self._goings.take(now, self.share(self.limits.goings_burst)):
            self.log(line, **values)

    def tell_due(self, now: float) -> float | None:
        """Return the time at which a change of the room may be told to everybody; None without a change.

        Changes are collected and told in proportion to the bytes received, since telling costs bytes for each person.
        Only a new phase is told at once.
        """
        if not self.changed:
            return None
        if self._urgent:
            return now
        return self.told_at + self.limits.room_pause if self._for_changes.left > 0 else math.inf

    def tell_changes(self, now: float) -> None:
        """Tell everybody how the room's state has changed."""
        self.changed = self._urgent = False
        states = [table.state() for table in self.tables]
        frames: dict[tuple[int, int], bytes] = {}
        known = dict(self._told)
        self._told.clear()
        size = 0
        for person in self.people.present:
            before, state = known.get(person.number), states[person.table]
            frame = frames.get(change := (id(before), person.table))
            if frame is None:
                frame = frames[change] = _frame(before, state)
            if frame:
                person.tell(frame)
                size += len(frame)
            self._told[person.number] = state
        self.told_at = now
        self._for_changes.spend(size, _MOST_OWED * len(self._told))

    def state_for(self, person: Person) -> RoomState:
        """Return the room's state for a person who comes in, and who is told of its changes from now on."""
        state = self._told[person.number] = self.table_of(person).state()
        return state

    def name_of(self, number: int) -> str:
        """Return the name of a person; empty if nobody has that number."""
        person = self.people.get(number)
        return person.name if person else ""

    def state(self) -> RoomState:
        """Return what everybody in the room may know of it."""
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
            away=self.sent_away.listed(),
            customs=self.evening.customs,
            series=self.evening.series,
            package=wheel_of(info.id),
            mix=mix_state(self.evening.mix),
            table=self.number,
            tables=tuple(table.table_state() for table in self.tables) if len(self.tables) > 1 else (),
        )

    def table_state(self) -> TableState:
        """Return what everybody in the room may know of this table."""
        over = self.phase is RoomPhase.AFTER
        return TableState(tuple(self.seated), self.seating.playing - len(self.seated), over)

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
            self.lacks(person),
            person.browser,
            person.portrait,
        )

    def lacks(self, person: Person) -> bool:
        """Return whether a person's program cannot play the room's game."""
        return person.lacks(self.plan.terms.cabinet.info)

    def may_arrange(self, person: Person) -> bool:
        """Return whether a person may arrange the room: as its owner or as a deputy."""
        return person.number == self.people.owner or person.number in self.evening.deputies


def _frame(known: RoomState | None, state: RoomState) -> bytes:
    """Return the shortest message that leads from a known state to the present one; empty if they are equal."""
    if known == state:
        return b""
    change = difference(known, state) if known is not None else None
    frames = [pack(RoomChanged(state)), *([pack(change)] if change is not None else [])]
    return min(frames, key=len)


def label(bot: str) -> str:
    """Return a bot's specification as shown to others, without the folder of its file, which is private to the host.

    >>> label("expert"), label("/home/leila/bots/mine.py:Mine"), label("cmd:node /home/leila/mine.js")
    ('expert', 'mine.py:Mine', 'cmd:node')
    """
    if bot.startswith("cmd:"):
        return bot.split(maxsplit=1)[0][:64]
    return bot.replace("\\", "/").rpartition("/")[2][:64]
