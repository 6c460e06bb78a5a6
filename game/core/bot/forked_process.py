"""The running process of a bot that the server of forks has begun, without a thread of its own (Linux)."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from game.core.bot.log import BotLog
from game.core.bot.running import last_words
from game.core.bot.wire import MOST_BYTES, Dialect, EndedError, Failed, GarbageError, Source, send_all
from game.core.errors import reason
from game.core.process.fork_server import ForkedGroup, ForkServer

MessageT = TypeVar("MessageT")
ReplyT = TypeVar("ReplyT")

_LAST_WORDS = 0.5
"""Seconds for a process that closed its output to end by itself, so that its exit code can be reported."""
_MOST_DRAINED = 64
"""How often at most a pipe is read at a time: whoever prints without end must not keep others waiting."""


class ForkedProcess(Generic[MessageT, ReplyT]):
    """A conversation with a forked process (`Conversation`). Messages must be so short that a pipe holds them."""

    def __init__(
        self,
        server: ForkServer,
        arguments: Sequence[str],
        dialect: Dialect[MessageT, ReplyT],
        log: BotLog,
        descriptors: Sequence[int] = (),
    ) -> None:
        """Begin a process with `arguments` (bot/worker.py) and further `descriptors`."""
        self.log = log
        self._dialect = dialect
        self._messages = 0
        self._server = server
        self._end: Failed | None = None
        self._printing = True
        self._group: ForkedGroup | None = None
        try:
            self._group = group = server.fork(arguments, descriptors)
        except OSError as error:
            self._end = Failed(0, "start", "bots.start.no_process", {"error": reason(error)})
            return
        _, outbox, printed = self._pipes = tuple(pipe.fileno() for pipe in group.pipes)
        self._source = Source(outbox)
        self._heard = _listening(self._pipes, (outbox, printed))

    def send(self, make: Callable[[int], MessageT]) -> int:
        """Send the message that `make` builds for a new id. Returns the id."""
        self._messages += 1
        if self._end is None:
            with contextlib.suppress(OSError):  # who reads nothing answers nothing, which is noticed
                send_all(self._pipes[0], self._dialect.pack(make(self._messages)))
        return self._messages

    def receive(self, seconds: float = 0.0) -> ReplyT | Failed | None:
        """Return the next reply; None where none comes within `seconds`."""
        if self._end is not None:
            return self._end
        until: float | None = None
        try:
            while True:
                if self._source.holds_frame(MOST_BYTES):
                    return self._dialect.read(self._source)
                with contextlib.suppress(BlockingIOError):
                    self._source.fill()
                    continue
                until = time.monotonic() + seconds if until is None else until
                if (left := until - time.monotonic()) <= 0:
                    return None
                for descriptor, _ in self._heard.poll(left * 1000):
                    if descriptor == self._pipes[2]:
                        self._drain()
        except GarbageError as error:
            self._end = Failed(0, "garbage", error.key, error.values)
        except (EndedError, OSError):
            assert self._group is not None
            self._end = last_words(self._group.exit_code(_LAST_WORDS))
        return self._end

    @property
    def orphaned(self) -> bool:
        """Whether the process has ended because its server was found dead."""
        return self._server.dead

    def look(self) -> None:
        """Kill the children of a process that died: they would hold its pipes open and so hide its death."""
        if self._group is not None and self._end is None and self._group.exit_code(0.0) is not None:
            self._group.kill()

    def listen(self) -> None:
        """Take what the bot has printed to its log."""
        if self._group is not None:
            self._drain()

    def close(self) -> None:
        """End the process and its children, and keep what it printed last."""
        if self._group is None:
            return
        group, self._group = self._group, None
        group.kill()
        group.collect()
        self._drain()
        for pipe in group.pipes:
            pipe.close()

    def _drain(self) -> None:
        """Take what the bot has printed to its log."""
        if not self._printing:
            return
        with contextlib.suppress(OSError):
            for _ in range(_MOST_DRAINED):
                if not (data := os.read(self._pipes[2], 1 << 16)):
                    self._heard.unregister(self._pipes[2])
                    self._printing = False
                    return
                self.log.write(data)


def _listening(pipes: Sequence[int], heard: Sequence[int]) -> Any:
    """Make pipes wait for nobody; return what polls those of them that are heard."""
    if sys.platform != "linux":
        raise OSError("only on Linux")
    for descriptor in pipes:
        os.set_blocking(descriptor, False)
    poll = select.poll()
    for descriptor in heard:
        poll.register(descriptor, select.POLLIN)
    return poll
