"""Where everything lies, in design units: the room alone, or the whole table. Pure geometry, no pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.engine import theme
from game.engine.canvas import Box
from game.engine.text import Typeface
from game.engine.tween import Point

Place: TypeAlias = tuple[int, int]
"""Row and column from 0, at the top left."""

SIDE = 624.0
"""Side of the square picture in which the room stands alone."""
EDGE = 14.0
"""Width of the tiled frame around the room."""
GAP = 14.0
_LEFT = 256.0
_LEAST_RIGHT = 380.0
_SKY = 42.0
_LARGE_TOKENS = 0.38
"""The largest radius of tokens in small pictures, which show no numbers, as a share of a square's side."""
_CHART_FROM = 560.0
"""Height of a table from which a chart is shown below the phases."""


@dataclass(frozen=True)
class Floor:
    """The squares of the room."""

    rows: int
    columns: int
    left: float
    top: float
    cell: float

    @property
    def box(self) -> Box:
        return Box(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    @property
    def frame(self) -> Box:
        """The box of the squares with the tiled frame around them."""
        return self.box.inflate(2 * EDGE, 2 * EDGE)

    def square(self, place: Place) -> Box:
        """Return the box of a square, which may lie beyond the edge."""
        row, column = place
        return Box(self.left + column * self.cell, self.top + row * self.cell, self.cell, self.cell)

    def middle(self, place: Place) -> Point:
        row, column = place
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def at(self, x: float, y: float) -> Place:
        """Return the square under a point, which may lie beyond the edge."""
        return math.floor((y - self.top) / self.cell), math.floor((x - self.left) / self.cell)

    def holds(self, place: Place) -> bool:
        """Return whether a square belongs to the room."""
        return 0 <= place[0] < self.rows and 0 <= place[1] < self.columns


@dataclass(frozen=True)
class Cards:
    """The boxes of the cards around the room at a table."""

    person: Box
    """The followed player, or oneself."""
    told: Box
    """What happened this turn."""
    infection: Box
    """Direct infection."""
    right: Box
    """The ranking; for a viewer with a seat its own scores."""
    bar: Box
    """Turn and phases."""
    with_chart: bool
    """Whether the bar is high enough for the course of the match."""


@dataclass(frozen=True)
class Plan:
    """Where everything lies."""

    floor: Floor
    sky: Box
    """The band above the room in which souls wait."""
    cards: Cards | None = None
    largest: float = 0.30
    """Radius of a token that has a square for itself, as a share of the square's side."""


def alone(rows: int, columns: int) -> Plan:
    """Return the room by itself in a square of SIDE: for a stall's screen, a preview, an illustration."""
    sky = SIDE / (max(rows, columns) + 2)
    plan = _room(Box(0, 0, SIDE, SIDE), sky, rows, columns)
    return replace(plan, largest=_LARGE_TOKENS)


def at_table(width: float, height: float, rows: int, columns: int, typeface: Typeface) -> Plan:
    """Return the room in the middle of a table, cards at both sides and the phases below."""
    grown = typeface.text_size / 100
    low = typeface.leading(theme.CAPTION)
    infection = typeface.leading(theme.BODY) + 2 * low + 50
    told = typeface.leading(theme.BODY) + 3 * max(24.0, low + 4) + 22
    bar_height = typeface.leading(theme.BODY) + 34
    chart = 30 + low
    person = _person_heights(typeface)
    around = bar_height + infection + told + 3 * GAP
    with_chart = height >= max(_CHART_FROM, around + chart + person[0])
    bar_height += chart if with_chart else 0
    high = height - bar_height - GAP
    left = _LEFT + 64 * (grown - 1) * 2
    widest = width - left - _LEAST_RIGHT * (0.7 + 0.3 * grown) - 2 * GAP
    cell = min((high - _SKY - 2 * EDGE) / rows, (widest - 2 * EDGE) / columns)
    wide = columns * cell + 2 * EDGE
    middle = Box(left + GAP, 0, wide, high)
    most = high - infection - told - 2 * GAP
    about = next((wanted for wanted in person if wanted <= most), person[-1])
    right = middle.right + GAP
    cards = Cards(
        person=Box(0, 0, left, about),
        told=Box(0, about + GAP, left, high - infection - about - 2 * GAP),
        infection=Box(0, high - infection, left, infection),
        right=Box(right, 0, width - right, high),
        bar=Box(0, high + GAP, width, bar_height),
        with_chart=with_chart,
    )
    plan = _room(middle, _SKY, rows, columns)
    return Plan(plan.floor, plan.sky, cards)


def _person_heights(typeface: Typeface) -> tuple[float, float, float]:
    """Return heights of a player's card: with figures and scores, without scores, and with its name alone."""
    facts = typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)
    name = typeface.grown(24) + max(60.0, facts) + 20
    return name + facts + typeface.leading(theme.BODY) + 6, name + facts + 2, name


def _room(box: Box, sky: float, rows: int, columns: int) -> Plan:
    """Return a room as large as fits into a box, with its sky above."""
    cell = min((box.height - sky - 2 * EDGE) / rows, (box.width - 2 * EDGE) / columns)
    left = box.centerx - columns * cell / 2
    top = box.top + sky + EDGE + (box.height - sky - 2 * EDGE - rows * cell) / 2
    floor = Floor(rows, columns, left, top, cell)
    return Plan(floor, Box(floor.frame.left, floor.frame.top - sky, floor.frame.width, sky))
