"""What a person does, whatever they do it with: a few frozen values.

The pointer in design units, commands from bound keys and pads, raw keys, and text. Scenes and widgets see only
these, so mouse, keyboard and pad are worth the same everywhere. What several people may do at once says which
`Device` it comes from. `controls.py` makes them from pygame's events.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from game.engine.canvas import Box
from game.settings import CommandName

__all__ = [
    "AWAY",
    "FIRST_PAD",
    "KEYBOARD",
    "REPEAT_DELAY",
    "REPEAT_INTERVAL",
    "Command",
    "CommandName",
    "CommandReleased",
    "Device",
    "FileDropped",
    "Hand",
    "InputEvent",
    "KeyPressed",
    "KeyReleased",
    "PointerMoved",
    "PointerPressed",
    "PointerReleased",
    "Quit",
    "Released",
    "Resized",
    "StickMoved",
    "TextComposed",
    "TextTyped",
    "TriggerMoved",
    "Unplugged",
    "Wheel",
    "translated",
]

REPEAT_DELAY, REPEAT_INTERVAL = 0.35, 0.09
"""Seconds that something is held before it repeats, and between repeats."""

AWAY = -10_000.0
"""Where the pointer is, in x and y, once it has left the window: over nothing."""


@dataclass(frozen=True)
class Device:
    """The keyboard, or one of the pads."""

    kind: Literal["keyboard", "pad"]
    number: int = 0
    """Of a pad: counted from 0 in the order of plugging in, kept until it is unplugged, then given to the next."""

    def __str__(self) -> str:
        return self.kind if self.kind == "keyboard" else f"{self.kind} {self.number}"


KEYBOARD = Device("keyboard")
FIRST_PAD = Device("pad")


@dataclass(frozen=True)
class PointerMoved:
    """The pointer is at a design point."""

    x: float
    y: float


@dataclass(frozen=True)
class PointerPressed:
    """A button went down: 1 left, 2 middle, 3 right."""

    x: float
    y: float
    button: int = 1


@dataclass(frozen=True)
class PointerReleased:
    """A button went up."""

    x: float
    y: float
    button: int = 1


@dataclass(frozen=True)
class Wheel:
    """The wheel turned at a design point; `steps` > 0 is up (away from the person) or to the left."""

    x: float
    y: float
    steps: int


@dataclass(frozen=True)
class Command:
    """A bound key or a pad's button."""

    name: CommandName
    device: Device = KEYBOARD
    repeated: bool = False
    """Sent again because it is held down."""


@dataclass(frozen=True)
class KeyPressed:
    """A key as such, by pygame's name ("a", "return", "left"), for text entry and for binding keys.

    `modifiers` holds "shift", "ctrl" (also the Mac's command key) and "alt".
    """

    key: str
    modifiers: frozenset[str] = frozenset()
    repeated: bool = False


@dataclass(frozen=True)
class KeyReleased:
    """A key that was told as pressed is held no more: it was let go, or the window lost the keyboard."""

    key: str


@dataclass(frozen=True)
class CommandReleased:
    """What made a command is held no more. Two controls of a pad, its stick and its cross, may both have made it."""

    name: CommandName
    device: Device = KEYBOARD


@dataclass(frozen=True)
class StickMoved:
    """A pad's right stick stands elsewhere: -1 … 1 to the right and down, both 0 in the middle."""

    x: float
    y: float
    device: Device = FIRST_PAD


@dataclass(frozen=True)
class TriggerMoved:
    """A pad's trigger is pulled so far: 0 … 1."""

    side: Literal["left", "right"]
    pulled: float
    device: Device = FIRST_PAD


@dataclass(frozen=True)
class Unplugged:
    """A pad is gone. What it held was let go before; the next pad that is plugged in may get its number."""

    device: Device


@dataclass(frozen=True)
class TextTyped:
    """Finished text, NFC-normalised; replaces a composition under way."""

    text: str


@dataclass(frozen=True)
class TextComposed:
    """The composition under way (a Korean syllable not yet finished); empty when it ended."""

    text: str


@dataclass(frozen=True)
class FileDropped:
    """A file was dragged onto the window and let go there."""

    path: str


@dataclass(frozen=True)
class Quit:
    """The person closes the window."""


@dataclass(frozen=True)
class Resized:
    """The window has another size, in pixels."""

    width: int
    height: int


PointerEvent: TypeAlias = PointerMoved | PointerPressed | PointerReleased | Wheel
PadEvent: TypeAlias = StickMoved | TriggerMoved | Unplugged
Released: TypeAlias = KeyReleased | CommandReleased
InputEvent: TypeAlias = (
    PointerEvent | Command | KeyPressed | Released | PadEvent | TextTyped | TextComposed | FileDropped | Quit | Resized
)


@dataclass
class Hand:
    """What somebody plays with, by what they used last. One for the window."""

    kind: Literal["pointer", "keyboard", "pad"] = "pointer"

    def take(self, event: InputEvent) -> None:
        """Note what an input was made with.

        >>> hand = Hand()
        >>> hand.take(Command(CommandName.UP, FIRST_PAD))
        >>> hand.take(Resized(960, 540))
        >>> hand.kind
        'pad'
        """
        match event:
            case PointerMoved(x=x) if x > AWAY / 2:
                self.kind = "pointer"
            case PointerPressed() | Wheel():
                self.kind = "pointer"
            case KeyPressed() | TextTyped() | TextComposed():
                self.kind = "keyboard"
            case StickMoved() | TriggerMoved():
                self.kind = "pad"
            case Command(device=device):
                self.kind = device.kind


def translated(event: InputEvent, box: Box, width: float, height: float) -> InputEvent:
    """`event` as seen inside `Canvas.within(box, width, height)`; other than pointer events stay as they are.

    >>> translated(PointerMoved(110, 30), Box(100, 0, 100, 50), 200, 100)
    PointerMoved(x=20.0, y=60.0)
    """
    if not isinstance(event, PointerMoved | PointerPressed | PointerReleased | Wheel):
        return event
    scale = min(box.width / width, box.height / height)
    left = box.left + (box.width - width * scale) / 2
    top = box.top + (box.height - height * scale) / 2
    return replace(event, x=(event.x - left) / scale, y=(event.y - top) / scale)
