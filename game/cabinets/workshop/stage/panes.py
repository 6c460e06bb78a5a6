"""Levels side by side in a commission: a pane each, with whose it is and what it was given."""

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
"""Steps of a level that are shown one by one; of more, every so manieth."""


def pane_boxes(count: int, width: float, height: float) -> list[Box]:
    """Where so many panes lie: one alone, two or three below each other, else two side by side in each row."""
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
    """A level that was delivered, and how it came to be, where its recipe tells."""

    level: Level
    steps: Steps


def made_of(text: str) -> Made | None:
    """What a delivered text holds; None for nothing."""
    if not text:
        return None
    return watched(read_level(text))


def watched(level: Level) -> Made:
    """A level with its steps, where its recipe makes it again; else without."""
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
    """What a method makes of a number at a size."""
    return watched(level_for(method, number, size))


class Pane:
    """One level in its box."""

    def __init__(self, box: Box, typeface: Typeface) -> None:
        self.box = box
        self.typeface = typeface
        self.view = LevelView(Box(box.left, box.top + _HEAD, box.width, box.height - _HEAD), typeface, framed=False)
        self._made: Made | None = None
        self._step = -1

    def show(self, made: Made | None, share: float) -> None:
        """Show a level when `share` of its making is over."""
        count = len(made.steps) if made else 0
        step = count if share >= 1 else round(share * count)
        if made is None or (made is self._made and step == self._step):
            self._made = made
            return
        whole = shown_of(made.level)
        self.view.show(whole if step >= count else whole.at_step(made.steps.signs(step)), glow=False)
        self._made, self._step = made, step

    def draw(self, canvas: Canvas, name: str, look: Look | None, points: str, *, lit: bool, empty: str) -> None:
        """Draw head and level; `empty` is said where there is none."""
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
