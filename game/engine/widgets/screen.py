"""Scenes made of widgets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar

from game.core.errors import SpokenError
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, Resized
from game.engine.light import veil
from game.engine.scene import Context, Scene
from game.engine.tween import Tween
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.group import Group
from game.engine.widgets.parts.style import Style

_RISE = 18.0


class WidgetScene(Scene):
    """A scene that builds its widgets in `build`, again whenever texts, text size or window size change.

    The focused widget passes the focus on to the one at its place among widgets of its kind, else among all. Draw the
    background in `draw_ground`; handle inputs that no widget used in `handle_rest`.
    """

    presses_lit: ClassVar[bool] = True
    """Whether CONFIRM presses the one lit button if the focused widget has no use for it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.style = Style.of(context)
        self.group = Group(self.style)

    def _made_style(self) -> Style:
        """Return the style of now; on an upright frame all that is pressed is as high as a finger needs."""
        style = Style.of(self.context)
        style.least_press = theme.FINGER if self.design.upright else 0.0
        return style

    @abstractmethod
    def build(self) -> Iterable[Widget]:
        """Return all widgets, made and placed anew. `self.style` is up to date."""

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw the background of the widgets."""

    def handle_rest(self, event: InputEvent) -> None:
        """Handle an input that no widget used; by default BACK leaves the scene."""
        if isinstance(event, Command) and event.name is CommandName.BACK:
            self.stack.pop()

    def attempt(self, deed: Callable[[], None]) -> bool:
        """Do what a person asked for; if it raises SpokenError, say why. Return whether it was done."""
        try:
            deed()
        except SpokenError as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: SpokenError) -> None:
        """Say, and sound, why what a person asked for is not done."""
        self.style.play_sound(Sound.REFUSE)
        self.context.notify(self.context.texts.line(error.key, error.values))

    def rebuild(self) -> None:
        """Build the widgets anew, after a change of something that the layout depends on."""
        old, focused = self._order(), self.group.focused_widget
        self.style = self.group.style = self._made_style()
        self.group.replace(self.build())
        new = self._order()
        for kind in (type(focused), Widget):
            before, now = ([widget for widget in order if isinstance(widget, kind)] for order in (old, new))
            if focused in before and before.index(focused) < len(now):
                self.group.focus(now[before.index(focused)])
                return

    def _order(self) -> list[Widget]:
        return list(self.group.walk())

    @property
    def wants_text(self) -> bool:
        """Whether a text entry has the focus."""
        return self.group.wants_text

    @property
    def text_box(self) -> Box | None:
        """Box of the focused entry's caret; None if no entry has the focus."""
        return self.group.text_box

    def enter(self) -> None:
        """Build the widgets for the first time."""
        self.rebuild()

    def settings_applied(self) -> None:
        """Build the widgets anew, as texts, text size or keys may have changed."""
        self.rebuild()

    def handle(self, event: InputEvent) -> None:
        """Give an input to the widgets, or to `handle_rest` if none uses it."""
        if isinstance(event, Resized):
            self.rebuild()
        elif not (self.group.handle(event) or self._press_lit(event)):
            self.handle_rest(event)

    def _press_lit(self, event: InputEvent) -> bool:
        """Press the default button on a CONFIRM that the focused widget did not use. Return whether one was pressed."""
        if not (self.presses_lit and isinstance(event, Command) and event.name is CommandName.CONFIRM):
            return False
        found = [widget for widget in self.group.walk() if isinstance(widget, Button) and widget.is_default]
        return len(found) == 1 and found[0].handle(event)

    def update(self, seconds: float) -> None:
        """Advance the widgets by `seconds`."""
        self.group.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        self.draw_ground(canvas)
        self.group.draw(canvas)


class RisingScene(WidgetScene):
    """Widgets over another scene, which is dimmed while they rise into their place."""

    overlay = True
    dim: ClassVar[float] = 0.55
    """How much (0 … 1) the scene below is darkened."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._opening = Tween(0.0, 1.0, 0.0 if context.settings.motion.reduced else theme.PANEL_SECONDS)

    @property
    def still_for(self) -> float:
        return min(self.group.still_for, self._opening.still_for)

    def update(self, seconds: float) -> None:
        """Advance the widgets, and their rise, by `seconds`."""
        self._opening.update(seconds)
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        share = self._opening.value
        veil(canvas, self.dim * share)
        x, y = canvas.origin
        self.draw_risen(canvas.placed(canvas.scale, (x, y + (1 - share) * _RISE * canvas.scale)))

    def draw_risen(self, canvas: Canvas) -> None:
        """Draw the widgets where they are in their rise."""
        self.group.draw(canvas)
