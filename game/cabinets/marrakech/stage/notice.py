"""A line of text over the board: the order drawn, somebody out, the end."""

from __future__ import annotations

from game.cabinets.marrakech.stage.layout import FRAME
from game.cabinets.marrakech.stage.picture import Notice
from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, SAND
from game.engine.light import drop_shadow
from game.engine.ornament import Face, badge, card
from game.engine.patterns import PATTERNS
from game.engine.sprites import faded
from game.engine.stage import Surroundings
from game.engine.text import Weight

_GLASS = Face("#33265E", "#1B1438", 0.97, PAPER, 0.22, 0.08)
_WIDEST = FRAME - 40
_GAP = 18.0


def draw_notice(canvas: Canvas, surroundings: Surroundings, notice: Notice) -> None:
    """Draw the plate with the text, and below it the seats it speaks of in a row, if several."""
    if notice.opacity <= 0:
        return
    typeface = surroundings.typeface
    text = surroundings.texts.line(notice.key, notice.values)
    row = _row(surroundings, notice.seats) if len(notice.seats) > 1 else []
    row_width = sum(width for _, _, width in row) + _GAP * max(0, len(row) - 1)
    inner = min(_WIDEST - 64, max(typeface.measure(text, 26, Weight.BOLD) + 1, row_width))
    text_high = typeface.height_of(text, inner, 26, Weight.BOLD)
    row_high = typeface.leading(20) + 6 if row else 0.0
    wide, high = inner + 64, text_high + row_high + 28
    box = Box((FRAME - wide) / 2, (FRAME - high) / 2, wide, high)
    if notice.opacity > 0.95:
        drop_shadow(canvas, box, 14, 14, 150, 6)
    area = canvas.pixels(box)
    plate = card(area.width, area.height, canvas.px(14), _GLASS)
    canvas.put(plate if notice.opacity > 0.95 else faded(plate, notice.opacity), box.left, box.top)
    inside = Box(box.left + 32, box.top + 14, inner, text_high)
    typeface.paragraph(canvas, text, inside, 26, Weight.BOLD, PAPER, "middle", alpha=notice.opacity)
    x, y = (FRAME - row_width) / 2, inside.bottom + row_high / 2
    for seat, name, width in row:
        look = surroundings.looks[seat]
        sign = badge(PATTERNS[look.pattern].shape, look.colour, canvas.px(22))
        canvas.put_middle(faded(sign, notice.opacity), x + 11, y)
        typeface.line(canvas, name, x + 28, y, 20, Weight.SEMIBOLD, SAND, alpha=notice.opacity)
        x += width + _GAP


def _row(surroundings: Surroundings, seats: tuple[Seat, ...]) -> list[tuple[Seat, str, float]]:
    """Seat, name and width of each; without names where they would not all fit."""
    typeface = surroundings.typeface
    row = []
    for seat in seats:
        name = surroundings.looks[seat].name
        row.append((seat, name, 28 + typeface.measure(name, 20, Weight.SEMIBOLD) + 1))
    if sum(width for _, _, width in row) + _GAP * len(row) > _WIDEST - 64:
        return [(seat, "", 22.0) for seat in seats]
    return row
