"""Who stands on the square that is pointed at: a small list, for crowds whose numbers are too small to read."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.cabinets.l4g.rules.views import PlayerState
from game.cabinets.l4g.stage.floor.picture import Figure
from game.cabinets.l4g.stage.floor.token import draw_name, draw_token
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.light import drop_shadow
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets.parts import faces

_ROWS = 8
"""Players one below the other; more stand in further columns, without names."""
_NAMED = 8
"""So many have their names told."""
_NAME = 110.0


def draw_hover(canvas: Canvas, surroundings: Surroundings, figures: Sequence[Figure], square: Box, frame: Box) -> None:
    """The list beside a square, inside the frame."""
    typeface = surroundings.typeface
    order = sorted(figures, key=lambda figure: (tuple(PlayerState).index(figure.state), figure.number))
    named = len(order) <= _NAMED
    columns = math.ceil(len(order) / _ROWS)
    rows = math.ceil(len(order) / columns)
    high = typeface.leading(theme.CAPTION) + 3
    figure_wide = typeface.measure("00", theme.BODY, Weight.BOLD)
    facts = [_facts(figure) for figure in order]
    fact_wide = max(len(told) for told in facts) * (typeface.measure("00", theme.CAPTION) + typeface.grown(13) + 9)
    name_wide = _NAME * typeface.text_size / 100 if named else 0.0
    wide = 22 + figure_wide + name_wide + fact_wide + 28
    box = Box(0, 0, columns * wide + 14, rows * high + 14)
    box.left = square.right + 8 if square.right + 8 + box.width <= frame.right else square.left - 8 - box.width
    box.left = max(frame.left, box.left)
    box.top = min(max(frame.top, square.centery - box.height / 2), frame.bottom - box.height)
    drop_shadow(canvas, box, 10, 10, 130, 4)
    faces.draw_face(canvas, box, faces.HINT)
    for place, (figure, told) in enumerate(zip(order, facts, strict=True)):
        column, row = divmod(place, rows)
        x, y = box.left + 16 + column * wide, box.top + 7 + (row + 0.5) * high
        draw_token(canvas, typeface, figure.state, x, y, 7.5)
        x += 14 + figure_wide
        typeface.line(canvas, str(figure.number), x, y, theme.CAPTION, Weight.BOLD, PAPER, "right")
        if named:
            draw_name(canvas, surroundings, figure.number, x + 8, y, name_wide - 10, theme.CAPTION, SAND)
        right = box.left + 8 + (column + 1) * wide - 12
        for name, text in reversed(told):
            right -= typeface.line(canvas, text, right, y, theme.CAPTION, Weight.REGULAR, SAND, "right") + 3
            size = typeface.grown(13)
            canvas.put_middle(icon(name, canvas.px(size), MUTED), right - size / 2, y)
            right -= size + 6


def _facts(figure: Figure) -> Sequence[tuple[str, str]]:
    """Health, and for how long a corpse still lies or a soul waits: a sign and a figure each."""
    told = []
    if figure.health is not None and figure.state in (PlayerState.CORPSE, PlayerState.INFECTED):
        told.append(("heart", str(figure.health)))
    if figure.life is not None and figure.state in (PlayerState.CORPSE, PlayerState.SOUL):
        told.append(("hourglass", str(figure.life.cooldown)))
    return told
