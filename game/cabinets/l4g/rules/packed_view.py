"""What one player is told at one call, as a sheet of bytes: the form in which it is sent to people's own players.

A match makes the sheet from the view of the player's seat, an evaluation directly from the room; both give equal
sheets. A sheet begins with HEAD. Four grids of MOST_AREA squares follow, row by row, then five rows of MOST_PLAYERS
players. What is unknown is 0, an unknown square NOWHERE.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, Final

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import MOST_PLAYERS, MOST_SIDE, Room
from game.cabinets.l4g.rules.views import ACTION_KINDS, EVENT_KINDS, FULL, NOTHING, STATES, Phase, View, know_squares
from game.core.compiled import in_place, inlined

HEAD: Final = Struct("<qii6i9B")
"""The head of a sheet: game number, turn, health, the six scores, then the single bytes from SLOT on."""
TURN, HEALTH, SCORES = 8, 12, 16
(SLOT, CALL, FIRST, CHOOSING, NUMBER, ROWS, COLUMNS, SQUARE, COOLDOWN) = range(40, 49)
"""Offsets: the game's slot among many games at once; the call; whether it is the game's first; direct infection
offered; the player's number; the size of the room; the player's square and cooldown."""

CALLS: Final = ("survivor_move", "corpse_stay", "infected_move", "soul_stay", "soul_spawn")
"""The calls in the order of the states; the last one is a second call for souls."""
SPAWN: Final = 4

MOST_AREA: Final = MOST_SIDE * MOST_SIDE
SIGHT: Final = HEAD.size
SURVIVORS: Final = SIGHT + MOST_AREA
CORPSES: Final = SURVIVORS + MOST_AREA
INFECTED: Final = CORPSES + MOST_AREA
PLACE: Final = INFECTED + MOST_AREA
"""Offset of the squares where players are known to be."""
STATE: Final = PLACE + MOST_PLAYERS
SPOT: Final = STATE + MOST_PLAYERS
"""Offset of the squares where each player's action and events of the last turn are seen."""
ACTION: Final = SPOT + MOST_PLAYERS
EVENTS: Final = ACTION + MOST_PLAYERS
"""Offset of the events: two bytes a player, the low one first."""
LENGTH: Final = EVENTS + 2 * MOST_PLAYERS

NOWHERE: Final = 255
_ACTION_OF: Final = {kind: code for code, kind in ACTION_KINDS.items()}


def heading(game_number: int, player: int, turn: int, call: int) -> str:
    """Return game, player, turn and call in words, as a heading in a log."""
    return f"game {game_number}, player {player}, turn {turn}, {CALLS[call]}"


def heading_of(view: View) -> str:
    """Return the heading of the call that a view is for."""
    return heading(view.game_number, view.number, view.turn, _call_of(view))


def sheet_of(view: View) -> bytes:
    """Return the view of a seat as a sheet."""
    sheet, me, columns = bytearray(LENGTH), view.me, view.columns

    def index(place: Sequence[int] | None) -> int:
        return NOWHERE if place is None else place[0] * columns + place[1]

    (scores,) = view.scores
    HEAD.pack_into(
        sheet,
        0,
        view.game_number,
        view.turn,
        me.health or 0,
        *(getattr(scores, name) for name in scores.__struct_fields__),
        0,
        _call_of(view),
        view.turn == 0 and view.phase is Phase.MOVE,
        view.choosing,
        view.number,
        view.rows,
        columns,
        index(me.square),
        view.cooldown,
    )
    sheet[SIGHT : SIGHT + len(view.sight)] = view.sight
    for row in (PLACE, SPOT):
        sheet[row : row + MOST_PLAYERS] = bytes([NOWHERE]) * MOST_PLAYERS
    for player in view.players:
        if player.square is not None:
            state, square = STATES.index(player.state), index(player.square)
            sheet[PLACE + player.number], sheet[STATE + player.number] = square, state
            sheet[SURVIVORS + state * MOST_AREA + square] += 1
    for deed in view.actions:
        sheet[SPOT + deed.number] = index(deed.square)
        sheet[ACTION + deed.number] = _ACTION_OF[deed.kind]
    for deed in view.events:
        bit = EVENT_KINDS.index(deed.kind)
        sheet[SPOT + deed.number] = index(deed.square)
        sheet[EVENTS + 2 * deed.number + bit // 8] |= 1 << bit % 8
    return bytes(sheet)


def _call_of(view: View) -> int:
    return SPAWN if view.phase is Phase.PLACE else STATES.index(view.me.state)


@in_place
def write_sheet(room: Room, player: int, slot: int, spawns: bool, levels: Any, sheet: Any, at: int) -> None:
    """Write what a player knows of a room from `at` on; `levels` is scratch with a number for each square.

    `spawns` says that a soul is asked for a square, not everyone for a move.
    """
    state = room[r.STATE + player]
    _number(sheet, at, room[r.GAME_LOW])
    _number(sheet, at + 4, room[r.GAME_HIGH])
    _number(sheet, at + TURN, room[r.TURN])
    _number(sheet, at + HEALTH, room[r.HEALTH + player])
    for part in range(r.PARTS):
        _number(sheet, at + SCORES + 4 * part, room[r.SCORE + part * MOST_PLAYERS + player])
    sheet[at + SLOT] = slot
    sheet[at + CALL] = SPAWN if spawns else state
    sheet[at + FIRST] = 1 if room[r.TURN] == 0 and not spawns else 0
    sheet[at + CHOOSING] = room[r.CHOOSING]
    sheet[at + NUMBER] = player
    sheet[at + ROWS] = room[r.ROWS]
    sheet[at + COLUMNS] = room[r.COLUMNS]
    sheet[at + SQUARE] = _index(room, room[r.SQUARE + player])
    sheet[at + COOLDOWN] = room[r.COOLDOWN + player]
    know_squares(room, state, room[r.SQUARE + player], levels)
    _write_squares(room, state, levels, sheet, at)
    for other in range(room[r.PLAYERS]):
        _write_player(room, state, player, other, levels, sheet, at)
    for other in range(room[r.PLAYERS], MOST_PLAYERS):
        sheet[at + PLACE + other] = NOWHERE
        sheet[at + SPOT + other] = NOWHERE


@inlined
def _write_squares(room: Room, state: int, levels: Any, sheet: Any, at: int) -> None:
    unseen = r.FIELD << 16 if state == r.INFECTED else 0
    index = at
    for row in range(room[r.ROWS]):
        first = r.square_at(row, 0)
        for there in range(first, first + room[r.COLUMNS]):
            crowd = room[r.CROWD + there]
            if levels[there] == NOTHING:
                crowd &= unseen
            sheet[SIGHT + index] = levels[there]
            sheet[SURVIVORS + index] = r.survivors(crowd)
            sheet[CORPSES + index] = r.corpses(crowd)
            sheet[INFECTED + index] = r.infected(crowd)
            index += 1


@inlined
def _write_player(room: Room, state: int, player: int, other: int, levels: Any, sheet: Any, at: int) -> None:
    place = NOWHERE
    found = 0
    here = room[r.SQUARE + other]
    if here != r.SKY and (
        levels[here] != NOTHING or other == player or (state == r.INFECTED and room[r.STATE + other] == r.CORPSE)
    ):
        place = _index(room, here)
        found = room[r.STATE + other]
    spot = NOWHERE
    action = 0
    events = 0
    there = room[r.SPOT + other]
    if there != r.SKY and levels[there] == FULL and (room[r.ACTION + other] or room[r.EVENTS + other]):
        spot = _index(room, there)
        action = room[r.ACTION + other]
        events = room[r.EVENTS + other]
    sheet[at + PLACE + other] = place
    sheet[at + STATE + other] = found
    sheet[at + SPOT + other] = spot
    sheet[at + ACTION + other] = action
    sheet[at + EVENTS + 2 * other] = events & 255
    sheet[at + EVENTS + 2 * other + 1] = events >> 8


@inlined
def _index(room: Room, square: int) -> int:
    """Return the number of a square counted row by row in the room; NOWHERE for the sky."""
    if square == r.SKY:
        return NOWHERE
    return int((square // r.STRIDE - r.MARGIN) * room[r.COLUMNS] + square % r.STRIDE - r.MARGIN)


@inlined
def _number(sheet: Any, at: int, number: int) -> None:
    """Write a whole number of 32 bits, the low byte first."""
    sheet[at] = number & 255
    sheet[at + 1] = number >> 8 & 255
    sheet[at + 2] = number >> 16 & 255
    sheet[at + 3] = number >> 24 & 255
