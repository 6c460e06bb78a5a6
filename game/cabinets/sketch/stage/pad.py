"""The master's private pad: a few strokes that show computers how to draw a word that no list has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from game.cabinets.sketch.freehand.smoothing import smoothed
from game.cabinets.sketch.stage.freehand.paper import draw_stroke
from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.task import Task, side_button
from game.cabinets.sketch.state import MODEL, MODEL_NUMBERS, Pose
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.widgets import StageButton

MOST: Final = MODEL[-1]
_POINTS: Final = MODEL_NUMBERS // (2 * MOST)
"""The most points of a stroke on the pad."""


class Pad(Task):
    """Task of the master who shows computers a word: takes strokes until enough are drawn, or none are wanted."""

    asks = "model"

    def __init__(self, given: Surroundings, places: Places, seat: Seat, posed: Pose, before: Task | None) -> None:
        super().__init__(given, places)
        self.before = before
        """The task in which the word was written, to return to if the word is refused."""
        self._seat = seat
        self._posed = posed
        self.hand = Hand(given, places, seat)
        self.strokes: list[tuple[int, ...]] = []

    def fit(self, places: Places) -> None:
        super().fit(places)
        self.hand.fit(places)

    @property
    def takes_back(self) -> bool:  # type: ignore[override]
        return bool(self.strokes)

    @property
    def enough(self) -> bool:
        """Whether the drawing has enough strokes to be given to computers."""
        return len(self.strokes) in MODEL

    @property
    def draft(self) -> Pose:  # type: ignore[override]
        """The word with its model; without a model where too few strokes are drawn."""
        return replace(self._posed, model=tuple(self.strokes) if self.enough else ())

    def buttons(self) -> Sequence[StageButton]:
        """Return the button that ends the pad."""
        return [side_button(self.given, self.places, "model" if self.enough else "no_model", lit=self.enough)]

    def handle(self, event: InputEvent) -> Pose | None:
        match event:
            case PointerPressed() if self.pressed(event):
                return self.draft
            case Command(CommandName.NEXT | CommandName.PREVIOUS, repeated=False):
                return self.draft
            case Command(CommandName.BACK, repeated=False) | KeyPressed("backspace", repeated=False) if self.strokes:
                self.strokes.pop()
                return None
        self.hand.handle(event)
        pen = self.hand.pen
        if pen.stands:
            self.strokes += [smoothed(pen.hand, pen.longest, _POINTS)] if pen.hand else []
            self.hand = Hand(self.given, self.places, self._seat)
            self.hand.pen.x, self.hand.pen.y, self.hand.pen.by_keys = pen.x, pen.y, pen.by_keys
        return self.draft if len(self.strokes) == MOST else None

    def update(self, seconds: float) -> None:
        self.hand.update(seconds)

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        given, paper = self.given, self.places.paper
        for stroke in self.strokes:
            draw_stroke(canvas, self.places, stroke, self._seat, given.looks[self._seat])
        self.hand.draw_line(canvas)
        room = Box(paper.left + 20, paper.top + 8, paper.width - 40, 60)
        text = given.texts.line("sketch.stage.model", count=len(self.strokes), most=MOST)
        given.typeface.paragraph(canvas, text, room, theme.BODY, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED, "middle")
        self.draw_buttons(canvas, pointer)
