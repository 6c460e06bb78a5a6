"""What all widgets of a screen share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import pygame

from game.engine import theme
from game.engine.audio import Sound
from game.engine.text import Typeface
from game.ground.texts import Texts

if TYPE_CHECKING:
    from game.engine.scene import Context


class Clipboard(Protocol):
    """Where cut and copied text goes."""

    def read(self) -> str:
        """Return the text on the clipboard; "" if there is none."""
        ...

    def write(self, text: str) -> None: ...


class SystemClipboard:
    """The clipboard of the system; it counts as empty if it cannot be reached."""

    def read(self) -> str:
        try:
            return pygame.scrap.get_text()
        except pygame.error:
            return ""

    def write(self, text: str) -> None:
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            return


@dataclass
class MemoryClipboard:
    """A clipboard of the program's own, for tests."""

    text: str = ""

    def read(self) -> str:
        """Return the text last written."""
        return self.text

    def write(self, text: str) -> None:
        self.text = text


def _silent(_: Sound) -> None:
    """Do nothing: the default for `play_sound`."""


@dataclass
class Style:
    """Typeface, texts, sounds and clipboard that all widgets of a screen use."""

    typeface: Typeface
    texts: Texts
    play_sound: Callable[[Sound], None] = _silent
    clipboard: Clipboard = field(default_factory=SystemClipboard)
    reduced_motion: bool = False
    least_press: float = 0.0
    """The least height of what is pressed, where fingers press it."""

    @classmethod
    def of(cls, context: Context) -> Style:
        """Return a style from a scene's context as it is now; call again when settings change."""
        settings = context.settings
        return cls(context.typeface, context.texts, context.audio.play, reduced_motion=settings.motion.reduced)

    @property
    def control_height(self) -> float:
        """The height of a row of buttons or fields: it grows with the text size, and fingers can press it."""
        return max(self.least_press, self.typeface.grown(theme.CONTROL_HEIGHT))
