"""Pictures of a turn for the rules page: move, crash, paint, enclose, each a piece of the real field."""

from __future__ import annotations

from collections.abc import Mapping

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import KEEP, Heading, Phase, Slime, State, Steer
from game.cabinets.slime.stage.layout import CELL, middle
from game.core.rules import SPECTATOR, Move
from game.engine.input import InputEvent, KeyPressed, PointerMoved, PointerPressed, PointerReleased
from game.engine.stage import Surroundings
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import Moment, StageType, asking, moments, under_way

_SQUARES = 7.0
"""How many squares wide a picture is."""
_LEFT, _LOW = 8, 3
"""Column and row of the bottom left corner of the part of the field that the pictures show."""
_SECONDS = 0.42
"""Seconds after a turn's beginning at which the picture is taken."""
_RULES = Slime()
Placed = Mapping[int, tuple[int, int, Heading]]
"""Slimes by number: column and row within the pictured part, and heading; slimes not named stand out of sight."""

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
_PAINT = (
    """
.........
.........
.......BB
......BB.
.AAA...B.
..AAA....
.........
.........
.........""",
    {0: (4, 4, Heading.RIGHT), 1: (2, 3, Heading.DOWN), 5: (6, 5, Heading.LEFT)},
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
    """Make a state half way through a match from a drawing of its squares."""
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


def _steering() -> Moment:
    """Return the moment of a person's turn: one slime with a route, another with a direction."""
    start, *route = (middle(_square(*place)) for place in ((4, 3), (6, 3), (6, 1)))
    inputs: list[InputEvent] = [PointerPressed(*start), *(PointerMoved(*place) for place in route)]
    inputs += [PointerReleased(*route[-1]), KeyPressed("1")]
    return asking(_RULES.view(_state(*_STEER), SPECTATOR), 0, None, inputs)


def _played(state: State) -> Moment:
    """Return a moment during a turn in which nobody is steered."""
    before = _RULES.view(state, SPECTATOR)
    events = _RULES.step(state, [Move(0, Steer(KEEP)), Move(1, Steer(KEEP))])
    return under_way(before, _RULES.view(state, SPECTATOR), events, _SECONDS)


def rules_pictures(stage_type: StageType, surroundings: Surroundings) -> Mapping[str, Picture]:
    """Make the pictures for `![turn]` in the rules: the first four paragraphs of a turn, numbered as there."""
    centre = middle(_square(4, 4))
    turns = (_played(_state(*placed)) for placed in (_CRASH, _PAINT, _CLOSE))
    shown = [(number, moment, centre) for number, moment in enumerate((_steering(), *turns), 1)]
    return {"turn": moments(stage_type, surroundings, shown, _SQUARES * CELL)}
