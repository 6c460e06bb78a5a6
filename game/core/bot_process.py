"""A bot that thinks in a process of its own, as a controller of a seat.

Whatever it does there (hang, crash, print, answer nonsense, die), the match goes on: the process is killed,
its seat gets the fallback, and after a bounded number of new starts it is left to the fallback to the end.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from game.core.bot_failures import failure, refused
from game.core.bot_limits import Limits
from game.core.bot_loading import BotSpec, BuiltinSpec, CommandSpec, FileSpec, name_of
from game.core.bot_log import BotLog
from game.core.bot_wire import (
    Answer,
    Decide,
    Dialect,
    EndedError,
    Failed,
    FrameDialect,
    GarbageError,
    LineDialect,
    Open,
    Ready,
    Reply,
    Source,
    send_all,
)
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.errors import reason
from game.core.process_group import ProcessGroup, worker_command, worker_environment
from game.core.rules import GameInfo
from game.core.session import Failure

_LAST_WORDS = 0.2
"""Seconds that a process which closed its output gets to end by itself, so that its exit code can be told."""
_FAREWELL = 2.0
"""Seconds to wait for a thread whose process was killed."""


class Launch(msgspec.Struct, frozen=True):
    """Everything needed to start the process of a bot; equal launches start the same."""

    label: str
    game: str
    command: tuple[str, ...]
    lines: bool
    """It speaks lines and not frames."""


def launch(cabinet: Cabinet, spec: BotSpec, memory: int) -> Launch:
    """How the process of a bot is started."""
    confined = ["--memory", str(memory)]
    if isinstance(spec, CommandSpec):
        command = list(spec.words)
        if os.name == "posix":
            command = worker_command([*confined, "--exec", *spec.words])
        return Launch(spec.label, cabinet.id, tuple(command), lines=True)
    match spec:
        case FileSpec(path=path, name=name):
            bot = f"{path}:{name}"
        case BuiltinSpec(name=name):
            bot = name_of(cabinet.bots[name])
    arguments = [*confined, "--rules", name_of(type(cabinet.rules)), "--bot", bot]
    return Launch(spec.label, cabinet.id, tuple(worker_command(arguments)), lines=False)


class BotProcess:
    """A running process: one message at a time goes in, one reply comes out; a Failed of id 0 is its end.

    One thread starts the process, speaks with it and ends it; another empties its standard error into the log.
    """

    def __init__(self, launch: Launch, dialect: Dialect, log: BotLog) -> None:
        self.launch = launch
        self.log = log
        self._messages = 0
        self._dialect = dialect
        self._inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[Reply] = queue.SimpleQueue()
        self._seen: list[Reply] = []
        self._lock = threading.Lock()
        self._group: ProcessGroup | None = None
        self._closed = False
        self._dead = False
        self._thread = threading.Thread(target=self._run, name=f"souk-bot {launch.label}", daemon=True)
        self._thread.start()

    def send(self, make: Callable[[int], Open | Decide]) -> int:
        """Send the message that `make` gives for its number; that number."""
        self._messages += 1
        self._inbox.put(self._dialect.pack(make(self._messages)))
        return self._messages

    def receive(self, seconds: float = 0.0) -> Reply | None:
        """The next reply; None where there is none within so many seconds."""
        if self._seen:
            return self._seen.pop()
        try:
            return self._outbox.get(timeout=seconds) if seconds > 0 else self._outbox.get_nowait()
        except queue.Empty:
            return None

    def wait(self, seconds: float) -> None:
        """Sleep until there is something to receive, at most so long."""
        reply = self.receive(seconds)
        if reply is not None:
            self._seen.append(reply)

    def look(self) -> None:
        """End what a dead process left behind: children that hold its pipes open would hide its death."""
        with self._lock:
            if self._dead or self._group is None:
                return
            self._dead = self._group.exit_code(0.0) is not None
            if self._dead:
                self._group.kill()

    def close(self) -> None:
        """End the process, its children and its threads."""
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
            try:
                group = ProcessGroup(self.launch.command, worker_environment())
            except OSError as error:
                self._outbox.put(Failed(0, "start", "bots.start.no_process", {"error": reason(error)}))
                return
            self._group = group
        drain = threading.Thread(target=self._drain, args=(group.pipes[2].fileno(),), name="souk-bot-log", daemon=True)
        drain.start()
        end = self._converse(group)
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
        """Send and read in turn until the match has nothing more to say (None) or the bot is at its end."""
        inbox, outbox, _ = group.pipes
        source = Source(outbox.fileno())
        try:
            while (message := self._inbox.get()) is not None:
                send_all(inbox.fileno(), message)
                self._outbox.put(self._dialect.read(source))
        except GarbageError as error:
            return Failed(0, "garbage", error.key, error.values)
        except (EndedError, OSError):
            return _last_words(group.exit_code(_LAST_WORDS))
        return None

    def _drain(self, descriptor: int) -> None:
        try:
            while data := os.read(descriptor, 1 << 16):
                self.log.write(data)
        except OSError:
            return


def _last_words(code: int | None) -> Failed:
    """How a process ended that nobody told to."""
    if code is None:
        return Failed(0, "crash", "bots.crash.silent", {})
    if code < 0:
        return Failed(0, "crash", "bots.crash.signal", {"signal": _signal_name(-code)})
    return Failed(0, "crash", "bots.crash.exit", {"code": code})


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


class ProcessPool:
    """Processes that outlive a match: the next one gets a running process and only makes its bot anew.

    Not for programs that speak lines: whether they forget a match that is over is not known.
    """

    def __init__(self) -> None:
        self._idle: dict[Launch, list[BotProcess]] = {}

    def take(self, launch: Launch) -> BotProcess | None:
        """An idle process of this launch."""
        idle = self._idle.get(launch)
        return idle.pop() if idle else None

    def give(self, process: BotProcess) -> None:
        """Keep a process that waits for its next match."""
        if process.launch.lines:
            process.close()
        else:
            self._idle.setdefault(process.launch, []).append(process)

    def close(self) -> None:
        """End every idle process."""
        for processes in self._idle.values():
            for process in processes:
                process.close()
        self._idle.clear()


class ProcessBot:
    """The controller of a seat whose bot runs in a process of its own.

    Deadlines are measured on the clock that `poll` is told. An answer to a question that was taken back
    (`cancel`) or overtaken is dropped; the next question is put when the bot is free for it.
    """

    def __init__(
        self,
        launch: Launch,
        setup: BotSetup,
        info: GameInfo,
        *,
        limits: Limits,
        log: BotLog | None = None,
        pool: ProcessPool | None = None,
    ) -> None:
        self.crewed = None
        self.launch = launch
        self.log = log or BotLog(None)
        self._setup = setup
        self._dialect: Dialect = LineDialect(info) if launch.lines else FrameDialect(info)
        self._limits = limits
        self._pool = pool
        self._process: BotProcess | None = None
        self._request: Request | None = None
        self._busy: int | None = None
        """The message whose reply is being waited for."""
        self._current = False
        """Whether that message is about `_request`."""
        self._opened = False
        self._warm = False
        self._since: float | None = None
        self._failures = 0
        self.given_up: Failure | None = None
        """Why the bot will not be asked again."""

    @property
    def starting(self) -> bool:
        """Whether the bot is being started or made."""
        return self._busy is not None and not self._opened

    def start(self) -> None:
        """Start the bot before it is asked, where that was not done yet. Does not wait."""
        if self._process is None and self.given_up is None:
            self._send()

    def begin(self, request: Request) -> None:
        """Ask for a decision. Does not wait."""
        self._request = request
        self._current = False
        if self.given_up is None and self._busy is None:
            self._send()

    def poll(self, now: float) -> Any:
        """The action, a Failure, or None while it is still thinking."""
        if self._request is not None and self.given_up is not None:
            self._request = None
            return self.given_up
        while self._process is not None and (reply := self._process.receive()) is not None:
            outcome = self._take(reply)
            if outcome is not None:
                return outcome
        if self._process is not None and self._busy is not None:
            self._process.look()
            if self._since is None:
                self._since = now
            seconds = self._limits.decision if self._warm else self._limits.start
            if now - self._since >= seconds:
                kind = "hang" if self._opened else "start"
                return self._fail(Failed(0, kind, f"bots.{kind}.deadline", {"seconds": seconds}))
        return None

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most so long."""
        if self._process is not None and self._busy is not None:
            self._process.wait(seconds)

    def cancel(self) -> None:
        """The decision asked for is not needed any more; a late answer to it will be dropped."""
        self._request = None
        self._current = False

    def refused(self, key: str) -> Failure:
        """The action it gave may not be played; the failure that is."""
        return refused(self.launch.label, key, self.log)

    def close(self) -> None:
        """End the process, or give it back to the pool if it waits for nothing."""
        process, self._process = self._process, None
        self._request = None
        if process is None:
            return
        if self._pool is not None and self._busy is None:
            self._pool.give(process)
        else:
            process.close()

    def _send(self) -> None:
        """Put the next message to the bot: the setup where it was not made yet, else the request."""
        request = self._request
        self._since = None
        if self._process is None:
            self._opened = self._warm = False
            lent = self._pool.take(self.launch) if self._pool is not None else None
            self._process = lent or BotProcess(self.launch, self._dialect, self.log)
            self.log = self._process.log
        if not self._opened:
            self._busy = self._process.send(lambda number: Open(number, self._setup))
        elif request is not None:
            self._current = True
            self._busy = self._process.send(lambda number: Decide(number, request))

    def _take(self, reply: Reply) -> Any:
        """Take one reply: the action, a Failure, or None when it is neither."""
        if isinstance(reply, Failed):
            return self._fail(reply)
        expected = Answer if self._opened else Ready
        if reply.id != self._busy or not isinstance(reply, expected):
            return self._fail(Failed(0, "garbage", "bots.garbage.order", {"id": reply.id}))
        self._busy = None
        self._opened = True
        wanted, self._current = self._current, False
        if isinstance(reply, Answer):
            self._warm = True
            if wanted:
                self._request = None
                return reply.action
            self.log.note("an answer came too late and was dropped")
        if self._request is not None:
            self._send()
        return None

    def _fail(self, reply: Failed) -> Failure | None:
        """End the process for what it did; the Failure, or None where nobody waits for an answer."""
        if self._process is not None:
            self._process.close()
        self._process, self._busy, self._current = None, None, False
        self._failures += 1
        kind = reply.kind if self._opened else "start"
        final = kind == "start" or self._failures > self._limits.restarts
        failed = failure(kind, reply.key, self.launch.label, reply.values, self.log, final=final)
        if final:
            self.given_up = failed
        if self._request is None:
            return None
        self._request = None
        return failed


def probe(bot: ProcessBot, clock: Callable[[], float]) -> Failure | None:
    """Start a bot and make it once, to learn before a match whether it can be played at all."""
    bot.start()
    while bot.starting:
        bot.poll(clock())
        bot.wait(_LAST_WORDS)
    return bot.given_up
