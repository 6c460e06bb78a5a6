"""A seat that two bots play in turn: a step between two levels."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from game.core.bot.loading import BotSpec, BuiltinSpec, parse_spec
from game.core.bots import Ending, Request
from game.core.chance import derive
from game.core.levels import STEPS, level_of
from game.core.match.session import Controller, Failure
from game.core.rules import Event


class MixedBot:
    """The controller of a seat where the stronger bot makes `share` of `STEPS` decisions and the weaker one the others.

    The decision's own seed chooses the bot, so after an undo the same bot is asked again. Each bot is told everything
    that happened since its own last decision.
    """

    crewed = None

    def __init__(self, weaker: Controller, stronger: Controller, share: int) -> None:
        self._both = (weaker, stronger)
        self._share = share
        self._asked = weaker
        self._untold: dict[int, tuple[Event, ...]] = {0: (), 1: ()}

    @property
    def starting(self) -> bool:
        """Whether one of the two bots is a program that is being started."""
        return any(each.starting for each in self._both)

    def begin(self, request: Request) -> None:
        """Ask the bot that this decision's seed chooses."""
        which = int(derive(request.seed, "level") % STEPS < self._share)
        news = self._untold[which] + request.events
        self._untold = {which: (), 1 - which: self._untold[1 - which] + request.events}
        self._asked = self._both[which]
        self._asked.begin(msgspec.structs.replace(request, events=news))

    def poll(self, now: float) -> Any:
        """Return the answer of the bot that was asked; None while it thinks."""
        for other in self._both:
            if other is not self._asked:
                other.poll(now)
        return self._asked.poll(now)

    def wait(self, seconds: float) -> None:
        """Sleep until the bot that was asked may have decided, at most `seconds`."""
        self._asked.wait(seconds)

    def cancel(self) -> None:
        """Drop the decision that was asked for and is no longer needed."""
        self._asked.cancel()

    def refused(self, key: str) -> Failure:
        """Note that the action of the bot that was asked may not be played. Returns the failure."""
        return self._asked.refused(key)

    def missed(self) -> Failure:
        """Note that the match went on without the answer of the bot that was asked. Returns the failure."""
        return self._asked.missed()

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Tell both bots that the match is over."""
        for each in self._both:
            each.finish(ending)

    def close(self) -> None:
        """End both bots."""
        for each in self._both:
            each.close()


def players_of(spec: str, builtins: Collection[str]) -> tuple[BotSpec, ...]:
    """Return the bots that a specification of a seat names: one, or the weaker and the stronger of a step between
    levels.

    Raises BotError where it names none.
    """
    level = level_of(spec, builtins)
    if level is None:
        return (parse_spec(spec, builtins),)
    return tuple(map(BuiltinSpec, (level.weaker, level.stronger) if level.share else (level.weaker,)))
