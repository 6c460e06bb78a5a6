"""A person's own generator on a desk in place of a workbench: its process, and its parameters."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.own import SIZES, OwnGenerator
from game.cabinets.workshop.settings import Settings
from game.core.bot.loading import parse_spec
from game.core.bot.reading import own_name
from game.core.errors import SpokenError
from game.core.forge.model.level import Level, Value
from game.core.forge.play import Play


class OwnBench:
    """Asks an own generator for levels. Its parameters are known once it has delivered the first one."""

    def __init__(self, spec: str, values: Mapping[str, Value]) -> None:
        """Start the generator with the values set for it before. Raise BotError if there is no such generator."""
        self.spec = spec
        self.name = own_name(spec)
        self.generator = OwnGenerator(CABINETS["workshop"], parse_spec(spec, ()))
        self.settings = Settings({})
        self.settings.take(values)
        self._first = dict(values)
        self.size: tuple[int, int] | None = None
        """Width and height in squares that the person chose; None for the default."""
        self.owes = False
        """Whether a requested level has not been delivered yet."""
        self.has_delivered = False

    def ask(self, number: int, play: Play | None) -> None:
        """Ask for the level of a number, for a player with the profile `play`; an earlier request is dropped."""
        dungeon, platform = (self.size or SIZES[kind] for kind in ("dungeon", "platform"))
        values = self.settings.values if self.has_delivered else self._first
        self.generator.ask(number, dungeon, platform, values, play)
        self.owes = True

    def poll(self, now: float) -> Level | None:
        """Return the requested level if it is ready, else None. Raise SpokenError if the generator failed."""
        if not self.owes:
            return None
        try:
            level = self.generator.poll(now)
        except SpokenError:
            self.owes = False
            raise
        if level is not None:
            self.owes, self.has_delivered = False, True
            self.settings.parameters = self.generator.declared
        return level

    def close(self) -> None:
        """End the generator's process."""
        self.generator.close()
