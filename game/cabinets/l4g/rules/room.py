"""The room of L4G as one flat array of whole numbers, used by the match and by the evaluation alike.

A *room* is what `game.core.compiled.array` makes of `LENGTH` numbers; the names below are offsets into it. A square is
`(row + MARGIN) * STRIDE + column + MARGIN`: the room lies in a margin of squares that nobody enters, so every square
within two steps of one inside has a number. Square 0 means the sky.

A *crowd* counts in one number who is on some squares: survivors, corpses and infected, 16 bits each. Crowds add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from game.core.compiled import in_place, next_chance

Room: TypeAlias = Any

MOST_PLAYERS: Final = 60
"""The most players; they are bits of one number (`HEALED`)."""
MOST_SIDE: Final = 9
"""The most rows or columns."""
MARGIN: Final = 2
STRIDE: Final = MOST_SIDE + 2 * MARGIN
SQUARES: Final = STRIDE * STRIDE
SKY: Final = 0

SURVIVOR, CORPSE, INFECTED, SOUL = range(4)
UP, LEFT, RIGHT, DOWN, STAY, SILENT = range(6)
"""Decisions. SILENT is an exception or no answer; a player that may only wait answers STAY."""
WAYS: Final = (-STRIDE, -1, 1, STRIDE, 0)
"""By way: what it adds to a square."""
SIGHT: Final = tuple(
    row * STRIDE + column for row in range(-2, 3) for column in range(-2, 3) if abs(row) + abs(column) <= 2
)
"""What a survivor sees, as offsets from its square (spec, "Classroom and players")."""
UNIT: Final = (1, 1 << 16, 1 << 32, 0)
"""By state: what one player adds to a crowd."""
FIELD: Final = 0xFFFF
EVERYBODY: Final = (1 << 48) - 1
"""A mask of all fields of a crowd."""

NOTHING, MOVED, STAYED, PLACED = range(4)
"""Actions of a turn; MOVED + 4 × way is a move."""
ROSE, TURNED, DIED, KILLED, GAVE, GAINED, VANISHED, PUNISHED, ARRESTED = (1 << bit for bit in range(9))
"""Events of a turn, as bits: rose as infected; was infected directly; died; killed; healed somebody as a corpse; was
healed as an infected; vanished into the sky; broke a rule; failed to answer."""

PARTS: Final = 6
SURVIVOR_MOST, SURVIVOR_TOTAL, CORPSE_MOST, CORPSE_TOTAL, INFECTED_MOST, INFECTED_TOTAL = range(PARTS)

# Offsets of rows with one number for each player:
STATE: Final = 0
SQUARE: Final = STATE + MOST_PLAYERS
HEALTH: Final = SQUARE + MOST_PLAYERS
COOLDOWN: Final = HEALTH + MOST_PLAYERS
"""Offset: turns until a corpse rises or a soul may choose a square."""
LAST_STATE: Final = COOLDOWN + MOST_PLAYERS
LAST_SQUARE: Final = LAST_STATE + MOST_PLAYERS
"""LAST_STATE and LAST_SQUARE, offsets: state and square of each player when the turn began."""
COUNTER: Final = LAST_SQUARE + MOST_PLAYERS
POWER: Final = COUNTER + MOST_PLAYERS
"""Offset: what the next prayer adds to the counter."""
ACCEPTED: Final = POWER + MOST_PLAYERS
STREAK: Final = ACCEPTED + MOST_PLAYERS
"""Offset: turns survived in a row."""
KILLS: Final = STREAK + MOST_PLAYERS
"""Offset: kills and assists of this life as an infected."""
HEALED: Final = KILLS + MOST_PLAYERS
"""Offset: the infected that a corpse healed in this life, as bits."""
ACTION: Final = HEALED + MOST_PLAYERS
EVENTS: Final = ACTION + MOST_PLAYERS
SPOT: Final = EVENTS + MOST_PLAYERS
"""Offset: the square on which a player's action and events of the turn are seen; SKY if there are none."""
PUNISHMENTS: Final = SPOT + MOST_PLAYERS
CHANCE: Final = PUNISHMENTS + MOST_PLAYERS
"""Offset: a number in 1 … 2³¹ - 2 from the game number and the player's; it makes built-in players differ."""
SCORE: Final = CHANCE + MOST_PLAYERS
"""Offset: six rows of scores, one for each part."""

CROWD: Final = SCORE + PARTS * MOST_PLAYERS
"""Offset: a crowd for each square."""
INSIDE: Final = CROWD + SQUARES
"""Offset: for each square 1 if it belongs to the room."""

TURN: Final = INSIDE + SQUARES
"""Index: turns played."""
CHOOSING: Final = TURN + 1
"""Index: 1 while direct infection is offered."""
FIRING: Final = CHOOSING + 1
"""Index: the turn in which direct infection fires; 0 if none is running."""
GAME_HIGH: Final = FIRING + 1
GAME_LOW: Final = GAME_HIGH + 1
"""GAME_HIGH and GAME_LOW, indices: the game number's halves of 32 bits, as 64-bit products would wrap when compiled."""
PLAYERS: Final = GAME_LOW + 1

SETTINGS: Final = PLAYERS + 1
(ROWS, COLUMNS, TURNS, GUESTS, PENALTY, RISE, INCUBATION, DIRECT_HEALTH, CORPSE_HEALTH, HEAL, INFECT, WAIT,
 PRAYED_WAIT) = range(SETTINGS, SETTINGS + 13)  # fmt: skip
LENGTH: Final = SETTINGS + 13

_LOW_HALF = 0xFFFFFFFF


def new_room(players: int, settings: Sequence[int]) -> list[int]:
    """Return a room before its game number is known; `settings` are in the order of the names from ROWS on."""
    room = [0] * LENGTH
    room[PLAYERS] = players
    room[SETTINGS:] = settings
    room[STATE : STATE + players] = [SOUL] * players
    for row in range(room[ROWS]):
        for column in range(room[COLUMNS]):
            room[INSIDE + square_at(row, column)] = 1
    return room


@in_place
def square_at(row: int, column: int) -> int:
    """Return the square of a row and column, from 0."""
    return (row + MARGIN) * STRIDE + column + MARGIN


def place_of(square: int) -> tuple[int, int]:
    """Return the row and column of a square."""
    return square // STRIDE - MARGIN, square % STRIDE - MARGIN


def halves(number: int) -> tuple[int, int]:
    """Return a signed 64-bit game number as two halves of 32 bits.

    >>> halves(-1)
    (4294967295, 4294967295)
    """
    return number >> 32 & _LOW_HALF, number & _LOW_HALF


def game_number(high: int, low: int) -> int:
    """Return the signed game number of two halves.

    >>> game_number(*halves(-(2**63))) == -(2**63)
    True
    """
    number = high << 32 | low
    return number - (1 << 64) if number >> 63 else number


@in_place
def open_game(room: Room, high: int, low: int) -> None:
    """Put everyone into the sky at turn 0 of the game whose number has these halves."""
    for index in range(STATE, CROWD + SQUARES):
        room[index] = 0
    for player in range(room[PLAYERS]):
        room[STATE + player] = SOUL
        room[POWER + player] = 1
        room[CHANCE + player] = chance_of(high, low, player)
    room[TURN] = 0
    room[CHOOSING] = 0
    room[FIRING] = 0
    room[GAME_HIGH] = high
    room[GAME_LOW] = low


@in_place
def chance_of(high: int, low: int, player: int) -> int:
    """Return a number in 1 … 2³¹ - 2 derived from a game number and a player."""
    chance = 1 + high % 2147483646
    chance = 1 + (next_chance(chance) + low) % 2147483646
    chance = 1 + (next_chance(chance) + player * 7919) % 2147483646
    return int(next_chance(next_chance(chance)))


@in_place
def survivors(crowd: int) -> int:
    return crowd & FIELD


@in_place
def corpses(crowd: int) -> int:
    return crowd >> 16 & FIELD


@in_place
def infected(crowd: int) -> int:
    return crowd >> 32 & FIELD


@in_place
def become(room: Room, player: int, state: int, square: int) -> None:
    """Put a player into a state on a square, and keep the crowds of both squares right."""
    room[CROWD + room[SQUARE + player]] -= UNIT[room[STATE + player]]
    room[STATE + player] = state
    room[SQUARE + player] = square
    room[CROWD + square] += UNIT[state]


@in_place
def distance(one: int, other: int) -> int:
    """Return the number of steps between two squares."""
    return abs(one // STRIDE - other // STRIDE) + abs(one % STRIDE - other % STRIDE)


@in_place
def within(one: int, other: int) -> bool:
    """Return whether an infected on one square sees the other."""
    return bool(abs(one // STRIDE - other // STRIDE) <= 2 and abs(one % STRIDE - other % STRIDE) <= 2)
