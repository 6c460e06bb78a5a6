"""The picture of a round for the rules page: stroke follows stroke, and one brush is pointed at."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from game.cabinets.sketch.stage.freehand.paper import draw_paper, marks
from game.cabinets.sketch.stage.places import Places
from game.cabinets.sketch.stage.stage import sample
from game.cabinets.sketch.state import NOBODY
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

_PLACES: Final = Places(1000.0, 660.0, 5)
_FEW: Final = 3
"""How many strokes the first part shows."""


def rules_pictures(_stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![round]`: a few strokes, all of them, those of one seat."""
    strokes, looks, paper = sample(), surroundings.looks, _PLACES.paper
    of_one = max(range(len(looks)), key=lambda seat: sum(len(each.points) for each in strokes if each.seat == seat))
    parts = ((2, strokes[:_FEW], NOBODY), (2, strokes, NOBODY), (3, strokes, of_one))
    pieces = [
        Piece(number, partial(draw_paper, easel=_PLACES, dry=marks(shown, looks, alone)), paper.center)
        for number, shown, alone in parts
    ]
    return {"round": illustration(pieces, surroundings.typeface, paper.width * 0.86)}
