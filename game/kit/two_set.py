"""An input method for Hangul on Latin keys, for people whose system has none: the Korean two-set keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.language.hangul import compose, letter, letters
from game.engine.input import Command, InputEvent, KeyPressed, PointerPressed, TextComposed, TextTyped

SWITCHES: Final = frozenset({"f2", "hangul", "right alt", "alt gr"})
"""Keys that switch between Hangul and Latin letters; most Korean keyboards send right Alt for 한/영."""
_MOVING: Final = frozenset({"left", "right", "home", "end", "delete"})


class TwoSet:
    """Turns typed Latin letters into the events that an input method would send to a line of text.

    Hangul from the system's own input method passes unchanged, so both may be active.
    """

    def __init__(self, *, on: bool) -> None:
        self.on = on
        """Whether Latin letters are taken as keys of Hangul."""
        self._pressed: list[str] = []
        """The letters of the unfinished syllable."""

    def clear(self) -> None:
        """Forget the unfinished syllable."""
        self._pressed.clear()

    def made(self, event: InputEvent) -> Sequence[InputEvent]:
        """Return the events that the line should take in place of an input."""
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
        """Add a letter, and return the events for it: a finished syllable, if the letter begins a new one, and the
        unfinished one.
        """
        text = compose([*self._pressed, sign])
        self._pressed = list(letters(text[-1]))
        done = (TextTyped(text[:-1]),) if text[:-1] else ()
        return (*done, TextComposed(text[-1]))

    def finished(self) -> Sequence[InputEvent]:
        """End the unfinished syllable and return the event that writes it; nothing if there is none."""
        text = compose(self._pressed)
        self._pressed.clear()
        return (TextTyped(text),) if text else ()
