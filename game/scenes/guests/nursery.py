"""Where drawers come from: a process with everything loaded and nothing opened, forked for each guest.

It imports no pygame until it is a process of its own, so that the gate which begins it never does. Only Linux has what
this needs: a process that has drawn may be forked there.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from game.core.process.confine import die_with_parent
from game.ground.crash import crashed
from game.scenes.guests.home import QUIET, new_home, remove_home
from net.address import Address
from net.web.guest import Order
from net.web.pipe import Pipe

_MOST_BYTES = 4096
_AGAIN = 1.0
"""Seconds between two nurseries that end at once."""
_BEHIND = 5
"""How far drawers stand behind other programs where the processor is short: the host's own window goes first."""
_FIRST_FREE = 3
"""The first number of a file that is neither input nor output of the program."""


class Nursery:
    """A process that forks drawers, from its making until `close`; where it breaks, another one takes its place. To be
    made before the gate has anything that no guest may know.
    """

    _home: Path
    _control: socket.socket | None
    _pid: int

    def __init__(self, room: Address, password: str, first: Order) -> None:
        """`first`: what is drawn before anybody comes, such as what a usual phone shows."""
        self._room, self._password, self._first = room, password, first
        self._home = new_home()
        self._control = None
        self._pid = 0
        self._begin()

    async def order(self, order: Order) -> socket.socket:
        """Return the gate's end of a new drawer's pipe. Raises OSError if no drawer can be begun."""
        ours, drawers = socket.socketpair()
        with drawers:
            try:
                self._send(msgspec.msgpack.encode(order), drawers)
            except OSError:
                ours.close()
                raise
        return ours

    def close(self) -> None:
        """End the nursery; drawers end with their pages."""
        self._end()
        remove_home(self._home)

    def _send(self, told: bytes, drawers: socket.socket) -> None:
        if sys.platform != "win32" and self._control is not None:
            socket.send_fds(self._control, [told], [drawers.fileno()])

    def _begin(self) -> None:
        if sys.platform != "linux":
            return
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        gate = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            _end_with(gate)
            _close_but(theirs.fileno())
            _keep(theirs, lambda: _run(theirs, self._home, self._room, self._password, self._first))
        theirs.close()
        self._control = ours

    def _end(self) -> None:
        if self._control is None:
            return
        self._control.close()
        self._control = None
        with contextlib.suppress(ChildProcessError, ProcessLookupError):
            # While it loads what drawers need, it would not see that the gate is gone.
            os.kill(self._pid, signal.SIGTERM)
            os.waitpid(self._pid, 0)


def _end_with(parent: int) -> None:
    """Have this process end as soon as its parent does, whatever it is doing then; drawers do not inherit that."""
    die_with_parent()
    if os.getppid() != parent:
        os._exit(0)


def _close_but(kept: int) -> None:
    """Close every file but this one: a drawer holds no connection of anybody else."""
    os.closerange(_FIRST_FREE, kept)
    os.closerange(kept + 1, 1 << 12)


def _keep(control: socket.socket, nursery: Callable[[], None]) -> None:
    """Begin a nursery, and another one whenever it ends before the gate; never returns. This process came into being
    before the gate knew a secret, so no nursery begins with what the gate has learned since.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "linux":
        os._exit(1)
    keeper = os.getpid()
    while True:
        began, child = time.monotonic(), os.fork()
        if child == 0:
            _end_with(keeper)
            nursery()
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            break
        time.sleep(max(0.0, _AGAIN - (time.monotonic() - began)))
    os._exit(0)


def _run(control: socket.socket, home: Path, room: Address, password: str, first: Order) -> None:
    """Be the nursery until the gate is gone; never returns."""
    code = 1
    try:
        os.environ |= {**QUIET, "SOUK_HOME": str(home)}
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _stand_behind()
        _serve(control, room, password, first)
        code = 0
    except BaseException as error:
        if isinstance(error, Exception):
            crashed(error, "the nursery of guests")
    finally:
        os._exit(code)


def _stand_behind() -> None:
    """Let this process and all that it forks run after other programs, and interrupt none of them.

    Linux shares the processor between sessions first, and a window's host is in another one than the window, so it is
    a session of its own that has to stand behind.
    """
    if sys.platform != "linux":
        return
    os.setsid()
    os.nice(_BEHIND)
    with contextlib.suppress(OSError):  # musl, and some sandboxes, have no other scheduler
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with contextlib.suppress(OSError):  # a system that does not share between sessions
        Path("/proc/self/autogroup").write_text(str(_BEHIND), encoding="ascii")


def _serve(control: socket.socket, room: Address, password: str, first: Order) -> None:
    if sys.platform != "linux":
        return
    from game.scenes.guests.drawer import draw_for
    from game.scenes.guests.warming import Warmth

    warmth = Warmth()
    warmth.pictures(first)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system itself takes leave of drawers that end
    while True:
        told, files, _, _ = socket.recv_fds(control, _MOST_BYTES, 1)
        if not told:
            return
        with socket.socket(fileno=files[0]) as link:
            order = msgspec.msgpack.decode(told, type=Order)
            warmth.pictures(order)
            if os.fork() == 0:
                control.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                draw_for(Pipe(link), order, room, password)
                os._exit(0)
