"""The album: the picture of each round of a match, with its word and its odd one."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.stage.freehand.paper import draw_small, marks
from game.cabinets.sketch.state import NOBODY, Round, Stroke, View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import glass_panel

_EDGE, _GAP = 16.0, 12.0
_LARGEST = 320.0


class Album:
    """The pages of the album; they stay when the paper is wiped for the next round."""

    def __init__(self) -> None:
        self.pages: dict[int, tuple[Round, tuple[Stroke, ...]]] = {}
        """Each page's round and strokes, by the number of the round, from 1."""
        self.open = False

    def take(self, view: View) -> None:
        """Add the page of the round that has just ended. Rounds that this screen did not see have no page."""
        number = len(view.history)
        if view.revealed and number and number not in self.pages:
            self.pages[number] = view.history[-1], view.strokes

    def draw(self, canvas: Canvas, given: Surroundings, box: Box) -> None:
        """Draw all pages in rows, as large as they fit into `box`."""
        glass_panel(canvas, box)
        typeface, line = given.typeface, given.texts.line
        head = typeface.leading(theme.LABEL) + _GAP
        title = line("sketch.album.title")
        typeface.line(canvas, title, box.left + _EDGE, box.top + head / 2 + 4, theme.LABEL, Weight.BOLD, PAPER)
        columns = max(1, ceil(sqrt(len(self.pages))))
        foot = 2 * typeface.leading(theme.CAPTION)
        rows = ceil(len(self.pages) / columns)
        room = Box(box.left + _EDGE, box.top + head + 6, box.width - 2 * _EDGE, box.height - head - 6 - _GAP)
        wide = min(_LARGEST, room.width / columns - _GAP, (room.height / rows - foot - _GAP) * WIDTH / HEIGHT)
        for place, (number, (told, strokes)) in enumerate(sorted(self.pages.items())):
            x = room.left + place % columns * (wide + _GAP)
            y = room.top + place // columns * (wide * HEIGHT / WIDTH + foot + _GAP)
            self._draw_page(canvas, given, Box(x, y, wide, wide * HEIGHT / WIDTH), number, told, strokes)

    def _draw_page(
        self, canvas: Canvas, given: Surroundings, box: Box, number: int, told: Round, strokes: Sequence[Stroke]
    ) -> None:
        typeface, line = given.typeface, given.texts.line
        draw_small(canvas, box, marks(strokes, given.looks, NOBODY))
        step = typeface.leading(theme.CAPTION)
        word = fitted(typeface, line("sketch.album.page", number=number, word=told.word), box.width, theme.CAPTION)
        odd = fitted(typeface, line("sketch.album.odd", seat=told.odd), box.width, theme.CAPTION)
        y = box.bottom + step / 2 + 2
        typeface.line(canvas, word, box.left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        typeface.line(canvas, odd, box.left, y + step, theme.CAPTION, colour=theme.TEXT_MUTED)
