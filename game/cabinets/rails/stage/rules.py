"""The picture of trains for the rules page: one at its platform, one that has reserved its way, two in a jam."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import msgspec

from game.cabinets.rails.contract.options import LESSON, Options
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.running.beginning import brief_of
from game.cabinets.rails.stage.stage import RailsStage
from game.engine.canvas import Box, Canvas
from game.engine.stage import Stage, Surroundings
from game.engine.stage.illustration import Piece, illustration
from game.engine.widgets.parts.richtext import Picture

FILE: Final = Path(__file__).parent / "data" / "moments.z"
"""The moments that the picture shows: compressed MessagePack, written by build/rails_rules.py."""
OPTIONS: Final = Options(yard=f"{LESSON}passing_loop")
"""The options of the match that the moments are of."""
_SPAN: Final = 260.0
"""Width of a part of the picture, in design units of the stage."""
_ZOOM: Final = 32
"""Width of a tile, in design units."""


class Moment(msgspec.Struct, array_like=True, frozen=True):
    """A moment of a match that a part of the picture shows."""

    number: int
    """The number of the rules' point."""
    tiles: tuple[int, ...]
    """The tiles to look at between."""
    view: View


def read_moments() -> Sequence[Moment]:
    """Return the moments in the order of the picture's parts."""
    return msgspec.msgpack.decode(zlib.decompress(FILE.read_bytes()), type=tuple[Moment, ...])


def rules_pictures(stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![trains]`."""
    pieces = [Piece(moment.number, _drawn(surroundings, moment), (0.0, 0.0)) for moment in read_moments()]
    return {"trains": illustration(pieces, surroundings.typeface, _SPAN)}


def _drawn(surroundings: Surroundings, moment: Moment) -> Callable[[Canvas], None]:
    """Return a function that draws a moment around the canvas's origin."""
    stage = RailsStage(replace(surroundings, options=OPTIONS, brief=brief_of(OPTIONS)))
    stage.reset(moment.view)
    places = [divmod(tile, moment.view.size) for tile in moment.tiles]
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
