"""The picture of a turn in the rules: turn Assam, pay, lay a rug, each a piece of the real board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.cabinets.marrakech.rules import Heading, Lay, Phase, Rug, SeatView, Turn, View
from game.cabinets.marrakech.stage import marks
from game.cabinets.marrakech.stage.layout import CELL, SIDE, Pair, middle, pair_middle
from game.cabinets.marrakech.stage.picture import Count
from game.engine.canvas import Canvas
from game.engine.input import PointerMoved
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.richtext import Picture

_CELLS = 3.7
"""Squares across one piece of the board."""

_STREET = (
    Rug(1, (15, 16)), Rug(3, (17, 18)), Rug(1, (22, 29)), Rug(0, (23, 30)), Rug(2, (18, 25)), Rug(2, (26, 33)),
    Rug(3, (31, 32)), Rug(0, (9, 10)), Rug(2, (11, 12)), Rug(1, (36, 37)), Rug(0, (38, 45)), Rug(3, (19, 20)),
)  # fmt: skip
_PLACE: Pair = (25, 32)
"""Where the third picture lays its rug."""


def _view(square: int, heading: Heading, phase: Phase, rugs: Sequence[Rug] = _STREET) -> View:
    """A moment of a match of four with these rugs on the board."""
    colours, tops = [-1] * SIDE**2, [-1] * SIDE**2
    for number, rug in enumerate(rugs):
        for covered in rug.squares:
            colours[covered], tops[covered] = rug.colour, number
    seats = tuple(SeatView((seat,), (9,), 5, 5, colours.count(seat), False) for seat in range(4))
    order, rolls, roll = (0, 1, 2, 3), (3, 4, 4, 1), 3
    sight = (tuple(colours), tuple(tops), tuple(rugs))
    return View(phase, 13, 48, 0, order, square, heading, *sight, seats, rolls, roll)


def _turn(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Three ways to turn Assam, ahead in focus."""
    stage.reset(_view(24, Heading.EAST, Phase.TURN))
    stage.choose(0, (Turn("left"), Turn("ahead"), Turn("right")))
    stage.handle(PointerMoved(middle(24)[0] + CELL, middle(24)[1]))
    return stage.draw


def _pay(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Assam on a region of another player, counted to its end."""
    stage.reset(_view(25, Heading.EAST, Phase.ROLL))
    region = Count((25, 18, 26, 33), 4, 4)

    def draw(canvas: Canvas) -> None:
        stage.draw(canvas)
        marks.count_frames(canvas, region)
        marks.count_numbers(canvas, surroundings.typeface, region)

    return draw


def _lay(stage: Stage[View, Any], surroundings: Surroundings) -> Callable[[Canvas], None]:
    """Where a rug may be laid, one place in focus."""
    stage.reset(_view(24, Heading.EAST, Phase.LAY))
    stage.choose(0, (Lay(_PLACE),))
    stage.handle(PointerMoved(*pair_middle(_PLACE)))
    return stage.draw


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """`![turn]`: the three parts of a turn side by side."""
    looked_at = ((_turn, (middle(24)[0], middle(24)[1] - 10)), (_pay, middle(25)), (_lay, middle(24)))
    pieces = [
        Piece(number, make(stage_type(surroundings), surroundings), centre)
        for number, (make, centre) in enumerate(looked_at, 1)
    ]
    return {"turn": illustration(pieces, surroundings.typeface, _CELLS * CELL)}
