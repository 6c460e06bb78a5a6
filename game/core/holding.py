"""Locks on files, so that no two programs write the same file."""

from __future__ import annotations

import errno
import sys
from io import FileIO
from pathlib import Path

_FAR = 1 << 30


def hold(file: FileIO) -> None:
    """Lock a file until it is closed or the program ends. Raises OSError where another program holds it.

    On Windows a lock covers bytes of the file: one byte far beyond any content is locked.
    """
    if sys.platform == "win32":
        import msvcrt

        here = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(here)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def held(error: OSError) -> bool:
    """Return whether `hold` failed because another program holds the file, not because the disk supports no locks."""
    in_wine = 0  # the lock is refused rightly there, but without a number
    return error.errno in {errno.EAGAIN, errno.EACCES, errno.EDEADLK, in_wine}


def is_held(path: Path) -> bool:
    """Return whether a running program holds the file at `path`."""
    try:
        with FileIO(path, "r+b") as file:
            hold(file)
    except OSError as error:
        return held(error)
    return False
