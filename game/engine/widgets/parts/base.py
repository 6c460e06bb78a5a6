"""What every widget is: a box that is drawn, can be pointed at, and may hold the focus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style


class Widget:
    """A thing on the screen.

    It lies where `box` says, in design units, until the box is set anew. Inputs reach it through its Group: the
    pointer's when it is pointed at, keys and commands while it is focused.
    """

    focusable: ClassVar[bool] = False
    corner: float = theme.CONTROL_CORNER

    def __init__(self, style: Style, box: Box | None = None, *, tooltip: str = "") -> None:
        self.style = style
        self.box = Box(0, 0, 0, 0) if box is None else box
        self.tooltip = tooltip
        """Said beside the pointer after a moment; also why a disabled widget is disabled."""
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self.warmth = 0.0
        """How far the hover has come, 0 to 1."""

    @property
    def takes_focus(self) -> bool:
        """Whether keys and pads may lead here."""
        return self.focusable and self.enabled and self.visible

    @property
    def wants_text(self) -> bool:
        """Whether text is written here, so that keys that write make no commands."""
        return False

    @property
    def composing(self) -> bool:
        """Whether an input method is in the middle of a text here."""
        return False

    @property
    def text_box(self) -> Box | None:
        """Where text is being written."""
        return None

    @property
    def captures(self) -> bool:
        """Whether every input goes here first, as to an open drop-down."""
        return False

    def natural_width(self) -> float:
        """The width it would like; 0 when any will do."""
        return 0.0

    def natural_height(self, width: float) -> float:
        """The height it needs at a width, at the present text size."""
        return self.style.typeface.grown(theme.CONTROL_HEIGHT)

    def handle(self, event: InputEvent) -> bool:
        """Take an input. Returns whether it was used."""
        return False

    def update(self, seconds: float) -> None:
        """Let time pass."""
        goal = 1.0 if self.hovered and self.enabled else 0.0
        if self.style.reduced_motion:
            self.warmth = goal
        else:
            step = seconds / theme.HOVER_SECONDS
            self.warmth = min(goal, self.warmth + step) if goal > self.warmth else max(goal, self.warmth - step)

    def draw(self, canvas: Canvas) -> None: ...

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the sign that it holds the focus."""
        faces.focus_ring(canvas, self.box, self.corner)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what lies over all other widgets: an open drop-down."""

    def takes_press(self, before: Widget) -> bool:
        """Whether it stands where `before` was pressed and means the same; a press under way then goes on here."""
        return False

    def focus_changed(self, focused: bool) -> None:
        """It got or lost the focus."""
        self.focused = focused

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """The widgets under a point, the outermost first; () when this one is not."""
        return (self,) if self.visible and self.box.collidepoint(x, y) else ()

    def walk(self) -> Iterator[Widget]:
        """This widget and all in it, in order."""
        yield self

    def move(self, x: float, y: float) -> None:
        """Shift it by a distance."""
        self.box.move_ip(x, y)
