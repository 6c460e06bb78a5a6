"""Starts a process with pipes, and ends it together with everything that it started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.process.confine import descendants
from game.core.process.job import Job

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds the package `game`."""
PASSWORD_VARIABLE = "SOUK_PASSWORD"
"""The environment variable that holds a room's password; a bot's process never inherits it."""
COOKIE = "SOUK_BOT"
"""The environment variable that tells everything that a bot starts apart from other processes."""
_MOST_SWEEPS = 20
_LOOK_AGAIN = 0.005
_SUSPENDED = 0x4
"""CREATE_SUSPENDED of Windows: the process begins when it belongs to its job, and can start nothing before."""
UNSEEN = 0
"""The flag with which a window without a console starts programs on Windows: otherwise each would open one."""
if sys.platform == "win32":
    UNSEEN = subprocess.CREATE_NO_WINDOW


def worker_command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of a bot's process (bot/worker.py): a bundle starts itself, a source tree Python."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "_bot", *arguments]
    return [sys.executable, "-P", "-m", "game.core.bot.worker", *arguments]


def worker_environment() -> dict[str, str]:
    """Return the environment of a bot's process.

    It says where `game` is found, sets UTF-8, gives sets the same order in every process, and leaves out the password.
    """
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    extra = {"PYTHONPATH": os.pathsep.join(search), "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    inherited = {name: value for name, value in os.environ.items() if name != PASSWORD_VARIABLE}
    return {**inherited, **extra}


def started_by_the_living(environment: Mapping[str, str]) -> bool:
    """Return whether the program that started this process still runs; True where `environment` does not name it."""
    starter = environment.get(COOKIE, "").partition("-")[0]
    if not starter.isdecimal():
        return True
    try:
        os.kill(int(starter), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class ProcessGroup:
    """A process in a process group of its own, with pipes for its standard streams."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        memory: int | None = None,
        *,
        inherited: Sequence[int] = (),
    ) -> None:
        """Start `command` with further descriptors `inherited`. Raises OSError where it cannot be started.

        On Windows a process with a limit of `memory`, in bytes, ends with this program. On other systems the command
        has to see to both itself, as the worker of a bot does (`worker_command`).
        """
        self._cookie = f"{COOKIE}={os.getpid()}-{uuid.uuid4().hex}"
        name, _, value = self._cookie.partition("=")
        self._job: Job | None = None
        flags = UNSEEN
        if sys.platform == "win32":
            self._job = Job(memory)
            flags |= subprocess.CREATE_NEW_PROCESS_GROUP | _SUSPENDED
        self._head = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**environment, name: value},
            start_new_session=True,
            pass_fds=inherited,
            creationflags=flags,
        )
        assert self._head.stdin and self._head.stdout and self._head.stderr
        self.pipes = (self._head.stdin, self._head.stdout, self._head.stderr)
        """Pipes to the standard input, output and error of the process."""
        if self._job:
            try:
                self._job.take(self._head.pid)
            except OSError:
                self._head.kill()
                self.collect()
                raise

    @property
    def pid(self) -> int:
        """The id of the process that was started, the head of the group."""
        return self._head.pid

    def exit_code(self, seconds: float) -> int | None:
        """Return the exit code of the head if it ends by itself within `seconds`, negative for a signal; else None.

        On Linux the head stays a zombie and so keeps its process id until `collect`.
        """
        if sys.platform == "linux":
            until = time.monotonic() + seconds
            while True:
                found = os.waitid(os.P_PID, self._head.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if found is not None:
                    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
                if time.monotonic() >= until:
                    return None
                time.sleep(_LOOK_AGAIN)
        try:
            return self._head.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def ask_to_end(self) -> None:
        """Ask the head to end by itself (SIGTERM). Does nothing on Windows; call `kill` if the head does not end."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._head.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Kill the head and everything it started. Not after `collect`, when another process may have the head's id."""
        if sys.platform == "win32":
            if self._job:
                self._job.end()
            return
        end_tree(self._head.pid, self._cookie)

    def collect(self) -> None:
        """Wait for a head that was killed or has ended, which frees its process id."""
        self._head.wait()
        if self._job:
            self._job.close()


def end_tree(head: int, cookie: str) -> None:
    """Kill the head of a process group, which was not collected yet, and everything that it started."""
    if sys.platform == "win32":
        return
    for _ in range(_MOST_SWEEPS):  # the head, while it exists, is the parent of all orphans
        left = descendants(head)
        for process in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if not left:
            break
    for kill in (os.kill, os.killpg):  # a head that was just forked may have no group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(head, signal.SIGKILL)
    end_strays(cookie)


def end_strays(cookie: str) -> None:
    """Kill the processes that left their group, found by what their environment holds. Only on Linux."""
    if sys.platform != "linux":
        return
    for _ in range(_MOST_SWEEPS):
        strays = _strays(cookie.encode())
        for stray in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        if not strays:
            return


def _strays(cookie: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if cookie in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found
