"""The measures by which everything in the street is placed.

Lengths are design units. A stall is designed on a sheet of its own (`game.engine.stage.stall`) and drawn at one of two
heights: in the middle of the picture, or aside.
"""

from __future__ import annotations

from game.engine.canvas import Box
from game.engine.stage.stall import SHEET_FOOT, SHEET_HEIGHT, SHEET_WIDTH
from game.engine.tween import lerp

IN_THE_MIDDLE, ASIDE = 468.0, 372.0
"""Height of a stall's sheet in the middle of the picture, and aside."""

FLOOR = 552.0
"""y at which the wall meets the paving."""
VANISHING_X, VANISHING_Y = 640.0, 300.0
STALL_STEP = 406.0
"""How far a stall moves when the camera goes on by one stall."""
_STALL_GROUND = 585.0


def step_at(y: float) -> float:
    """Return how far the ground at height `y` moves on screen when the camera goes on by one stall."""
    return STALL_STEP * (y - VANISHING_Y) / (_STALL_GROUND - VANISHING_Y)


def stall_height(distance: float) -> float:
    """Return the height of the sheet of a stall that is `distance` stalls from the middle."""
    return lerp(IN_THE_MIDDLE, ASIDE, min(1.0, abs(distance)))


def stall_box(distance: float) -> Box:
    """Return the box of a stall's sheet; `distance` in stalls from the middle, negative to the left."""
    height = stall_height(distance)
    width = height * SHEET_WIDTH / SHEET_HEIGHT
    foot = lerp(597.0, 577.0, min(1.0, abs(distance)))
    x = VANISHING_X + distance * STALL_STEP
    return Box(x - width / 2, foot - height * SHEET_FOOT / SHEET_HEIGHT, width, height)


def on_sheet(box: Box, part: Box) -> Box:
    """Convert a part of a stall's sheet to the picture, where the sheet lies at `box`."""
    unit = box.height / SHEET_HEIGHT
    return Box(box.left + part.left * unit, box.top + part.top * unit, part.width * unit, part.height * unit)


def nearest(index: int, camera: float, count: int) -> float:
    """Return how far stall `index` of a round street is from the camera, in stalls, the short way round.

    >>> nearest(2, 0.0, 3), nearest(0, 2.0, 3)
    (-1.0, 1.0)
    """
    return (index - camera + count / 2) % count - count / 2
