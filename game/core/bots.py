"""The contract of a computer player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from game.core.rules import ActionT, Event, Result, Seat, Timed, ViewT


class BotSetup(msgspec.Struct, frozen=True):
    """What a bot is told once, before its first request."""

    game: str
    seat: Seat
    seats: int
    options: Any
    brief: Any
    seed: int
    """Derived one-way from the match's seed and the seat: the same match gives the same bot."""


class Request(msgspec.Struct, frozen=True):
    """One decision asked of a bot: exactly what its seat may know."""

    number: int
    """The match's step this decision is for."""
    view: Any
    legal: Sequence[Any] | None
    """The actions to choose among; None where they cannot be listed. See `Rules.legal`."""
    events: tuple[Event, ...]
    """What happened since this bot's last request, as its seat saw it."""
    seed: int
    """Derived for this decision alone, so that undo and resume ask the same question twice."""
    seconds: float | None = None
    """Time left for the answer; None is no limit."""


class Ending(msgspec.Struct, frozen=True):
    """How a match ended, for a bot's seat."""

    number: int
    """How many steps the match had."""
    view: Any
    events: tuple[Event, ...]
    """What happened since this bot's last request, as its seat saw it."""
    result: Result | None
    """None where people agreed to end it."""


class Bot(ABC, Generic[ViewT, ActionT]):
    """A computer player of one seat in one match.

    Deterministic: the same setup and requests give the same actions. It budgets nodes or playouts, never time.
    """

    light: ClassVar[bool] = False
    """Whether it is so quick (well under a millisecond) that a window can wait for it: built in, it never gets a
    process."""
    compiled: ClassVar[bool] = False
    """Whether it thinks too long without the compiler (core/compiled.py).

    Its process loads the compiler where it is installed; where it is not, the bot is offered at no table, but still
    plays matches that nobody waits for.
    """
    survives_errors: ClassVar[bool] = False
    """Whether an exception in `decide` costs it only that decision: the same object is asked again."""

    def __init__(self, setup: BotSetup) -> None:
        self.setup = setup

    @abstractmethod
    def decide(self, request: Request) -> ActionT | Timed:
        """The action to play; `Timed` in a window with a clock, for a pace of its own."""


class RandomBot(Bot[Any, Any]):
    """Any listed action, each as likely: for every game that can list them."""

    light = True

    def decide(self, request: Request) -> Any:
        assert request.legal, "a game whose actions cannot be listed needs a random bot of its own"
        return Random(request.seed).choice(request.legal)
