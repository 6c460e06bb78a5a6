"""Letters that somebody types on the street, gathered until they pause: a whole name, or one letter of the menu."""

from __future__ import annotations

from game.engine.input import InputEvent, KeyPressed, TextComposed, TextTyped

PAUSE = 0.3
"""Seconds without a letter after which what was typed is taken."""


class Typed:
    """Gathers keys, and what an input method makes of them, which counts where there is any."""

    def __init__(self) -> None:
        self._keys = self._text = self._composed = ""
        self._quiet = 0.0

    @property
    def query(self) -> str:
        """What was typed so far."""
        return (self._text + self._composed).strip() or self._keys

    def take(self, event: InputEvent) -> bool:
        """Whether an input is part of what is typed."""
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
        """Let time pass. Returns what was typed once it is complete, else an empty text."""
        self._quiet += seconds
        return self.finish() if self.query and self._quiet >= PAUSE else ""

    def finish(self) -> str:
        """What was typed, which is forgotten here."""
        query = self.query
        self._keys = self._text = self._composed = ""
        return query
