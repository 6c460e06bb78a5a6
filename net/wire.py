"""Frames: a length (4 bytes, big-endian), then a msgpack body that is one message.

The length is checked first, so that nobody waits for announced gigabytes. A body is decoded directly into the type it
must have; msgspec limits nesting, and knows no extension types there.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest
from typing import get_args

import msgspec

from net.limits import NAME
from net.messages import ClientMessage, HostMessage, tag_of
from net.parts import DropReason, ToClient, ToHost

_LENGTH = struct.Struct(">I")
_FROM_CLIENT: msgspec.msgpack.Decoder[ClientMessage] = msgspec.msgpack.Decoder(ClientMessage)
_FROM_HOST: msgspec.msgpack.Decoder[HostMessage] = msgspec.msgpack.Decoder(HostMessage)
_ENCODER = msgspec.msgpack.Encoder()
_UNWANTED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800").union(map(chr, _SELECTORS))
"""Characters that count as letters or marks but are invisible: they must not make two names look alike."""
_MARKS_IN_A_ROW = 2
_JOINER = "\u200d"
"""Joins emoji into one."""


class WireError(Exception):
    """Bytes that arrived are no message of the protocol; `why` is the reason to drop their sender."""

    def __init__(self, why: DropReason) -> None:
        super().__init__(why)
        self.why = why


class UnknownTypeError(WireError):
    """A message has a type that this program does not know."""

    def __init__(self) -> None:
        super().__init__("malformed")


class _AnyMessage(msgspec.Struct):
    type: str


_ANY: msgspec.msgpack.Decoder[_AnyMessage] = msgspec.msgpack.Decoder(_AnyMessage)
_TYPES = frozenset(map(tag_of, get_args(HostMessage)))


def pack(message: ToHost | ToClient) -> bytes:
    """Return a message as a frame."""
    body = _ENCODER.encode(message)
    return _LENGTH.pack(len(body)) + body


def client_message(body: bytes) -> ClientMessage:
    """Return the message in a frame's body from a client. Raises WireError."""
    try:
        return _FROM_CLIENT.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise WireError("malformed") from error


def host_message(body: bytes) -> HostMessage:
    """Return the message in a frame's body from a host. Raises WireError, or UnknownTypeError for a type that may be
    ignored.
    """
    try:
        return _FROM_HOST.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise UnknownTypeError() if _is_unknown(body) else WireError("malformed") from error


def _is_unknown(body: bytes) -> bool:
    """Return whether a body is a message of a type that this program does not know."""
    try:
        return _ANY.decode(body).type not in _TYPES
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False


class FrameReader:
    """Turns received bytes into bodies of frames. It holds at most one unfinished frame of at most `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._data = bytearray()

    @property
    def partial(self) -> bool:
        """Whether a frame has begun and is not complete."""
        return bool(self._data)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the bodies of the frames that `data` completes. `limit` may change between two of them.

        Raises WireError at the first frame that announces more than `limit` bytes.
        """
        self._data += data
        begin = 0
        try:
            while len(self._data) - begin >= _LENGTH.size:
                (length,) = _LENGTH.unpack_from(self._data, begin)
                if length > self.limit:
                    raise WireError("too_long")
                end = begin + _LENGTH.size + length
                if end > len(self._data):
                    break
                body = bytes(self._data[begin + _LENGTH.size : end])
                begin = end
                yield body
        finally:
            del self._data[:begin]


def clean(text: str, *, joined: bool = False) -> str:
    """Return what a person wrote as others see it: NFC, one line, without control characters or stacks of marks.

    Of emoji that are joined, as those of a family are, the first stays, or with `joined` all of them.

    >>> clean("  Le\\u0301ila\\x07\\u202e  \\n\\t of  Fes ")
    'Léila of Fes'
    """
    kept: list[str] = []
    marks = 0
    composed = unicodedata.normalize("NFC", text)
    left_out = False
    for sign, following in zip_longest(composed, composed[1:], fillvalue=" "):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if left_out:
            left_out = False
        elif sign == _JOINER and kept and _is_picture(kept[-1]) and _is_picture(following):
            left_out = not joined
            kept += [sign] if joined else []
        elif sign.isspace():
            kept.append(" ")
        elif kind not in _UNWANTED and sign not in _UNSEEN and marks <= _MARKS_IN_A_ROW:
            kept.append(sign)
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def _is_picture(sign: str) -> bool:
    """Return whether a character may be an emoji, or the colour of one."""
    return unicodedata.category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def clean_name(text: str) -> str:
    """Return the name of a person or a room: the first NAME characters of `clean`; it may be empty.

    >>> clean_name("  The   match of all the people of Fes and Meknes")
    'The match of all the people of F'
    """
    return clean(clean(text)[:NAME])
