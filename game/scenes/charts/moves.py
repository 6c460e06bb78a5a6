"""The last moves of a match in its notation, two per line, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.layer import Layer
from game.engine.text import Weight
from game.engine.widgets.parts.style import Style

_NUMBER = 0.2
"""Share of the width that the line numbers take."""


class MoveList:
    """List of moves, painted again only when a move is added."""

    def __init__(self, style: Style, box: Box) -> None:
        self._style = style
        self._box = box
        self._layer = Layer()

    def draw(self, canvas: Canvas, moves: Sequence[str]) -> None:
        """Draw the lines up to the last move."""
        key = (tuple(moves), self._style.typeface.text_size)
        self._layer.draw(canvas, self._box, key, lambda layer: self._paint(layer, moves))

    def _paint(self, canvas: Canvas, moves: Sequence[str]) -> None:
        typeface, box = self._style.typeface, self._box
        high = typeface.leading(theme.BODY)
        room = max(1, int(box.height // high))
        lines = (len(moves) + 1) // 2
        column = box.width * (1 - _NUMBER) / 2
        for place, line in enumerate(range(max(0, lines - room), lines)):
            y = box.top + (place + 0.5) * high
            typeface.line(canvas, f"{line + 1}.", box.left, y, theme.BODY, colour=theme.TEXT_MUTED)
            for half, move in enumerate(moves[2 * line : 2 * line + 2]):
                last = 2 * line + half == len(moves) - 1
                weight, ink = (Weight.BOLD, theme.TEXT_BRIGHT) if last else (Weight.REGULAR, theme.TEXT)
                x = box.left + box.width * _NUMBER + half * column
                typeface.line(canvas, move, x, y, theme.BODY, weight, ink, max_width=column)
        if not moves:
            empty = self._style.texts.line("table.moves.empty")
            typeface.paragraph(canvas, empty, box, theme.BODY, colour=theme.TEXT_MUTED)
