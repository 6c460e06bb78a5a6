"""What the house knows of Gem Merchants' picture: its stall."""

from __future__ import annotations

import pygame

from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHELF_MIDDLES, SHELVES, Stall, shelves
from game.kit.tokens import stone


def hang_stones(sheet: pygame.Surface) -> None:
    """A stone of each kind on the shelves."""
    kind = 0
    for y in SHELVES:
        for x in SHELF_MIDDLES:
            sheet.blit(stone(kind, 38), (x - 19, y - 39), None, pygame.BLEND_PREMULTIPLIED)
            kind += 1


PRESENTATION = Presentation(
    "gems.stage.stage:GemsStage", stall=Stall("gable", "#B3244A", TEAL_GLAZE, "#F2B134", shelves, hang_stones)
)
