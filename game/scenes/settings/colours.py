"""The settings' tab of the seats' colours: pickers, and a preview as cloth and as a red-green blind eye sees them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour, Yarns, as_deuteranope, rgb, yarns
from game.engine.patterns import PATTERNS
from game.engine.text import Weight
from game.engine.text.fitting import fitting_size
from game.engine.textile import lay
from game.engine.widgets import ColourPicker, Option, Style, Widget, choice, draw_icon, glass_panel
from game.scenes.settings.rows import NARROW, Editing, Row, WideRow

SWATCHES: tuple[Colour, ...] = (
    "#F2B134", "#1FA5A0", "#B3244A", "#5B7BE5", "#7E3FB4", "#7F8F2C", "#F78C96", "#7B8CA3",
)  # fmt: skip
_ALIKE = 74.0
_CLOTH_GAP = 10.0
_PADDING = 16.0
_SIGN_ROOM = 26.0


def distance(first: Colour, second: Colour) -> float:
    """Return how different two colours look, 0 to about 765: a weighted distance (Riemersma's "redmean").

    >>> distance("#000000", "#000000")
    0.0
    """
    (r1, g1, b1), (r2, g2, b2) = rgb(first), rgb(second)
    mean = (r1 + r2) / 2
    red, green, blue = r1 - r2, g1 - g2, b1 - b2
    return math.sqrt((2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2)


def alike(colours: Sequence[Colour]) -> tuple[int, int] | None:
    """Return the first two colours that look nearly the same without green receptors; None when all differ."""
    seen = [as_deuteranope(colour) for colour in colours]
    for first, second in combinations(range(len(colours)), 2):
        if distance(seen[first], seen[second]) < _ALIKE:
            return first, second
    return None


class ClothPreview(Widget):
    """The cloths of four seats twice: as they are, and as a deuteranope sees them, with a verdict."""

    def __init__(self, style: Style, colours: Sequence[Colour]) -> None:
        super().__init__(style)
        self.colours = list(colours)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def _half(self, width: float) -> float:
        """Return the width of each of the two panels; in a narrow row they stand below each other."""
        return width if width < NARROW else (width - _PADDING) / 2

    def _square(self, width: float) -> float:
        """Return the side of each of four square cloths in a panel."""
        return (self._half(width) - 2 * _PADDING - 3 * _CLOTH_GAP) / 8

    def _words_height(self, width: float) -> float:
        """Return the height of the longer of the two texts below the cloths."""
        room = self._half(width) - 2 * _PADDING - _SIGN_ROOM
        typeface, meaning = self.style.typeface, self.style.texts.line("settings.colours.help")
        return max(typeface.height_of(words, room, theme.CAPTION) for words in (meaning, self._verdict()))

    def natural_height(self, width: float) -> float:
        """Return the height of a title, the cloths, and the texts."""
        title = self.style.typeface.leading(theme.BODY)
        high = 2 * _PADDING + title + 8 + self._square(width) + 10 + self._words_height(width)
        return 2 * high + _PADDING if width < NARROW else high

    def draw(self, canvas: Canvas) -> None:
        """Draw the two panels side by side, or below each other."""
        texts, half = self.style.texts, self._half(self.box.width)
        high = (self.box.height - _PADDING) / 2 if half == self.box.width else self.box.height
        left = Box(self.box.left, self.box.top, half, high)
        right = Box(self.box.right - half, self.box.bottom - high, half, high)
        self._draw_panel(canvas, left, texts.line("settings.colours.seen"), lambda colour: colour)
        self._draw_words(canvas, left, texts.line("settings.colours.help"), "palette", theme.TEXT_MUTED)
        self._draw_panel(canvas, right, texts.line("settings.colours.deuteranope"), as_deuteranope)
        good = alike(self.colours) is None
        sign, colour = ("circle-check", theme.GOOD) if good else ("triangle-alert", theme.WARNING)
        self._draw_words(canvas, right, self._verdict(), sign, colour)

    def _draw_panel(self, canvas: Canvas, box: Box, title: str, seen: Callable[[Colour], Colour]) -> None:
        glass_panel(canvas, box)
        typeface, x = self.style.typeface, box.left + _PADDING
        high = typeface.leading(theme.BODY)
        room = box.width - 2 * _PADDING
        y = box.top + _PADDING - 4 + high / 2
        size = fitting_size(typeface, title, room, (theme.BODY, theme.CAPTION))
        typeface.line(canvas, title, x, y, size, Weight.SEMIBOLD, theme.TEXT, max_width=room)
        square = self._square(self.box.width)
        for colour, pattern in zip(self.colours, PATTERNS, strict=False):
            dyed = Yarns(*map(seen, yarns(colour)))
            lay(canvas, x, box.top + _PADDING + high + 4, square, dyed, pattern)
            x += 2 * square + _CLOTH_GAP

    def _draw_words(self, canvas: Canvas, box: Box, words: str, sign: str, colour: Colour) -> None:
        """Draw an icon and a text at the foot of a panel."""
        high = self._words_height(self.box.width)
        place = Box(box.left + _PADDING + _SIGN_ROOM, box.bottom - _PADDING + 2 - high, 0, high)
        place.width = box.right - _PADDING - place.left
        middle = place.top + self.style.typeface.leading(theme.CAPTION) / 2
        draw_icon(canvas, sign, box.left + _PADDING + 9, middle, 18, colour)
        self.style.typeface.paragraph(canvas, words, place, theme.CAPTION, colour=colour)

    def _verdict(self) -> str:
        pair = alike(self.colours)
        if pair is None:
            return self.style.texts.line("settings.colours.apart")
        return self.style.texts.line("settings.colours.alike", first=pair[0] + 1, second=pair[1] + 1)


def colour_rows(editing: Editing, seat: int, on_seat: Callable[[int], None]) -> list[Row]:
    """Build the tab's rows: the cloths, a choice of the seat to colour, and the picker."""
    style, texts, settings = editing.style, editing.style.texts, editing.settings
    preview = ClothPreview(style, settings.seat_colours)

    def dye(colour: Colour) -> None:
        colours = list(settings.seat_colours)
        colours[seat] = colour.upper()
        settings.seat_colours = (colours[0], colours[1], colours[2], colours[3])
        preview.colours = colours
        editing.changed()

    seats = [Option(number, texts.line("settings.colours.seat", number=number + 1)) for number in range(4)]
    picker = ColourPicker(style, settings.seat_colours[seat], Box(0, 0, 600, 200), swatches=SWATCHES, on_change=dye)
    return [
        WideRow(style, preview),
        WideRow(style, choice(style, seats, seat, 900, on_change=on_seat)),
        PickerRow(style, picker),
    ]


class PickerRow(WideRow):
    """A colour picker over the whole width."""

    def __init__(self, style: Style, picker: ColourPicker) -> None:
        super().__init__(style, picker)
        self._picker = picker

    def lay_out(self, box: Box) -> None:
        self.box = box
        self._picker.place(Box(box))
