"""Letters typed on the title, gathered until the typing pauses: a game's name, or one letter of the menu."""

from __future__ import annotations

from game.engine.input import InputEvent, KeyPressed, TextComposed, TextTyped

PAUSE = 0.3
"""Seconds without a letter after which the typed text is complete."""


class Typed:
    """Gathers keys and the text of an input method; the latter counts where there is any."""

    def __init__(self) -> None:
        self._keys = self._text = self._composed = ""
        self._quiet = 0.0

    @property
    def query(self) -> str:
        """The text typed so far."""
        return (self._text + self._composed).strip() or self._keys

    def take(self, event: InputEvent) -> bool:
        """Add an input to the typed text. Returns whether it was part of it."""
        match event:
            case KeyPressed(key=key, modifiers=modifiers) if not modifiers and len(key) == 1 and key.isalnum():
                self._keys += key
            case TextTyped(text):
                self._text, self._composed = self._text + text, ""
            case TextComposed(text):
                self._composed = text
            case _:
                return False
        self._quiet = 0.0
        return True

    def update(self, seconds: float) -> str:
        """Count the pause. Returns the typed text once it is complete, otherwise an empty text."""
        self._quiet += seconds
        return self.finish() if self.query and self._quiet >= PAUSE else ""

    def finish(self) -> str:
        """Return the typed text and forget it."""
        query = self.query
        self._keys = self._text = self._composed = ""
        return query
