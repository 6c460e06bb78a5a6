"""Ways to move a pen: mouse, stylus or finger, keys, pad."""

from __future__ import annotations

from typing import Final

from game.cabinets.sketch.stage.freehand.ink import Easel
from game.cabinets.sketch.stage.freehand.pen import Pen
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, Colour
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
from game.kit.layout import ARROWS

STEP: Final = 4.0
STRIDE: Final = 24.0
"""Canvas units that an arrow moves the pen: usually, and with Shift or a trigger."""
STICK: Final = 620.0
"""Canvas units per second that a pad's stick moves the pen at most."""


class Steering:
    """Moves a pen over the paper of an easel by a person's inputs."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self._stick = (0.0, 0.0)
        self._fast = False

    def handle(self, event: InputEvent, easel: Easel) -> None:
        """Move, press or lift the pen by one input."""
        pen = self.pen
        match event:
            case PointerPressed(x, y, 1) if easel.paper.collidepoint(x, y):
                pen.by_keys = False
                pen.press(*easel.on_canvas(x, y))
            case PointerMoved(x, y) if x > AWAY / 2:
                pen.by_keys = False
                if pen.down:
                    pen.move(*easel.on_canvas(x, y))
            case PointerReleased(button=1):
                pen.lift()
            case Command(CommandName.CONFIRM | CommandName.HURRY as name, repeated=False):
                pen.by_keys = True
                if not pen.down:
                    pen.press(pen.x, pen.y)
                elif len(pen.hand) > 1 or name is CommandName.HURRY:  # Return may be one of many that went on
                    pen.lift()
            case Command(name=name, repeated=repeated) if name in ARROWS:
                self._step(easel, name, STRIDE if self._fast else STEP * (3 if repeated else 1))
            case KeyPressed(key, modifiers) if key in ("left", "right", "up", "down") and "shift" in modifiers:
                self._step(easel, CommandName(key), STRIDE - STEP)
            case KeyPressed("x", repeated=False):
                pen.circle()
            case StickMoved(x, y):
                self._stick = (x, y)
            case TriggerMoved(pulled=pulled):
                self._fast = pulled > 0.4

    def update(self, seconds: float, easel: Easel) -> None:
        """Advance the pen's clocks, and move the pen with the pad's stick."""
        self.pen.update(seconds)
        across, down = self._stick
        if across or down:
            self._move(easel, across * STICK * seconds, down * STICK * seconds)

    def _step(self, easel: Easel, arrow: CommandName, far: float) -> None:
        across, down = ARROWS[arrow]
        self._move(easel, across * far, down * far)

    def _move(self, easel: Easel, across: float, down: float) -> None:
        pen = self.pen
        pen.by_keys = True
        pen.move(*easel.on_canvas(*easel.on_stage(pen.x + across, pen.y + down)))

    def draw(self, canvas: Canvas, easel: Easel, colour: Colour) -> None:
        """Draw the pen's tip while keys or a pad move it."""
        if self.pen.by_keys:
            x, y = easel.on_stage(self.pen.x, self.pen.y)
            for far, ink in ((10.0, INK), (7.0, colour)):
                canvas.surface.fill(ink, canvas.pixels(Box(x - far / 2, y - far / 2, far, far)))
