"""Levels that take longer than a frame, made beside the window."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.cabinets.workshop.beside.process import Beside
from game.core.errors import SpokenError
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Brought, Note

SQUARES = 5000
"""The most that is made in a frame."""
FAMILIES = ("grammars", "diggers")
"""Methods that may take longer than a frame at any size: a grammar's search a tenth of a second, a digger 20 ms."""


class Wish(NamedTuple):
    """What a level is made of."""

    recipe: Recipe
    brought: Brought | None


class Made(NamedTuple):
    """A level and the notes of its steps; none, and why."""

    level: Level | None
    notes: list[Note]
    trouble: SpokenError | None = None


class Maker(Protocol):
    """Makes levels: ask, and poll until one is there; of several wishes only the latest."""

    @property
    def busy(self) -> bool:
        """Whether one is being made."""

    def ask(self, wish: Wish) -> None:
        """Make this; what was asked before is forgotten."""

    def poll(self) -> tuple[Wish, Made] | None:
        """The latest wish and what was made of it; None before."""

    def close(self) -> None:
        """Nothing more will be asked."""


def takes_long(recipe: Recipe) -> bool:
    """Whether a frame would wait for it."""
    return METHODS[recipe.method].family in FAMILIES or recipe.width * recipe.height > SQUARES


def made(wish: Wish) -> Made:
    """The level of a wish."""
    notes: list[Note] = []

    def note(kind: str, numbers: tuple[int, ...]) -> None:
        notes.append((kind, numbers))

    try:
        return Made(METHODS[wish.recipe.method].make(wish.recipe, note, wish.brought), notes)
    except SpokenError as error:
        return Made(None, [], error)


class MakerBeside(Beside[Wish, Made]):
    """Makes in a process."""

    def __init__(self) -> None:
        super().__init__(made)
