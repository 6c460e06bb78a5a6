"""Where drawers come from: a process with everything loaded and nothing opened, forked for each guest.

It imports no pygame until it is a process of its own, so that the gate which begins it never does. Only Linux has what
this needs: a process that has drawn may be forked there.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import signal
import socket
import sys
import tempfile
from pathlib import Path

import msgspec

from game.core.errors import SpokenError
from game.ground import paths
from game.ground.crash import crashed
from net.address import Address
from net.web.guest import Knock
from net.web.pipe import Pipe

_MOST_BYTES = 4096
_FIRST_FREE = 3
"""The first number of a file that is neither input nor output of the program."""


class Order(msgspec.Struct, frozen=True):
    """What a drawer is told: who the guest is, and by which token the room knows them."""

    knock: Knock
    token: bytes


class Nursery:
    """A process that forks drawers, from its making until `close`. Begun again if it ended."""

    _home: Path
    _control: socket.socket | None
    _pid: int

    def __init__(self, room: Address, password: str) -> None:
        """Raises SpokenError where the system cannot do it."""
        if sys.platform != "linux":
            raise SpokenError("guests.linux")
        self._room, self._password = room, password
        self._home = Path(tempfile.mkdtemp(prefix="souk-guests-"))
        self._control = None
        self._pid = 0
        self._begin()

    def order(self, knock: Knock, token: bytes) -> socket.socket:
        """Return the gate's end of a new drawer's pipe. Raises OSError if no drawer can be begun."""
        ours, drawers = socket.socketpair()
        with drawers:
            told = msgspec.msgpack.encode(Order(knock, token))
            try:
                self._send(told, drawers)
            except OSError:
                self._end()
                self._begin()
                self._send(told, drawers)
        return ours

    def close(self) -> None:
        """End the nursery; drawers end with their pages."""
        self._end()
        logs = self._home / "logs"
        if logs.exists():
            shutil.copytree(logs, paths.logs(), dirs_exist_ok=True)
        shutil.rmtree(self._home, ignore_errors=True)

    def _send(self, told: bytes, drawers: socket.socket) -> None:
        if sys.platform != "win32" and self._control is not None:
            socket.send_fds(self._control, [told], [drawers.fileno()])

    def _begin(self) -> None:
        if sys.platform != "linux":
            return
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._pid = os.fork()
        if self._pid == 0:
            _close_but(theirs.fileno())
            _run(theirs, self._home, self._room, self._password)
        theirs.close()
        self._control = ours

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        with contextlib.suppress(ChildProcessError, ProcessLookupError):
            os.waitpid(self._pid, 0)


def _close_but(kept: int) -> None:
    """Close every file but this one: a drawer holds no connection of anybody else."""
    os.closerange(_FIRST_FREE, kept)
    os.closerange(kept + 1, 1 << 12)


def _run(control: socket.socket, home: Path, room: Address, password: str) -> None:
    """Be the nursery until the gate is gone; never returns."""
    code = 1
    try:
        os.environ |= {"SOUK_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _serve(control, room, password)
        code = 0
    except BaseException as error:
        if isinstance(error, Exception):
            crashed(error, "the nursery of guests")
    finally:
        os._exit(code)


def _serve(control: socket.socket, room: Address, password: str) -> None:
    if sys.platform != "linux":
        return
    from game.scenes.guests.drawer import draw_for, warm

    warm()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system itself takes leave of drawers that end
    while True:
        told, files, _, _ = socket.recv_fds(control, _MOST_BYTES, 1)
        if not told:
            return
        with socket.socket(fileno=files[0]) as link:
            if os.fork() == 0:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                order = msgspec.msgpack.decode(told, type=Order)
                draw_for(Pipe(link), order.knock, room, password, order.token)
                os._exit(0)
