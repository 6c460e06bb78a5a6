"""A wall of frames in lines below headings, of which only the visible ones are drawn."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
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
from game.engine.text import Weight
from game.engine.widgets.parts.faces import Clip, focus_ring
from game.engine.widgets.parts.scroller import BAR_ROOM, Scrolling
from game.engine.widgets.parts.style import Style

FramePainter: TypeAlias = Callable[[Canvas, int, Box], None]
"""Draws frame number n into a box."""
_GAP: Final = 18.0
_WIDE: Final = 284.0
"""The least width of a frame with its gap, in design units."""
_RING: Final = 8.0
"""Space for the focus ring, in design units."""
_STEPS: Final = {CommandName.LEFT: -1, CommandName.RIGHT: 1}
_LINES: Final = {CommandName.UP: -1, CommandName.DOWN: 1}


class FrameWall(Scrolling):
    """Frames of one height in sections; a section is a heading and the number of frames below it.

    Arrows select a frame; CONFIRM opens the selected one, a click the frame it hits.
    """

    focusable = True

    def __init__(
        self,
        style: Style,
        box: Box,
        sections: Sequence[tuple[str, int]],
        high: float,
        paint: FramePainter,
        on_open: Callable[[int], None],
    ) -> None:
        super().__init__(style, box)
        self.columns = max(1, int(box.width // _WIDE))
        self.selected = 0
        self._high = high
        self._paint = paint
        self._on_open = on_open
        self._headings: list[tuple[str, float]] = []
        self._tops: list[float] = []
        """Distance of each frame's top below the upper end of the wall's content, in design units; `_headings` counts
        the same way.
        """
        self._columns: list[int] = []
        self._whole = _RING
        self._lay(sections)

    def _lay(self, sections: Sequence[tuple[str, int]]) -> None:
        head = self.style.typeface.leading(theme.LABEL) + _GAP / 2
        for text, count in sections:
            self._headings.append((text, self._whole))
            for number in range(count):
                self._tops.append(self._whole + head + number // self.columns * (self._high + _GAP))
                self._columns.append(number % self.columns)
            self._whole = self._tops[-1] + self._high + _GAP

    def _frame(self, number: int) -> Box:
        wide = (self.box.width - BAR_ROOM - _RING - (self.columns - 1) * _GAP) / self.columns
        left = self.box.left + _RING + self._columns[number] * (wide + _GAP)
        return Box(left, self.box.top + self._tops[number] - self.scroller.offset, wide, self._high)

    def _place(self) -> None:
        self.scroller.place(self.box, self._whole)

    def _at(self, x: float, y: float) -> int | None:
        return next((number for number in self._seen() if self._frame(number).collidepoint(x, y)), None)

    def _seen(self) -> range:
        """Return the numbers of the visible frames."""
        top = self.scroller.offset
        return range(bisect_left(self._tops, top - self._high), bisect_right(self._tops, top + self.box.height))

    def select(self, number: int) -> None:
        """Select a frame and scroll it into view, with its heading if the frame is in the first line below it."""
        self.selected = max(0, min(len(self._tops) - 1, number))
        self._place()
        top = self._tops[self.selected]
        above = max((head for _, head in self._headings if head < top), default=0.0)
        self.scroller.reveal(above if top - above < self._high else top, top + self._high)

    def open(self) -> None:
        """Open the selected frame."""
        self.style.play_sound(Sound.CLICK)
        self._on_open(self.selected)

    def handle(self, event: InputEvent) -> bool:
        self._place()
        match event:
            case Command(name=CommandName.CONFIRM):
                self.open()
            case Command(name=name) if name in _STEPS:
                return self._step(self.selected + _STEPS[name])
            case Command(name=name) if name in _LINES:
                return self._step(self._line(_LINES[name]))
            case KeyPressed(key="home" | "end"):
                self.select(0 if event.key == "home" else len(self._tops) - 1)
            case PointerReleased(button=1):
                number = self._at(event.x, event.y)
                if not self.scroller.handle(event) and number is not None:
                    self.selected = number
                    self.open()
            case PointerPressed(button=1):
                self.scroller.handle(event)
            case PointerMoved() | Wheel():
                return self.scroller.handle(event)
            case _:
                return False
        return True

    def _step(self, aim: int) -> bool:
        if not 0 <= aim < len(self._tops):
            return False
        self.style.play_sound(Sound.HOVER)
        self.select(aim)
        return True

    def _line(self, down: int) -> int:
        """Return the frame in the next line (`down` 1) or in the one before (-1); -1 if there is no such line."""
        tops, top = self._tops, self._tops[self.selected]
        beside = bisect_right(tops, top) if down > 0 else bisect_left(tops, top) - 1
        if not 0 <= beside < len(tops):
            return -1
        first, after = bisect_left(tops, tops[beside]), bisect_right(tops, tops[beside])
        return min(first + self._columns[self.selected], after - 1)

    def update(self, seconds: float) -> None:
        self._place()
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        self._place()
        typeface = self.style.typeface
        with Clip(canvas, self.box):
            for text, top in self._headings:
                y = self.box.top + top - self.scroller.offset + typeface.leading(theme.LABEL) / 2
                if self.box.top - _GAP < y < self.box.bottom + _GAP:
                    x = self.box.left + _RING
                    typeface.line(canvas, text, x, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, shadow=1)
            for number in self._seen():
                self._paint(canvas, number, self._frame(number))
        self.scroller.draw(canvas)

    def draw_focus(self, canvas: Canvas) -> None:
        with Clip(canvas, self.box):
            focus_ring(canvas, self._frame(self.selected), theme.CONTROL_CORNER)
