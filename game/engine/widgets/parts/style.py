"""What all widgets of a screen share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import pygame

from game.engine.audio import Sound
from game.engine.text import Typeface
from game.texts import Texts

if TYPE_CHECKING:
    from game.engine.scene import Context


class Clipboard(Protocol):
    """Where cut and copied text goes."""

    def read(self) -> str:
        """The text on the clipboard, "" when there is none."""
        ...

    def write(self, text: str) -> None: ...


class SystemClipboard:
    """The clipboard of the system. One that cannot be reached is empty."""

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
    """A clipboard of the program's own: for tests and for systems without one."""

    text: str = ""

    def read(self) -> str:
        """The text last written."""
        return self.text

    def write(self, text: str) -> None:
        self.text = text


def _silent(_: Sound) -> None:
    """Where nobody listens."""


@dataclass
class Style:
    """Typeface, texts and the ways a widget is heard and remembered."""

    typeface: Typeface
    texts: Texts
    play_sound: Callable[[Sound], None] = _silent
    clipboard: Clipboard = field(default_factory=SystemClipboard)
    reduced_motion: bool = False

    @classmethod
    def of(cls, context: Context) -> Style:
        """The style of a scene's context as it is now; taken again when settings change."""
        settings = context.settings
        return cls(context.typeface, context.texts, context.audio.play, reduced_motion=settings.motion.reduced)
