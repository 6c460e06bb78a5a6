"""Computer players of a commission: each is a method with its default parameters."""

from __future__ import annotations

from typing import Any, ClassVar

from game.cabinets.workshop.rules import View
from game.core.bots import Bot, Request
from game.core.forge.api import Made
from game.core.forge.formats.codes import write_level
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Method
from game.core.forge.proof.repair import mended


def level_for(method: str, number: int, size: tuple[int, int]) -> Level:
    """Return the level that a method makes for a number and a size with its default parameters."""
    made = METHODS[method]
    return made.make(Recipe(method, made.version, number, *size))


class MethodBot(Bot[View, Made]):
    """Delivers the level that its method makes for the commission's number."""

    method: ClassVar[str]

    def decide(self, request: Request) -> Made:
        view = request.view
        size = view.dungeon if METHODS[self.method].kind == "dungeon" else view.platform
        level = level_for(self.method, view.number, size)
        return Made(write_level(level if level.kind == "dungeon" else mended(level).level))


def _player(method: Method) -> type[MethodBot]:
    """Return the bot class of a method, and add it to this module, where bot processes look it up by name."""
    name = "".join(part.capitalize() for part in method.id.split("-"))
    light = method.kind == "dungeon"
    kind = type(name, (MethodBot,), {"method": method.id, "light": light, "__module__": __name__})
    globals()[name] = kind
    return kind


BOTS: dict[str, type[Bot[Any, Any]]] = {method.id: _player(method) for method in METHODS.values()}
"""The computer player of every method, by the method's id."""
