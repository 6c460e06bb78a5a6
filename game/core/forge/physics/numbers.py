"""Units of platform levels (256 to a square, 60 ticks a second, whole numbers), and indices in a runner's array."""

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
"""Units per tick by which speed drops in each tick in the air; on ground it is `FRICTION_ON_GROUND`. Not while only the
direction of the movement is held."""
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
DOWN: Final = 18
"""Ticks from a death to the return to the last checkpoint."""

LEFT: Final = 1
RIGHT: Final = 2
UP: Final = 4
BELOW: Final = 8
LEAP: Final = 16
AGAIN: Final = 32
BUTTONS: Final = 63

X: Final = 0
"""Index in a runner's array of the left edge of its box. The constants that follow are further indices."""
Y: Final = 1
"""Index in a runner's array of the upper edge of its box, in units from the top of the level."""
SPEED_X: Final = 2
SPEED_Y: Final = 3
GROUND: Final = 4
ON_LADDER: Final = 5
SPRUNG: Final = 6
"""Index in a runner's array of 1 while it rises from a spring, else 0."""
GRACE: Final = 7
"""Index in a runner's array of 1 + the ticks for which a press of jump still counts; 0 after a jump."""
WISH: Final = 8
"""Index in a runner's array of the ticks for which an earlier press of jump still counts."""
HELD: Final = 9
"""Index in a runner's array of the buttons held in the last tick."""
DEAD: Final = 10
"""Index in a runner's array of the ticks until it returns from a death; 0 while it lives."""
CAUSE: Final = 11
"""Index in a runner's array of the cause of its last death."""
CLOCK: Final = 12
"""Index in a runner's array of how many ticks it has run."""
GOAL: Final = 13
"""Index in a runner's array of the tick in which it reached the goal; 0 before."""
BACK_X: Final = 14
BACK_Y: Final = 15
"""Index in a runner's array of the y to which it returns after a death; `BACK_X` is the index of the x."""
COIN_COUNT: Final = 16
GEM_COUNT: Final = 17
STOMPS: Final = 18
DEATHS: Final = 19
FURTHEST: Final = 20
"""Index in a runner's array of its greatest x so far."""
CHECKPOINTS: Final = 21
"""Index in a runner's array of how often it touched a checkpoint other than its last one."""
GONE: Final = 22
"""Index in a runner's array of the first of two words of 60 bits, a bit for each stomped mover."""
TAKEN: Final = 24
"""Index in a runner's array of the first of ten words of 60 bits, a bit for each thing that was taken."""
WORD: Final = 60
NUMBERS: Final = 34
MOST_STOMPED: Final = 120
MOST_TAKEN: Final = 600

FELL: Final = 1
"""A cause of death: a fall into the depth."""
SPIKED: Final = 2
TOUCHED: Final = 3
"""A cause of death: a mover. 3 + the kind of the mover is the cause."""
