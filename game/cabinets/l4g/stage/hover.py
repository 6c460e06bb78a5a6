"""The list of the players on the square that is pointed at, for crowds whose numbers are too small to read."""

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
from game.engine.tween import Point
from game.engine.vector import icon
from game.engine.widgets.parts import faces

_ROWS = 8
"""Players in one column; more stand in further columns, without names."""
_NAMED = 8
"""The most players whose names are shown."""
_NAME = 110.0
_GAP = 8.0


def beside(size: Point, square: Box, clear: Sequence[Box], frame: Box) -> Box:
    """Return a box of that size inside `frame`: beside the square, else beside everything in `clear`.

    If every such place covers something, the one that covers least is returned.

    >>> beside((20, 10), Box(40, 40, 10, 10), [], Box(0, 0, 100, 100)).topleft
    (58.0, 40.0)
    >>> beside((20, 10), Box(40, 40, 10, 10), [Box(40, 30, 30, 30)], Box(0, 0, 100, 100)).topleft
    (12.0, 40.0)
    """
    clear = [square, *clear]
    places = []
    for near in (square, square.unionall(clear)):
        aside = near.inflate(2 * (size[0] + _GAP), 2 * (size[1] + _GAP))
        for side in ("midright", "midleft", "midtop", "midbottom"):
            box = Box(0, 0, *size)
            setattr(box, side, getattr(aside, side))
            places.append(box.clamp(frame))
    return min(places, key=lambda place: sum(math.prod(place.clip(box).size) for box in clear))


def draw_hover(
    canvas: Canvas,
    surroundings: Surroundings,
    figures: Sequence[Figure],
    square: Box,
    clear: Sequence[Box],
    frame: Box,
) -> None:
    """Draw the list beside a square, inside the frame, covering nothing in `clear` if possible."""
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
    box = beside((columns * wide + 14, rows * high + 14), square, clear, frame)
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
    """Return signs with figures: health, and the turns that a corpse still lies or a soul waits."""
    told = []
    if figure.health is not None and figure.state in (PlayerState.CORPSE, PlayerState.INFECTED):
        told.append(("heart", str(figure.health)))
    if figure.life is not None and figure.state in (PlayerState.CORPSE, PlayerState.SOUL):
        told.append(("hourglass", str(figure.life.cooldown)))
    return told
