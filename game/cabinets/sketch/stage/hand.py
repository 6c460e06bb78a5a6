"""The turn of a hand at the paper: by mouse, pen or finger, by keys, by pad; and how it looks meanwhile."""

from __future__ import annotations

from typing import Final

from game.cabinets.sketch.presentation import PRESENTATION
from game.cabinets.sketch.stage.ink import ink_colour
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.task import Task, draw_button, side_button
from game.cabinets.sketch.state import LONGEST_HAND, Action, Draw
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
from game.kit.freehand.ink import draw_wet
from game.kit.freehand.pen import Pen
from game.kit.layout import ARROWS

STEP: Final = 4.0
STRIDE: Final = 24.0
"""Canvas units that an arrow moves the pen; the second with Shift or a trigger."""
STICK: Final = 620.0
"""Canvas units a second."""
_BUTTONS: Final = {"again": 0.27, "send": 0.73}
_LITTLE: Final = 0.15
"""From this share of the ink on one sees that it comes to an end."""


class Hand(Task):
    """Takes the inputs of who draws."""

    def __init__(self, given: Surroundings, places: Places, seat: Seat) -> None:
        super().__init__(given, places)
        self._look = given.looks[seat]
        self.pen = Pen(given.options.longest)
        self._stands = given.delays.get("stands", PRESENTATION.delays["stands"]) / 1000
        """Seconds for which a finished stroke stands before it is sent."""
        self._stick = (0.0, 0.0)
        self._fast = False

    @property
    def asks(self) -> str:  # type: ignore[override]
        return "stands" if self.pen.stands else "stroke"

    @property
    def takes_back(self) -> bool:  # type: ignore[override]
        return self.pen.stands or self.pen.down

    @property
    def draft(self) -> Draw | None:  # type: ignore[override]
        points = self.pen.points
        return Draw(points, min(LONGEST_HAND, self.pen.took)) if points else None

    @property
    def due(self) -> Draw | None:
        """The stroke that has stood long enough."""
        return self.draft if self.pen.stood(self._stands) else None

    def suggest(self, action: Action) -> None:
        if isinstance(action, Draw):
            self.pen.offer(action.points)

    def handle(self, event: InputEvent) -> Draw | None:
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
                self._step(name, STRIDE if self._fast else STEP * (3 if repeated else 1))
            case KeyPressed(key, modifiers) if key in ("left", "right", "up", "down") and "shift" in modifiers:
                self._step(CommandName(key), STRIDE - STEP)
            case KeyPressed("x", repeated=False):
                pen.circle()
            case StickMoved(x, y):
                self._stick = (x, y)
            case TriggerMoved(pulled=pulled):
                self._fast = pulled > 0.4
        return None

    def update(self, seconds: float) -> None:
        self.pen.update(seconds)
        across, down = self._stick
        if across or down:
            self._move(across * STICK * seconds, down * STICK * seconds)

    def _step(self, arrow: CommandName, far: float) -> None:
        across, down = ARROWS[arrow]
        self._move(across * far, down * far)

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
        elif not pen.stands:
            self.refused = "sketch.refuse.outside"
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
        return side_button(self.given, self.places, name, _BUTTONS[name])

    def draw_line(self, canvas: Canvas) -> None:
        """The stroke so far, the pen that keys move, and how much ink is left."""
        pen, places = self.pen, self.places
        if pen.points:
            draw_wet(canvas, places, pen.points, ink_colour(self._look))
        if pen.over:
            over = tuple(round(number) for place in pen.over for number in place)
            draw_wet(canvas, places, over, ROSE)
        if pen.by_keys:
            x, y = places.on_stage(pen.x, pen.y)
            for far, colour in ((10.0, INK), (7.0, self._look.colour)):
                canvas.surface.fill(colour, canvas.pixels(Box(x - far / 2, y - far / 2, far, far)))
        if pen.longest:
            self._draw_gauge(canvas)

    def draw(self, canvas: Canvas, pointer: Point) -> None:
        self.draw_line(canvas)
        pen, given = self.pen, self.given
        if pen.stands:
            for name in _BUTTONS:
                draw_button(canvas, given, name, self._button(name), pointer, lit=name == "send")
            return
        room = self.places.buttons
        inside = Box(room.left, room.bottom - 66, room.width, 60)
        ink = ROSE if pen.over else theme.TEXT_BRIGHT
        text = given.texts.line(f"sketch.stage.{'over' if pen.over else 'hand'}")
        given.typeface.paragraph(canvas, text, inside, theme.BODY, Weight.REGULAR, ink, "middle")

    def _draw_gauge(self, canvas: Canvas) -> None:
        """The ink that is left, by its name."""
        pen, room, given = self.pen, self.places.buttons, self.given
        text = given.texts.line("sketch.stage.ink")
        y = room.top + 28
        wide = given.typeface.measure(text, theme.CAPTION, Weight.SEMIBOLD) + 10
        given.typeface.line(canvas, text, room.left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_MUTED)
        area = canvas.pixels(Box(room.left + wide, y - 6, room.width - wide, 12))
        canvas.surface.fill(INK, area)
        area.width = round(area.width * pen.ink_left)
        canvas.surface.fill(ROSE if pen.ink_left < _LITTLE else LANTERN, area)
