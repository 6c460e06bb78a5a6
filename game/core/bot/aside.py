"""A bot that thinks in a thread beside the window's: for matches that are only shown, whose frames must not wait."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any, TypeVar

from game.core.bot.inline import InlineBot
from game.core.bots import Request

ThingT = TypeVar("ThingT")


@cache
def helper() -> ThreadPoolExecutor:
    """One thread for all that is done aside, one piece of work after the other."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")


def done_aside(work: Callable[[], ThingT], patience: float) -> Generator[None, None, ThingT]:
    """Have the helper do some work; yields until it is done, waiting `patience` seconds each time.

    Returns the result.
    """
    begun = helper().submit(work)
    while not begun.done():
        wait((begun,), patience)
        yield
    return begun.result()


class AsideBot(InlineBot):
    """The controller of a seat whose bot thinks in the helper's thread.

    When its answer comes depends on how fast the computer is, so this is for matches that nobody keeps.
    """

    _thought: Future[Any] | None = None

    def begin(self, request: Request) -> None:
        """Ask for a decision."""
        super().begin(request)
        self._thought = helper().submit(super().poll, 0.0)

    def poll(self, now: float) -> Any:
        """The action, or the Failure that the bot's exception is; None while it thinks."""
        thought = self._thought
        if thought is None or not thought.done():
            return None
        self._thought = None
        return thought.result()

    def wait(self, seconds: float) -> None:
        """Sleep until it has thought, at most so long."""
        if self._thought is not None:
            wait((self._thought,), seconds)

    def cancel(self) -> None:
        """Drop the decision asked for, which is not needed any more."""
        super().cancel()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def close(self) -> None:
        """Let go of it; what it is thinking about now is thrown away."""
        self.cancel()
