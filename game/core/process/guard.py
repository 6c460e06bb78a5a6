"""A guard process between a stranger's code and the program: code that kills its parent kills only the guard.

The guard becomes the parent of everything the bot leaves behind, and ends all of it when the bot ends or when the
program that started the bot is gone, however it ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

from game.core.process.confine import adopt_orphans, descendants, die_with_parent
from game.core.process.process_group import started_by_the_living

_PIPES = 8
"""Descriptors below this are those that a bot may be given."""
_MOST_SWEEPS = 200
_PAUSE = 0.002
"""Seconds that killed processes get to end."""


def go_on_behind_a_guard() -> None:
    """Continue in a child of this process; this process becomes the guard and ends as the child ends. Not on Windows.

    The guard holds none of the pipes, so they close when the bot closes them.
    """
    if sys.platform == "win32":
        return
    adopt_orphans()
    signal.signal(signal.SIGTERM, _end_all)
    die_with_parent(signal.SIGTERM)
    if not started_by_the_living(os.environ):
        os._exit(128 + signal.SIGTERM)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return
    os.closerange(0, _PIPES)
    ended, status = 0, 0
    while ended != child:
        ended, status = os.wait()
    _sweep()
    _end_as(os.waitstatus_to_exitcode(status))


def _end_all(*_: object) -> None:
    """End the guard and all descendants, because the program that started the bot is gone or wants the bot to end."""
    _sweep()
    os._exit(128 + signal.SIGTERM)


def _sweep() -> None:
    """Kill every descendant that is left. Orphans among them become children of this process."""
    if sys.platform == "win32":
        return
    for _ in range(_MOST_SWEEPS):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for process in descendants(os.getpid()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_PAUSE)


def _end_as(code: int) -> None:
    """End this process with an exit code or, where it is negative, by that signal."""
    if sys.platform != "win32" and code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
