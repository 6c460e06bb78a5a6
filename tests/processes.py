"""Processes that tests wait for, and see the end of."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, TypeVar

Found = TypeVar("Found")

WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")
"""Whether this Windows is Wine, which lacks some of what Windows promises."""
KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
"""The signal that ends a process at once."""
PATIENCE = 120.0
"""Real seconds after which something that was waited for is a failure: only processes are waited for. What takes ten on
an idle machine takes a minute on one four times slower that does other work, too; a test has 300 in all."""


def wait_until(
    ready: Callable[[], Found], what: str, every: float = 0.005, going: Callable[[], object] = lambda: None
) -> Found:
    """What `ready` returns as soon as that is true; it is certain to come, however slow the machine. `every`: seconds
    between two looks. The patience begins anew whenever what `going` returns is another: for work of many parts.
    """
    end, last = time.monotonic() + PATIENCE, going()
    while not (found := ready()):
        if (now := going()) != last:
            end, last = time.monotonic() + PATIENCE, now
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(every)
    return found


def children(process: int | str = "self") -> set[int]:
    """The processes that `process` has started and that still run; empty where the system does not tell."""
    if sys.platform == "win32":
        parent = os.getpid() if process == "self" else int(process)
        return {child for child in _children_on_windows(parent) if alive(child)}
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for task in listed for child in task.read_text(encoding="utf-8").split() if alive(int(child))}


def alive(process: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    if sys.platform == "win32":
        return _alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self").exists()


class _ProcessEntry(ctypes.Structure):
    """PROCESSENTRY32."""

    _fields_: ClassVar = [
        ("size", ctypes.c_uint32),
        ("usage", ctypes.c_uint32),
        ("process", ctypes.c_uint32),
        ("heap", ctypes.c_size_t),
        ("module", ctypes.c_uint32),
        ("threads", ctypes.c_uint32),
        ("parent", ctypes.c_uint32),
        ("priority", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("file", ctypes.c_char * 260),
    ]


def _children_on_windows(parent: int) -> Iterator[int]:
    assert sys.platform == "win32"
    system = ctypes.WinDLL("kernel32")
    system.CreateToolhelp32Snapshot.restype = ctypes.c_void_p
    of_processes = 2
    snapshot = ctypes.c_void_p(system.CreateToolhelp32Snapshot(of_processes, 0))
    entry = _ProcessEntry(size=ctypes.sizeof(_ProcessEntry))
    try:
        found = system.Process32First(snapshot, ctypes.byref(entry))
        while found:
            if entry.parent == parent:
                yield entry.process
            found = system.Process32Next(snapshot, ctypes.byref(entry))
    finally:
        system.CloseHandle(snapshot)


def _alive_on_windows(process: int) -> bool:
    """Whether a process still runs. There `os.kill` would not ask: number 0 is Ctrl-C."""
    assert sys.platform == "win32"
    system = ctypes.WinDLL("kernel32")
    system.OpenProcess.restype = ctypes.c_void_p
    may_wait, still_waiting = 0x100000, 0x102
    handle = ctypes.c_void_p(system.OpenProcess(may_wait, False, process))
    if not handle:
        return False
    try:
        return bool(system.WaitForSingleObject(handle, 0) == still_waiting)
    finally:
        system.CloseHandle(handle)


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has taken (Linux)."""
    assert sys.platform != "win32"
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
