"""What lies on the workbench: a method, its parameters and locks, the number and the size. No picture here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from hashlib import blake2b
from random import Random

from game.core.forge.methods.registry import METHODS
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.level import Recipe, Value
from game.core.forge.model.method import Choice, Number, Preset


def number_of_day(day: date) -> int:
    """The number that everybody gets on a day.

    >>> number_of_day(date(2026, 11, 24)) == number_of_day(date(2026, 11, 24)) != number_of_day(date(2026, 11, 25))
    True
    """
    digest = blake2b(day.isoformat().encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % MOST_NUMBER + 1


class Bench:
    """What a level is made of. Each method keeps the parameters that it was left with."""

    def __init__(self, method: str, number: int) -> None:
        self.method = METHODS[method]
        self.number = number
        self.preset: Preset | None = None
        """The preset that was chosen last, while everything is still as it says."""
        self._sizes: dict[str, tuple[int, int]] = {}
        self._values: dict[str, dict[str, Value]] = {}
        self.locked: set[tuple[str, str]] = set()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in squares."""
        return self._sizes.get(self.method.id, self.method.size)

    @property
    def values(self) -> Mapping[str, Value]:
        """Every parameter of the method, as it goes with the others and the size."""
        return self.method.settled(self._wished, *self.size)

    @property
    def _wished(self) -> Mapping[str, Value]:
        kept = self._values.get(self.method.id, {})
        return {name: kept.get(name, parameter.default) for name, parameter in self.method.parameters.items()}

    def recipe(self) -> Recipe:
        """What the level follows from."""
        width, height = self.size
        return Recipe(self.method.id, self.method.version, self.number, width, height, dict(self.values))

    def choose(self, method: str) -> None:
        """Another method, with the number that is on the bench."""
        self.method, self.preset = METHODS[method], None

    def take_preset(self, method: str, preset: Preset) -> None:
        """Everything as a preset says; what it does not name is as usual."""
        self.method = METHODS[method]
        self._values[method] = dict(preset.parameters)
        self._sizes[method] = (preset.width, preset.height)
        self.number, self.preset = preset.number, preset

    def take_recipe(self, recipe: Recipe) -> None:
        """Everything as a recipe says."""
        self.method, self.preset = METHODS[recipe.method], None
        self._values[recipe.method] = dict(recipe.parameters)
        self._sizes[recipe.method] = (recipe.width, recipe.height)
        self.number = recipe.number

    def set_number(self, number: int) -> None:
        self.number, self.preset = max(1, min(MOST_NUMBER, number)), None

    def set_size(self, width: int, height: int) -> None:
        self._sizes[self.method.id], self.preset = (width, height), None

    def set(self, name: str, value: Value) -> None:
        """Set a parameter; of a least and a most the other one follows, so that no slider leads out of the range."""
        values = self._values.setdefault(self.method.id, {})
        values[name] = value
        stem, _, end = name.rpartition("_")
        other = f"{stem}_{'most' if end == 'least' else 'least'}"
        if end in ("least", "most") and other in self.method.parameters:
            least, most = int(self._wished[f"{stem}_least"]), int(self._wished[f"{stem}_most"])
            values[other] = int(value) if least > most else self._wished[other]
        self.preset = None

    def reset(self) -> None:
        """Every parameter that is not locked is as usual again."""
        for name, parameter in self.method.parameters.items():
            if not self.is_locked(name):
                self.set(name, parameter.default)

    def is_locked(self, name: str) -> bool:
        return (self.method.id, name) in self.locked

    def toggle_lock(self, name: str) -> None:
        """Let the common die leave a parameter alone, or no longer."""
        self.locked ^= {(self.method.id, name)}

    def roll(self, random: Random, name: str | None = None) -> None:
        """Another value for one parameter, or for each that is not locked."""
        for each, parameter in self.method.parameters.items():
            if each == name or (name is None and not self.is_locked(each)):
                self.set(each, _drawn(random, parameter))


def _drawn(random: Random, parameter: Number | Choice) -> Value:
    if isinstance(parameter, Choice):
        return random.choice(parameter.values)
    return random.randint(parameter.low, parameter.high)
