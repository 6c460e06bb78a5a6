"""Values and locks of the parameters that a method or generator declares, without any picture."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.core.forge.model.declared import Declared, overlaid
from game.core.forge.model.level import Value
from game.core.forge.model.method import Choice, Number


class Settings:
    """Values for declared parameters; parameters that were not set have their defaults."""

    def __init__(self, parameters: Declared) -> None:
        self.parameters = parameters
        self._values: dict[str, Value] = {}
        self._locked: set[str] = set()

    @property
    def values(self) -> dict[str, Value]:
        """The value of every parameter: as set, or its default."""
        return overlaid(self.parameters, self._values)

    def take(self, values: Mapping[str, Value]) -> None:
        """Set exactly these values; all other parameters get their defaults."""
        self._values = dict(values)

    def set(self, name: str, value: Value) -> None:
        """Set a parameter; if it is one end of a range, the other end follows, or limits it if that is locked."""
        self._values[name] = value
        stem, _, end = name.rpartition("_")
        least, most = f"{stem}_least", f"{stem}_most"
        if end not in ("least", "most") or not self._numbers(least, most):
            return
        if int(self.values[least]) > int(self.values[most]):
            other = most if end == "least" else least
            held, follows = (other, name) if self.is_locked(other) else (name, other)
            if self.parameters[follows].takes(self.values[held]):
                self._values[follows] = self.values[held]

    def _numbers(self, *names: str) -> bool:
        return all(isinstance(self.parameters.get(name), Number) for name in names)

    def reset(self) -> None:
        """Reset every unlocked parameter to its default."""
        for name, parameter in self.parameters.items():
            if not self.is_locked(name):
                self.set(name, parameter.default)

    def is_locked(self, name: str) -> bool:
        return name in self._locked

    def toggle_lock(self, name: str) -> None:
        """Lock a parameter against rolling and resetting all, or unlock it."""
        self._locked ^= {name}

    def roll(self, random: Random, name: str | None = None) -> None:
        """Draw a random value for the named parameter, or for each that is not locked."""
        for each, parameter in self.parameters.items():
            if each == name or (name is None and not self.is_locked(each)):
                self.set(each, _drawn(random, parameter))


def _drawn(random: Random, parameter: Number | Choice) -> Value:
    if isinstance(parameter, Choice):
        return random.choice(parameter.values)
    return random.randint(parameter.low, parameter.high)
