"""Asks the server of forks (forking.py) for processes, which begin 20 times as fast as Python does. Only on Linux.

A process that is forked is used like one that is started (`ProcessGroup`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import BinaryIO

import msgspec

from game.core.process.forking import MOST_BYTES, Collect, Fork, Look, Question, Told
from game.core.process.process_group import COOKIE, ProcessGroup, end_strays, end_tree

_PATIENCE = 20.0
"""Seconds in which the server must answer: else it counts as dead."""
_LOOK_AGAIN = 0.005


_KILLED = -9
"""The exit code of a process that was killed."""


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    if sys.platform != "linux":
        raise OSError("only on Linux")
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


class ForkServer:
    """A running server, from which all its processes descend."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the server. `command` and the words `--serve` and a descriptor have to lead to `go_on_in_forks`.

        Does not wait for it. Raises OSError.
        """
        if os.name != "posix":
            raise OSError("there is no fork on this system")
        self._control, theirs = _socket_pair()
        with theirs:
            words = [*command, "--serve", str(theirs.fileno())]
            self._group = ProcessGroup(words, environment, inherited=[theirs.fileno()])
        self._control.settimeout(_PATIENCE)
        self._answer = msgspec.msgpack.Decoder(Told)
        self._cookies = f"{COOKIE}={os.getpid()}-{uuid.uuid4().hex[:16]}"
        """The beginning of the cookies of all its processes."""
        self._lock = threading.Lock()
        self._closed = False
        self.dead = False
        """Whether the server was found dead, and with it all its processes."""

    def fork(self, arguments: Sequence[str], more: Sequence[int] = ()) -> ForkedGroup:
        """Return a new process that goes on with `arguments`; `more` are descriptors that it gets from number 3 on.

        Raises OSError.
        """
        cookie = self._cookies + uuid.uuid4().hex[:16]
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = (os.fdopen(pipes[0][1], "wb", 0), os.fdopen(pipes[1][0], "rb", 0), os.fdopen(pipes[2][0], "rb", 0))
        try:
            told = self._ask(Fork(list(arguments), cookie), [*theirs, *more])
            if told.error:
                raise OSError(told.error)
        except OSError:
            for pipe in ours:
                pipe.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return ForkedGroup(self, told.process, cookie, ours)

    def look(self, process: int) -> int | None:
        """Return the exit code of one of its processes if that has ended, negative for a signal; else None."""
        with contextlib.suppress(OSError):
            return self._ask(Look(process)).code
        return _KILLED

    def collect(self, process: int) -> None:
        """Wait for a process that was killed or has ended, which frees its process id."""
        with contextlib.suppress(OSError):
            self._ask(Collect(process))

    def close(self) -> None:
        """End the server, every process of it and everything that those started."""
        if not self._closed:
            self._closed = True
            self._group.kill()
            end_strays(self._cookies)
            self._group.collect()
            self._control.close()
            for pipe in self._group.pipes:
                pipe.close()

    @property
    def closed(self) -> bool:
        """Whether the server and all its processes were ended."""
        return self._closed

    def _ask(self, question: Question, descriptors: Sequence[int] = ()) -> Told:
        """Ask the server. Raises OSError where it is gone."""
        if self._closed or self.dead:
            raise BrokenPipeError
        try:
            with self._lock:
                if sys.platform != "linux":
                    raise OSError("only on Linux")
                socket.send_fds(self._control, [msgspec.msgpack.encode(question)], descriptors)
                data = self._control.recv(MOST_BYTES)
        except OSError:
            self.dead = True
            raise
        if not data:
            self.dead = True
            raise BrokenPipeError
        return self._answer.decode(data)


class ForkedGroup:
    """A process of a server in a process group of its own; for its methods see `ProcessGroup`."""

    def __init__(
        self, server: ForkServer, process: int, cookie: str, pipes: tuple[BinaryIO, BinaryIO, BinaryIO]
    ) -> None:
        self.pid = process
        self.pipes = pipes
        self._server = server
        self._cookie = cookie

    def exit_code(self, seconds: float) -> int | None:
        """Return the exit code of the head if it ends by itself within `seconds`, negative for a signal; else None."""
        until = time.monotonic() + seconds
        while (code := self._server.look(self.pid)) is None and time.monotonic() < until:
            time.sleep(_LOOK_AGAIN)
        return code

    def ask_to_end(self) -> None:
        """Ask the head to end by itself."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Kill the head and everything it started. Not after `collect`."""
        if self._server.closed:
            return
        self._server.look(self.pid)
        if self._server.dead:  # and the head with it, so that another process may have its id
            end_strays(self._cookie)
        else:
            end_tree(self.pid, self._cookie)

    def collect(self) -> None:
        """Free the process id of a head that was killed or has ended."""
        self._server.collect(self.pid)
