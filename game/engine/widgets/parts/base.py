"""The base of all widgets: a box that is drawn, can be pointed at, and may hold the focus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent
from game.engine.stillness import still_while
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.style import Style


class Widget:
    """A thing on the screen, in the box `box` in design units.

    Inputs reach it through its Group: those of the pointer when it is pointed at, keys and commands while it has the
    focus.
    """

    focusable: ClassVar[bool] = False
    keeps_pointed: ClassVar[bool] = False
    """Whether what a finger pointed at on it stays so when the finger is lifted, as on a board."""
    at_once: ClassVar[bool] = False
    """Whether a press acts as soon as the pointer goes down, as everything on a board does, and holds nothing."""
    corner: float = theme.CONTROL_CORNER

    def __init__(self, style: Style, box: Box | None = None, *, tooltip: str = "") -> None:
        self.style = style
        self.box = Box(0, 0, 0, 0) if box is None else box
        self.tooltip = tooltip
        """Text shown beside the pointer after a moment; it may also say why the widget is disabled."""
        self.enabled = True
        self.visible = True
        self.hovered = False
        self.focused = False
        self.pressed = False
        self.warmth = 0.0
        """How far the hover effect has come, 0 to 1."""

    @property
    def takes_focus(self) -> bool:
        """Whether keys and pads can move the focus to this widget."""
        return self.focusable and self.enabled and self.visible

    @property
    def wants_text(self) -> bool:
        """Whether text is written in this widget, so that keys that write make no commands."""
        return False

    @property
    def composing(self) -> bool:
        """Whether an input method is composing text in this widget."""
        return False

    @property
    def text_box(self) -> Box | None:
        """Box in which text is being written; None if the widget takes no text."""
        return None

    @property
    def captures(self) -> bool:
        """Whether every input goes to this widget first, as to an open drop-down."""
        return False

    @property
    def still_for(self) -> float:
        """Seconds for which the widget looks the same unless something happens; see stillness.py.

        A widget whose `update` moves more than the hover effect gives an answer of its own.
        """
        return still_while(self.warmth == self._warm_goal)

    def natural_width(self) -> float:
        """Return the width that the widget prefers in design units; 0 if any will do."""
        return 0.0

    def natural_height(self, width: float) -> float:
        """Return the height that the widget needs at a width, at the present text size."""
        return self.style.control_height

    def lay(self, box: Box) -> None:
        """Stand in a box; what holds other widgets lays them out in it."""
        self.box = box

    def least_height(self, width: float) -> float:
        """Return the height to which a layout that lets it yield may squeeze the widget at a width."""
        return 0.0

    def handle(self, event: InputEvent) -> bool:
        """Take an input. Return whether it was used."""
        return False

    def update(self, seconds: float) -> None:
        """Advance the hover effect by `seconds`."""
        goal = self._warm_goal
        if self.style.reduced_motion:
            self.warmth = goal
        else:
            step = seconds / theme.HOVER_SECONDS
            self.warmth = min(goal, self.warmth + step) if goal > self.warmth else max(goal, self.warmth - step)

    @property
    def _warm_goal(self) -> float:
        return 1.0 if self.hovered and self.enabled else 0.0

    def draw(self, canvas: Canvas) -> None: ...

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring that shows that the widget has the focus."""
        faces.focus_ring(canvas, self.box, self.corner)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what lies over all other widgets, such as an open drop-down."""

    def takes_press(self, before: Widget) -> bool:
        """Return whether this widget replaces the pressed widget `before` with the same meaning, so that the press goes
        on in it.
        """
        return False

    def focus_changed(self, focused: bool) -> None:
        """Take (True) or lose (False) the focus."""
        self.focused = focused

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return the widgets under a point, the outermost first; () if this widget is not under it."""
        return (self,) if self.visible and self.box.collidepoint(x, y) else ()

    def walk(self) -> Iterator[Widget]:
        """Yield this widget and all visible widgets inside it, in order."""
        yield self

    def move(self, x: float, y: float) -> None:
        """Move the widget by a distance in design units."""
        self.box = self.box.move(x, y)  # others may have been laid in the same box
