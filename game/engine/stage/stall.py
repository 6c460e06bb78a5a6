"""How a game's stall is built: what a game declares of it, and the sheet it is drawn on.

Lengths are units of the sheet, SHEET_WIDTH by SHEET_HEIGHT.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import pygame

from game.engine.canvas import Box
from game.engine.colour import INK, Colour
from game.engine.ornament import Glaze
from game.engine.vector import rect

Roof: TypeAlias = Literal["awning", "dome", "gable"]

SHEET_WIDTH, SHEET_HEIGHT = 440, 500
SHEET_FOOT = 488
"""Height on the sheet at which the stall stands on the ground."""
SCREEN = Box(114, 184, 212, 212)
"""Box of the stall's screen on the sheet."""
SHELVES = (232, 304, 376)
"""Heights of the shelves on both sides of the screen."""
SHELF_MIDDLES = (75, 365)
"""x of the middle of the shelves, left and right; things on them are about 36 wide and at most 60 high."""


@dataclass(frozen=True)
class Stall:
    roof: Roof
    cloth: Colour
    """The colour of the roof's stripes; every other stripe is cream."""
    glaze: Glaze
    """The colours of the tiles in front of the counter."""
    shine: Colour
    """The colour of the light that the screen throws around it."""
    goods: str | Callable[[], str]
    """What lies on both sides of the screen: the name of a drawing of the whole sheet in assets/drawings, or a function
    that makes its SVG.
    """
    hung: Callable[[pygame.Surface], None] | None = None
    """Puts sprites over the goods, on a picture of the whole sheet."""


def shelves() -> str:
    """Return SVG elements of three shelves on each side of the screen."""
    body = ""
    for y in SHELVES:
        for x in (56, 346):
            body += rect(x, y, 38, 5, 1, "#8A5430") + rect(x, y + 5, 38, 4, 0, INK, fill_opacity=0.35)
    return body
