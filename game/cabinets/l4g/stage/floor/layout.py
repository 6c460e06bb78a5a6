"""Where everything lies, in design units: the room alone, or the whole table. Pure geometry, no pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from game.engine import theme
from game.engine.canvas import Box
from game.engine.text import Typeface
from game.engine.tween import Point
from game.engine.widgets import Widget
from game.engine.widgets.parts.tree import Beside, Column, Part

Place: TypeAlias = tuple[int, int]
"""Row and column from 0, at the top left."""

SIDE = 624.0
"""Side of the square picture in which the room stands alone."""
EDGE = 14.0
"""Width of the tiled frame around the room."""
GAP = 14.0
_LEFT = 256.0
_LEAST_RIGHT = 380.0
_SCORES = 240.0
"""Height of the card at the right where it stands below the room."""
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
    edge: float = EDGE
    """Width of the tiled frame."""

    @property
    def box(self) -> Box:
        return Box(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    @property
    def frame(self) -> Box:
        """The box of the squares with the tiled frame around them."""
        return self.box.inflate(2 * self.edge, 2 * self.edge)

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


class Tab(StrEnum):
    """The cards of a drawer, by the names of their places at a wide table."""

    PERSON = "person"
    TOLD = "told"
    RIGHT = "right"
    INFECTION = "infection"


@dataclass(frozen=True)
class Drawer:
    """The boxes of what is beside the room at an upright table, where one card is shown at a time."""

    tabs: Mapping[Tab, Box]
    card: Box | None
    """Where a card is always shown; None where there is no room."""
    over: Box
    """The box over the room in which a card is opened."""
    foot: Box
    """The phases of the turn; while who decides needs buttons, these."""


@dataclass(frozen=True)
class Plan:
    """Where everything lies."""

    floor: Floor
    sky: Box
    """The band above the room in which souls wait."""
    cards: Cards | None = None
    drawer: Drawer | None = None
    largest: float = 0.30
    """Radius of a token that has a square for itself, as a share of the square's side."""


def alone(rows: int, columns: int) -> Plan:
    """Return the room by itself in a square of SIDE: for a stall's screen, a preview, an illustration."""
    sky = SIDE / (max(rows, columns) + 2)
    plan = room_in(Box(0, 0, SIDE, SIDE), sky, rows, columns)
    return replace(plan, largest=_LARGE_TOKENS)


class _Room(Part):
    """Room for what the stage draws: a card, or the classroom itself. A growing one may be squeezed."""

    def __init__(
        self, *, wide: float = 0.0, least: float = 0.0, high: float | Callable[[float], float] = 0.0, grow: float = 0.0
    ) -> None:
        """`high` is its height, or returns it for a width."""
        self.box = Box(0, 0, 0, 0)
        self.grow = grow
        self._wide, self._least, self._high = max(wide, least), least, high

    @property
    def present(self) -> bool:
        return True

    def wide(self) -> float:
        return self._wide

    def least(self) -> float:
        return self._least if self.grow else self._wide

    def high(self, width: float) -> float:
        return self._high(width) if callable(self._high) else self._high

    def low(self, width: float) -> float:
        return 0.0 if self.grow else self.high(width)

    def place(self, box: Box) -> None:
        self.box = box

    def widgets(self) -> Iterator[Widget]:
        yield from ()


def at_table(width: float, height: float, rows: int, columns: int, typeface: Typeface) -> Plan:
    """Return the room in the middle of a table, cards at both sides and the phases below.

    Where that is too narrow, all stand below each other, and need more height.
    """
    grown = typeface.text_size / 100
    infection = _Room(high=infection_height(typeface))
    told = _Room(high=told_height(typeface), grow=1)
    bar_height = typeface.leading(theme.BODY) + 34
    chart = 30 + typeface.leading(theme.CAPTION)
    heights = person_heights(typeface)
    around = bar_height + infection.high(0) + told.high(0) + 3 * GAP
    with_chart = height >= max(_CHART_FROM, around + chart + heights[0])
    bar = _Room(high=bar_height + (chart if with_chart else 0))
    high = height - bar.high(0) - GAP
    most = high - infection.high(0) - told.high(0) - 2 * GAP
    person = _Room(high=next((wanted for wanted in heights if wanted <= most), heights[-1]))
    left = Column(person, told, infection, gap=GAP, wide=_LEFT + 64 * (grown - 1) * 2)
    right = _Room(least=_LEAST_RIGHT * (0.7 + 0.3 * grown), high=_SCORES * grown, grow=1)
    widest = width - left.wide() - right.least() - 2 * GAP
    cell = max(1.0, min((high - _SKY - 2 * EDGE) / rows, (widest - 2 * EDGE) / columns))

    def middle_high(wide: float) -> float:
        return (wide - 2 * EDGE) / columns * min(rows, columns) + _SKY + 2 * EDGE

    middle = _Room(wide=columns * cell + 2 * EDGE, high=middle_high)
    Column(Beside(left, middle, right, gap=GAP, grow=1), bar, gap=GAP).place(Box(0, 0, width, height))
    cards = Cards(person.box, told.box, infection.box, right.box, bar.box, with_chart)
    plan = room_in(middle.box, _SKY, rows, columns)
    return Plan(plan.floor, plan.sky, cards)


def person_heights(typeface: Typeface) -> tuple[float, float, float]:
    """Return heights of a player's card: with figures and scores, without scores, and with its name alone."""
    facts = typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)
    name = typeface.grown(24) + max(60.0, facts) + 20
    return name + facts + typeface.leading(theme.BODY) + 6, name + facts + 2, name


def told_height(typeface: Typeface) -> float:
    """Return the least height of the card of what happened this turn."""
    return typeface.leading(theme.BODY) + 3 * max(24.0, typeface.leading(theme.CAPTION) + 4) + 22


def infection_height(typeface: Typeface) -> float:
    """Return the height of the card of direct infection."""
    return typeface.leading(theme.BODY) + 2 * typeface.leading(theme.CAPTION) + 50


def room_in(box: Box, sky: float, rows: int, columns: int, edge: float = EDGE) -> Plan:
    """Return a room as large as fits into a box, with its sky above."""
    cell = min((box.height - sky - 2 * edge) / rows, (box.width - 2 * edge) / columns)
    left = box.centerx - columns * cell / 2
    top = box.top + sky + edge + (box.height - sky - 2 * edge - rows * cell) / 2
    floor = Floor(rows, columns, left, top, cell, edge)
    return Plan(floor, Box(floor.frame.left, floor.frame.top - sky, floor.frame.width, sky))
