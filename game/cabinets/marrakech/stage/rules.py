"""The picture of a turn for the rules page: turn Assam, pay, lay a rug, each shown on a piece of the real board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.cabinets.marrakech.board import PLACES
from game.cabinets.marrakech.position import board_of
from game.cabinets.marrakech.rules import Heading, Lay, Phase, Rug, SeatView, Turn, View, open_places
from game.cabinets.marrakech.stage.layout import CELL, PAIRS, SQUARES, Pair
from game.cabinets.marrakech.stage.picture import Count
from game.core.compiled import plain
from game.engine.canvas import Canvas
from game.engine.input import PointerMoved
from game.engine.stage import Stage, Surroundings
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import asking, moments

_CELLS = 3.7
"""Squares across one piece of the board."""
_STREET = (
    Rug(1, (15, 16)), Rug(3, (17, 18)), Rug(1, (22, 29)), Rug(0, (23, 30)), Rug(2, (18, 25)), Rug(2, (26, 33)),
    Rug(3, (31, 32)), Rug(0, (9, 10)), Rug(2, (11, 12)), Rug(1, (36, 37)), Rug(0, (38, 45)), Rug(3, (19, 20)),
)  # fmt: skip
_PLACE: Pair = (25, 32)
"""The place where the third picture lays its rug."""
_REGION = Count((25, 18, 26, 33), 4, 4)
"""The region that the second picture counts."""


def _view(square: int, phase: Phase, rugs: Sequence[Rug] = _STREET) -> View:
    """Return a moment in a match of four with these rugs on the board."""
    colours, tops = [-1] * len(SQUARES.keys), [-1] * len(SQUARES.keys)
    for number, rug in enumerate(rugs):
        for covered in rug.squares:
            colours[covered], tops[covered] = rug.colour, number
    seats = tuple(SeatView((seat,), (9,), 5, 5, colours.count(seat), False) for seat in range(4))
    sight = (tuple(colours), tuple(tops), tuple(rugs))
    return View(phase, 13, 48, 0, (0, 1, 2, 3), square, Heading.EAST, *sight, seats, (3, 4, 4, 1), 3)


def _counted(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Return a function that draws Assam on another player's region, counted to its end."""
    stage: Any = stage_type(surroundings)
    stage.reset(_view(25, Phase.ROLL))
    stage.picture = replace(stage.picture, count=_REGION)
    draw: Callable[[Canvas], None] = stage.draw
    return draw


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![turn]`: the three parts of a turn side by side."""
    x, y = SQUARES.middle(24)
    turning, laying = _view(24, Phase.TURN), _view(24, Phase.LAY)
    ways = (Turn("left"), Turn("ahead"), Turn("right"))
    places = [Lay(PLACES[place]) for place in open_places(plain(board_of(laying, surroundings.options)))]
    pieces = [
        (1, asking(turning, 0, ways, [PointerMoved(x + CELL, y)]), (x, y - 10)),
        (2, _counted, SQUARES.middle(25)),
        (3, asking(laying, 0, places, [PointerMoved(*PAIRS.middle(_PLACE))]), (x, y)),
    ]
    return {"turn": moments(stage_type, surroundings, pieces, _CELLS * CELL)}
