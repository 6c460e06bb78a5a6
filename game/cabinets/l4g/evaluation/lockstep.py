"""Many games at once, for players that answer from elsewhere: each game goes on until it needs their answers."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.l4g.players.player import ACCEPTS
from game.cabinets.l4g.players.playing import Desk, decide_moves, decide_places, new_desk
from game.cabinets.l4g.players.styles import STYLES, Styles
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.grading import grade
from game.cabinets.l4g.rules.room import Room
from game.cabinets.l4g.rules.sheet import LENGTH, NOWHERE, write_sheet
from game.cabinets.l4g.rules.sight import know_floor
from game.cabinets.l4g.rules.tally import Tally, count_game
from game.cabinets.l4g.rules.turn import begin, finish, may_place, move, place
from game.core.compiled import array, in_place, inlined, octets, table

EMPTY, MOVING, PLACING, OVER = range(4)
"""What a slot waits for: a game, everyone's moves, squares of souls; or nothing, as no game is left."""
NOT_ASKED: Final = -1


class Queue(NamedTuple):
    """The games to be played, and what came of those that were."""

    highs: Any
    lows: Any
    """The halves of their numbers."""
    positions: Any
    begun: Any
    """As the only number: how many were begun."""
    tally: Tally


class Hall(NamedTuple):
    """Games that are played at once, each in a slot.

    Outsiders are the players who answer from elsewhere, counted from 0. They are asked by `sheets`, for each outsider
    one after another; the answer to its sheet `index` is expected at `answers[outsider][index]`.
    """

    rooms: Any
    waits: Any
    """What each slot waits for."""
    positions: Any
    """The position of each slot's game in the list."""
    outsiders: Any
    """The seat of each outsider."""
    lineup: Any
    """For each seat the row of its style; OUTSIDER where the seat is one."""
    groups: Any
    styles: Styles
    desk: Desk
    levels: Any
    sheets: Any
    counts: Any
    """How many sheets each outsider got."""
    order: Any
    """For each outsider and slot the index of its sheet, or NOT_ASKED."""
    answers: Any
    gone: Any
    """For each outsider and slot 1 if it takes no part in the game any more: it is punished ever after."""
    first_slot: int
    """The number that slot 0 has on sheets."""


def new_queue(halves: list[tuple[int, int]], positions: list[int], tally: Tally) -> Queue:
    """A queue of games, none of them begun."""
    return Queue(
        array(high for high, _ in halves), array(low for _, low in halves), array(positions), array([0]), tally
    )


def new_hall(room: Room, slots: int, lineup: Any, groups: Any, outsiders: tuple[int, ...], first_slot: int) -> Hall:
    """A hall of empty slots, for rooms like this one."""
    desk = new_desk()
    know_floor(room, desk.seen)
    count = len(outsiders)
    return Hall(
        rooms=table([room] * slots),
        waits=array([EMPTY] * slots),
        positions=array([0] * slots),
        outsiders=array(outsiders),
        lineup=lineup,
        groups=groups,
        styles=array(weight for row in STYLES.values() for weight in row),
        desk=desk,
        levels=array([0] * r.SQUARES),
        sheets=octets(count, slots * LENGTH),
        counts=array([0] * count),
        order=table([[NOT_ASKED] * slots] * count),
        answers=octets(count, slots),
        gone=table([[0] * slots] * count),
        first_slot=first_slot,
    )


@in_place
def play_on(hall: Hall, queue: Queue) -> None:
    """Take the answers, play every game on until it needs others, and write the sheets that ask for them."""
    for outsider in range(len(hall.outsiders)):
        hall.counts[outsider] = 0
    for slot in range(len(hall.waits)):
        asked = False
        while not asked and hall.waits[slot] != OVER:
            if hall.waits[slot] == EMPTY:
                _open(hall, queue, slot)
            elif hall.waits[slot] == MOVING:
                _move(hall, slot)
            else:
                _place(hall, queue, slot)
            asked = _ask(hall, slot)


@inlined
def _open(hall: Hall, queue: Queue, slot: int) -> None:
    """Begin the next game of the queue in a slot."""
    index = queue.begun[0]
    if index == len(queue.highs):
        hall.waits[slot] = OVER
        return
    queue.begun[0] = index + 1
    hall.waits[slot] = MOVING
    room = hall.rooms[slot]
    r.open_game(room, queue.highs[index], queue.lows[index])
    hall.positions[slot] = queue.positions[index]
    for outsider in range(len(hall.outsiders)):
        hall.gone[outsider][slot] = 0
    begin(room)


@inlined
def _move(hall: Hall, slot: int) -> None:
    room, desk = hall.rooms[slot], hall.desk
    decide_moves(room, hall.lineup, hall.styles, desk)
    for outsider in range(len(hall.outsiders)):
        player = hall.outsiders[outsider]
        code = r.SILENT
        index = hall.order[outsider][slot]
        if index != NOT_ASKED:
            code = hall.answers[outsider][index]
        desk.decisions[player] = code % ACCEPTS
        desk.accepts[player] = code // ACCEPTS
    move(room, desk.decisions, desk.accepts)
    hall.waits[slot] = PLACING


@inlined
def _place(hall: Hall, queue: Queue, slot: int) -> None:
    room, desk = hall.rooms[slot], hall.desk
    decide_places(room, hall.lineup, hall.styles, desk)
    for outsider in range(len(hall.outsiders)):
        square = r.SKY
        index = hall.order[outsider][slot]
        if index != NOT_ASKED:
            code = hall.answers[outsider][index]
            if code != NOWHERE:
                square = r.square_at(code // room[r.COLUMNS], code % room[r.COLUMNS])
        desk.places[hall.outsiders[outsider]] = square
    place(room, desk.places)
    finish(room)
    if room[r.TURN] == room[r.TURNS]:
        grade(room, desk.grades)
        count_game(room, desk.grades, hall.groups, hall.positions[slot], queue.tally)
        hall.waits[slot] = EMPTY
    else:
        begin(room)
        hall.waits[slot] = MOVING


@inlined
def _ask(hall: Hall, slot: int) -> bool:
    """Write the sheets of those who are asked for what a slot waits for; whether there are any."""
    asked = False
    room, placing = hall.rooms[slot], hall.waits[slot] == PLACING
    for outsider in range(len(hall.outsiders)):
        player = hall.outsiders[outsider]
        hall.order[outsider][slot] = NOT_ASKED
        if (
            hall.waits[slot] in (MOVING, PLACING)
            and hall.gone[outsider][slot] == 0
            and (not placing or may_place(room, player))
        ):
            index = hall.counts[outsider]
            hall.order[outsider][slot] = index
            hall.counts[outsider] = index + 1
            write_sheet(
                room, player, hall.first_slot + slot, placing, hall.levels, hall.sheets[outsider], index * LENGTH
            )
            asked = True
    return asked
