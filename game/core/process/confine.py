"""What a process of strange code may use, and that it ends with the program that started it."""

from __future__ import annotations

import contextlib
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def confine(memory: int) -> None:
    """Limit this process, and what it starts, to `memory` bytes of data; leave no core files; die with the parent.

    Linux limits written memory (RLIMIT_DATA): some runtimes reserve far more addresses than they ever use.
    Where the system has no such limit, nothing is done.
    """
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (memory, memory))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    die_with_parent()


def die_with_parent(by: signal.Signals | None = None) -> None:
    """Be killed, or sent the signal `by`, when the process ends that started this one, where there is that (Linux)."""
    if sys.platform != "win32":
        _prctl(_PR_SET_PDEATHSIG, by or signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, where the system can do that (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def descendants(process: int) -> list[int]:
    """All that a process has started and that these have, still running; empty where the system does not tell."""
    found, looked = [], [process]
    while looked:
        tasks = Path(f"/proc/{looked.pop()}/task")
        with contextlib.suppress(OSError):  # it may end at any moment
            for task in tasks.iterdir():
                children = [int(child) for child in (task / "children").read_text().split()]
                found += children
                looked += children
    return found


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
