"""A card at the foot of the map with a sentence and buttons to answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.cards.sheet import Drawn
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import BUTTON, BUTTON_OVER
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets import Label
from game.engine.widgets.parts.tree import Column, Of, Row
from game.kit.drawing.sheet import draw_sheet

_WIDE: Final = 470.0
_PAD: Final = 10.0
_APART: Final = 6.0


class Choice(NamedTuple):
    """One answer of a `ChoiceCard`, shown as a button."""

    name: str
    """The name of the answer's knob, by which guides and tests find it."""
    text: str
    sign: str
    """The name of an icon."""
    press: Callable[[], None]


class ChoiceCard(Card):
    """A card that is visible while its `told` returns a sentence."""

    paper = True

    def __init__(
        self,
        surroundings: Surroundings,
        told: Callable[[], str],
        choices: Callable[[], Sequence[Choice]],
        sign: str,
    ) -> None:
        """Take the functions that return the sentence and its answers, and the name of the icon before the sentence."""
        super().__init__(surroundings)
        self._told, self._choices, self._sign = told, choices, sign

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges, no wider than they allow; empty it if there is no sentence."""
        told = self._told()
        if not told:
            self.hide()
            return
        wide = min(right - left, self.typeface.grown(26) / 26 * _WIDE)
        words = Label(self.style, told, weight=Weight.BOLD, colour=theme.TEXT_ON_PAPER)
        answers = [_Answer(self.style, one.name, one.press, one.text, one.sign) for one in self._choices()]
        told_by = Row(Of(Drawn(self.style, self._draw_sign), wide=34), Of(words, grow=1), gap=0, fill=True)
        column = Column(told_by, *answers, gap=_APART)
        high = column.high(wide - 2 * _PAD) + 2 * _PAD
        self.stand(Box(left, bottom - high, wide, high), column, pad=_PAD)

    def _draw_sign(self, canvas: Canvas, box: Box) -> None:
        sign = icon(self._sign, canvas.px(self.typeface.grown(22)), theme.RUST, 2.4)
        canvas.put_middle(sign, box.left + 12, box.top + self.typeface.leading(theme.BODY) / 2)


class _Answer(Knob):
    """A knob with a sentence in small letters."""

    corner = 8

    def natural_height(self, width: float) -> float:
        return self.style.typeface.height_of(self.text, width - 44, theme.CAPTION) + 12

    def draw(self, canvas: Canvas) -> None:
        box = self.box
        draw_sheet(canvas, box, self.corner, BUTTON_OVER if self.hovered or self.focused else BUTTON)
        self._put_sign(canvas, box.left + 20, 20, theme.TEXT_BRIGHT)
        inside = Box(box.left + 38, box.top + 6, box.width - 44, box.height - 8)
        self.style.typeface.paragraph(canvas, self.text, inside, theme.CAPTION, colour=theme.TEXT_BRIGHT)
