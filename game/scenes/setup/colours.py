"""The colours of one seat, chosen from its card: a row of swatches for each colour that it plays with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from game.engine import theme
from game.engine.canvas import Box
from game.engine.colour import SEAT_COLOURS, Colour
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Label, Panel, Widget, centred
from game.engine.widgets.colourpicker import Swatch
from game.scenes.page.overlay import OverlayScene

_PADDING = 28.0
_GAP = 12.0
_SIDE = 44.0


def dyed(colours: Sequence[Colour], number: int, colour: Colour) -> tuple[Colour, ...]:
    """Set the colour of one number; a number that had this colour gets the old one, so that all stay different.

    >>> dyed(("#111111", "#222222", "#333333"), 0, "#333333")
    ('#333333', '#222222', '#111111')
    """
    given = [one if one.upper() != colour.upper() else colours[number] for one in colours]
    given[number] = colour.upper()
    return tuple(given)


class SeatColours(OverlayScene):
    """Overlay over the setup, which shows each colour as soon as it is chosen. The colours are those of the
    settings.
    """

    dim = 0.4

    def __init__(self, context: Context, name: str, numbers: Sequence[int]) -> None:
        """`numbers`: which of the settings' colours the seat plays with."""
        super().__init__(context)
        self._name = name
        self._numbers = tuple(numbers)

    def first(self) -> Widget | None:
        swatches = [widget for widget in self.group.walk() if isinstance(widget, Swatch)]
        return next((swatch for swatch in swatches if swatch.chosen), swatches[0])

    def build(self) -> Iterable[Widget]:
        """Build the seat's name, the swatches, and the button back."""
        style, line = self.style, self.context.texts.line
        side = max(style.least_press, style.typeface.grown(_SIDE))
        title = Label(
            style, line("setup.colours.title", name=self._name), size=theme.LABEL, weight=Weight.BOLD, icon="palette"
        )
        done = Button(style, line("setup.colours.done"), icon="check", kind=Kind.PRIMARY, on_press=self.stack.pop)
        room = self.design.width - 2 * theme.GAP - 2 * _PADDING
        columns = min(len(SEAT_COLOURS), int((room + 8) // (side + 8)))
        rows = -(-len(SEAT_COLOURS) // columns)
        columns = -(-len(SEAT_COLOURS) // rows)
        wide = min(room, max(columns * (side + 8) - 8, title.natural_width()))
        head, foot = style.typeface.leading(theme.LABEL) + _GAP, done.natural_height(0)
        each = rows * (side + 8) - 8 + _GAP
        high = head + len(self._numbers) * each + foot
        box = centred(self.design.box, wide + 2 * _PADDING, high + 2 * _PADDING)
        left, y = box.left + _PADDING, box.top + _PADDING
        title.box = Box(left, y, wide, head - _GAP)
        y += head
        swatches: list[Widget] = []
        for number in self._numbers:
            present = self.context.settings.seat_colours[number].upper()
            for place, colour in enumerate(SEAT_COLOURS.values()):
                swatch = Swatch(style, colour, partial(self._dye, number, colour))
                swatch.chosen = colour.upper() == present
                row, column = divmod(place, columns)
                swatch.box = Box(left + column * (side + 8), y + row * (side + 8), side, side)
                swatches.append(swatch)
            y += each
        done.box = Box(box.right - _PADDING - done.natural_width(), y, done.natural_width(), foot)
        return [Panel(style, box), title, *swatches, done]

    def _dye(self, number: int, colour: Colour) -> None:
        settings = self.context.settings
        first, second, third, fourth = dyed(settings.seat_colours, number, colour)
        settings.seat_colours = (first, second, third, fourth)
        self.context.apply_settings()
