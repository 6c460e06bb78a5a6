"""Pressable parts of the title besides its menu: the stalls and the arrows between them."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.colour import FLAME, OUTLINE, PAPER
from game.engine.input import Command, CommandName, InputEvent
from game.engine.light import shine
from game.engine.ornament import LIT, LIT_OVER, keycap, round_button
from game.engine.vector import icon
from game.engine.widgets import Pressable, Style
from game.scenes.title.street.plan import stall_box

_ARROW_SIZE = 44.0
_ARROW_Y = 412.0


class StallSpot(Pressable):
    """A stall in the street. The middle one takes the focus; LEFT and RIGHT walk on from it."""

    def __init__(
        self, style: Style, offset: int, *, on_press: Callable[[], None], on_walk: Callable[[int], None]
    ) -> None:
        """`offset`: stalls to the right of the middle, negative to the left; `on_walk` is called with -1 or 1."""
        super().__init__(style, stall_box(offset), on_press=on_press)
        self.offset = offset
        self.on_walk = on_walk

    @property
    def takes_focus(self) -> bool:
        """Whether this is the stall in the middle; arrow keys reach the others."""
        return self.offset == 0 and super().takes_focus

    def press(self) -> None:
        """Choose the stall, without the usual sound: the choice has its own."""
        self.on_press()

    def handle(self, event: InputEvent) -> bool:
        """Walk for LEFT or RIGHT; otherwise handle the input as a press."""
        match event:
            case Command(name=CommandName.LEFT):
                self.on_walk(-1)
                return True
            case Command(name=CommandName.RIGHT):
                self.on_walk(1)
                return True
            case _:
                return super().handle(event)

    def draw(self, canvas: Canvas) -> None:
        """Lighten a stall aside that is pointed at; the street draws the stall itself."""
        strength = round(8 * self.warmth) / 8
        if strength and self.offset:
            middle = (self.box.centerx, self.box.centery)
            shine(canvas, *middle, self.box.height * 0.62, "#FFB765", 0.20 * strength, 1.3)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw nothing: the street lights the focused stall's screen."""


class Arrow(Pressable):
    """A round button that walks on by one stall, with its key below."""

    focusable = False
    sound = Sound.PAGE

    def __init__(self, style: Style, way: int, *, on_press: Callable[[], None], tooltip: str) -> None:
        """`way`: -1 for left, 1 for right."""
        box = Box(0, 0, _ARROW_SIZE, _ARROW_SIZE)
        box.center = (640 + way * 222, _ARROW_Y)
        super().__init__(style, box, on_press=on_press, tooltip=tooltip)
        self.way = way

    def draw(self, canvas: Canvas) -> None:
        """Draw the button, its icon and its key."""
        x, y = self.box.center
        shine(canvas, x, y, 60, FLAME, 0.5 + 0.25 * round(4 * self.warmth) / 4, 1.8)
        face = LIT_OVER if self.warmth > 0.5 else LIT
        canvas.put_middle(round_button(canvas.px(_ARROW_SIZE + round(4 * self.warmth)), face), x, y)
        side = "left" if self.way < 0 else "right"
        canvas.put_middle(icon(f"chevron-{side}", canvas.px(26), OUTLINE, 3.2), x + self.way, y)
        size = canvas.px(22)
        canvas.put_middle(keycap(size, size, "#54467F"), x, y + 36)
        canvas.put_middle(icon(f"arrow-{side}", canvas.px(14), PAPER, 2.8), x, y + 35)
