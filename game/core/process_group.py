"""A process with all that it starts, and the end of all of them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
"""The folder that holds the package `game`."""
_LOOK_AGAIN = 0.005


def worker_command(arguments: Sequence[str]) -> list[str]:
    """The command line that runs `bot_worker` here: a bundle starts itself, a source tree its interpreter."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "_bot", *arguments]
    return [sys.executable, "-P", "-m", "game.core.bot_worker", *arguments]


def worker_environment() -> dict[str, str]:
    """The environment of a bot: where `game` is found, UTF-8, and the same order of sets in every process."""
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    extra = {"PYTHONPATH": os.pathsep.join(search), "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    return {**os.environ, **extra}


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start `command` as the head of its own group, with pipes for all its standard streams.

    Raises OSError where it cannot be started.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=dict(environment),
        start_new_session=True,
        creationflags=flags,
    )


def exit_code(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """The code with which the process ends by itself within `seconds`; None where it does not.

    Where the system can, it is only looked at: the process keeps its number until `kill`.
    """
    if not hasattr(os, "waitid"):
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
    until = time.monotonic() + seconds
    while True:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= until:
            return None
        time.sleep(_LOOK_AGAIN)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and its whole group at once, before anyone has waited for it.

    Until it was waited for, its number cannot mean anyone else.
    """
    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(tree, capture_output=True, check=False)
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
