"""Marks on the board: what may be chosen, what it leads to, what is counted."""

from __future__ import annotations

import pygame

from game.cabinets.marrakech.stage.layout import CELL, SQUARES, Pair, corner, upright
from game.cabinets.marrakech.stage.picture import Count
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE
from game.engine.light import shadow
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import icon, rect, svg


@sprite()
def _square_frame(cell_px: int, colour: str, glow: float) -> pygame.Surface:
    body = rect(5, 5, 62, 62, 10, colour, fill_opacity=glow)
    body += rect(5, 5, 62, 62, 10, "none", INK, 5.5, stroke_opacity=0.55) + rect(5, 5, 62, 62, 10, "none", colour, 3)
    return svg(body, cell_px, cell_px, box=(0, 0, CELL, CELL), oversample=3)


def square_frame(canvas: Canvas, square: int, colour: str = LANTERN, glow: float = 0.10) -> None:
    canvas.put(_square_frame(canvas.px(CELL), colour, glow), *corner(square))


@sprite()
def _pair_frame(width_px: int, height_px: int, cell_px: int, colour: str, glow: float) -> pygame.Surface:
    unit = cell_px / CELL
    box = (3 * unit, 3 * unit, width_px - 6 * unit, height_px - 6 * unit, 11 * unit)
    body = rect(*box, colour, fill_opacity=glow) + rect(*box, "none", INK, 6 * unit, stroke_opacity=0.55)
    return svg(body + rect(*box, "none", colour, 3.2 * unit), width_px, height_px, oversample=3)


def pair_frame(canvas: Canvas, pair: Pair, colour: str = LANTERN, glow: float = 0.0) -> None:
    cell = canvas.px(CELL)
    size = (cell, 2 * cell) if upright(pair) else (2 * cell, cell)
    canvas.put(_pair_frame(*size, cell, colour, glow), *corner(pair[0]))


def cross_out(canvas: Canvas, pair: Pair) -> None:
    pair_frame(canvas, pair, ROSE, 0.16)
    for square in pair:
        x, y = SQUARES.middle(square)
        canvas.put_middle(shadow(canvas.px(20), canvas.px(20), canvas.px(10), canvas.px(4), 130), x, y + 1)
        canvas.put_middle(icon("circle-x", canvas.px(26), "#FFE3E8", 2.4), x, y)


def count_frames(canvas: Canvas, count: Count) -> None:
    if count.opacity > 0.5:
        for square in count.squares[: count.counted]:
            square_frame(canvas, square, PAPER, 0.20)


def count_numbers(canvas: Canvas, typeface: Typeface, count: Count) -> None:
    """Number the squares that were counted; the first is Assam's, who hides his number."""
    for number, square in enumerate(count.squares[1 : count.counted], 2):
        x, y = SQUARES.middle(square)
        typeface.line(
            canvas, str(number), x, y, 26, Weight.BOLD, PAPER, "middle", outline=2.5, edge=INK, alpha=count.opacity
        )
