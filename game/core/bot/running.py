"""The running process of a bot: starting it, exchanging messages, ending it."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from game.core.bot.loading import BotSpec, BuiltinSpec, CommandSpec, FileSpec, name_of
from game.core.bot.log import BotLog
from game.core.bot.wire import (
    Dialect,
    EndedError,
    Failed,
    GarbageError,
    Source,
    send_all,
)
from game.core.bots import Ending
from game.core.cabinet import Cabinet
from game.core.errors import reason
from game.core.process.confine import hide_memory
from game.core.process.process_group import ProcessGroup, worker_command, worker_environment

MessageT = TypeVar("MessageT")
ReplyT = TypeVar("ReplyT")

_LAST_WORDS = 0.5
"""Seconds for a process that closed its output to end by itself, so that its exit code can be reported."""
_FAREWELL = 2.0
"""Seconds to wait for a thread after its process was killed."""
_GRACE = 0.5
"""Seconds for a program to end by itself after it was told that its match is over."""


class Launch(msgspec.Struct, frozen=True):
    """Everything needed to start a bot's process; equal launches start equal processes."""

    label: str
    game: str
    command: tuple[str, ...]
    lines: bool
    """Whether the process speaks JSON lines; otherwise it speaks frames."""
    memory: int
    """Bytes of memory that the process may use, where the system can limit them."""


def entrant_words(spec: BotSpec) -> list[str]:
    """Return the words of a bot's command line by which an entry of a contest keeps to its own folder."""
    entrant = None if isinstance(spec, BuiltinSpec) else spec.entrant
    if entrant is None:
        return []
    return ["--folder", entrant.folder, *(["--conduct", entrant.conduct] if entrant.conduct else [])]


def launch(cabinet: Cabinet, spec: BotSpec, memory: int) -> Launch:
    """Return how to start the process of a bot, which may use `memory` bytes."""
    confined = ["--memory", str(memory), *entrant_words(spec)]
    if isinstance(spec, CommandSpec):
        command = list(spec.words)
        if os.name == "posix":
            command = worker_command([*confined, "--exec", *spec.words])
        return Launch(spec.label, cabinet.id, tuple(command), lines=True, memory=memory)
    match spec:
        case FileSpec(path=path, name=name):
            bot = f"{path}:{name}"
            confined += ["--base", cabinet.own]
        case BuiltinSpec(name=name):
            bot = name_of(cabinet.bots[name])
            confined += ["--compiled"] * cabinet.bots[name].compiled
    arguments = [*confined, "--rules", name_of(type(cabinet.rules)), "--bot", bot]
    return Launch(spec.label, cabinet.id, tuple(worker_command(arguments)), lines=False, memory=memory)


class BotProcess(Generic[MessageT, ReplyT]):
    """A bot's running process. Each message sent gets one reply; a Failed with id 0 means that the process ended.

    One thread starts the process, exchanges messages and ends it. Another copies its standard error to the log.
    """

    def __init__(self, launch: Launch, dialect: Dialect[MessageT, ReplyT], log: BotLog) -> None:
        self.launch = launch
        self.log = log
        self.took = 0.0
        """Seconds from sending the last answered message to its reply."""
        self._messages = 0
        self._dialect = dialect
        self._source: Source | None = None
        self._farewell = b""
        self._first = self._sent = b""
        self._inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[ReplyT | Failed] = queue.SimpleQueue()
        self._seen: list[ReplyT | Failed] = []
        self._lock = threading.Lock()
        self._group: ProcessGroup | None = None
        self._closed = False
        self._dead = False
        self._thread = threading.Thread(target=self._run, name=f"souk-bot {launch.label}", daemon=True)
        self._thread.start()

    def send(self, make: Callable[[int], MessageT]) -> int:
        """Send the message that `make` builds for a new id. Returns the id."""
        self._messages += 1
        self._sent = self._dialect.pack(make(self._messages))
        self._first = self._first or self._sent
        self._inbox.put(self._sent)
        return self._messages

    @property
    def lines(self) -> tuple[str, str]:
        """The first and the last line that a program was sent, without their line ends."""
        return self._first.decode().rstrip("\n"), self._sent.decode().rstrip("\n")

    def receive(self, seconds: float = 0.0) -> ReplyT | Failed | None:
        """Return the next reply; None where none comes within `seconds`."""
        if self._seen:
            return self._seen.pop()
        try:
            return self._outbox.get(timeout=seconds) if seconds > 0 else self._outbox.get_nowait()
        except queue.Empty:
            return None

    def wait(self, seconds: float) -> None:
        """Sleep until there is a reply to receive, at most `seconds`."""
        reply = self.receive(seconds)
        if reply is not None:
            self._seen.append(reply)

    @property
    def said(self) -> str:
        """The beginning of the output that followed the last message, even if the reply is incomplete."""
        return self._dialect.shown(self._source.heard) if self._source else ""

    def listen(self) -> None:
        """Do nothing: a thread takes what the bot prints."""

    def look(self) -> None:
        """Kill the children of a process that died: they would hold its pipes open and so hide its death."""
        with self._lock:
            if self._dead or self._group is None:
                return
            self._dead = self._group.exit_code(0.0) is not None
            if self._dead:
                self._group.kill()

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Tell the bot that its match is over, so that it can end by itself.

        Does not wait; `close` then waits for a while.
        """
        self._farewell = self._dialect.farewell(ending)
        if self._farewell:
            self._inbox.put(None)

    def close(self) -> None:
        """End the process, its children and its threads."""
        if self._farewell:
            self._thread.join(_GRACE)
        with self._lock:
            self._closed = True
            if self._group is not None:
                self._group.kill()
        self._inbox.put(None)
        self._thread.join(_FAREWELL)

    def _run(self) -> None:
        with self._lock:
            if self._closed:
                return
            hide_memory()  # a bot must not read the match's key, or what its rivals know
            try:
                group = ProcessGroup(self.launch.command, worker_environment(), self.launch.memory)
            except OSError as error:
                self._outbox.put(Failed(0, "start", "bots.start.no_process", {"error": reason(error)}))
                return
            self._group = group
        drain = threading.Thread(target=self._drain, args=(group.pipes[2].fileno(),), name="souk-bot-log", daemon=True)
        drain.start()
        end = self._converse(group)
        if end is None and self._farewell:
            self._part(group)
        with self._lock:
            group.kill()
            group.collect()
            self._group = None
        drain.join(_FAREWELL)
        for pipe in group.pipes:
            pipe.close()
        if end is not None:
            self._outbox.put(end)

    def _converse(self, group: ProcessGroup) -> Failed | None:
        """Exchange messages until the match ends the exchange (None) or the process fails (a Failed)."""
        inbox, outbox, _ = group.pipes
        self._source = source = Source(outbox.fileno())
        try:
            while (message := self._inbox.get()) is not None:
                source.heard = b""
                sent = time.perf_counter()
                send_all(inbox.fileno(), message)
                reply = self._dialect.read(source)
                self.took = time.perf_counter() - sent
                self._outbox.put(reply)
        except GarbageError as error:
            return Failed(0, "garbage", error.key, error.values)
        except (EndedError, OSError):
            return last_words(group.exit_code(_LAST_WORDS))
        return None

    def _part(self, group: ProcessGroup) -> None:
        """Send the last message and wait a while for the process to end."""
        with contextlib.suppress(OSError):
            send_all(group.pipes[0].fileno(), self._farewell)
            group.pipes[0].close()
            group.exit_code(_GRACE)

    def _drain(self, descriptor: int) -> None:
        try:
            while data := os.read(descriptor, 1 << 16):
                self.log.write(data)
        except OSError:
            return


def last_words(code: int | None) -> Failed:
    """Return how a process ended that should have gone on, from its exit code."""
    if code is None:
        return Failed(0, "crash", "bots.crash.silent", {})
    if code < 0:
        return Failed(0, "crash", "bots.crash.signal", {"signal": _signal_name(-code)})
    return Failed(0, "crash", "bots.crash.exit", {"code": f"0x{code:08X}" if code >> 31 else code})


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
