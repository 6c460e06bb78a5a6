"""Pictures for the page of rules: an eruption, a forbidden one, and an expansion over two levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from game.cabinets.volcano.rules import Volcano
from game.cabinets.volcano.stage.picture import Picture as Island
from game.cabinets.volcano.stage.relief.stage import new_camera, show_all
from game.cabinets.volcano.state import House, Laid, Options, State
from game.core.space import Hex
from game.engine.input import InputEvent, PointerMoved, Wheel
from game.engine.stage import Surroundings
from game.engine.tween import Point
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import Moment, StageType, asking, moments

_RULES: Final = Volcano()
_SPAN: Final = 300.0
_CENTRE: Final[Hex] = (1, 0)
TILES: Final = (Laid(0, 0, 1, 1, 1), Laid(1, 0, 0, 2, 1), Laid(-1, 0, 3, 23, 1))
_HIGHER: Final = Laid(0, 0, 0, 2, 2)
"""A tile over the first two of `TILES`, so that sand lies on both levels."""
PAIR: Final = (House(0, 1, 1, 0), House(1, 1, 1, 0))


def _asked(phase: str, tiles: Sequence[Laid], houses: Sequence[House], turns: int, cell: Hex) -> tuple[Moment, Point]:
    """Return a moment in which the first seat points at a hexagon with its tile turned, and the picture's middle."""
    state: State = _RULES.start(2, Options())
    state.phase, state.mover, state.turn, state.hand = phase, 0, len(tiles) + 1, 8  # type: ignore[assignment]
    state.tiles, state.houses = list(tiles), list(houses)
    view = _RULES.view(state, 0)
    camera, island = new_camera(), Island.of(view, 0)
    show_all(camera, island.layout, island.land, 0.0)
    x, y = camera.outside(*island.layout.middle(cell))
    inputs: list[InputEvent] = [Wheel(x, y, 1)] * turns
    inputs.append(PointerMoved(x, y))
    centre = camera.outside(*island.layout.middle(_CENTRE))
    return asking(view, 0, _RULES.legal(state, 0), inputs), centre


def rules_pictures(stage_type: StageType, surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the pictures for `![ways]`: huts that may be buried, a settlement that may not, sand on two levels."""
    shown = [
        (1, *_asked("tile", TILES, PAIR, 1, (0, 0))),
        (2, *_asked("tile", TILES, PAIR[:1], 1, (0, 0))),
        (3, *_asked("build", (*TILES, _HIGHER), (House(1, 1, 0, 0),), 0, (2, 0))),
    ]
    return {"ways": moments(stage_type, surroundings, shown, _SPAN)}
