"""Recipes for tests: any parameters that a person could set."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Recipe, Value
from game.core.forge.model.method import Choice


def settled_recipes(method: str, count: int, most: tuple[int, int] = (64, 48)) -> Iterator[Recipe]:
    """Drawn sizes and parameters, brought down to what goes together as the Workshop's sliders do."""
    kind, random = METHODS[method], Random(method)
    for number in range(1, count + 1):
        width, height = random.randint(kind.least[0], most[0]), random.randint(kind.least[1], most[1])
        values: dict[str, Value] = {
            name: random.choice(parameter.values)
            if isinstance(parameter, Choice)
            else random.randint(parameter.low, parameter.high)
            for name, parameter in kind.parameters.items()
        }
        yield Recipe(method, kind.version, number, width, height, kind.settled(values, width, height))
