"""The built-in players: rows of one table of weights, and the functions that play by a row.

A player that moves gives every square it may go to a value, the weights times the features of the square, and takes the
best; among equals the one it prefers. A soul does the same with every square of the room. Preferences follow from the
player's number and the game number. Features follow only from what is seen, so they are computed once for all players
that see the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, Final, TypeAlias

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import DOWN, LEFT, RIGHT, STAY, STRIDE, UP, WAYS
from game.cabinets.l4g.rules.sight import (
    CHANCE,
    CHOOSING,
    COLUMNS,
    COUNT,
    CROWD,
    FLOOR,
    LISTED,
    ROWS,
    SQUARE,
    STATE,
    TURN,
    Me,
    Seen,
)
from game.core.compiled import in_place, inlined, next_chance

Styles: TypeAlias = Any
"""An `array` of rows of `STYLE_LENGTH`."""
Features: TypeAlias = Any
"""A row of `ACT` features for each square that is weighed."""
Values: TypeAlias = Any
"""By style: the value of each way."""

(HERE_S, HERE_C, HERE_I, BESIDE_S, BESIDE_C, BESIDE_I, FAR_S, FAR_C, FAR_I, SPOTTING, STAYING, HOMING) = range(12)
"""Features of a square, which index its weights: survivors, corpses and infected on it, one step and two steps from it;
how many would be spotted from it; staying; the steps to the nearest known corpse, as a negative number."""
ACT: Final = 12
WAYS_LENGTH: Final = len(WAYS)
FEATURES_LENGTH: Final = ACT * r.MOST_SIDE * r.MOST_SIDE
AS_SURVIVOR: Final = 0
AS_INFECTED: Final = ACT
AS_SOUL: Final = 2 * ACT
ACCEPTS: Final = 3 * ACT
"""Index in a row: 1 if the style accepts direct infection."""
WILD: Final = ACCEPTS + 1
"""Index in a row: 1 if chance decides everything."""
STYLE_LENGTH: Final = WILD + 1
OUTSIDER: Final = -1
"""Stands for a row: a player that decides elsewhere."""

ORDERS: Final = tuple(way for order in permutations((UP, LEFT, RIGHT, DOWN)) for way in order)
NOWHERE: Final = -(1 << 60)
"""Less than any value: the value of a way out of the room."""


def _row(
    survivor: Mapping[int, int],
    infected: Mapping[int, int],
    soul: Mapping[int, int],
    *,
    accepts: bool = False,
    wild: bool = False,
) -> tuple[int, ...]:
    """Return a row of the table from the weights that are not 0."""
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
"""The built-in players, by name."""


@inlined
def survey(seen: Seen, square: int, features: Features) -> None:
    """Write the features of the squares that each way leads to from `square`."""
    goal = nearest_corpse(seen, square)
    for way in range(WAYS_LENGTH):
        describe(seen, square + WAYS[way], goal, features, way * ACT)
    features[STAY * ACT + STAYING] = 1


@in_place
def survey_room(seen: Seen, rows: int, columns: int, features: Features) -> None:
    """Write the features of every square of the room, in reading order, for souls."""
    for row in range(rows):
        for column in range(columns):
            describe(seen, r.square_at(row, column), r.SKY, features, (row * columns + column) * ACT)


@inlined
def describe(seen: Seen, square: int, goal: int, features: Features, first: int) -> None:
    """Write the features of a square; `goal` is the square of the nearest corpse, SKY without one."""
    here = seen[CROWD + square]
    beside = (
        seen[CROWD + square - STRIDE]
        + seen[CROWD + square - 1]
        + seen[CROWD + square + 1]
        + seen[CROWD + square + STRIDE]
    )
    far = (
        seen[CROWD + square - 2 * STRIDE]
        + seen[CROWD + square - STRIDE - 1]
        + seen[CROWD + square - STRIDE + 1]
        + seen[CROWD + square - 2]
        + seen[CROWD + square + 2]
        + seen[CROWD + square + STRIDE - 1]
        + seen[CROWD + square + STRIDE + 1]
        + seen[CROWD + square + 2 * STRIDE]
    )
    crowd = here + beside + far
    features[first + HERE_S] = r.survivors(here)
    features[first + HERE_C] = r.corpses(here)
    features[first + HERE_I] = r.infected(here)
    features[first + BESIDE_S] = r.survivors(beside)
    features[first + BESIDE_C] = r.corpses(beside)
    features[first + BESIDE_I] = r.infected(beside)
    features[first + FAR_S] = r.survivors(far)
    features[first + FAR_C] = r.corpses(far)
    features[first + FAR_I] = r.infected(far)
    features[first + SPOTTING] = (r.corpses(crowd) + r.infected(crowd)) * r.survivors(crowd)
    features[first + STAYING] = 0
    features[first + HOMING] = 0 if goal == r.SKY else -r.distance(square, goal)


@inlined
def nearest_corpse(seen: Seen, square: int) -> int:
    """Return the square of the nearest known corpse, the first in reading order among equals; SKY if there is none."""
    found = r.SKY
    least = 2 * STRIDE
    for index in range(seen[COUNT]):
        there = seen[LISTED + index]
        steps = r.distance(square, there)
        if steps < least or (steps == least and there < found):
            least = steps
            found = there
    return int(found)


@inlined
def weigh(me: Me, seen: Seen, features: Features, styles: Styles, style: int, values: Values) -> None:
    """Write the value of each way for a survivor or an infected of this style; `features` come from `survey`.

    The values are the same for all players of one style on one square.
    """
    weights = style * STYLE_LENGTH + (AS_INFECTED if me[STATE] == r.INFECTED else AS_SURVIVOR)
    for way in range(WAYS_LENGTH):
        value = NOWHERE
        if seen[FLOOR + me[SQUARE] + WAYS[way]]:
            value = worth(features, way * ACT, styles, weights)
        values[style * WAYS_LENGTH + way] = value


@inlined
def step(me: Me, styles: Styles, style: int, values: Values) -> int:
    """Return the way that a survivor or an infected goes; `values` come from `weigh`."""
    infected = me[STATE] == r.INFECTED
    if styles[style * STYLE_LENGTH + WILD]:
        return int(_whim(me) % (WAYS_LENGTH if infected else STAY))
    first = style * WAYS_LENGTH
    order = me[CHANCE] % 24 * 4
    best = NOWHERE
    found = STAY
    for index in range(4):
        way = ORDERS[order + index]
        if values[first + way] > best:
            best = values[first + way]
            found = way
    if infected and values[first + STAY] > best:
        found = STAY
    return int(found)


@inlined
def accepts(me: Me, styles: Styles, style: int) -> int:
    """Return whether a survivor accepts direct infection: 1 or 0."""
    return int(me[CHOOSING] and styles[style * STYLE_LENGTH + ACCEPTS])


@in_place
def spawn(me: Me, features: Features, styles: Styles, style: int) -> int:
    """Return the square that a soul chooses; `features` come from `survey_room`. Ties go to its favourite square."""
    row = style * STYLE_LENGTH
    squares = me[ROWS] * me[COLUMNS]
    index = me[CHANCE] // 24 % squares
    found = index
    if styles[row + WILD]:
        found = _whim(me) % squares
    else:
        best = NOWHERE
        for _ in range(squares):
            value = worth(features, index * ACT, styles, row + AS_SOUL)
            if value > best:
                best = value
                found = index
            index += 1
            if index == squares:
                index = 0
    return int(r.square_at(found // me[COLUMNS], found % me[COLUMNS]))


@inlined
def worth(features: Features, first: int, styles: Styles, weights: int) -> int:
    """Return the value of the square whose features begin at `first`, by the weights that begin at `weights`."""
    value = 0
    for index in range(ACT):
        value += features[first + index] * styles[weights + index]
    return int(value)


@in_place
def _whim(me: Me) -> int:
    """Return a random number that follows from the player and the turn."""
    return int(next_chance(next_chance(1 + (me[CHANCE] + 7919 * me[TURN]) % 2147483646)) >> 8)
