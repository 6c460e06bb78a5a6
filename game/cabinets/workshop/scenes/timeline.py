"""Widgets for a method's steps: a track to scrub, and the pseudocode with its present line lit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.text import Weight
from game.engine.widgets import Style, Widget, draw_face
from game.engine.widgets.parts import faces

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Possible speeds, in steps per second."""
_THICK = 8.0


class StepTrack(Widget):
    """A slider over the steps; LEFT and RIGHT move it by one step."""

    focusable = True

    def __init__(self, style: Style, on_seek: Callable[[int], None], tooltip: str) -> None:
        super().__init__(style, tooltip=tooltip)
        self.on_seek = on_seek
        self.step = 0
        self.count = 0
        self.stops: Sequence[int] = ()
        """Steps marked on the track: those that a figure shows."""

    @property
    def _track(self) -> Box:
        return Box(self.box.left + 10, self.box.centery - _THICK / 2, self.box.width - 20, _THICK)

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerPressed(button=1):
                self.pressed = True
                self._seek(event.x)
            case PointerMoved() if self.pressed:
                self._seek(event.x)
            case PointerReleased(button=1):
                self.pressed = False
            case Command(name=CommandName.LEFT):
                self.on_seek(max(0, self.step - 1))
            case Command(name=CommandName.RIGHT):
                self.on_seek(min(self.count, self.step + 1))
            case _:
                return False
        return True

    def _seek(self, x: float) -> None:
        track = self._track
        share = max(0.0, min(1.0, (x - track.left) / track.width))
        self.on_seek(round(share * self.count))

    def draw(self, canvas: Canvas) -> None:
        track = self._track
        whole = track.inflate(_THICK, 0)
        draw_face(canvas, whole, faces.TRACK, _THICK / 2)
        share = self.step / self.count if self.count else 1.0
        x = track.left + share * track.width
        if x - whole.left >= _THICK:
            draw_face(canvas, Box(whole.left, whole.top, x - whole.left, _THICK), faces.FILLED, _THICK / 2)
        for stop in self.stops if self.count else ():
            at = track.left + stop / self.count * track.width
            draw_face(canvas, Box(at - 1.5, track.top - 5, 3, track.height + 10), faces.MARK, 1.5)
        side = self.style.typeface.grown(18)
        face = faces.between(faces.THUMB, faces.THUMB_OVER, 1.0 if self.pressed else self.warmth)
        draw_face(canvas, Box(x - side / 2, track.centery - side / 2, side, side), face, side / 2)


class CodePanel(Widget):
    """A method's pseudocode; the lit line is always visible, and lines are shown whole or not at all."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.lines: Sequence[str] = ()
        self.lit = -1
        self.beside: Sequence[int] = ()
        """Indices of further lines that run together with the lit one."""

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        return ()

    def draw(self, canvas: Canvas) -> None:
        if not self.lines:
            return
        typeface = self.style.typeface
        size = theme.CAPTION + 1
        high = typeface.grown(size) * 1.28
        inside = self.box.inflate(-12, -4)
        wrapped = [typeface.wrap(line, inside.width - 30, size, Weight.SEMIBOLD) for line in self.lines]
        tops, y = [], 0
        for lines in wrapped:
            tops.append(y)
            y += len(lines)
        room, lit = int(inside.height / high), max(0, self.lit)
        first = max(0, min(tops[lit] + len(wrapped[lit]) // 2 - room // 2, y - room))
        first = min(top for top in tops if top >= first)
        for number, lines in enumerate(wrapped):
            if first <= tops[number] <= first + room - len(lines):
                self._draw_line(canvas, number, lines, inside.top + (tops[number] - first) * high, high, size)

    def _draw_line(
        self, canvas: Canvas, number: int, lines: Sequence[str], top: float, high: float, size: float
    ) -> None:
        typeface = self.style.typeface
        lit = number == self.lit
        if lit:
            box = Box(self.box.left + 4, top - 1, self.box.width - 8, len(lines) * high + 2)
            draw_face(canvas, box, faces.ROW_CHOSEN, 6)
        done = lit or number in self.beside
        colour = theme.FOCUS if done else theme.TEXT_MUTED
        left = self.box.left + 12
        typeface.line(canvas, str(number + 1), left + 16, top + high / 2, size, Weight.SEMIBOLD, colour, "right")
        weight = Weight.SEMIBOLD if lit else Weight.REGULAR
        words = theme.TEXT_BRIGHT if done else theme.TEXT
        for row, line in enumerate(lines):
            typeface.line(canvas, line, left + 26, top + (row + 0.5) * high, size, weight, words)
