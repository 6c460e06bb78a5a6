"""A line of text over the board for a few seconds, such as the order drawn, who is out, or the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER, SAND
from game.engine.light import drop_shadow
from game.engine.ornament import Face, badge, card
from game.engine.patterns import PATTERNS
from game.engine.sprites import faded
from game.engine.stage import Surroundings
from game.engine.text import Weight

_GLASS = Face("#33265E", "#1B1438", 0.97, PAPER, 0.22, 0.08)
_SIZE = 26
_EDGE = 32.0
"""Space left and right of the text on its plate, in design units."""
_GAP = 18.0


@dataclass(eq=False)
class Announcement:
    """Effect that shows a text on a plate in the middle of the stage and, if there are several, the names of the seats
    it concerns below.
    """

    text: str
    seats: Sequence[Seat]
    width: float
    height: float
    """The height of the stage, in design units."""

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        opacity = min(1.0, 6 * share, 5 * (1 - share))
        if opacity <= 0:
            return
        typeface = surroundings.typeface
        widest = self.width - 40 - 2 * _EDGE
        row = self._row(surroundings, widest) if len(self.seats) > 1 else []
        row_width = sum(width for _, _, width in row) + _GAP * max(0, len(row) - 1)
        inner = min(widest, max(typeface.measure(self.text, _SIZE, Weight.BOLD) + 1, row_width))
        text_high = typeface.height_of(self.text, inner, _SIZE, Weight.BOLD)
        row_high = typeface.leading(theme.LABEL) + 6 if row else 0.0
        wide, high = inner + 2 * _EDGE, text_high + row_high + 28
        box = Box((self.width - wide) / 2, (self.height - high) / 2, wide, high)
        area = canvas.pixels(box)
        plate = card(area.width, area.height, canvas.px(14), _GLASS)
        if opacity > 0.95:
            drop_shadow(canvas, box, 14, 14, 150, 6)
        canvas.put(plate if opacity > 0.95 else faded(plate, opacity), box.left, box.top)
        inside = Box(box.left + _EDGE, box.top + 14, inner, text_high)
        typeface.paragraph(canvas, self.text, inside, _SIZE, Weight.BOLD, PAPER, "middle", alpha=opacity)
        x, y = (self.width - row_width) / 2, inside.bottom + row_high / 2
        for seat, name, width in row:
            look = surroundings.looks[seat]
            sign = badge(PATTERNS[look.pattern].shape, look.colour, canvas.px(22))
            canvas.put_middle(faded(sign, opacity), x + 11, y)
            typeface.line(canvas, name, x + 28, y, theme.LABEL, Weight.SEMIBOLD, SAND, alpha=opacity)
            x += width + _GAP

    def _row(self, surroundings: Surroundings, widest: float) -> list[tuple[Seat, str, float]]:
        """Return seat, name and width of each entry of the row of names; names are empty if they do not all fit."""
        row = []
        for seat in self.seats:
            name = surroundings.looks[seat].name
            row.append((seat, name, 29 + surroundings.typeface.measure(name, theme.LABEL, Weight.SEMIBOLD)))
        if sum(width for _, _, width in row) + _GAP * len(row) > widest:
            return [(seat, "", 22.0) for seat in self.seats]
        return row
