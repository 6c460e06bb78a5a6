"""Run a person's own generator in a process of its own, one level at a time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from game.cabinets.workshop.rules import Options, View
from game.core.bot.loading import BotSpec
from game.core.bot.process import ProcessBot
from game.core.bot.running import launch
from game.core.bots import BotSetup, Request
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.forge.api import Made
from game.core.forge.formats.codes import read_level
from game.core.forge.formats.faults import sound
from game.core.forge.model.declared import DeclarationError, Declared, declared
from game.core.forge.model.fault import fault_of
from game.core.forge.model.level import Level, Value
from game.core.forge.play import Play
from game.core.match.session import Failure

SIZES = {"dungeon": (64, 64), "platform": (160, 15)}
"""Default level sizes by kind; which kind a generator makes is not known before its first level."""
_WAIT = 0.2


class OwnGeneratorError(SpokenError):
    """A person's own generator made no level, or one that cannot be shown."""


class OwnGenerator:
    """Asks an own generator for levels. Nothing that the generator does can end this program."""

    def __init__(self, cabinet: Cabinet, spec: BotSpec) -> None:
        setup = BotSetup(cabinet.id, 0, 1, Options(), None, 1)
        self._bot = ProcessBot(launch(cabinet, spec, cabinet.limits.memory), setup, cabinet.info, limits=cabinet.limits)
        self._asked = 0
        self.declared: Declared = {}
        """The parameters that the generator declared with its last level."""

    def ask(
        self,
        number: int,
        dungeon: tuple[int, int],
        platform: tuple[int, int],
        values: Mapping[str, Value],
        play: Play | None = None,
    ) -> None:
        """Ask for the level of a number, for a player with the profile `play`; an earlier request is dropped.

        The generator gets the size for its kind of level, `dungeon` or `platform`, and those of `values` that it
        declares as parameters.
        """
        self._bot.cancel()
        self._asked += 1
        view = View(number, "medium", dungeon, platform, 2, 0, (), (), play, dict(values))
        self._bot.begin(Request(self._asked, view, None, (), number))

    def poll(self, now: float) -> Level | None:
        """Return the level if it is ready, else None. Raise SpokenError if the generator failed."""
        answer: Any = self._bot.poll(now)
        if answer is None:
            return None
        if isinstance(answer, Failure):
            raise OwnGeneratorError(answer.key, **answer.values)
        made = msgspec.convert(msgspec.to_builtins(answer), Made)
        if not made.level:
            raise OwnGeneratorError("workshop.own.nothing")
        try:
            self.declared = declared(made.declared)
        except DeclarationError as error:
            raise OwnGeneratorError("workshop.own.declared", why=str(error)) from error
        level = sound(read_level(made.level))
        fault = fault_of(level, (level.width, level.height))
        if fault is not None:
            raise OwnGeneratorError(f"workshop.fault.{fault.key}", **fault._asdict())
        return level

    def delivered(self) -> Level:
        """Wait for the requested level. Raise SpokenError if the generator failed."""
        while (level := self.poll(time.monotonic())) is None:
            self.wait(_WAIT)
        return level

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most so many seconds."""
        self._bot.wait(seconds)

    def close(self) -> None:
        """End the generator's process."""
        self._bot.close()
