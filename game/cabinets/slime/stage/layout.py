"""Where everything of the field lies, in the stage's 936×504 design units. Pure geometry, no pixels.

A square is `x * 13 + y` with (0, 0) at the bottom left, as in the rules; on the screen y grows downwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.cabinets.slime.field import BESIDE, HEIGHT, OUTSIDE, WIDTH
from game.cabinets.slime.rules import Heading
from game.engine.canvas import Box
from game.engine.tween import Point

CELL = 36.0
EDGE = 18.0
"""Width of the tiled frame around the field."""
FRAME_WIDTH = WIDTH * CELL + 2 * EDGE
FRAME_HEIGHT = HEIGHT * CELL + 2 * EDGE
FRAME = Box(0, 0, FRAME_WIDTH, FRAME_HEIGHT)
FIELD = Box(EDGE, EDGE, WIDTH * CELL, HEIGHT * CELL)

HEADINGS = tuple(Heading)
VECTORS: dict[Heading, Point] = {
    Heading.RIGHT: (1.0, 0.0),
    Heading.UP: (0.0, -1.0),
    Heading.LEFT: (-1.0, 0.0),
    Heading.DOWN: (0.0, 1.0),
}
"""One step of each heading on the screen."""


def middle(square: int) -> Point:
    """The middle of a square."""
    x, y = divmod(square, HEIGHT)
    return EDGE + (x + 0.5) * CELL, EDGE + (HEIGHT - 1 - y + 0.5) * CELL


def row_and_column(square: int) -> tuple[int, int]:
    """A square's row, counted from the top of the screen, and its column."""
    x, y = divmod(square, HEIGHT)
    return HEIGHT - 1 - y, x


def square_at(x: float, y: float) -> int | None:
    """The square under a point; None outside the field."""
    column, row = math.floor((x - EDGE) / CELL), math.floor((y - EDGE) / CELL)
    return column * HEIGHT + HEIGHT - 1 - row if 0 <= row < HEIGHT and 0 <= column < WIDTH else None


def beyond(square: int, heading: Heading) -> int | None:
    """The square one further; None beyond the edge."""
    other = int(BESIDE[square * 4 + heading])
    return None if other == OUTSIDE else other


def heading_between(square: int, other: int) -> Heading | None:
    """The heading from a square to one beside it; None where they do not touch."""
    return next((heading for heading in HEADINGS if beyond(square, heading) == other), None)


def way_between(square: int, other: int) -> list[int]:
    """The squares from one to another, without the first: along the longer side, then around one corner."""
    (x, y), (end_x, end_y) = divmod(square, HEIGHT), divmod(other, HEIGHT)
    sideways = [Heading.RIGHT if end_x > x else Heading.LEFT] * abs(end_x - x)
    upwards = [Heading.UP if end_y > y else Heading.DOWN] * abs(end_y - y)
    way = []
    for heading in sideways + upwards if len(sideways) >= len(upwards) else upwards + sideways:
        square = int(BESIDE[square * 4 + heading])
        way.append(square)
    return way


def centre_of(squares: Sequence[int]) -> Point:
    """The middle of that square of an area which lies nearest to the area's centre."""
    places = [middle(square) for square in squares]
    x = sum(place[0] for place in places) / len(places)
    y = sum(place[1] for place in places) / len(places)
    return min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
