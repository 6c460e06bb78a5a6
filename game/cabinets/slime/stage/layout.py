"""Layout of the field in design units: as it lies in the rules, 936×504, or turned a quarter for a high table.

A square is `x * 13 + y` with (0, 0) at the bottom left, as in the rules; on the screen y grows downwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from game.cabinets.slime.field import BESIDE, HEIGHT, OUTSIDE, WIDTH
from game.cabinets.slime.rules import Heading
from game.core.space import Squares
from game.engine.canvas import Box
from game.engine.input import CommandName
from game.engine.tween import Point
from game.kit.drawing.terrain import Terrain
from game.kit.layout import ARROWS, Layout, squares

CELL = 36.0
EDGE, _LOW_EDGE = 18.0, 12.0
"""Width of the tiled frame around the field, and around the turned one, where each unit makes its squares smaller."""
FIELD = Box(EDGE, EDGE, WIDTH * CELL, HEIGHT * CELL)
FRAME = Box(0, 0, FIELD.width + 2 * EDGE, FIELD.height + 2 * EDGE)
_COMMANDS = (CommandName.RIGHT, CommandName.UP, CommandName.LEFT, CommandName.DOWN)
VECTORS = {heading: ARROWS[command] for command, heading in zip(_COMMANDS, Heading, strict=True)}
"""The direction (x, y) of each heading that is seen on the screen."""


@dataclass(frozen=True, eq=False)
class Plan:
    """How the field lies on the screen; `turned` says whether it is turned a quarter anticlockwise, so that who began
    at the left begins at the foot. Signs and words are never turned.
    """

    turned: bool

    @property
    def edge(self) -> float:
        return _LOW_EDGE if self.turned else EDGE

    @cached_property
    def board(self) -> Squares:
        """The squares as they are seen, row by row."""
        return Squares(HEIGHT, WIDTH) if self.turned else Squares(WIDTH, HEIGHT)

    @cached_property
    def field(self) -> Box:
        return Box(self.edge, self.edge, self.board.columns * CELL, self.board.rows * CELL)

    @cached_property
    def frame(self) -> Box:
        return Box(0, 0, self.field.width + 2 * self.edge, self.field.height + 2 * self.edge)

    @cached_property
    def layout(self) -> Layout[int]:
        return squares(self.board, self.field).renamed(self._square)

    @cached_property
    def reading(self) -> tuple[int, ...]:
        """The squares row by row from the top left, the order in which boards count."""
        return tuple(map(self._square, self.board))

    @cached_property
    def terrain(self) -> Terrain:
        return Terrain(self.board)

    @cached_property
    def directions(self) -> Mapping[CommandName, Heading]:
        """The heading that each arrow means."""
        seen = {self.seen(heading): heading for heading in Heading}
        return {command: seen[heading] for command, heading in zip(_COMMANDS, Heading, strict=True)}

    def _square(self, place: int) -> int:
        column, row = self.board.place(place)
        x, y = (WIDTH - 1 - row, HEIGHT - 1 - column) if self.turned else (column, HEIGHT - 1 - row)
        return x * HEIGHT + y

    def middle(self, square: int) -> Point:
        return self.layout.middle(square)

    def seen(self, heading: Heading) -> Heading:
        """Return the heading on the screen of a slime that has a heading in the rules."""
        return Heading((heading + self.turned) % len(Heading))


LYING, TURNED = Plan(turned=False), Plan(turned=True)
LAYOUT = LYING.layout
middle = LAYOUT.middle


def beyond(square: int, heading: Heading) -> int | None:
    """Return the neighbouring square in a heading's direction; None beyond the edge."""
    other = int(BESIDE[square * 4 + heading])
    return None if other == OUTSIDE else other


def heading_between(square: int, other: int) -> Heading | None:
    """Return the heading from a square to a neighbouring one; None where they are no neighbours."""
    return next((heading for heading in Heading if beyond(square, heading) == other), None)


def way_between(square: int, other: int) -> list[int]:
    """Return the squares on the way from one to another, without the first: along the longer side, then around one
    corner.
    """
    (x, y), (end_x, end_y) = divmod(square, HEIGHT), divmod(other, HEIGHT)
    sideways = [Heading.RIGHT if end_x > x else Heading.LEFT] * abs(end_x - x)
    upwards = [Heading.UP if end_y > y else Heading.DOWN] * abs(end_y - y)
    way = [square]
    for heading in sideways + upwards if len(sideways) >= len(upwards) else upwards + sideways:
        way.append(int(BESIDE[way[-1] * 4 + heading]))
    return way[1:]
