"""The file format of recordings: a line that names the format, then frames in a chain of digests.

A frame is a length (4 bytes, big-endian), a digest (8 bytes) and a msgpack body. The digest covers the previous digest
and the body, so a changed byte anywhere breaks the chain from there on. A file that ends in the middle of a frame
(power failure, full disk) is read up to its last whole frame.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from game.core import holding
from game.core.errors import SpokenError, reason

MAGIC = b"SOUK REPLAY 1\n"
MAX_FRAME = 1 << 22
MAX_FILE = 1 << 26
"""Most bytes of a file that is read: a thousand times a long match, but little beside a machine's memory."""
_LENGTH, _DIGEST = 4, 8


HELD = "replay.error.held"
"""The text key of the error for a recording that another program is writing."""


class ReplayError(SpokenError):
    """A replay cannot be written, read or played; the sentence says why and what to do."""


class FrameWriter:
    """Appends frames to a file. A frame too long to be read back ends the recording.

    A write that fails (full disk) ends the recording and nothing else: `failure` says why, and the file keeps every
    whole frame. With `durable`, each frame is flushed to the disk at once; without, `sync` flushes all so far. Without
    a `first` frame it continues after the last whole frame of an existing file.
    """

    def __init__(self, path: Path, first: Any | None, *, durable: bool = False, new: bool = False) -> None:
        """Raises ReplayError when the file cannot be written or continued,
        or when it is not empty although `new` was asked for."""
        self.path = path
        self.failure: ReplayError | None = None
        self._durable = durable
        self._digest = b""
        self._end = 0
        try:
            self._file = self._reopened() if first is None else self._created(new)
        except OSError as error:
            raise ReplayError("replay.error.write", path=str(path), why=reason(error)) from error
        if first is not None:
            self._put(MAGIC)
            self._write(first)

    def _created(self, new: bool) -> io.FileIO:
        """Create and lock the file before emptying it: another program may have chosen the same free name just now."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.ExitStack() as unless_done:
            file = unless_done.enter_context(io.FileIO(self.path, "wb", opener=_made))
            try:
                holding.hold(file)
            except OSError as error:
                if holding.held(error):
                    raise ReplayError(HELD, path=str(self.path)) from error
            if self.path.is_file():
                if new and self.path.stat().st_size:
                    raise ReplayError(HELD, path=str(self.path))
                file.truncate(0)
            unless_done.pop_all()
        return file

    def _reopened(self) -> io.FileIO:
        """Open and lock the file before reading it: the program that held it before may have written more."""
        with contextlib.ExitStack() as unless_done:
            file = unless_done.enter_context(io.FileIO(self.path, "r+b", opener=_at_once))
            try:
                holding.hold(file)
            except OSError as error:
                if holding.held(error):
                    raise ReplayError(HELD, path=str(self.path)) from error
            self._end = len(MAGIC)
            for frame in frames(self.path, read_bytes(self.path)):
                self._digest, self._end = frame.digest, frame.end
            file.truncate(self._end)
            file.seek(self._end)
            unless_done.pop_all()
        return file

    def sync(self) -> None:
        """Flush everything written so far to the disk. Never raises for a disk error; see `failure`."""
        if self.failure is None and not self._file.closed:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                self.stop(error)

    def flushing(self) -> Callable[[], None]:
        """Return a call that flushes everything written so far, for another thread; the call raises OSError.

        The file may be written and closed in the meantime. On an error, call `stop` in the thread that writes.
        """
        if self.failure is not None or self._file.closed:
            return lambda: None
        try:
            return partial(_flush, os.dup(self._file.fileno()))
        except OSError:  # the process has no descriptor left
            self.sync()
            return lambda: None

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._file.close()

    def _write(self, frame: Any) -> None:
        body = msgspec.msgpack.encode(frame)
        if len(body) > MAX_FRAME or self._end + _LENGTH + _DIGEST + len(body) > MAX_FILE:
            self.stop(OSError(errno.EFBIG, os.strerror(errno.EFBIG)))
            return
        framed, digest = frame_of(self._digest, body)
        if self._put(framed):
            self._digest = digest

    def _put(self, data: bytes) -> bool:
        """Write all of `data` or nothing. Returns whether it was written."""
        if self.failure is not None or self._file.closed:
            return False
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(28, os.strerror(28))
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            self.stop(error)
            return False
        self._end += len(data)
        return True

    def stop(self, error: OSError) -> None:
        """Cut the file to whole frames and write no more, because of a disk error."""
        if self.failure is not None or self._file.closed:
            return
        self.failure = ReplayError("replay.error.stopped", path=str(self.path), why=reason(error))
        try:
            self._file.truncate(self._end)
        except OSError:
            pass
        finally:
            self._file.close()


def _flush(descriptor: int) -> None:
    """Flush a file to the disk and close this descriptor. Raises OSError."""
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class RawFrame:
    """A frame with its place in the file: its body, which begins at byte `at`, the byte after it, and its digest."""

    body: bytes
    at: int
    end: int
    digest: bytes


def read_bytes(path: Path, *, first: bool = False) -> bytes:
    """Return the bytes of a recording, or of its header and `first` frame only. Raises ReplayError."""
    try:
        with open(path, "rb", opener=_at_once) as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise ReplayError("replay.error.no_replay", path=str(path))
            data = file.read(_LENGTH + _DIGEST if first else MAX_FILE + 1)
            if first:
                data += file.read(min(int.from_bytes(data[:_LENGTH], "big"), MAX_FRAME))
    except OSError as error:
        raise ReplayError("replay.error.read", path=str(path), why=reason(error)) from error
    if len(data) > MAX_FILE:
        raise ReplayError("replay.error.size", path=str(path), most=MAX_FILE >> 20)
    return MAGIC + data


def _at_once(name: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe:
    a pipe among the files is refused like any other junk."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _made(name: str, flags: int) -> int:
    """Open a file without waiting for a pipe, creating it where it is missing and not emptying it."""
    return _at_once(name, flags & ~os.O_TRUNC)


def first_frame(path: Path) -> RawFrame:
    """Return the first frame of a file without reading the others. Raises ReplayError."""
    for frame in frames(path, read_bytes(path, first=True)):
        return frame
    raise ReplayError("replay.error.no_header", path=str(path))


def frames(path: Path, data: bytes) -> Iterator[RawFrame]:
    """Yield the frames of a file, each checked against the chain; an incomplete last frame is left out.

    Raises ReplayError at the first frame that was changed.
    """
    at, digest = len(MAGIC), b""
    while at + _LENGTH + _DIGEST <= len(data):
        length = int.from_bytes(data[at : at + _LENGTH], "big")
        body_at = at + _LENGTH + _DIGEST
        if length > MAX_FRAME:
            raise ReplayError("replay.error.frame", path=str(path), at=at)
        body = data[body_at : body_at + length]
        if len(body) < length:
            return
        digest = chain(digest, body)
        if digest != data[at + _LENGTH : body_at]:
            raise ReplayError("replay.error.digest", path=str(path), at=at)
        yield RawFrame(body, body_at, body_at + length, digest)
        at = body_at + length


def frame_of(digest: bytes, body: bytes) -> tuple[bytes, bytes]:
    """Return the frame of a body that follows one with `digest`, and its own digest."""
    following = chain(digest, body)
    return len(body).to_bytes(_LENGTH, "big") + following + body, following


def chain(digest: bytes, body: bytes) -> bytes:
    """Return the digest of a frame that follows one with `digest`."""
    return blake2b(digest + len(body).to_bytes(_LENGTH, "big") + body, digest_size=_DIGEST).digest()
