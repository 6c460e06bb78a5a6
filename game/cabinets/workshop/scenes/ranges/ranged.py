"""Sources of levels for an expressive range: a method as set on the workbench, or an own generator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.bench import Bench
from game.cabinets.workshop.own import OwnGenerator
from game.cabinets.workshop.own_bench import OwnBench
from game.core.bot.loading import parse_spec
from game.core.errors import SpokenError
from game.core.forge.methods.registry import level_of
from game.core.forge.model.level import Kind, Level, Recipe, Value
from game.ground.gameplay import own_play
from game.ground.texts import Texts


class Ranged(ABC):
    """Makes single levels of the measured source, to show what lies in a bin of the heat map."""

    def __init__(self, named: str, kind: Kind, size: tuple[int, int], values: Mapping[str, Value]) -> None:
        self.named = named
        """The source's name for `main.py workshop-range`."""
        self.kind: Kind = kind
        self.size = size
        self.values = values

    @property
    def more_words(self) -> list[str]:
        """Further arguments of the command that measures this source."""
        return []

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Return the source's name on screen."""

    @abstractmethod
    def ask(self, number: int) -> None:
        """Request the level of a number; an earlier request is dropped."""

    @abstractmethod
    def poll(self, now: float) -> Level | None:
        """Return the requested level if it is ready, else None. Raise SpokenError if the source failed."""

    def close(self) -> None:
        """End the source's process, if it has one."""


class RangedMethod(Ranged):
    """A method with its parameters and size. Its levels are ready at once."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.method.id, bench.method.kind, bench.size, bench.values)
        self._version = bench.method.version
        self._asked: int | None = None

    def title(self, texts: Texts) -> str:
        return texts.line(f"workshop.method.{self.named}.name")

    def ask(self, number: int) -> None:
        self._asked = number

    def poll(self, now: float) -> Level | None:
        number, self._asked = self._asked, None
        if number is None:
            return None
        return level_of(Recipe(self.named, self._version, number, *self.size, dict(self.values)))


class RangedGenerator(Ranged):
    """An own generator with the parameters of a desk, in a process apart from the desk's."""

    def __init__(self, own: OwnBench, level: Level) -> None:
        """Take the generator and a level that it made; all others are measured at the size of this one."""
        super().__init__(own.spec, level.kind, (level.width, level.height), own.settings.values)
        self._name = own.name
        self._generator: OwnGenerator | None = None
        self._owes = False

    @property
    def more_words(self) -> list[str]:
        return ["--player", "me"]

    def title(self, texts: Texts) -> str:
        return self._name

    def ask(self, number: int) -> None:
        if self._generator is None:
            self._generator = OwnGenerator(CABINETS["workshop"], parse_spec(self.named, ()))
        self._generator.ask(number, self.size, self.size, self.values, own_play())
        self._owes = True

    def poll(self, now: float) -> Level | None:
        if self._generator is None or not self._owes:
            return None
        try:
            level = self._generator.poll(now)
        except SpokenError:
            self._owes = False
            raise
        self._owes = level is None
        return level

    def close(self) -> None:
        if self._generator is not None:
            self._generator.close()
