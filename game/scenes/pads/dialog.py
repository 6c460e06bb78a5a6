"""The dialog by which phones become pads: a code to scan, the address in words, and who has joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Dialog
from game.engine.widgets.colourpicker import draw_swatch
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.scenes.pads.phones import Phones
from game.scenes.page.scan_code import draw_scan_code
from net.web.phone import Chair

_SCAN, _WIDTH, _SWATCH = 260.0, 760.0, 20.0
_LOW_SCAN, _BESIDE = 168.0, 520.0
"""Side of the code where the seats stand below it, and the width that it needs for them to stand beside it."""


class PhonesDialog(Dialog):
    """Shows where phones join until the person closes it."""

    def __init__(self, context: Context, phones: Phones, chairs: Callable[[], Sequence[Chair]]) -> None:
        line = context.texts.line
        address = phones.addresses[0]
        text = line("pads.how", address=address.removeprefix("http://"))
        super().__init__(context, line("pads.title"), text, width=_WIDTH)
        self.picture = Joined(self.style, phones, chairs)


class Joined(Widget):
    """The code, and beside it each seat with what plays it; it follows who comes and goes."""

    def __init__(self, style: Style, phones: Phones, chairs: Callable[[], Sequence[Chair]]) -> None:
        super().__init__(style)
        self._phones, self._chairs = phones, chairs

    def natural_height(self, width: float) -> float:
        return _SCAN if width >= _BESIDE else _LOW_SCAN + theme.GRID + len(self._chairs()) * self._step

    @property
    def _step(self) -> float:
        return self.style.typeface.leading(self._size) + (8 if self._size == theme.LABEL else 2)

    @property
    def _size(self) -> int:
        return theme.LABEL if self.box.width >= _BESIDE else theme.BODY

    @property
    def still_for(self) -> float:
        return MOVES

    def rows(self) -> list[tuple[Chair, str]]:
        """Return each seat with the text key of what plays it."""
        found = []
        for chair in self._chairs():
            guest = self._phones.guest_of(chair.seat)
            state = "free" if guest is None else "sleeps" if guest.asleep else "agrees" if guest.agrees else "joined"
            found.append((chair, state))
        return found

    def draw(self, canvas: Canvas) -> None:
        typeface, line = self.style.typeface, self.style.texts.line
        side, left, top, right = _SCAN, self.box.left + _SCAN + 24, self.box.top, self.box.right
        if self.box.width < _BESIDE:
            side, left, top = _LOW_SCAN, self.box.left, self.box.top + _LOW_SCAN + theme.GRID
        draw_scan_code(canvas, Box(self.box.left, self.box.top, side, side), self._phones.addresses[0])
        y = top + typeface.leading(self._size) / 2
        for chair, state in self.rows():
            wide = typeface.line(canvas, line(f"pads.{state}"), right, y, self._size, colour=theme.TEXT, anchor="right")
            side = typeface.grown(_SWATCH)
            draw_swatch(canvas, Box(left, y - side / 2, side, side), chair.colour)
            name = fitted(typeface, chair.name, right - wide - 12 - left - side - 10, self._size)
            typeface.line(canvas, name, left + side + 10, y, self._size, Weight.BOLD, theme.TEXT_BRIGHT)
            y += self._step
