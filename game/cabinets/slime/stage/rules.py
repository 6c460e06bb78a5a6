"""The picture of a turn in the rules: steer, crash, close in, each a piece of the real field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import KEEP, Heading, Phase, Slime, State, Steer, View
from game.cabinets.slime.stage.layout import CELL, middle
from game.core.rules import SPECTATOR, Move
from game.engine.canvas import Canvas
from game.engine.input import KeyPressed, PointerMoved, PointerPressed, PointerReleased
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.richtext import Picture

_SQUARES = 7.0
"""Squares across one piece of the field."""
_LEFT, _LOW = 8, 3
"""The corner at the bottom left of the part that is drawn below."""
_FRAME_SECONDS = 1 / 60

_RULES = Slime()
Placed = Mapping[int, tuple[int, int, Heading]]
"""Slimes of both teams: column and row within the part, and heading; the others stand out of sight."""

_STEER = (
    """
.........
.........
....BBB..
.....BB..
AAA......
AAAAA....
AA.......
.........
.........""",
    {0: (2, 4, Heading.UP), 1: (4, 3, Heading.RIGHT), 5: (6, 5, Heading.LEFT)},
)
_CLOSE = (
    """
.........
.AAAAAAA.
.A.....A.
.A.....A.
.A...BBA.
.A.....A.
.AAA.AAA.
.........
.........""",
    {0: (4, 1, Heading.UP), 1: (1, 5, Heading.UP), 5: (5, 4, Heading.LEFT)},
)
_CRASH = (
    """
.........
..BBB....
....BB...
AAA..B...
..AAA....
....A....
......BB.
..AA.....
.........""",
    {0: (4, 3, Heading.UP), 1: (2, 3, Heading.RIGHT), 5: (5, 4, Heading.LEFT), 6: (5, 7, Heading.DOWN)},
)


def _square(column: int, row: int) -> int:
    return (_LEFT + column) * f.HEIGHT + _LOW + row


def _state(rows: str, placed: Placed) -> State:
    """A moment half way through a match, as it is drawn."""
    field = f.new_field()
    for column in range(2 * f.WIDTH):
        field[f.OWNED + column] = 0
    for row, line in enumerate(reversed(rows.split())):
        for column, owner in enumerate(line):
            if owner != ".":
                field[f.OWNED + "AB".index(owner) * f.WIDTH + _LEFT + column] |= 1 << (_LOW + row)
    for slime, (column, row, heading) in placed.items():
        field[f.SQUARE + slime] = field[f.STOOD + slime] = _square(column, row)
        field[f.HEADING + slime] = int(heading)
    field[f.TURN] = f.TURNS // 2
    return State(Phase.ORDERS, 0, field, ["", ""])


def _steer(stage: Stage[View, Any]) -> Callable[[Canvas], None]:
    """One slime with a route, another with a direction."""
    stage.reset(_RULES.view(_state(*_STEER), SPECTATOR))
    stage.choose(0, None)
    route = [(4, 3), (6, 3), (6, 1)]
    stage.handle(PointerPressed(*middle(_square(*route[0]))))
    for place in route[1:]:
        stage.handle(PointerMoved(*middle(_square(*place))))
    stage.handle(PointerReleased(*middle(_square(*route[-1]))))
    stage.handle(KeyPressed("1"))
    return stage.draw


def _moment(state: State, seconds: float) -> Callable[[Stage[View, Any]], Callable[[Canvas], None]]:
    """A turn so long after its start."""

    def make(stage: Stage[View, Any]) -> Callable[[Canvas], None]:
        stage.reset(_RULES.view(state, SPECTATOR))
        played = _RULES.load(_RULES.dump(state))
        events = _RULES.step(played, [Move(0, Steer(KEEP)), Move(1, Steer(KEEP))])
        stage.show(_RULES.view(played, SPECTATOR), events)
        for _ in range(round(seconds / _FRAME_SECONDS)):
            stage.update(_FRAME_SECONDS)
        return stage.draw

    return make


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """`![turn]`: three moments of a turn, numbered as the paragraphs below."""
    moving = replace(surroundings, speed=1.0, reduced_motion=False)
    centre = middle(_square(4, 4))
    makers = {1: _steer, 2: _moment(_state(*_CRASH), 0.42), 4: _moment(_state(*_CLOSE), 0.42)}
    pieces = [Piece(number, make(stage_type(moving)), centre) for number, make in makers.items()]
    return {"turn": illustration(pieces, surroundings.typeface, _SQUARES * CELL)}
