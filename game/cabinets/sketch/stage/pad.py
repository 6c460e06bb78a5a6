"""The master's private pad: a few strokes that show computers among the artists a word no list has."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from game.cabinets.sketch.stage.hand import Hand
from game.cabinets.sketch.stage.ink import draw_stroke
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import MODEL, MODEL_NUMBERS, Pose
from game.core.freehand.smoothing import smoothed
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.buttons import button_box, draw_button

MOST: Final = MODEL[-1]
_POINTS: Final = MODEL_NUMBERS // (2 * MOST)
"""Of a stroke at the most."""


class Pad:
    """Takes strokes, each finished when the pen is lifted, until enough are drawn or none are wanted."""

    def __init__(self, surroundings: Surroundings, places: Places, seat: Seat, posed: Pose) -> None:
        self._given = surroundings
        self._seat = seat
        self._posed = posed
        self.hand = Hand(surroundings, places, seat)
        self.strokes: list[tuple[int, ...]] = []

    @property
    def enough(self) -> bool:
        """Whether computers get what is drawn."""
        return len(self.strokes) in MODEL

    @property
    def made(self) -> Pose:
        """The word with its model, or without one where too little is drawn."""
        return replace(self._posed, model=tuple(self.strokes) if self.enough else ())

    @property
    def _label(self) -> str:
        return self._given.texts.line(f"sketch.button.{'model' if self.enough else 'no_model'}")

    @property
    def button(self) -> Box:
        """What ends it."""
        room = self.hand.places.buttons
        return button_box(self._given.typeface, self._label, room.centerx, room.bottom - 10)

    def handle(self, event: InputEvent) -> Pose | None:
        """Take an input; the word, once that is enough."""
        match event:
            case PointerPressed(x, y) if self.button.collidepoint(x, y):
                return self.made
            case Command(CommandName.NEXT | CommandName.PREVIOUS, repeated=False):
                return self.made
            case Command(CommandName.BACK, repeated=False) | KeyPressed("backspace", repeated=False) if self.strokes:
                self.strokes.pop()
                return None
        self.hand.handle(event)
        pen = self.hand.pen
        if pen.stands:
            self.strokes += [smoothed(pen.hand, pen.longest, _POINTS)] if pen.hand else []
            self.hand = Hand(self._given, self.hand.places, self._seat)
            self.hand.pen.x, self.hand.pen.y, self.hand.pen.by_keys = pen.x, pen.y, pen.by_keys
        return self.made if len(self.strokes) == MOST else None

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        """What is drawn, what it is for, and what ends it."""
        places, typeface, line = self.hand.places, self._given.typeface, self._given.texts.line
        for stroke in self.strokes:
            draw_stroke(canvas, places, stroke, self._seat, self._given.looks[self._seat])
        self.hand.draw_line(canvas)
        paper = places.paper
        room = Box(paper.left + 20, paper.top + 8, paper.width - 40, 60)
        text = line("sketch.stage.model", count=len(self.strokes), most=MOST)
        typeface.paragraph(canvas, text, room, theme.BODY, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED, "middle")
        draw_button(
            canvas, typeface, "send" if self.enough else "x", self._label, self.button, pointer, lit=self.enough
        )
