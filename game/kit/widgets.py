"""The engine's widgets on a stage, in its own units: a stage that needs buttons, cards or lists owns a group of them.

Give the group every input first, and draw it; what no widget used is for the board. Trees of `engine/widgets/parts`
place what stands in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import AWAY, InputEvent, PointerMoved, PointerPressed, PointerReleased, Wheel
from game.engine.light import drop_shadow, shine
from game.engine.ornament import BUTTON, LIT, LIT_OVER
from game.engine.stage import Surroundings
from game.engine.stillness import STILL
from game.engine.text import Weight
from game.engine.tween import Point
from game.engine.vector import icon
from game.engine.widgets import Group, Pressable, Style, Widget
from game.kit.drawing.sheet import draw_sheet

_ICON = 18.0
_LEFT, _APART, _RIGHT = 20.0, 8.0, 20.0
"""Room left of a button's icon, between icon and words, and right of the words."""


def style_of(given: Surroundings) -> Style:
    """Return the style of a stage's widgets, which make no sounds of their own."""
    return Style(given.typeface, given.texts, reduced_motion=given.reduced_motion, least_press=given.least_press)


class StageWidgets(Group):
    """The widgets of a stage. They take inputs of the pointer alone, as keys mean the board; the stage makes sounds."""

    press_focuses: ClassVar[bool] = False

    def __init__(self, given: Surroundings, widgets: Iterable[Widget] = ()) -> None:
        super().__init__(style_of(given), widgets)
        self._pointer: Point = (AWAY, AWAY)

    def show(self, *widgets: Widget) -> None:
        """Hold other widgets from now on, and know which of them lies under the pointer."""
        self.replace(widgets)
        super().handle(PointerMoved(*self._pointer))

    def handle(self, event: InputEvent) -> bool:
        """Give an input of the pointer to the widget it is meant for. Return whether any widget used it."""
        if isinstance(event, PointerMoved | PointerPressed | PointerReleased):
            self._pointer = event.x, event.y
            return super().handle(event)
        return isinstance(event, Wheel) and super().handle(event)

    def pressed_by(self, event: InputEvent) -> str:
        """Give an input to the widgets. Return the name of the button that it pressed; "" for none."""
        if not self.handle(event) or not isinstance(event, PointerPressed) or event.button != 1:
            return ""
        path = self.path_at(event.x, event.y)
        return next((button.name for button in path if isinstance(button, StageButton)), "")


class StageButton(Pressable):
    """A button with an icon and words, which acts as soon as it is pressed; `lit` where it is what to do next.

    It calls `on_press`, or is told apart by its `name` (`StageWidgets.pressed_by`).
    """

    at_once = True
    still_for = STILL

    def __init__(
        self,
        style: Style,
        icon: str,
        words: str,
        on_press: Callable[[], None] = lambda: None,
        *,
        name: str = "",
        lit: bool = False,
    ) -> None:
        super().__init__(style, on_press=on_press)
        self.icon, self.words, self.name, self.lit = icon, words, name, lit

    def stand(self, x: float, bottom: float) -> None:
        """Stand in its natural size with its middle at `x` and its foot at `bottom`."""
        wide, high = self.natural_width(), self.natural_height(0)
        self.lay(Box(x - wide / 2, bottom - high, wide, high))

    def natural_width(self) -> float:
        typeface = self.style.typeface
        words = typeface.measure(self.words, theme.BODY, Weight.BOLD)
        return _LEFT + typeface.grown(_ICON) + _APART + words + _RIGHT

    def natural_height(self, width: float) -> float:
        return max(30.0, self.style.least_press, self.style.typeface.leading(theme.BODY) + 6)

    def draw(self, canvas: Canvas) -> None:
        box, size = self.box, self.style.typeface.grown(_ICON)
        left = box.left + _LEFT + max(0.0, (box.width - self.natural_width()) / 2)
        drop_shadow(canvas, box, theme.CONTROL_CORNER, 6, 130, 3)
        if self.lit:
            shine(canvas, box.centerx, box.centery, box.width * 0.6, LANTERN, 0.3, 1.6, 0.5)
        draw_sheet(canvas, box, theme.CONTROL_CORNER, (LIT_OVER if self.hovered else LIT) if self.lit else BUTTON)
        ink = theme.TEXT_ON_LANTERN if self.lit else theme.TEXT_BRIGHT
        canvas.put_middle(icon(self.icon, canvas.px(size), ink, 2.4), left + size / 2, box.centery)
        x = left + size + _APART
        self.style.typeface.line(canvas, self.words, x, box.centery, theme.BODY, Weight.BOLD, ink)
