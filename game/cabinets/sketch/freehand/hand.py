"""Vary strokes as a hand does, so that none is drawn twice the same. Whole numbers keep it reproducible."""

from __future__ import annotations

from random import Random
from typing import Final

from game.cabinets.sketch.freehand.points import WIDTH, Points, inside
from game.core.chance import astray
from game.core.logarithms import ONE

_FINE: Final = 16
"""Parts of a canvas unit in which strokes are varied."""


def by_hand(points: Points, random: Random, noise: int) -> Points:
    """Vary a stroke: move, scale and turn it a little, and add a slow wobble.

    `noise` is how far it strays, in thousandths of the canvas' width: 20 is a careful hand, 40 a hasty one.
    """
    far = noise * WIDTH * _FINE // 1000
    middle_x, middle_y = sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
    across, down = (_FINE * middle + astray(random, far) for middle in (middle_x, middle_y))
    size, turn = ONE + astray(random, noise * ONE // 600), astray(random, noise * ONE // 600)
    upright = ONE - turn * turn // (2 * ONE)
    waves = [(astray(random, far // 4), random.randint(ONE, 3 * ONE), random.randrange(ONE)) for _ in range(2)]
    line = []
    for index, (x, y) in enumerate(points):
        right, below = (x - middle_x) * size * _FINE // ONE, (y - middle_y) * size * _FINE // ONE
        aside, beyond = (high * _wave(rate * index // len(points) + phase) // ONE for high, rate, phase in waves)
        line.append(
            (
                (across + (right * upright - below * turn) // ONE + aside) // _FINE,
                (down + (right * turn + below * upright) // ONE + beyond) // _FINE,
            )
        )
    return inside(line)


def _wave(turns: int) -> int:
    """Return a wave of period ONE and height ONE, made of parabolas that look like a sine."""
    half = ONE // 2
    at = turns % half
    return 16 * at * (half - at) // ONE * (1 if turns % ONE < half else -1)
