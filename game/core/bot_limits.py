"""What a bot's process may use, and that it ends with the match that started it."""

from __future__ import annotations

import contextlib
import signal
import sys

import msgspec

_PR_SET_PDEATHSIG = 1


class Limits(msgspec.Struct, frozen=True):
    """What a bot may take before it counts as failed."""

    decision: float = 10.0
    """Seconds for one decision."""
    start: float = 30.0
    """Seconds to start, to load and to make the bot of a match; and for its first decision, which may compile."""
    restarts: int = 2
    """How often a failed bot is started again in one match."""
    memory: int = 1 << 30
    """Bytes of data, where the system can limit them (Linux and macOS)."""


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
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
