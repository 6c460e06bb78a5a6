"""Job objects of Windows: a process with everything that it ever starts, limited and ended as one."""

from __future__ import annotations

import ctypes
import sys
from ctypes import POINTER, Structure, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any

_EXTENDED_LIMITS = 9
_PROCESS_MEMORY = 0x100
_DIE_ON_UNHANDLED_EXCEPTION = 0x400
_KILL_ON_JOB_CLOSE = 0x2000
_MAY_SET_QUOTA, _MAY_END, _MAY_RESUME = 0x100, 0x1, 0x800
_ENDED = 1
"""The exit code of a process that was ended with its job."""


class _Limits(Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", c_int64),
        ("job_time", c_int64),
        ("flags", c_uint32),
        ("least_working_set", c_size_t),
        ("most_working_set", c_size_t),
        ("most_processes", c_uint32),
        ("affinity", c_size_t),
        ("priority", c_uint32),
        ("scheduling", c_uint32),
        ("counters", c_uint64 * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process_memory", c_size_t),
        ("peak_job_memory", c_size_t),
    )


class Job:
    """A job object: only on Windows. No process leaves its job, and what it starts belongs to it, too."""

    def __init__(self, memory: int | None) -> None:
        """Make a job without a process.

        With a limit of `memory`, in bytes for each process, it is for a stranger's code: it ends with this program,
        however that ends, and no process that crashes waits for somebody to close a dialog. Raises OSError.
        """
        self._handle: int | None = None
        self._system = system = _library("kernel32")
        system.CreateJobObjectW.restype = c_void_p
        system.CreateJobObjectW.argtypes = (c_void_p, c_void_p)
        system.SetInformationJobObject.argtypes = (c_void_p, c_uint32, POINTER(_Limits), c_uint32)
        system.OpenProcess.restype = c_void_p
        system.OpenProcess.argtypes = (c_uint32, c_uint32, c_uint32)
        system.AssignProcessToJobObject.argtypes = (c_void_p, c_void_p)
        system.TerminateJobObject.argtypes = (c_void_p, c_uint32)
        system.CloseHandle.argtypes = (c_void_p,)
        self._handle = system.CreateJobObjectW(None, None)
        _check(self._handle)
        if memory is not None:
            limits = _Limits()
            limits.flags = _PROCESS_MEMORY | _DIE_ON_UNHANDLED_EXCEPTION | _KILL_ON_JOB_CLOSE
            limits.process_memory = memory
            size = ctypes.sizeof(limits)
            _check(system.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, ctypes.byref(limits), size))

    def take(self, process: int) -> None:
        """Put a process that was started suspended into the job, and let it run. Raises OSError."""
        handle = self._system.OpenProcess(_MAY_SET_QUOTA | _MAY_END | _MAY_RESUME, False, process)
        _check(handle)
        try:
            _check(self._system.AssignProcessToJobObject(self._handle, handle))
            resume = _library("ntdll").NtResumeProcess
            resume.argtypes = (c_void_p,)
            if resume(handle):
                raise OSError("a suspended process could not be resumed")
        finally:
            self._system.CloseHandle(handle)

    def end(self) -> None:
        """End every process of the job."""
        if self._handle is not None:
            self._system.TerminateJobObject(self._handle, _ENDED)

    def close(self) -> None:
        """Let go of the job, which ends the processes of one with a limit. May be called twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._system.CloseHandle(handle)

    def __del__(self) -> None:
        self.close()


def _library(name: str) -> Any:
    """Return a library of Windows. Raises OSError on every other system."""
    if sys.platform != "win32":
        raise OSError("there are no jobs on this system")
    return ctypes.WinDLL(name, use_last_error=True)


def _check(done: object) -> None:
    """Raise what the system says of a call that returned nothing."""
    if sys.platform == "win32" and not done:
        raise ctypes.WinError(ctypes.get_last_error())
