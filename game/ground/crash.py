"""What a crash leaves behind: a log for the makers, and a sentence for the person."""

from __future__ import annotations

import platform
import sys
import traceback

from game.core.errors import SpokenError, reason
from game.ground import files, paths
from game.ground.version import VERSION

MOST_LOGGED = 5
"""The most moves of a match, at which rules raised an error, that are logged: a stranger must not fill the disk."""


class CrashError(SpokenError):
    """The program crashed; the sentence names the log."""


def crashed(error: BaseException, doing: str, key: str = "app.crash", **values: object) -> CrashError:
    """Log an exception and what the program was doing; return the error with a sentence, under `key` or
    `key`_unwritten.

    `values` are further values of the sentence, besides `error`, `file` and `reason`.
    """
    told = {"error": type(error).__name__, **values}
    try:
        log = files.write_new(paths.logs(), "crash", ".txt", _account(error, doing).encode())
    except OSError as refusal:
        return CrashError(f"{key}_unwritten", reason=reason(refusal), **told)
    return CrashError(key, file=str(log), **told)


def _account(error: BaseException, doing: str) -> str:
    from importlib.metadata import version  # importing this takes a third of a process's start; only crashes need it

    return "\n".join(
        [
            f"Souk {VERSION} under Python {sys.version.split()[0]}, {platform.platform()}",
            f"pygame-ce {version('pygame-ce')}, msgspec {version('msgspec')}",
            doing,
            "",
            *traceback.format_exception(error),
        ]
    )
