"""The units of platform levels: 256 to a square, 60 ticks a second, whole numbers; and where a runner's numbers lie."""

from __future__ import annotations

from typing import Final

SQUARE: Final = 256
TICKS_A_SECOND: Final = 60
WIDE: Final = 176
"""A runner's box; it never overlaps what is solid."""
TALL: Final = 224

TOP_SPEED: Final = 40
ACCELERATION: Final = 4
FRICTION_ON_GROUND: Final = 6
FRICTION_IN_AIR: Final = 1
"""Both only while nothing or both ways are held, or against the own speed."""
JUMP: Final = -84
SPRING: Final = -112
BOUNCE: Final = -60
"""Off what was stomped; with jump held as fast as a jump."""
GRAVITY: Final = 6
GRAVITY_RISING: Final = 3
"""While jump is held, and after a spring."""
FALL: Final = 90
CLIMB: Final = 20
CENTRING: Final = 8
"""Units a tick by which a ladder draws whoever climbs it and holds neither way towards its middle."""

LATE: Final = 5
"""Ticks after leaving ground in which a jump still counts."""
EARLY: Final = 6
"""Ticks before landing in which a press already counts."""
CORNER: Final = 48
"""A head that meets a corner by so much slides past it."""
SHRINK: Final = 24
"""What harms is so much smaller on each side than it looks."""
STOMP: Final = 150
"""Whoever falls on a mover with the feet less than this below its top stomps it."""
DOWN: Final = 30
"""Ticks from a death to the last checkpoint."""

LEFT: Final = 1
RIGHT: Final = 2
UP: Final = 4
BELOW: Final = 8
LEAP: Final = 16
AGAIN: Final = 32
BUTTONS: Final = 63

X: Final = 0
"""Of the left edge of the box. These are the places of a runner's numbers in its array."""
Y: Final = 1
"""The runner's upper edge, in units from the top."""
SPEED_X: Final = 2
SPEED_Y: Final = 3
GROUND: Final = 4
ON_LADDER: Final = 5
SPRUNG: Final = 6
"""Rising from a spring."""
GRACE: Final = 7
"""1 + the ticks for which a jump still counts; 0 after a jump."""
WISH: Final = 8
"""The ticks for which a press still counts."""
HELD: Final = 9
"""The buttons of the last tick."""
DEAD: Final = 10
"""Ticks until it is back."""
CAUSE: Final = 11
"""What the last death came from."""
CLOCK: Final = 12
"""The own ticks."""
GOAL: Final = 13
"""The tick in which the goal was reached; 0 before."""
BACK_X: Final = 14
BACK_Y: Final = 15
"""Where it is back after a death: the last checkpoint, or the start."""
COIN_COUNT: Final = 16
GEM_COUNT: Final = 17
STOMPS: Final = 18
DEATHS: Final = 19
FURTHEST: Final = 20
"""The greatest x so far."""
CHECKPOINTS: Final = 21
"""How many checkpoints were touched, each time it was another one."""
GONE: Final = 22
"""From here on, bits of the movers that were stomped: two words of 60."""
TAKEN: Final = 24
"""From here on, bits of what was taken: ten words of 60."""
WORD: Final = 60
NUMBERS: Final = 34
MOST_STOMPED: Final = 120
MOST_TAKEN: Final = 600

FELL: Final = 1
"""Causes of a death."""
SPIKED: Final = 2
TOUCHED: Final = 3
"""From here on the cause is 3 + the mover's kind."""
