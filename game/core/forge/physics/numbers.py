"""The units of platform levels (256 to a square, 60 ticks a second, whole numbers), and the places of a runner's
numbers."""

from __future__ import annotations

from typing import Final

SQUARE: Final = 256
TICKS_A_SECOND: Final = 60
WIDE: Final = 176
"""The size of a runner's box, which never overlaps anything solid."""
TALL: Final = 224

TOP_SPEED: Final = 40
ACCELERATION: Final = 4
FRICTION_ON_GROUND: Final = 6
FRICTION_IN_AIR: Final = 1
"""Both apply only while neither or both directions are held, or the one against the runner's speed."""
JUMP: Final = -84
SPRING: Final = -112
BOUNCE: Final = -60
"""Speed upwards after a stomp; with jump held it is that of a jump."""
GRAVITY: Final = 6
GRAVITY_RISING: Final = 3
"""While jump is held, and after a spring."""
FALL: Final = 90
CLIMB: Final = 20
CENTRING: Final = 8
"""Units a tick by which a ladder draws a climber to its middle while no direction is held."""

LATE: Final = 5
"""Ticks after leaving ground in which a jump still counts."""
EARLY: Final = 6
"""Ticks before landing in which a press already counts."""
CORNER: Final = 48
"""A head that meets a corner by at most so much slides past it."""
SHRINK: Final = 24
"""Boxes that harm are smaller by this on each side than they look."""
STOMP: Final = 150
"""Whoever falls on a mover with the feet less than this below its top stomps it."""
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
"""The left edge of the box. This and what follows are the places of a runner's numbers in its array."""
Y: Final = 1
"""The runner's upper edge, in units from the top."""
SPEED_X: Final = 2
SPEED_Y: Final = 3
GROUND: Final = 4
ON_LADDER: Final = 5
SPRUNG: Final = 6
"""Whether it is rising from a spring."""
GRACE: Final = 7
"""1 + the ticks for which a jump still counts; 0 after a jump."""
WISH: Final = 8
"""The ticks for which a press of jump still counts."""
HELD: Final = 9
"""The buttons held in the last tick."""
DEAD: Final = 10
"""Ticks until it returns from a death."""
CAUSE: Final = 11
"""The cause of the last death."""
CLOCK: Final = 12
"""The runner's own ticks so far."""
GOAL: Final = 13
"""The tick in which the goal was reached; 0 before."""
BACK_X: Final = 14
BACK_Y: Final = 15
"""Where it returns after a death: the last checkpoint, or the start."""
COIN_COUNT: Final = 16
GEM_COUNT: Final = 17
STOMPS: Final = 18
DEATHS: Final = 19
FURTHEST: Final = 20
"""The greatest x so far."""
CHECKPOINTS: Final = 21
"""How often it touched a checkpoint other than the one before."""
GONE: Final = 22
"""The first of two words of 60 bits: movers that were stomped."""
TAKEN: Final = 24
"""The first of ten words of 60 bits: things that were taken."""
WORD: Final = 60
NUMBERS: Final = 34
MOST_STOMPED: Final = 120
MOST_TAKEN: Final = 600

FELL: Final = 1
"""Causes of a death."""
SPIKED: Final = 2
TOUCHED: Final = 3
"""Causes from this on are 3 + the kind of the mover."""
