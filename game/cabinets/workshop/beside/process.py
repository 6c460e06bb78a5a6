"""Work beside the window: a process that does one thing after another, of several wishes only the latest."""

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
    """A process for one kind of work; it is started when it is first asked, and anew where it has ended."""

    def __init__(self, work: Callable[[WishT], ToldT]) -> None:
        """`work` is a function of a module: it goes to the process by its name."""
        self._work = work
        self._process: SpawnProcess | None = None
        self._ours: Connection | None = None
        self._asked: WishT | None = None
        """What the process works on."""
        self._next: WishT | None = None

    @property
    def busy(self) -> bool:
        """Whether something was asked that is not told yet."""
        return self._asked is not None

    def ask(self, wish: WishT) -> None:
        """Do this; what was asked before is forgotten."""
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
        """The latest wish and what came of it; None before."""
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
        """End the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(_END_SECONDS)
            self._process = None


def _work(connection: Connection, work: Callable[[WishT], ToldT]) -> None:
    """Do wish after wish until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with_nice = getattr(os, "nice", None)
    if with_nice:
        with_nice(5)
    try:
        while True:
            connection.send(work(connection.recv()))
    except (EOFError, OSError):
        return
