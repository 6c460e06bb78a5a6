"""A generator of somebody's own at work: in a process, one level at a time."""

from __future__ import annotations

from typing import Any

import msgspec

from game.cabinets.workshop.judging import fault_of
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
from game.core.forge.model.level import Level
from game.core.forge.play import Play
from game.core.match.session import Failure


class OwnGeneratorError(SpokenError):
    """A generator made no level, or none that could be shown."""


class OwnGenerator:
    """Asks a generator for levels. Nothing that it does ends who asks."""

    def __init__(self, cabinet: Cabinet, spec: BotSpec) -> None:
        setup = BotSetup(cabinet.id, 0, 1, Options(), None, 1)
        self._bot = ProcessBot(launch(cabinet, spec, cabinet.limits.memory), setup, cabinet.info, limits=cabinet.limits)
        self._asked = 0

    def ask(self, number: int, dungeon: tuple[int, int], platform: tuple[int, int], play: Play | None = None) -> None:
        """Ask for the level of a number, at the size of whichever kind it makes, for somebody who plays like that.

        What was asked before is let go.
        """
        self._bot.cancel()
        self._asked += 1
        view = View(number, "medium", dungeon, platform, 2, 0, (), (), play)
        self._bot.begin(Request(self._asked, view, None, (), number))

    def poll(self, now: float) -> Level | None:
        """The level once it is made. Raises SpokenError for what the generator did instead."""
        answer: Any = self._bot.poll(now)
        if answer is None:
            return None
        if isinstance(answer, Failure):
            raise OwnGeneratorError(answer.key, **answer.values)
        made = msgspec.convert(msgspec.to_builtins(answer), Made)
        if not made.level:
            raise OwnGeneratorError("workshop.own.nothing")
        level = sound(read_level(made.level))
        fault = fault_of(level, (level.width, level.height))
        if fault is not None:
            raise OwnGeneratorError(f"workshop.refuse.{fault.key}")
        return level

    def wait(self, seconds: float) -> None:
        """Sleep until there may be something to poll, at most so long."""
        self._bot.wait(seconds)

    def close(self) -> None:
        """End its process."""
        self._bot.close()
