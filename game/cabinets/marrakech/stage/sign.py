"""The sign of a seat in the setup: the rugs it lays."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.colour import yarns
from game.engine.stage import Tint
from game.engine.textile import lay

_WIDEST = 72.0


def draw_rugs(canvas: Canvas, box: Box, _seat: Seat, tints: Sequence[Tint]) -> None:
    """Draw a rug of every colour of the seat, the first in front."""
    square = min(_WIDEST, box.height / 2) - 8.0 * (len(tints) - 1)
    for behind, tint in reversed(list(enumerate(tints))):
        shift = 14.0 * (behind - (len(tints) - 1) / 2)
        x, y = box.centerx - square / 2 + shift, box.centery - square + shift
        lay(canvas, x, y, square, yarns(tint.colour), tint.pattern, upright=True)
