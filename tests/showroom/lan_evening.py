"""Sample scenes of an evening in one room."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from game.cabinets.listed import CABINETS
from game.core.rules import Result, SeatResult
from game.ground.portrait import Stroke, packed
from game.scenes.lan.words import named
from net.address import Address
from net.evening import Reacted
from net.ledger.standing import Standing
from net.messages import RoomState, Said, TableState
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
    from game.scenes.mix.home import HomeMixPage


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


def lan_end(moment: Moment) -> Scene:
    """Show the end of a match in a room that votes and plays a series."""
    table = lan_table(moment, ended=_in_the_evening)
    table.tonight = lambda: _points_of(moment)  # type: ignore[attr-defined]
    return table


def lan_end_mix(moment: Moment) -> Scene:
    """Show the end of a match in a mix, whose next round is near."""
    return lan_table(moment, ended=partial(_in_a_mix, stage="board"))


def lan_end_final(moment: Moment) -> Scene:
    """Show the end of the last match of a mix."""
    return lan_table(moment, ended=partial(_in_a_mix, stage="board", number=8))


def wish_menu(moment: Moment) -> Scene:
    """Show the games to wish for."""
    from game.scenes.lobby import next_game

    language = moment.context.texts.language
    connection, _ = connected(welcome(language, _in_the_evening(room(language, moment.game, owner=OWNER)), ME))
    return next_game.wish_menu(moment.context, connection)


def game_menu(moment: Moment) -> Scene:
    """Show the games that an owner may choose."""
    from game.scenes.lobby import next_game

    language = moment.context.texts.language
    connection, _ = connected(welcome(language, _in_the_evening(room(language, moment.game, owner=ME)), ME))
    return next_game.next_game_menu(moment.context, connection)


def _points_of(moment: Moment) -> list[Standing]:
    """Return the sample evening's points."""
    names = NAMES[moment.context.texts.language]
    return [Standing(name, 24 - 6 * place, 4, 2 - place // 2) for place, name in enumerate(names)]


def mix_card(moment: Moment) -> Scene:
    """Show the card of a mix's third round over the waiting room."""
    return waiting_room(moment, ME, partial(_in_a_mix, stage="card"))


def mix_finale(moment: Moment) -> Scene:
    """Show how a mix ended."""
    return waiting_room(moment, ME, partial(_in_a_mix, stage="finale"))


def mix_sprint(moment: Moment) -> Scene:
    """Show the card of the sprint of two people, which follows the final."""
    return waiting_room(moment, ME, _in_a_sprint)


def _in_a_sprint(state: RoomState) -> RoomState:
    game, sprint = next((one.id, one.sprint) for one in CABINETS.values() if one.sprint)
    people = tuple(msgspec.structs.replace(one, seat=one.seat if one.seat < 2 else -1) for one in state.people)
    state = msgspec.structs.replace(_in_a_mix(state, "card"), seats=state.seats[:2], people=people)
    assert state.mix is not None
    first, second, *others = state.mix.points
    points = (first, msgspec.structs.replace(second, points=first.points), *others)
    mix = msgspec.structs.replace(state.mix, game=game, short=sprint.name, round=9, sprint=True, points=points)
    return msgspec.structs.replace(state, mix=mix)


def mix_menu(moment: Moment) -> Scene:
    """Show the mixes that can be played at this screen."""
    from game.scenes.mix.opening import HomeMixMenu

    _enter_street(moment)
    return HomeMixMenu(moment.context)


def mix_home(moment: Moment) -> Scene:
    """Show the card of a mix of three people at this screen, after its first round."""
    return _home(moment, 3, 1)


def mix_home_finale(moment: Moment) -> Scene:
    """Show the end of the mix of a day."""
    page = _home(moment, 1, 5)
    page.day = date(2026, 11, 26)
    return page


def _home(moment: Moment, people: int, rounds: int) -> HomeMixPage:
    """Return a mix at this screen after some of its five rounds."""
    from game.scenes.mix.home import begun_mix

    _enter_street(moment)
    page = begun_mix(moment.context, people, seed=5, rounds=5)
    for _ in range(rounds):
        drawn = page.drawn
        assert drawn is not None
        seats = tuple(SeatResult(seat + 1, 0) for seat in range(len(drawn.round.tables[0].people)))
        page.after(drawn, [Result(seats, "")] * drawn.round.short.matches)
    return page


def _enter_street(moment: Moment) -> None:
    from game.scenes import arcade

    moment.context.stack.push(arcade.title(moment.context))


def _in_a_mix(state: RoomState, stage: Stage, number: int = 3) -> RoomState:
    short = next(iter(CABINETS[state.game].shorts), None)
    people = [one.person for one in state.people][:4]
    points = tuple(MixPoints(one, 31 - 7 * place, max(0, 12 - 4 * place)) for place, one in enumerate(people))
    name = short.name if short else ""
    mix = MixState("mix", stage, b"s" * 32, number, 8, 10_000, state.game, name, 180, 3 if number == 8 else 1, points)
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
    from game.scenes.evening.poster import PosterScene

    language = moment.context.texts.language
    connection, _ = connected(welcome(language, room(language, moment.game), OWNER))
    poster = PosterScene(moment.context, connection, [Address(HOST, 25250), Address("10.8.0.3", 25250)])
    points = _points_of(moment)
    poster.tonight.read = lambda: points
    return poster


def room_poster_match(moment: Moment) -> Scene:
    """Show the page for the projector while a match is played."""
    from game.scenes.evening.poster import PosterScene

    table = lan_table(moment, watching=True, talking=True)
    connection = table.connection  # type: ignore[attr-defined]
    connection.poll(0.0)
    return PosterScene(moment.context, connection, [Address(HOST, 25250)])


def room_poster_card(moment: Moment) -> Scene:
    """Show the page for the projector with the card of a mix's round, which is played at three tables."""
    return _poster_of_mix(moment, "card", several=True)


def room_poster_board(moment: Moment) -> Scene:
    """Show the page for the projector with the points after a round of a mix."""
    return _poster_of_mix(moment, "board")


def room_poster_finale(moment: Moment) -> Scene:
    """Show the page for the projector with the end of a mix."""
    return _poster_of_mix(moment, "finale")


def _poster_of_mix(moment: Moment, stage: Stage, *, several: bool = False) -> Scene:
    from game.scenes.evening.poster import PosterScene

    language = moment.context.texts.language
    state = _in_a_mix(_with_many(room(language, moment.game), 9), stage)
    assert state.mix is not None
    points = tuple(MixPoints(seat.person, 58 - 5 * at, max(0, 12 - 2 * at)) for at, seat in enumerate(state.seats))
    state = msgspec.structs.replace(state, mix=msgspec.structs.replace(state.mix, points=points))
    connection, _ = connected(welcome(language, _at_tables(state) if several else state, OWNER))
    return PosterScene(moment.context, connection, [Address(HOST, 25250)])


def _at_tables(state: RoomState) -> RoomState:
    """Return the room with its people at tables of four, the first of which is over."""
    people = [seat.person for seat in state.seats if seat.person]
    rows = [tuple(people[at : at + 4]) for at in range(0, len(people), 4)]
    tables = tuple(TableState(row, 2 if len(row) < 2 else 0, not number) for number, row in enumerate(rows))
    return msgspec.structs.replace(state, tables=tables, table=1)


def room_poster_tables(moment: Moment) -> Scene:
    """Show the page for the projector while a round of a mix is played at several tables."""
    scene = room_poster_match(moment)
    client = scene._connection.client  # type: ignore[attr-defined]
    played = _with_many(client.room, 9)
    client.room = msgspec.structs.replace(_at_tables(_in_a_mix(played, "playing")), seats=client.room.seats)
    return scene


FACE = packed(
    [
        Stroke(2, ((50, 16), (70, 22), (82, 40), (80, 62), (66, 80), (50, 84), (34, 80), (20, 62), (18, 40), (30, 22))),
        Stroke(0, ((38, 44), (39, 48))),
        Stroke(0, ((62, 44), (61, 48))),
        Stroke(4, ((36, 62), (44, 69), (56, 69), (64, 62))),
        Stroke(3, ((22, 26), (36, 10), (50, 6), (64, 10), (78, 26))),
    ]
)
"""A sample of a person's own sign."""


def waiting_room_portraits(moment: Moment) -> Scene:
    """Show a room in which two people drew their signs."""
    return waiting_room(moment, ME, _with_signs)


def lan_portraits(moment: Moment) -> Scene:
    """Show the table at which two people drew their signs."""
    table = lan_table(moment)
    client = table.connection.client  # type: ignore[attr-defined]
    client.room = _with_signs(client.room)
    return table


def _with_signs(state: RoomState) -> RoomState:
    people = tuple(
        msgspec.structs.replace(one, portrait=FACE if one.person in (ME, OWNER) else b"") for one in state.people
    )
    return msgspec.structs.replace(state, people=people)


def portrait(moment: Moment) -> Scene:
    """Show the paper on which a person draws their sign."""
    from game.scenes.evening.portrait import PortraitScene

    moment.context.settings.portrait = FACE.hex()
    return PortraitScene(moment.context, lambda _: None)


def lan_reactions(moment: Moment) -> Scene:
    """Show the table with reactions, and a line of chat with emoji."""
    table = lan_table(moment, talking=True)
    connection = table.connection  # type: ignore[attr-defined]
    connection.client.messages += [Reacted(OWNER, "laugh"), Reacted(ME, "clap"), Said(OWNER, "Leila", "👍 🎉 gg")]
    connection.spell = partial(named, texts=moment.context.texts)
    return table
