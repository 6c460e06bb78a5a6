"""What is drawn over a pane: time, coins, the bar of the whole way with all runners on it, and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import pygame

from game.cabinets.rooftops.stage.figures import sign
from game.core.forge.physics import numbers as n
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, PAPER, SAND, rgb
from game.engine.stage import READABLE_FROM, Look
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.ground.texts import grouped
from game.kit.drawing.sheet import draw_sheet
from game.kit.levels.things import thing

BAR_HIGH = 22.0
_INSET, _CORNER = 14.0, 8.0


class Head(NamedTuple):
    """A runner on the bar of the way: colour, shape, progress in thousandths, and whether the pane is its own."""

    colour: str
    shape: str
    share: int
    own: bool


def draw_way(canvas: Canvas, box: Box, heads: Sequence[Head]) -> None:
    """Draw the bar of the whole way, with the lantern at its end and all runners on it."""
    draw_sheet(canvas, Box(box.left - 6, box.top - 5, box.width + 10, box.height + 10), _CORNER)
    left, right, y = box.left + 6, box.right - 14, box.centery
    begin, end = canvas.pixel(left, y), canvas.pixel(right, y)
    pygame.draw.line(canvas.surface, rgb(INK), begin, end, canvas.px(5))
    pygame.draw.line(canvas.surface, rgb(SAND), begin, end, canvas.px(2))
    lamp = thing("goal", canvas.px(16))
    canvas.put_middle(lamp, right + 4, y - 2)
    for head in sorted(heads, key=lambda head: head.own):
        x = left + (right - left) * min(1000, head.share) / 1000
        canvas.put_middle(sign(head.shape, head.colour, canvas.px(20 if head.own else 15)), x, y)


def draw_names(
    canvas: Canvas, typeface: Typeface, named: Sequence[tuple[Look, Box]], own: Sequence[Box], within: Box
) -> None:
    """Write names over the heads of other runners, stacked where they are side by side and covering nobody.

    Boxes hold a runner and its sign; `own` is the box of the pane's own runner, which needs no name.
    """
    if canvas.scale < READABLE_FROM:
        return
    side, row, taken = typeface.grown(13), typeface.leading(theme.CAPTION), [*own, *(over for _, over in named)]
    most = typeface.measure("0" * 8, theme.CAPTION, Weight.SEMIBOLD)
    for look, over in named:
        text = fitted(typeface, look.name, most, theme.CAPTION)
        wide = typeface.measure(text, theme.CAPTION, Weight.SEMIBOLD) + side + 4
        x = max(within.left + 4, min(within.right - 4 - wide, over.centerx - wide / 2))
        box = Box(x, over.top - 1 - row, wide, row)
        while any(box.colliderect(other) for other in taken):
            box = box.move(0, -row)
        taken.append(box)
        if box.top < within.top:
            continue
        canvas.put_middle(sign(look.shape, look.colour, canvas.px(side)), x + side / 2, box.centery)
        typeface.line(canvas, text, x + side + 4, box.centery, theme.CAPTION, Weight.SEMIBOLD, PAPER, "left", outline=2)


def draw_figures(canvas: Canvas, typeface: Typeface, box: Box, numbers: Any, asked: int, look: Look | None) -> None:
    """Write time, coins and jewels, of those the goal asks for, at the upper left.

    If several runners are shown, sign and name are below.
    """
    if canvas.scale < READABLE_FROM:
        return
    ticks = int(numbers[n.GOAL] or numbers[n.CLOCK])
    high, begin = max(32.0, typeface.leading(theme.HEADING)), box.left + _INSET
    y = box.top + 4 + high / 2
    counted = [("coin", int(numbers[n.COIN_COUNT]), 0), ("gem", int(numbers[n.GEM_COUNT]), asked)]
    told = [
        (kind, grouped(count) + (f" / {most}" if most else ""), LANTERN if most and count >= most else PAPER)
        for kind, count, most in counted
        if kind == "coin" or count or most
    ]
    first = begin + typeface.measure("000.0", theme.HEADING, Weight.BOLD) + 12
    wide = [34 + typeface.measure(words, theme.BODY, Weight.BOLD) for _, words, _ in told]
    draw_sheet(canvas, Box(box.left + 4, box.top + 4, first + sum(wide) - box.left - 4, high), _CORNER)
    typeface.line(canvas, f"{ticks / 60:.1f}", begin, y, theme.HEADING, Weight.BOLD, PAPER, "left", outline=2)
    for (kind, words, colour), x in zip(told, accumulate(wide, initial=first), strict=False):
        canvas.put_middle(thing(kind, canvas.px(22)), x + 11, y)
        typeface.line(canvas, words, x + 26, y, theme.BODY, Weight.BOLD, colour, "left", outline=2)
    if look is not None:
        side, x, y = typeface.grown(15), begin, box.top + high + 16
        canvas.put_middle(sign(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        typeface.line(canvas, look.name, x + side + 5, y, theme.CAPTION, Weight.BOLD, PAPER, "left", outline=2)


def draw_said(
    canvas: Canvas, typeface: Typeface, box: Box, lines: Sequence[str], size: float = theme.HEADING, down: float = 0.32
) -> None:
    """Write lines for everybody at this pane, so far down as a share of its height."""
    if canvas.scale < READABLE_FROM * 0.8:
        return
    high = typeface.leading(size)
    y = box.top + box.height * down - high * (len(lines) - 1) / 2
    for number, line in enumerate(lines):
        weight = Weight.BOLD if number == 0 else Weight.SEMIBOLD
        colour = LANTERN if number == 0 else PAPER
        typeface.line(
            canvas,
            line,
            box.centerx,
            y + number * high,
            size if number == 0 else theme.BODY,
            weight,
            colour,
            "middle",
            max_width=box.width - 24,
            outline=2.4,
        )
