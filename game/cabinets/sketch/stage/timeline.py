"""The timeline: a finished picture's strokes in order. Pointing at one shows the picture as it was after it."""

from __future__ import annotations

from math import inf

from game.cabinets.sketch.stage.freehand.paper import ink_colour
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import View
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import Command, CommandName, InputEvent, PointerMoved
from game.engine.ornament import SHEET, badge
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.kit.drawing.sheet import draw_sheet

SECONDS = 0.7
"""Seconds in which the pointed stroke draws itself."""
_STEPS = {CommandName.LEFT: -1, CommandName.RIGHT: 1}


class Timeline:
    """One cell per stroke; the pointer, or left and right, choose a cell."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._given = surroundings
        self._chosen: int | None = None
        self._since = 0.0

    @staticmethod
    def shows(view: View) -> bool:
        """Whether the timeline is shown: while people talk about the picture and vote."""
        return view.phase in ("talk", "vote", "runoff") and bool(view.strokes)

    def drawn(self, view: View) -> float:
        """Return how many strokes to show, with a fraction for one that is growing; inf for all."""
        chosen = self._chosen if self.shows(view) else None
        return inf if chosen is None else chosen + min(1.0, self._since / SECONDS)

    def handle(self, event: InputEvent, view: View, places: Places) -> bool:
        """Handle an input. Returns whether the timeline used it up."""
        count = len(view.strokes)
        if not self.shows(view):
            self._choose(None)
        elif isinstance(event, PointerMoved):
            cells = range(count)
            self._choose(next((n for n in cells if places.moment(n, count).collidepoint(event.x, event.y)), None))
        elif isinstance(event, Command) and event.name in _STEPS:
            self._choose(((count if self._chosen is None else self._chosen) + _STEPS[event.name]) % count)
            return True
        return False

    def begin(self) -> None:
        """See the whole picture: another question is put."""
        self._choose(None)

    def _choose(self, number: int | None) -> None:
        if number != self._chosen:
            self._chosen, self._since = number, 0.0

    def update(self, seconds: float) -> None:
        """Let the chosen stroke grow."""
        self._since += seconds

    def draw(self, canvas: Canvas, view: View, places: Places) -> None:
        """Draw the timeline's label and its cells, each with its seat's look."""
        text, room = self._given.texts.line("sketch.stage.timeline"), places.buttons
        ink = theme.TEXT_MUTED
        if not places.upright:
            self._given.typeface.line(canvas, text, room.left, room.top + 5, theme.CAPTION, Weight.SEMIBOLD, ink)
        for number, stroke in enumerate(view.strokes):
            cell, look = places.moment(number, len(view.strokes)), self._given.looks[stroke.seat]
            draw_sheet(canvas, cell, 4, SHEET)
            size = min(cell.width - 4, cell.height - 8)
            canvas.put_middle(badge(look.shape, ink_colour(look), canvas.px(size)), *cell.center)
            if number == self._chosen:
                canvas.surface.fill(LANTERN, canvas.pixels(Box(cell.left, cell.bottom + 2, cell.width, theme.GRID / 2)))
