"""What a room plays, in words: what of its options is not as usual, and the page of its rules."""

from __future__ import annotations

from game.cabinets.listed import CABINETS
from game.scenes.staging.told import unusual_options
from game.texts import Texts
from net.messages import RoomState


def options_told(room: RoomState, texts: Texts) -> list[str]:
    """A phrase for each option that is not as usual, its first choice always: that is what kind of match it is.

    Empty where this program does not know the game in that version.
    """
    cabinet = CABINETS.get(room.game)
    if cabinet is None or cabinet.info.version != room.version:
        return []
    seats = sum(seat.kind != "closed" for seat in room.seats)
    return unusual_options(room.game, room.options, texts, seats=seats)
