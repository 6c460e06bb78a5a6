"""What is left behind when the program breaks: a log that its makers can read, and a sentence for the person."""

from __future__ import annotations

import platform
import sys
import traceback

from game import files, paths
from game.core.errors import SpokenError, reason
from game.version import VERSION

MOST_LOGGED = 5
"""Moves of a match at which rules broke that are written down: whoever sends more of them fills no disk."""


class CrashError(SpokenError):
    """The program broke; the sentence names the log."""


def crashed(error: BaseException, doing: str, key: str = "app.crash", **values: object) -> CrashError:
    """Write down what happened and what the program was doing; the sentence to tell, under `key` or `key`_unwritten.

    `values` are those of the sentence beside `error`, `file` and `reason`.
    """
    told = {"error": type(error).__name__, **values}
    try:
        log = files.write_new(paths.logs(), "crash", ".txt", _account(error, doing).encode())
    except OSError as refusal:
        return CrashError(f"{key}_unwritten", reason=reason(refusal), **told)
    return CrashError(key, file=str(log), **told)


def _account(error: BaseException, doing: str) -> str:
    from importlib.metadata import version  # costs a third of the start of a process, for crashes alone

    return "\n".join(
        [
            f"Souk {VERSION} under Python {sys.version.split()[0]}, {platform.platform()}",
            f"pygame-ce {version('pygame-ce')}, msgspec {version('msgspec')}",
            doing,
            "",
            *traceback.format_exception(error),
        ]
    )
