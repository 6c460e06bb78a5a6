"""Messages between a gate and a drawer, over a pair of sockets: a letter for the kind, the length, the bytes."""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import struct
from collections.abc import Coroutine
from typing import Any, Literal, TypeAlias

HEAD = struct.Struct(">cI")
MOST_BYTES = 1 << 22
"""The most bytes of a message: a whole picture, finely drawn, is a tenth of it."""
Kind: TypeAlias = Literal["text", "bytes", "seat", "again", "code", "game"]
"""What a message is: JSON for or from the page, bytes for or from it, the token of the guest's seat, or the game of
their room. A shared drawing is told which tiles are wanted again (their places, a column and a row each; none: all),
sends them as that, and is told the address to scan.
"""
_LETTERS: dict[Kind, bytes] = {"text": b"t", "bytes": b"b", "seat": b"s", "again": b"a", "code": b"c", "game": b"g"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}


class PipeError(Exception):
    """The other end sent what is no message."""


def framed(kind: Kind, data: bytes) -> bytes:
    """Return a message as it is sent."""
    return HEAD.pack(_LETTERS[kind], len(data)) + data


def head_of(head: bytes) -> tuple[Kind, int]:
    """Return the kind and the length of a message. Raises PipeError."""
    letter, length = HEAD.unpack(head)
    if letter not in _KINDS or length > MOST_BYTES:
        raise PipeError(f"{letter!r} of {length} bytes")
    return _KINDS[letter], length


class Pipe:
    """The drawer's end. It waits only where it is told to."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._heard = bytearray()
        self.open = True
        """Whether the gate is still there."""

    def wait(self, seconds: float, other: int = -1) -> bool:
        """Wait until something arrives, here or at the socket of number `other`, for this long at most. Return whether
        it has arrived there.
        """
        watched = [self._link.fileno(), *([other] if other >= 0 else [])]
        return other in select.select(watched, [], [], max(0.0, seconds))[0]

    def read(self) -> list[tuple[Kind, bytes]]:
        """Return the messages that have arrived. Raises PipeError."""
        self._link.setblocking(False)
        try:
            while data := self._link.recv(1 << 16):
                self._heard += data
            self.open = False
        except BlockingIOError:
            pass
        except OSError:
            self.open = False
        found: list[tuple[Kind, bytes]] = []
        while len(self._heard) >= HEAD.size:
            kind, length = head_of(bytes(self._heard[: HEAD.size]))
            if len(self._heard) < HEAD.size + length:
                break
            found.append((kind, bytes(self._heard[HEAD.size : HEAD.size + length])))
            del self._heard[: HEAD.size + length]
        return found

    def send(self, kind: Kind, data: bytes) -> None:
        """Send a message, waiting until the gate has room for it."""
        self._link.settimeout(10.0)
        try:
            self._link.sendall(framed(kind, data))
        except OSError:
            self.open = False

    def close(self) -> None:
        """Close this end."""
        self.open = False
        self._link.close()


class GateEnd:
    """The gate's end, within an event loop. What a drawer has said is heard to the end, even where it ended before it
    was told what was meant for it: a stream of asyncio would lose both at the first byte that cannot be sent.
    """

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self._link = link
        self._heard = bytearray()

    async def read(self) -> tuple[Kind, bytes] | None:
        """Return the next message; None once the drawer has ended. Raises PipeError."""
        try:
            kind, length = head_of(await self._take(HEAD.size))
            return kind, await self._take(length)
        except (EOFError, OSError):
            return None

    async def send(self, kind: Kind, data: bytes) -> None:
        """Send a message, waiting until there is room for it; nothing happens where the drawer has ended."""
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().sock_sendall(self._link, framed(kind, data))

    def close(self) -> None:
        """Close this end; not while anybody reads or sends."""
        self._link.close()

    async def _take(self, size: int) -> bytes:
        """Return so many bytes. Raises EOFError, OSError."""
        while len(self._heard) < size:
            data = await asyncio.get_running_loop().sock_recv(self._link, 1 << 16)
            if not data:
                raise EOFError
            self._heard += data
        taken = bytes(self._heard[:size])
        del self._heard[:size]
        return taken


async def until_one_ends(*parts: Coroutine[Any, Any, None]) -> None:
    """Run all of these until one of them ends, then end the others. Raises what the first one raised."""
    tasks = [asyncio.create_task(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
