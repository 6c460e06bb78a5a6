"""A strip over the board: what everybody must know now, and what can be answered."""

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


@dataclass(frozen=True)
class BannerText:
    """What a banner says; `answers` are label, icon and action of each button, the first the one that is meant."""

    text: str
    icon: str
    colour: Colour = theme.WARNING
    answers: Sequence[tuple[str, str, Callable[[], None]]] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it another one."""
        return self.text, self.icon, tuple(label for label, _, _ in self.answers)


class Banner(Container):
    """Shows a text at the top of the board, or nothing."""

    def __init__(self, style: Style, board: Box) -> None:
        super().__init__(style, Box(0, 0, 0, 0))
        self._board = board
        self._key: tuple[object, ...] = ()
        self.said: BannerText | None = None
        self.visible = False
        self._words = Box(0, 0, 0, 0)

    def show(self, said: BannerText | None) -> None:
        """Say this from here on; None for nothing. Widgets stay while it is the same."""
        key = said.key if said else ()
        if key == self._key:
            return
        self._key, self.said = key, said
        self.visible = said is not None
        self.widgets = []
        if said is None:
            return
        style, board = self.style, self._board
        buttons = [
            Button(style, label, icon=icon, kind=Kind.PRIMARY if number == 0 else Kind.GLASS, on_press=action)
            for number, (label, icon, action) in enumerate(said.answers)
        ]
        wide = board.width - 24
        room = wide - 2 * _PAD - self._indent
        typeface = style.typeface
        aside = sum(button.natural_width() + 10 for button in buttons)
        beside = typeface.measure(said.text, theme.BODY, Weight.SEMIBOLD) + aside <= room
        words = typeface.height_of(said.text, room - (aside if beside else 0), theme.BODY, Weight.SEMIBOLD)
        button_high = buttons[0].natural_height(0) if buttons else 0.0
        high = max(words, button_high) + 16 if beside else words + 24 + (button_high + 10 if buttons else 0)
        self.box = Box(board.centerx - wide / 2, board.top + 12, wide, high)
        self._words = Box(self.box.left + _PAD + self._indent, self.box.top + 12, room, words + 2)
        if beside:
            self._words.centery = self.box.centery
        foot = Box(self.box.left + _PAD, self.box.bottom - 12 - button_high, wide - 2 * _PAD, button_high)
        if beside:
            foot.centery = self.box.centery
        line_up(foot, buttons, 10, "right")
        self.widgets = list(buttons)

    @property
    def _indent(self) -> float:
        return self.style.typeface.grown(22) + 12

    def draw(self, canvas: Canvas) -> None:
        """Ground, icon, words, buttons."""
        said, box, typeface = self.said, self.box, self.style.typeface
        if said is None:
            return
        drop_shadow(canvas, box, theme.CORNER, 14, 130, 6)
        faces.draw_face(canvas, box, _GROUND, theme.CORNER, 1.5)
        size = typeface.grown(22)
        y = self._words.top + typeface.leading(theme.BODY) / 2
        faces.draw_icon(canvas, said.icon, box.left + _PAD + size / 2, y, size, said.colour)
        typeface.paragraph(canvas, said.text, self._words, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        super().draw(canvas)
