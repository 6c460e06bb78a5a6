"""A small whole number between two buttons."""

from __future__ import annotations

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    REPEAT_DELAY,
    REPEAT_INTERVAL,
    Command,
    CommandName,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.widgets.number import NumberWidget
from game.engine.widgets.parts import faces

_WAYS = {CommandName.LEFT: -1, CommandName.RIGHT: 1}
_GROWS_AFTER = 15
"""Number of repeats after which a step becomes ten times as large."""


class Stepper(NumberWidget):
    """A number between the signs − and +. LEFT and RIGHT and clicks on the signs step.

    Held down they repeat, after a while in larger steps to round numbers.
    """

    sound = Sound.TOGGLE
    _pointed = 0
    """The sign that the pointer is on: -1, 1, or 0 for none."""
    _held = 0
    """The sign that the pointer holds down: -1, 1, or 0 for none."""
    _until_repeat = 0.0
    _repeats = 0

    def natural_width(self) -> float:
        """Return the width of two signs and the widest value."""
        return 2 * self.natural_height(0) + self.widest_value + 16

    def _part(self, side: int) -> Box:
        """Return the box of a sign: the left one for -1, the right one for 1."""
        wide = self.box.height
        left = self.box.left if side < 0 else self.box.right - wide
        return Box(left + 4, self.box.top + 4, wide - 8, self.box.height - 8)

    def _side_at(self, x: float, y: float) -> int:
        return next((side for side in (-1, 1) if self._part(side).collidepoint(x, y)), 0)

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerMoved():
                self._pointed = self._side_at(event.x, event.y)
                return False
            case PointerPressed(button=1):
                self.pressed, self._until_repeat = True, REPEAT_DELAY
                self._held = self._side_at(event.x, event.y)
                self._go(self._held, False)
            case PointerReleased(button=1):
                self.pressed, self._held = False, 0
            case Command() if event.name in _WAYS:
                self._go(_WAYS[event.name], event.repeated)
            case _:
                return super().handle(event)
        return True

    def _go(self, side: int, repeated: bool) -> None:
        """Step to one side; after many repeats, to the next multiple of a larger step."""
        self._repeats = self._repeats + 1 if repeated else 0
        if self._repeats < _GROWS_AFTER:
            self.set(self.value + side * self.step)
            return
        stride = self.step * 10 ** (self._repeats // _GROWS_AFTER)
        self.set(side * (side * self.value // stride + 1) * stride)

    @property
    def still_for(self) -> float:
        return MOVES if self._held else super().still_for

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._until_repeat -= seconds
        if self._held and self._until_repeat <= 0:
            self._until_repeat = REPEAT_INTERVAL
            self._go(self._held, True)

    def draw(self, canvas: Canvas) -> None:
        """Draw groove, signs and value."""
        faces.draw_face(canvas, self.box, faces.WELL, self.corner)
        for side, sign, end in ((-1, "minus", self.low), (1, "plus", self.high)):
            part = self._part(side)
            usable = self.enabled and self.value != end
            if self.hovered and self._pointed == side and usable:
                faces.draw_face(canvas, part, faces.ROW_OVER, self.corner - 3)
            colour = theme.TEXT if usable else theme.TEXT_FAINT
            size = self.style.typeface.grown(18)
            faces.draw_icon(canvas, sign, part.centerx, part.centery, size, colour, 2.4)
        self.style.typeface.line(
            canvas,
            self.show(self.value),
            self.box.centerx,
            self.box.centery,
            theme.BODY,
            Weight.SEMIBOLD,
            theme.TEXT_BRIGHT if self.enabled else theme.TEXT_MUTED,
            anchor="middle",
            max_width=self.box.width - 2 * self.box.height,
        )
