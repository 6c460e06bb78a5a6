"""A button that tells how many: people who watch, lines of chat that nobody has read."""

from __future__ import annotations

from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.ornament import BUTTON, Face
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style

_BADGE = Face("#D9483B", "#B8352C", 1.0, "#FFF6E3", 0.5, 0.0)


class CountButton(Button):
    """A tool button with a number at its corner."""

    def __init__(self, style: Style, icon: str, *, quiet: bool = False, **more: Any) -> None:
        """`quiet`: the number is information only and is not highlighted."""
        super().__init__(style, icon=icon, **more)
        self.count = 0
        self._quiet = quiet

    def draw(self, canvas: Canvas) -> None:
        """Draw the button, and its number unless it is 0."""
        super().draw(canvas)
        if not self.count:
            return
        typeface = self.style.typeface
        words = str(min(self.count, 99))
        high = typeface.grown(18)
        wide = max(high, typeface.measure(words, theme.CAPTION, Weight.BOLD) + 8)
        place = Box(self.box.right - wide + 5, self.box.top - 6, wide, high)
        faces.draw_face(canvas, place, BUTTON if self._quiet else _BADGE, high / 2)
        typeface.line(
            canvas, words, place.centerx, place.centery, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "middle"
        )
