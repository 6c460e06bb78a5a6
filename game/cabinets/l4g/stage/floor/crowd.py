"""Where each token stands and how large it is: many on one square, souls in a row. Pure geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.cabinets.l4g.rules.views import PlayerState
from game.cabinets.l4g.stage.floor.layout import Place, Plan
from game.engine.tween import Point

_MARGIN = 0.06
_ORDER = (PlayerState.CORPSE, PlayerState.SURVIVOR, PlayerState.INFECTED, PlayerState.SOUL)
"""The states from the back of a crowd to its front."""


class Spot(NamedTuple):
    """Where a token stands, and its radius."""

    x: float
    y: float
    radius: float


class Standing(NamedTuple):
    """What decides where a token stands."""

    number: int
    state: PlayerState
    square: Place | None
    wait: int = 0
    """Turns a soul still has to wait; souls with the shortest wait stand first."""


@lru_cache(maxsize=256)
def crowd(count: int, most: float) -> tuple[float, tuple[Point, ...]]:
    """Return the radius and places of `count` tokens in a square of side 1 around (0, 0).

    They form the grid with the largest tokens, at most of radius `most`; the last row is centred.
    """
    side = 1 - 2 * _MARGIN
    columns = max(range(1, count + 1), key=lambda columns: (_radius(count, columns, side, most), -columns))
    rows = math.ceil(count / columns)
    radius = _radius(count, columns, side, most)
    if count == 2:
        return radius, ((-0.98 * radius, -0.3 * radius), (0.98 * radius, 0.3 * radius))
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        places.append((2 * radius * (column - (in_row - 1) / 2), 2 * radius * (row - (rows - 1) / 2)))
    return radius, tuple(places)


def _radius(count: int, columns: int, side: float, most: float) -> float:
    return min(side / columns / 2, side / math.ceil(count / columns) / 2, most)


def arranged(standing: Sequence[Standing], plan: Plan) -> Mapping[int, Spot]:
    """Return where each token stands: crowds on their squares, souls in the sky."""
    squares: dict[Place | None, list[Standing]] = {}
    for one in standing:
        squares.setdefault(one.square, []).append(one)
    spots: dict[int, Spot] = {}
    for square, together in squares.items():
        together.sort(key=lambda one: (_ORDER.index(one.state), one.number))
        if square is None:
            spots |= _in_the_sky(together, plan)
            continue
        cell = plan.floor.cell
        x, y = plan.floor.middle(square)
        radius, places = crowd(len(together), plan.largest if len(together) == 1 else plan.largest * 0.85)
        for one, (aside, down) in zip(together, places, strict=True):
            spots[one.number] = Spot(x + aside * cell, y + down * cell, radius * cell * 0.97)
    return spots


def _in_the_sky(souls: list[Standing], plan: Plan) -> Mapping[int, Spot]:
    """Return the places of souls in one or two rows, those with the shortest wait at the left."""
    souls.sort(key=lambda soul: (soul.wait, soul.number))
    sky = plan.sky
    rows = 1 if len(souls) <= sky.width / (sky.height * 0.72) else 2
    in_row = math.ceil(len(souls) / rows)
    step = min(sky.height * 1.1, sky.width / in_row)
    radius = min(sky.height * 0.36 / (1 if rows == 1 else 1.5), step * 0.44)
    spots = {}
    for index, soul in enumerate(souls):
        row, place = divmod(index, in_row)
        here = min(in_row, len(souls) - row * in_row)
        x = sky.centerx + (place - (here - 1) / 2) * step
        y = sky.top + sky.height * ((row + 0.5) / rows) - 2 + (math.sin(place * 1.9) * sky.height * 0.06 / rows)
        spots[soul.number] = Spot(x, y, radius)
    return spots
