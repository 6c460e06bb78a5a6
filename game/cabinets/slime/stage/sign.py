"""The sign of a seat in the setup: a slime of its team."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.slime.rules import Heading
from game.cabinets.slime.stage.slime import slime
from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.stage import Tint

_LARGEST = 76.0


def draw_team(canvas: Canvas, box: Box, seat: Seat, tints: Sequence[Tint]) -> None:
    """Draw the slime, facing the other team."""
    size = min(_LARGEST, box.height)
    heading = Heading.LEFT if seat else Heading.RIGHT
    drawn = slime(seat, heading, canvas.px(size), canvas.px(size * 1.04), tints[0].colour, tints[0].pattern)
    canvas.put_middle(drawn, *box.center)
