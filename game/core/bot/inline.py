"""A bot that thinks in this process: for matches without a window, where nothing else waits."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any

from game.core.bot.failures import Failures
from game.core.bot.loading import describe, where
from game.core.bot.log import BotLog
from game.core.bots import Bot, BotSetup, Ending, Request
from game.core.match.session import Failure


class InlineBot:
    """The controller of a seat whose bot is called from `poll`. It plays exactly as a ProcessBot would.

    Only for bots that come with a game: a bot that hangs holds up the whole match.
    """

    starting = False

    def __init__(
        self,
        make: Callable[[BotSetup], Bot[Any, Any]],
        setup: BotSetup,
        label: str,
        log: BotLog | None = None,
        *,
        crewed: bool = False,
    ) -> None:
        self.crewed = label if crewed else None
        self.took: list[float] = []
        """Seconds that each answer took, in order."""
        self._log = log or BotLog(None)
        self._failures = Failures(label, setup, self._log)
        self._make = make
        self._setup = setup
        self._bot: Bot[Any, Any] | None = None
        self._request: Request | None = None
        self._answered: tuple[Request, Any] | None = None

    def begin(self, request: Request) -> None:
        """Ask the bot for a decision, which the next `poll` computes."""
        self._request = request

    def poll(self, now: float) -> Any:
        """Call the bot and return its action, or a Failure for its exception. `now` does not matter."""
        request, self._request = self._request, None
        if request is None:
            return None
        try:
            self._bot = self._bot or self._make(self._setup)
            began = time.perf_counter()
            action = self._bot.decide(request)
        except Exception as error:
            self._log.write(traceback.format_exc().encode())
            kind = "crash" if self._bot else "start"
            values = {"error": describe(error), "where": where(error, "")}
            return self._failures.failure(kind, f"bots.{kind}.raised", values, request, final=kind == "start")
        self.took.append(time.perf_counter() - began)
        self._answered = (request, action)
        return action

    def wait(self, seconds: float) -> None:
        """Return at once: `poll` never has to wait."""

    def cancel(self) -> None:
        """Drop the decision that was asked for and is no longer needed."""
        self._request = None

    def refused(self, key: str) -> Failure:
        """Note that the bot's action may not be played. Returns the failure."""
        request, action = self._answered or (None, None)
        return self._failures.refused(key, request, action)

    def missed(self) -> Failure:
        """Note that the match went on without the bot's answer. Returns the failure."""
        request, self._request = self._request, None
        return self._failures.missed(request, "", None)

    def finish(self, ending: Callable[[], Ending]) -> None: ...

    def close(self) -> None:
        """Do nothing: no process or thread was started."""
