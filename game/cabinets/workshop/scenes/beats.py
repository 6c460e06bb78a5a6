"""The rhythm of a platform level as a strip under its map: each beat below its columns, coloured by its verb."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.forge.model.method import VERBS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, Colour, rgb
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.ground.texts import Texts

COLOURS: dict[str, Colour] = {
    "run": "#5B7BE5",
    "jump": "#F2B134",
    "spring": "#2BA7A0",
    "wait": "#A46BE0",
    "enemy": "#E8507A",
}
_LEAST = 5.0
"""Least width of a block in logical pixels, for steps, which have none, so that their colour is seen."""
_SQUARE, _GAP = 14.0, 26.0
"""Widths of a colour's square with its gap, and of all that surrounds a word, in logical pixels."""


def draw_beats(
    canvas: Canvas, typeface: Typeface, texts: Texts, box: Box, beats: Sequence[tuple[int, int, int]], columns: int
) -> None:
    """Draw a block for each beat (column, width, verb) over the box's width, with the verb's word if there is room."""
    step = box.width / columns
    for column, wide, verb in beats:
        name = VERBS[verb]
        block = Box(box.left + column * step, box.top, max(_LEAST, wide * step - 1), box.height)
        area = canvas.pixels(block)
        pygame.draw.rect(canvas.surface, rgb(INK), area, border_radius=3)
        pygame.draw.rect(canvas.surface, rgb(COLOURS[name]), area.inflate(-2, -2), border_radius=3)
        words = texts.line(f"workshop.verb.{name}")
        if block.width > typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD) + 6:
            shown = fitted(typeface, words, block.width - 4, theme.CAPTION)
            typeface.line(canvas, shown, *block.center, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_ON_PAPER, "middle")


def width_of_verbs(typeface: Typeface, texts: Texts) -> float:
    """Return the width of the legend of all verbs."""
    return sum(typeface.measure(texts.line(f"workshop.verb.{name}"), theme.CAPTION) + _GAP for name in COLOURS)


def draw_verbs(canvas: Canvas, typeface: Typeface, texts: Texts, box: Box) -> None:
    """Draw the legend of verbs and their colours from the left, as many as fit."""
    x = box.left
    for name, colour in COLOURS.items():
        words = texts.line(f"workshop.verb.{name}")
        wide = typeface.measure(words, theme.CAPTION)
        if x + _SQUARE + wide > box.right:
            return
        pygame.draw.rect(canvas.surface, rgb(colour), canvas.pixels(Box(x, box.centery - 5, 10, 10)), border_radius=2)
        typeface.line(canvas, words, x + _SQUARE, box.centery, theme.CAPTION, shadow=1)
        x += wide + _GAP
