"""An input method of our own for Hangul, where a person's system has none: a two-set keyboard on Latin keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.language.hangul import compose, letter, letters
from game.engine.input import Command, InputEvent, KeyPressed, PointerPressed, TextComposed, TextTyped

SWITCHES: Final = frozenset({"f2", "hangul", "right alt", "alt gr"})
"""Keys that switch between Hangul and Latin letters; most Korean keyboards send right Alt for 한/영."""
_MOVING: Final = frozenset({"left", "right", "home", "end", "delete"})


class TwoSet:
    """Stands before a line and makes of Latin letters what an input method would tell it.

    Hangul that a system's own input method has made goes through as it is, so both may run.
    """

    def __init__(self, *, on: bool) -> None:
        self.on = on
        """Whether Latin letters are keys of Hangul."""
        self._pressed: list[str] = []
        """The letters of the syllable that is not finished."""

    def clear(self) -> None:
        """Forget the syllable that is not finished."""
        self._pressed.clear()

    def made(self, event: InputEvent) -> Sequence[InputEvent]:
        """What the line is to take for an input."""
        match event:
            case KeyPressed(key) if key in SWITCHES:
                if not event.repeated:
                    self.on = not self.on
                return self.finished()
            case TextTyped(text) if self.on and text.isascii() and text.isalpha():
                return [each for key in text for each in self._take(letter(key) or key)]
            case TextComposed(text="") if self._pressed:
                return ()
            case KeyPressed("backspace", modifiers) if self._pressed and not modifiers:
                self._pressed.pop()
                return (TextComposed(compose(self._pressed)),)
            case KeyPressed(key, modifiers) if not (key in _MOVING or "ctrl" in modifiers):
                return (event,)
            case KeyPressed() | TextTyped() | TextComposed() | Command() | PointerPressed():
                return (*self.finished(), event)
        return (event,)

    def _take(self, sign: str) -> Sequence[InputEvent]:
        """One letter more; what comes before the last syllable is finished by it."""
        text = compose([*self._pressed, sign])
        self._pressed = list(letters(text[-1]))
        done = (TextTyped(text[:-1]),) if text[:-1] else ()
        return (*done, TextComposed(text[-1]))

    def finished(self) -> Sequence[InputEvent]:
        """What ends the syllable under way, where there is one."""
        text = compose(self._pressed)
        self._pressed.clear()
        return (TextTyped(text),) if text else ()
