"""The main button of a room: the most useful action now, its label and its effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.cabinets.listed import CABINETS
from game.engine.scene import Context
from game.scenes.lan.connection import RoomConnection, lack_of
from game.scenes.lan.facts import wishes_in
from game.scenes.lobby.next_game import plan_for, players
from net.messages import RoomState
from net.parts import SeatState


def _nothing() -> None:
    """Do nothing: the action of a button that cannot be pressed."""


@dataclass(frozen=True)
class Primary:
    """The main button's label, icon and action."""

    label: str
    icon: str
    act: Callable[[], None] = _nothing
    can: bool = True
    why: str = ""
    """Text beside the button, or why it cannot be pressed; empty for none."""
    short: str = ""
    """A shorter label for where the whole one does not fit; empty for none."""


def waited_for(connection: RoomConnection) -> list[SeatState]:
    """Return the seats of people that the match waits for."""
    room = connection.room
    if room is None or room.phase != "waiting":
        return []
    return [seat for seat in room.seats if seat.person not in (0, connection.client.person) and not seat.ready]


def primary_of(context: Context, connection: RoomConnection) -> Primary:
    """Return the most useful action for this person in this room now."""
    line, room = context.texts.line, connection.room
    assert room is not None
    if connection.lacks_game and not connection.owner:
        why = line(*lack_of(room))
        return Primary(line("lobby.room.lacks"), "triangle-alert", can=False, why=why)
    if room.mix is not None and room.mix.goes_on and room.phase in ("waiting", "after"):
        why = line("mix.finale_by_itself" if room.mix.ending else "mix.by_itself")
        return Primary(line("mix.goes_on"), "hourglass", can=False, why=why)
    wish = _wish_to_join(connection, room)
    if wish:
        return _wish_too(context, connection, wish)
    if room.phase in ("playing", "paused"):
        key = "lobby.room.to_table" if connection.table_open else "lobby.room.playing"
        return Primary(line(key), "swords", connection.to_table, can=connection.table_open)
    if room.phase == "after":
        if connection.owner:
            return Primary(line("lobby.room.rematch"), "rotate-cw", connection.rematch)
        return Primary(line("lobby.room.wait_rematch"), "hourglass", can=False)
    if connection.owner:
        waits = bool(waited_for(connection))
        why = line("lobby.room.start_waits") if waits else ""
        return Primary(line("lobby.room.start"), "play", connection.start, can=not waits, why=why)
    if connection.seat is None:
        return _sit(context, connection, room)
    ready = room.seats[connection.seat].ready
    label = line("lobby.room.unready" if ready else "lobby.room.ready")
    return Primary(label, "check", partial(connection.set_ready, not ready))


def _sit(context: Context, connection: RoomConnection, room: RoomState) -> Primary:
    """Return the action of taking the first free seat, or of queueing for one."""
    line = context.texts.line
    free = next((number for number, seat in enumerate(room.seats) if seat.kind == "open"), None)
    if free is not None:
        return Primary(line("lobby.room.sit"), "armchair", partial(connection.take, free))
    ticket = connection.me.queue if connection.me else 0
    if not ticket:
        queue = partial(connection.queue, True)
        return Primary(line("lobby.room.queue"), "hourglass", queue, why=line("net.dropped.full"))
    place = sum(0 < person.queue <= ticket for person in room.people)
    leave = partial(connection.queue, False)
    return Primary(line("lobby.room.queued", place=place), "hourglass", leave, why=line("lobby.room.unqueue"))


def _wish_to_join(connection: RoomConnection, room: RoomState) -> str:
    """Return the game that most people wish for, where the room votes and this person wishes for none; empty otherwise.

    Of equally many the one that was offered before, so that it does not change under a finger.
    """
    if not room.customs.votes or room.phase not in ("waiting", "after"):
        return ""
    if connection.me is None or connection.me.wish:
        return ""
    counts = {game: count for game, count in wishes_in(room).items() if game in CABINETS}
    most = [game for game, count in counts.items() if count == max(counts.values())]
    if connection.offered not in most:
        connection.offered = next(iter(most), "")
    return connection.offered


def _wish_too(context: Context, connection: RoomConnection, game: str) -> Primary:
    """Return the action of wishing for the game that most people wish for."""
    texts = context.texts
    plan = plan_for(context, CABINETS[game], players(connection))
    label = texts.line("lobby.wish.too", game=texts.game(game))
    return Primary(label, "heart", partial(connection.wish, plan), short=texts.line("lobby.wish.too_short"))
