"""A card at the foot of the map with a sentence and buttons to answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OVER, SHEET
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets.parts import faces
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
        self._knobs: list[Knob] = []

    def lay(self, left: float, right: float, bottom: float) -> None:
        """Place the card at the foot between two edges, no wider than they allow; empty it if there is no sentence."""
        told = self._told()
        if not told:
            self.box, self._knobs = Box(0, 0, 0, 0), []
            return
        typeface = self.typeface
        wide = min(right - left, typeface.grown(26) / 26 * _WIDE)
        inner = wide - 2 * _PAD
        choices = self._choices()
        said = len(typeface.wrap(told, inner - 34, theme.BODY, Weight.BOLD)) * typeface.leading(theme.BODY)
        leading = typeface.leading(theme.CAPTION)
        heights = [len(typeface.wrap(one.text, inner - 44, theme.CAPTION)) * leading + 12 for one in choices]
        whole = said + sum(heights) + _APART * len(heights) + 2 * _PAD
        self.box = Box(left, bottom - whole, wide, whole)
        y = self.box.top + _PAD + said + _APART
        self._knobs = []
        for one, high in zip(choices, heights, strict=True):
            area = Box(left + _PAD, y, inner, high)
            self._knobs.append(Knob(one.name, area, one.press, one.text, one.sign, quiet=True))
            y += high + _APART

    def knobs(self) -> Sequence[Knob]:
        return self._knobs

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        draw_sheet(canvas, self.box, CORNER, SHEET)
        typeface, left, top = self.typeface, self.box.left + _PAD, self.box.top + _PAD
        sign = icon(self._sign, canvas.px(typeface.grown(22)), theme.RUST, 2.4)
        canvas.put_middle(sign, left + 12, top + typeface.leading(theme.BODY) / 2)
        words = Box(left + 34, top, self.box.width - 2 * _PAD - 34, self.box.height)
        typeface.paragraph(canvas, self._told(), words, theme.BODY, Weight.BOLD, theme.TEXT_ON_PAPER)
        for knob in self._knobs:
            led = hover.by_keys and hover.focus == knob.name
            over = not hover.by_keys and bool(knob.box.collidepoint(hover.pointer))
            draw_sheet(canvas, knob.box, 8, BUTTON_OVER if over or led else BUTTON)
            if led:
                faces.focus_ring(canvas, knob.box, 8)
            assert isinstance(knob.sign, str)
            shown = icon(knob.sign, canvas.px(20), theme.TEXT_BRIGHT, 2.4)
            canvas.put_middle(shown, knob.box.left + 20, knob.box.centery)
            inside = Box(knob.box.left + 38, knob.box.top + 6, knob.box.width - 44, knob.box.height - 8)
            typeface.paragraph(canvas, knob.text, inside, theme.CAPTION, colour=theme.TEXT_BRIGHT)
