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
        return _SCAN

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
        draw_scan_code(canvas, Box(self.box.left, self.box.top, _SCAN, _SCAN), self._phones.addresses[0])
        left, right = self.box.left + _SCAN + 24, self.box.right
        y = self.box.top + typeface.leading(theme.LABEL) / 2
        for chair, state in self.rows():
            wide = typeface.line(
                canvas, line(f"pads.{state}"), right, y, theme.LABEL, colour=theme.TEXT, anchor="right"
            )
            side = typeface.grown(_SWATCH)
            draw_swatch(canvas, Box(left, y - side / 2, side, side), chair.colour)
            name = fitted(typeface, chair.name, right - wide - 12 - left - side - 10, theme.LABEL)
            typeface.line(canvas, name, left + side + 10, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT)
            y += typeface.leading(theme.LABEL) + 8
