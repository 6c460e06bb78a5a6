"""A scene of widgets over the scene below."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, InputEvent
from game.engine.light import veil
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.screen import WidgetScene


class OverlayScene(WidgetScene):
    """Dims the scene below, and resumes it with the value it pops; BACK closes it without an answer."""

    overlay = True
    dim: ClassVar[float] = 0.55
    """How much the scene below is darkened, 0 to 1."""
    closed_by: ClassVar[tuple[CommandName, ...]] = (CommandName.BACK,)

    @abstractmethod
    def first(self) -> Widget | None:
        """Return the widget that has the focus at first; None for none."""

    def enter(self) -> None:
        super().enter()
        self.style.play_sound(Sound.OPEN)
        self.group.focus(self.first())

    def put_away(self) -> None:
        """Close without an answer."""
        self.style.play_sound(Sound.BACK)
        self.stack.pop()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name in self.closed_by and not event.repeated:
            self.put_away()

    def draw(self, canvas: Canvas) -> None:
        veil(canvas, self.dim)
        super().draw(canvas)
