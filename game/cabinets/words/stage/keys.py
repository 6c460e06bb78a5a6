"""A keyboard on the stage: for pointers and pads, with our own automaton for Hangul."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.words.keyboard import ROWS, Automaton, letter
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.ornament import BUTTON, BUTTON_OVER, LIT, card
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.kit.layout import ARROWS, Layout, Together, slots

SHIFT, BACK, SEND, FLAG = "shift", "back", "send", "flag"
CONTROLS = (SHIFT, BACK, SEND, FLAG)
ICONS = {SHIFT: "chevrons-up", BACK: "arrow-left", SEND: "send", FLAG: "flag"}
_LINES: Sequence[Sequence[str]] = (*map(tuple, ROWS), CONTROLS)
_HIGH, _GAP = 38.0, 6.0


def _rows(box: Box) -> Layout[str]:
    """Three rows of letters in the middle of a box, and below them the controls."""
    step = (box.width + _GAP) / 10
    layouts = []
    for number, row in enumerate(ROWS):
        wide = step * len(row) - _GAP
        place = Box(box.centerx - wide / 2, box.top + number * (_HIGH + _GAP), wide, _HIGH)
        layouts.append(slots(tuple(row), len(row), place, _GAP))
    foot = Box(box.left + step, box.top + 3 * (_HIGH + _GAP), box.width - 2 * step, _HIGH)
    return Together(*layouts, slots(CONTROLS, len(CONTROLS), foot, _GAP))


class Keys:
    """What is pressed on it is written; `sent` and `given_up` say what was chosen."""

    def __init__(self, box: Box, *, korean: bool) -> None:
        self.layout = _rows(box)
        self.korean = korean
        self.shift = False
        self.focus: str | None = None
        self._automaton = Automaton()
        self._before = ""
        """What was written before the automaton began."""

    def handle(self, event: InputEvent) -> str | None:
        """The key that was pressed, by a letter of a Latin keyboard or the name of a control."""
        match event:
            case PointerMoved(x, y):
                self.focus = self.layout.at(x, y)
            case PointerPressed(x, y, 1):
                self.focus = self.layout.at(x, y)
                return self.focus
            case Command(name=name) if name in ARROWS:
                self.focus = self._towards(self.focus, *ARROWS[name]) if self.focus else "q"
            case Command(name=CommandName.CONFIRM, repeated=False):
                return self.focus
        return None

    def _towards(self, key: str, dx: int, dy: int) -> str:
        """The next key in the row, or the nearest of the next row; round the ends."""
        number = next(number for number, row in enumerate(_LINES) if key in row)
        if dx:
            row = _LINES[number]
            return row[(row.index(key) + dx) % len(row)]
        x = self.layout.middle(key)[0]
        return min(_LINES[(number + dy) % len(_LINES)], key=lambda other: abs(self.layout.middle(other)[0] - x))

    def written(self, key: str, text: str) -> str:
        """What a text becomes when a letter or BACK is pressed."""
        if text != self._before + self._automaton.text:
            self._before = text
            self._automaton.clear()
        if key == BACK:
            if self._automaton.text:
                self._automaton.back()
            else:
                self._before = self._before[:-1]
        else:
            self._automaton.press(self._sign(key))
            self.shift = False
        return self._before + self._automaton.text

    def _sign(self, key: str) -> str:
        return (letter(key.upper() if self.shift else key) or key) if self.korean else key

    def draw(self, canvas: Canvas, typeface: Typeface) -> None:
        for key, spot in self.layout.spots.items():
            wide, high = spot.size
            x, y = spot.middle
            lit = key == SHIFT and self.shift
            area = canvas.pixels(Box(x - wide / 2, y - high / 2, wide, high))
            face = LIT if lit else BUTTON_OVER if key == self.focus else BUTTON
            canvas.put(card(area.width, area.height, canvas.px(8), face), x - wide / 2, y - high / 2)
            ink = theme.TEXT_ON_LANTERN if lit else LANTERN if key == self.focus else theme.TEXT_BRIGHT
            if key in ICONS:
                canvas.put_middle(icon(ICONS[key], canvas.px(typeface.grown(20)), ink, 2.2), x, y)
            else:
                typeface.line(canvas, self._sign(key), x, y, theme.LABEL, Weight.SEMIBOLD, ink, "middle")
