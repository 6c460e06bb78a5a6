"""pygame's events turned into InputEvents: bound keys, repeats, text, the pointer and pads.

Each control is held, repeats and is released independently of all others, on this device or another.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import pygame

from game.engine.canvas import Canvas
from game.engine.input import (
    AWAY,
    REPEAT_DELAY,
    REPEAT_INTERVAL,
    Command,
    CommandReleased,
    FileDropped,
    InputEvent,
    KeyPressed,
    KeyReleased,
    Lifted,
    PadEvent,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Quit,
    Released,
    Resized,
    TextComposed,
    TextTyped,
    Wheel,
)
from game.engine.loop.pads import Pads, Press
from game.engine.loop.touch import Fingers, Rest
from game.ground.settings import EVERYWHERE, CommandName

_REPEATING = frozenset({CommandName.LEFT, CommandName.RIGHT, CommandName.UP, CommandName.DOWN})
_REPEATING |= {CommandName.NEXT, CommandName.PREVIOUS}
_EDITING = frozenset({"backspace", "delete", "home", "end", "left", "right"})
_MODIFIERS = (
    ("shift", pygame.KMOD_SHIFT),
    ("ctrl", pygame.KMOD_CTRL | pygame.KMOD_META),
    ("alt", pygame.KMOD_ALT),
)
_NAMELESS = {pygame.KSCAN_LANG1 | 1 << 30: "hangul"}
"""Names of keys that pygame has none for: the key 한/영 of Korean keyboards."""
_LONGEST_HOLD = 2  # frames that Return, or a sign, waits for the composition that it ends
_LONGEST_OWED = 6  # frames that Return waits for text from an input method that does not report what it composes
_IDEOGRAPHS_FROM = "\u1100"  # text from here on was made by an input method

Wanted: TypeAlias = Literal["commands", "text", "keys", "play"]
"""What keys are for. "commands": bound keys make commands. "text": keys that write or edit make none. "keys": no
commands, as the next key is to be bound. "play": only the commands in `EVERYWHERE`, as keys steer a game.
"""
Binding: TypeAlias = tuple[str, frozenset[str]]


def binding(text: str) -> Binding:
    """Return the key and its modifiers from their written form.

    >>> binding("tab"), binding("ctrl+z") == ("z", frozenset({"ctrl"}))
    (('tab', frozenset()), True)
    """
    modifiers: set[str] = set()
    while True:
        head, plus, rest = text.partition("+")
        if not (plus and rest and head in ("shift", "ctrl", "alt")):
            return text.lower(), frozenset(modifiers)
        modifiers.add(head)
        text = rest


def written(key: str, modifiers: Iterable[str] = ()) -> str:
    """Return the written form of a key and its modifiers, as the settings keep it: the inverse of `binding`."""
    return "+".join([*(name for name, _ in _MODIFIERS if name in set(modifiers)), key])


@dataclass
class _Held:
    """A held control that repeats: the events it sends, and the time when it sends them next."""

    events: tuple[Command | KeyPressed, ...]
    due: float


class Controls:
    """Turns pygame's events of a frame into InputEvents, and knows which keys and pads are held."""

    def __init__(self, keys: Mapping[CommandName, Sequence[str]]) -> None:
        self.pads = Pads()
        self.fingers, self.rest = Fingers(), Rest()
        self.pointer = (AWAY, AWAY)
        """The last design point of the pointer."""
        self._held: dict[object, _Held] = {}
        self._down: dict[object, tuple[Released | PointerReleased, ...]] = {}
        """For each control reported as pressed, the events to send when it is released."""
        self._composed = ""
        self._early: list[TextTyped] = []  # signs told before the syllable that they end
        self._kept = 0
        self._tells = False  # whether the input method reports what it composes
        self._owed = False  # whether an input method that does not may be holding text back
        self._waiting: list[KeyPressed | Command] = []  # a Return that is sent after its frame's text
        self._waited = 0
        self.bind(keys)

    def bind(self, keys: Mapping[CommandName, Sequence[str]]) -> None:
        """Let these keys make these commands from now on."""
        self._commands = {binding(key): name for name, texts in keys.items() for key in texts}

    def unknown_keys(self) -> list[str]:
        """Return the bound keys that do not exist, as they are written."""
        return [written(key, modifiers) for key, modifiers in self._commands if not exists(key)]

    def read(
        self,
        events: Iterable[pygame.Event],
        canvas: Canvas,
        now: float,
        wanted: Wanted = "commands",
    ) -> list[InputEvent]:
        """Return the frame's inputs: the events in order, then repeats, then Return.

        Return comes last, because systems with a Korean input method deliver it before the text that it finishes. So
        they do with other signs: one that is no part of the syllable being composed is told after that syllable.
        """
        found: list[InputEvent] = []
        if wanted != "play":
            found += self._presses(self.pads.let_go_phones(), now)
        for event in events:
            for made in self._made(event, canvas, now, wanted):
                again = isinstance(made, PointerMoved) and found and isinstance(found[-1], PointerMoved)
                if again and not self.fingers.down:  # a pen needs every point
                    found.pop()
                found.append(made)
        return [*found, *self.rest.read(now), *self._repeats(now), *self._early_text(wanted), *self._returns()]

    def _made(self, event: pygame.Event, canvas: Canvas, now: float, wanted: Wanted) -> Sequence[InputEvent]:
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.DROPFILE:
                return [FileDropped(event.file)]
            case pygame.VIDEORESIZE:
                return [Resized(event.w, event.h)]
            case pygame.WINDOWLEAVE:
                self.pointer = (AWAY, AWAY)
                return [PointerMoved(*self.pointer)]
            case pygame.WINDOWFOCUSLOST:
                return self._let_go()
            case pygame.FINGERDOWN | pygame.FINGERMOTION | pygame.FINGERUP:
                return self._finger(event, canvas)
            case pygame.MOUSEMOTION | pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP | pygame.MOUSEWHEEL:
                return self._pointer(event, canvas, now)
            case pygame.KEYDOWN:
                return self._key_down(event, now, wanted)
            case pygame.KEYUP:
                return self._release(("key", event.key))
            case pygame.TEXTINPUT:
                return self._text(unicodedata.normalize("NFC", event.text), wanted)
            case pygame.TEXTEDITING:
                self._composed = unicodedata.normalize("NFC", event.text)
                self._tells, self._owed = self._tells or bool(self._composed), False
                return [TextComposed(self._composed)] if wanted == "text" else []
            case _:
                return self._presses(self.pads.read(event, wanted == "play"), now)

    def _text(self, text: str, wanted: Wanted) -> Sequence[InputEvent]:
        """Return finished text, and behind it the signs that came before it; nothing for such a sign itself."""
        syllables = text >= _IDEOGRAPHS_FROM
        if wanted == "text" and not syllables and (self._composed >= _IDEOGRAPHS_FROM or self._early):
            self._early.append(TextTyped(text))
            return []
        self._composed = ""
        self._owed = not self._tells and not self._waiting and syllables
        early, self._early, self._kept = self._early, [], 0
        return [TextTyped(text), *early] if wanted == "text" else []

    def _early_text(self, wanted: Wanted) -> list[InputEvent]:
        """Return the signs whose syllable does not come, or nothing while it may."""
        if self._early and self._kept < _LONGEST_HOLD and wanted == "text":
            self._kept += 1
            return []
        if self._early:
            self._composed = ""
        early, self._early, self._kept = self._early, [], 0
        return list(early) if wanted == "text" else []

    def _pointer(self, event: pygame.Event, canvas: Canvas, now: float) -> Sequence[InputEvent]:
        by_finger = bool(getattr(event, "touch", False))
        if by_finger and self.fingers.several and event.type != pygame.MOUSEBUTTONUP:
            return []
        if event.type == pygame.MOUSEWHEEL:
            steps = event.y or -event.x
            return [Wheel(*self.pointer, steps)] if steps else []
        self.pointer = canvas.design(*event.pos)
        if event.type == pygame.MOUSEMOTION:
            self.rest.move(*self.pointer)
            return [PointerMoved(*self.pointer)]
        if event.button > 3:  # the wheel once more, as pygame 1 told it
            return []
        source = "button", event.button
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._down[source] = (PointerReleased(AWAY, AWAY, event.button),)
            if by_finger:
                self.rest.begin(*self.pointer, now)
            return [PointerPressed(*self.pointer, event.button, "finger" if by_finger else "mouse")]
        self._down.pop(source, None)
        self.rest.end()
        lifted = [Lifted()] if by_finger else []
        place = (AWAY, AWAY) if by_finger and self.fingers.several else self.pointer
        return [PointerReleased(*place, event.button), *lifted]

    def _finger(self, event: pygame.Event, canvas: Canvas) -> Sequence[InputEvent]:
        """Return what several fingers do; one alone comes as the pointer, too."""
        width, height = canvas.size
        place = canvas.design(event.x * width, event.y * height)
        finger = event.touch_id, event.finger_id
        if event.type == pygame.FINGERDOWN:
            if self.fingers.down:
                self.rest.end()
            return self.fingers.press(finger, *place)
        if event.type == pygame.FINGERMOTION:
            return self.fingers.move(finger, *place)
        self.fingers.lift(finger)
        return []

    def _key_down(self, event: pygame.Event, now: float, wanted: Wanted) -> Sequence[InputEvent]:
        name = pygame.key.name(event.key) or _NAMELESS.get(event.key, "")
        modifiers = frozenset(word for word, mask in _MODIFIERS if event.mod & mask)
        key = KeyPressed(name, modifiers)
        command = self._commands.get((name, modifiers))
        if wanted == "keys" or (wanted == "text" and writes_or_edits(name, modifiers)):
            command = None
        if wanted == "play" and command not in EVERYWHERE:
            command = None
        made: list[KeyPressed | Command] = [key, Command(command)] if command else [key]
        released = KeyReleased(name)
        self._down[("key", event.key)] = (released, CommandReleased(command)) if command else (released,)
        if name in ("return", "enter") and wanted == "text":
            self._waiting = self._waiting or made  # X11 tells a key twice that an input method has sent back
            return []
        if len(name) == 1 and wanted == "text" and not modifiers & {"ctrl", "alt"}:
            self._owed = not self._tells
        if command in _REPEATING or (wanted == "text" and name in _EDITING):
            self._hold(("key", event.key), made, now)
        return made

    def _presses(self, presses: Iterable[Press | PadEvent], now: float) -> Sequence[InputEvent]:
        made: list[InputEvent] = []
        for press in presses:
            if not isinstance(press, Press):
                made.append(press)
                continue
            made += self._release(press.source)
            if press.command is None:
                continue
            self._down[press.source] = (CommandReleased(press.command, press.device),)
            command = Command(press.command, press.device)
            if press.command in _REPEATING:
                self._hold(press.source, [command], now)
            made.append(command)
        return made

    def _hold(self, source: object, events: Iterable[Command | KeyPressed], now: float) -> None:
        repeats = tuple(replace(event, repeated=True) for event in events)
        self._held[source] = _Held(repeats, now + REPEAT_DELAY)

    def _release(self, source: object) -> Sequence[InputEvent]:
        self._held.pop(source, None)
        return self._down.pop(source, ())

    def _let_go(self) -> Sequence[InputEvent]:
        """Return the releases of every held control: the window lost the keyboard, and will not be told when they are
        released.
        """
        self._held.clear()
        released = [event for events in self._down.values() for event in events]
        self._down.clear()
        return [*released, *self.pads.centre()]

    def _repeats(self, now: float) -> list[InputEvent]:
        made: list[InputEvent] = []
        for held in self._held.values():
            if now >= held.due:
                held.due = now + REPEAT_INTERVAL
                made += held.events
        return made

    def _returns(self) -> list[InputEvent]:
        longest = _LONGEST_HOLD if self._composed or self._early else _LONGEST_OWED if self._owed else 0
        if self._waiting and self._waited < longest:
            self._waited += 1
            return []
        if self._waiting:
            self._owed = False
        waiting, self._waiting, self._waited = self._waiting, [], 0
        return list(waiting)


def exists(key: str) -> bool:
    """Return whether there is a key of this name."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # names are known before there is a window, whatever pygame says
            pygame.key.key_code(key)
    except ValueError:
        return False
    return True


def writes_or_edits(key: str, modifiers: frozenset[str]) -> bool:
    """Return whether a text entry uses this key itself, so that it makes no command there.

    Up, down and Tab remain commands: they move the focus away from the entry.
    """
    return key in _EDITING or key == "space" or len(key) == 1 or bool(modifiers & {"ctrl", "alt"})
