"""A bot that thinks in a thread beside the window's, for matches that are only shown and whose frames must not wait."""

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
    """Return the one thread in which work is done aside, one piece after the other."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="aside")


def done_aside(work: Callable[[], ThingT], patience: float) -> Generator[None, None, ThingT]:
    """Let the helper thread do some work and return its result. Until then, yields after every `patience` seconds."""
    begun = helper().submit(work)
    while not begun.done():
        wait((begun,), patience)
        yield
    return begun.result()


class AsideBot(InlineBot):
    """The controller of a seat whose bot thinks in the helper thread.

    The moment of an answer depends on the speed of the computer, so this is for matches that are not kept.
    """

    _thought: Future[Any] | None = None

    def begin(self, request: Request) -> None:
        """Ask the bot for a decision; the helper thread computes it."""
        super().begin(request)
        self._thought = helper().submit(super().poll, 0.0)

    def poll(self, now: float) -> Any:
        """Return the bot's action, or a Failure for its exception; None while the bot thinks."""
        thought = self._thought
        if thought is None or not thought.done():
            return None
        self._thought = None
        return thought.result()

    def wait(self, seconds: float) -> None:
        """Sleep until the bot has decided, at most `seconds`."""
        if self._thought is not None:
            wait((self._thought,), seconds)

    def cancel(self) -> None:
        """Drop the decision that was asked for and is no longer needed."""
        super().cancel()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def close(self) -> None:
        """Release the bot; a decision that it is still thinking about is thrown away."""
        self.cancel()
