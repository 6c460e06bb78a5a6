"""Another process of this program, started with command-line words, whose output is read."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Mapping, Sequence
from typing import IO

from game.core.process.process_group import ProcessGroup
from game.ground.program import own_command

_END_SECONDS = 2.0


class ChildProgram:
    """A process and everything that it starts. Its standard error is kept line by line."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], *, keep_out: bool = False) -> None:
        """Start `main.py` with these words. Raises OSError where no process can be started.

        With `keep_out` the lines of its standard output are kept too, else they are discarded.
        """
        self._group: ProcessGroup | None = ProcessGroup(own_command(words), environment)
        _, out, err = self._group.pipes
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._listeners = [
            threading.Thread(target=_read, args=(pipe, lines), name="souk-child", daemon=True)
            for pipe, lines in ((err, self._lines), (out, self._lines if keep_out else None))
        ]
        for listener in self._listeners:
            listener.start()

    @property
    def exit_code(self) -> int | None:
        """The exit code, once all output has been read; None while the process runs, and after `close`."""
        if self._group is None or not self.heard_out:
            return None
        return self._group.exit_code(0.0)

    @property
    def pid(self) -> int | None:
        """The process id; None after `close`."""
        return self._group.pid if self._group else None

    @property
    def running(self) -> bool:
        return self._group is not None and self._group.exit_code(0.0) is None

    @property
    def heard_out(self) -> bool:
        """Whether all output has been read."""
        return not any(listener.is_alive() for listener in self._listeners)

    def line(self) -> str | None:
        """Return the next line of output; None while there is none."""
        with contextlib.suppress(queue.Empty):
            return self._lines.get_nowait()
        return None

    def tell(self, line: str) -> None:
        """Write a line to its standard input; does nothing where it has ended."""
        if self._group is not None:
            with contextlib.suppress(OSError):
                self._group.pipes[0].write(f"{line}\n".encode())

    def abandon(self) -> None:
        """Leave the process running by itself."""
        self._group = None

    def close(self) -> None:
        """Ask the process to end, then end it with everything it started. May be called twice."""
        if self._group is None:
            return
        group, self._group = self._group, None
        group.ask_to_end()
        group.exit_code(_END_SECONDS)
        group.kill()
        group.collect()
        for pipe in group.pipes:
            with contextlib.suppress(OSError):
                pipe.close()


def _read(pipe: IO[bytes], lines: queue.SimpleQueue[str] | None) -> None:
    """Read lines from a pipe into `lines` until it closes; with None, discard them."""
    with contextlib.suppress(OSError, ValueError):
        for line in pipe:
            if lines is not None:
                lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
