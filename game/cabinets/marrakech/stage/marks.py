"""Marks on the board: what may be chosen, what it leads to, what is counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pygame

from game.cabinets.marrakech.stage.layout import PAIRS, SQUARES, Pair
from game.cabinets.marrakech.stage.picture import Count
from game.core.rules import Event
from game.engine.canvas import Canvas
from game.engine.colour import INK, LANTERN, PAPER, ROSE, Colour
from game.engine.sprites import sprite
from game.engine.text import Typeface, Weight
from game.engine.vector import circle, svg
from game.kit import marks as kit

PAIR_INSET = 0.95
"""Size of the frame around a rug's place, as a share of the place."""


@dataclass(frozen=True)
class Happened:
    """Where a turn went: the squares Assam walked over, the region that was paid for, the rug that was laid."""

    path: tuple[int, ...] = ()
    region: tuple[int, ...] = ()
    rug: Pair | None = None

    @classmethod
    def of(cls, events: Iterable[Event]) -> Happened:
        data: dict[str, dict[str, Any]] = {event.kind: event.data for event in events}
        path = tuple(square for square, _ in data["walked"]["path"]) if "walked" in data else ()
        region = tuple(data["paid"]["region"]) if "paid" in data else ()
        return cls(path, region, tuple(data["laid"]["squares"]) if "laid" in data else None)


def happened(canvas: Canvas, turn: Happened) -> None:
    for square in turn.region:
        square_frame(canvas, square, ROSE, 0.18)
    for square in turn.path:
        x, y = SQUARES.middle(square)
        last = square == turn.path[-1]
        canvas.put_middle(_footprint(canvas.px(26 if last else 18)), x, y)
    if turn.rug:
        pair_frame(canvas, turn.rug, PAPER, 0.12)


@sprite()
def _footprint(size_px: int) -> pygame.Surface:
    body = circle(10, 10, 8.5, PAPER, INK, 2.5, fill_opacity=0.9)
    return svg(body, size_px, size_px, box=(0, 0, 20, 20), oversample=3)


def square_frame(canvas: Canvas, square: int, colour: Colour = LANTERN, glow: float = 0.10) -> None:
    kit.frame(canvas, SQUARES.spots[square], colour, glow)


def pair_frame(canvas: Canvas, pair: Pair, colour: Colour = LANTERN, glow: float = 0.0) -> None:
    kit.frame(canvas, PAIRS.spots[pair], colour, glow, PAIR_INSET)


def cross_out(canvas: Canvas, pair: Pair) -> None:
    pair_frame(canvas, pair, ROSE, 0.16)
    for square in pair:
        kit.cross(canvas, SQUARES.spots[square])


def count_frames(canvas: Canvas, count: Count) -> None:
    if count.opacity > 0.5:
        for square in count.squares[: count.counted]:
            square_frame(canvas, square, PAPER, 0.20)


def count_numbers(canvas: Canvas, typeface: Typeface, count: Count) -> None:
    """Draw a number on each counted square but the first: on that one stands Assam, who would hide it."""
    for number, square in enumerate(count.squares[1 : count.counted], 2):
        x, y = SQUARES.middle(square)
        typeface.line(
            canvas, str(number), x, y, 26, Weight.BOLD, PAPER, "middle", outline=2.5, edge=INK, alpha=count.opacity
        )
