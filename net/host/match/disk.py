"""Work that waits for a disk, beside the event loop: a slow disk must not hold up chat, pings and clocks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias


class DiskWork:
    """A call that waits for a disk. `done` is True when it is over; `error` is set if the disk refused."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.done = False
        self.error: OSError | None = None
        self._call = call
        self._over = threading.Event()

    def run(self) -> None:
        """Make the call."""
        try:
            self._call()
        except OSError as error:
            self.error = error
        finally:
            self.done = True
            self._over.set()

    def wait(self) -> None:
        """Block until the call is over."""
        self._over.wait()


Disk: TypeAlias = Callable[[Callable[[], None]], DiskWork]
"""Starts a call and returns its work: `at_once`, or an `Aside` in a host with an event loop."""


def at_once(call: Callable[[], None]) -> DiskWork:
    """Make the call immediately and return it finished."""
    work = DiskWork(call)
    work.run()
    return work


class Aside:
    """Makes each call in a thread of its own, and then calls `wake` in that thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake

    def __call__(self, call: Callable[[], None]) -> DiskWork:
        work = DiskWork(call)
        # Daemon threads: a disk that hangs for good must not keep the program from ending.
        threading.Thread(target=self._run, args=(work,), name="souk-disk", daemon=True).start()
        return work

    def _run(self, work: DiskWork) -> None:
        work.run()
        self._wake()
