"""Cards without knobs, that only show text on paper."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob
from game.cabinets.rails.stage.cards.sheet import Sheet
from game.engine.canvas import Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import SHEET
from game.kit.drawing.sheet import draw_sheet


class WrittenCard(Card):
    """A card that is only read."""

    @abstractmethod
    def write(self, sheet: Sheet) -> None:
        """Write the card's text on a sheet, or only measure it if the sheet has no canvas."""

    def knobs(self) -> Sequence[Knob]:
        return ()

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        draw_sheet(canvas, self.box, CORNER, SHEET)
        self.write(Sheet(canvas, self.typeface, self.box))
