"""What built-in players are given: `(me, seen)` and never the room (spec, "Classroom and players").

`me` holds what a player knows of itself, `seen` a crowd for each square it knows of and 0 for all others.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import Room
from game.core.compiled import in_place, inlined

Me: TypeAlias = Any
Seen: TypeAlias = Any

(STATE, SQUARE, TURN, CHOOSING, CHANCE, ROWS, COLUMNS) = range(7)
ME_LENGTH: Final = 7

CROWD: Final = 0
"""Offset in `seen` of the crowd of each square."""
FLOOR: Final = CROWD + r.SQUARES
"""Offset in `seen` of a number for each square: 1 if it belongs to the room."""
COUNT: Final = FLOOR + r.SQUARES
"""Index in `seen` of the number of squares listed from LISTED on."""
LISTED: Final = COUNT + 1
"""Offset in `seen` of the squares where corpses are known to be; some may be listed more than once."""
SEEN_LENGTH: Final = LISTED + len(r.SIGHT) * len(r.SIGHT) + r.SQUARES

CORPSES: Final = r.FIELD << 16
"""The field of corpses in a crowd."""


@inlined
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
    """Write which squares the room has; `seen` shows no players yet."""
    for square in range(r.SQUARES):
        seen[FLOOR + square] = room[r.INSIDE + square]
    forget(seen)


@in_place
def forget(seen: Seen) -> None:
    """Empty `seen`: nobody is seen anywhere."""
    for square in range(r.SQUARES):
        seen[CROWD + square] = 0
    seen[COUNT] = 0


@in_place
def look(room: Room, state: int, square: int, seen: Seen) -> None:
    """Write what every player of this state on this square sees; what was seen before is forgotten."""
    if state == r.INFECTED:
        sense(room, seen)
        peer(room, square, seen)
        return
    forget(seen)
    if state == r.SURVIVOR:
        for step in r.SIGHT:
            show(seen, square + step, room[r.CROWD + square + step])
        for step in r.SIGHT:
            if step != 0 and r.survivors(room[r.CROWD + square + step]):
                for further in r.SIGHT:
                    show(seen, square + step + further, room[r.CROWD + square + step + further])
    elif state == r.CORPSE:
        show(seen, square, room[r.CROWD + square])
    else:
        for there in range(r.SQUARES):
            show(seen, there, room[r.CROWD + there] & r.EVERYBODY)


@in_place
def sense(room: Room, seen: Seen) -> None:
    """Write what every infected senses wherever it is: the corpses. What was seen before is forgotten."""
    forget(seen)
    for row in range(room[r.ROWS]):
        first = r.square_at(row, 0)
        for there in range(first, first + room[r.COLUMNS]):
            show(seen, there, room[r.CROWD + there] & CORPSES)


@inlined
def peer(room: Room, square: int, seen: Seen) -> None:
    """Add what an infected sees from a square to the corpses that it senses."""
    for row in range(-r.MARGIN, r.MARGIN + 1):
        first = square + row * r.STRIDE - r.MARGIN
        for there in range(first, first + 2 * r.MARGIN + 1):
            seen[CROWD + there] = room[r.CROWD + there]


@inlined
def leave(square: int, seen: Seen) -> None:
    """Take away what `peer` added from the same square."""
    for row in range(-r.MARGIN, r.MARGIN + 1):
        first = square + row * r.STRIDE - r.MARGIN
        for there in range(first, first + 2 * r.MARGIN + 1):
            seen[CROWD + there] &= CORPSES


@inlined
def show(seen: Seen, square: int, crowd: int) -> None:
    """Write which crowd is seen on a square."""
    seen[CROWD + square] = crowd
    if crowd & CORPSES:
        seen[LISTED + seen[COUNT]] = square
        seen[COUNT] += 1
