"""Checks what a room's owner chooses to play next: another game, other options, other seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from game.core.attachments import require
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.options import read
from net.host.match.hosted_match import Terms
from net.host.room.seating import RoomSeat
from net.messages import Choose


class ChoiceError(SpokenError):
    """What was chosen cannot be played in this room; the key is that of a refusal."""


def chosen_terms(games: Mapping[str, Cabinet], now: Terms, lists: Path | None, choice: Choose) -> Terms:
    """Return the terms of a match after a choice; the computers' pace and the spectators' delay stay.

    Options may name lists of a person's own, which lie beside the folder `lists`. They are read when a match begins, as
    its level is made then: nothing here costs more than to send it. Raises ChoiceError.
    """
    cabinet = games.get(choice.game)
    if cabinet is None:
        raise ChoiceError("net.refuse.no_game")
    try:
        options = read(cabinet.info.options, choice.options, strict=True)
        require(options, lists)
    except SpokenError as error:
        raise ChoiceError("net.refuse.options") from error
    limit = choice.limit / 1000 or None
    return replace(now, cabinet=cabinet, options=options, limit=limit, stand_in=cabinet.easy, fill=cabinet.mix)


def chosen_places(cabinet: Cabinet, choice: Choose) -> tuple[RoomSeat, ...]:
    """Return the seats of a choice, without people. Raises ChoiceError."""
    if not 0 < len(choice.seats) <= cabinet.info.seats[-1]:
        raise ChoiceError("net.refuse.count")
    places = []
    for word in choice.seats:
        if word in ("open", "closed"):
            places.append(RoomSeat("open" if word == "open" else "closed"))
        elif word in cabinet.table_bots:
            places.append(RoomSeat("bot", bot=word))
        else:
            raise ChoiceError("net.refuse.no_bot")
    return tuple(places)
