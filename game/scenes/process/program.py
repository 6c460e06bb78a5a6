"""This program started once more beside the window, told what to do by its command line, and listened to."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Mapping, Sequence
from typing import IO

from game.core.process.process_group import ProcessGroup
from game.program import own_command

_END_SECONDS = 2.0


class ChildProgram:
    """A process and all that it starts. What it writes on standard error is kept, line by line."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Run `main.py` with these words. Raises OSError where no process can be started."""
        self._group: ProcessGroup | None = ProcessGroup(own_command(words), environment)
        _, out, err = self._group.pipes
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._listeners = [
            threading.Thread(target=_read, args=(pipe, lines), name="souk-child", daemon=True)
            for pipe, lines in ((err, self._lines), (out, None))
        ]
        for listener in self._listeners:
            listener.start()

    @property
    def exit_code(self) -> int | None:
        """How it ended, once all it wrote has been heard; None while it goes on, and after `close`."""
        if self._group is None or not self.heard_out:
            return None
        return self._group.exit_code(0.0)

    @property
    def pid(self) -> int | None:
        """The number of its process; None once it was closed."""
        return self._group.pid if self._group else None

    @property
    def running(self) -> bool:
        return self._group is not None and self._group.exit_code(0.0) is None

    @property
    def heard_out(self) -> bool:
        """Whether nothing more will be heard of it."""
        return not any(listener.is_alive() for listener in self._listeners)

    def line(self) -> str | None:
        """The next line, None while there is none."""
        with contextlib.suppress(queue.Empty):
            return self._lines.get_nowait()
        return None

    def abandon(self) -> None:
        """Let it go on by itself."""
        self._group = None

    def close(self) -> None:
        """Ask it to end, and end it with all it started. Harmless the second time."""
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
    """Keep the lines of a pipe until it closes, or only keep it empty."""
    with contextlib.suppress(OSError, ValueError):
        for line in pipe:
            if lines is not None:
                lines.put(line.decode("utf-8", "replace").rstrip("\r\n"))
