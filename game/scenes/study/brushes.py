"""The brushes of a position editor: a button for each kind of piece, and one that wipes."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import BUTTON, BUTTON_OVER, LIT
from game.engine.widgets import Pressable, Style, draw_icon
from game.engine.widgets.parts import faces

_SHARE = 0.7


class BrushButton(Pressable):
    """One kind of piece, drawn as on the board."""

    def __init__(
        self,
        style: Style,
        name: str | None,
        sprite: Callable[[int], pygame.Surface] | None,
        lit: Callable[[], bool],
        on_press: Callable[[], None],
        tooltip: str,
    ) -> None:
        super().__init__(style, on_press=on_press, tooltip=tooltip)
        self.name = name
        """Name of the kind of piece; None for the brush that wipes."""
        self._sprite = sprite
        self._lit = lit

    def draw(self, canvas: Canvas) -> None:
        """Draw the piece on a plate, which is lit while this is the current brush."""
        plain = faces.between(BUTTON, BUTTON_OVER, self.warmth)
        faces.draw_face(canvas, self.box, LIT if self._lit() else plain, theme.CONTROL_CORNER)
        side = min(self.box.width, self.box.height) * _SHARE
        if self._sprite is not None:
            canvas.put_middle(self._sprite(canvas.px(side)), *self.box.center)
        else:
            ink = theme.TEXT_ON_LANTERN if self._lit() else theme.TEXT
            draw_icon(canvas, "eraser", *self.box.center, side * 0.8, ink)


def place_brushes(buttons: list[BrushButton], box: Box, gap: float) -> None:
    """Place square buttons side by side from the left."""
    for number, button in enumerate(buttons):
        button.box = Box(box.left + number * (box.height + gap), box.top, box.height, box.height)
