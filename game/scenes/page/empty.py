"""The picture of a page without content: a star of tiles and two sentences."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import DESIGN_WIDTH, Canvas
from game.engine.colour import FLAME
from game.engine.light import shine
from game.engine.ornament import khatam
from game.engine.text import Weight
from game.engine.widgets import Style, draw_icon

_MIDDLE = 330.0


def draw_empty_state(canvas: Canvas, style: Style, icon: str, title: str, hint: str) -> None:
    """Draw the star and the sentences in the middle of a page; `title` and `hint` are text keys."""
    texts, typeface = style.texts, style.typeface
    x, y = DESIGN_WIDTH / 2, _MIDDLE
    shine(canvas, x, y, 190, FLAME, 0.30, 1.7)
    canvas.put_middle(khatam(canvas.px(150), "#1F7F7A", "#F0D9A6"), x, y)
    canvas.put_middle(khatam(canvas.px(84), "#17605F", "#F0D9A6"), x, y)
    draw_icon(canvas, icon, x, y, 36, theme.TEXT_BRIGHT)
    y += 110 + typeface.leading(theme.HEADING) / 2
    typeface.line(canvas, texts.line(title), x, y, theme.HEADING, Weight.BOLD, theme.TEXT_BRIGHT, "middle", shadow=1)
    y += typeface.leading(theme.HEADING)
    typeface.line(canvas, texts.line(hint), x, y, theme.BODY, anchor="middle", shadow=1)
