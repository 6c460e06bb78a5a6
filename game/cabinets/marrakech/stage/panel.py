"""What a seat owns, drawn into its panel: squares in sight, coins, rugs left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.cabinets.marrakech.rules import SeatView
from game.cabinets.marrakech.stage.board import Cloth
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, ROSE, SAND
from game.engine.ornament import coin
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.textile import rug
from game.engine.vector import icon, rect, svg

PEG_STEP = 12.0
GAP = 8.0


class _Coins(NamedTuple):
    """One way to set the two kinds of coins."""

    size: float
    """Width of a pile, in design units."""
    type_size: float
    sign: str
    """Before the count."""


_COINS = (_Coins(28, 16, "×"), _Coins(26, 13, "×"), _Coins(24, 13, ""))
"""From roomy to tight: the first that leaves room for the sum is taken."""


def draw_panel(
    canvas: Canvas, surroundings: Surroundings, owned: SeatView, cloths: Sequence[Cloth], slots: int, box: Box
) -> None:
    """Draw what a seat owns into `box`, at least 160 units wide: squares in sight, money, rugs left.

    Where three lines would be too high, the squares in sight go to the end of the rugs' line.
    `cloths` are those of the seat's colours and `slots` how many rugs of each it began with.
    """
    typeface = surroundings.typeface
    caption = typeface.leading(13)
    money = max(30.0, typeface.grown(26) * 1.1)
    rugs = 22.0 if len(cloths) == 1 else 28.0
    with_caption = caption + money + rugs <= box.height
    if not with_caption:
        caption, rugs = 0.0, max(10.0, min(rugs, box.height - money))
    gap = max(0.0, box.height - caption - money - rugs) / (4 if with_caption else 3)
    y = box.top + gap
    if with_caption:
        key = "marrakech_stage.out" if owned.out else "marrakech_stage.in_sight"
        words = surroundings.texts.line(key, squares=owned.squares)
        tone = ROSE if owned.out else MUTED
        typeface.line(canvas, words, box.left, y + caption / 2, 13, Weight.REGULAR, tone, max_width=box.width)
        y += caption + gap
    _draw_money(canvas, surroundings, owned, Box(box.left, y, box.width, money))
    y += money + gap
    _draw_rugs(canvas, surroundings, owned, cloths, slots, Box(box.left, y, box.width, rugs), not with_caption)


def _draw_money(canvas: Canvas, surroundings: Surroundings, owned: SeatView, box: Box) -> None:
    """Coins by kind with their count, and at the right what they are worth."""
    typeface = surroundings.typeface
    opacity = 0.45 if owned.out else 1.0
    dirhams = str(owned.dirhams)
    room = box.width - typeface.measure(dirhams, 26, Weight.BOLD) - GAP

    def column(style: _Coins) -> float:
        counts = (f"{style.sign}{count}" for count in (10, owned.fives, owned.ones))
        widest = max(typeface.measure(text, style.type_size, Weight.SEMIBOLD) for text in counts)
        return style.size + 3 + widest

    style = next((style for style in _COINS if 2 * column(style) + GAP <= room), _COINS[-1])
    x, y = box.left, box.centery
    for value, count in ((5, owned.fives), (1, owned.ones)):
        piece = coin(value, canvas.px(style.size), 2)
        canvas.put_middle(faded(piece, opacity) if opacity < 1 else piece, x + style.size / 2, y)
        text = f"{style.sign}{count}"
        left = x + style.size + 3
        typeface.line(canvas, text, left, y + 1, style.type_size, Weight.SEMIBOLD, SAND, alpha=opacity)
        x += column(style) + GAP
    typeface.line(canvas, dirhams, box.right, y, 26, Weight.BOLD, PAPER, "right", alpha=opacity)


@sprite(kept=16)
def _empty_peg(width_px: int, height_px: int) -> pygame.Surface:
    """The place of a rug that is used up."""
    edge = max(1.0, width_px / 10)
    inside = (edge / 2, edge / 2, width_px - edge, height_px - edge, 2 * edge)
    return svg(rect(*inside, PAPER, PAPER, edge, fill_opacity=0.05, stroke_opacity=0.17), width_px, height_px)


def _draw_rugs(
    canvas: Canvas,
    surroundings: Surroundings,
    owned: SeatView,
    cloths: Sequence[Cloth],
    slots: int,
    box: Box,
    with_squares: bool,
) -> None:
    """A row of little rugs for each colour, those used up as empty places.

    At the right how many are left in all, or the squares in sight with a sign of a grid.
    """
    typeface = surroundings.typeface
    opacity = 0.45 if owned.out else 1.0
    size = 13.0 if with_squares else 20.0
    text = str(owned.squares if with_squares else sum(owned.left))
    widest = typeface.measure("24", size, Weight.SEMIBOLD) + (18 if with_squares else 0)
    high = box.height / len(cloths)
    step = min(PEG_STEP, (box.width - widest - GAP) / slots)
    peg = min((high - 2) / 2, step - 1.5)
    width, height = canvas.px(peg), canvas.px(2 * peg)
    for row, ((yarns, pattern), left) in enumerate(zip(cloths, owned.left, strict=True)):
        y = box.top + (row + 0.5) * high
        for slot in range(slots):
            little = rug(yarns, pattern, width, upright=True) if slot < left else _empty_peg(width, height)
            canvas.put(little, box.left + slot * step, y - peg)
    typeface.line(canvas, text, box.right, box.centery, size, Weight.SEMIBOLD, SAND, "right", alpha=opacity)
    if with_squares:
        canvas.put_middle(icon("layout-grid", canvas.px(14), MUTED), box.right - widest + 7, box.centery)
