"""A switch that is on or off."""

from __future__ import annotations

from collections.abc import Callable

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.stillness import still_while
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.style import Style

_WIDE, _HIGH = 44.0, 24.0


def _ignore(_: bool) -> None:
    """Do nothing: the default for `on_change`."""


class Toggle(Pressable):
    """A switch with its label to the right. LEFT turns it off, RIGHT on; CONFIRM and a click flip it."""

    sound = Sound.TOGGLE

    def __init__(
        self,
        style: Style,
        label: str = "",
        on: bool = False,
        box: Box | None = None,
        *,
        on_change: Callable[[bool], None] = _ignore,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, on_press=self._flip, tooltip=tooltip)
        self.label = label
        self.on = on
        self.on_change = on_change
        self._place = float(on)

    def _flip(self) -> None:
        self.on = not self.on
        self.on_change(self.on)

    @property
    def _switch(self) -> Box:
        grown = self.style.typeface.grown
        wide, high = grown(_HIGH) * _WIDE / _HIGH, grown(_HIGH)
        return Box(self.box.left + 4, self.box.centery - high / 2, wide, high)

    @property
    def _label_left(self) -> float:
        return 4 + self._switch.width + 12

    def natural_width(self) -> float:
        """Return the width of switch and label."""
        return self._label_left + self.style.typeface.measure(self.label) + 8

    def natural_height(self, width: float) -> float:
        """Return the height of the label wrapped at a width, and at least that of a control."""
        words = self.style.typeface.height_of(self.label, max(1.0, width - self._label_left - 8))
        return max(super().natural_height(width), words + theme.GAP)

    def handle(self, event: InputEvent) -> bool:
        match event:
            case Command(name=CommandName.LEFT) if self.on:
                self.press()
            case Command(name=CommandName.RIGHT) if not self.on:
                self.press()
            case _:
                return super().handle(event)
        return True

    @property
    def still_for(self) -> float:
        return min(super().still_for, still_while(self._place == float(self.on)))

    def update(self, seconds: float) -> None:
        """Advance the sliding of the knob by `seconds`."""
        super().update(seconds)
        goal = float(self.on)
        step = 1.0 if self.style.reduced_motion else seconds / theme.HOVER_SECONDS
        self._place = min(goal, self._place + step) if goal > self._place else max(goal, self._place - step)

    def draw(self, canvas: Canvas) -> None:
        """Draw track, knob and label."""
        switch = self._switch
        radius = switch.height / 2
        on = faces.between(faces.TRACK, faces.SWITCH_ON, self._place)
        faces.draw_face(canvas, switch, on if self.enabled else faces.TRACK, radius)
        side = switch.height - 6
        x = switch.left + 3 + (switch.width - switch.height) * self._place
        knob = Box(x, switch.top + 3, side, side)
        faces.draw_face(canvas, knob, faces.THUMB if self.enabled else faces.FIELD_OFF, side / 2)
        if self.label:
            self._draw_label(canvas)

    def _draw_label(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        left = self.box.left + self._label_left
        room = self.box.right - left
        high = typeface.height_of(self.label, room)
        colour = theme.TEXT if self.enabled else theme.TEXT_MUTED
        if self.hovered and self.enabled:
            colour = theme.TEXT_BRIGHT
        place = Box(left, self.box.centery - high / 2, room, high)
        typeface.paragraph(canvas, self.label, place, colour=colour)
