"""Lines as a hand draws them: never twice the same."""

from __future__ import annotations

import math
from random import Random

from game.cabinets.sketch.drawing.strokes import UNIT, Points, on_canvas


def by_hand(points: Points, random: Random, noise: float) -> Points:
    """A stroke a little elsewhere, larger or smaller, turned, and with a slow wobble.

    `noise` is how far it strays, in hundredths of the canvas' width: 2 is a careful hand, 4 a hasty one.
    """
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    across, down = random.gauss(0, noise), random.gauss(0, noise)
    scale = math.exp(random.gauss(0, noise / 60))
    turn = random.gauss(0, noise / 60)
    waves = [(random.gauss(0, noise / 4), random.uniform(1, 3), random.uniform(0, math.tau)) for _ in range(2)]
    line = []
    for index, (x, y) in enumerate(points):
        along = index / len(points) * math.tau
        right, below = ((x - middle[0]) * scale / UNIT, (y - middle[1]) * scale / UNIT)
        wobble = [size * math.sin(rate * along + phase) for size, rate, phase in waves]
        line.append(
            (
                middle[0] / UNIT + across + right * math.cos(turn) - below * math.sin(turn) + wobble[0],
                middle[1] / UNIT + down + right * math.sin(turn) + below * math.cos(turn) + wobble[1],
            )
        )
    return on_canvas(line)
