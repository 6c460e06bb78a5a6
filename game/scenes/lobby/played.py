"""What a room plays, in words: its options other than the defaults, and the page of its rules."""

from __future__ import annotations

import msgspec

from game.cabinets.listed import CABINETS
from game.ground.texts import Texts
from game.scenes.staging.told import unusual_options
from net.client.remote_match import StrangeHostError, options_of
from net.messages import RoomState


def options_told(room: RoomState, texts: Texts) -> list[str]:
    """Return a phrase for the game's first choice, which says what kind of match it is, and for each option that is not
    the default.

    Empty where this program does not have the game in that version, and for options that the game does not allow: a
    host may send a text as long as a frame.
    """
    cabinet = CABINETS.get(room.game)
    if cabinet is None or cabinet.info.version != room.version:
        return []
    try:
        options = msgspec.structs.asdict(options_of(room, cabinet.info))
    except StrangeHostError:
        return []
    seats = sum(seat.kind != "closed" for seat in room.seats)
    return unusual_options(room.game, options, texts, seats=seats)
