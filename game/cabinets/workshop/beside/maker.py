"""Make levels that take longer than a frame in a process beside the window."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.cabinets.workshop.beside.process import Beside
from game.core.errors import SpokenError
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Brought, Note

SQUARES = 5000
"""Greatest number of squares of a level that is made within a frame."""
FAMILIES = ("grammars", "diggers")
"""Families of methods that may exceed a frame at any size: a grammar's search takes 0.1 s, a digger 20 ms."""


class Wish(NamedTuple):
    """What a level is to be made from: its recipe, and the text and pins that a person provided."""

    recipe: Recipe
    brought: Brought | None


class Made(NamedTuple):
    """A level and the notes of its steps; if no level could be made, None and the reason."""

    level: Level | None
    notes: list[Note]
    trouble: SpokenError | None = None


class Maker(Protocol):
    """Makes levels for one caller: `ask`, then `poll` until a level is ready. Only the latest request counts."""

    @property
    def busy(self) -> bool:
        """Whether a level is being made."""

    def ask(self, wish: Wish) -> None:
        """Request a level; an earlier request is forgotten."""

    def poll(self) -> tuple[Wish, Made] | None:
        """Return the latest request and its result if it is ready, else None."""

    def close(self) -> None:
        """End the maker; nothing will be asked any more."""


def takes_long(recipe: Recipe) -> bool:
    """Return whether making this level may take longer than a frame."""
    return METHODS[recipe.method].family in FAMILIES or recipe.width * recipe.height > SQUARES


def made(wish: Wish) -> Made:
    """Make the level of a request, in the calling process."""
    notes: list[Note] = []

    def note(kind: str, numbers: tuple[int, ...]) -> None:
        notes.append((kind, numbers))

    try:
        return Made(METHODS[wish.recipe.method].make(wish.recipe, note, wish.brought), notes)
    except SpokenError as error:
        return Made(None, [], error)


class MakerBeside(Beside[Wish, Made]):
    """Makes levels in a process of its own."""

    def __init__(self) -> None:
        super().__init__(made)
