"""The presentation of Gem Merchants: its stall on the street."""

from __future__ import annotations

import pygame

from game.cabinets.gems.stage.stones.cut import stone
from game.engine.ornament import TEAL_GLAZE
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHEET_WIDTH, SHELF_MIDDLES, SHELVES, Stall, shelves


def hang_stones(sheet: pygame.Surface) -> None:
    """Draw stones of each kind on the shelves of the stall."""
    scale = sheet.get_width() / SHEET_WIDTH
    for row, y in enumerate(SHELVES):
        for column, x in enumerate(SHELF_MIDDLES):
            place = round((x - 19) * scale), round((y - 39) * scale)
            sheet.blit(stone(2 * row + column, round(38 * scale)), place, None, pygame.BLEND_PREMULTIPLIED)


PRESENTATION = Presentation(
    "gems.stage.stage:GemsStage",
    stall=Stall("gable", "#B3244A", TEAL_GLAZE, "#F2B134", shelves, hang_stones),
    pictures="gems.stage.rules:rules_pictures",
    guide="gems.stage.guide:GUIDE",
    puzzles="gems.puzzles.book:GemsPuzzles",
)
