"""Processes that tests wait for, and see the end of."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 60.0
"""Real seconds after which something that was waited for is a failure: only processes are waited for."""


def wait_until(ready: Callable[[], Found], what: str) -> Found:
    """What `ready` returns as soon as that is true; it is certain to come, however slow the machine."""
    end = time.monotonic() + PATIENCE
    while not (found := ready()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.005)
    return found


def children(process: int | str = "self") -> set[int]:
    """The processes that `process` has started and that still run; empty where the system does not tell."""
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for task in listed for child in task.read_text().split() if alive(int(child))}


def alive(process: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self").exists()
