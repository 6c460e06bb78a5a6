"""Parts of a layout tree in rows and columns."""

from __future__ import annotations

from game.engine.canvas import Box
from game.engine.theme import GAP
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.tree import Part, Several


class Grid(Several):
    """Parts in columns of one width, row by row: as many columns as are `column` wide, and at most `most`."""

    def __init__(
        self, *parts: Part | Widget, column: float, most: int, gap: float = GAP, grow: float = 0.0,
        tallest: float | None = None,
    ) -> None:  # fmt: skip
        """`tallest`: every row is as high as the highest, and up to this height where there is room; without it each
        row is as high as it needs.
        """
        super().__init__(*parts, gap=gap, grow=grow)
        self._column, self._most, self._tallest = column, most, tallest

    def wide(self) -> float:
        return self._most * (self._column + self.gap) - self.gap

    def least(self) -> float:
        return self._column

    def _rows(self, width: float) -> tuple[float, list[list[Part]], list[float]]:
        """Return the width of a column, the parts of each row, and the height that each row needs."""
        here = self._here
        columns = max(1, min(self._most, int((width + self.gap) / (self._column + self.gap))))
        wide = (width - self.gap * (columns - 1)) / columns
        rows = [here[start : start + columns] for start in range(0, len(here), columns)]
        highs = [max(part.high(wide) for part in row) for row in rows]
        return wide, rows, highs if self._tallest is None else [max(highs, default=0.0)] * len(highs)

    def row_high(self, width: float) -> float:
        """Return the height of its highest row at a width."""
        return max(self._rows(width)[2], default=0.0)

    def high(self, width: float) -> float:
        highs = self._rows(width)[2]
        return sum(highs) + self.gap * max(0, len(highs) - 1)

    def place(self, box: Box) -> None:
        wide, rows, highs = self._rows(box.width)
        share = (box.height + self.gap) / max(1, len(rows)) - self.gap
        y = box.top
        for row, high in zip(rows, highs, strict=True):
            tall = max(high, min(self._tallest or 0.0, share))
            for number, part in enumerate(row):
                part.place(Box(box.left + number * (wide + self.gap), y, wide, tall))
            y += tall + self.gap
