"""Marks on the board: what may be chosen, what it leads to, what is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import pygame

from game.cabinets.marrakech.stage.layout import CELL, SQUARES, Pair, corner, upright
from game.cabinets.marrakech.stage.picture import Count
from game.core.rules import Event
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE
from game.engine.light import shadow
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import circle, icon, rect, svg
from game.kit import marks as kit
from game.kit.layout import Spot, rectangle


@dataclass(frozen=True)
class Happened:
    """Where a turn went: the squares Assam came over, the region that was paid for, the rug that was laid."""

    path: tuple[int, ...] = ()
    region: tuple[int, ...] = ()
    rug: Pair | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> Happened:
        found = cls()
        for event in events:
            match event.kind:
                case "walked":
                    found = replace(found, path=tuple(square for square, _ in event.data["path"]))
                case "paid":
                    found = replace(found, region=tuple(event.data["region"]))
                case "laid":
                    first, second = event.data["squares"]
                    found = replace(found, rug=(first, second))
        return found


def happened(canvas: Canvas, turn: Happened) -> None:
    for square in turn.region:
        square_frame(canvas, square, ROSE, 0.18)
    for square in turn.path:
        x, y = SQUARES.middle(square)
        last = square == turn.path[-1]
        canvas.put_middle(_footprint(canvas.px(26 if last else 18)), x, y)
    if turn.rug:
        pair_frame(canvas, turn.rug, PAPER, 0.12)


def last_rug(canvas: Canvas, pair: Pair) -> None:
    """The corners of the rug that was laid last."""
    (x, y), (across, down) = SQUARES.middle(pair[0]), SQUARES.middle(pair[1])
    wide, high = (CELL, 2 * CELL) if upright(pair) else (2 * CELL, CELL)
    kit.last_move(canvas, Spot((x + across) / 2, (y + down) / 2, rectangle(wide, high)), PAPER)


@sprite()
def _footprint(size_px: int) -> pygame.Surface:
    body = circle(10, 10, 8.5, PAPER, INK, 2.5, fill_opacity=0.9)
    return svg(body, size_px, size_px, box=(0, 0, 20, 20), oversample=3)


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
