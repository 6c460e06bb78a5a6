"""A bot's process gets a parent of its own, so that killing its parent kills nothing that matters."""

from __future__ import annotations

import os
import signal
import sys

from game.core.bot.confine import die_with_parent


def go_on_behind_a_guard() -> None:
    """Go on in a child of this process, which ends as that child ends. On Windows, just go on.

    The guard holds none of the pipes: they close when the bot closes them.
    """
    if sys.platform == "win32":
        return
    die_with_parent()
    child = os.fork()
    if child:
        os.closerange(0, 3)
        _, status = os.waitpid(child, 0)
        _end_as(os.waitstatus_to_exitcode(status))


def _end_as(code: int) -> None:
    """End this process by an exit code or, where it is negative, by that signal."""
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
