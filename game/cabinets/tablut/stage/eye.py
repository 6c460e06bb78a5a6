"""What is drawn over the board: why a piece is taken or not, the king's ways out, what is called out over him."""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.cabinets.tablut.rules import board as b
from game.cabinets.tablut.rules.reasons import Reason, why
from game.cabinets.tablut.rules.state import View
from game.core.space import STRAIGHT
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, ROSE, TEAL, Colour
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import lerp_point
from game.kit import marks
from game.kit.drawing.effects import Words, stepped
from game.kit.grid.bands import Band, draw_band
from game.kit.layout import Layout, Spot

_OPEN, _SHUT = "○", "×"
_WITHIN = Box(8, 8, 608, 608)
_CALL_SIZE = 34.0


CALLED = {"raichi": LANTERN, "tuichu": LANTERN, "escaped": LANTERN, "king_taken": ROSE, "shut_in": ROSE}
"""The events that are called out over the king, `tablut.call.<event>`, and the light around him."""


@dataclass(eq=False)
class Call:
    """An effect: words beside the king, within the board, and light that spreads from him."""

    text: str
    spot: Spot
    light: Colour

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        (x, y), high = self.spot.middle, self.spot.size[1]
        reach = high * (2.4 if surroundings.reduced_motion else 1.5 + 2.4 * share)
        shine(canvas, x, y, reach, self.light, 0.9 * stepped(1 - share))
        half = surroundings.typeface.measure(self.text, _CALL_SIZE, Weight.BOLD) / 2
        inside = min(max(x, _WITHIN.left + half), _WITHIN.right - half)
        over = y - high if y > _WITHIN.top + 2 * high else y + high
        Words(self.text, (inside, over), size=_CALL_SIZE).draw(canvas, surroundings, share)


def draw_ways(canvas: Canvas, layout: Layout[int], view: View) -> None:
    """Draw the king's free lines to the squares he could escape to, as light."""
    spot = layout.spots[view.squares.index(b.KING)]
    for square in view.routes:
        end = layout.middle(square)
        beside = spot.size[0] * 0.75 / math.dist(spot.middle, end)
        draw_band(canvas, lerp_point(spot.middle, end, beside), end, LANTERN, Band.DOTTED, 7)
        marks.target(canvas, layout.spots[square], LANTERN, taken=True)


def draw_reason(canvas: Canvas, surroundings: Surroundings, layout: Layout[int], view: View, square: int) -> None:
    """Draw the four sides of a piece, hostile or not, and a sentence that tells how many are missing."""
    reason = why(view.squares, view.law, square)
    spot = layout.spots[square]
    wide = spot.size[0]
    turn = -1 if layout.middle(0) > layout.middle(80) else 1
    for (across, down), by in zip(STRAIGHT, reason.sides, strict=True):
        x, y = spot.x + turn * across * wide * 0.5, spot.y + turn * down * wide * 0.5
        sign, colour = (_SHUT, ROSE) if by else (_OPEN, TEAL)
        marks.chip(canvas, surroundings.typeface, sign, x, y, colour)
    near = Box(spot.x - wide * 0.7, spot.y - wide * 0.7, wide * 1.4, wide * 1.4)
    words = said(surroundings, view, square, reason)
    marks.reason_over(canvas, surroundings.typeface, words, near, _WITHIN, forbidden=False)


def said(surroundings: Surroundings, view: View, square: int, reason: Reason) -> str:
    """Return the sentence that tells what closes a piece in, and how many sides are missing."""
    texts = surroundings.texts
    who = "king" if view.squares[square] == b.KING else "man"
    by = [texts.line(f"tablut.why.by.{b.BY_NAMES[side]}") for side in sorted(set(reason.sides) - {0})]
    values = {"closed": reason.closed, "needs": reason.needs, "missing": reason.needs - reason.closed}
    told = texts.line(f"tablut.why.{who}.{reason.verdict}", **values)
    return f"{told} ({', '.join(by)})" if by else told
