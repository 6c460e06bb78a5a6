"""The standard streams of a command line: whatever is written arrives somewhere, and nothing read ends the program."""

from __future__ import annotations

import ctypes
import errno
import io
import os
import stat
import sys
from pathlib import Path

_SHOWS_A_FAULT = 0x10
"""MB_ICONERROR."""


def prepare_streams() -> None:
    """Open the standard streams that are closed, and make them take and give any characters.

    A closed stream's number would be given to the next file. What a terminal cannot show is written as an escape. On
    Windows, what goes to a file or to another program is UTF-8 and not in the code page of this machine, unless
    PYTHONIOENCODING names another encoding; a console is told characters, whatever its code page.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open until the end
        elif isinstance(stream, io.TextIOWrapper):
            plain = sys.platform == "win32" and not os.environ.get("PYTHONIOENCODING") and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if plain else None, errors="backslashreplace")


def complain(sentence: str) -> None:
    """Tell a person what went wrong, on standard error.

    A program of Windows that was started by a double-click has none: there a dialog says it.
    """
    if sys.platform == "win32" and getattr(sys.stderr, "name", "") == os.devnull:
        ctypes.windll.user32.MessageBoxW(None, sentence, "Souk", _SHOWS_A_FAULT)
    else:
        print(sentence, file=sys.stderr)


def output_is_lost() -> bool:
    """Whether standard output takes no more lines; drop what it still holds.

    Otherwise Python would try to write that again at exit.
    """
    try:
        print(flush=True)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return True
    return False


def has_read_enough(error: OSError) -> bool:
    """Whether an error in writing means that the reader at the other end of a pipe has closed it.

    Windows calls that an invalid argument. To be asked before `output_is_lost`, which sends standard output elsewhere.
    """
    if isinstance(error, BrokenPipeError):
        return True
    return error.errno == errno.EINVAL and stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
