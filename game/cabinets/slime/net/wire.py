"""The bytes of the Slime contest protocol: docs/slime-contest.md, "Protocol".

The first byte of a client's message tells its length, so messages may arrive split or joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Literal, TypeAlias

import msgspec

from game.cabinets.slime.field import TURNS
from game.cabinets.slime.rules import Heading, Headings, View

PORT = 25252
HELLO = 24
COMMAND = 7
MESSAGE = 41
STATE = 347
"""Length in bytes of a state message; HELLO, COMMAND and MESSAGE are the lengths of the other kinds."""
NEUTRAL = 255
MESSAGE_MARK = 255
"""The first byte of a client's text message; no turn number begins with it."""
MALFORMED = b"\xff"
"""The server's answer to bytes that it cannot read, and to a client for which no team is free."""

ByteOrder: TypeAlias = Literal["little", "big"]


class Hello(msgspec.Struct, frozen=True):
    """The first message of a client."""

    team: int
    """The team that the client would like, 0 or 1."""
    name: str


class Command(msgspec.Struct, frozen=True):
    """The headings that a client gives its slimes for a turn."""

    turn: int
    """How many turns had been played when the client decided."""
    headings: Headings


class Message(msgspec.Struct, frozen=True):
    """A text to show beside a team's banner."""

    text: str


class Broken(Enum):
    """Stands for a message that cannot be read, by its kind."""

    HELLO = "hello"
    COMMAND = "command"
    MESSAGE = "message"


Received: TypeAlias = Hello | Command | Message | Broken


class Reader:
    """Splits a client's stream of bytes into messages: first a Hello, then commands and texts."""

    def __init__(self, byte_order: ByteOrder = "little") -> None:
        self._byte_order = byte_order
        self._greeted = False
        self._buffer = bytearray()

    @property
    def incomplete(self) -> bool:
        """Whether a message has begun but not ended."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> Iterator[Received]:
        """Yield the messages that are complete with this data."""
        self._buffer += data
        at = 0
        while at < len(self._buffer) and at + (length := self._length(self._buffer[at])) <= len(self._buffer):
            body = bytes(self._buffer[at : at + length])
            at += length
            if self._greeted:
                yield read_message(body) if body[0] == MESSAGE_MARK else read_command(body, self._byte_order)
            else:
                self._greeted = True
                yield read_hello(body)
        del self._buffer[:at]

    def _length(self, first: int) -> int:
        if not self._greeted:
            return HELLO
        return MESSAGE if first == MESSAGE_MARK else COMMAND


def read_hello(body: bytes) -> Hello | Broken:
    """Read a client's first message from its 24 bytes."""
    name = _text(body[1:])
    return Broken.HELLO if body[0] > 1 or name is None else Hello(body[0], name)


def read_command(body: bytes, byte_order: ByteOrder) -> Command | Broken:
    """Read a command from its 7 bytes."""
    turn = int.from_bytes(body[:2], byte_order)
    if turn > TURNS or max(body[2:]) > max(Heading):
        return Broken.COMMAND
    one, two, three, four, five = (Heading(heading) for heading in body[2:])
    return Command(turn, (one, two, three, four, five))


def read_message(body: bytes) -> Message | Broken:
    """Read a text message from its 41 bytes."""
    text = _text(body[1:])
    return Broken.MESSAGE if text is None else Message(text)


def write_state(view: View, byte_order: ByteOrder) -> bytes:
    """Return the 347 bytes of the state after a turn."""
    owners = bytes(NEUTRAL if owner < 0 else owner for owner in view.owners)
    places = bytes(part for slime in view.slimes for part in slime.place)
    return view.turn.to_bytes(2, byte_order) + owners + places


def _text(padded: bytes) -> str | None:
    """Decode zero-padded UTF-8; None where it is invalid. Characters that cannot be shown become spaces."""
    try:
        text = padded.rstrip(b"\0").decode()
    except UnicodeDecodeError:
        return None
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
