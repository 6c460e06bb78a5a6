"""What a seat owns, drawn into its panel: squares in sight, coins, rugs left."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.cabinets.marrakech.stage_board import Cloth
from game.cabinets.marrakech.stage_picture import Purse
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, ROSE, SAND
from game.engine.ornament import coin
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.textile import rug
from game.engine.vector import rect, svg

COIN = 28.0
PEG_STEP = 12.0


def draw_panel(
    canvas: Canvas, surroundings: Surroundings, purse: Purse, cloths: Sequence[Cloth], slots: int, box: Box
) -> None:
    """Draw a seat's belongings into `box`, which should be at least 168×76 units large.

    `cloths` are those of the seat's colours and `slots` how many rugs of each it began with.
    """
    typeface = surroundings.typeface
    caption_high = typeface.leading(13)
    rugs_high = 22.0 if len(cloths) == 1 else 30.0
    money_high = max(COIN, typeface.grown(26)) + 4
    spare = max(0.0, box.height - caption_high - money_high - rugs_high) / 3
    caption_y = box.top + spare / 2 + caption_high / 2
    money_y = box.top + spare * 1.5 + caption_high + money_high / 2
    key = "marrakech_stage.out" if purse.out else "marrakech_stage.in_sight"
    words = surroundings.texts.line(key, squares=purse.squares)
    tone = ROSE if purse.out else MUTED
    below = _draw_money(canvas, surroundings, purse, Box(box.left, money_y, box.width, 0), caption_y)
    typeface.line(canvas, words, box.left, caption_y, 13, Weight.REGULAR, tone, max_width=box.width - below)
    _draw_rugs(canvas, surroundings, purse, cloths, slots, Box(box.left, box.bottom - rugs_high, box.width, rugs_high))


def _draw_money(canvas: Canvas, surroundings: Surroundings, purse: Purse, row: Box, caption_y: float) -> float:
    """Coins by kind, and their worth at the right: beside them, or above where they leave no room.

    Returns the width taken in the line above.
    """
    typeface = surroundings.typeface
    opacity = 0.45 if purse.out else 1.0
    counts = [(5, f"×{purse.fives}"), (1, f"×{purse.ones}")]
    dirhams = str(5 * purse.fives + purse.ones)
    column = (
        COIN
        + 4
        + max(
            typeface.measure("×10", 16, Weight.SEMIBOLD), *(typeface.measure(t, 16, Weight.SEMIBOLD) for _, t in counts)
        )
    )
    worth = typeface.measure(dirhams, 26, Weight.BOLD)
    beside = 2 * column + 12 + worth <= row.width
    x = row.left
    for value, text in counts:
        piece = coin(value, canvas.px(COIN), 2)
        canvas.put_middle(faded(piece, opacity) if opacity < 1 else piece, x + COIN / 2, row.top)
        typeface.line(canvas, text, x + COIN + 4, row.top + 1, 16, Weight.SEMIBOLD, SAND, alpha=opacity)
        x += column + (8 if beside else 12)
    y = row.top if beside else caption_y
    typeface.line(canvas, dirhams, row.right, y, 26, Weight.BOLD, PAPER, "right", alpha=opacity)
    return 0.0 if beside else worth + 8


@sprite(kept=16)
def _empty_peg(width_px: int, height_px: int) -> pygame.Surface:
    """The place of a rug that is used up."""
    edge = max(1.0, width_px / 10)
    body = rect(
        edge / 2,
        edge / 2,
        width_px - edge,
        height_px - edge,
        2 * edge,
        PAPER,
        PAPER,
        edge,
        fill_opacity=0.05,
        stroke_opacity=0.17,
    )
    return svg(body, width_px, height_px)


def _draw_rugs(
    canvas: Canvas, surroundings: Surroundings, purse: Purse, cloths: Sequence[Cloth], slots: int, box: Box
) -> None:
    """A row of little rugs for each colour, those used up as empty places, and how many are left."""
    typeface = surroundings.typeface
    high = box.height / len(cloths)
    size = 16 if len(cloths) > 1 else 20
    widest = typeface.measure("24", size, Weight.SEMIBOLD)
    step = min(PEG_STEP, (box.width - widest - 6) / slots)
    peg = min((high - 2) / 2, step - 1.5)
    width, height = canvas.px(peg), canvas.px(2 * peg)
    for row, ((yarns, pattern), left) in enumerate(zip(cloths, purse.left, strict=True)):
        y = box.top + (row + 0.5) * high
        for slot in range(slots):
            x = box.left + slot * step
            little = rug(yarns, pattern, width, upright=True) if slot < left else _empty_peg(width, height)
            canvas.put(little, x, y - peg)
        opacity = 0.45 if purse.out else 1.0
        typeface.line(canvas, str(left), box.right, y, size, Weight.SEMIBOLD, SAND, "right", alpha=opacity)
