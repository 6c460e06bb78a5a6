"""The built-in players: rows of one table of weights, and the one function that plays by a row.

Whoever moves gives every square it may go to a value, its weights times the crowds there, and takes the best;
among equals the one it prefers. A soul does so with every square of the room. Which ways and which square a player
prefers follows from its number and the game number.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, Final, TypeAlias

from game.cabinets.l4g import room as r
from game.cabinets.l4g.room import DOWN, LEFT, RIGHT, STAY, STRIDE, UP, WAYS
from game.cabinets.l4g.sight import CHANCE, CHOOSING, COLUMNS, CROWD, FLOOR, ROWS, SQUARE, STATE, TURN, Me, Seen
from game.core.compiled import in_place, next_chance

Styles: TypeAlias = Any
"""An `array` of rows of `STYLE_LENGTH`."""

(HERE_S, HERE_C, HERE_I, BESIDE_S, BESIDE_C, BESIDE_I, FAR_S, FAR_C, FAR_I, SPOTTING, STAYING, HOMING) = range(12)
"""Weights of survivors, corpses and infected on a square, one step from it and two steps from it; of what would be
spotted there; of staying; of each step less to the nearest corpse known."""
ACT: Final = 12
AS_SURVIVOR: Final = 0
AS_INFECTED: Final = ACT
AS_SOUL: Final = 2 * ACT
ACCEPTS: Final = 3 * ACT
"""1 if it accepts direct infection."""
WILD: Final = ACCEPTS + 1
"""1 if chance decides everything."""
STYLE_LENGTH: Final = WILD + 1

FAR: Final = tuple(step for step in r.SIGHT if step not in WAYS)
ORDERS: Final = tuple(way for order in permutations((UP, LEFT, RIGHT, DOWN)) for way in order)
_LOWEST: Final = -(1 << 60)


def _row(
    survivor: Mapping[int, int],
    infected: Mapping[int, int],
    soul: Mapping[int, int],
    *,
    accepts: bool = False,
    wild: bool = False,
) -> tuple[int, ...]:
    """A row of the table from the weights that are not 0."""
    acts = (survivor, infected, soul)
    return (*(weights.get(index, 0) for weights in acts for index in range(ACT)), int(accepts), int(wild))


_HUNGRY = {HERE_C: 30, BESIDE_C: 8, HERE_S: 6, HOMING: 5}

STYLES: Final[dict[str, tuple[int, ...]]] = {
    "horn-done": _row({}, {}, {}, accepts=True, wild=True),
    "loner": _row(
        {HERE_S: -3, BESIDE_S: -2, FAR_S: -1, HERE_I: -60, BESIDE_I: -20, FAR_I: -4, HERE_C: -2},
        _HUNGRY,
        {HERE_S: -3, BESIDE_S: -2, FAR_S: -1, HERE_I: -60, BESIDE_I: -20, FAR_I: -4},
    ),
    "scout": _row(
        {SPOTTING: 1, HERE_S: 2, BESIDE_S: 2, FAR_S: 2, HERE_I: -60, BESIDE_I: -12},
        _HUNGRY,
        {SPOTTING: 1, HERE_S: 1, BESIDE_S: 1, FAR_S: 1, HERE_I: -60, BESIDE_I: -12},
    ),
    "corpse-bomb": _row(
        {HERE_I: 40, BESIDE_I: 10, FAR_I: 4, HERE_C: 2},
        _HUNGRY,
        {HERE_I: 40, BESIDE_I: 2},
        accepts=True,
    ),
    "seeker": _row(
        {HERE_I: 20, BESIDE_I: 8, FAR_I: 4},
        {HERE_S: 20, BESIDE_S: 8, FAR_S: 3, HERE_C: 6},
        {HERE_I: 20, BESIDE_I: 4},
        accepts=True,
    ),
    "predator": _row(
        {HERE_S: 4, BESIDE_S: 2, FAR_S: 1, HERE_I: -10, BESIDE_I: -3},
        {HERE_C: 30, BESIDE_C: 6, HERE_S: 8, BESIDE_S: 2, HOMING: 10},
        {HERE_S: 4, BESIDE_S: 2, FAR_S: 1},
        accepts=True,
    ),
    "expert": _row(
        {
            HERE_S: 2,
            HERE_C: -40,
            BESIDE_S: 12,
            BESIDE_C: 25,
            BESIDE_I: -116,
            FAR_S: 4,
            FAR_C: -8,
            FAR_I: 7,
            HOMING: -5,
        },
        {HERE_S: 11, HERE_C: -14, HERE_I: -2, BESIDE_S: 3, FAR_S: -1, STAYING: 39, HOMING: -19},
        {
            HERE_S: -46,
            HERE_C: 6,
            HERE_I: 5,
            BESIDE_S: 8,
            BESIDE_C: -12,
            BESIDE_I: 2,
            FAR_S: 27,
            FAR_C: -10,
            SPOTTING: -2,
        },
        accepts=True,
    ),
}
"""The built-in players."""


@in_place
def step(me: Me, seen: Seen, styles: Styles, style: int) -> int:
    """The way that a survivor or an infected goes."""
    row = style * STYLE_LENGTH
    infected = me[STATE] == r.INFECTED
    if styles[row + WILD]:
        return int(_whim(me) % (5 if infected else 4))
    weights = row + (AS_INFECTED if infected else AS_SURVIVOR)
    homing = styles[weights + HOMING]
    goal = nearest_corpse(me, seen) if homing else r.SKY
    order = me[CHANCE] % 24 * 4
    best = _LOWEST
    found = STAY
    for index in range(4):
        way = ORDERS[order + index]
        square = me[SQUARE] + WAYS[way]
        if seen[FLOOR + square]:
            value = worth(seen, square, styles, weights)
            if goal != r.SKY:
                value -= homing * r.distance(square, goal)
            if value > best:
                best = value
                found = way
    if infected:
        value = worth(seen, me[SQUARE], styles, weights) + styles[weights + STAYING]
        if goal != r.SKY:
            value -= homing * r.distance(me[SQUARE], goal)
        if value > best:
            found = STAY
    return int(found)


@in_place
def accepts(me: Me, seen: Seen, styles: Styles, style: int) -> int:
    """Whether a survivor accepts direct infection (1) or not (0)."""
    return int(me[CHOOSING] and styles[style * STYLE_LENGTH + ACCEPTS])


@in_place
def spawn(me: Me, seen: Seen, styles: Styles, style: int) -> int:
    """The square that a soul chooses. It begins to look at its favourite one."""
    row = style * STYLE_LENGTH
    squares = me[ROWS] * me[COLUMNS]
    if styles[row + WILD]:
        index = _whim(me) % squares
        return int(r.square_at(index // me[COLUMNS], index % me[COLUMNS]))
    best = _LOWEST
    found = r.SKY
    index = me[CHANCE] // 24 % squares
    for _ in range(squares):
        square = r.square_at(index // me[COLUMNS], index % me[COLUMNS])
        value = worth(seen, square, styles, row + AS_SOUL)
        if value > best:
            best = value
            found = square
        index += 1
        if index == squares:
            index = 0
    return int(found)


@in_place
def worth(seen: Seen, square: int, styles: Styles, weights: int) -> int:
    """The value of a square by the weights that begin there."""
    here = seen[CROWD + square]
    beside = (
        seen[CROWD + square - STRIDE]
        + seen[CROWD + square - 1]
        + seen[CROWD + square + 1]
        + seen[CROWD + square + STRIDE]
    )
    far = 0
    for there in FAR:
        far += seen[CROWD + square + there]
    value = (
        styles[weights + HERE_S] * r.survivors(here)
        + styles[weights + HERE_C] * r.corpses(here)
        + styles[weights + HERE_I] * r.infected(here)
        + styles[weights + BESIDE_S] * r.survivors(beside)
        + styles[weights + BESIDE_C] * r.corpses(beside)
        + styles[weights + BESIDE_I] * r.infected(beside)
        + styles[weights + FAR_S] * r.survivors(far)
        + styles[weights + FAR_C] * r.corpses(far)
        + styles[weights + FAR_I] * r.infected(far)
    )
    if styles[weights + SPOTTING]:
        crowd = here + beside + far
        value += styles[weights + SPOTTING] * (r.corpses(crowd) + r.infected(crowd)) * r.survivors(crowd)
    return int(value)


@in_place
def nearest_corpse(me: Me, seen: Seen) -> int:
    """The square of the nearest corpse known, the first in reading order among equals; SKY without one."""
    found = r.SKY
    least = 2 * STRIDE
    for row in range(me[ROWS]):
        first = r.square_at(row, 0)
        for square in range(first, first + me[COLUMNS]):
            if r.corpses(seen[CROWD + square]):
                steps = r.distance(me[SQUARE], square)
                if steps < least:
                    least = steps
                    found = square
    return int(found)


@in_place
def _whim(me: Me) -> int:
    """A number that follows from the player and the turn."""
    return int(next_chance(next_chance(1 + (me[CHANCE] + 7919 * me[TURN]) % 2147483646)) >> 8)
