"""The value of a position to a seat, in whole numbers over `ground`, with weights fitted by `build/fit_volcano.py`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.volcano import ground as g
from game.cabinets.volcano.ground import Ground
from game.core.compiled import in_place, inner

FEATURES: Final = 20
WIN: Final = 1 << 40
"""Worth of a won match; a seat that is out has the negative of it."""
UNKNOWN: Final = 1 << 50
"""Marks a worth that was not computed yet."""
_SOON: Final = 6
"""Number of turns for which a seat's huts should last."""
LONG: Final = 3
"""Number of turns from which possible builds count in full."""


class Seats(NamedTuple):
    """The state of the seats in a position, beside its ground."""

    stock: Any
    """Huts, temples and towers left, three numbers per seat."""
    gone: Any
    """1 for each seat that is out."""
    weights: Any
    """Weights of the features in thousandths: for the seat that moves next, then for the others."""
    returned: bool
    """Whether buried huts go back to their owner."""
    many: bool
    """Whether a seat may build several times in a turn."""


@in_place
def features(ground: Ground, seats: Seats, seat: int, turns: int, out: Any, start: int) -> None:
    """Write the features, which the value weighs, of a seat with `turns` turns left into `out`, from `start` on."""
    groups, stock = ground.groups, seats.stock
    huts, temples, towers = stock[3 * seat], stock[3 * seat + 1], stock[3 * seat + 2]
    for number in range(start, start + FEATURES):
        out[number] = 0
    count = g.survey(ground, seat)
    ready = high = reach = 0
    for number in range(1, count + 1):
        own = number * g.GROUP
        edges, size = groups[own + g.EDGES], groups[own + g.SIZE]
        if groups[own + g.TEMPLES] == 0:
            if size >= g.TEMPLE_SIZE:
                ready += edges > 0
            elif edges > 0:
                out[start + (6 if size == 1 else 5)] += 1
            out[start + 7] += min(4, edges)
        if groups[own + g.TOWERS] == 0:
            high += groups[own + g.HIGHEST] >= g.TOWER_LEVEL
            out[start + 9] += groups[own + g.HIGHEST] == g.TOWER_LEVEL - 1
        for field in range(1, g.VOLCANO):
            need = groups[own + g.NEEDS + field]
            if need <= huts:
                reach = reach + need if seats.many else max(reach, need)
    fresh = groups[g.FRESH]
    reach = min(huts, max(reach, fresh if seats.many else min(1, fresh)))
    most = 3 if seats.many else 1
    finished = (huts == 0) + (temples == 0) + (towers == 0)
    last = (
        (temples > 0 and min(ready, most) >= temples)
        or (towers > 0 and min(high, most) >= towers)
        or (huts > 0 and reach >= huts)
    )
    out[start + 3] = count
    out[start + 4] = min(ready, temples)
    out[start + 8] = min(high, towers)
    out[start + 10] = min(4, fresh)
    out[start + 11] = max(0, ready - temples)
    out[start + 16] = reach
    counts = min(turns, LONG)
    for number in range(start, start + FEATURES):
        out[number] *= counts
    out[start], out[start + 1], out[start + 2] = 3 - temples, 2 - towers, 20 - huts
    out[start + 12] = max(0, min(_SOON, turns) - huts)
    out[start + 13] = max(0, 2 - huts) * (turns > 0)
    slowest = max(3 * huts, 20 * temples, 30 * towers)
    race = 120 + slowest - 3 * huts - 20 * temples - 30 * towers
    out[start + 14], out[start + 15] = race, race * race // 120
    out[start + 17] = finished == 1 and last and turns > 0
    out[start + 18] = finished
    out[start + 19] = turns > 0 and reach == 0 and min(ready, temples) == 0 and min(high, towers) == 0


@inner
def worth(ground: Ground, seats: Seats, seat: int, turns: int, row: int, room: Any) -> int:
    """Return the worth of what a seat has, by its features; `row` is 0 for the seat that moves next, else 1."""
    stock = seats.stock
    if won(stock, seat):
        return WIN
    features(ground, seats, seat, turns, room, 0)
    total = 0
    for number in range(FEATURES):
        total += seats.weights[row * FEATURES + number] * room[number]
    return total


@in_place
def won(stock: Any, seat: int) -> bool:
    """Return whether a seat has built all buildings of two kinds, which wins."""
    return bool((stock[3 * seat] == 0) + (stock[3 * seat + 1] == 0) + (stock[3 * seat + 2] == 0) >= 2)


@in_place
def score(stock: Any, seat: int) -> int:
    """Return the number by which ranks are given when the stack is empty: temples, then towers, then huts."""
    points: int = 1000 * (3 - stock[3 * seat + 1]) + 100 * (2 - stock[3 * seat + 2]) + 20 - stock[3 * seat]
    return points


@in_place
def next_of(gone: Any, seat: int) -> int:
    """Return the next seat after this one that is not out."""
    for step in range(1, len(gone)):
        other = (seat + step) % len(gone)
        if gone[other] == 0:
            return other
    return seat


@in_place
def value(ground: Ground, seats: Seats, seat: int, first: int, stack: int, room: Any) -> int:
    """Return what a position is worth to a seat: its worth less that of its best opponent.

    `stack` tiles are still to be laid, the next of them by the seat `first`.
    """
    return value_beside(ground, seats, seat, first, stack, room, room, -1)


@inner
def value_beside(
    ground: Ground, seats: Seats, seat: int, first: int, stack: int, room: Any, apart: Any, touched: int
) -> int:
    """Return the value as `value` does, reusing worths of seats that a tried tile does not affect.

    Worths of seats without a bit in `touched` are read from `apart`, or stored there if they are UNKNOWN.
    """
    gone, count = seats.gone, len(seats.gone)
    alive = 0
    for other in range(count):
        alive += gone[other] == 0
    if gone[seat] or alive == 1:
        return -WIN if gone[seat] else WIN
    mine, best, before = 0, -2 * WIN, 0
    for step in range(count):
        other = (first + step) % count
        if gone[other]:
            continue
        turns = (stack + alive - 1 - before) // alive
        if touched >> other & 1:
            now = worth(ground, seats, other, turns, min(before, 1), room)
        else:
            if apart[other] == UNKNOWN:
                apart[other] = worth(ground, seats, other, turns, min(before, 1), room)
            now = apart[other]
        if stack == 0 and now < WIN:
            now = score(seats.stock, other) * (WIN // 10000)
        before += 1
        if other == seat:
            mine = now
        else:
            best = max(best, now)
    return mine - best
