"""The host's sockets: turns bytes into frames, and enforces the limits on strangers.

One event loop in one thread. A connection that breaks a limit is told so once and dropped; nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from net.allowance import Allowance, SourceAllowance
from net.heirs import Hosting, Hosts, Rival, is_claim
from net.host.match.disk import Aside
from net.host.room.heirs import Knock
from net.host.room.link import Link
from net.host.room.room import Room
from net.limits import FRAME_TO_DOOR, FRAME_TO_HOST, HostLimits
from net.messages import Play
from net.parts import DropReason
from net.proof import new_secret
from net.states import LinkState
from net.wire import FrameReader, UnknownTypeError, WireError, client_message, host_message, pack

_LOOK = 0.5
"""Seconds between two checks for connections that are idle, slow or late."""
_ACCEPTED_AT_ONCE = 8
"""Connections that the loop accepts at once before it handles anything else; asyncio takes its `backlog` for this."""
_KNOCK = 4.0
"""Seconds in which an heir's port must take a connection."""
_QUEUE = 128
"""Connections that the system queues until they are accepted."""
_OUTSIDE = {LinkState.GREETING, LinkState.PROVING}
_UNHEARD: frozenset[DropReason] = frozenset({"too_fast", "too_long", "malformed", "unexpected"})
"""Reasons for a drop after which nothing more is read, so that what still arrives costs nothing."""


class Connection(Link, asyncio.Protocol):
    def __init__(self, host: Host) -> None:
        super().__init__("")
        self._host = host
        self._limits = host.limits
        self._reader = FrameReader(FRAME_TO_DOOR)
        self._messages = Allowance(self._limits.messages, self._limits.messages_burst)
        self._flow = Allowance(self._limits.flow, self._limits.flow_burst)
        self._bytes = Allowance(self._limits.bytes, self._limits.bytes_burst)
        self._transport: asyncio.Transport | None = None
        self._queue: deque[bytes | Iterator[bytes]] = deque()
        """Frames to be sent when the peer has read more: a long past, and everything after it."""
        self._queued = 0
        self._full = False
        """Whether the system takes no more bytes for now."""
        self.since = self.heard = host.clock()
        self._frame_since: float | None = None
        self.is_cut = False
        self.dropped: DropReason | None = None
        """The reason for which the connection was dropped, for the host's log."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.address = str((transport.get_extra_info("peername") or ("?",))[0])
        self._host.opened(self)

    def data_received(self, data: bytes) -> None:
        now = self._host.clock()
        if self.closed:
            return
        try:
            if not self._bytes.take(now, len(data)):
                raise WireError("too_fast")
            for body in self._reader.feed(data):
                self.heard = now
                message = client_message(body)
                if isinstance(message, Play) and self._host.room.flows(self):
                    if not self._flow.take(now):
                        continue
                elif not self._messages.take(now):
                    raise WireError("too_fast")
                if self.state not in _OUTSIDE:
                    self._host.room.core.heard(message, len(body))
                self._host.room.received(self, message, now)
                if self.closed:
                    return
                if self.state not in _OUTSIDE:
                    self._reader.limit = FRAME_TO_HOST
        except WireError as error:
            self.drop(error.why)
        finally:
            self._host.wake()
        self._frame_since = (self._frame_since or now) if self._reader.partial else None

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_queue()
        self._host.gone(self)

    def send(self, frame: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self.unread > self._limits.unread:
            self.dropped = self.dropped or "too_slow"
            self._transport.abort()
        elif self._queue:
            self._queue.append(frame)
            self._queued += len(frame)
        else:
            self._transport.write(frame)

    def hasten(self, frame: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame)

    def pour(self, frames: Iterator[bytes]) -> None:
        self._queue.append(frames)
        self._drain()

    @property
    def unread(self) -> int:
        """Bytes that the system has not taken yet."""
        return self._queued + (self._transport.get_write_buffer_size() if self._transport else 0)

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self._drain()

    def _drain(self) -> None:
        """Send queued frames as far as the system takes them."""
        while self._queue and not self._full and self._transport is not None and not self._transport.is_closing():
            first = self._queue[0]
            frame = first if isinstance(first, bytes) else next(first, None)
            if isinstance(first, bytes):
                self._queued -= len(first)
            if frame is None or frame is first:
                self._queue.popleft()
            if frame is not None:
                self._transport.write(frame)

    def _forget_queue(self) -> None:
        """Drop queued frames, which nobody waits for any more."""
        self._queue.clear()
        self._queued = 0

    def drop(self, why: DropReason, **values: str | int) -> None:
        if not self.closed:
            self.dropped = why
            self._forget_queue()
            if why in _UNHEARD and self._transport is not None:
                self._transport.pause_reading()
        super().drop(why, **values)

    def close(self) -> None:
        """Let the bytes already sent go out, then close; a peer that does not read in time is cut off."""
        transport = self._transport
        self._forget_queue()
        if transport is None:
            return
        if transport.can_write_eof():
            with contextlib.suppress(OSError):
                transport.write_eof()
        self._host.later(self._limits.farewell, transport.abort)

    def cut(self) -> None:
        """Close at once, even if bytes were not read."""
        self.is_cut = True
        if self._transport is not None:
            self._transport.abort()

    def look(self, now: float) -> None:
        """Drop the connection if it is idle, slow or late."""
        if self.closed:
            return
        if self.state is LinkState.GREETING and now - self.since > self._limits.greeting:
            self.drop("idle")
        elif self._frame_since is not None and now - self._frame_since > self._limits.frame:
            self.drop("too_slow")
        elif now - self.heard > self._limits.idle:
            self.drop("idle")


class Host:
    """A room served on a TCP port. `run` serves until `stop`."""

    def __init__(self, room: Room, clock: Callable[[], float] = time.monotonic, *, flushes_aside: bool = True) -> None:
        """Serve a room by a clock. `flushes_aside`: whether threads wait for the disk, instead of the event loop."""
        self.room = room
        if flushes_aside:
            room.core.disk = Aside(self._wake_from_thread)
        self.limits: HostLimits = room.core.limits
        self.clock = clock
        self.port = 0
        each = (self.limits.arrivals, self.limits.arrivals_burst)
        together = (self.limits.arrivals_all, 2 * self.limits.arrivals_all)
        self._arrivals = SourceAllowance(each, together, spared=self.limits.arrivals_spared)
        self.connected: dict[Connection, None] = {}
        """All connections in the order they came, including dropped ones to which the reason is still being sent."""
        self._server: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._stopping = False
        self._knocking: set[asyncio.Task[None]] = set()

    @property
    def connections(self) -> int:
        """Number of connections, including dropped ones to which the reason is still being sent."""
        return len(self.connected)

    @property
    def _open(self) -> int:
        """Number of connections that were not dropped."""
        return sum(not connection.closed for connection in self.connected)

    async def listen(self, port: int, address: str | None = None, *, or_any: bool = False) -> None:
        """Begin to listen; port 0 means any free one. With `or_any`, a port that is taken is replaced by a free one.
        Raises OSError.
        """
        try:
            await self._listen(port, address)
        except OSError as error:
            if not or_any or error.errno != errno.EADDRINUSE:
                raise
            await self._listen(0, address)

    async def _listen(self, port: int, address: str | None) -> None:
        self._loop = loop = asyncio.get_running_loop()
        listening = _bound(address or "0.0.0.0", port)
        try:
            self._server = await loop.create_server(lambda: Connection(self), sock=listening, backlog=_ACCEPTED_AT_ONCE)
            listening.listen(_QUEUE)
        except OSError:
            listening.close()
            raise
        self.port = self.room.core.port = listening.getsockname()[1]

    async def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Serve until `stop` is called or `until` returns True, then send everybody away."""
        looked = self.clock()
        try:
            while not (self._stopping or self.room.heirs.moved or until()):
                now = self.clock()
                if now - looked >= _LOOK:
                    looked = now
                    for connection in list(self.connected):
                        connection.look(now)
                self.room.settle(now)
                for knock in self.room.heirs.take_knocks():
                    self._aside(self._knock(knock))
                for rival in self.room.heirs.majority.take_rivals(now):
                    self._aside(self._ask(rival))
                wait = min(_LOOK, self.room.wake(self.clock()))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), max(wait, 0.001))
                self._woken.clear()
        finally:
            await self._close()

    async def _knock(self, knock: Knock) -> None:
        """Look whether an heir can be reached, as its guests would have to."""
        reached = False
        with contextlib.suppress(OSError, TimeoutError):
            _, writer = await asyncio.wait_for(asyncio.open_connection(knock.address, knock.port), _KNOCK)
            writer.close()
            reached = True
        self.room.heirs.knocked(knock, reached=reached)

    async def _ask(self, rival: Rival) -> None:
        """Ask an heir whether it has opened this room, and hear only who can sign for it."""
        nonce, line = new_secret(), rival.line
        hosting: Hosting | None = None
        with contextlib.suppress(OSError, TimeoutError, WireError, asyncio.IncompleteReadError):
            async with asyncio.timeout(_KNOCK):
                reader, writer = await asyncio.open_connection(line.address, line.port)
                try:
                    writer.write(pack(Hosts(nonce)))
                    hosting = await _answer(reader)
                finally:
                    writer.close()
        core = self.room.core
        before = rival.generation < core.plan.generation  # the host that seemed lost: known by its address alone
        if hosting and (before or is_claim(hosting.signature, line.key, nonce, core.id, hosting.generation)):
            self.room.heirs.answered(rival, hosting)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the loop that waits for another computer, and look at the room when it is done."""

        def done(task: asyncio.Task[None]) -> None:
            self._knocking.discard(task)
            self.wake()

        task = asyncio.create_task(work)
        self._knocking.add(task)
        task.add_done_callback(done)

    def stop(self) -> None:
        """Make `run` end."""
        self._stopping = True
        self.wake()

    def wake(self) -> None:
        """Make `run` look at the room again."""
        self._woken.set()

    def _wake_from_thread(self) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.wake)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after `seconds`."""
        asyncio.get_running_loop().call_later(seconds, call)

    def opened(self, connection: Connection) -> None:
        """Take a new connection. If there are too many, the one that has waited longest to be let in is dropped, or the
        new one.
        """
        self.connected[connection] = None
        if not self._arrivals.take(connection.address, self.clock()):
            connection.drop("too_fast")
        leaving: list[Connection] = []
        outside: list[Connection] = []
        for other in self.connected:  # once for each arrival, of which strangers make many
            if other.state is LinkState.CLOSED:
                leaving += [] if other.is_cut else [other]
            elif other.state in _OUTSIDE:
                outside.append(other)
        for other in leaving[: -self.limits.leaving_connections]:
            other.cut()
        if len(outside) > self.limits.greeting_connections:
            outside[0].drop("idle")
        elif len(self.connected) > self.limits.connections and self._open > self.limits.connections:
            connection.drop("full")

    def gone(self, connection: Connection) -> None:
        """Forget a connection that is lost or closed."""
        self.connected.pop(connection, None)
        self.room.lost(connection, self.clock())
        self.wake()

    async def _close(self) -> None:
        for knocking in self._knocking:
            knocking.cancel()
        self.room.close(self.clock())
        if self._server is not None:
            self._server.close()
        for connection in list(self.connected):
            connection.drop("closing")
        deadline = self.clock() + self.limits.farewell
        while self.connected and self.clock() < deadline:
            await asyncio.sleep(0.01)


async def _answer(reader: asyncio.StreamReader) -> Hosting | None:
    """Return the answer of a host that was asked whether it hosts the room; None for anything else. Raises OSError,
    WireError or IncompleteReadError.
    """
    frames = FrameReader(FRAME_TO_DOOR)
    while data := await reader.read(FRAME_TO_DOOR):
        for body in frames.feed(data):
            with contextlib.suppress(UnknownTypeError):
                message = host_message(body)
                return message if isinstance(message, Hosting) else None
    return None


def _bound(address: str, port: int) -> socket.socket:
    """Return a TCP socket bound to an address. Raises OSError.

    asyncio sets TCP_NODELAY only if a socket names its protocol; without it, a move waits 40 ms for the one before.
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on other systems the option would let another program take over the port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((address, port))
    except OSError:
        bound.close()
        raise
    return bound
