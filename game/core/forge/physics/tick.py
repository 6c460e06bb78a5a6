"""How a runner moves: ticks of a sixtieth of a second, in whole numbers, for rules, bots, proofs and stages alike.

A runner's movement depends only on its numbers, the level and its buttons: ticks run in pieces of any length end alike.
The order within a tick: buttons, ladder, speed along the ground, jump, gravity, x, y, what is touched, movers, the
depth.
"""

from __future__ import annotations

from typing import Any, Final

from game.core.compiled import compiled
from game.core.forge.physics.movers import die, meet, stop
from game.core.forge.physics.numbers import (
    ACCELERATION,
    AGAIN,
    BACK_X,
    BACK_Y,
    BELOW,
    CENTRING,
    CLIMB,
    CLOCK,
    COIN_COUNT,
    CORNER,
    DEAD,
    EARLY,
    FALL,
    FELL,
    FRICTION_IN_AIR,
    FRICTION_ON_GROUND,
    FURTHEST,
    GEM_COUNT,
    GOAL,
    GRACE,
    GRAVITY,
    GRAVITY_RISING,
    GROUND,
    HELD,
    JUMP,
    LATE,
    LEAP,
    ON_LADDER,
    SHRINK,
    SPEED_X,
    SPEED_Y,
    SPIKED,
    SPRING,
    SPRUNG,
    SQUARE,
    TAKEN,
    TALL,
    TOP_SPEED,
    UP,
    WIDE,
    WISH,
    WORD,
    X,
    Y,
)

SOLID: Final = 1
"""Bit of a square in the grid: solid, stops everything. The constants that follow are further bits."""
CARRIES: Final = 2
"""Bit of a square that carries a runner coming from above: one-way platforms, tops of ladders."""
RUNGS: Final = 4
BOUNCES: Final = 8
PRICKS: Final = 16
COIN: Final = 32
GEM: Final = 64
BUMPED: Final = 128
"""Bit of a square that gives a coin when a head hits it from below."""
NEAR_MOVER: Final = 256
"""Bit of a square that a mover comes near; only in `World.near`."""
ITEM: Final = 512
"""The lowest bit of the number of what can be taken in a square; higher bits belong to the number, too."""

MARGIN: Final = 12
"""Rows of air above the map; the row above them is solid."""


@compiled
def run(
    runner: Any, shape: Any, grid: Any, near: Any, movers: Any, first: Any, members: Any, buttons: int, ticks: int
) -> None:
    """Run a number of ticks with these buttons held. A runner that has reached the goal stays there.

    `shape` holds the squares in a row of the grid, the index of square (0, 0), and the y below which a runner falls to
    death.
    """
    if ticks <= 0:
        return
    stride, base, depth = shape[0], shape[1], shape[2]
    pressed = buttons & ~runner[HELD]
    runner[HELD] = buttons
    way = (buttons >> 1 & 1) - (buttons & 1)
    leap, climbs, lets_through = buttons & LEAP, buttons & (UP | BELOW), buttons & BELOW
    x, y, speed_x, speed_y = runner[X], runner[Y], runner[SPEED_X], runner[SPEED_Y]
    ground, grace, wish = runner[GROUND], runner[GRACE], runner[WISH]
    clock, furthest = runner[CLOCK], runner[FURTHEST]
    for _ in range(ticks):
        if runner[GOAL] != 0:
            break
        clock += 1
        if pressed & AGAIN or runner[DEAD] != 0:
            if runner[DEAD] > 1 and not pressed & AGAIN:
                runner[DEAD] -= 1
            else:
                stop(runner)
                runner[DEAD] = 0
                x, y = runner[BACK_X], runner[BACK_Y]
                speed_x = speed_y = ground = grace = wish = 0
            pressed = 0
            continue
        if climbs != 0 or runner[ON_LADDER] != 0:
            runner[ON_LADDER] = climbing(grid, stride, base, x, y, speed_y, runner[ON_LADDER], buttons)
            if runner[ON_LADDER] != 0:
                grace, speed_y = LATE + 1, 0
                speed_x = CLIMB * way if way != 0 else centred(grid, stride, base, x, y)
        if runner[ON_LADDER] == 0:
            if way == 0:
                rub = FRICTION_ON_GROUND if ground != 0 else FRICTION_IN_AIR
                speed_x = max(0, speed_x - rub) if speed_x > 0 else min(0, speed_x + rub)
            elif way > 0:
                if speed_x < 0:
                    speed_x += FRICTION_ON_GROUND if ground != 0 else FRICTION_IN_AIR
                speed_x = min(TOP_SPEED, speed_x + ACCELERATION)
            else:
                if speed_x > 0:
                    speed_x -= FRICTION_ON_GROUND if ground != 0 else FRICTION_IN_AIR
                speed_x = max(-TOP_SPEED, speed_x - ACCELERATION)
        if pressed != 0 or wish != 0:
            wish = EARLY + 1 if pressed & LEAP else max(0, wish - 1)
            pressed = 0
            if wish != 0 and grace != 0:
                speed_y = JUMP
                wish = grace = runner[ON_LADDER] = runner[SPRUNG] = 0
        if runner[ON_LADDER] != 0:
            speed_y = CLIMB * ((buttons >> 3 & 1) - (buttons >> 2 & 1))
        elif speed_y >= 0:
            speed_y = min(FALL, speed_y + GRAVITY)
            runner[SPRUNG] = 0
        elif leap != 0 or runner[SPRUNG] != 0:
            speed_y += GRAVITY_RISING
        else:
            speed_y += GRAVITY
        if speed_x > 0:
            x += speed_x
            if (x + WIDE - 1) % SQUARE < speed_x:
                column = (x + WIDE - 1) // SQUARE + base
                if (grid[y // SQUARE * stride + column] | grid[(y + TALL - 1) // SQUARE * stride + column]) & SOLID:
                    x = (column - base) * SQUARE - WIDE
                    speed_x = 0
        elif speed_x < 0:
            x += speed_x
            if x % SQUARE >= SQUARE + speed_x:
                column = x // SQUARE + base
                if (grid[y // SQUARE * stride + column] | grid[(y + TALL - 1) // SQUARE * stride + column]) & SOLID:
                    x = (column - base + 1) * SQUARE
                    speed_x = 0
        ground = 0
        before = y
        y += speed_y
        if speed_y > 0:
            if (y + TALL - 1) % SQUARE < speed_y:
                row = (y + TALL - 1) // SQUARE
                at = row * stride + base
                below = grid[at + x // SQUARE] | grid[at + (x + WIDE - 1) // SQUARE]
                if below & SOLID or (below & CARRIES and lets_through == 0):
                    y = row * SQUARE - TALL
                    speed_y, ground = 0, 1
        elif speed_y < 0 and y % SQUARE >= SQUARE + speed_y:
            at = y // SQUARE * stride + base
            if (grid[at + x // SQUARE] | grid[at + (x + WIDE - 1) // SQUARE]) & SOLID:
                slid = slides(grid, stride, base, x, y)
                if slid != 0:
                    x += slid
                else:
                    y = (y // SQUARE + 1) * SQUARE
                    speed_y = 0
                    bump(runner, grid, stride, base, x, y)
        if ground != 0 or runner[ON_LADDER] != 0:
            grace = LATE + 1
        elif grace != 0:
            grace -= 1
        furthest = max(furthest, x)
        touched = near[y // SQUARE * stride + x // SQUARE + base]
        if touched != 0 or y > depth:
            runner[X], runner[Y], runner[SPEED_X], runner[SPEED_Y], runner[CLOCK] = x, y, speed_x, speed_y, clock
            runner[GROUND], runner[GRACE], runner[WISH] = ground, grace, wish
            touch(runner, grid, stride, base, touched, y > before)
            if touched & NEAR_MOVER and runner[DEAD] == 0:
                meet(runner, movers, first, members, x // SQUARE)
            if y > depth and runner[DEAD] == 0:
                die(runner, FELL)
            speed_x, speed_y = runner[SPEED_X], runner[SPEED_Y]
            ground, grace, wish = runner[GROUND], runner[GRACE], runner[WISH]
    runner[X], runner[Y], runner[SPEED_X], runner[SPEED_Y] = x, y, speed_x, speed_y
    runner[GROUND], runner[GRACE], runner[WISH] = ground, grace, wish
    runner[CLOCK], runner[FURTHEST] = clock, furthest


@compiled
def climbing(grid: Any, stride: int, base: int, x: int, y: int, speed_y: int, on_ladder: int, buttons: int) -> int:
    """Return whether a runner is on a ladder now, as 1 or 0.

    Up grips a ladder behind the runner's middle unless it rises; down grips one below its feet. It holds on while its
    middle or feet are on a ladder.
    """
    left, right = (x + WIDE // 2 - 1) // SQUARE + base, (x + WIDE // 2) // SQUARE + base
    middle = (y + TALL // 2) // SQUARE * stride
    feet = (y + TALL - 1) // SQUARE * stride
    below = (y + TALL) // SQUARE * stride
    rungs = (grid[middle + left] | grid[middle + right]) & RUNGS
    if on_ladder != 0:
        rungs |= (grid[feet + left] | grid[feet + right]) & RUNGS
    elif buttons & BELOW:
        rungs = (grid[below + left] | grid[below + right]) & RUNGS
    elif speed_y < 0:
        rungs = 0
    return 1 if rungs != 0 else 0


@compiled
def centred(grid: Any, stride: int, base: int, x: int, y: int) -> int:
    """Return how many units a ladder draws a runner sideways in this tick."""
    left, right = (x + WIDE // 2 - 1) // SQUARE, (x + WIDE // 2) // SQUARE
    if left != right:
        middle = (y + TALL - 1) // SQUARE * stride + base
        ladders = grid[middle + left] & RUNGS, grid[middle + right] & RUNGS
        if ladders[0] != 0 and ladders[1] != 0:
            return 0
        left = left if ladders[0] != 0 else right
    off = left * SQUARE + (SQUARE - WIDE) // 2 - x
    return max(-CENTRING, min(CENTRING, off))


@compiled
def slides(grid: Any, stride: int, base: int, x: int, y: int) -> int:
    """Return how many units a runner whose head hits a corner slides past it; 0 where it does not."""
    at = y // SQUARE * stride + base
    left, right = x // SQUARE, (x + WIDE - 1) // SQUARE
    if left == right:
        return 0
    off = 0
    if grid[at + left] & SOLID == 0:
        off = right * SQUARE - WIDE - x
    elif grid[at + right] & SOLID == 0:
        off = right * SQUARE - x
    if off == 0 or off < -CORNER or off > CORNER:
        return 0
    beside = left if off < 0 else right
    feet = (y + TALL - 1) // SQUARE * stride + base
    return 0 if (grid[at + beside] | grid[feet + beside]) & SOLID else off


@compiled
def bump(runner: Any, grid: Any, stride: int, base: int, x: int, y: int) -> None:
    """Hit the square above the middle of a runner's head: a block may give a coin."""
    at = (y // SQUARE - 1) * stride + base
    for half in range(2):
        square = grid[at + (x + WIDE // 2 - 1 + half) // SQUARE]
        if square & BUMPED:
            take(runner, square)


@compiled
def take(runner: Any, square: int) -> None:
    """Take the coin or gem in a square, unless it was taken before."""
    number = square // ITEM
    word, bit = TAKEN + number // WORD, 1 << number % WORD
    if runner[word] & bit == 0:
        runner[word] |= bit
        runner[GEM_COUNT if square & GEM else COIN_COUNT] += 1


@compiled
def touch(runner: Any, grid: Any, stride: int, base: int, touched: int, came_down: bool) -> None:
    """Apply the squares that a runner touches: springs, coins, spikes.

    `touched` has the bits of the kinds that can be there.
    """
    x, y = runner[X], runner[Y]
    top, feet = y // SQUARE, (y + TALL - 1) // SQUARE
    left, right = x // SQUARE, (x + WIDE - 1) // SQUARE
    if touched & BOUNCES and runner[SPEED_Y] >= 0 and (y + TALL - 1) % SQUARE >= SQUARE // 2:
        spring(runner, grid[feet * stride + base + (x + WIDE // 2 - 1) // SQUARE])
        spring(runner, grid[feet * stride + base + (x + WIDE // 2) // SQUARE])
    if touched & (COIN | GEM):
        for row in range(top, feet + 1):
            for column in range(left, right + 1):
                square = grid[row * stride + base + column]
                if square & (COIN | GEM):
                    take(runner, square)
    if touched & PRICKS and came_down and y + TALL > feet * SQUARE + SHRINK:
        for column in range(left, right + 1):
            inside = x + WIDE > column * SQUARE + SHRINK and x < (column + 1) * SQUARE - SHRINK
            if inside and grid[feet * stride + base + column] & PRICKS and runner[DEAD] == 0:
                die(runner, SPIKED)


@compiled
def spring(runner: Any, square: int) -> None:
    """Throw a runner upwards if the square it stands on is a spring."""
    if square & BOUNCES:
        runner[SPEED_Y], runner[SPRUNG] = SPRING, 1
        runner[GROUND] = runner[GRACE] = runner[ON_LADDER] = 0
