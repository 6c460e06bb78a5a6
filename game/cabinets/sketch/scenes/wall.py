"""A wall of frames, row by row, of which only those in sight are read and drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.widgets import Clip, Style, Widget, focus_ring
from game.engine.widgets.parts.scroller import BAR_ROOM, Scroller

FramePainter: TypeAlias = Callable[[Canvas, int, Box, bool], None]
"""Draws frame number n into a box; whether it is selected."""
_GAP: Final = 18.0
_RING: Final = 8.0
"""Room for the sign of the focus."""
_STEPS: Final = {
    CommandName.LEFT: (-1, 0),
    CommandName.RIGHT: (1, 0),
    CommandName.UP: (0, -1),
    CommandName.DOWN: (0, 1),
}


class FrameWall(Widget):
    """`count` frames, so many in a row. Arrows and the pointer select; CONFIRM or a click on a frame opens it."""

    focusable = True

    def __init__(
        self, style: Style, box: Box, count: int, high: float, paint: FramePainter, on_open: Callable[[int], None]
    ) -> None:
        super().__init__(style, box)
        self.count = count
        self.columns = max(1, int(box.width // 284))
        self.selected = 0
        self._high = high
        self._paint = paint
        self._on_open = on_open
        self._scroller = Scroller()

    def refill(self, count: int) -> None:
        """There are other frames now."""
        self.count = count
        self.selected = max(0, min(self.selected, count - 1))

    def _frame(self, number: int) -> Box:
        wide = (self.box.width - BAR_ROOM - _RING - (self.columns - 1) * _GAP) / self.columns
        line, column = divmod(number, self.columns)
        top = self.box.top + _RING + line * (self._high + _GAP) - self._scroller.offset
        return Box(self.box.left + _RING + column * (wide + _GAP), top, wide, self._high)

    def _place(self) -> None:
        rows = -(-self.count // self.columns)
        self._scroller.place(self.box, rows * (self._high + _GAP))

    def _at(self, x: float, y: float) -> int | None:
        return next((number for number in self._seen() if self._frame(number).collidepoint(x, y)), None)

    def _seen(self) -> range:
        """The frames in sight."""
        first = int(self._scroller.offset // (self._high + _GAP))
        last = int((self._scroller.offset + self.box.height) // (self._high + _GAP)) + 1
        return range(first * self.columns, min(self.count, last * self.columns))

    def select(self, number: int) -> None:
        """Select a frame and bring it into sight."""
        self.selected = max(0, min(self.count - 1, number))
        self._place()
        top = self.selected // self.columns * (self._high + _GAP)
        self._scroller.reveal(top, top + self._high)

    def open(self) -> None:
        """Open the selected frame."""
        if self.count:
            self.style.play_sound(Sound.CLICK)
            self._on_open(self.selected)

    def handle(self, event: InputEvent) -> bool:
        self._place()
        match event:
            case Command(name=CommandName.CONFIRM):
                self.open()
            case Command(name=name) if name in _STEPS:
                return self._step(*_STEPS[name])
            case KeyPressed(key="home" | "end"):
                self.select(0 if event.key == "home" else self.count - 1)
            case PointerReleased(button=1):
                number = self._at(event.x, event.y)
                if not self._scroller.handle(event) and number is not None:
                    self.selected = number
                    self.open()
            case PointerPressed(button=1):
                self._scroller.handle(event)
            case PointerMoved() | Wheel():
                return self._scroller.handle(event)
            case _:
                return False
        return True

    def _step(self, across: int, down: int) -> bool:
        aim = self.selected + across + down * self.columns
        if not 0 <= aim < self.count:
            return False
        self.style.play_sound(Sound.HOVER)
        self.select(aim)
        return True

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._place()
        self._scroller.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        self._place()
        with Clip(canvas, self.box):
            for number in self._seen():
                self._paint(canvas, number, self._frame(number), number == self.selected and self.focused)
        self._scroller.draw(canvas)

    def draw_focus(self, canvas: Canvas) -> None:
        if self.count:
            with Clip(canvas, self.box):
                focus_ring(canvas, self._frame(self.selected), theme.CONTROL_CORNER)
        else:
            super().draw_focus(canvas)
