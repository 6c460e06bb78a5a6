"""The end of a match at its table: a pause with the last picture, then the results."""

from __future__ import annotations

from game.engine.input import Command, CommandName, InputEvent, PointerPressed

PAUSE = 1.4
"""Seconds between the end of the last movement and the results."""


class Ending:
    """The time since the end of a match."""

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self.shown = False
        """Whether the results have been shown, or must not be shown unless asked for."""
        self._since = 0.0

    def begins(self, seconds: float) -> bool:
        """Count `seconds` since the last movement. Returns whether this is the first call."""
        first = not self._since
        self._since += seconds
        return first

    @property
    def due(self) -> bool:
        """Whether the results should be shown now."""
        return self._since >= self._pause and not self.shown

    def skips(self, event: InputEvent) -> bool:
        """Whether an input asks for the results at once."""
        if not self._since or self.shown:
            return False
        match event:
            case Command(name=CommandName.HURRY | CommandName.CONFIRM, repeated=False) | PointerPressed(button=1):
                return True
        return False
