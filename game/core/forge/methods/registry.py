"""All level methods by their id, in the order of the Workshop's list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Method, NoteT, RecipeError, silent

_PLACES = {
    "quadtree": "quadtree:QUADTREE",
    "quad-fill": "quads:QUAD_FILL",
    "quad-room": "quads:QUAD_ROOM",
    "bsp": "bsp:BSP",
    "digger-blind": "blind:DIGGER_BLIND",
    "digger-ahead": "ahead:DIGGER_AHEAD",
    "caves": "caves:CAVES",
    "topology": "topology:TOPOLOGY",
    "mission": "mission:MISSION",
    "gameplay": "gameplay:GAMEPLAY",
    "rhythm": "rhythm:RHYTHM",
    "ore": "ore:ORE",
    "rooms": "rooms:ROOMS",
    "multipass": "multipass:MULTIPASS",
    "ideas": "ideas:IDEAS_METHOD",
}
"""Module and constant of each method in this package, as `module:NAME`,
in the order of the book's chapter 3 (Shaker and others 2016)."""


class _Methods(Mapping[str, Method]):
    """Imports a method when it is first asked for, because a game that plays one level needs only one."""

    def __getitem__(self, name: str) -> Method:
        module, _, constant = _PLACES[name].partition(":")
        method: Method = getattr(import_module(f"game.core.forge.methods.{module}"), constant)
        return method

    def __contains__(self, name: object) -> bool:
        return name in _PLACES

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


METHODS: Mapping[str, Method] = _Methods()


def level_of(recipe: Recipe, note: NoteT = silent) -> Level:
    """Return the level of a recipe, noting each step of its making. Raises RecipeError."""
    return method_of(recipe).make(recipe, note)


def method_of(recipe: Recipe) -> Method:
    """Return the method of a recipe. Raises RecipeError for an unknown method, and for another version of it."""
    method = METHODS.get(recipe.method)
    if method is None:
        raise RecipeError("forge.error.method", method=recipe.method)
    if method.version != recipe.version:
        raise RecipeError("forge.error.version", method=recipe.method, version=recipe.version, known=method.version)
    return method


def whole_recipe(recipe: Recipe) -> Recipe:
    """Return a recipe with every parameter, without making its level. Raises RecipeError if it gives none here."""
    return method_of(recipe).whole(recipe)
