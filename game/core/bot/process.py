"""A bot that thinks in a process of its own, as a controller of a seat.

Whatever it does there (hang, crash, print, answer nonsense, die), the match goes on: the process is killed,
its seat gets the fallback, and after a bounded number of new starts it is left to the fallback to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from game.core.attachments import attached
from game.core.bot.failures import Failures
from game.core.bot.lines import LineDialect
from game.core.bot.log import BotLog
from game.core.bot.running import BotProcess, Launch
from game.core.bot.wire import Answer, Decide, Dialect, Failed, FrameDialect, Open, Ready, Reply
from game.core.bots import BotSetup, Ending, Request
from game.core.limits import Limits
from game.core.match.session import Failure
from game.core.rules import GameInfo, Timed

MatchProcess: TypeAlias = BotProcess[Open | Decide, Reply]
"""The process of a bot that plays a match."""
_BENEFIT = 0.05
"""Seconds of grace for an answer when the time is up: this process itself may have been held up."""
_LOOK = 0.2
"""Seconds between two looks at a bot that is probed."""


class ProcessPool:
    """Processes that outlive a match: the next one gets a running process and only makes its bot anew.

    Not for programs that speak lines: whether they forget a match that is over is not known.
    """

    def __init__(self) -> None:
        self._idle: dict[Launch, list[MatchProcess]] = {}

    def take(self, launch: Launch) -> MatchProcess | None:
        idle = self._idle.get(launch)
        return idle.pop() if idle else None

    def give(self, process: MatchProcess) -> None:
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
        heading: Callable[[Any], str] = lambda view: "",
        dialect: Dialect[Open | Decide, Reply] | None = None,
    ) -> None:
        """`heading` says where in the match the decision stands that a view is for."""
        self.crewed = None
        self.took: list[float] = []
        """Seconds of each answer that was waited for."""
        self.launch = launch
        self._failed = Failures(launch.label, setup, log or BotLog(None), heading)
        self._setup = setup
        self._dialect = dialect or (LineDialect(info) if launch.lines else FrameDialect(info))
        self._limits = limits
        self._pool = pool
        self._process: MatchProcess | None = None
        self._request: Request | None = None
        self._asked: Request | None = None
        """The request that was put last; None while the bot was only told of its match."""
        self._action: Any = None
        self._busy: int | None = None
        """The message whose reply is being waited for."""
        self._current = False
        """Whether that message is about `_request`."""
        self._opened = False
        self._answered = False
        """Whether it ever gave an answer: then it does flush its output."""
        self._warm = False
        self._since: float | None = None
        self._seconds: float | None = None
        """How long the last message has been thought about, or was."""
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
        while self._process is not None:
            overdue = self._busy is not None and self._thought(now) >= self._most_seconds
            reply = self._process.receive(_BENEFIT if overdue else 0.0)
            if reply is not None:
                outcome = self._take(reply)
                if outcome is not None:
                    return outcome
            elif overdue:
                kind = "hang" if self._opened else "start"
                unheard = self.launch.lines and not self._answered
                key = f"bots.{kind}.deadline_program" if unheard else f"bots.{kind}.deadline"
                return self._fail(Failed(0, kind, key, {"seconds": self._most_seconds}))
            else:
                break
        if self._process is not None and self._busy is not None:
            self._process.look()
        return None

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most so long."""
        if self._process is not None and self._busy is not None:
            self._process.wait(seconds)

    def cancel(self) -> None:
        """Drop the decision asked for, which is not needed any more, and its answer if it comes late."""
        self._request = None
        self._current = False

    def refused(self, key: str) -> Failure:
        """Note that its action may not be played. Returns the failure."""
        return self._failed.refused(key, self._asked, self._action, self._seconds)

    def missed(self) -> Failure:
        """Note that the match went on without its answer, which will be dropped. Returns the failure."""
        said = self._process.said if self._process and self._current else ""
        failure = self._failed.missed(self._request, said, self._seconds)
        self.cancel()
        return failure

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Tell a program that its match is over. A Python bot is not told."""
        if self._process is not None and self._opened:
            self._process.finish(ending)

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
            self._process = lent or BotProcess(self.launch, self._dialect, self._failed.log)
            self._failed.log = self._process.log
        self._seconds = None
        self._asked = None
        if not self._opened:
            self._busy = self._process.send(lambda number: Open(number, self._setup, attached(self._setup.options)))
        elif request is not None:
            self._current = True
            left = self._most_seconds if request.seconds is None else min(request.seconds, self._most_seconds)
            self._asked = asked = msgspec.structs.replace(request, seconds=left)
            self._busy = self._process.send(lambda number: Decide(number, asked))
        if self.launch.lines:
            self._failed.hello, self._failed.line = self._process.lines

    @property
    def _most_seconds(self) -> float:
        """How long the bot may think about what it was sent."""
        if not self._opened:
            return self._limits.start
        return self._limits.decision if self._warm else self._limits.first

    def _thought(self, now: float) -> float:
        """How long the bot has been thinking at time `now`."""
        self._since = now if self._since is None else self._since
        self._seconds = now - self._since
        return self._seconds

    def _take(self, reply: Reply) -> Any:
        """Take one reply: the action, a Failure, or None when it is neither."""
        if isinstance(reply, Failed) and not reply.goes_on:
            return self._fail(reply)
        expected = Answer | Failed if self._opened else Ready
        if reply.id != self._busy or not isinstance(reply, expected):
            return self._fail(Failed(0, "garbage", "bots.garbage.order", {"id": reply.id}))
        self._busy = None
        self._opened = True
        wanted, self._current = self._current, False
        if isinstance(reply, Answer | Failed):
            self._warm = True
            if wanted:
                self._request = None
                return self._taken(reply)
            self._failed.log.note("an answer came too late and was dropped")
        if self._request is not None:
            self._send()
        return None

    def _taken(self, reply: Answer[Any] | Failed) -> Any:
        """The action of a reply that was waited for, or the Failure of a bot that goes on."""
        if isinstance(reply, Failed):
            return self._failed.failure(reply.kind, reply.key, reply.values, self._asked, seconds=self._seconds)
        self._action, self._answered = reply.action, True
        if self._process is not None:
            self.took.append(self._process.took)
        return reply.action if reply.after is None else Timed(reply.action, reply.after)

    def _fail(self, reply: Failed) -> Failure | None:
        """End the process for what it did; the Failure, or None where nobody waits for an answer."""
        said = ""
        if self._process is not None:
            said = self._process.said
            self._process.close()
        self._process, self._busy, self._current = None, None, False
        self._failures += 1
        kind = reply.kind if self._opened else "start"
        final = kind == "start" or self._failures > self._limits.restarts
        failed = self._failed.failure(
            kind, reply.key, reply.values, self._asked, said=said, seconds=self._seconds, final=final
        )
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
        bot.wait(_LOOK)
    return bot.given_up
