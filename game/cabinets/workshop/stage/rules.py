"""The picture of methods for the rules page: what three of them make of one number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.showing import shown_of
from game.core.forge.methods.registry import METHODS
from game.core.forge.model.level import Level, Recipe
from game.engine.canvas import Box, Canvas
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.text import Typeface
from game.engine.widgets.parts.richtext import Picture

_NUMBER, _SIZE = 22, 40
_METHODS: Final = ("bsp", "caves", "digger-ahead")


def rules_pictures(_stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![methods]`: levels of the same number."""
    pieces = []
    for number, name in enumerate(_METHODS, 1):
        method = METHODS[name]
        level = method.make(method.whole(Recipe(name, method.version, _NUMBER, _SIZE, _SIZE)))
        pieces.append(Piece(number, _drawn(level, surroundings.typeface), (0.0, 0.0)))
    return {"methods": illustration(pieces, surroundings.typeface, 1.0)}


def _drawn(level: Level, typeface: Typeface) -> Callable[[Canvas], None]:
    """Return a function that fills a part of the illustration with a level."""

    def draw(canvas: Canvas) -> None:
        wide, high = canvas.surface.get_size()
        view = LevelView(Box(0, 0, wide, high), typeface, framed=False)
        view.show(shown_of(level))
        view.draw(Canvas(canvas.surface, 1.0))

    return draw
