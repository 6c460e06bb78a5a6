"""A scene of widgets that lies over the scene below."""

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
    """Dims what lies below, and is put away without an answer by BACK; it resumes the scene below with what it pops."""

    overlay = True
    dim: ClassVar[float] = 0.55
    """How dark the scene below becomes, 0 to 1."""
    closed_by: ClassVar[tuple[CommandName, ...]] = (CommandName.BACK,)

    @abstractmethod
    def first(self) -> Widget | None:
        """The widget that is focused when it opens."""

    def enter(self) -> None:
        super().enter()
        self.style.play_sound(Sound.OPEN)
        self.group.focus(self.first())

    def put_away(self) -> None:
        """Go back without an answer."""
        self.style.play_sound(Sound.BACK)
        self.stack.pop()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name in self.closed_by and not event.repeated:
            self.put_away()

    def draw(self, canvas: Canvas) -> None:
        veil(canvas, self.dim)
        super().draw(canvas)
