"""Every method by its id, in the order of the Workshop's list."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.forge.methods.ahead import DIGGER_AHEAD
from game.core.forge.methods.blind import DIGGER_BLIND
from game.core.forge.methods.bsp import BSP
from game.core.forge.methods.caves import CAVES
from game.core.forge.methods.gameplay import GAMEPLAY
from game.core.forge.methods.mission import MISSION
from game.core.forge.methods.multipass import MULTIPASS
from game.core.forge.methods.ore import ORE
from game.core.forge.methods.quads import QUAD_FILL, QUAD_ROOM
from game.core.forge.methods.quadtree import QUADTREE
from game.core.forge.methods.rhythm import RHYTHM
from game.core.forge.methods.rooms import ROOMS
from game.core.forge.methods.topology import TOPOLOGY
from game.core.forge.model.level import Level, Recipe
from game.core.forge.model.method import Method, NoteT, RecipeError, silent

_DUNGEON: tuple[Method, ...] = (
    QUADTREE,
    QUAD_FILL,
    QUAD_ROOM,
    BSP,
    DIGGER_BLIND,
    DIGGER_AHEAD,
    CAVES,
    TOPOLOGY,
    MISSION,
    GAMEPLAY,
)
"""By family, in the order of the chapter."""
_PLATFORM: tuple[Method, ...] = (
    RHYTHM,
    ORE,
    ROOMS,
    MULTIPASS,
)
METHODS: Mapping[str, Method] = {method.id: method for method in _DUNGEON + _PLATFORM}


def level_of(recipe: Recipe, note: NoteT = silent) -> Level:
    """The level of a recipe. Raises RecipeError."""
    method = METHODS.get(recipe.method)
    if method is None:
        raise RecipeError("forge.error.method", method=recipe.method)
    if method.version != recipe.version:
        raise RecipeError("forge.error.version", method=recipe.method, version=recipe.version, known=method.version)
    return method.make(recipe, note)
