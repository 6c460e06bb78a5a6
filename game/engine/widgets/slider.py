"""A whole number chosen along a track."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.light import drop_shadow
from game.engine.text import Weight
from game.engine.widgets.number import NumberWidget
from game.engine.widgets.parts import faces

_TRACK = 8.0
_THUMB = 22.0
_VALUE_GAP = 14.0
_INSET = 6.0
"""Space between the value and the focus ring around it, in design units."""


class Slider(NumberWidget):
    """A thumb on a track, with the value to its right.

    LEFT and RIGHT move by one step, page up and page down by ten, home and end to the ends; pointer and wheel move it,
    too.
    """

    value_room = 0.0
    """The least width of the room for the value, in design units: gives several sliders tracks of equal length."""

    @property
    def _value_width(self) -> float:
        return max(self.value_room, self.widest_value)

    @property
    def _track(self) -> Box:
        """Box of the track, between the middles of the thumb at both ends."""
        half = self.style.typeface.grown(_THUMB) / 2
        wide = self.box.width - self._value_width - _VALUE_GAP - _INSET - 2 * half - 4
        return Box(self.box.left + half + 2, self.box.centery - _TRACK / 2, max(1.0, wide), _TRACK)

    def natural_width(self) -> float:
        """Return the width of a track long enough to aim at, with the room for the value."""
        return 180 + self._value_width + _VALUE_GAP + _INSET

    def handle(self, event: InputEvent) -> bool:
        """Change the value by an input. Return whether the input was used."""
        match event:
            case KeyPressed():
                return self._key(event.key)
            case PointerPressed(button=1):
                self.pressed = True
                self._set_at(event.x)
            case PointerMoved() if self.pressed:
                self._set_at(event.x)
            case PointerReleased(button=1):
                self.pressed = False
            case Wheel() if self.focused:
                self.set(self.value + event.steps * self.step)
            case _:
                return super().handle(event)
        return True

    def _key(self, key: str) -> bool:
        match key:
            case "page up":
                self.set(self.value + 10 * self.step)
            case "page down":
                self.set(self.value - 10 * self.step)
            case "home":
                self.set(self.low)
            case "end":
                self.set(self.high)
            case _:
                return False
        return True

    def _set_at(self, x: float) -> None:
        track = self._track
        share = max(0.0, min(1.0, (x - track.left) / track.width))
        self.set(self.low + round(share * (self.high - self.low)))

    def draw(self, canvas: Canvas) -> None:
        """Draw the track with its filled part, the thumb and the value."""
        track = self._track
        share = (self.value - self.low) / (self.high - self.low) if self.high > self.low else 1.0
        x = track.left + share * track.width
        self.draw_track(canvas, track, x)
        side = self.style.typeface.grown(_THUMB)
        thumb = Box(x - side / 2, track.centery - side / 2, side, side)
        if self.enabled:
            drop_shadow(canvas, thumb, side / 2, 5, 110, 2)
        face = faces.between(faces.THUMB, faces.THUMB_OVER, 1.0 if self.pressed else self.warmth)
        faces.draw_face(canvas, thumb, face if self.enabled else faces.FIELD_OFF, side / 2)
        colour = theme.TEXT_BRIGHT if self.enabled else theme.TEXT_MUTED
        words = self.show(self.value)
        right = self.box.right - _INSET
        self.style.typeface.line(
            canvas, words, right, track.centery, theme.BODY, Weight.SEMIBOLD, colour, anchor="right"
        )

    def draw_track(self, canvas: Canvas, track: Box, x: float) -> None:
        whole = track.inflate(track.height, 0)
        faces.draw_face(canvas, whole, faces.TRACK, track.height / 2)
        filled = Box(whole.left, whole.top, x - whole.left, whole.height)
        if self.enabled and filled.width >= track.height:
            faces.draw_face(canvas, filled, faces.FILLED, track.height / 2)
