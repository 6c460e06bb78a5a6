"""A seat that two computers play by turns: a step between two levels."""

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
    """The controller of such a seat: `share` of `STEPS` decisions are the stronger one's.

    Which of them decides follows from the decision's own seed, so the same match asks the same one again after an undo.
    Each is told all that happened since it decided last itself.
    """

    crewed = None

    def __init__(self, weaker: Controller, stronger: Controller, share: int) -> None:
        self._both = (weaker, stronger)
        self._share = share
        self._asked = weaker
        self._untold: dict[int, tuple[Event, ...]] = {0: (), 1: ()}

    @property
    def starting(self) -> bool:
        """Whether one of them is a program that is being started."""
        return any(each.starting for each in self._both)

    def begin(self, request: Request) -> None:
        """Ask one of them."""
        which = int(derive(request.seed, "level") % STEPS < self._share)
        news = self._untold[which] + request.events
        self._untold = {which: (), 1 - which: self._untold[1 - which] + request.events}
        self._asked = self._both[which]
        self._asked.begin(msgspec.structs.replace(request, events=news))

    def poll(self, now: float) -> Any:
        """The answer of the bot that was asked."""
        for other in self._both:
            if other is not self._asked:
                other.poll(now)
        return self._asked.poll(now)

    def wait(self, seconds: float) -> None:
        """Sleep until the one that was asked may have decided."""
        self._asked.wait(seconds)

    def cancel(self) -> None:
        """Drop the decision asked for, which is not needed any more."""
        self._asked.cancel()

    def refused(self, key: str) -> Failure:
        """Note that its action may not be played. Returns the failure."""
        return self._asked.refused(key)

    def missed(self) -> Failure:
        """Note that the match went on without its answer. Returns the failure."""
        return self._asked.missed()

    def finish(self, ending: Callable[[], Ending]) -> None:
        """Tell both that the match is over."""
        for each in self._both:
            each.finish(ending)

    def close(self) -> None:
        """End both bots."""
        for each in self._both:
            each.close()


def players_of(spec: str, builtins: Collection[str]) -> tuple[BotSpec, ...]:
    """Who plays a seat at a table: one bot, or the weaker and the stronger of a step between levels.

    Raises BotError where it names nobody.
    """
    level = level_of(spec, builtins)
    if level is None:
        return (parse_spec(spec, builtins),)
    return tuple(map(BuiltinSpec, (level.weaker, level.stronger) if level.share else (level.weaker,)))
