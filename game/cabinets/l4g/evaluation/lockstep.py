"""Plays many games at once with players in other processes: each game goes on until it needs their answers."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.l4g.players.player import ACCEPTS
from game.cabinets.l4g.players.playing import Scratch, decide_moves, decide_places, new_scratch
from game.cabinets.l4g.players.styles import STYLES, Styles
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.grading import grade
from game.cabinets.l4g.rules.packed_view import LENGTH, NOWHERE, write_sheet
from game.cabinets.l4g.rules.room import Room
from game.cabinets.l4g.rules.sight import know_floor
from game.cabinets.l4g.rules.tally import Tally, count_game
from game.cabinets.l4g.rules.turn import begin, finish, may_place, move, place
from game.core.compiled import array, in_place, inlined, octets, table

EMPTY, MOVING, PLACING, OVER = range(4)
"""What a slot waits for: a game; everyone's moves; squares of souls; nothing, as no game is left."""
NOT_ASKED: Final = -1


class Queue(NamedTuple):
    """The games to be played, and the tally of those that were."""

    highs: Any
    lows: Any
    """The halves of the games' numbers."""
    positions: Any
    begun: Any
    """A single number: how many games were begun."""
    tally: Tally


class Block(NamedTuple):
    """Games that are played at once, each in a slot.

    Outsiders are the players in other processes, counted from 0. They are asked by `sheets`, one list of sheets for
    each outsider; the answer to its sheet `index` is expected at `answers[outsider][index]`.
    """

    rooms: Any
    waits: Any
    """For each slot: which answers its game waits for before it can go on."""
    positions: Any
    """By slot: the position of its game in the list."""
    outsiders: Any
    """By outsider: its seat."""
    lineup: Any
    """By seat: the row of its style, or OUTSIDER."""
    groups: Any
    styles: Styles
    scratch: Scratch
    levels: Any
    sheets: Any
    counts: Any
    """By outsider: the number of sheets it gets."""
    order: Any
    """For each outsider and slot: the index of the sheet that asks about that slot's game, or NOT_ASKED."""
    answers: Any
    gone: Any
    """By outsider and slot: 1 if it failed too often in this game and is punished in every further turn."""
    since: Any
    """By outsider and slot: the first step of the game in which its present object was asked."""
    history: Any
    """By slot: the outsiders' answers in each step of its game, step by step."""
    again: Any
    """A single room in which a game is played again."""
    recalled: Any
    """A single row of sheets of a game that was played again."""
    first_slot: int
    """Number under which sheets name this block's slot 0; its slot n is named by n more."""


def new_queue(halves: list[tuple[int, int]], positions: list[int], tally: Tally) -> Queue:
    """Return a queue of games, none of them begun."""
    return Queue(
        array(high for high, _ in halves), array(low for _, low in halves), array(positions), array([0]), tally
    )


def new_block(room: Room, slots: int, lineup: Any, groups: Any, outsiders: tuple[int, ...], first_slot: int) -> Block:
    """Return a block of empty slots for rooms like `room`."""
    scratch = new_scratch()
    know_floor(room, scratch.seen)
    count = len(outsiders)
    return Block(
        rooms=table([room] * slots),
        waits=array([EMPTY] * slots),
        positions=array([0] * slots),
        outsiders=array(outsiders),
        lineup=lineup,
        groups=groups,
        styles=array(weight for row in STYLES.values() for weight in row),
        scratch=scratch,
        levels=array([0] * r.SQUARES),
        sheets=octets(count, slots * LENGTH),
        counts=array([0] * count),
        order=table([[NOT_ASKED] * slots] * count),
        answers=octets(count, slots),
        gone=table([[0] * slots] * count),
        since=table([[0] * slots] * count),
        history=octets(slots, 2 * room[r.TURNS] * count),
        again=table([room]),
        recalled=octets(1, 2 * room[r.TURNS] * LENGTH),
        first_slot=first_slot,
    )


@in_place
def play_on(block: Block, queue: Queue) -> None:
    """Take the answers, play every game on until it needs further ones, and write the sheets that ask for them."""
    for outsider in range(len(block.outsiders)):
        block.counts[outsider] = 0
    for slot in range(len(block.waits)):
        asked = False
        while not asked and block.waits[slot] != OVER:
            if block.waits[slot] == EMPTY:
                _open(block, queue, slot)
            elif block.waits[slot] == MOVING:
                _move(block, slot)
            else:
                _place(block, queue, slot)
            asked = _ask(block, slot)


@inlined
def _open(block: Block, queue: Queue, slot: int) -> None:
    """Begin the next game of the queue in a slot."""
    index = queue.begun[0]
    if index == len(queue.highs):
        block.waits[slot] = OVER
        return
    queue.begun[0] = index + 1
    block.waits[slot] = MOVING
    room = block.rooms[slot]
    r.open_game(room, queue.highs[index], queue.lows[index])
    block.positions[slot] = queue.positions[index]
    for outsider in range(len(block.outsiders)):
        block.gone[outsider][slot] = 0
        block.since[outsider][slot] = 0
    begin(room)


@inlined
def _move(block: Block, slot: int) -> None:
    room = block.rooms[slot]
    step = 2 * room[r.TURN]
    for outsider in range(len(block.outsiders)):
        code = r.SILENT
        index = block.order[outsider][slot]
        if index != NOT_ASKED:
            code = block.answers[outsider][index]
            if code % ACCEPTS > r.SILENT:
                code = r.SILENT
        block.history[slot][step * len(block.outsiders) + outsider] = code
    _carry_out_moves(block, slot, room)
    block.waits[slot] = PLACING


@inlined
def _carry_out_moves(block: Block, slot: int, room: Room) -> None:
    """Let everybody in a room move, the outsiders as they did in a slot."""
    scratch = block.scratch
    first = 2 * room[r.TURN] * len(block.outsiders)
    decide_moves(room, block.lineup, block.styles, scratch)
    for outsider in range(len(block.outsiders)):
        player = block.outsiders[outsider]
        code = block.history[slot][first + outsider]
        scratch.decisions[player] = code % ACCEPTS
        scratch.accepts[player] = code // ACCEPTS
    move(room, scratch.decisions, scratch.accepts)


@inlined
def _place(block: Block, queue: Queue, slot: int) -> None:
    room, scratch = block.rooms[slot], block.scratch
    step = 2 * room[r.TURN] + 1
    for outsider in range(len(block.outsiders)):
        code = NOWHERE
        index = block.order[outsider][slot]
        if index != NOT_ASKED:
            code = block.answers[outsider][index]
            if code >= room[r.ROWS] * room[r.COLUMNS]:
                code = NOWHERE
        block.history[slot][step * len(block.outsiders) + outsider] = code
    _carry_out_places(block, slot, room)
    if room[r.TURN] == room[r.TURNS]:
        grade(room, scratch.grades)
        count_game(room, scratch.grades, block.groups, block.positions[slot], queue.tally)
        block.waits[slot] = EMPTY
    else:
        begin(room)
        block.waits[slot] = MOVING


@inlined
def _carry_out_places(block: Block, slot: int, room: Room) -> None:
    """Let souls come down in a room, the outsiders as they did in a slot, and finish the turn."""
    scratch = block.scratch
    first = (2 * room[r.TURN] + 1) * len(block.outsiders)
    decide_places(room, block.lineup, block.styles, scratch)
    for outsider in range(len(block.outsiders)):
        square = r.SKY
        code = block.history[slot][first + outsider]
        if code != NOWHERE:
            square = r.square_at(code // room[r.COLUMNS], code % room[r.COLUMNS])
        scratch.places[block.outsiders[outsider]] = square
    place(room, scratch.places)
    finish(room)


@in_place
def step_of(block: Block, slot: int) -> int:
    """Return the step that a slot's game waits for: two a turn, its moves and its squares of souls."""
    return int(2 * block.rooms[slot][r.TURN] + (1 if block.waits[slot] == PLACING else 0))


@in_place
def play_again(block: Block, slot: int, outsider: int) -> int:
    """Play a slot's game again up to where it waits, by the answers that were given.

    Writes the sheets to which the outsider's present object has answered to `recalled`, and returns their number.
    """
    if block.waits[slot] not in (MOVING, PLACING) or block.gone[outsider][slot]:
        return 0
    room, there = block.again[0], block.rooms[slot]
    player, sheets, until = block.outsiders[outsider], block.recalled[0], step_of(block, slot)
    count = 0
    r.open_game(room, there[r.GAME_HIGH], there[r.GAME_LOW])
    begin(room)
    for step in range(until):
        spawns = step % 2 == 1
        if step >= block.since[outsider][slot] and (not spawns or may_place(room, player)):
            write_sheet(room, player, block.first_slot + slot, spawns, block.levels, sheets, count * LENGTH)
            count += 1
        if spawns:
            _carry_out_places(block, slot, room)
            begin(room)
        else:
            _carry_out_moves(block, slot, room)
    return count


@inlined
def _ask(block: Block, slot: int) -> bool:
    """Write the sheets of the outsiders that a slot waits for. Returns whether there are any."""
    asked = False
    room, placing = block.rooms[slot], block.waits[slot] == PLACING
    for outsider in range(len(block.outsiders)):
        player = block.outsiders[outsider]
        block.order[outsider][slot] = NOT_ASKED
        if (
            block.waits[slot] in (MOVING, PLACING)
            and block.gone[outsider][slot] == 0
            and (not placing or may_place(room, player))
        ):
            index = block.counts[outsider]
            block.order[outsider][slot] = index
            block.counts[outsider] = index + 1
            write_sheet(
                room, player, block.first_slot + slot, placing, block.levels, block.sheets[outsider], index * LENGTH
            )
            asked = True
    return asked
