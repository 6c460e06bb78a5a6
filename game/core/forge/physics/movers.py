"""Movers: where each one is at a runner's own tick, by closed formulas, and what it does to the runner.

Movers lie in one flat array, `MOVER` numbers each. Their positions are not stored but follow from each runner's own
clock, even when that is set back or run again.
"""

from __future__ import annotations

from typing import Any, Final

from game.core.compiled import compiled, inlined
from game.core.forge.physics.numbers import (
    BACK_X,
    BACK_Y,
    BOUNCE,
    CAUSE,
    CHECKPOINTS,
    CLOCK,
    DEAD,
    DEATHS,
    DOWN,
    GEM_COUNT,
    GOAL,
    GONE,
    GRACE,
    GROUND,
    HELD,
    JUMP,
    LEAP,
    ON_LADDER,
    SHRINK,
    SPEED_X,
    SPEED_Y,
    SPRUNG,
    SQUARE,
    STOMP,
    STOMPS,
    TALL,
    TOUCHED,
    WIDE,
    WISH,
    WORD,
    X,
    Y,
)

WALKER: Final = 0
FLYER: Final = 1
GIANT: Final = 2
CRUSHER: Final = 3
DART: Final = 4
CHECKPOINT: Final = 5
FINISH: Final = 6

MOVER: Final = 9
"""How many numbers a mover has in the array. The constants that follow are the indices of its numbers."""
KIND: Final = 0
LEFT_EDGE: Final = 1
"""Index of the left edge of a mover's box at the first end of its way;
for a crusher at the top, for a dart at the mouth."""
TOP_EDGE: Final = 2
WIDTH: Final = 3
HEIGHT: Final = 4
TOWARDS: Final = 5
"""Index of the direction, 1 or -1, from the first end of a mover's way to the second."""
SPAN: Final = 6
"""Index of the distance in units from the first end of a mover's way to the second."""
PHASE: Final = 7
"""Index of how far along its way a mover is at tick 0, in units (walkers, flyers, giants) or ticks (crushers); of the
goal, how many jewels it asks for."""
NUMBER: Final = 8
"""Index of the number of a mover's bit if it can be stomped; else -1."""

WALK: Final = 10
PLOD: Final = 5
UP_TICKS: Final = 60
DROP: Final = 32
DOWN_TICKS: Final = 30
RISE: Final = 8
SHOT: Final = 150
DART_SPEED: Final = 24


@inlined
def to_and_fro(done: int, span: int) -> int:
    """Return the distance from the first end of its way of a mover that has gone `done` units to and fro."""
    if span == 0:
        return 0
    done %= 2 * span
    return done if done < span else 2 * span - done


@inlined
def dropped(ticks: int, span: int) -> int:
    """Return how many units below its top a crusher with a fall of `span` is after so many ticks."""
    falls = -(-span // DROP)
    ticks %= UP_TICKS + falls + DOWN_TICKS + -(-span // RISE)
    if ticks < UP_TICKS:
        return 0
    if ticks < UP_TICKS + falls:
        return min(span, DROP * (ticks - UP_TICKS + 1))
    if ticks < UP_TICKS + falls + DOWN_TICKS:
        return span
    return max(0, span - RISE * (ticks - UP_TICKS - falls - DOWN_TICKS + 1))


@inlined
def left_of(movers: Any, at: int, clock: int) -> int:
    """Return the left edge of the box of the mover whose numbers begin at index `at`;
    for a cannon, of its newest dart."""
    kind = movers[at + KIND]
    x: int = movers[at + LEFT_EDGE]
    if kind == WALKER:
        x += movers[at + TOWARDS] * to_and_fro(movers[at + PHASE] + WALK * clock, movers[at + SPAN])
    elif kind == GIANT:
        x += movers[at + TOWARDS] * to_and_fro(movers[at + PHASE] + PLOD * clock, movers[at + SPAN])
    elif kind == DART:
        x += movers[at + TOWARDS] * (clock % SHOT) * DART_SPEED
    return x


@inlined
def top_of(movers: Any, at: int, clock: int) -> int:
    """Return the upper edge of the box of the mover whose numbers begin at index `at`."""
    kind = movers[at + KIND]
    y: int = movers[at + TOP_EDGE]
    if kind == FLYER:
        y += movers[at + TOWARDS] * to_and_fro(movers[at + PHASE] + WALK * clock, movers[at + SPAN])
    elif kind == CRUSHER:
        y += dropped(movers[at + PHASE] + clock, movers[at + SPAN])
    return y


@compiled
def dart_hits(movers: Any, at: int, clock: int, x: int) -> bool:
    """Return whether one of a cannon's darts overlaps a runner at `x` horizontally.

    A dart is shot every `SHOT` ticks, and flies `SPAN` units.
    """
    wide = movers[at + WIDTH] - 2 * SHRINK
    if movers[at + TOWARDS] > 0:
        near = x - (movers[at + LEFT_EDGE] + SHRINK)
    else:
        near = movers[at + LEFT_EDGE] + movers[at + WIDTH] - SHRINK - x - WIDE
    # a dart that has flown f units overlaps the runner where near - wide < f < near + WIDE
    flown = clock % SHOT * DART_SPEED
    apart = SHOT * DART_SPEED
    last = near + WIDE - 1
    if last < flown:
        return False
    flown += (last - flown) // apart * apart
    return bool(flown > near - wide and flown <= movers[at + SPAN])


@compiled
def meet(runner: Any, movers: Any, first: Any, members: Any, column: int) -> None:
    """Apply what the movers near a column do to a runner: harm it, be stomped, be a checkpoint or the goal.

    The order of movers does not matter: the goal saves from harm, and one fall may stomp several.
    """
    x, y, clock = runner[X], runner[Y], runner[CLOCK]
    stomps = runner[SPEED_Y] > 0
    harm = 0
    for place in range(first[column], first[column + 1]):
        at = members[place]
        kind = movers[at + KIND]
        number = movers[at + NUMBER]
        if number >= 0 and runner[GONE + number // WORD] >> number % WORD & 1:
            continue
        top = top_of(movers, at, clock)
        less = SHRINK if kind < CHECKPOINT else 0
        if y + TALL <= top + less or y >= top + movers[at + HEIGHT] - less:
            continue
        left = left_of(movers, at, clock)
        if kind == DART:
            if not dart_hits(movers, at, clock, x):
                continue
        elif x + WIDE <= left + less or x >= left + movers[at + WIDTH] - less:
            continue
        if kind == FINISH:
            if runner[GEM_COUNT] >= movers[at + PHASE]:
                runner[GOAL] = clock
        elif kind == CHECKPOINT:
            _check_in(runner, left + (SQUARE - WIDE) // 2, top + movers[at + HEIGHT] - TALL)
        elif number >= 0 and stomps and y + TALL - top < STOMP:
            runner[GONE + number // WORD] |= 1 << number % WORD
            runner[STOMPS] += 1
            runner[SPEED_Y] = JUMP if runner[HELD] & LEAP else BOUNCE
            runner[GRACE] = runner[GROUND] = runner[ON_LADDER] = runner[SPRUNG] = 0
        else:
            harm = max(harm, TOUCHED + kind)
    if harm > 0 and runner[GOAL] == 0:
        die(runner, harm)


@compiled
def _check_in(runner: Any, x: int, y: int) -> None:
    """Record a checkpoint, to which the runner returns after a death."""
    if runner[BACK_X] != x or runner[BACK_Y] != y:
        runner[BACK_X], runner[BACK_Y] = x, y
        runner[CHECKPOINTS] += 1


@compiled
def die(runner: Any, cause: int) -> None:
    """Kill a runner: it lies still for a while, then returns to its checkpoint."""
    runner[DEAD], runner[CAUSE] = DOWN, cause
    runner[DEATHS] += 1
    stop(runner)


@compiled
def stop(runner: Any) -> None:
    """Stop a runner, and treat it as in the air."""
    runner[SPEED_X] = runner[SPEED_Y] = runner[GROUND] = runner[ON_LADDER] = 0
    runner[SPRUNG] = runner[GRACE] = runner[WISH] = 0
