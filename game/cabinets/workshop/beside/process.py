"""Work in a process beside the window: one request after another, and of waiting requests only the latest."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import Generic, TypeVar

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_END_SECONDS = 1.0
WishT = TypeVar("WishT")
ToldT = TypeVar("ToldT")


class Beside(Generic[WishT, ToldT]):
    """A process for one kind of work, started at the first request, and again if it has ended."""

    def __init__(self, work: Callable[[WishT], ToldT]) -> None:
        """Take the work: a function of a module, which the process imports by its name."""
        self._work = work
        self._process: SpawnProcess | None = None
        self._ours: Connection | None = None
        self._asked: WishT | None = None
        """The request that the process works on."""
        self._next: WishT | None = None

    @property
    def busy(self) -> bool:
        """Whether a request has no result yet."""
        return self._asked is not None

    def ask(self, wish: WishT) -> None:
        """Request some work; a request that is still waiting is forgotten."""
        self._next = wish
        if self._asked is None:
            self._send()

    def _send(self) -> None:
        wish, self._next = self._next, None
        self._asked = wish
        if wish is None:
            return
        if self._process is None or not self._process.is_alive() or self._ours is None:
            self._start()
        assert self._ours is not None
        try:
            self._ours.send(wish)
        except OSError:
            self._asked = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._work), daemon=True)
        self._process.start()
        theirs.close()

    def poll(self) -> tuple[WishT, ToldT] | None:
        """Return the latest request and its result if it is ready, else None."""
        if self._asked is None or self._ours is None:
            return None
        try:
            if not self._ours.poll():
                return None
            told: ToldT = self._ours.recv()
        except (EOFError, OSError):
            self._asked, self._ours = None, None
            return None
        done, further = self._asked, self._next
        self._asked = None
        if further is not None:
            self._send()
            return None
        return done, told

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(_END_SECONDS)
            self._process = None


def _work(connection: Connection, work: Callable[[WishT], ToldT]) -> None:
    """Serve requests until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with_nice = getattr(os, "nice", None)
    if with_nice:
        with_nice(5)
    try:
        while True:
            connection.send(work(connection.recv()))
    except (EOFError, OSError):
        return
