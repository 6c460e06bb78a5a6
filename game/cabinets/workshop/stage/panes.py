"""Levels of a commission side by side: a pane for each seat, with its name and its points."""

from __future__ import annotations

from dataclasses import dataclass

from game.cabinets.workshop.bots import level_for
from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.showing import shown_of, steps_of
from game.cabinets.workshop.stage.steps import Steps
from game.core.errors import SpokenError
from game.core.forge.formats.codes import read_level
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level
from game.core.forge.model.method import Note
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import badge
from game.engine.stage import READABLE_FROM, Look
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import draw_face, focus_ring
from game.engine.widgets.parts import faces

_HEAD = 26.0
_MOST_SHOWN = 240
"""Greatest number of steps shown one by one; of a longer making, evenly chosen steps are shown."""


def pane_boxes(count: int, width: float, height: float) -> list[Box]:
    """Return the boxes of so many panes: one column for one or two, else two columns."""
    columns = 1 if count <= 2 else 2
    rows = -(-count // columns)
    gap = 10.0
    wide, high = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
    return [
        Box((number % columns) * (wide + gap), (number // columns) * (high + gap), wide, high)
        for number in range(count)
    ]


@dataclass
class Made:
    """A delivered level, and the steps of its making if its recipe reproduces it."""

    level: Level
    steps: Steps


def made_of(text: str) -> Made | None:
    """Return the level in a delivered text; None for an empty text."""
    if not text:
        return None
    return watched(read_level(text))


def watched(level: Level) -> Made:
    """Return a level with the steps of its making, if its recipe reproduces the level; else without steps."""
    notes: list[Note] = []
    try:
        method = METHODS.get(level.recipe.method)
        if method is not None and method.version == level.recipe.version:
            again = method.make(level.recipe, lambda kind, numbers: notes.append((kind, numbers)))
            notes = notes if again.tiles == level.tiles else []
    except SpokenError:
        notes = []
    return Made(level, steps_of(level, notes))


def usual(method: str, number: int, size: tuple[int, int]) -> Made:
    """Return what a method makes for a number and a size with its default parameters."""
    return watched(level_for(method, number, size))


class Pane:
    """One level in a box."""

    def __init__(self, box: Box, typeface: Typeface) -> None:
        self.box = box
        self.typeface = typeface
        self.view = LevelView(Box(box.left, box.top + _HEAD, box.width, box.height - _HEAD), typeface, framed=False)
        self._made: Made | None = None
        self._step = -1

    def show(self, made: Made | None, share: float) -> None:
        """Show a level as it is after `share` (0 … 1) of its making."""
        count = len(made.steps) if made else 0
        step = count if share >= 1 else round(share * count)
        if made is None or (made is self._made and step == self._step):
            self._made = made
            return
        whole = shown_of(made.level)
        self.view.show(whole if step >= count else whole.at_step(made.steps.signs(step)), glow=False)
        self._made, self._step = made, step

    def draw(self, canvas: Canvas, name: str, look: Look | None, points: str, *, lit: bool, empty: str) -> None:
        """Draw heading and level; `empty` is written if there is no level."""
        readable = canvas.scale >= READABLE_FROM
        draw_face(canvas, self.box, faces.WELL, 8)
        if self._made is not None:
            self.view.draw(canvas)
        elif readable:
            self.typeface.line(
                canvas, empty, *self.view.box.center, theme.BODY, colour=theme.TEXT_MUTED, anchor="middle"
            )
        if readable:
            self._draw_head(canvas, name, look, points)
        if lit:
            focus_ring(canvas, self.box.inflate(-4, -4), 8)

    def _draw_head(self, canvas: Canvas, name: str, look: Look | None, points: str) -> None:
        x, y = self.box.left + 12, self.box.top + _HEAD / 2
        if look is not None:
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(14)), x + 4, y)
            x += 18
        wide = self.typeface.measure(points, theme.BODY, Weight.BOLD) if points else 0.0
        room = self.box.right - 12 - wide - x - 8
        words = fitted(self.typeface, name, room, theme.CAPTION + 1)
        self.typeface.line(canvas, words, x, y, theme.CAPTION + 1, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        if points:
            right = self.box.right - 12
            self.typeface.line(canvas, points, right, y, theme.BODY, Weight.BOLD, LANTERN, "right")
