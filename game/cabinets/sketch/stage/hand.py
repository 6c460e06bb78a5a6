"""A person's drawing turn at the paper, by mouse, stylus, finger, keys or pad, and how it is drawn meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.presentation import PRESENTATION
from game.cabinets.sketch.stage.freehand.ink import WetLine
from game.cabinets.sketch.stage.freehand.paper import ink_colour
from game.cabinets.sketch.stage.freehand.pen import Pen
from game.cabinets.sketch.stage.freehand.steering import Steering
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.task import Task, side_button
from game.cabinets.sketch.state import LONGEST_HAND, Action, Draw
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, ROSE
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.widgets import StageButton

_BUTTONS: Final = {"again": 0.27, "send": 0.73}
_LITTLE: Final = 0.15
"""The ink gauge warns when less than this share of the ink is left."""


class Hand(Task):
    """Task of the person who draws a stroke."""

    def __init__(self, given: Surroundings, places: Places, seat: Seat) -> None:
        super().__init__(given, places)
        self._look = given.looks[seat]
        self.pen = Pen(given.options.longest)
        self._wet, self._wet_over = WetLine(), WetLine()
        self._steering = Steering(self.pen)
        self._stands = given.delays.get("stands", PRESENTATION.delays["stands"]) / 1000
        """Seconds for which a finished stroke waits before it is sent."""

    @property
    def asks(self) -> str:  # type: ignore[override]
        return "stands" if self.pen.stands else "stroke"

    @property
    def way(self) -> str:
        """The text key, below `sketch.stage`, of how to draw with what is in hand."""
        return {"pointer": "hand", "keyboard": "hand_keys", "pad": "hand_pad"}[self.given.hand.kind]

    @property
    def takes_back(self) -> bool:  # type: ignore[override]
        return self.pen.stands or self.pen.down

    @property
    def draft(self) -> Draw | None:  # type: ignore[override]
        points = self.pen.points
        return Draw(points, min(LONGEST_HAND, self.pen.took)) if points else None

    @property
    def due(self) -> Draw | None:
        """The stroke to send because it has waited long enough; None before that."""
        return self.draft if self.pen.stood(self._stands) else None

    def suggest(self, action: Action) -> None:
        if isinstance(action, Draw):
            self.pen.offer(action.points)

    def handle(self, event: InputEvent) -> Draw | None:
        pen = self.pen
        match event:
            case PointerPressed(x, y, 1) if not self.places.paper.collidepoint(x, y):
                return self._press(self.pressed(event))
            case Command(CommandName.CONFIRM | CommandName.HURRY, repeated=False) if pen.stands:
                return self.draft
            case Command(CommandName.BACK, repeated=False) | KeyPressed("backspace", repeated=False):
                self._again()
            case _:
                self._steering.handle(event, self.places)
        return None

    def update(self, seconds: float) -> None:
        self._steering.update(seconds, self.places)

    def _press(self, button: str) -> Draw | None:
        """Handle a press beside the paper: send, begin again, or refuse. Returns the stroke to send, if any."""
        if not self.pen.stands:
            self.refused = "sketch.refuse.outside"
        elif button == "again":
            self._again()
        return self.draft if button == "send" else None

    def _again(self) -> None:
        if not self.pen.again() and (self.pen.stands or self.pen.down):
            self.refused = "sketch.refuse.again"

    def buttons(self) -> Sequence[StageButton]:
        if not self.pen.stands:
            return ()
        return [side_button(self.given, self.places, *each, lit=each[0] == "send") for each in _BUTTONS.items()]

    def draw_line(self, canvas: Canvas) -> None:
        """Draw the stroke so far, the pen that keys move, and the ink that is left."""
        pen, places = self.pen, self.places
        self._wet.draw(canvas, places, pen.line, ink_colour(self._look))
        self._wet_over.draw(canvas, places, pen.over, ROSE)
        self._steering.draw(canvas, places, self._look.colour)
        if pen.longest:
            self._draw_gauge(canvas)

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        self.draw_line(canvas)
        pen, given = self.pen, self.given
        if pen.stands:
            self.draw_buttons(canvas, pointer)
            return
        room = self.places.buttons
        inside = Box(room.left, room.bottom - 66, room.width, 60)
        ink = ROSE if pen.is_over else theme.TEXT_BRIGHT
        if self.places.upright and not pen.is_over:
            return
        told = "over" if pen.is_over else self.way
        text = given.texts.line(f"sketch.stage.{told}")
        given.typeface.paragraph(canvas, text, inside, theme.BODY, Weight.REGULAR, ink, "middle")

    def _draw_gauge(self, canvas: Canvas) -> None:
        """Draw the gauge of ink that is left, beside its label."""
        pen, room, given = self.pen, self.places.buttons, self.given
        text = given.texts.line("sketch.stage.ink")
        y = room.top + (12 if self.places.upright else 28)
        wide = given.typeface.measure(text, theme.CAPTION, Weight.SEMIBOLD) + 10
        given.typeface.line(canvas, text, room.left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_MUTED)
        area = canvas.pixels(Box(room.left + wide, y - 6, room.width - wide, 12))
        canvas.surface.fill(INK, area)
        area.width = round(area.width * pen.ink_left)
        canvas.surface.fill(ROSE if pen.ink_left < _LITTLE else LANTERN, area)
