"""Lets people who come during a match take over seats of computers."""

from __future__ import annotations

from net.host.match.hosted_match import HostedMatch
from net.host.room.core import RoomCore
from net.host.room.people import Person
from net.host.room.seating import RoomSeat
from net.states import LinkEvent

FALLBACK = "-"
"""Stands for a bot's name where the fallback of the rules plays, in games without bots."""


class Latecomers:
    """The latecomers of a room's running match."""

    def __init__(self, core: RoomCore) -> None:
        self.core = core
        self._held: dict[int, int] = {}
        """The seat that each person has held in this match: nobody may play a second one, since they know the first
        one's secrets.
        """
        self._arriving: dict[int, int] = {}
        """The person who is about to take over each seat."""

    @property
    def arriving(self) -> bool:
        """Whether anybody is about to take over a seat."""
        return bool(self._arriving)

    def begin(self) -> None:
        """Note who sits where as a match begins."""
        self._arriving = {}
        self._held = {place.person: seat for seat, place in enumerate(self.core.seating) if place.person}

    def take_over(self, match: HostedMatch | None, person: Person, seat: int) -> str | None:
        """Let a spectator play a computer's seat from now on. Return the text key of why they may not, or None."""
        core, places = self.core, self.core.seating.places
        if match is None or match.over or not core.plan.owned or not core.evening.customs.latecomers:
            return "net.refuse.not_now"
        if seat >= len(match.seats):
            return "net.refuse.no_seat"
        if places[seat].kind != "bot" or seat in self._arriving:
            return "net.refuse.seat_taken"
        if self._held.get(person.number, seat) != seat:
            return "net.refuse.held_other"
        self._arriving[seat] = person.number
        match.admit(seat)
        return None

    def seated(self, match: HostedMatch) -> list[Person]:
        """Seat the people for whom the match is ready. Return those who must be shown it anew from their seat."""
        core, seated = self.core, []
        for seat in match.take_admitted():
            person, place = core.people.get(self._arriving.pop(seat, 0)), core.seating.places[seat]
            if person is None or not person.present or core.seat_of(person) is not None:
                match.seat_computer(seat, "" if place.bot == FALLBACK else place.bot)
                continue
            core.seating.places[seat] = RoomSeat("person", person=person.number, ready=True)
            core.evening.leave_queue(person.number)
            self._held[person.number] = seat
            person.move(LinkEvent.SEATED)
            core.changed = True
            seated.append(person)
            core.log("took_over", name=person.name, seat=match.seats[seat].name)
        return seated
