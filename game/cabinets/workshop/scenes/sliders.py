"""The widgets of one parameter: its name and value, a slider or choice, a die and a lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, Container, Kind, Option, Slider, Style, choice, draw_face
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.tree import Column, Fill, Laid, Of, Row

_SMALL = 26.0
"""Side of the die's and the lock's button, in logical pixels."""
_LABEL = 20.0
_TRACK = 28.0
_TYPED_SECONDS = 1.4
"""Seconds within which typed digits form one number."""


class ValueSlider(Slider):
    """A slider below its parameter's name, with a mark at the default value.

    While it has the focus, digits type the value, and DELETE or BACKSPACE restores the default.
    """

    def __init__(
        self, style: Style, name: str, value: int, low: int, high: int, usual: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(style, value, low, high, on_change=on_change)
        self.name = name
        self.usual = usual
        self._typed, self._typed_ago = "", 0.0

    @property
    def _value_width(self) -> float:
        return 0.0

    @property
    def _track(self) -> Box:
        whole = super()._track
        return Box(
            whole.left, self.box.bottom - self.style.typeface.grown(_TRACK) / 2 - 4, whole.width + 14, whole.height
        )

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_LABEL) + self.style.typeface.grown(_TRACK)

    def handle(self, event: InputEvent) -> bool:
        if isinstance(event, KeyPressed) and not event.modifiers:
            if event.key in ("delete", "backspace"):
                self.set(self.usual)
                return True
            if event.key in "0123456789" and len(event.key) == 1:
                self._type(event.key)
                return True
        return super().handle(event)

    def _type(self, digit: str) -> None:
        self._typed = (self._typed if self._typed_ago < _TYPED_SECONDS else "") + digit
        self._typed_ago = 0.0
        self.set(int(self._typed[-10:]))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._typed_ago += seconds

    def draw(self, canvas: Canvas) -> None:
        typeface, track = self.style.typeface, self._track
        y = self.box.top + typeface.grown(_LABEL) / 2
        value = self.show(self.value)
        wide = typeface.measure(value, theme.BODY, Weight.BOLD)
        colour = theme.TEXT_BRIGHT if self.value == self.usual else theme.FOCUS
        typeface.line(canvas, value, self.box.right, y, theme.BODY, Weight.BOLD, colour, "right")
        name = fitted(typeface, self.name, self.box.width - wide - theme.GAP, theme.CAPTION + 1)
        typeface.line(canvas, name, self.box.left, y, theme.CAPTION + 1, colour=theme.TEXT)
        share = (self.value - self.low) / (self.high - self.low) if self.high > self.low else 1.0
        x = track.left + share * track.width
        self.draw_track(canvas, track, x)
        if self.high > self.low:
            at = track.left + (self.usual - self.low) / (self.high - self.low) * track.width
            draw_face(canvas, Box(at - 1.5, track.top - 5, 3, track.height + 10), faces.MARK, 1.5)
        side = typeface.grown(18)
        thumb = Box(x - side / 2, track.centery - side / 2, side, side)
        face = faces.between(faces.THUMB, faces.THUMB_OVER, 1.0 if self.pressed else self.warmth)
        draw_face(canvas, thumb, face if self.enabled else faces.FIELD_OFF, side / 2)


class NamedChoice(Container):
    """A choice in words, below its parameter's name."""

    def __init__(self, style: Style, name: str, options: Sequence[Option[str]], chosen: str, width: float) -> None:
        self.choice = choice(style, options, chosen, width)
        self.name = name
        super().__init__(style, None, [self.choice])

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(_LABEL) + self.style.typeface.grown(34)

    def lay(self, box: Box) -> None:
        self.box = box
        top = self.style.typeface.grown(_LABEL) + 2
        self.choice.lay(Box(box.left, box.top + top, box.width, box.height - top))

    def draw(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        y = self.box.top + typeface.grown(_LABEL) / 2
        name = fitted(typeface, self.name, self.box.width, theme.CAPTION + 1)
        typeface.line(canvas, name, self.box.left, y, theme.CAPTION + 1, colour=theme.TEXT)
        super().draw(canvas)


class ParameterRow(Laid):
    """A parameter's slider or choice, its die (a random value) and its lock (against rolling all parameters)."""

    def __init__(
        self,
        style: Style,
        field: ValueSlider | NamedChoice,
        locked: bool,
        on_dice: Callable[[], None],
        on_lock: Callable[[], None],
    ) -> None:
        line = style.texts.line
        self.field = field
        self.dice = Button(style, icon="dices", size=theme.CAPTION, on_press=on_dice, tooltip=line("workshop.dice.one"))
        key = "workshop.lock.on" if locked else "workshop.lock.off"
        kind = Kind.PRIMARY if locked else Kind.GLASS
        self.lock = Button(style, icon="lock", kind=kind, size=theme.CAPTION, on_press=on_lock, tooltip=line(key))
        side = style.typeface.grown(_SMALL)
        buttons = Row(*(Of(button, wide=side, high=side) for button in (self.dice, self.lock)), gap=4)
        super().__init__(style, Row(Of(field, grow=1), Column(Fill(), buttons, gap=0), gap=10, fill=True))
