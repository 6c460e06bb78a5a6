"""What an evaluation and the process of a player that somebody wrote say to each other.

Sheets (packed_view.py) go there in batches. Answers come back by a *board*, a small file that both have mapped: before
each call its process writes there how many calls of the batch it has begun, and after it the answer. So it is known
which call a process was in when it hung or ended, and what it had answered before.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from game.core.bot.wire import MOST_BYTES, Failed, GarbageError, Ready, Source, pack_frame, quote, read_frame
from game.core.bots import Ending

BATCH: Final = 64
"""Sheets of a batch at the most."""
IN_FLIGHT: Final = 2
"""Batches that are on their way at once: one is answered while the games of the other go on."""
REGION: Final = 1 + BATCH
"""Bytes of the board for each of them: how many calls were begun, then the answers."""


class Begin(msgspec.Struct, frozen=True, tag="begin", tag_field="type"):
    """The first message: load the player."""

    id: int
    board: str
    """The path of the board."""
    seat: int
    seats: int
    options: dict[str, int]


class Batch(msgspec.Struct, frozen=True, tag="batch", tag_field="type"):
    """Calls to be answered, one after another."""

    id: int
    lane: int
    """Which region of the board the answers go to."""
    sheets: bytes
    again: bool = False
    """They were answered before: it is only to be as it was then, and to say nothing."""


class CallFailure(msgspec.Struct, frozen=True):
    """A call that raised an exception."""

    index: int
    """Of its sheet in the batch."""
    text: str


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="type"):
    """All calls of a batch are answered."""

    id: int
    failures: list[CallFailure]


Reply: TypeAlias = Ready | Done | Failed


class SheetDialect:
    """How an evaluation speaks with `outsider_worker`."""

    def __init__(self) -> None:
        self._reply = msgspec.msgpack.Decoder(Reply)

    def pack(self, message: Begin | Batch) -> bytes:
        return pack_frame(message)

    def read(self, source: Source) -> Reply:
        """The next reply. Raises EndedError or GarbageError."""
        data = read_frame(source, MOST_BYTES)
        try:
            reply: Reply = self._reply.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise GarbageError("bots.garbage.text", text=quote(data)) from error
        return reply

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """None: its end of the pipe is closed."""
        return b""

    def shown(self, said: bytes) -> str:
        """Nothing: answers are on the board."""
        return ""


class Board:
    """The board at the side of the evaluation."""

    def __init__(self) -> None:
        """Make the file. Raises OSError where that cannot be done."""
        descriptor, self.path = tempfile.mkstemp(prefix="souk-")
        try:
            os.truncate(descriptor, IN_FLIGHT * REGION)
            self._bytes = mmap.mmap(descriptor, IN_FLIGHT * REGION)
        finally:
            os.close(descriptor)

    def clear(self, lane: int) -> None:
        """Write that no call of a lane's batch was begun."""
        self._bytes[lane * REGION] = 0

    def begun(self, lane: int) -> int:
        """How many calls of a lane's batch were begun; whatever stands there, no more than there can be."""
        return min(self._bytes[lane * REGION], BATCH)

    def answers(self, lane: int, count: int) -> bytes:
        """The first answers of a lane's batch."""
        return self._bytes[lane * REGION + 1 : lane * REGION + 1 + count]

    def hide(self) -> None:
        """Remove the file's name, where a file may be used without one."""
        if os.name == "posix":
            Path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the file."""
        self._bytes.close()
        Path(self.path).unlink(missing_ok=True)
