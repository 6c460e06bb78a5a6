"""What has changed in a room is told so that everybody knows the same room, in few bytes, and never breaks a client."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from net.changes import StrangeChangeError, applied, difference
from net.limits import PEOPLE
from net.messages import Changed, HostMessage, RoomChanged, RoomState
from net.parts import PersonChange, PersonState, SeatChange, SeatState
from net.wire import host_message, pack
from tests.net.transcript import room_of


def through(message: HostMessage) -> HostMessage:
    """A message as it arrives."""
    return host_message(pack(message)[4:])


def changed(room: RoomState, random: Random) -> RoomState:
    """The room after anything that may happen in it."""
    seats, people = list(room.seats), list(room.people)
    seat = random.randrange(len(seats))
    kind = random.choice(("open", "closed", "bot", "person"))
    match random.randrange(6):
        case 0:
            seats[seat] = SeatState(kind, random.choice(["", "Mia"]), "", random.randrange(3), random.random() < 0.5)
        case 1:
            number = max((person.person for person in people), default=0) + random.randint(1, 3)
            people.append(PersonState(number, f"P{number}", random.randint(-1, 3), random.random() < 0.8))
        case 2 if people:
            people.pop(random.randrange(len(people)))
        case 3 if people:
            at = random.randrange(len(people))
            people[at] = msgspec.structs.replace(people[at], latency=random.randrange(9), owner=random.random() < 0.5)
        case 4:
            return msgspec.structs.replace(room, phase=random.choice(("waiting", "playing", "paused", "after")))
        case _:
            return msgspec.structs.replace(room, watching=random.randrange(9), waits=random.random() < 0.5)
    return msgspec.structs.replace(room, seats=tuple(seats), people=tuple(people))


def test_who_follows_the_changes_knows_the_room() -> None:
    random = Random(3)
    room = known = room_of("marrakech")
    for _ in range(500):
        for _ in range(random.randrange(4)):
            room = changed(room, random)
        change = difference(known, room)
        assert change is not None
        arrived = through(change)
        assert isinstance(arrived, Changed)
        known = applied(known, arrived)
        assert known == room
        assert applied(known, arrived) == room, "a change that comes twice changes nothing more"


def test_a_seat_made_ready_is_a_small_message_however_full_the_room() -> None:
    people = tuple(PersonState(number, f"Person {number}") for number in range(1, PEOPLE))
    room = msgspec.structs.replace(room_of("l4g"), people=people)
    seat = msgspec.structs.replace(room.seats[0], ready=not room.seats[0].ready)
    ready = msgspec.structs.replace(room, seats=(seat, *room.seats[1:]))
    change = difference(room, ready)
    assert change is not None
    assert len(pack(change)) <= 40 < len(pack(RoomChanged(ready))) / 100


def test_what_changes_tell_of_a_room_that_cannot_be_is_refused() -> None:
    room = room_of("marrakech")
    crowd = tuple(PersonChange(number, "x") for number in range(1000, 1000 + PEOPLE))
    for change in (
        Changed(seats=(SeatChange(60, ready=True),)),
        Changed(people=(PersonChange(999),)),
        Changed(people=crowd),
    ):
        with pytest.raises(StrangeChangeError):
            applied(room, change)


def test_another_order_or_another_game_is_no_mere_change() -> None:
    room = msgspec.structs.replace(room_of("marrakech"), people=(PersonState(1, "A"), PersonState(2, "B")))
    assert difference(room, msgspec.structs.replace(room, people=room.people[::-1])) is None
    assert difference(room, msgspec.structs.replace(room, limit=room.limit + 1)) is None
