"""Sample scenes of an evening in one room."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from game.cabinets.listed import CABINETS
from game.scenes.lan.words import named
from net.address import Address
from net.evening import Reacted
from net.ledger.standing import Standing
from net.messages import RoomState, Said
from net.mix import MixPoints, MixState, Stage
from net.parts import Customs, PersonState, SeatState, Wins
from tests.showroom.lan import (
    HOST,
    LATE,
    ME,
    NAMES,
    OWNER,
    connected,
    lan_table,
    room,
    waiting_room,
    welcome,
)
from tests.showroom.moment import Moment

if TYPE_CHECKING:
    from game.engine.scene import Scene


def _in_the_evening(state: RoomState) -> RoomState:
    """Return the room later in the evening: people wish for games, one waits for a seat, a series is under way."""
    first, other = [game for game in CABINETS if game != state.game][:2]
    wishes = {OWNER: first, LATE: other, ME: first}
    people = tuple(
        msgspec.structs.replace(
            one, wish=wishes.get(one.person, ""), queue=int(one.person == 4), deputy=one.person == ME
        )
        for one in state.people
    )
    seats = tuple(seat if seat.kind != "open" else SeatState("closed") for seat in state.seats)
    customs, series = Customs(votes=True, best_of=3, rotate=True), (Wins(OWNER, 1), Wins(ME, 1))
    return msgspec.structs.replace(state, people=people, seats=seats, customs=customs, series=series)


def waiting_room_evening(moment: Moment) -> Scene:
    """Show a room that votes and plays a series, as seen by a spectator who waits for a seat."""
    return waiting_room(moment, 4, _in_the_evening)


def mix_card(moment: Moment) -> Scene:
    """Show the card of a mix's third round over the waiting room."""
    return waiting_room(moment, ME, partial(_in_a_mix, stage="card"))


def mix_finale(moment: Moment) -> Scene:
    """Show how a mix ended."""
    return waiting_room(moment, ME, partial(_in_a_mix, stage="finale"))


def _in_a_mix(state: RoomState, stage: Stage) -> RoomState:
    short = next(iter(CABINETS[state.game].shorts), None)
    people = [one.person for one in state.people][:4]
    points = tuple(MixPoints(one, 31 - 7 * place, max(0, 12 - 4 * place)) for place, one in enumerate(people))
    name = short.name if short else ""
    mix = MixState("mix", stage, b"s" * 32, 3, 8, 10_000, state.game, name, 180, 1, points)
    return msgspec.structs.replace(state, mix=mix)


def waiting_room_wide(moment: Moment) -> Scene:
    """Show a room for eight, as seen by the person in its last seat."""
    return waiting_room(moment, 8, partial(_with_many, count=8))


def _with_many(state: RoomState, count: int) -> RoomState:
    """Return the room with `count` seats, each with a person in it."""
    names = ("Leila", "Omar", "하늘바람", "Minjun", "Nora", "지우", "Kenji", "Ada", "수아", "Carl", "Mia", "Jun")
    seats = tuple(
        SeatState("person", names[seat], person=seat + 1, ready=seat % 3 != 2) for seat in range(min(count, len(names)))
    )
    people = tuple(
        PersonState(seat.person, seat.name, number, owner=number == 0, latency=4 + 3 * number)
        for number, seat in enumerate(seats)
    )
    return msgspec.structs.replace(state, seats=seats, people=people, watching=0)


def room_poster(moment: Moment) -> Scene:
    """Show the room's page for the projector."""
    from game.scenes.lobby.poster import PosterScene

    language = moment.context.texts.language
    connection, _ = connected(welcome(language, room(language, moment.game), OWNER))
    poster = PosterScene(moment.context, connection, [Address(HOST, 25250), Address("10.8.0.3", 25250)])
    names = NAMES[language]
    points = [Standing(name, 24 - 6 * place, 4, 2 - place // 2) for place, name in enumerate(names)]
    poster.tonight = lambda: points
    return poster


def lan_reactions(moment: Moment) -> Scene:
    """Show the table with reactions, and a line of chat with emoji."""
    table = lan_table(moment, talking=True)
    connection = table.connection  # type: ignore[attr-defined]
    connection.client.messages += [Reacted(OWNER, "laugh"), Reacted(ME, "clap"), Said(OWNER, "Leila", "👍 🎉 gg")]
    connection.spell = partial(named, texts=moment.context.texts)
    return table
