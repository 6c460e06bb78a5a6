"""How Marrakech looks in the arcade: its stall and the durations of its movements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.engine.colour import SEAT_COLOURS, yarns
from game.engine.light import shadow
from game.engine.ornament import RED_GLAZE
from game.engine.patterns import PATTERNS
from game.engine.sprites import put
from game.engine.stage.presentation import Presentation
from game.engine.stage.stall import SHEET_HEIGHT, Stall
from game.engine.textile import rug

RUG = "rug"

DELAYS: Final[Mapping[str, int]] = {
    "assam_turn": 220,
    "die": 900,
    "assam_step": 180,
    "count": 70,
    "coins": 500,
    "rug": 400,
    "notice": 1300,
}
"""Durations in milliseconds: a quarter turn, the throw of the die, one square walked, one square counted, a coin's
flight, a rug's unrolling, a line of text over the board."""


def hang_rugs(surface: pygame.Surface) -> None:
    """Draw the rugs of the first four seats hanging in a stall's sprite."""
    unit = surface.get_height() / SHEET_HEIGHT
    square = round(44 * unit)
    for index, (colour, pattern) in enumerate(zip(list(SEAT_COLOURS.values())[:4], PATTERNS, strict=False)):
        x, y = (56 if index % 2 == 0 else 342) * unit, (178 + (index // 2) * 98) * unit
        blur = max(1, round(4 * unit))
        put(surface, shadow(square - 4, 2 * square - 4, 2, blur, 170), x - 2 * blur + 4 * unit, y - 2 * blur + 4 * unit)
        put(surface, rug(yarns(colour), pattern, square, True), x, y)


PRESENTATION = Presentation(
    "marrakech.stage.stage:MarrakechStage",
    stall=Stall("awning", "#D9643A", RED_GLAZE, "#FFB765", "marrakech-goods", hang_rugs),
    sounds=(RUG,),
    delays=DELAYS,
    seat_sign="marrakech.stage.sign:draw_rugs",
    pictures="marrakech.stage.rules:rules_pictures",
    guide="marrakech.stage.guide:GUIDE",
)
