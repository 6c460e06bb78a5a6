"""What is left behind when the program breaks: a log that its makers can read, and a sentence for the person."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Sequence

import pygame

from game import files, paths
from game.core.errors import SpokenError, reason


class CrashError(SpokenError):
    """The program broke; the sentence names the log."""


def crashed(error: BaseException, scenes: Sequence[str]) -> CrashError:
    """Write down what happened and where in the program; the sentence to end with."""
    told = {"error": type(error).__name__}
    try:
        log = files.free_name(paths.logs(), "crash", ".txt")
        files.write_whole(log, _account(error, scenes).encode())
    except OSError as refusal:
        return CrashError("app.crash_unwritten", reason=reason(refusal), **told)
    return CrashError("app.crash", file=str(log), **told)


def _account(error: BaseException, scenes: Sequence[str]) -> str:
    return "\n".join(
        [
            f"Souk under Python {sys.version.split()[0]}, {platform.platform()}",
            f"pygame-ce {pygame.version.ver}, SDL {pygame.version.SDL}",
            f"scenes, the lowest first: {', '.join(scenes) or 'none'}",
            "",
            *traceback.format_exception(error),
        ]
    )
