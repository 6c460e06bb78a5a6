"""What a person does, by whatever device, as frozen values.

The pointer is in design units; keys and pads make commands; keys also come as such, and text as text. Scenes and
widgets see only these, so mouse, keyboard and pad can do the same. Inputs that several people may make at once name
their `Device`. `controls.py` makes them from pygame's events.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from game.engine.canvas import Box
from game.ground.settings import CommandName

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
    "Held",
    "InputEvent",
    "KeyPressed",
    "KeyReleased",
    "Lifted",
    "PadEvent",
    "Panned",
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
"""Seconds for which a control is held before it repeats, and seconds between repeats."""

AWAY = -10_000.0
"""The pointer's x and y after it has left the window."""


@dataclass(frozen=True)
class Device:
    """An input device: the keyboard or one of the pads."""

    kind: Literal["keyboard", "pad"]
    number: int = 0
    """Number of a pad, from 0 in the order of plugging in. A pad keeps its number until unplugged; then it is free
    again.
    """

    def __str__(self) -> str:
        return self.kind if self.kind == "keyboard" else f"{self.kind} {self.number}"


KEYBOARD = Device("keyboard")
FIRST_PAD = Device("pad")


@dataclass(frozen=True)
class PointerMoved:
    """The pointer moved to a design point."""

    x: float
    y: float


@dataclass(frozen=True)
class PointerPressed:
    """A pointer button went down: 1 left, 2 middle, 3 right."""

    x: float
    y: float
    button: int = 1
    by: Literal["mouse", "finger"] = "mouse"
    """What pressed: a finger covers what it points at, and hovers over nothing before it presses."""


@dataclass(frozen=True)
class PointerReleased:
    """A pointer button went up: 1 left, 2 middle, 3 right."""

    x: float
    y: float
    button: int = 1


@dataclass(frozen=True)
class Held:
    """The finger that is the pointer has rested at a design point: it asks what lies there, and is still down."""

    x: float
    y: float


@dataclass(frozen=True)
class Lifted:
    """The finger that was the pointer was lifted: nothing is hovered over any more."""


@dataclass(frozen=True)
class Panned:
    """Two fingers moved together, by `dx` and `dy` design units; (x, y) is the point between them."""

    x: float
    y: float
    dx: float
    dy: float


@dataclass(frozen=True)
class Wheel:
    """The wheel was turned at a design point. Positive `steps` are up (away from the person) or to the left."""

    x: float
    y: float
    steps: int


@dataclass(frozen=True)
class Command:
    """A command, made by a bound key or a button of a pad."""

    name: CommandName
    device: Device = KEYBOARD
    repeated: bool = False
    """Whether the command is sent again because its key or button is held down."""


@dataclass(frozen=True)
class KeyPressed:
    """A key by pygame's name ("a", "return", "left"), for text entry, for binding keys and for games in real time.

    `modifiers` holds "shift", "ctrl" (also the Mac's command key) and "alt".
    """

    key: str
    modifiers: frozenset[str] = frozenset()
    repeated: bool = False


@dataclass(frozen=True)
class KeyReleased:
    """A key reported as pressed is no longer held: it was released, or the window lost the keyboard."""

    key: str


@dataclass(frozen=True)
class CommandReleased:
    """A control that made a command is no longer held. Stick and cross of one pad may both have made it."""

    name: CommandName
    device: Device = KEYBOARD


@dataclass(frozen=True)
class StickMoved:
    """A pad's right stick moved: -1 … 1 to the right and down, both 0 in the middle."""

    x: float
    y: float
    device: Device = FIRST_PAD


@dataclass(frozen=True)
class TriggerMoved:
    """A pad's trigger moved: `pulled` is 0 … 1."""

    side: Literal["left", "right"]
    pulled: float
    device: Device = FIRST_PAD


@dataclass(frozen=True)
class Unplugged:
    """A pad was unplugged. Controls it held were reported as released before. The next pad may get its number."""

    device: Device


@dataclass(frozen=True)
class TextTyped:
    """Finished text, NFC-normalised. It replaces the composition under way."""

    text: str


@dataclass(frozen=True)
class TextComposed:
    """The text being composed, such as an unfinished Korean syllable; empty when composing ended."""

    text: str


@dataclass(frozen=True)
class FileDropped:
    """A file was dropped onto the window."""

    path: str


@dataclass(frozen=True)
class Quit:
    """The person wants to close the window."""


@dataclass(frozen=True)
class Resized:
    """The window has a new size, in pixels."""

    width: int
    height: int


PointerEvent: TypeAlias = PointerMoved | PointerPressed | PointerReleased | Held | Lifted | Panned | Wheel
PadEvent: TypeAlias = StickMoved | TriggerMoved | Unplugged
Released: TypeAlias = KeyReleased | CommandReleased
InputEvent: TypeAlias = (
    PointerEvent | Command | KeyPressed | Released | PadEvent | TextTyped | TextComposed | FileDropped | Quit | Resized
)


@dataclass
class Hand:
    """The kind of device that was used last in this window: pointer, keyboard or pad."""

    kind: Literal["pointer", "keyboard", "pad"] = "pointer"
    finger: bool = False
    """Whether the pointer that pressed last was a finger."""

    def take(self, event: InputEvent) -> None:
        """Note the kind of device that an input came from; inputs of the window itself change nothing.

        >>> hand = Hand()
        >>> hand.take(Command(CommandName.UP, FIRST_PAD))
        >>> hand.take(Resized(960, 540))
        >>> hand.kind
        'pad'
        """
        match event:
            case PointerMoved(x=x) if x > AWAY / 2:
                self.kind = "pointer"
            case PointerPressed(by=by):
                self.kind, self.finger = "pointer", by == "finger"
            case Wheel():
                self.kind = "pointer"
            case KeyPressed() | TextTyped() | TextComposed():
                self.kind = "keyboard"
            case StickMoved() | TriggerMoved():
                self.kind = "pad"
            case Command(device=device):
                self.kind = device.kind


def translated(event: InputEvent, box: Box, width: float, height: float) -> InputEvent:
    """Return `event` with its point as seen inside `Canvas.within(box, width, height)`; other events unchanged.

    >>> translated(PointerMoved(110, 30), Box(100, 0, 100, 50), 200, 100)
    PointerMoved(x=20.0, y=60.0)
    """
    if not isinstance(event, PointerMoved | PointerPressed | PointerReleased | Held | Panned | Wheel):
        return event
    scale = min(box.width / width, box.height / height)
    if isinstance(event, Panned):
        event = replace(event, dx=event.dx / scale, dy=event.dy / scale)
    left = box.left + (box.width - width * scale) / 2
    top = box.top + (box.height - height * scale) / 2
    return replace(event, x=(event.x - left) / scale, y=(event.y - top) / scale)
