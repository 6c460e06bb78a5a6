"""What built-in players are given: `(me, seen)` and never the room (spec, "Classroom and players").

`me` holds what a player knows of itself, `seen` a crowd for each square it knows of, and 0 for all others.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from game.cabinets.l4g import room as r
from game.cabinets.l4g.room import Room
from game.core.compiled import in_place

Me: TypeAlias = Any
Seen: TypeAlias = Any

(STATE, SQUARE, TURN, CHOOSING, CHANCE, ROWS, COLUMNS) = range(7)
ME_LENGTH: Final = 7

CROWD: Final = 0
"""A crowd for each square."""
FLOOR: Final = CROWD + r.SQUARES
"""For each square 1 if it belongs to the room."""
COUNT: Final = FLOOR + r.SQUARES
"""How many squares are noted."""
NOTED: Final = COUNT + 1
"""The squares where somebody was seen, some of them more than once."""
SEEN_LENGTH: Final = NOTED + len(r.SIGHT) * len(r.SIGHT) + r.SQUARES


@in_place
def know_oneself(room: Room, player: int, me: Me) -> None:
    """Write what a player knows of itself."""
    me[STATE] = room[r.STATE + player]
    me[SQUARE] = room[r.SQUARE + player]
    me[TURN] = room[r.TURN]
    me[CHOOSING] = room[r.CHOOSING]
    me[CHANCE] = room[r.CHANCE + player]
    me[ROWS] = room[r.ROWS]
    me[COLUMNS] = room[r.COLUMNS]


@in_place
def know_floor(room: Room, seen: Seen) -> None:
    """Write which squares there are; `seen` shows nobody yet."""
    for square in range(r.SQUARES):
        seen[CROWD + square] = 0
        seen[FLOOR + square] = room[r.INSIDE + square]
    seen[COUNT] = 0


@in_place
def look(room: Room, state: int, square: int, seen: Seen) -> None:
    """Write what everybody of this state on this square sees; what was seen before is forgotten."""
    for index in range(seen[COUNT]):
        seen[CROWD + seen[NOTED + index]] = 0
    seen[COUNT] = 0
    if state == r.SURVIVOR:
        for step in r.SIGHT:
            _note(seen, square + step, room[r.CROWD + square + step])
        for step in r.SIGHT:
            if step != 0 and r.survivors(room[r.CROWD + square + step]):
                for further in r.SIGHT:
                    _note(seen, square + step + further, room[r.CROWD + square + step + further])
    elif state == r.CORPSE:
        _note(seen, square, room[r.CROWD + square])
    else:
        mask = r.FIELD << 16 if state == r.INFECTED else r.EVERYBODY
        for row in range(room[r.ROWS]):
            first = r.square_at(row, 0)
            for there in range(first, first + room[r.COLUMNS]):
                _note(seen, there, room[r.CROWD + there] & mask)
        if state == r.INFECTED:
            for step in r.SCENT:
                _note(seen, square + step, room[r.CROWD + square + step])


@in_place
def _note(seen: Seen, square: int, crowd: int) -> None:
    if crowd:
        seen[CROWD + square] = crowd
        seen[NOTED + seen[COUNT]] = square
        seen[COUNT] += 1
