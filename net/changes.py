"""Changes of a room's state: computed by its host, applied by a client."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from net.limits import PEOPLE
from net.messages import Changed, RoomState
from net.parts import PersonChange, PersonState, SeatChange

PartT = TypeVar("PartT", bound=msgspec.Struct)
_WHOLE = ("phase", "watching", "waits", "customs", "series", "mix", "tables")
"""Fields of a room's state that are sent whole when they change."""
_FIXED = tuple(name for name in RoomState.__struct_fields__ if name not in {*_WHOLE, "seats", "people"})


class StrangeChangeError(ValueError):
    """A change does not fit the room's state that it should change."""


def difference(before: RoomState, after: RoomState) -> Changed | None:
    """Return the change from one state of a room to another; None if only the whole new state can express it."""
    if len(before.seats) != len(after.seats) or any(getattr(before, f) != getattr(after, f) for f in _FIXED):
        return None
    seats = [
        SeatChange(seat, **_news(old, new))
        for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old != new
    ]
    known = {person.person: person for person in before.people}
    people = []
    for new in after.people:
        old = known.pop(new.person, None)
        if old is None:
            people.append(PersonChange(new.person, new.name, **_news(PersonState(new.person, new.name), new)))
        elif old != new:
            people.append(PersonChange(new.person, **_news(old, new)))
    fields = {name: getattr(after, name) for name in _WHOLE if getattr(before, name) != getattr(after, name)}
    change = Changed(seats=tuple(seats), people=tuple(people), gone=tuple(known), **fields)
    return change if applied(before, change) == after else None


def applied(room: RoomState, change: Changed) -> RoomState:
    """Return a room's state after a change. Raises StrangeChangeError."""
    seats = list(room.seats)
    for seat in change.seats:
        if seat.seat >= len(seats):
            raise StrangeChangeError("seat")
        seats[seat.seat] = _changed(seats[seat.seat], seat)
    people = {person.person: person for person in room.people}
    for person in change.people:
        known = people.get(person.person)
        if known is None:
            if person.name is None:
                raise StrangeChangeError("person")
            known = PersonState(person.person, person.name)
        people[person.person] = _changed(known, person)
    for number in change.gone:
        people.pop(number, None)
    if len(people) > PEOPLE:
        raise StrangeChangeError("people")
    fields = {name: value for name in _WHOLE if (value := getattr(change, name)) is not None}
    return msgspec.structs.replace(room, seats=tuple(seats), people=tuple(people.values()), **fields)


def _news(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """Return the fields in which two versions of a part of a room differ, with their new values."""
    return {name: getattr(new, name) for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)}


def _changed(part: PartT, change: msgspec.Struct) -> PartT:
    """Return a part of a room after a change of it."""
    names = part.__struct_fields__
    return msgspec.structs.replace(
        part, **{name: value for name in names if (value := getattr(change, name)) is not None}
    )
