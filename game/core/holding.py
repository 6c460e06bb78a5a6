"""Files that one program at a time may hold, so that no two write the same one."""

from __future__ import annotations

import errno
import sys
from io import FileIO
from pathlib import Path

_FAR = 1 << 30


def hold(file: FileIO) -> None:
    """Hold a file until it is closed or the program ends: nobody else can. Raises OSError where somebody does.

    Where locks are bytes of the file, one far beyond anything that is read.
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
    """Whether `hold` failed because somebody else holds the file, and not because this disk knows no locks."""
    return error.errno in {errno.EAGAIN, errno.EACCES, errno.EDEADLK}


def is_held(path: Path) -> bool:
    """Whether a running program holds the file at `path`."""
    try:
        with FileIO(path, "r+b") as file:
            hold(file)
    except OSError as error:
        return held(error)
    return False
