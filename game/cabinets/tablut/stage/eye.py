"""What is drawn over the board: why a piece is taken or not, the king's ways out, what is called out over him."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.reasons import Reason, why
from game.cabinets.tablut.rules.state import View
from game.core.space import STRAIGHT
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, ROSE, TEAL
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.tween import lerp_point
from game.kit import marks
from game.kit.drawing.effects import Words, stepped
from game.kit.grid.bands import Band, draw_band
from game.kit.layout import Layout

_OPEN, _SHUT = "○", "×"


CALLED = {"raichi": LANTERN, "tuichu": LANTERN, "escaped": LANTERN, "king_taken": ROSE, "shut_in": ROSE}
"""The events that are called out over the king, `tablut.call.<event>`, and the light around him."""


@dataclass(eq=False)
class Call(Words):
    """Words over the king, and light that spreads from him."""

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        reach = self.spread * (1 if surroundings.reduced_motion else 0.6 + share)
        shine(canvas, *self.place, reach, self.colour, 0.9 * stepped(1 - share))
        super().draw(canvas, surroundings, share)

    spread: float = 150.0


def draw_ways(canvas: Canvas, layout: Layout[int], view: View) -> None:
    """The king's free lines to the squares he could escape to, as light."""
    spot = layout.spots[view.squares.index(b.KING)]
    for square in view.routes:
        end = layout.middle(square)
        beside = spot.size[0] * 0.75 / math.dist(spot.middle, end)
        draw_band(canvas, lerp_point(spot.middle, end, beside), end, LANTERN, Band.DOTTED, 7)
        marks.target(canvas, layout.spots[square], LANTERN, taken=True)


def draw_reason(canvas: Canvas, surroundings: Surroundings, layout: Layout[int], view: View, square: int) -> None:
    """The four sides of a piece, hostile or not, and a sentence that says how many are missing."""
    reason = why(view.squares, view.law, square)
    spot = layout.spots[square]
    wide = spot.size[0]
    turn = -1 if layout.middle(0) > layout.middle(80) else 1
    for (across, down), by in zip(STRAIGHT, reason.sides, strict=True):
        x, y = spot.x + turn * across * wide * 0.5, spot.y + turn * down * wide * 0.5
        sign, colour = (_SHUT, ROSE) if by else (_OPEN, TEAL)
        marks.chip(canvas, surroundings.typeface, sign, x, y, colour)
    near = Box(spot.x - wide * 0.7, spot.y - wide * 0.7, wide * 1.4, wide * 1.4)
    marks.reason_over(canvas, surroundings.typeface, said(surroundings, view, square, reason), near, _WITHIN)


_WITHIN = Box(8, 8, 608, 608)


def said(surroundings: Surroundings, view: View, square: int, reason: Reason) -> str:
    """The sentence: what closes it in, and how many sides more it takes."""
    texts = surroundings.texts
    who = "king" if view.squares[square] == b.KING else "man"
    by = [texts.line(f"tablut.why.by.{b.BY_NAMES[side]}") for side in sorted(set(reason.sides) - {0})]
    values = {"closed": reason.closed, "needs": reason.needs, "missing": reason.needs - reason.closed}
    told = texts.line(f"tablut.why.{who}.{reason.verdict}", **values)
    return f"{told} ({', '.join(by)})" if by else told
