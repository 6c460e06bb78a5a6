"""Ornaments for all scenes and games: pure functions from sizes in pixels to kept sprites."""

from game.engine.ornament.badges import badge
from game.engine.ornament.boards import carved_floor, wooden_frame, zellige_ring
from game.engine.ornament.brass import BRASS, brass_frame, chain, hang_lantern, lantern, stud
from game.engine.ornament.cards import (
    BUTTON,
    BUTTON_OFF,
    BUTTON_OVER,
    GLASS,
    LIT,
    LIT_OVER,
    SHEET,
    Face,
    card,
    keycap,
    outline,
    pill,
    round_button,
)
from game.engine.ornament.coins import coin
from game.engine.ornament.dice import die, die_face, thrown_die
from game.engine.ornament.frames import Band, sunken, tiled_frame
from game.engine.ornament.tiles import (
    DEEP_GLAZE,
    NIGHT_GLAZE,
    RED_GLAZE,
    TEAL_GLAZE,
    VIOLET_GLAZE,
    Glaze,
    khatam,
    plaster,
    wood,
    zellige,
)

__all__ = [
    "BRASS",
    "BUTTON",
    "BUTTON_OFF",
    "BUTTON_OVER",
    "DEEP_GLAZE",
    "GLASS",
    "LIT",
    "LIT_OVER",
    "NIGHT_GLAZE",
    "RED_GLAZE",
    "SHEET",
    "TEAL_GLAZE",
    "VIOLET_GLAZE",
    "Band",
    "Face",
    "Glaze",
    "badge",
    "brass_frame",
    "card",
    "carved_floor",
    "chain",
    "coin",
    "die",
    "die_face",
    "hang_lantern",
    "keycap",
    "khatam",
    "lantern",
    "outline",
    "pill",
    "plaster",
    "round_button",
    "stud",
    "sunken",
    "thrown_die",
    "tiled_frame",
    "wood",
    "wooden_frame",
    "zellige",
    "zellige_ring",
]
