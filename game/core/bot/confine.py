"""What a bot's process may use, and that it ends with the match that started it."""

from __future__ import annotations

import contextlib
import signal
import sys

_PR_SET_PDEATHSIG = 1


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


def die_with_parent() -> None:
    """Be killed when the process ends that started this one, where the system can do that (Linux)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
