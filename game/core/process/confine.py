"""Limits on a process that runs a stranger's code, and its end when the program that started it ends."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38


def confine(memory: int) -> None:
    """Limit this process and its children to `memory` bytes of data, write no core files, and die with the parent.

    Linux limits the memory that is written (RLIMIT_DATA), because some runtimes reserve far more addresses than they
    use; it also keeps programs such as sudo from giving this process or its children more rights than the person has.
    Does nothing on Windows, where whoever starts this process puts it into a job (job.py).
    """
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (memory, memory))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    die_with_parent()


def hide_memory() -> None:
    """Keep other programs of the same person out of this process's memory and environment. Only on Linux.

    A program that this process starts is open again. Only root can attach a debugger or a profiler afterwards.
    """
    _prctl(_PR_SET_DUMPABLE, 0)


def show_memory() -> None:
    """Undo `hide_memory` in the copy of a process that holds no secret, so that strays are found by their cookie."""
    _prctl(_PR_SET_DUMPABLE, 1)


def die_with_parent(by: signal.Signals | None = None) -> None:
    """Have the system send `by` (by default SIGKILL) to this process when its parent ends. Only on Linux."""
    if sys.platform != "win32":
        _prctl(_PR_SET_PDEATHSIG, by or signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends. Only on Linux."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def descendants(process: int) -> list[int]:
    """Return the ids of all running descendants of a process; empty where the system does not tell."""
    found, looked = [], [process]
    while looked:
        tasks = Path(f"/proc/{looked.pop()}/task")
        with contextlib.suppress(OSError):  # a process may end at any moment
            for task in tasks.iterdir():
                children = [int(child) for child in (task / "children").read_text(encoding="utf-8").split()]
                found += children
                looked += children
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
