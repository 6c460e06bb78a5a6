"""The tables of a room: one, or while a mix needs them several at which matches of the same game are played at once.

The first is the room's own and always there. Each person sits at one table, or looks on there, and is told its seats,
its phase and its match as if there were no other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from net.host.match.hosted_match import Terms
from net.host.room.core import RoomCore
from net.host.room.people import Person
from net.host.room.play import RoomPlay
from net.host.room.seating import RoomSeat
from net.states import LinkEvent, LinkState, RoomPhase


class Layout(NamedTuple):
    """How a table is laid: what is played there, and who sits where."""

    terms: Terms
    places: Sequence[RoomSeat]


class Tables:
    """The matches of all tables of a room."""

    def __init__(self, core: RoomCore, play: RoomPlay) -> None:
        self.core = core
        self.plays = [play]

    @property
    def first(self) -> RoomPlay:
        return self.plays[0]

    @property
    def several(self) -> bool:
        return len(self.plays) > 1

    def of(self, person: Person) -> RoomPlay:
        """Return the match of the table at which a person sits, or looks on."""
        return self.plays[person.table]

    def lay(self, layouts: Sequence[Layout], *, alike: bool = False) -> None:
        """Lay these tables in place of all that there are; no match may be running. `alike`: the matches that are begun
        at them at the same time have the same chance.
        """
        self.gather()
        (terms, places), *others = layouts
        self.core.seating.places = []
        self.core.arrange(terms, places)
        self.first.chance = self.core.plan.chance
        self.add(others)
        if alike and others:
            same = cache(self.core.plan.chance)
            for play in self.plays:
                play.chance = same

    def add(self, layouts: Sequence[Layout]) -> None:
        """Lay tables beside those that there are, and lead everybody to where they sit."""
        for layout in layouts:
            play = RoomPlay(self.core.beside(*layout), lines=self.first.lines)
            play.chance, play.matches = partial(self.core.plan.chance, table=play.core.number), self.first.matches
            self.plays.append(play)
        self.bring_home()

    def gather(self) -> None:
        """Take away all tables but the first, to which everybody comes; no match may be running at them."""
        for play in self.plays[1:]:
            play.close()
        del self.plays[1:], self.core.tables[1:]
        for person in self.core.people:
            person.table = 0
        self.first.chance = self.core.plan.chance

    def bring_home(self) -> None:
        """Let everybody be where they have a seat; who has none stays, or comes to the first table."""
        for person in self.core.people:
            person.table = self.home_of(person)

    def home_of(self, person: Person) -> int:
        """Return the number of the table at which a person has a seat; the first one without a seat."""
        return next((table.number for table in self.core.tables if table.seat_of(person) is not None), 0)

    def look(self, person: Person, number: int, now: float) -> None:
        """Lead a person who does not play any more to the running match of another table, to look on."""
        play = self.plays[number]
        person.table = number
        self.core.tell_changes(now)  # first which table, then what is played there
        if person.link is not None and person.link.state is LinkState.SEATED:
            person.move(LinkEvent.UNSEATED)
        play.show(person, now)
        person.move(LinkEvent.BEGUN)

    def settle(self, now: float) -> None:
        """Do everything that is due at each table, and tell its people."""
        core = self.core
        for play in self.plays:
            table = play.core
            if table is core:
                play.settle(now)
                continue
            table.moving, table.cut_off = core.moving, core.cut_off
            if core.cut_off and table.phase is RoomPhase.PLAYING:
                play.hold(now)
            play.settle(now)
            if table.changed:
                table.changed = False
                core.urge()

    def wake(self, now: float) -> float:
        """Return the seconds until `settle` has something to do without a message; infinity for never."""
        return min((play.wake(now) for play in self.plays), default=math.inf)

    def close(self) -> None:
        """End all matches."""
        for play in self.plays:
            play.close()
