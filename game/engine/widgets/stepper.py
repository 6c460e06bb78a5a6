"""A small whole number between two buttons."""

from __future__ import annotations

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.text import Weight
from game.engine.widgets.number import NumberWidget
from game.engine.widgets.parts import faces


class Stepper(NumberWidget):
    """− value +. LEFT and RIGHT step, as do clicks on the signs."""

    sound = Sound.TOGGLE
    _pointed = 0
    """Which sign the pointer is on: -1, 1, or 0 for none."""

    def natural_width(self) -> float:
        """Two signs and the widest value."""
        return 2 * self.natural_height(0) + self.widest_value + 16

    def _part(self, side: int) -> Box:
        """The box of a sign, left for -1."""
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
                self.pressed = True
                self.set(self.value + self.step * self._side_at(event.x, event.y))
            case PointerReleased(button=1):
                self.pressed = False
            case _:
                return super().handle(event)
        return True

    def draw(self, canvas: Canvas) -> None:
        """Groove, signs, value."""
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
