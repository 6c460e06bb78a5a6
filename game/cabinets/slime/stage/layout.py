"""Layout of the field, in the stage's 936×504 design units.

A square is `x * 13 + y` with (0, 0) at the bottom left, as in the rules; on the screen y grows downwards.
"""

from __future__ import annotations

from game.cabinets.slime.field import BESIDE, HEIGHT, OUTSIDE, WIDTH
from game.cabinets.slime.rules import Heading
from game.core.space import Squares
from game.engine.canvas import Box
from game.engine.input import CommandName
from game.kit.drawing.terrain import Terrain
from game.kit.layout import ARROWS, squares

CELL = 36.0
EDGE = 18.0
"""Width of the tiled frame around the field."""
FIELD = Box(EDGE, EDGE, WIDTH * CELL, HEIGHT * CELL)
FRAME = Box(0, 0, FIELD.width + 2 * EDGE, FIELD.height + 2 * EDGE)
_COMMANDS = (CommandName.RIGHT, CommandName.UP, CommandName.LEFT, CommandName.DOWN)
DIRECTIONS = dict(zip(_COMMANDS, Heading, strict=True))
VECTORS = {heading: ARROWS[command] for command, heading in DIRECTIONS.items()}
"""The direction (x, y) of each heading on the screen."""
_ROWS = Squares(WIDTH, HEIGHT)


def _from_below(place: int) -> int:
    column, row = _ROWS.place(place)
    return column * HEIGHT + HEIGHT - 1 - row


LAYOUT = squares(_ROWS, FIELD).renamed(_from_below)
READING = tuple(map(_from_below, _ROWS))
"""The squares row by row from the top left, the order in which boards count."""
TERRAIN = Terrain(_ROWS)
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
