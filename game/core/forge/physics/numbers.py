"""Units of platform levels (256 to a square, 60 ticks a second, whole numbers), and places in a runner's array."""

from __future__ import annotations

from typing import Final

SQUARE: Final = 256
TICKS_A_SECOND: Final = 60
WIDE: Final = 176
"""Width of a runner's box in units; `TALL` is its height. The box never overlaps anything solid."""
TALL: Final = 224

TOP_SPEED: Final = 40
ACCELERATION: Final = 4
FRICTION_ON_GROUND: Final = 6
FRICTION_IN_AIR: Final = 1
"""Slowing per tick in the air; on ground it is `FRICTION_ON_GROUND`.
Applies unless only the runner's direction is held."""
JUMP: Final = -84
SPRING: Final = -112
BOUNCE: Final = -60
"""Upward speed after a stomp; with jump held it is `JUMP`."""
GRAVITY: Final = 6
GRAVITY_RISING: Final = 3
"""Gravity while a runner rises with jump held, or from a spring."""
FALL: Final = 90
CLIMB: Final = 20
CENTRING: Final = 8
"""Units per tick by which a ladder draws a climber to its middle while no direction is held."""

LATE: Final = 5
"""Ticks after leaving the ground in which a press of jump still counts."""
EARLY: Final = 6
"""Ticks before landing in which a press of jump already counts."""
CORNER: Final = 48
"""Most units by which a head may hit a corner and still slide past it."""
SHRINK: Final = 24
"""Units by which boxes that harm are smaller on each side than they look."""
STOMP: Final = 150
"""A falling runner whose feet are fewer units than this below a mover's top stomps the mover."""
DOWN: Final = 30
"""Ticks from a death to the return to the last checkpoint."""

LEFT: Final = 1
RIGHT: Final = 2
UP: Final = 4
BELOW: Final = 8
LEAP: Final = 16
AGAIN: Final = 32
BUTTONS: Final = 63

X: Final = 0
"""Place of the left edge of the runner's box in its array. The constants that follow are further places."""
Y: Final = 1
"""Place of the upper edge of the runner's box, in units from the top of the level."""
SPEED_X: Final = 2
SPEED_Y: Final = 3
GROUND: Final = 4
ON_LADDER: Final = 5
SPRUNG: Final = 6
"""Place of whether the runner is rising from a spring."""
GRACE: Final = 7
"""Place of 1 + the ticks for which a press of jump still counts; 0 after a jump."""
WISH: Final = 8
"""Place of the ticks for which an earlier press of jump still counts."""
HELD: Final = 9
"""Place of the buttons held in the last tick."""
DEAD: Final = 10
"""Place of the ticks until the runner returns from a death; 0 while it lives."""
CAUSE: Final = 11
"""Place of the cause of the last death."""
CLOCK: Final = 12
"""Place of the number of the runner's own ticks so far."""
GOAL: Final = 13
"""Place of the tick in which the goal was reached; 0 before."""
BACK_X: Final = 14
BACK_Y: Final = 15
"""Place of the y to which the runner returns after a death; `BACK_X` is that of the x."""
COIN_COUNT: Final = 16
GEM_COUNT: Final = 17
STOMPS: Final = 18
DEATHS: Final = 19
FURTHEST: Final = 20
"""Place of the greatest x so far."""
CHECKPOINTS: Final = 21
"""Place of how often the runner touched a checkpoint other than the last one."""
GONE: Final = 22
"""Place of the first of two words of 60 bits, a bit for each stomped mover."""
TAKEN: Final = 24
"""Place of the first of ten words of 60 bits, a bit for each thing that was taken."""
WORD: Final = 60
NUMBERS: Final = 34
MOST_STOMPED: Final = 120
MOST_TAKEN: Final = 600

FELL: Final = 1
"""A cause of death: a fall into the depth."""
SPIKED: Final = 2
TOUCHED: Final = 3
"""A cause of death: a mover. 3 + the kind of the mover is the cause."""
