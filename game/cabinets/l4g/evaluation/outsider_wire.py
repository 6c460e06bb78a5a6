"""The messages between an evaluation and the process of an own player.

Sheets (packed_view.py) are sent in batches, by a *board*: memory that both sides share, and nobody else. A short
message says that a batch stands on it. Before each call the process writes on it how many calls of the batch it has
begun, and after the call the answer. The evaluation therefore knows which call a process was in when it hung or ended,
and its answers before. It believes nothing else on the board, since the player may write what it likes there.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from game.cabinets.l4g.rules.packed_view import LENGTH
from game.core.bot.wire import MOST_BYTES, Failed, GarbageError, Ready, Source, pack_frame, quote, read_frame
from game.core.bots import Ending

BATCH: Final = 64
"""The most sheets of a batch."""
IN_FLIGHT: Final = 2
"""Batches that are sent at once: one is answered while the games of the other go on."""
SHEETS: Final = 1 + BATCH
"""Where the sheets begin in a region of the board."""
REGION: Final = SHEETS + BATCH * LENGTH
"""Bytes of the board for each batch in flight: how many calls were begun, the answers, the sheets."""
BOARD: Final = 3
"""The descriptor of a board without a path."""


class Begin(msgspec.Struct, frozen=True, tag="begin", tag_field="type"):
    """The first message: load the player."""

    id: int
    board: str
    """The path of the board's file; empty where it is the descriptor BOARD."""
    seat: int
    seats: int
    options: dict[str, int]
    trying: bool = False
    """Whether to make an object of the player, too, and drop it."""


class Batch(msgspec.Struct, frozen=True, tag="batch", tag_field="type"):
    """Calls to be answered, one after another."""

    id: int
    lane: int
    """The region of the board."""
    count: int
    """The number of sheets."""
    again: bool = False
    """Whether the calls were answered before: they are repeated only to restore the players, and printing is
    suppressed."""


class CallFailure(msgspec.Struct, frozen=True):
    """A call that raised an exception."""

    index: int
    """The index of the call's sheet in the batch."""
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
        """Return the next reply. Raises EndedError or GarbageError."""
        data = read_frame(source, MOST_BYTES)
        try:
            reply: Reply = self._reply.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise GarbageError("bots.garbage.text", text=quote(data)) from error
        return reply

    def farewell(self, ending: Callable[[], Ending]) -> bytes:
        """Return no bytes: the process ends when its pipe is closed."""
        return b""

    def shown(self, said: bytes) -> str:
        """Return an empty text: answers are on the board, so there is nothing to log."""
        return ""


class Board:
    """The evaluation's side of the board."""

    def __init__(self, *, named: bool) -> None:
        """Make a file that other processes find by its path if it is `named`, else memory that only a descriptor leads
        to. Raises OSError if that fails.
        """
        self.path = ""
        if named or sys.platform != "linux":
            self.descriptor, self.path = tempfile.mkstemp(prefix="souk-")
            os.truncate(self.descriptor, IN_FLIGHT * REGION)
        else:
            self.descriptor = _sealed_memory(IN_FLIGHT * REGION)
        self._bytes = mmap.mmap(self.descriptor, IN_FLIGHT * REGION)

    def write(self, lane: int, sheets: bytes) -> None:
        """Write the sheets of a lane's batch, of which no call was begun."""
        first = lane * REGION + SHEETS
        self._bytes[first : first + len(sheets)] = sheets
        self.clear(lane)

    def clear(self, lane: int) -> None:
        """Write that no call of a lane's batch was begun."""
        self._bytes[lane * REGION] = 0

    def begun(self, lane: int) -> int:
        """Return how many calls of a lane's batch were begun, at most BATCH whatever the file says."""
        return min(self._bytes[lane * REGION], BATCH)

    def answers(self, lane: int, count: int) -> bytes:
        """Return the first `count` answers of a lane's batch."""
        return self._bytes[lane * REGION + 1 : lane * REGION + 1 + count]

    def hide(self) -> None:
        """Let go of the descriptor and of the file's name, on systems where an open file may lose its name."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1
        if self.path and os.name == "posix":
            Path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the file."""
        self.hide()
        self._bytes.close()
        if self.path:
            Path(self.path).unlink(missing_ok=True)


def _sealed_memory(size: int) -> int:
    """Return the descriptor of memory whose size nobody can change: reading what was cut off would end the reader."""
    import fcntl

    if sys.platform != "linux":
        raise OSError("only on Linux")
    descriptor = os.memfd_create("souk-board", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.truncate(descriptor, size)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return descriptor
