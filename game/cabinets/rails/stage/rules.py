"""The picture of trains for the rules page: one at its platform, one that has reserved its way, two in a jam."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from game.cabinets.rails.contract.actions import MOST_ADVANCE, Advance, Buy, Plan
from game.cabinets.rails.contract.options import LESSON, Options
from game.cabinets.rails.contract.views import VehicleState, View
from game.cabinets.rails.rules import RailsRules
from game.cabinets.rails.stage.stage import RailsStage
from game.cabinets.rails.world.land import distance
from game.cabinets.rails.yards.lessons import LESSONS
from game.core.rules import NATURE, OMNISCIENT, Move
from game.engine.canvas import Box, Canvas
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

_SPAN: Final = 260.0
"""Width of a part of the picture, in design units of the stage."""
_PLAYED: Final = "passing_loop"
_ZOOM: Final = 32
"""Width of a tile, in design units."""
_PLATFORM, _RESERVED, _JAM = 2, 3, 5
"""Numbers of the rules' points."""
_MOST_STEPS: Final = 60
Moment = Callable[[View], Sequence[int]]
"""A function that returns the tiles to look at between, once what is to be seen has come; else nothing."""


def _stops(view: View) -> Sequence[int]:
    return [one.tile for one in view.vehicles if one.state == VehicleState.STOP and one.load > 0][:1]


def _runs(view: View) -> Sequence[int]:
    return [one.tile for one in view.vehicles if one.state == VehicleState.MOVING and one.speed > 0 < one.load][:1]


def _jams(view: View) -> Sequence[int]:
    """Return the tiles of the two trains of a jam that stand nearest to each other."""
    stuck = [one.tile for one in view.vehicles if any(one.id in ring for ring in view.rings)]
    return min(combinations(stuck, 2), key=lambda two: distance(view.size, *two), default=())


_SHOWN: Final = ((_PLATFORM, 2, _stops), (_RESERVED, 2, _runs), (_JAM, 3, _jams))
"""For each part the number of its point, that of trains, and its moment; three trains jam by a wrong signal."""


def rules_pictures(stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![trains]`."""
    pieces = [Piece(number, _drawn(surroundings, trains, moment), (0.0, 0.0)) for number, trains, moment in _SHOWN]
    return {"trains": illustration(pieces, surroundings.typeface, _SPAN)}


def _drawn(surroundings: Surroundings, count: int, moment: Moment) -> Callable[[Canvas], None]:
    """Play the passing loop up to a moment, and return a function that draws it around the canvas's origin."""
    rules, lesson, options = RailsRules(), LESSONS[_PLAYED](), Options(yard=f"{LESSON}{_PLAYED}")
    state = rules.start(1, options)
    rules.step(state, (Move(NATURE, 0),))
    groups = [group for step in lesson.steps for group in step.groups]
    trains = [Buy("freight", 5, 0, lesson.orders[0]) for _ in range(count)]
    rules.step(state, (Move(0, Plan(1, (*groups, *(lesson.broken if count > 2 else ()), *trains))),))
    view = rules.view(state, OMNISCIENT)
    for _ in range(_MOST_STEPS):
        if moment(view):
            break
        rules.step(state, (Move(0, Advance(MOST_ADVANCE // 2)),))
        while state.due:
            rules.step(state, (Move(NATURE, 0),))
        view = rules.view(state, OMNISCIENT)
    stage = RailsStage(replace(surroundings, options=options, brief=rules.brief(state, OMNISCIENT)))
    stage.reset(view)
    places = [divmod(tile, view.size) for tile in moment(view)]
    x, y = (sum(place[axis] for place in places) / len(places) + 0.5 for axis in (1, 0))

    def draw(canvas: Canvas) -> None:
        wide, high = (long / canvas.scale for long in canvas.surface.get_clip().size)
        stage.map.fit(Box(-wide / 2, -high / 2, wide, high))
        stage.map.place(canvas)
        camera = stage.map.field.camera
        camera.zoom = min(camera.zooms, key=lambda zoom: abs(zoom - _ZOOM))
        camera.middle = x, y
        stage.map.draw(canvas, readable=False)

    return draw
