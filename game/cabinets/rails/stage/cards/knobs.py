"""Cards of a stage and their knobs, which pointer, keys and pad all press. This module does not know the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.layer import Layer
from game.engine.light import drop_shadow
from game.engine.ornament import BUTTON, BUTTON_OFF, BUTTON_OVER, GLASS, LIT, LIT_OVER, SHEET, Face
from game.engine.stage import Surroundings
from game.engine.stillness import STILL
from game.engine.text import Anchor, Typeface, Weight
from game.engine.vector import icon
from game.engine.widgets import Container, Pressable, Style, Widget
from game.engine.widgets.parts.tree import Part
from game.kit.drawing.sheet import draw_sheet
from game.kit.widgets import style_of

CORNER: Final = 10.0
Sign = Callable[[int, Colour], pygame.Surface]
"""A function that returns a knob's sign, given its size in pixels and its colour."""


class Knob(Pressable):
    """A button on a card."""

    at_once = True
    still_for = STILL
    corner = CORNER

    def __init__(
        self,
        style: Style,
        name: str,
        press: Callable[[], None],
        text: str = "",
        sign: str | Sign = "",
        *,
        lit: bool = False,
        enabled: bool = True,
        mark: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(style, on_press=press, tooltip=tip)
        self.name = name
        """The name by which guides and tests find the knob."""
        self.text, self.sign = text, sign
        self.lit, self.enabled = lit, enabled
        self.mark = mark
        """The keyboard key that presses the knob, shown in its corner."""

    def draw(self, canvas: Canvas) -> None:
        box, typeface = self.box, self.style.typeface
        face, ink = self._look()
        if self.lit and self.text:
            drop_shadow(canvas, box, CORNER, 5, 110, 3)
        draw_sheet(canvas, box, CORNER, face)
        side = min(26.0, box.height - 12)
        if self.text:
            left = box.left + 12
            if self.sign:
                self._put_sign(canvas, left + side / 2, side, ink)
                left += side + 8
            anchor: Anchor = "left" if self.sign else "middle"
            x, room = left if self.sign else box.centerx, box.right - 10 - left
            typeface.line(canvas, self.text, x, box.centery, theme.BODY, Weight.BOLD, ink, anchor, max_width=room)
        elif self.sign:
            self._put_sign(canvas, box.centerx, min(box.width, box.height) - 12, ink)
        if self.mark:
            letters = 11 * 100 / typeface.text_size
            tone = ink if self.lit else theme.TEXT_MUTED
            typeface.line(canvas, self.mark, box.right - 4, box.bottom - 8, letters, Weight.BOLD, tone, "right")

    def _look(self) -> tuple[Face, Colour]:
        if not self.enabled:
            return BUTTON_OFF, theme.TEXT_FAINT
        if self.lit:
            return (LIT_OVER if self.hovered else LIT), theme.TEXT_ON_LANTERN
        return (BUTTON_OVER if self.hovered else BUTTON), theme.TEXT_BRIGHT

    def _put_sign(self, canvas: Canvas, x: float, side: float, ink: Colour) -> None:
        pixels = canvas.px(side)
        drawn = icon(self.sign, pixels, ink, 2.2) if isinstance(self.sign, str) else self.sign(pixels, ink)
        canvas.put_middle(drawn, x, self.box.centery)


class Card(Container):
    """The base of every card of the stage: a sheet with widgets, over the map."""

    paper: ClassVar[bool] = False
    """Whether it is a sheet of paper instead of glass."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(style_of(surroundings))
        self.surroundings = surroundings
        self.laid: object = None
        """What the card was last laid out for; None lays it out anew."""
        self.hide()

    @property
    def typeface(self) -> Typeface:
        """The typeface of the card's text."""
        return self.style.typeface

    def line(self, key: str, **values: object) -> str:
        """Return the text `rails_stage.<key>` in the language of the screen."""
        return self.style.texts.line(f"rails_stage.{key}", **values)

    def stays(self, *laid: object) -> bool:
        """Return whether the card was last laid out for these very values, and note them."""
        before, self.laid = self.laid, laid
        return before == laid

    def stand(self, box: Box, *parts: Part | Widget, pad: float = 14.0) -> None:
        """Stand in a box with other parts within its margins; widgets stand where they are."""
        self.visible, self.box, self.widgets = True, box, []
        for part in parts:
            if isinstance(part, Part):
                high = box.height - pad - min(pad, 8.0)
                part.place(Box(box.left + pad, box.top + pad, box.width - 2 * pad, high))
                self.widgets += part.widgets()
            else:
                self.widgets.append(part)

    def wide(self, usual: float, most: float) -> float:
        """Return a width that grows with the text from the usual one, but no further than to the last one."""
        return min(most, self.typeface.grown(26) / 26 * usual)

    def hide(self) -> None:
        self.visible, self.box, self.widgets = False, Box(0, 0, 0, 0), []

    @property
    def knobs(self) -> list[Knob]:
        """The card's knobs, in the order in which keys move along them."""
        return [widget for widget in self.widgets if isinstance(widget, Knob)]

    @property
    def led(self) -> str:
        """The name of the knob under the pointer or in the key focus; "" for none."""
        return next((knob.name for knob in self.knobs if knob.hovered or knob.focused), "")

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return nothing beside the card, not even a knob that reaches over its edge."""
        return super().path_at(x, y) if self.box.collidepoint(x, y) else ()

    def draw(self, canvas: Canvas) -> None:
        drop_shadow(canvas, self.box, CORNER, *((10, 140, 5) if self.paper else (6, 120, 3)))
        self.paint(canvas)

    def paint(self, canvas: Canvas) -> None:
        """Draw the sheet and what stands on it."""
        draw_sheet(canvas, self.box, CORNER, SHEET if self.paper else GLASS)
        super().draw(canvas)


class KeptCard(Card):
    """A card that is painted once, until it stands anew or another of its knobs is led to."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._layer, self._stood = Layer(), 0
        super().__init__(surroundings)

    def stand(self, box: Box, *parts: Part | Widget, pad: float = 14.0) -> None:
        super().stand(box, *parts, pad=pad)
        self._stood += 1

    def draw(self, canvas: Canvas) -> None:
        drop_shadow(canvas, self.box, CORNER, *((10, 140, 5) if self.paper else (6, 120, 3)))
        states = tuple((widget.hovered, widget.focused) for widget in self.widgets)
        self._layer.draw(canvas, self.box, (self._stood, states), self.paint)
