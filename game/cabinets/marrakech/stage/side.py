"""The card beside the board: the die on its tray, and how often each face came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.cabinets.marrakech.board import FACES
from game.cabinets.marrakech.stage.dice import RollWords, Sides, Throw, draw_card
from game.engine.canvas import Box, Canvas
from game.engine.stage import Surroundings

SIDES: Mapping[int, Sides] = {
    0: (1, 4, 2, 2, 3, 1),
    1: (1, 4, 2, 2, 3, 1),
    2: (2, 1, 3, 2, 3, 1),
    3: (3, 4, 2, 2, 3, 1),
    4: (4, 2, 1, 2, 3, 1),
}
"""How the die lies, by the face on top; 0 is before the first throw."""


def draw_side(canvas: Canvas, surroundings: Surroundings, throw: Throw, rolls: Sequence[int], box: Box) -> None:
    line = surroundings.texts.line
    words = RollWords(*(line(f"marrakech_stage.{key}", count=sum(rolls)) for key in ("rolls", "expected", "actual")))
    draw_card(canvas, surroundings.typeface, throw, SIDES[throw.face], rolls, FACES, words, box)
