"""Choosing one of several options: segments side by side where they fit, else a drop-down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_HEIGHT, Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.ornament import BUTTON, BUTTON_OFF, BUTTON_OVER
from game.engine.text import Weight
from game.engine.widgets.listview import ListView, RowState
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Either, Laid, Of, Row
from game.engine.widgets.segments import Option, OptionsWidget, Segments, Value, ignore

MOST_SEGMENTS = 5
_PADDING = 14.0
_MOST_ROWS = 8
_POPUP_PADDING = 6.0


class DropDown(OptionsWidget[Value]):
    """A button that shows the chosen option and opens a list of all.

    CONFIRM or a click opens the list. In it UP, DOWN and the wheel move, CONFIRM or a click chooses, BACK or a click
    outside closes. While it is closed, LEFT and RIGHT choose at once.
    """

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
        super().__init__(style, options, chosen, box, on_change=on_change, tooltip=tooltip)
        self.opened = False
        self._floor = float(DESIGN_HEIGHT)
        self.rows = ListView(style, self._paint, row_height=34, on_choose=self._take, on_paper=True)

    @property
    def captures(self) -> bool:
        """Whether the list is open: then it gets every input."""
        return self.opened

    def natural_width(self) -> float:
        """Return the width that the longest option needs, in design units."""
        arrow = self.style.typeface.grown(18) + 10
        return max(self.option_width(option) for option in self.options) + 2 * _PADDING + arrow

    def open(self) -> None:
        """Open the list, below the button or above it if there is no room below."""
        self.opened = True
        self.style.play_sound(Sound.OPEN)
        rows = min(len(self.options), _MOST_ROWS)
        row = self.style.typeface.grown(34)
        high = rows * row + 2 * _POPUP_PADDING
        below = self.box.bottom + 6
        top = below if below + high <= self._floor - theme.GAP else self.box.top - 6 - high
        wide = max(self.box.width, self.natural_width() + 14)
        self.rows.box = Box(self.box.left, max(theme.GAP, top), wide, high)
        self.rows.refill(len(self.options), self.number)
        self.rows.scroller.jump()

    def close(self) -> None:
        """Close the list."""
        self.opened = False
        self.rows.hovered = False

    def _take(self, number: int) -> None:
        self.close()
        self.choose(number)

    def focus_changed(self, focused: bool) -> None:
        """Take or lose the focus; losing it closes the list."""
        super().focus_changed(focused)
        if not focused:
            self.close()

    def handle(self, event: InputEvent) -> bool:
        """Open the list or choose by an input. Return whether the input was used."""
        if self.opened:
            return self._handle_opened(event)
        match event:
            case Command(name=CommandName.CONFIRM):
                self.open()
            case Command(name=CommandName.LEFT):
                self.choose(self.number - 1)
            case Command(name=CommandName.RIGHT):
                self.choose(self.number + 1)
            case PointerPressed(button=1):
                self.pressed = True
            case PointerReleased(button=1):
                if self.pressed and self.box.collidepoint(event.x, event.y):
                    self.open()
                self.pressed = False
            case _:
                return False
        return True

    def _handle_opened(self, event: InputEvent) -> bool:
        match event:
            case Command(name=CommandName.BACK | CommandName.NEXT | CommandName.PREVIOUS):
                self.close()
            case Command(name=CommandName.CONFIRM):
                self._take(self.rows.selected)
            case PointerMoved():
                self.rows.hovered = self.rows.box.collidepoint(event.x, event.y)
                self.rows.handle(event)
            case PointerPressed() if not self.rows.box.collidepoint(event.x, event.y):
                self.close()
            case PointerReleased():
                self.rows.release(event)
            case Wheel() | PointerPressed() | Command():
                self.rows.handle(event)
            case _:
                return False
        return True

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.rows.still_for)

    def update(self, seconds: float) -> None:
        """Advance hover and scrolling by `seconds`."""
        super().update(seconds)
        if self.opened:
            self.rows.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the button with the chosen option."""
        self._floor = canvas.bounds.bottom
        face = faces.between(BUTTON, BUTTON_OVER, self.warmth) if self.enabled else BUTTON_OFF
        faces.draw_face(canvas, self.box, face, self.corner)
        colour = theme.TEXT if self.enabled else theme.TEXT_MUTED
        side = self.style.typeface.grown(18)
        arrow = "chevron-up" if self.opened else "chevron-down"
        y = self.box.centery
        faces.draw_icon(canvas, arrow, self.box.right - _PADDING - side / 2, y, side, colour)
        room = Box(self.box.left + _PADDING, self.box.top, self.box.width - 2 * _PADDING - side - 8, 0)
        room.height = self.box.height
        self._draw_left(canvas, self.options[self.number], room, colour)

    def _draw_left(self, canvas: Canvas, option: Option[Value], room: Box, colour: str) -> None:
        typeface, x = self.style.typeface, room.left
        if option.icon:
            side = typeface.grown(theme.BODY + 2)
            faces.draw_icon(canvas, option.icon, x + side / 2, room.centery, side, colour)
            x += side + theme.GAP
        wide = room.right - x
        typeface.line(canvas, option.label, x, room.centery, theme.BODY, Weight.SEMIBOLD, colour, max_width=wide)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw the list, if it is open."""
        if not self.opened:
            return
        faces.paper_panel(canvas, self.rows.box, self.corner)
        self.rows.draw(canvas)

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        room = Box(box.left + 10, box.top, box.width - 20 - self.style.typeface.grown(18), box.height)
        self._draw_left(canvas, self.options[number], room, theme.TEXT_ON_PAPER)
        if number == self.number:
            side = self.style.typeface.grown(16)
            x = box.right - 10 - side / 2
            faces.draw_icon(canvas, "check", x, box.centery, side, theme.GOOD_ON_PAPER, 2.8)


_UPRIGHT = 328.0
"""Width that a row of an upright page has for segments."""


def choice(
    style: Style,
    options: Sequence[Option[Value]],
    chosen: Value,
    width: float,
    *,
    on_change: Callable[[Value], None] = ignore,
    tooltip: str = "",
) -> OptionsWidget[Value]:
    """Return segments if the options are few and fit into `width` at the present text size, else a drop-down."""
    segments = Segments(style, options, chosen, on_change=on_change, tooltip=tooltip)
    if style.least_press:
        width = min(width, _UPRIGHT)
    if len(options) <= MOST_SEGMENTS and segments.natural_width() <= width:
        return segments
    return DropDown(style, options, chosen, on_change=on_change, tooltip=tooltip)


class Choice(Laid, Generic[Value]):
    """Segments if the options are few and fit into the box it is laid out in, else a drop-down."""

    def __init__(
        self, style: Style, options: Sequence[Option[Value]], chosen: Value, *, on_change: Callable[[Value], None]
    ) -> None:
        kinds: tuple[type[OptionsWidget[Value]], ...] = (Segments, DropDown)
        self.forms = [kind(style, options, chosen, on_change=self._changed) for kind in kinds]
        self._on_change = on_change
        shown = self.forms if len(options) <= MOST_SEGMENTS else self.forms[1:]
        super().__init__(style, Row(Either(*(Of(form, grow=1) for form in shown))))

    def _changed(self, value: Value) -> None:
        for form in self.forms:
            form.number = next(number for number, option in enumerate(form.options) if option.value == value)
        self._on_change(value)
