"""A process of strange code gets a parent of its own, so that killing its parent kills nothing that matters.

It is also the parent of whatever the bot leaves behind, and ends that: with the bot, and when the program that wanted
the bot is gone, however it ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time

from game.core.process.confine import adopt_orphans, descendants, die_with_parent
from game.core.process.process_group import started_by_the_living

_MOST_SWEEPS = 200
_PAUSE = 0.002
"""Seconds that what was killed gets to end."""


def go_on_behind_a_guard() -> None:
    """Go on in a child of this process, which ends as that child ends. On Windows, just go on.

    The guard holds none of the pipes: they close when the bot closes them.
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
    os.closerange(0, 3)
    ended, status = 0, 0
    while ended != child:
        ended, status = os.wait()
    _sweep()
    _end_as(os.waitstatus_to_exitcode(status))


def _end_all(*_: object) -> None:
    """The program that wanted the bot is gone, or wants it to end."""
    _sweep()
    os._exit(128 + signal.SIGTERM)


def _sweep() -> None:
    """End every descendant that is left: who loses their parent meanwhile becomes a child of this process."""
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
    """End this process by an exit code or, where it is negative, by that signal."""
    if sys.platform != "win32" and code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
