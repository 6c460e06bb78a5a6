"""The card of a jam: who waits for whom in words, and the ways out to press. It covers nothing of the map's middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob
from game.cabinets.rails.stage.person.advice import Advice, Offer
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OVER, SHEET
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets.parts import faces
from game.kit.drawing.panel import draw_sheet

_WIDE: Final = 470.0
_PAD: Final = 10.0


class JamCard(Card):
    """There as long as trains stand in a ring."""

    def __init__(self, play: Play, advice: Advice, take: Callable[[Offer], None]) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self.advice = advice
        self._take = take
        self._knobs: list[Knob] = []

    def lay(self, left: float, right: float, bottom: float) -> None:
        """Stand at the foot, at most so wide."""
        if not self.advice.told:
            self.box, self._knobs = Box(0, 0, 0, 0), []
            return
        wide = min(right - left, self.typeface.grown(26) / 26 * _WIDE)
        inner = wide - 2 * _PAD
        typeface = self.typeface
        told = len(typeface.wrap(self.advice.told, inner - 34, theme.BODY, Weight.BOLD)) * typeface.leading(theme.BODY)
        heights = [
            len(typeface.wrap(offer.text, inner - 44, theme.CAPTION)) * typeface.leading(theme.CAPTION) + 12
            for offer in self.advice.offers
        ]
        whole = told + sum(heights) + 6 * len(heights) + 2 * _PAD
        self.box = Box(left, bottom - whole, wide, whole)
        y = self.box.top + _PAD + told + 6
        self._knobs = []
        for place, (offer, high) in enumerate(zip(self.advice.offers, heights, strict=True)):
            area = Box(left + _PAD, y, inner, high)
            sign = "plus" if offer.builds else "minus"
            self._knobs.append(Knob(f"offer.{place}", area, partial(self._take, offer), offer.text, sign, quiet=True))
            y += high + 6

    def knobs(self) -> Sequence[Knob]:
        return self._knobs

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        drop_shadow(canvas, self.box, CORNER, 10, 140, 5)
        draw_sheet(canvas, self.box, CORNER, SHEET)
        typeface = self.typeface
        size = typeface.grown(22)
        sign = icon("triangle-alert", canvas.px(size), theme.RUST, 2.4)
        canvas.put_middle(sign, self.box.left + _PAD + 12, self.box.top + _PAD + typeface.leading(theme.BODY) / 2)
        words = Box(self.box.left + _PAD + 34, self.box.top + _PAD, self.box.width - 2 * _PAD - 34, self.box.height)
        typeface.paragraph(canvas, self.advice.told, words, theme.BODY, Weight.BOLD, theme.TEXT_ON_PAPER)
        for knob in self._knobs:
            over = not hover.by_keys and bool(knob.box.collidepoint(hover.pointer))
            draw_sheet(canvas, knob.box, 8, BUTTON_OVER if over else BUTTON)
            if hover.by_keys and hover.focus == knob.name:
                faces.focus_ring(canvas, knob.box, 8)
            assert isinstance(knob.sign, str)
            canvas.put_middle(
                icon(knob.sign, canvas.px(20), theme.TEXT_BRIGHT, 2.4), knob.box.left + 20, knob.box.centery
            )
            inside = Box(knob.box.left + 38, knob.box.top + 6, knob.box.width - 44, knob.box.height - 8)
            typeface.paragraph(canvas, knob.text, inside, theme.CAPTION, colour=theme.TEXT_BRIGHT)
