"""The end of a match at its table: a moment to look at the last picture, then the results."""

from __future__ import annotations

from game.engine.input import Command, CommandName, InputEvent, PointerPressed

PAUSE = 1.4
"""Seconds between the end of the last movement and the results."""


class Ending:
    """How far the end of a match has come."""

    def __init__(self) -> None:
        self.shown = False
        """Whether the results have been shown, or are not to be shown unasked."""
        self._since = 0.0

    def begins(self, seconds: float) -> bool:
        """Let the last picture be seen for `seconds` more. Returns whether the end has just begun."""
        first = not self._since
        self._since += seconds
        return first

    @property
    def due(self) -> bool:
        """Whether it is time for the results."""
        return self._since >= PAUSE and not self.shown

    def skips(self, event: InputEvent) -> bool:
        """Whether an input asks for the results at once."""
        if not self._since or self.shown:
            return False
        match event:
            case Command(name=CommandName.HURRY | CommandName.CONFIRM, repeated=False) | PointerPressed(button=1):
                return True
        return False
