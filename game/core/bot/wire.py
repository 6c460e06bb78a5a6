"""The messages between a match and a bot's process, and the frames in which Python bots get them.

Programs in other languages get lines (bot/lines.py). Every message of the match has an `id`, which its one reply
repeats, so that a late answer is recognised whatever was asked in between.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

import msgspec

from game.core.bots import BotSetup, Ending, Request
from game.core.errors import SpokenError
from game.core.rules import ActionT, GameInfo

MOST_BYTES = 1 << 20
"""Most bytes of a frame or line from a bot."""
MOST_AFTER = 3_600_000
"""Most milliseconds by which a bot may delay its action."""
QUOTED = 80
"""How many characters of unexpected output a sentence quotes."""
MOST_HEARD = 4096
"""How many bytes of a reply are kept to show what a bot said."""

_LENGTH = struct.Struct(">I")


class Open(msgspec.Struct, frozen=True, tag="setup", tag_field="type"):
    """The message that begins a match: make the bot of this seat."""

    id: int
    setup: BotSetup
    lists: dict[str, bytes] = {}
    """Content of the attached files that the options name (core/attachments.py), by digest."""


class Decide(msgspec.Struct, frozen=True, tag="request", tag_field="type"):
    """The message that asks the bot for a decision."""

    id: int
    request: Request


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="type"):
    """The bot's first reply: it was made and can be asked."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    """The id of the message that this line answers."""


class Answer(msgspec.Struct, Generic[ActionT], frozen=True, tag="answer", tag_field="type"):
    """The bot's reply to a question: the action it plays."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    """The id of the message that this line answers."""
    action: ActionT
    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_AFTER)] | None = None
    """Play the action when the window's clock shows so many milliseconds,
    in games with such a clock; null for at once."""


class Failed(msgspec.Struct, frozen=True, tag="failed", tag_field="type"):
    """A reply saying why the process cannot answer; with id 0, that the process ended."""

    id: int
    kind: str
    key: str
    values: dict[str, Any]
    goes_on: bool = False
    """Whether only this decision is lost, so that the bot can be asked again."""


Reply: TypeAlias = Ready | Answer[Any] | Failed
MessageT_contra = TypeVar("MessageT_contra", contravariant=True)
ReplyT_co = TypeVar("ReplyT_co", covariant=True)


class GarbageError(SpokenError):
    """What a bot sent does not follow the protocol."""


class EndedError(Exception):
    """The bot closed its output, most often by dying."""


class Source:
    """Reads a pipe from a bot and holds only a limited amount in memory."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = bytearray()
        self.heard = b""
        """The beginning of the bytes that came since this was last emptied, at most `MOST_HEARD`."""

    def exactly(self, count: int) -> bytes:
        """Return the next `count` bytes. Raises EndedError."""
        while len(self._buffer) < count:
            self.fill()
        return self._take(count)

    def holds_frame(self, most: int) -> bool:
        """Return whether the next frame has come whole. Raises GarbageError where it is longer than `most` bytes."""
        if len(self._buffer) < _LENGTH.size:
            return False
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > most:
            raise GarbageError("bots.garbage.long", most=most)
        return bool(len(self._buffer) >= _LENGTH.size + length)

    def line(self, most: int) -> bytes:
        """Return the next line without its end.

        Raises EndedError, or GarbageError where it is longer than `most` bytes.
        """
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > most:
                raise GarbageError("bots.garbage.long", most=most)
            self.fill()
        return self._take(end + 1).rstrip(b"\r\n")

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def fill(self) -> None:
        """Read more bytes. Raises EndedError, and BlockingIOError where a pipe that does not block holds none."""
        data = os.read(self._descriptor, 1 << 16)
        if not data:
            raise EndedError
        self._buffer += data
        if len(self.heard) < MOST_HEARD:
            self.heard = (self.heard + data)[:MOST_HEARD]


def send_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`. Raises OSError where the other end is gone."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def pack_frame(message: Any) -> bytes:
    """Return a message as a frame: its length in four bytes, then msgpack."""
    data = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(data)) + data


def read_frame(source: Source, most: int) -> bytes:
    """Return the content of the next frame. Raises EndedError, or GarbageError where it is longer than `most` bytes."""
    (length,) = _LENGTH.unpack(source.exactly(_LENGTH.size))
    if length > most:
        raise GarbageError("bots.garbage.long", most=most)
    return source.exactly(length)


class Dialect(Protocol[MessageT_contra, ReplyT_co]):
    """A way to turn messages into bytes and to read replies."""

    def pack(self, message: MessageT_contra, /) -> bytes:
        """Return a message as the bytes to send."""

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """Return the last message, which gets no reply; empty where a bot needs none."""

    def read(self, source: Source, /) -> ReplyT_co:
        """Read the next reply, typed. Raises EndedError or GarbageError."""

    def shown(self, said: bytes) -> str:
        """Return a bot's output in a form that the bot's author can read."""


class RawReply(msgspec.Struct, frozen=True):
    """A reply whose action is not yet decoded."""

    type: str
    id: int
    action: msgspec.Raw = msgspec.Raw(b"")
    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_AFTER)] | None = None
    kind: str = "crash"
    key: str = "bots.crash.raised"
    values: dict[str, Any] = {}
    goes_on: bool = False


class FrameDialect:
    """Speaks length-prefixed msgpack frames with a Python bot's process (bot/worker.py)."""

    def __init__(self, info: GameInfo) -> None:
        self._action = msgspec.msgpack.Decoder(info.action)
        self._reply = msgspec.msgpack.Decoder(RawReply)

    def pack(self, message: Open | Decide) -> bytes:
        return pack_frame(message)

    def read(self, source: Source) -> Reply:
        """Read the next reply, with its action typed. Raises EndedError or GarbageError."""
        data = read_frame(source, MOST_BYTES)
        return typed_reply(data, self._reply.decode, self._action.decode)

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """Return nothing: a worker needs no farewell and forgets its bot when the next one is made."""
        return b""

    def shown(self, said: bytes) -> str:
        """Return what a bot answered as JSON; where it cannot be decoded, its first bytes as text."""
        try:
            reply = self._reply.decode(said[_LENGTH.size :])
            if reply.type != "answer":
                return ""
            return msgspec.json.encode(msgspec.msgpack.decode(reply.action)).decode()
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError):
            return quote(said)


def typed_reply(data: bytes, reply: Callable[[bytes], RawReply], action: Callable[[msgspec.Raw], Any]) -> Reply:
    """Decode a reply and its action. Raises GarbageError."""
    try:
        raw = reply(data)
    except msgspec.ValidationError as error:
        raise GarbageError("bots.garbage.envelope", error=str(error), text=quote(data)) from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise GarbageError("bots.garbage.text", text=quote(data)) from error
    if raw.type == "ready":
        return Ready(raw.id)
    if raw.type == "failed":
        return Failed(raw.id, raw.kind, raw.key, raw.values, raw.goes_on)
    if raw.type != "answer":
        raise GarbageError("bots.garbage.envelope", error=f"`type` is `{raw.type[:40]}`", text=quote(data))
    if not bytes(raw.action):
        raise GarbageError("bots.garbage.envelope", error="`action` is missing", text=quote(data))
    try:
        return Answer(raw.id, action(raw.action), raw.after)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise GarbageError("bots.garbage.action", error=str(error)) from error


def quote(data: bytes) -> str:
    """Return the beginning of what a bot sent, printable and in one line."""
    text = "".join(sign if sign.isprintable() else "·" for sign in data[: 4 * QUOTED].decode("utf-8", "replace"))
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"
