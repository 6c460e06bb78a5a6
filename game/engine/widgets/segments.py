"""A few options side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.layout import inset
from game.engine.widgets.parts.style import Style

Value = TypeVar("Value")

_PADDING = 14.0
_ICON_GAP = 8.0


class Option(NamedTuple, Generic[Value]):
    """One option: its value, and the label and icon shown for it."""

    value: Value
    label: str
    icon: str = ""


def ignore(_: object) -> None:
    """Do nothing: the default for `on_change`."""


class OptionsWidget(Widget, Generic[Value]):
    """The base of segments, drop-downs and tabs: options, one of which is chosen."""

    focusable = True

    def __init__(
        self,
        style: Style,
        options: Sequence[Option[Value]],
        chosen: Value,
        box: Box | None = None,
        *,
        on_change: Callable[[Value], None] = ignore,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, tooltip=tooltip)
        self.options = list(options)
        self.number = next((n for n, option in enumerate(options) if option.value == chosen), 0)
        self.on_change = on_change

    @property
    def value(self) -> Value:
        return self.options[self.number].value

    def choose(self, number: int) -> None:
        """Choose an option by its number and call `on_change` if it is another; numbers beyond an end mean that end."""
        number = max(0, min(len(self.options) - 1, number))
        if number != self.number:
            self.number = number
            self.style.play_sound(Sound.TOGGLE)
            self.on_change(self.value)

    def option_width(self, option: Option[Value], size: float = theme.BODY) -> float:
        """Return the width of an option's icon and label."""
        typeface = self.style.typeface
        wide = typeface.measure(option.label, size, Weight.SEMIBOLD)
        return wide + (typeface.grown(size + 2) + _ICON_GAP if option.icon else 0)

    def draw_option(
        self, canvas: Canvas, option: Option[Value], box: Box, colour: str, size: float = theme.BODY
    ) -> None:
        """Draw an option's icon and label in the middle of a box."""
        typeface = self.style.typeface
        room = box.width - theme.GAP
        x = box.centerx - min(self.option_width(option, size), room) / 2
        if option.icon:
            side = typeface.grown(size + 2)
            faces.draw_icon(canvas, option.icon, x + side / 2, box.centery, side, colour)
            x += side + _ICON_GAP
            room -= side + _ICON_GAP
        typeface.line(canvas, option.label, x, box.centery, size, Weight.SEMIBOLD, colour, max_width=room)


class Segments(OptionsWidget[Value]):
    """Options side by side in a groove. LEFT and RIGHT choose the neighbour; a click chooses what it hits."""

    _hovered_number = -1
    _pressed_number = -1

    def natural_width(self) -> float:
        """Return the width of all labels and their margins."""
        return sum(self.option_width(option) + 2 * _PADDING for option in self.options) + 8

    def parts(self) -> list[Box]:
        """Return the box of each option; each gets the width of its label and an equal share of the rest."""
        inside = inset(self.box, 4)
        wanted = [self.option_width(option) + 2 * _PADDING for option in self.options]
        extra = (inside.width - sum(wanted)) / len(wanted)
        found, x = [], inside.left
        for wide in wanted:
            found.append(Box(x, inside.top, wide + extra, inside.height))
            x += wide + extra
        return found

    def _number_at(self, x: float, y: float) -> int:
        parts = self.parts()
        return next((number for number, part in enumerate(parts) if part.collidepoint(x, y)), -1)

    def handle(self, event: InputEvent) -> bool:
        match event:
            case Command(name=CommandName.LEFT):
                self.choose(self.number - 1)
            case Command(name=CommandName.RIGHT):
                self.choose(self.number + 1)
            case PointerMoved():
                self._hovered_number = self._number_at(event.x, event.y)
                return False
            case PointerPressed(button=1):
                self._pressed_number = self._number_at(event.x, event.y)
            case PointerReleased(button=1):
                number = self._number_at(event.x, event.y)
                if number == self._pressed_number >= 0:
                    self.choose(number)
            case _:
                return False
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw the groove and the options."""
        faces.draw_face(canvas, self.box, faces.WELL, self.corner)
        for number, (option, part) in enumerate(zip(self.options, self.parts(), strict=True)):
            pointed = self.hovered and number == self._hovered_number and self.enabled
            if number == self.number:
                faces.draw_face(canvas, part, faces.CHOSEN if self.enabled else faces.ROW_OVER, self.corner - 3)
            elif pointed:
                faces.draw_face(canvas, part, faces.ROW_OVER, self.corner - 3)
            bright = (number == self.number or pointed) and self.enabled
            self.draw_option(canvas, option, part, theme.TEXT_BRIGHT if bright else theme.TEXT_MUTED)


class Tabs(Segments[Value]):
    """Tabs of pages side by side; the chosen one is underlined."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the labels over a hairline, with the chosen one underlined."""
        faces.draw_rule(canvas, self.box.left, self.box.right, self.box.bottom - 1)
        for number, (option, part) in enumerate(zip(self.options, self.parts(), strict=True)):
            chosen = number == self.number
            pointed = self.hovered and number == self._hovered_number
            colour = theme.TEXT_BRIGHT if chosen or pointed else theme.TEXT_MUTED
            if pointed and not chosen:
                faces.draw_face(canvas, inset(part, 0, 2), faces.ROW_OVER, self.corner - 2)
            if chosen:
                line = Box(part.left + 8, self.box.bottom - 3, part.width - 16, 3)
                faces.draw_face(canvas, line, faces.FILLED, 1.5)
            self.draw_option(canvas, option, part, colour)
