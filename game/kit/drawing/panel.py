"""What a seat has, as figures in its panel: with words below them where there is room, else behind signs; sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, SAND, Colour
from game.engine.ornament import GLASS, Face, card
from game.engine.text import Typeface, Weight
from game.engine.vector import icon

_GAP = 18.0
_SIGN_SIZES = (24.0, 15.0)
"""Of the first figure and of the others; the first has a sign only if it is drawn."""


class Figure(NamedTuple):
    """One number of a seat. The first of several is the one that matters, and is written large."""

    value: str
    word: str
    """What it counts, in the person's language."""
    sign: str | Callable[[int], pygame.Surface]
    """What stands for it: an icon's name, where its word does not fit, or what draws it so many pixels large."""
    tone: Colour = SAND


def draw_sheet(canvas: Canvas, box: Box, corner: float = theme.CORNER, face: Face = GLASS) -> None:
    """Draw a rounded sheet to write on; throw its shadow first with light.drop_shadow."""
    area = canvas.pixels(box)
    canvas.put(card(area.width, area.height, canvas.px(corner), face), box.left, box.top)


def draw_figures(canvas: Canvas, typeface: Typeface, figures: Sequence[Figure], box: Box) -> float:
    """Draw them from the left of the box; returns where they end. What does not fit is left out, the last first."""
    high = typeface.grown(theme.HEADING) + typeface.leading(theme.CAPTION)
    wide = sum(_width(typeface, figure, number) for number, figure in enumerate(figures)) + _GAP * (len(figures) - 1)
    if box.height >= high and wide <= box.width:
        return in_words(canvas, typeface, figures, box)
    return in_signs(canvas, typeface, figures, box)


def _size(number: int) -> int:
    return theme.LABEL if number else theme.HEADING


def _sign_room(typeface: Typeface, figure: Figure, number: int) -> float:
    """Width of a drawn sign before its value."""
    return 0.0 if isinstance(figure.sign, str) else typeface.grown(_SIGN_SIZES[min(number, 1)]) + 6


def _width(typeface: Typeface, figure: Figure, number: int) -> float:
    size = _size(number)
    value = max(typeface.measure(text, size, Weight.BOLD) for text in (figure.value, "000"))
    return max(typeface.measure(figure.word, theme.CAPTION), value + _sign_room(typeface, figure, number))


def in_words(canvas: Canvas, typeface: Typeface, figures: Sequence[Figure], box: Box) -> float:
    """Draw all figures with their words below them, as `draw_figures` does where there is room."""
    caption_y = box.bottom - typeface.leading(theme.CAPTION) / 2 + 2
    number_y = (box.top + caption_y - typeface.leading(theme.CAPTION) / 2) / 2 + 2
    x = box.left
    for number, figure in enumerate(figures):
        wide, sign = _width(typeface, figure, number), _sign_room(typeface, figure, number)
        middle = x + wide / 2
        if sign:
            left = middle - (sign + typeface.measure(figure.value, _size(number), Weight.BOLD)) / 2
            canvas.put_middle(_drawn(figure.sign, canvas.px(sign - 6)), left + (sign - 6) / 2, number_y)
        value_x = middle + sign / 2
        typeface.line(canvas, figure.value, value_x, number_y, _size(number), Weight.BOLD, figure.tone, "middle")
        typeface.line(canvas, figure.word, middle, caption_y, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
        x += wide + _GAP
    return x - _GAP


def in_signs(canvas: Canvas, typeface: Typeface, figures: Sequence[Figure], box: Box) -> float:
    """Draw the figures behind their signs, as many as there is room for."""
    x, y = box.left, box.centery
    for number, figure in enumerate(figures):
        size = _SIGN_SIZES[min(number, 1)]
        signed = number > 0 or not isinstance(figure.sign, str)
        weight, type_size = (Weight.SEMIBOLD, theme.BODY) if number else (Weight.BOLD, theme.HEADING)
        least = "" if number else "000"
        room = max(typeface.measure(text, type_size, weight) for text in (least, figure.value))
        wide = room + (typeface.grown(size) + 4) * signed
        if number and x + wide > box.right:
            break
        left = x
        if signed:
            side = typeface.grown(size)
            canvas.put_middle(_drawn(figure.sign, canvas.px(side)), x + side / 2, y)
            left += side + 4
        typeface.line(canvas, figure.value, left, y, type_size, weight, figure.tone)
        x += wide + 12
    return x - 12


def _drawn(sign: str | Callable[[int], pygame.Surface], size_px: int) -> pygame.Surface:
    return icon(sign, size_px, MUTED) if isinstance(sign, str) else sign(size_px)
