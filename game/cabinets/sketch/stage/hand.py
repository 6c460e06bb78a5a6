"""The turn of a hand at the paper: by mouse, pen or finger, by keys, by pad; and how it looks meanwhile."""

from __future__ import annotations

from typing import Final

from game.cabinets.sketch.presentation import PRESENTATION
from game.cabinets.sketch.stage.ink import ink_colour
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.state import LONGEST_HAND, Draw
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, ROSE
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    StickMoved,
    TriggerMoved,
)
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.tween import Point
from game.kit.buttons import button_box, draw_button
from game.kit.freehand.ink import draw_wet
from game.kit.freehand.pen import Pen
from game.kit.layout import ARROWS

STEP: Final = 4.0
STRIDE: Final = 24.0
"""Canvas units that an arrow moves the pen; the second with Shift or a trigger."""
STICK: Final = 620.0
"""Canvas units a second."""
_SIGNS: Final = {"again": "rotate-ccw", "send": "send"}


class Hand:
    """Takes the inputs of who draws."""

    def __init__(self, surroundings: Surroundings, places: Places, seat: Seat) -> None:
        self._given = surroundings
        self._seat = seat
        self.places = places
        self.pen = Pen(surroundings.options.longest)
        self.refused: str | None = None
        """Why what was just tried is not taken, as a text key."""
        self._stands = surroundings.delays.get("stands", PRESENTATION.delays["stands"]) / 1000
        """Seconds for which a finished stroke stands before it is sent."""
        self._stick = (0.0, 0.0)
        self._fast = False

    @property
    def draft(self) -> Draw | None:
        """The stroke as far as it is drawn."""
        points = self.pen.points
        return Draw(points, min(LONGEST_HAND, self.pen.took)) if points else None

    @property
    def due(self) -> Draw | None:
        """The stroke that has stood long enough."""
        return self.draft if self.pen.stood(self._stands) else None

    def handle(self, event: InputEvent) -> Draw | None:
        """Take an input; the stroke, once it is sent."""
        pen, places = self.pen, self.places
        match event:
            case PointerPressed(x, y, 1):
                return self._press(x, y)
            case PointerMoved(x, y) if x > AWAY / 2:
                pen.by_keys = False
                if pen.down:
                    pen.move(*places.on_canvas(x, y))
            case PointerReleased(button=1):
                pen.lift()
            case Command(CommandName.CONFIRM | CommandName.HURRY, repeated=False):
                return self._confirm()
            case Command(CommandName.BACK, repeated=False) | KeyPressed("backspace", repeated=False):
                self._again()
            case Command(name=name, repeated=repeated) if name in ARROWS:
                step = STRIDE if self._fast else STEP * (3 if repeated else 1)
                across, down = ARROWS[name]
                self._move(across * step, down * step)
            case KeyPressed(key, modifiers) if key in ("left", "right", "up", "down") and "shift" in modifiers:
                across, down = ARROWS[CommandName(key)]
                self._move(across * (STRIDE - STEP), down * (STRIDE - STEP))
            case KeyPressed("x", repeated=False):
                pen.circle()
            case StickMoved(x, y):
                self._stick = (x, y)
            case TriggerMoved(pulled=pulled):
                self._fast = pulled > 0.4
        return None

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self.pen.update(seconds)
        across, down = self._stick
        if across or down:
            self._move(across * STICK * seconds, down * STICK * seconds)

    def _move(self, across: float, down: float) -> None:
        pen, places = self.pen, self.places
        pen.by_keys = True
        pen.move(*places.on_canvas(*places.on_stage(pen.x + across, pen.y + down)))

    def _press(self, x: float, y: float) -> Draw | None:
        """A press on the paper or on a button."""
        pen, places = self.pen, self.places
        if places.paper.collidepoint(x, y):
            pen.by_keys = False
            pen.press(*places.on_canvas(x, y))
        elif pen.stands and self._button("send").collidepoint(x, y):
            return self.draft
        elif pen.stands and self._button("again").collidepoint(x, y):
            self._again()
        return None

    def _confirm(self) -> Draw | None:
        """The pen comes down, is lifted, or the stroke is sent."""
        pen = self.pen
        if pen.stands:
            return self.draft
        pen.by_keys = True
        if pen.down:
            pen.lift()
        else:
            pen.press(pen.x, pen.y)
        return None

    def _again(self) -> None:
        if not self.pen.again() and (self.pen.stands or self.pen.down):
            self.refused = "sketch.refuse.again"

    def _button(self, name: str) -> Box:
        room = self.places.buttons
        x = room.left + room.width * (0.27 if name == "again" else 0.73)
        return button_box(self._given.typeface, self._given.texts.line(f"sketch.button.{name}"), x, room.bottom - 10)

    def draw_line(self, canvas: Canvas) -> None:
        """The stroke so far, the pen that keys move, and how much ink is left."""
        pen, places = self.pen, self.places
        look = self._given.looks[self._seat]
        if pen.points:
            draw_wet(canvas, places, pen.points, ink_colour(look))
        if pen.over:
            over = tuple(round(number) for place in pen.over for number in place)
            draw_wet(canvas, places, over, ROSE)
        if pen.by_keys:
            x, y = places.on_stage(pen.x, pen.y)
            for far, colour in ((10.0, INK), (7.0, look.colour)):
                canvas.surface.fill(colour, canvas.pixels(Box(x - far / 2, y - far / 2, far, far)))
        self._draw_gauge(canvas)

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        """The line, and the buttons, or what the hand is to do."""
        self.draw_line(canvas)
        pen, places = self.pen, self.places
        if pen.stands:
            for name, sign in _SIGNS.items():
                text = self._given.texts.line(f"sketch.button.{name}")
                box = self._button(name)
                draw_button(canvas, self._given.typeface, sign, text, box, pointer, lit=name == "send")
            return
        room, typeface = places.buttons, self._given.typeface
        key = "over" if pen.over else "hand"
        inside = Box(room.left, room.bottom - 72, room.width, 66)
        ink = ROSE if pen.over else theme.TEXT_MUTED
        text = self._given.texts.line(f"sketch.stage.{key}")
        typeface.paragraph(canvas, text, inside, theme.BODY, Weight.REGULAR, ink, "middle")

    def _draw_gauge(self, canvas: Canvas) -> None:
        pen = self.pen
        if not pen.longest:
            return
        room = self.places.buttons
        box = Box(room.left, room.top + 22, room.width, 12)
        area = canvas.pixels(box)
        canvas.surface.fill(INK, area)
        area.width = round(area.width * pen.ink_left)
        canvas.surface.fill(ROSE if pen.ink_left < 0.15 else LANTERN, area)
