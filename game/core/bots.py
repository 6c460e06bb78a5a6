"""The contract of a bot: what it is told, what it is asked, and how it decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Generic

import msgspec

from game.core.rules import ActionT, Event, Result, Seat, Timed, ViewT


class BotSetup(msgspec.Struct, frozen=True):
    """What a bot is told once about its match, before its first request."""

    game: str
    seat: Seat
    seats: int
    options: Any
    brief: Any
    seed: int
    """Seed of the bot's own chance, derived one-way from the match's seed and the seat:
    the same match gives the same bot."""


class Request(msgspec.Struct, frozen=True):
    """A question to a bot for one decision. It holds exactly what the bot's seat may know."""

    number: int
    """The number of the match's step that this decision is for."""
    view: Any
    legal: Sequence[Any] | None
    """The actions to choose among; None where the game cannot list them. See `Rules.legal`."""
    events: tuple[Event, ...]
    """What happened since this bot's last request, as its seat saw it."""
    seed: int
    """Seed for this decision alone, so that after undo or resume the same question is asked again."""
    seconds: float | None = None
    """Seconds left for the answer; None is no limit."""


class Ending(msgspec.Struct, frozen=True):
    """How a match ended, as told to the bot of one seat."""

    number: int
    """How many steps the match had."""
    view: Any
    events: tuple[Event, ...]
    """What happened since this bot's last request, as its seat saw it."""
    result: Result | None
    """The result; None where people agreed to end the match early."""


class Bot(ABC, Generic[ViewT, ActionT]):
    """A computer player of one seat in one match.

    Deterministic: the same setup and requests give the same actions. A bot limits its thinking by nodes or playouts,
    never by time.
    """

    light: ClassVar[bool] = False
    """Whether the bot decides so fast (well under a millisecond) that a window can wait.
    A light built-in bot gets no process of its own."""
    compiled: ClassVar[bool] = False
    """Whether the bot is too slow without the compiler (core/compiled.py).

    The bot's process loads the compiler where it is installed. Where it is not, no table offers the bot, but it still
    plays matches that nobody waits for.
    """
    survives_errors: ClassVar[bool] = False
    """Whether the bot survives an exception in `decide`:
    only that decision is lost, and the same object is asked again."""

    def __init__(self, setup: BotSetup) -> None:
        self.setup = setup

    @abstractmethod
    def decide(self, request: Request) -> ActionT | Timed:
        """Return the action to play, or a `Timed` action in a window with a clock, to be played at a chosen moment."""


class RandomBot(Bot[Any, Any]):
    """Plays any listed action, each as likely, in every game that can list its actions."""

    light = True

    def decide(self, request: Request) -> Any:
        assert request.legal, "a game whose actions cannot be listed needs a random bot of its own"
        return Random(request.seed).choice(request.legal)
