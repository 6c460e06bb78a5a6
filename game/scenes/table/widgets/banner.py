"""A banner above the board: a sentence that everybody must know now, with buttons to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, Colour
from game.engine.light import drop_shadow
from game.engine.ornament import Face
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.layout import line_up
from game.engine.widgets.parts.style import Style

_GROUND = Face("#3A2F63", "#221B45", 0.97, LANTERN, 0.45, 0.08)
_PAD = 16.0
_LEAST_HEIGHT = 58.0
"""The least height of a banner, which covers the head's ribbon."""


@dataclass(frozen=True)
class BannerText:
    """The contents of a banner; `answers` are label, icon and action of each button, the main one first."""

    text: str
    icon: str
    colour: Colour = theme.WARNING
    answers: Sequence[tuple[str, str, Callable[[], None]]] = ()
    short: str = ""
    """A shorter text, used where with it the banner need not cover the board; empty for none."""

    @property
    def key(self) -> tuple[object, ...]:
        """Value that differs for banners that differ."""
        return self.text, self.icon, tuple(label for label, _, _ in self.answers)


class Banner(Container):
    """Shows a text over a table's head, or at the top of the board where it is too long for the head."""

    def __init__(self, style: Style, board: Box, head: Box | None = None) -> None:
        super().__init__(style, Box(0, 0, 0, 0))
        self._board = board
        self._head = head
        self._key: tuple[object, ...] = ()
        self.said: BannerText | None = None
        self.text = ""
        """The banner's text as shown, long or short."""
        self.visible = False
        self._words = Box(0, 0, 0, 0)
        self._buttons: list[Button] = []

    def show(self, said: BannerText | None) -> None:
        """Show this text from now on; None for nothing. Equal answers keep their buttons: a text that counts seconds
        must not take away the button that is being pressed.
        """
        key = said.key if said else ()
        if key == self._key:
            return
        before = [(label, icon) for label, icon, _ in self.said.answers] if self.said is not None else []
        self._key, self.said = key, said
        self.visible = said is not None
        if said is None:
            self.widgets = []
            return
        if before == [(label, icon) for label, icon, _ in said.answers]:
            buttons = self._buttons
            for button, (_, _, action) in zip(buttons, said.answers, strict=True):
                button.on_press = action
        else:
            buttons = self._buttons = [
                Button(self.style, label, icon=icon, kind=Kind.PRIMARY if number == 0 else Kind.GLASS, on_press=action)
                for number, (label, icon, action) in enumerate(said.answers)
            ]
        in_head = (text for text in (said.text, said.short) if text and self._lay_in_head(text, buttons))
        self.text = next(in_head, "")
        if not self.text:
            self.text = said.text
            self._lay_on_board(said.text, buttons)
        self.widgets = list(buttons)

    def _sizes(self, text: str, buttons: Sequence[Button]) -> tuple[float, float, float]:
        """Return the width of the text on one line, the width of all buttons, and the height of a button."""
        wide = self.style.typeface.measure(text, theme.BODY, Weight.SEMIBOLD)
        high = buttons[0].natural_height(0) if buttons else 0.0
        return wide, sum(button.natural_width() + 10 for button in buttons), high

    def _lay_in_head(self, text: str, buttons: Sequence[Button]) -> bool:
        """Lay text and buttons out on one line above the board. Returns whether there is room."""
        words, aside, button_high = self._sizes(text, buttons)
        high = max(_LEAST_HEIGHT, self.style.typeface.leading(theme.BODY) + 8, button_high + 8)
        needed = words + aside + 2 * _PAD + self._indent + 10
        head, middle = self._head, self._board.centerx
        if head is None or needed > head.width or high > head.height:
            return False
        wide = max(needed, 2 * min(middle - head.left, head.right - middle))  # at least as wide as the ribbon it covers
        left = max(head.left, min(head.right - wide, middle - wide / 2))
        self.box = Box(left, head.centery - high / 2, wide, high)
        self._lay_beside(buttons, words + 10, button_high)
        return True

    def _lay_on_board(self, text: str, buttons: Sequence[Button]) -> None:
        board, typeface = self._board, self.style.typeface
        wide = board.width - 24
        room = wide - 2 * _PAD - self._indent
        line, aside, button_high = self._sizes(text, buttons)
        beside = line + aside <= room
        words = typeface.height_of(text, room - (aside if beside else 0), theme.BODY, Weight.SEMIBOLD)
        fit = sum(button.natural_width() + 10 for button in buttons) - 10 <= wide - 2 * _PAD
        rows = [buttons] if fit or beside else [[button] for button in buttons]
        high = max(words, button_high) + 16 if beside else words + 24 + len(rows) * (button_high + 10) * bool(buttons)
        self.box = Box(board.centerx - wide / 2, board.top + 12, wide, high)
        if beside:
            self._lay_beside(buttons, room, button_high)
            return
        self._words = Box(self.box.left + _PAD + self._indent, self.box.top + 12, room, words + 2)
        foot = Box(self.box.left + _PAD, self.box.bottom - 12 - button_high, wide - 2 * _PAD, button_high)
        for row in reversed(rows):
            line_up(foot, row, 10, "right")
            foot.top -= button_high + 10

    def _lay_beside(self, buttons: Sequence[Button], room: float, button_high: float) -> None:
        """Lay the text out at the left and the buttons at the right, vertically centred."""
        box, high = self.box, self.style.typeface.leading(theme.BODY) + 2
        self._words = Box(box.left + _PAD + self._indent, box.centery - high / 2, room, high)
        foot = Box(box.left + _PAD, box.centery - button_high / 2, box.width - 2 * _PAD, button_high)
        line_up(foot, buttons, 10, "right")

    @property
    def _indent(self) -> float:
        return self.style.typeface.grown(22) + 12

    def draw(self, canvas: Canvas) -> None:
        """Draw the banner's ground, icon and text, and its buttons."""
        said, box, typeface = self.said, self.box, self.style.typeface
        if said is None:
            return
        drop_shadow(canvas, box, theme.CORNER, 14, 130, 6)
        faces.draw_face(canvas, box, _GROUND, theme.CORNER, 1.5)
        size = typeface.grown(22)
        y = self._words.top + typeface.leading(theme.BODY) / 2
        faces.draw_icon(canvas, said.icon, box.left + _PAD + size / 2, y, size, said.colour)
        typeface.paragraph(canvas, self.text, self._words, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        super().draw(canvas)
