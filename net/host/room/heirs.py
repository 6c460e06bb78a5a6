"""Who can take a room over, what they are told of it, and its move to one of them: the host closes once the heir has
opened it.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.heirs import MOST_HEIRS, MOST_RIVALS, Handed, Heir, HeirLine, Heirs, Hosting, Moved, Opened, Rival
from net.host.room.core import RoomCore
from net.host.room.handed import log_of, room_for
from net.host.room.link import Link
from net.host.room.majority import Majority
from net.host.room.people import Person
from net.host.room.play import RoomPlay
from net.host.room.record import remove_record
from net.host.room.telling import ToldHeirs
from net.limits import LOG, RECORD
from net.messages import Bye, Ping, Say
from net.parts import ToHost
from net.states import RoomPhase
from net.wire import pack

OPENING = 60.0
"""Seconds in which an heir must have opened the room; the start of a program alone may take twenty."""
_MEANWHILE = {Bye, Ping, Say, Opened}
"""Messages that are carried out while a room moves: they change nothing that was handed."""


@dataclass(frozen=True)
class Knock:
    """A port to be tried once, at the address that its person's connection comes from."""

    person: int
    address: str
    port: int


@dataclass
class _Offer:
    link: Link
    key: bytes
    port: int = 0
    reached: bool = False
    failed: bool = False
    """Whether the port could not be reached, so that this program is no heir."""


@dataclass(frozen=True)
class _Moving:
    heir: int
    link: Link
    until: float
    paused: bool
    """Whether the match's clock was stopped for the move."""


class HeirsOfRoom:
    """The heirs of a room, in the order in which they would open it: deputies first, then who plays."""

    def __init__(self, core: RoomCore, play: RoomPlay) -> None:
        self.core = core
        self._moved: bytes | None = None
        """What was told, packed, of where the room is open now; None while it is open here."""
        self._play = play
        self._offers: dict[int, _Offer] = {}
        self._knocks: list[Knock] = []
        self._told: tuple[HeirLine, ...] = ()
        self._moving: _Moving | None = None
        self.majority = Majority(core, play)
        self.telling = ToldHeirs(core, play)
        play.tell_heirs = self.tell

    def hear(self, person: Person, offer: Heir) -> str | None:
        """Take an offer: one to be asked, and one with a port once asked. Return why it is refused, or None."""
        link = person.link
        assert link is not None
        if person.program or person.keyed or self.core.plan.ours(link.address):
            return None
        known = self._offers.get(person.number)
        if known is None or known.link is not link:
            self._offers[person.number] = _Offer(link, offer.key)
            return None
        asked = any(line.person == person.number for line in self._told)
        if known.port or not offer.port or offer.key != known.key or not asked:
            return "net.refuse.not_now"
        known.port = offer.port
        self._knocks.append(Knock(person.number, link.address, offer.port))
        return None

    def take_knocks(self) -> list[Knock]:
        """Return the ports to be tried, each once."""
        knocks, self._knocks = self._knocks, []
        return knocks

    def knocked(self, knock: Knock, *, reached: bool) -> None:
        """Note whether somebody listened."""
        offer = self._offers.get(knock.person)
        if offer is not None and offer.port == knock.port:
            offer.reached, offer.failed = reached, not reached

    @property
    def moved(self) -> bool:
        """Whether the room is open elsewhere, so that this host ends."""
        return self._moved is not None

    def welcome(self, link: Link) -> None:
        """Tell somebody who comes in, be it just before this host ends."""
        if self._moved is not None:
            link.hasten(self._moved)
        if self._told:
            link.tell(Heirs(self._told))

    def holds(self, message: ToHost) -> bool:
        """Return whether a message has to wait because the room is about to move."""
        return self._moving is not None and type(message) not in _MEANWHILE

    def settle(self, now: float) -> None:
        """Choose heirs anew where somebody came or went; give a move up that takes too long."""
        core = self.core
        for number, offer in list(self._offers.items()):
            person = core.people.get(number)
            if person is None or person.link is not offer.link or offer.link.closed:
                del self._offers[number]
        lines = tuple(
            HeirLine(number, offer.port if offer.reached else 0, offer.key, offer.link.address)
            for number, offer in self._chosen()
        )
        if lines != self._told and core.may_talk:
            self._told = lines
            core.tell_all(Heirs(lines))
            self._remember(lines)
        moving = self._moving
        if moving is not None and (now >= moving.until or moving.link.closed):
            self._stay(now)

    def _remember(self, lines: tuple[HeirLine, ...]) -> None:
        """Note who may open the next generation of this room, to ask them where people are lost."""
        next_one, core = self.core.plan.generation + 1, self.core
        new = [Rival(next_one, line) for line in lines if line.port]
        keys = {rival.line.key for rival in new}
        core.rivals = (*new, *(one for one in core.rivals if one.line.key not in keys))[:MOST_RIVALS]

    def tell(self, now: float) -> None:
        """Tell the heirs that were reached what they keep of the room."""
        reached = [(one.person, self._offers[one.person].link) for one in self._told if one.port in self._ports(one)]
        self.telling.tell(reached if self._moving is None else [], self.majority.own(), now)

    def _ports(self, line: HeirLine) -> set[int]:
        """Return the port of an heir who is still here, and was reached."""
        offer = self._offers.get(line.person)
        return {offer.port} if offer is not None and offer.reached and not offer.link.closed else set()

    def wake(self, now: float) -> float:
        """Return the seconds until something is due without a message; infinity for never."""
        return min(self.telling.wake(now), self.majority.wake(now))

    def answered(self, rival: Rival, hosting: Hosting) -> None:
        """Close this host if the room goes on at an heir's, who has proved it; everybody here goes there."""
        if self.moved or self._moving is not None or not self.majority.yields(rival, hosting):
            return
        line = rival.line
        self._tell_moved(Moved(line.person, hosting.generation, line.address, line.port, line.key))

    def _chosen(self) -> list[tuple[int, _Offer]]:
        core, deputies = self.core, self.core.evening.deputies
        seated = set(core.seated)
        delayed = core.plan.terms.delay > 0
        able = [
            (number, offer)
            for number, offer in self._offers.items()
            if not offer.failed and (number in seated or not delayed)
        ]
        able.sort(key=lambda one: (not one[1].reached, one[0] not in deputies, one[0] not in seated, one[0]))
        return able[:MOST_HEIRS]

    # Moving.

    def move(self, person: Person, to: int, now: float) -> str | None:
        """Hand the room to an heir; `person` leaves it. Return the text key of why not, or None."""
        offer, match = self._offers.get(to), self._play.match
        if offer is None or not offer.reached or offer.link.closed or to == person.number:
            return "net.refuse.no_heir"
        if len(self.core.tables) > 1 and any(table.phase is not RoomPhase.WAITING for table in self.core.tables):
            return "net.refuse.several"
        if self._moving is not None or (self.core.running and match is not None and match.over):
            return "net.refuse.not_now"
        if self.core.phase is RoomPhase.AFTER:
            self._play.reopen()
            match = None
        log = b"" if match is None else log_of(match, self._play.began)
        room = room_for(self.core, self._play.kept.whole(), to, {person.number})
        if len(log) > LOG or len(room) > RECORD:
            return "net.refuse.too_large"
        pauses = match is not None and not match.paused
        if match is not None and pauses:
            match.pause(now)
        self.core.moving = True
        self._moving = _Moving(to, offer.link, now + OPENING, pauses)
        self.core.log("moving", name=person.name, heir=self.core.name_of(to))
        offer.link.tell(Handed(self.core.plan.generation + 1, self.core.plan.terms.cabinet.id, room, log))
        return None

    def opened(self, person: Person, port: int, now: float) -> str | None:
        """Note that the heir has opened the room, or cannot. Return why this is refused, or None."""
        moving = self._moving
        if moving is None or moving.link is not person.link:
            return "net.refuse.not_moving"
        if not port:
            self._stay(now)
            return None
        key, generation = self._offers[person.number].key, self.core.plan.generation + 1
        self._tell_moved(Moved(person.number, generation, moving.link.address, port, key))
        return None

    def _tell_moved(self, moved: Moved) -> None:
        """Tell everybody where the room goes on, also who is still being shown the match: this host closes at once."""
        self._moved = pack(moved)
        for person in self.core.people.present:
            if person.link is not None:
                person.link.hasten(self._moved)

    def close(self) -> None:
        """Forget what would open a room here again that has moved; call it once nothing is being written."""
        if self.moved and self._play.journal is not None:
            remove_record(self._play.journal)

    def _stay(self, now: float) -> None:
        """Go on here: the heir did not open the room."""
        moving, self._moving = self._moving, None
        assert moving is not None
        self.core.moving = False
        offer = self._offers.get(moving.heir)
        if offer is not None:
            offer.failed, offer.reached = True, False
        self.core.log("not_moved", heir=self.core.name_of(moving.heir))
        match = self._play.match
        if moving.paused and match is not None:
            match.resume(now)
