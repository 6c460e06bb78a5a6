"""The seats of a waiting room: who sits where before a match begins. Refusals are text keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import cycle
from typing import Literal

import msgspec


class RoomSeat(msgspec.Struct):
    """One seat: open, closed, a computer's (with its specification) or a person's (with their number)."""

    kind: Literal["open", "closed", "bot", "person"] = "open"
    bot: str = ""
    person: int = 0
    ready: bool = False


class Seating:
    """The seats of a room, in order."""

    def __init__(self, places: Sequence[RoomSeat]) -> None:
        self.places = list(places)

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[RoomSeat]:
        return iter(self.places)

    def seat_of(self, person: int) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.person == person != 0), None)

    def first_open(self) -> int | None:
        """Return the first seat that anybody may take; None if there is none."""
        return next((seat for seat, place in enumerate(self.places) if place.kind == "open"), None)

    @property
    def playing(self) -> int:
        """Number of seats that a match would have."""
        return sum(place.kind != "closed" for place in self.places)

    def take(self, person: int, seat: int) -> str | None:
        """Let a person take an open seat; their last seat becomes open. Return the text key of why not, or None."""
        if seat >= len(self.places):
            return "net.refuse.no_seat"
        if self.places[seat].kind != "open":
            return "net.refuse.seat_taken"
        self.stand(person)
        self.places[seat] = RoomSeat("person", person=person)
        return None

    def stand(self, person: int) -> None:
        """Let a person leave their seat, which becomes open."""
        seat = self.seat_of(person)
        if seat is not None:
            self.places[seat] = RoomSeat()

    def set_ready(self, person: int, ready: bool) -> None:
        """Note whether a person is ready for the match."""
        for place in self.places:
            if place.person == person:
                place.ready = ready

    def set(self, seat: int, to: Literal["open", "closed", "bot"], bot: str, bots: Collection[str]) -> str | None:
        """Open or close a seat, or put a computer there; a person in it loses it. Return the text key of why not, or
        None.
        """
        if seat >= len(self.places):
            return "net.refuse.no_seat"
        if to == "bot" and bot not in bots:
            return "net.refuse.no_bot"
        self.places[seat] = RoomSeat(to, bot=bot if to == "bot" else "")
        return None

    def swap(self, seat: int, other: int) -> str | None:
        """Exchange two seats with those who sit in them. Return the text key of why not, or None."""
        if max(seat, other) >= len(self.places):
            return "net.refuse.no_seat"
        self.places[seat], self.places[other] = self.places[other], self.places[seat]
        return None

    def arrange(self, places: Sequence[RoomSeat]) -> None:
        """Replace the seats. People keep their seat if it is open, else take the first open one, or none."""
        before = [(seat, place.person) for seat, place in enumerate(self.places) if place.person]
        self.places = list(places)
        moved = []
        for seat, person in before:
            if seat < len(self.places) and self.places[seat].kind == "open":
                self.places[seat] = RoomSeat("person", person=person)
            else:
                moved.append(person)
        for person in moved:
            free = self.first_open()
            if free is not None:
                self.places[free] = RoomSeat("person", person=person)

    def begin(self, bots: Sequence[str]) -> None:
        """Put `bots` in the open seats, in turn, and closed seats last: the others then number as in the match."""
        named = cycle(bots)
        for seat, place in enumerate(self.places):
            if place.kind == "open":
                self.places[seat] = RoomSeat("bot", bot=next(named))
        self.places.sort(key=lambda place: place.kind == "closed")

    def reopen(self) -> None:
        """Prepare for the next match: nobody is ready, and people have their seats without computers standing in."""
        for place in self.places:
            place.ready = False
            if place.kind == "person":
                place.bot = ""
