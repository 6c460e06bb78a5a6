"""Parts of a game's own picture side by side in brass frames, to illustrate a game's rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.colour import WHITE
from game.engine.ornament import brass_frame, round_button
from game.engine.sprites import blank, clipped
from game.engine.text import Typeface, Weight
from game.engine.tween import Point
from game.engine.vector import rect, svg
from game.engine.widgets.parts.richtext import Picture

_WIDTH, _SHAPE = 780.0, 0.30
_GAP = 14.0
_FRAME = 6.0
_CORNER = 10.0
_NUMBER = 30.0


class Piece(NamedTuple):
    """One framed part of an illustration."""

    number: int
    """The number of the rules' paragraph that the part illustrates."""
    draw: Callable[[Canvas], None]
    """Draws the whole stage on a canvas."""
    centre: Point
    """The point of the stage in the middle of the part."""


def illustration(pieces: Sequence[Piece], typeface: Typeface, span: float) -> Picture:
    """Return a picture of the parts with their numbers; `span` is the width of a part in design units of the stage."""
    kept: dict[tuple[int, int], pygame.Surface] = {}

    def paint(canvas: Canvas, box: Box) -> None:
        size = canvas.pixels(box).size
        if size not in kept:
            kept.clear()
            kept[size] = blank(*size)
            strip = Canvas(kept[size], canvas.scale, (-box.left * canvas.scale, -box.top * canvas.scale))
            wide = (box.width - (len(pieces) - 1) * _GAP) / len(pieces)
            for place, piece in enumerate(pieces):
                part = Box(box.left + place * (wide + _GAP), box.top, wide, box.height)
                _paint_piece(strip, part, piece, span)
                _paint_number(strip, typeface, part, piece.number)
        canvas.surface.blit(kept[size], canvas.pixels(box).topleft, special_flags=PREMULTIPLIED)

    return Picture(_WIDTH, _SHAPE, paint)


def _paint_piece(canvas: Canvas, box: Box, piece: Piece, span: float) -> None:
    """Draw the stage around the part's centre, in a brass frame."""
    area = canvas.pixels(box)
    board = blank(*area.size)
    board.set_clip(board.get_rect().inflate(-2, -2))
    scale = area.width / span
    x, y = piece.centre
    piece.draw(Canvas(board, scale, (area.width / 2 - x * scale, area.height / 2 - y * scale)))
    corner = canvas.px(_CORNER)
    mask = svg(rect(0, 0, area.width, area.height, corner, WHITE), *area.size)
    canvas.surface.blit(clipped(board, mask), area.topleft, special_flags=PREMULTIPLIED)
    frame = brass_frame(area.width, area.height, canvas.px(_FRAME), corner)
    canvas.surface.blit(frame, area.topleft, special_flags=PREMULTIPLIED)


def _paint_number(canvas: Canvas, typeface: Typeface, box: Box, number: int) -> None:
    """Draw the number of the paragraph that a part illustrates."""
    x, y = box.left + _FRAME + 4 + _NUMBER / 2, box.top + _FRAME + 4 + _NUMBER / 2
    canvas.put_middle(round_button(canvas.px(_NUMBER)), x, y)
    typeface.line(canvas, str(number), x, y, theme.BODY, Weight.BOLD, theme.TEXT_ON_LANTERN, anchor="middle")
