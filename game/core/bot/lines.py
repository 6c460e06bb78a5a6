"""The lines that a match and a bot's program exchange: JSON, one object per line.

docs/bot-protocol.md explains them to authors of programs. Their schemas follow from the types here and from the game's
own types.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic

import msgspec

from game.core.bot.wire import (
    MOST_BYTES,
    Answer,
    Decide,
    Failed,
    GarbageError,
    Open,
    RawReply,
    Ready,
    Reply,
    Source,
    quote,
    typed_reply,
)
from game.core.bots import Ending, Request
from game.core.rules import ActionT, Event, GameInfo, OptionsT, Result, ViewT
from game.core.schema import DIALECT, Schema, action_schema, schemas_of

PROTOCOL = 1
"""Version of the protocol of lines, raised when a correct program would no longer be understood."""
SEED_SHIFT = 11
"""By how many low bits seeds are shortened in lines:
the 53 bits that remain are exact in the numbers of every language."""

_Id = Annotated[int, msgspec.Meta(ge=1)]
_Seat = Annotated[int, msgspec.Meta(ge=0)]
_Seed = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]


class Hello(msgspec.Struct, Generic[OptionsT], frozen=True, tag="hello", tag_field="type"):
    """The first line: which match it is, and which seat of it the program plays. It is answered by `ready`."""

    id: _Id
    protocol: int
    """Version of the protocol that these lines follow."""
    game: str
    version: int
    """The version of the game's rules."""
    seat: _Seat
    """The program's own seat, from 0."""
    seats: Annotated[int, msgspec.Meta(ge=1)]
    """How many seats the match has."""
    options: OptionsT
    brief: Any
    """What the seat may know that never changes in this match, said only here;
    null where a game has nothing of the kind."""
    seed: _Seed
    """A seed for the program's own chance in this match: the same match gives the same seed."""
    action_schema: dict[str, Any]
    """The JSON Schema of an action of this game."""


class Ask(msgspec.Struct, Generic[ViewT, ActionT], frozen=True, tag="ask", tag_field="type"):
    """A request for a decision. It is answered by `answer`."""

    id: _Id
    number: Annotated[int, msgspec.Meta(ge=0)]
    """The number of the match's step that this decision is for.
    It is lower than before when a person took a move back."""
    seconds: float | None
    """Seconds left for the answer; null for no limit."""
    view: ViewT
    """Everything that the seat may know now."""
    legal: Sequence[ActionT] | None
    """The actions to choose among; null where a game cannot list them."""
    events: tuple[Event, ...]
    """What happened since the last `ask` (or since the start), as the seat saw it."""
    seed: _Seed
    """A seed for the program's chance in this decision alone."""


class End(msgspec.Struct, Generic[ViewT], frozen=True, tag="end", tag_field="type"):
    """The last line: the match is over. It gets no reply; standard input ends after it."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    """How many steps the match had."""
    view: ViewT
    events: tuple[Event, ...]
    """What happened since the last `ask`, as the seat saw it."""
    result: Result | None
    """The result, one entry for each seat, rank 1 being best; null where people agreed to end the match early."""


class LineDialect:
    """Speaks JSON lines with a bot that is a program in any language."""

    def __init__(self, info: GameInfo) -> None:
        self._info = info
        self._action = msgspec.json.Decoder(info.action)
        self._reply = msgspec.json.Decoder(RawReply)
        self._encoder = msgspec.json.Encoder()
        self._begun = False
        """Whether the first line has been read; a byte order mark may stand before it."""

    def pack(self, message: Open | Decide) -> bytes:
        return self._encoder.encode(self._hello(message) if isinstance(message, Open) else ask_line(message)) + b"\n"

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """Return the last line that a program is sent; it gets no reply."""
        told = ending()
        return self._encoder.encode(End(told.number, told.view, told.events, told.result)) + b"\n"

    def read(self, source: Source) -> Reply:
        """Read the next reply, with its action typed. Raises EndedError or GarbageError."""
        line = source.line(MOST_BYTES)
        if not self._begun:
            line, self._begun = line.removeprefix(codecs.BOM_UTF8), True
        if not line.strip():
            raise GarbageError("bots.garbage.empty")
        if line.startswith(b"{") and not line.rstrip().endswith(b"}"):
            raise GarbageError("bots.garbage.lines", text=quote(line))
        reply = typed_reply(line, self._reply.decode, self._action.decode)
        if isinstance(reply, Failed):
            raise GarbageError("bots.garbage.text", text=quote(line))
        return reply

    def shown(self, said: bytes) -> str:
        """Return a program's output as text, as its author wrote it."""
        return said.decode("utf-8", "replace").rstrip("\r\n")

    def _hello(self, message: Open) -> Hello[Any]:
        setup, info = message.setup, self._info
        return Hello(
            message.id,
            PROTOCOL,
            setup.game,
            info.version,
            setup.seat,
            setup.seats,
            setup.options,
            setup.brief,
            setup.seed >> SEED_SHIFT,
            action_schema(info),
        )


class RecordedLines(LineDialect):
    """Sends a program once more exactly the lines that it was sent in a match."""

    def __init__(self, info: GameInfo, hello: str, line: str) -> None:
        super().__init__(info)
        self._hello_line, self._ask_line = hello, line
        self._ids = 0, 0
        """The id of the last message in this run, and the id in its recorded line."""

    def pack(self, message: Open | Decide) -> bytes:
        line = self._hello_line if isinstance(message, Open) else self._ask_line
        self._ids = message.id, msgspec.json.decode(line, type=_Numbered).id
        return line.encode() + b"\n"

    def read(self, source: Source) -> Reply:
        """Read the next reply, with its action typed and its recorded id replaced by the one of this run.

        An id that does not match becomes 0. Raises EndedError or GarbageError.
        """
        reply, (here, there) = super().read(source), self._ids
        return msgspec.structs.replace(reply, id=here if reply.id == there else 0)


class _Numbered(msgspec.Struct):
    id: int


def ask_line(message: Decide) -> Ask[Any, Any]:
    """Return the line that puts a request to a program."""
    request: Request = message.request
    return Ask(
        message.id,
        request.number,
        request.seconds,
        request.view,
        request.legal,
        request.events,
        request.seed >> SEED_SHIFT,
    )


def protocol_schema(info: GameInfo) -> Schema:
    """Return the JSON Schema of every line of a match of one game; `Action` and `View` are among its definitions."""
    action, view = info.action, info.view
    lines: list[Any] = [Hello[info.options], Ready, Ask[view, action], Answer[action], End[view]]  # type: ignore[name-defined, valid-type]
    (*refs, played), definitions = schemas_of([*lines, action])
    return {
        "$schema": DIALECT,
        "title": f"{info.id} {info.version}, protocol {PROTOCOL}",
        "anyOf": refs,
        "$defs": definitions | {"Action": played},
    }
