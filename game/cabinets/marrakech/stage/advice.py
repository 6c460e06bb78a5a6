"""An analyst's advice drawn on the board: arrows for turns of Assam, translucent rugs for places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cabinets.marrakech.rules import HEADINGS, WAYS, Action, Lay, View
from game.cabinets.marrakech.stage.board import Cloth
from game.cabinets.marrakech.stage.layout import CELL, PAIRS, SQUARES
from game.cabinets.marrakech.stage.rug import from_far_end, lie
from game.core.space import STRAIGHT
from game.engine.canvas import Canvas
from game.engine.stage.advice import Advice
from game.engine.text import Typeface
from game.kit import marks
from game.kit.advice import colour_of, label


def draw_advice(
    canvas: Canvas, typeface: Typeface, view: View, advice: Sequence[Advice[Action]], cloth: Callable[[int], Cloth]
) -> None:
    """Draw every advised action, the last on top, then the labels over all of them.

    `cloth` returns the yarns and pattern of a colour.
    """
    x, y = start = SQUARES.middle(view.square)
    labels = []
    for piece in advice:
        if isinstance(piece.action, Lay):
            pair = piece.action.squares
            far = from_far_end(pair, start)
            lie(canvas, pair, cloth(view.seats[piece.seat].next_colour), 1.0, far, 0.25 + 0.45 * piece.share)
            marks.frame(canvas, PAIRS.spots[pair], colour_of(piece), glow=0.0, share=0.95)
            labels.append((piece, SQUARES.middle(pair[not far])))
        else:
            dx, dy = STRAIGHT[(HEADINGS.index(view.heading) + WAYS[piece.action.way]) % 4]
            near, end = ((x + dx * CELL * reach, y + dy * CELL * reach) for reach in (0.3, 1.5))
            marks.arrow(canvas, near, end, colour_of(piece), 10 + 6 * piece.share)
            labels.append((piece, (x + dx * CELL * 0.8 + abs(dy) * 17, y + dy * CELL * 0.8 - abs(dx) * 17)))
    for piece, place in labels:
        label(canvas, typeface, piece, place)
