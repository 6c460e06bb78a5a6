"""What a room keeps from one match to the next: its customs, a series, who waits for a seat, wishes, and talk."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

import msgspec

from game.core.rules import Result
from net.host.seating import RoomSeat, Seating
from net.messages import Choose
from net.parts import Customs, TalkLine, Wins

MOST_TALK = 40
"""Lines of talk that are told to people who come in later."""


class WishRecord(msgspec.Struct, frozen=True):
    person: int
    choice: Choose


class EveningRecord(msgspec.Struct, frozen=True):
    """What of an evening is kept on the disk, so that a host that is killed can go on with it."""

    customs: Customs = Customs()
    series: tuple[Wins, ...] = ()
    deputies: tuple[int, ...] = ()
    talk: tuple[TalkLine, ...] = ()
    queue: tuple[int, ...] = ()
    """Who waits for a seat, the first first."""
    wishes: tuple[WishRecord, ...] = ()
    """Who wished first first."""


class Evening:
    """People are known by their numbers."""

    def __init__(self) -> None:
        self.customs = Customs()
        self.deputies: set[int] = set()
        """Who may arrange the room beside its owner."""
        self.talk: deque[TalkLine] = deque(maxlen=MOST_TALK)
        self._wins: dict[int, int] = {}
        self._won = False
        """Whether somebody has won the series."""
        self._queue: dict[int, int] = {}
        """Who waits for a seat, with the number of their ticket."""
        self._tickets = 0
        self._wishes: dict[int, Choose] = {}
        """What people wish for, who wished first first."""
        self._stayed: dict[int, int] = {}
        """How many matches in a row people have played."""

    # What is known.

    @property
    def series(self) -> tuple[Wins, ...]:
        """Who has won how many matches of the series, the most first."""
        wins = sorted(self._wins.items(), key=lambda one: (-one[1], one[0]))
        return tuple(Wins(person, count) for person, count in wins) if self.customs.best_of else ()

    def ticket(self, person: int) -> int:
        """The number of somebody's ticket for a seat; 0 where they do not wait."""
        return self._queue.get(person, 0)

    def wish_of(self, person: int) -> str:
        """The game somebody wishes for; empty for none."""
        wish = self._wishes.get(person)
        return wish.game if wish else ""

    def wishers(self, game: str) -> list[int]:
        """Who wishes for a game."""
        return [person for person, wish in self._wishes.items() if wish.game == game]

    # What people do.

    def forget(self, person: int) -> None:
        """Forget somebody who has left for good."""
        self.deputies.discard(person)
        for kept in (self._wins, self._queue, self._wishes, self._stayed):
            kept.pop(person, None)

    def queue(self, person: int) -> None:
        """Put somebody behind those who already wait for a seat."""
        if person not in self._queue:
            self._tickets += 1
            self._queue[person] = self._tickets

    def leave_queue(self, person: int) -> None:
        self._queue.pop(person, None)

    def wish(self, person: int, choice: Choose | None) -> None:
        """Note the game that somebody wishes for, or that they wish for none any more."""
        self._wishes.pop(person, None)
        if choice is not None:
            self._wishes[person] = choice

    def granted(self, voters: Collection[int]) -> Choose | None:
        """What more than half of `voters` wish for, with the options of whoever wished for it first; None for
        nothing."""
        for wish in self._wishes.values():
            if 2 * sum(person in voters for person in self.wishers(wish.game)) > len(voters):
                return wish
        return None

    # From match to match.

    def set_customs(self, customs: Customs) -> None:
        """Go on by other customs; a series of another length begins anew."""
        if customs.best_of != self.customs.best_of:
            self._wins, self._won = {}, False
        self.customs = customs

    def chosen(self) -> None:
        """Note that another game is played from here on: no wish stands, and a series begins anew."""
        self._wishes.clear()
        self._wins, self._won = {}, False

    def begun(self) -> None:
        """Note that a match begins, and with it a new series where the last one was won."""
        if self._won:
            self._wins, self._won = {}, False

    def ended(self, places: Sequence[RoomSeat], result: Result | None) -> int | None:
        """Note that a match has ended. Returns who has won the series with it, if anybody.

        A match without one winner counts for nobody, and computers win no series.
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
        """Rotate the seats before the next match: whoever has played longest makes room, the others move on by one."""
        if not self.customs.rotate:
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
        """Seat those who wait in open seats, in order. Returns whether anybody was seated."""
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
        """Who waits for a seat, wishes for a game, or may arrange the room."""
        return {*self._queue, *self._wishes, *self.deputies}

    def record(self, talk: Sequence[TalkLine]) -> EveningRecord:
        """What is kept, with what was said so far."""
        queue = tuple(sorted(self._queue, key=lambda one: self._queue[one]))
        wishes = tuple(WishRecord(person, wish) for person, wish in self._wishes.items())
        return EveningRecord(self.customs, self.series, tuple(sorted(self.deputies)), tuple(talk), queue, wishes)

    def restore(self, record: EveningRecord) -> None:
        """Go on from what was kept."""
        self.customs, self.deputies = record.customs, set(record.deputies)
        self._wins = {one.person: one.wins for one in record.series}
        self.talk.extend(record.talk)
        for person in record.queue:
            self.queue(person)
        for wish in record.wishes:
            self.wish(wish.person, wish.choice)
