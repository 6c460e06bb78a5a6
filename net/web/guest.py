"""What a guest's page and its drawer tell each other, with bounds for everything that a stranger may send.

A page sends JSON as text, and fingers as one binary message: kind, number of the finger, how many points, then the
points. It is told JSON as text, and pictures as binary messages (`game.scenes.guests.tiles`).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from net.limits import NAME
from net.web.phone import MessageError

MOST_BYTES = 2048
"""The most bytes of a message of a page."""
MOST_POINTS = 64
MOST_TEXT = 200
"""The most characters of what is written in a page's field."""
SMALLEST, LARGEST = 320, 1920
"""The least and the greatest width and height of a picture, in pixels."""
USUAL: Final = (824, 1480)
"""The picture of a usual phone that stands upright, its browser's bars in sight."""
EIGHTH: Final = 8
"""Parts of a pixel in which a finger's place is told."""
_HEAD, _POINT = struct.Struct(">BBB"), struct.Struct(">HHI")
FingerKind: TypeAlias = Literal["down", "move", "up"]
_KINDS: Final[tuple[FingerKind, ...]] = ("down", "move", "up")
MOST_FINGERS = 10

LARGEST_TEXT: Final = 130
_Colour: TypeAlias = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")]
_Side: TypeAlias = Annotated[int, Meta(ge=SMALLEST, le=LARGEST)]


class Knock(Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a page: who comes, and how large a picture it shows."""

    invitation: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    """The page's own secret, by which it gets its seat back."""
    name: Annotated[str, Meta(min_length=1, max_length=NAME)]
    width: _Side
    height: _Side
    language: Literal["ko", "en"] = "en"
    watch: bool = False
    text_size: Annotated[int, Meta(ge=100, le=LARGEST_TEXT)] = 100
    """Size of the text, in per cent."""
    calm: bool = False
    """Whether short fades replace movement."""
    colours: Annotated[tuple[_Colour, ...], Meta(min_length=4, max_length=4)] | None = None
    """The colours of the first four seats; None for the usual ones."""
    screen: bool = False
    """Whether the page is a projector's: it shows the code to scan while the room waits, and takes no input."""


class Order(Struct, frozen=True):
    """What a drawer is told when it is begun."""

    knock: Knock
    token: bytes = b""
    """By which the room knows the guest again; empty for a new one."""
    shared: bool = False
    """Whether the drawing is shared by all who watch."""
    game: str = ""
    """The game that the room played last; empty where that is not known."""


class Shown(Struct, frozen=True, tag="shown", forbid_unknown_fields=True):
    """The page shows the picture of this number."""

    number: Annotated[int, Meta(ge=0, lt=1 << 32)]


class Written(Struct, frozen=True, tag="written", forbid_unknown_fields=True):
    """The whole text of the page's field, with what is being composed."""

    text: Annotated[str, Meta(max_length=MOST_TEXT)]


class Entered(Struct, frozen=True, tag="entered", forbid_unknown_fields=True):
    """The text of the field is finished."""


class Sized(Struct, frozen=True, tag="sized", forbid_unknown_fields=True):
    """The page shows pictures of another size now."""

    width: _Side
    height: _Side


@dataclass(frozen=True)
class Finger:
    """A finger that was laid on, moved or lifted: its places, in pixels of the picture, and when it was there."""

    kind: FingerKind
    number: int
    points: tuple[tuple[float, float, int], ...]
    """x, y and milliseconds of the page's clock, the earliest first."""


PageMessage: TypeAlias = Shown | Written | Entered | Sized | Finger
_knocks = msgspec.json.Decoder(Knock)
_texts: msgspec.json.Decoder[Shown | Written | Entered | Sized] = msgspec.json.Decoder(
    Shown | Written | Entered | Sized
)


def read_knock(message: str | bytes) -> Knock:
    """Return a page's first message. Raises MessageError."""
    if not isinstance(message, str):
        raise MessageError("no knock")
    try:
        return _knocks.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MessageError(f"a knock that no page sends: {error}") from error


def read_message(message: str | bytes) -> PageMessage:
    """Return any other message of a page. Raises MessageError."""
    if isinstance(message, bytes):
        return _finger(message)
    try:
        return _texts.decode(message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MessageError(f"a message that no page sends: {error}") from error


def _finger(message: bytes) -> Finger:
    """Return the finger of a binary message.

    >>> _finger(_HEAD.pack(0, 2, 1) + _POINT.pack(80, 164, 5))
    Finger(kind='down', number=2, points=((10.0, 20.5, 5),))
    """
    if len(message) < _HEAD.size:
        raise MessageError(f"{len(message)} bytes")
    kind, number, count = _HEAD.unpack_from(message)
    long_enough = len(message) == _HEAD.size + count * _POINT.size
    if kind >= len(_KINDS) or number >= MOST_FINGERS or not 0 < count <= MOST_POINTS or not long_enough:
        raise MessageError("a finger that no page has")
    points = _POINT.iter_unpack(message[_HEAD.size :])
    return Finger(_KINDS[kind], number, tuple((x / EIGHTH, y / EIGHTH, at) for x, y, at in points))
