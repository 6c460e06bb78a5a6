"""What is said between a match and a bot's process: frames for Python bots; bot_program.py has lines for programs.

Every message of the match has an `id` that its reply repeats, and gets exactly one reply. So an answer that
comes too late is known as such, whatever was asked in between.
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
"""The longest frame or line a bot may send."""
MOST_AFTER = 3_600_000
"""Milliseconds for which a bot may hold back what it plays."""
QUOTED = 80
"""How many characters of stray output a sentence quotes."""
MOST_HEARD = 4096
"""Bytes of a reply that are kept to show what a bot said."""

_LENGTH = struct.Struct(">I")


class Open(msgspec.Struct, frozen=True, tag="setup", tag_field="type"):
    """A match begins: make the bot of this seat."""

    id: int
    setup: BotSetup
    lists: dict[str, bytes] = {}
    """The attached files that the options name (core/attachments.py), by digest."""


class Decide(msgspec.Struct, frozen=True, tag="request", tag_field="type"):
    """A decision is asked for."""

    id: int
    request: Request


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="type"):
    """The bot's first reply: it was made and can be asked."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    """The number of the message it replies to."""


class Answer(msgspec.Struct, Generic[ActionT], frozen=True, tag="answer", tag_field="type"):
    """The bot's reply to a question: the action it plays."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    """The number of the message it replies to."""
    action: ActionT
    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_AFTER)] | None = None
    """Milliseconds that the window's clock is to show when it is played, where a game has such a clock."""


class Failed(msgspec.Struct, frozen=True, tag="failed", tag_field="type"):
    """The process tells why it cannot answer."""

    id: int
    kind: str
    key: str
    values: dict[str, Any]
    goes_on: bool = False
    """Whether only this decision is lost, and the bot can be asked again."""


Reply: TypeAlias = Ready | Answer[Any] | Failed
MessageT_contra = TypeVar("MessageT_contra", contravariant=True)
ReplyT_co = TypeVar("ReplyT_co", covariant=True)


class GarbageError(SpokenError):
    """What a bot sent is not what the protocol says."""


class EndedError(Exception):
    """The bot closed its end, most often by dying."""


class Source:
    """A bounded reader of a pipe."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = bytearray()
        self.heard = b""
        """The beginning of what came since it was last emptied."""

    def exactly(self, count: int) -> bytes:
        """The next `count` bytes. Raises EndedError."""
        while len(self._buffer) < count:
            self._fill()
        return self._take(count)

    def line(self, most: int) -> bytes:
        """The next line without its end. Raises EndedError, or GarbageError where it is longer than `most`."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > most:
                raise GarbageError("bots.garbage.long", most=most)
            self._fill()
        return self._take(end + 1).rstrip(b"\r\n")

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _fill(self) -> None:
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
    """A message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return _LENGTH.pack(len(data)) + data


def read_frame(source: Source, most: int) -> bytes:
    """The next frame's content. Raises EndedError, or GarbageError where it is longer than `most`."""
    (length,) = _LENGTH.unpack(source.exactly(_LENGTH.size))
    if length > most:
        raise GarbageError("bots.garbage.long", most=most)
    return source.exactly(length)


class Dialect(Protocol[MessageT_contra, ReplyT_co]):
    """How messages become bytes and replies are read."""

    def pack(self, message: MessageT_contra, /) -> bytes:
        """A message as it is sent."""

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """The last message, which gets no reply; empty where a bot needs none."""

    def read(self, source: Source, /) -> ReplyT_co:
        """The next reply, typed. Raises EndedError or GarbageError."""

    def shown(self, said: bytes) -> str:
        """What a bot said, in the form its author knows."""


class RawReply(msgspec.Struct, frozen=True):
    """A reply before its action is read."""

    type: str
    id: int
    action: msgspec.Raw = msgspec.Raw(b"")
    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_AFTER)] | None = None
    kind: str = "crash"
    key: str = "bots.crash.raised"
    values: dict[str, Any] = {}
    goes_on: bool = False


class FrameDialect:
    """Length-prefixed msgpack: how a match speaks with `bot_worker`."""

    def __init__(self, info: GameInfo) -> None:
        self._action = msgspec.msgpack.Decoder(info.action)
        self._reply = msgspec.msgpack.Decoder(RawReply)

    def pack(self, message: Open | Decide) -> bytes:
        return pack_frame(message)

    def read(self, source: Source) -> Reply:
        """The next reply, its action typed. Raises EndedError or GarbageError."""
        data = read_frame(source, MOST_BYTES)
        return typed_reply(data, self._reply.decode, self._action.decode)

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """None: the worker forgets the bot when the next one is made."""
        return b""

    def shown(self, said: bytes) -> str:
        """What a bot returned, as JSON where it can be read."""
        try:
            reply = self._reply.decode(said[_LENGTH.size :])
            if reply.type != "answer":
                return ""
            return msgspec.json.encode(msgspec.msgpack.decode(reply.action)).decode()
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError):
            return quote(said)


def typed_reply(data: bytes, reply: Callable[[bytes], RawReply], action: Callable[[msgspec.Raw], Any]) -> Reply:
    """A reply with its action typed. Raises GarbageError."""
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
    """The beginning of what a bot sent, printable and in one line."""
    text = "".join(sign if sign.isprintable() else "·" for sign in data[: 4 * QUOTED].decode("utf-8", "replace"))
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"
