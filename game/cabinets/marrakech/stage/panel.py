"""What a seat owns, drawn into its panel: squares in sight, coins, rugs left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.cabinets.marrakech.rules import SeatView
from game.cabinets.marrakech.stage.board import Cloth
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, ROSE, SAND
from game.engine.ornament import coin
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.textile import rug
from game.engine.vector import icon
from game.kit.tokens import draw_counts, draw_slots

PEG_STEP = 12.0
GAP = 8.0


def draw_panel(
    canvas: Canvas, surroundings: Surroundings, owned: SeatView, cloths: Sequence[Cloth], slots: int, box: Box
) -> None:
    """Draw what a seat owns into `box`, at least 160 units wide: squares in sight and points, money, rugs left.

    Where three lines would be too high, the points go to the end of the rugs' line.
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
        total = surroundings.texts.line("marrakech_stage.total", points=owned.squares + owned.dirhams)
        wide = typeface.line(canvas, total, box.right, y + caption / 2, 13, Weight.BOLD, LANTERN, "right")
        room = box.width - wide - GAP
        if typeface.measure(words, 13) <= room:
            typeface.line(canvas, words, box.left, y + caption / 2, 13, Weight.REGULAR, tone)
        y += caption + gap
    coins = [(partial(coin, 5, pile=2), owned.fives), (partial(coin, 1, pile=2), owned.ones)]
    opacity = 0.45 if owned.out else 1.0
    draw_counts(canvas, typeface, coins, owned.dirhams, Box(box.left, y, box.width, money), opacity)
    y += money + gap
    _draw_rugs(canvas, surroundings, owned, cloths, slots, Box(box.left, y, box.width, rugs), not with_caption)


def _draw_rugs(
    canvas: Canvas,
    surroundings: Surroundings,
    owned: SeatView,
    cloths: Sequence[Cloth],
    slots: int,
    box: Box,
    with_points: bool,
) -> None:
    """A row of little rugs for each colour, those used up as empty places.

    At the right how many are left in all, or the seat's points with the sign of a cup.
    """
    typeface = surroundings.typeface
    opacity = 0.45 if owned.out else 1.0
    size = 13.0 if with_points else 20.0
    text = str(owned.squares + owned.dirhams if with_points else sum(owned.left))
    widest = typeface.measure("124" if with_points else "24", size, Weight.SEMIBOLD) + (18 if with_points else 0)
    high = box.height / len(cloths)
    step = min(PEG_STEP, (box.width - widest - GAP) / slots)
    peg = min((high - 2) / 2, step - 1.5)
    for row, ((yarns, pattern), left) in enumerate(zip(cloths, owned.left, strict=True)):
        little = rug(yarns, pattern, canvas.px(peg), upright=True)
        draw_slots(canvas, little, left, slots, box.left, box.top + (row + 0.5) * high - peg, peg, step)
    typeface.line(canvas, text, box.right, box.centery, size, Weight.SEMIBOLD, SAND, "right", alpha=opacity)
    if with_points:
        canvas.put_middle(icon("trophy", canvas.px(14), LANTERN), box.right - widest + 7, box.centery)
