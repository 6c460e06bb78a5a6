"""What stands in the street: one line for each stall, and the measures everything is placed by.

Lengths are design units. A stall is designed on a sheet of its own, SHEET_WIDTH by SHEET_HEIGHT, and drawn at one
of two heights: in the middle of the picture, or aside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from game.engine.canvas import Box
from game.engine.colour import Colour
from game.engine.ornament import RED_GLAZE, TEAL_GLAZE, VIOLET_GLAZE, Glaze
from game.engine.tween import lerp

Roof: TypeAlias = Literal["awning", "dome", "gable"]
Goods: TypeAlias = Literal["rugs", "jars", "books"]


@dataclass(frozen=True)
class Stall:
    """How the stall of one game is built."""

    game: str
    """The id of its game; while no such game is open its shutters stay down."""
    roof: Roof
    goods: Goods
    cloth: Colour
    """Of the roof; its other stripe is cream."""
    glaze: Glaze
    """Of the tiles before the counter."""
    shine: Colour
    """What its screen throws around it."""


STREET: tuple[Stall, ...] = (
    Stall("l4g", "gable", "books", "#7A4FB5", VIOLET_GLAZE, "#8FD6A8"),
    Stall("marrakech", "awning", "rugs", "#D9643A", RED_GLAZE, "#FFB765"),
    Stall("slime", "dome", "jars", "#2BA7A0", TEAL_GLAZE, "#8A7BFF"),
)
"""The stalls in order; the street is a round one, so that the last stands beside the first. A further game is
added by a line here; its name is `<game>.name`, or `title.soon.<game>` before the game is there."""

SHEET_WIDTH, SHEET_HEIGHT = 440, 500
SHEET_FOOT = 488
"""Where a stall stands on the ground, on its own sheet."""
SCREEN = Box(114, 184, 212, 212)
"""The screen on a stall's sheet."""

IN_THE_MIDDLE, ASIDE = 468.0, 372.0
"""Heights of a stall's sheet."""

FLOOR = 552.0
"""Where the wall meets the paving."""
VANISHING_X, VANISHING_Y = 640.0, 300.0
STALL_STEP = 406.0
"""How far a stall moves when the camera goes on by one stall."""
_STALL_GROUND = 585.0


def step_at(y: float) -> float:
    """How far the ground at height y moves when the camera goes on by one stall."""
    return STALL_STEP * (y - VANISHING_Y) / (_STALL_GROUND - VANISHING_Y)


def stall_height(distance: float) -> float:
    """Height of the sheet of a stall that many stalls from the middle."""
    return lerp(IN_THE_MIDDLE, ASIDE, min(1.0, abs(distance)))


def stall_box(distance: float) -> Box:
    """Where the sheet of a stall lies; `distance` in stalls from the middle, negative to the left."""
    height = stall_height(distance)
    width = height * SHEET_WIDTH / SHEET_HEIGHT
    foot = lerp(597.0, 577.0, min(1.0, abs(distance)))
    x = VANISHING_X + distance * STALL_STEP
    return Box(x - width / 2, foot - height * SHEET_FOOT / SHEET_HEIGHT, width, height)


def on_sheet(box: Box, part: Box) -> Box:
    """Where a part of a stall's sheet lies when the sheet lies at `box`."""
    unit = box.height / SHEET_HEIGHT
    return Box(box.left + part.left * unit, box.top + part.top * unit, part.width * unit, part.height * unit)


def nearest(index: int, camera: float, count: int) -> float:
    """How far stall `index` of a round street is from the camera, in stalls, the short way around.

    >>> nearest(2, 0.0, 3), nearest(0, 2.0, 3)
    (-1.0, 1.0)
    """
    return (index - camera + count / 2) % count - count / 2
