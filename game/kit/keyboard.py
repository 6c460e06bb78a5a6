"""A keyboard drawn on the stage, for pointers and pads, that writes Hangul or Latin letters into a `TextLine`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.core.language.hangul import ROWS, Automaton, letter
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import (
    Command,
    CommandName,
    Device,
    InputEvent,
    PointerMoved,
    PointerPressed,
    TextComposed,
    TextTyped,
)
from game.engine.ornament import BUTTON, BUTTON_OVER, LIT, card
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.kit.entry import TextLine
from game.kit.layout import ARROWS, Layout, Together, slots

SHIFT, BACK, SEND, LETTERS = "shift", "back", "send", "letters"
ICONS: Final = {SHIFT: "chevrons-up", BACK: "arrow-left", SEND: "send", LETTERS: "type"}
HIGH: Final = 170.0
"""The height of the whole keyboard, in design units."""
_HIGH, _GAP = 38.0, 6.0


def _rows(box: Box, controls: Sequence[str]) -> Layout[str]:
    """Return the layout of the keys in a box: three centred rows of letters, and the controls in a row below."""
    step = (box.width + _GAP) / 10
    layouts = []
    for number, row in enumerate(ROWS):
        wide = step * len(row) - _GAP
        place = Box(box.centerx - wide / 2, box.top + number * (_HIGH + _GAP), wide, _HIGH)
        layouts.append(slots(tuple(row), len(row), place, _GAP))
    foot = Box(box.left + step, box.top + 3 * (_HIGH + _GAP), box.width - 2 * step, _HIGH)
    return Together(*layouts, slots(tuple(controls), len(controls), foot, _GAP))


class Keys:
    """Keyboard on the stage: three rows of letters and, below them, SHIFT, BACK, SEND, LETTERS and controls of the
    game.

    LETTERS switches between Hangul and Latin letters; it is left out unless `both` are wanted.
    """

    def __init__(
        self,
        box: Box,
        *,
        korean: bool,
        more: Mapping[str, str] | None = None,
        both: bool = False,
    ) -> None:
        """`more` are further controls, by name with the icon of each."""
        self.shown = False
        """Whether the keyboard is on screen."""
        self.korean = korean
        self.shift = False
        self.focus: str | None = None
        self._icons = {**ICONS, **(more or {})}
        self._controls = (SHIFT, *([LETTERS] if both else []), BACK, SEND, *(more or {}))
        self._lines: Sequence[Sequence[str]] = (*map(tuple, ROWS), self._controls)
        self.lay(box)
        self._automaton = Automaton()
        self._before = ""
        """The text of the line before the syllable that the automaton is composing."""

    def lay(self, box: Box) -> None:
        """Lay the keyboard out in a box."""
        self.layout = _rows(box, self._controls)

    def open(self, line: TextLine, focus: str | None = None) -> None:
        """Show the keyboard. `focus` is the key to put in focus; None if a pointer opened it."""
        line.finish()
        self.shown, self.shift, self.focus = True, False, focus

    @property
    def takes_back(self) -> bool:
        """Whether BACK is for the keyboard: it deletes a letter, or hides the keyboard if the line is empty."""
        return self.shown

    def asked_for(self, event: InputEvent, line: TextLine) -> bool:
        """Return whether a pad asks to show the keyboard: by an arrow, or by CONFIRM while the line is empty."""
        match event:
            case Command(name=name, device=Device("pad")) if not self.shown:
                return name in ARROWS or (name is CommandName.CONFIRM and not line.draft)
        return False

    def takes(self, event: InputEvent) -> bool:
        """Return whether an input is for this keyboard, not for the line; typing on a real keyboard hides this one."""
        if isinstance(event, TextTyped | TextComposed):
            self.shown = False
        if not self.shown:
            return False
        match event:
            case Command(name=CommandName.CONFIRM):
                return self.focus is not None
            case Command(name=name):
                return name in ARROWS or name is CommandName.BACK
            case PointerPressed(x, y):
                return self.layout.at(x, y) is not None
        return isinstance(event, PointerMoved)

    def use(self, event: InputEvent, line: TextLine) -> str | None:
        """Take an input and write into the line. Return a pressed control that the game must handle, else None."""
        if isinstance(event, Command) and event.name is CommandName.BACK and not line.text:
            self.shown = False
            return None
        key = self._pressed(event)
        if key == SHIFT:
            self.shift = not self.shift
        elif key == LETTERS:
            self.korean = not self.korean
        elif key is not None and (key == BACK or len(key) == 1):
            line.write(self.written(key, "" if line.selected and key != BACK else line.text))
        else:
            return key
        return None

    def _pressed(self, event: InputEvent) -> str | None:
        """Return the key that an input presses, as a Latin letter or the name of a control, or None; move the focus if
        the input asks for it.
        """
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
            case Command(name=CommandName.BACK):
                return BACK
        return None

    def _towards(self, key: str, dx: int, dy: int) -> str:
        """Return the next key in the row, or the nearest key of the next row, wrapping at the ends."""
        number = next(number for number, row in enumerate(self._lines) if key in row)
        if dx:
            row = self._lines[number]
            return row[(row.index(key) + dx) % len(row)]
        x = self.layout.middle(key)[0]
        return min(
            self._lines[(number + dy) % len(self._lines)], key=lambda other: abs(self.layout.middle(other)[0] - x)
        )

    def written(self, key: str, text: str) -> str:
        """Return what the text becomes when a letter or BACK is pressed."""
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
        """Draw the keyboard, if it is on screen."""
        if not self.shown:
            return
        for key, spot in self.layout.spots.items():
            wide, high = spot.size
            x, y = spot.middle
            lit = key == SHIFT and self.shift
            area = canvas.pixels(Box(x - wide / 2, y - high / 2, wide, high))
            face = LIT if lit else BUTTON_OVER if key == self.focus else BUTTON
            canvas.put(card(area.width, area.height, canvas.px(8), face), x - wide / 2, y - high / 2)
            ink = theme.TEXT_ON_LANTERN if lit else LANTERN if key == self.focus else theme.TEXT_BRIGHT
            if key in self._icons:
                canvas.put_middle(icon(self._icons[key], canvas.px(typeface.grown(20)), ink, 2.2), x, y)
            else:
                typeface.line(canvas, self._sign(key), x, y, theme.LABEL, Weight.SEMIBOLD, ink, "middle")
