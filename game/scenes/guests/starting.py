"""Drawers where the system forks no process: each is this program, started once more.

One of them is always started in advance. It has everything loaded, has drawn what the last guest's page shows, and
waits. Where a guest comes, it calls the gate back over loopback, says a secret that it alone was told, and is told for
whom it draws. A guest who goes before it has called leaves it to the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import hmac
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from typing import BinaryIO, Final, TypeVar

import msgspec

from game.core.process.process_group import ProcessGroup, worker_environment
from game.ground.crash import crashed
from game.ground.program import DRAWER, own_command
from game.scenes.guests.home import QUIET, new_home, remove_home
from net.address import Address
from net.web.guest import Order
from net.web.pipe import Pipe

MOST_GUESTS, MOST_SHOWS = 8, 2
"""How many guests have a drawer of their own, and how many drawings those share who watch, beside the projector's: no
drawer shares its memory with another one, which is some 200 MB for each.
"""
_HERE: Final = "127.0.0.1"
_MEMORY = 1 << 30
"""The most bytes of a drawer, where the system keeps such a limit."""
_PATIENCE, _LOOK, _FIRST = 180.0, 0.25, 1.0
"""Seconds that a drawer may take to call, between two looks whether it still runs, and that who calls may take to say
the secret.
"""
_FAREWELL = 2.0
"""Seconds within which all drawers end by themselves, or are ended."""
_BEHIND = 5
"""How far drawers stand behind other programs where the processor is short, as those that are forked."""
_LENGTH = struct.Struct(">I")
Said = TypeVar("Said")


class Beginning(msgspec.Struct, frozen=True):
    """What a drawer is told when it is started."""

    room: Address
    password: str
    first: Order
    """What is drawn before the order comes."""


class Call(msgspec.Struct, frozen=True):
    """Where a drawer calls back now that a guest waits; it is told the order then."""

    port: int
    secret: bytes


class _Started:
    """A process that draws, or waits for whom it is to draw. It ends with this program and with its page."""

    def __init__(self, beginning: Beginning, environment: dict[str, str]) -> None:
        """Raises OSError where no process can be started."""
        self._group = ProcessGroup(own_command([DRAWER]), environment, _MEMORY)
        self._calling: asyncio.Task[socket.socket] | None = None
        self.tell(beginning)

    @property
    def runs(self) -> bool:
        return self._group.exit_code(0.0) is None

    async def called(self) -> socket.socket:
        """Let the drawer call, and return the connection by which it does. Who waits for that may give it up, and
        another one ask. Raises OSError.
        """
        if self._calling is None:
            self._calling = asyncio.create_task(_called(self))
            self._calling.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._calling)

    def tell(self, said: Beginning | Call | Order) -> None:
        """Raises OSError where the process has ended."""
        data = msgspec.msgpack.encode(said)
        self._group.pipes[0].write(_LENGTH.pack(len(data)) + data)

    def let_go(self) -> None:
        """Tell the process that nothing more is coming: one that waits for its order ends."""
        for pipe in self._group.pipes:
            with contextlib.suppress(OSError):
                pipe.close()

    def end(self, seconds: float = 0.0) -> None:
        """End the process, unless it does so within this time."""
        self._group.exit_code(seconds)
        self._group.kill()
        self._group.collect()


class StartedDrawers:
    """Starts drawers from its making until `close`."""

    def __init__(self, room: Address, password: str, first: Order) -> None:
        """`first`: what is drawn before anybody comes, such as what a usual phone shows."""
        self._room, self._password, self._first = room, password, first
        self._home = new_home()
        self._drawers: list[_Started] = []
        self._spare: list[_Started] = []
        """Those that wait for a guest, the longest first."""
        self._prepare()

    async def order(self, order: Order) -> socket.socket:
        """Return the gate's end of a new drawer's pipe. Raises OSError if no drawer can be begun."""
        drawer = self._taken()
        knock = msgspec.structs.replace(order.knock, name=self._first.knock.name)
        self._first = Order(knock, game=order.game)
        try:
            link = await drawer.called()
            drawer.tell(order)
        except asyncio.CancelledError:
            self._spare.append(drawer)
            raise
        except OSError:
            drawer.end()
            self._prepare()
            raise
        drawer.let_go()
        self._drawers.append(drawer)
        self._prepare()
        return link

    def _taken(self) -> _Started:
        """Return the drawer that has waited longest, or a new one. Raises OSError if none can be started."""
        while self._spare:
            drawer = self._spare.pop(0)
            if drawer.runs:
                return drawer
            drawer.end()
        return self._start()

    def close(self) -> None:
        """End every drawer."""
        left = [*self._drawers, *self._spare]
        for drawer in left:
            drawer.let_go()
        until = time.monotonic() + _FAREWELL
        for drawer in left:
            drawer.end(max(0.0, until - time.monotonic()))
        remove_home(self._home)

    def _prepare(self) -> None:
        """See to it that the next guest finds a drawer that has begun; where that fails, it is tried again then."""
        for drawer in [each for each in self._drawers if not each.runs]:
            drawer.end()
            self._drawers.remove(drawer)
        if not self._spare:
            with contextlib.suppress(OSError):
                self._spare.append(self._start())

    def _start(self) -> _Started:
        environment = {**worker_environment(), **QUIET, "SOUK_HOME": str(self._home)}
        return _Started(Beginning(self._room, self._password, self._first), environment)


async def _called(drawer: _Started) -> socket.socket:
    """Let a drawer call, and return the connection by which it does. Raises OSError."""
    with socket.create_server((_HERE, 0)) as listener:
        listener.setblocking(False)
        secret = secrets.token_bytes(32)
        drawer.tell(Call(listener.getsockname()[1], secret))
        until = time.monotonic() + _PATIENCE
        calling = asyncio.create_task(_caller(listener, secret))
        try:
            while not (await asyncio.wait([calling], timeout=_LOOK))[0]:
                if not drawer.runs or time.monotonic() > until:
                    raise ConnectionError("a drawer did not begin")
            return calling.result()
        finally:
            calling.cancel()
            await asyncio.gather(calling, return_exceptions=True)


async def _caller(listener: socket.socket, secret: bytes) -> socket.socket:
    """Return the first connection that says the secret; any other program of this computer may call as well."""
    loop = asyncio.get_running_loop()
    while True:
        link, _ = await loop.sock_accept(listener)
        told = b""
        with contextlib.suppress(OSError):
            async with asyncio.timeout(_FIRST):
                while len(told) < len(secret) and (data := await loop.sock_recv(link, len(secret) - len(told))):
                    told += data
        if hmac.compare_digest(told, secret):
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return link
        link.close()


def main() -> int:
    """Be a drawer: learn from the standard input what for, draw until the stay is over, and return the exit code."""
    heard = os.fdopen(os.dup(0), "rb")
    _close_streams()
    _stand_behind()
    try:
        beginning = _told(heard, Beginning)
        calls = _Calls(heard)
        from game.scenes.guests.drawer import draw_for
        from game.scenes.guests.warming import Warmth

        Warmth().pictures(beginning.first, unless=lambda: calls.came)
        call = calls.wait()
        link = socket.create_connection((_HERE, call.port))
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.sendall(call.secret)
        draw_for(Pipe(link), _told(heard, Order), beginning.room, beginning.password)
    except EOFError:
        pass  # the gate is gone, or needs no drawer any more
    except Exception as error:
        crashed(error, "a guest's drawer")
        return 1
    return 0


class _Calls:
    """Hears whether a guest waits already, while this process still loads and draws in advance."""

    def __init__(self, heard: BinaryIO) -> None:
        self._heard = heard
        self._call: Call | None = None
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()

    @property
    def came(self) -> bool:
        """Whether a guest waits, or nobody will come any more."""
        return not self._thread.is_alive()

    def wait(self) -> Call:
        """Return what the gate says once a guest has come. Raises EOFError once it is gone."""
        self._thread.join()
        if self._call is None:
            raise EOFError
        return self._call

    def _hear(self) -> None:
        with contextlib.suppress(EOFError):
            self._call = _told(self._heard, Call)


def _told(heard: BinaryIO, kind: type[Said]) -> Said:
    """Return what the gate says next. Raises EOFError once it is gone."""
    head = heard.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    return msgspec.msgpack.decode(heard.read(length), type=kind)


def _close_streams() -> None:
    """Read and write nothing by the standard streams, which the gate closes once a drawer has begun."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _stand_behind() -> None:
    """Let this process run after other programs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        system = ctypes.WinDLL("kernel32")
        system.GetCurrentProcess.restype = ctypes.c_void_p
        system.SetPriorityClass.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        system.SetPriorityClass(system.GetCurrentProcess(), subprocess.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(_BEHIND)
