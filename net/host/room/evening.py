"""What a room keeps from one match to the next: customs, a series, the queue for seats, wishes, and talk."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

import msgspec

from game.core.rules import Result
from net.host.room.mix_record import MixRecord
from net.host.room.seating import RoomSeat, Seating
from net.limits import TALK
from net.messages import Choose
from net.parts import Customs, TalkLine, Wins


class WishRecord(msgspec.Struct, frozen=True):
    person: int
    choice: Choose


class Stay(msgspec.Struct, frozen=True):
    """Number of matches in a row that a person has played."""

    person: int
    matches: int


class EveningRecord(msgspec.Struct, frozen=True):
    """What of an evening is kept on the disk, so that a host that was killed can go on."""

    customs: Customs = Customs()
    series: tuple[Wins, ...] = ()
    deputies: tuple[int, ...] = ()
    talk: tuple[TalkLine, ...] = ()
    queue: tuple[int, ...] = ()
    """Numbers of the people who wait for a seat, the first in the queue first."""
    wishes: tuple[WishRecord, ...] = ()
    """Wishes for the next game, the earliest first."""
    won: bool = False
    """Whether somebody has won the series."""
    stayed: tuple[Stay, ...] = ()
    mix: MixRecord | None = None


class Evening:
    """What a room keeps from match to match; people are known by their numbers."""

    def __init__(self) -> None:
        self.customs = Customs()
        self.deputies: set[int] = set()
        """People who may arrange the room besides its owner."""
        self.talk: deque[TalkLine] = deque(maxlen=TALK)
        self._wins: dict[int, int] = {}
        self._won = False
        """Whether somebody has won the series."""
        self._queue: dict[int, int] = {}
        """People who wait for a seat, each with the number of their ticket."""
        self._tickets = 0
        self._wishes: dict[int, Choose] = {}
        """The wish of each person, the earliest first."""
        self._stayed: dict[int, int] = {}
        """Number of matches in a row that each person has played."""
        self.mix: MixRecord | None = None
        """The mix that is played, or whose finale is shown."""

    # What is known.

    @property
    def series(self) -> tuple[Wins, ...]:
        """Number of wins of each person in the series, the most first; empty without a series."""
        wins = sorted(self._wins.items(), key=lambda one: (-one[1], one[0]))
        return tuple(Wins(person, count) for person, count in wins) if self.customs.best_of else ()

    def ticket(self, person: int) -> int:
        """Return the number of a person's ticket for a seat; 0 if they do not wait."""
        return self._queue.get(person, 0)

    def wish_of(self, person: int) -> str:
        """Return the id of the game that a person wishes for; empty for none."""
        wish = self._wishes.get(person)
        return wish.game if wish else ""

    def wishers(self, game: str) -> list[int]:
        """Return the people who wish for a game."""
        return [person for person, wish in self._wishes.items() if wish.game == game]

    # What people do.

    def forget(self, person: int) -> None:
        """Forget a person who has left for good."""
        self.deputies.discard(person)
        for kept in (self._wins, self._queue, self._wishes, self._stayed):
            kept.pop(person, None)
        if self.mix is not None and person in self.mix.points:
            points = {other: points for other, points in self.mix.points.items() if other != person}
            self.mix = msgspec.structs.replace(self.mix, points=points)

    def queue(self, person: int) -> None:
        """Put a person at the end of the queue for seats."""
        if person not in self._queue:
            self._tickets += 1
            self._queue[person] = self._tickets

    def leave_queue(self, person: int) -> None:
        self._queue.pop(person, None)

    def wish(self, person: int, choice: Choose | None) -> None:
        """Note the game that a person wishes for; None takes the wish back."""
        self._wishes.pop(person, None)
        if choice is not None:
            self._wishes[person] = choice

    def granted(self, voters: Collection[int]) -> Choose | None:
        """Return what more than half of `voters` wish for, with the options of the first who wished for it; None if
        nothing.
        """
        for wish in self._wishes.values():
            if 2 * sum(person in voters for person in self.wishers(wish.game)) > len(voters):
                return wish
        return None

    # From match to match.

    def set_customs(self, customs: Customs) -> None:
        """Set the customs; a series of another length begins anew."""
        if customs.best_of != self.customs.best_of:
            self._wins, self._won = {}, False
        self.customs = customs

    def chosen(self) -> None:
        """Note that another game was chosen: wishes are dropped, and a series begins anew."""
        self._wishes.clear()
        self._wins, self._won = {}, False

    def begun(self) -> None:
        """Note that a match begins; if the last series was won, a new one begins."""
        if self._won:
            self._wins, self._won = {}, False

    def ended(self, places: Sequence[RoomSeat], result: Result | None) -> int | None:
        """Note that a match has ended. Return the person who won the series with it, or None.

        A match without a single winner counts for nobody, and computers win no series.
        """
        people = [place.person for place in places if place.person]
        self._stayed = {person: self._stayed.get(person, 0) + 1 for person in people}
        best_of = self.customs.best_of
        if result is None or not best_of:
            return None
        first = [place.person for place, seat in zip(places, result.seats, strict=False) if seat.rank == 1]
        if len(first) != 1 or not first[0]:
            return None
        self._wins[first[0]] = self._wins.get(first[0], 0) + 1
        self._won = 2 * self._wins[first[0]] > best_of
        return first[0] if self._won else None

    def move_on(self, seating: Seating, present: Collection[int]) -> None:
        """Rotate the seats before the next match, if that is the custom: those who played longest make room for people
        who wait, and the others move on by one seat.
        """
        if not self.customs.rotate or (self.mix is not None and self.mix.goes_on):
            return
        waiting = sum(person in present for person in self._queue)
        wanted = waiting - sum(place.kind == "open" for place in seating)
        seats = [seat for seat, place in enumerate(seating) if place.person]
        longest = sorted(seats, key=lambda seat: (-self._stayed.get(seating.places[seat].person, 0), seat))
        for seat in longest[: max(0, wanted)]:
            self.queue(seating.places[seat].person)
            seating.places[seat] = RoomSeat()
        seats = [seat for seat in seats if seating.places[seat].person]
        moved = [seating.places[seat] for seat in seats]
        for seat, place in zip(seats[1:] + seats[:1], moved, strict=True):
            seating.places[seat] = place

    def seat_who_waits(self, seating: Seating, present: Collection[int]) -> bool:
        """Give open seats to people who wait, in the order of the queue. Return whether anybody was seated."""
        sat = False
        for person in sorted(self._queue, key=lambda one: self._queue[one]):
            free = seating.first_open()
            if free is None:
                break
            if person in present and seating.take(person, free) is None:
                sat = True
                del self._queue[person]
        return sat

    # On the disk.

    @property
    def concerned(self) -> set[int]:
        """People who wait, wish, arrange the room, won matches of the series, stayed, or play a mix."""
        mixed = self.mix.points if self.mix else ()
        return {*self._queue, *self._wishes, *self.deputies, *self._wins, *self._stayed, *mixed}

    def record(self, talk: Sequence[TalkLine]) -> EveningRecord:
        """Return what is kept on the disk, with the given lines of talk."""
        queue = tuple(sorted(self._queue, key=lambda one: self._queue[one]))
        wishes = tuple(WishRecord(person, wish) for person, wish in self._wishes.items())
        deputies = tuple(sorted(self.deputies))
        stayed = tuple(Stay(person, matches) for person, matches in sorted(self._stayed.items()))
        return EveningRecord(
            self.customs, self.series, deputies, tuple(talk), queue, wishes, self._won, stayed, self.mix
        )

    def restore(self, record: EveningRecord) -> None:
        """Go on from what was kept on the disk."""
        self.customs, self.deputies = record.customs, set(record.deputies)
        self._wins, self._won = {one.person: one.wins for one in record.series}, record.won
        self._stayed = {one.person: one.matches for one in record.stayed}
        self.talk.extend(record.talk)
        self.mix = record.mix
        for person in record.queue:
            self.queue(person)
        for wish in record.wishes:
            self.wish(wish.person, wish.choice)
