"""A bot that thinks in a process of its own, as a controller of a seat.

If the bot hangs, crashes, prints, answers nonsense or dies, the match goes on: the process is killed and the seat plays
the fallback. After a limited number of restarts the seat plays fallbacks to the end.
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
"""The process of a bot that plays a match, as `ProcessBot` uses it."""
_BENEFIT = 0.05
"""Seconds of grace for an answer at the deadline, because this process itself may have been delayed."""
_LOOK = 0.2
"""Seconds between two polls of a bot that `probe` starts."""


class ProcessPool:
    """Processes that outlive a match: the next match gets a running process, which only makes a new bot.

    Not for programs that speak lines, because they might not forget the finished match.
    """

    def __init__(self) -> None:
        self._idle: dict[Launch, list[MatchProcess]] = {}

    def take(self, launch: Launch) -> MatchProcess | None:
        idle = self._idle.get(launch)
        return idle.pop() if idle else None

    def give(self, process: MatchProcess) -> None:
        """Keep a process for the next match; a program that speaks lines is ended instead."""
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

    Deadlines are measured by the time that `poll` is given. An answer to a request that was cancelled or replaced is
    dropped; the next request is sent when the bot is free for it.
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
        """`heading` turns a view into a few words that say at which point of the match its decision is."""
        self.crewed = None
        self.took: list[float] = []
        """Seconds that each used answer took, in order."""
        self.launch = launch
        self._failed = Failures(launch.label, setup, log or BotLog(None), heading)
        self._setup = setup
        self._dialect = dialect or (LineDialect(info) if launch.lines else FrameDialect(info))
        self._limits = limits
        self._pool = pool
        self._process: MatchProcess | None = None
        self._request: Request | None = None
        self._asked: Request | None = None
        """The request that was sent last; None while the bot was only sent its setup."""
        self._action: Any = None
        self._busy: int | None = None
        """The number of the message whose reply is awaited; None where none is."""
        self._current = False
        """Whether the message whose reply is awaited is about `_request`."""
        self._opened = False
        self._answered = False
        """Whether the bot ever gave an answer. If not, its program may have forgotten to flush its output."""
        self._warm = False
        self._since: float | None = None
        self._seconds: float | None = None
        """Seconds from the last message until now, or until its reply."""
        self._failures = 0
        self.given_up: Failure | None = None
        """The failure after which the bot is not asked again; None while it still is."""

    @property
    def log(self) -> BotLog:
        """The log of what the bot prints."""
        return self._failed.log

    @property
    def starting(self) -> bool:
        """Whether the bot is still being started or set up for the match."""
        return self._busy is not None and not self._opened

    def start(self) -> None:
        """Start the bot before its first request, unless it runs. Does not wait."""
        if self._process is None and self.given_up is None:
            self._send()

    def begin(self, request: Request) -> None:
        """Ask the bot for a decision. Does not wait."""
        self._request = request
        self._current = False
        if self.given_up is None and self._busy is None:
            self._send()

    def poll(self, now: float) -> Any:
        """Return the bot's action, a Failure, or None while the bot is still thinking."""
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
                values: dict[str, Any] = {"seconds": self._most_seconds}
                if self.launch.lines and (said := self._process.said):
                    key, values = f"bots.{kind}.deadline_line", values | {"count": len(said)}
                return self._fail(Failed(0, kind, key, values))
            else:
                break
        if self._process is not None and self._busy is not None:
            self._process.look()
        return None

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most `seconds`."""
        if self._process is not None and self._busy is not None:
            self._process.wait(seconds)

    def cancel(self) -> None:
        """Drop the decision that was asked for and is no longer needed; a late answer to it is ignored."""
        self._request = None
        self._current = False

    def refused(self, key: str) -> Failure:
        """Note that the bot's action may not be played. Returns the failure."""
        return self._failed.refused(key, self._asked, self._action, self._seconds)

    def missed(self) -> Failure:
        """Note that the match went on without the bot's answer, which will be dropped. Returns the failure."""
        said = self._process.said if self._process and self._current else ""
        failure = self._failed.missed(self._request, said, self._seconds)
        self.cancel()
        return failure

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Tell a program that its match is over. Bots in Python are not told."""
        if self._process is not None and self._opened:
            self._process.finish(ending)

    def close(self) -> None:
        """End the process, or return it to the pool if it is idle."""
        process, self._process = self._process, None
        self._request = None
        if process is None:
            return
        if self._pool is not None and self._busy is None:
            self._pool.give(process)
        else:
            process.close()

    def _send(self) -> None:
        """Send the bot its next message: the setup if it has none yet, else the request."""
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
        """Seconds that the bot may take for the message it was sent."""
        if not self._opened:
            return self._limits.start
        return self._limits.decision if self._warm else self._limits.first

    def _thought(self, now: float) -> float:
        """Return how many seconds the bot has been thinking at time `now`."""
        self._since = now if self._since is None else self._since
        self._seconds = now - self._since
        return self._seconds

    def _take(self, reply: Reply) -> Any:
        """Process one reply: return an action or a Failure; None if the match need not be told of it."""
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
        """Return the action of an awaited reply, or the Failure of a bot that lost only this decision."""
        if isinstance(reply, Failed):
            return self._failed.failure(reply.kind, reply.key, reply.values, self._asked, seconds=self._seconds)
        self._action, self._answered = reply.action, True
        if self._process is not None:
            self.took.append(self._process.took)
        return reply.action if reply.after is None else Timed(reply.action, reply.after)

    def _fail(self, reply: Failed) -> Failure | None:
        """End the process for a failure. Returns the Failure; None where no answer is awaited."""
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
    """Start a bot and set it up, to learn before a match whether it works. Returns why it does not, or None."""
    bot.start()
    while bot.starting:
        bot.poll(clock())
        bot.wait(_LOOK)
    return bot.given_up
