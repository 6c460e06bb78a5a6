"""What a room's state tells about its people: their names, and what they wish for next."""

from __future__ import annotations

from game.cabinets.stages import STAGES
from net.messages import RoomState


def names_in(room: RoomState) -> dict[int, str]:
    """Return the names of the people in a room by their numbers."""
    return {person.person: person.name for person in room.people}


def voters_in(room: RoomState) -> int:
    """Return how many people there are of whom more than half decide on the next game."""
    return sum(person.present for person in room.people)


def wishes_in(room: RoomState) -> dict[str, int]:
    """Count the wishes for each game, the most wished first; of equally many, that of the person listed first."""
    counts: dict[str, int] = {}
    for person in room.people:
        if person.wish and person.present:
            counts[person.wish] = counts.get(person.wish, 0) + 1
    return dict(sorted(counts.items(), key=lambda one: -one[1]))


def phone_use(room: RoomState, game: str, *, plain: bool = False) -> str:
    """Return the text key of what a phone is good for in a game, where somebody here came by one; empty where it is
    good for a seat. `plain`: whether this room itself is shown on a phone.
    """
    stage = STAGES.get(game)
    if stage is None or stage.by_phone == "seat" or not (plain or any(person.browser for person in room.people)):
        return ""
    return f"lobby.room.by_phone.{stage.by_phone}"
