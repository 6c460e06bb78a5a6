"""The picture of a turn for the rules page: a blow at a monster, a shove, a bomb laid, a blow announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from game.cabinets.cisterns.rules.rules import Cisterns
from game.cabinets.cisterns.rules.state import GUIDE, Options
from game.cabinets.cisterns.rules.views import HeroSeen, MonsterSeen, ThingSeen, Threat, View
from game.cabinets.cisterns.stage.stage import MAP_HIGH, WIDE, ZOOMS, CisternsStage
from game.core.rules import NATURE, OMNISCIENT, Move
from game.engine.stage import Stage, Surroundings
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import Moment, moments

_SPAN: Final = 186.0
_MIDDLE: Final = 11.2, 10.5
"""The point of the floor in the middle of each picture."""
_HERO: Final = HeroSeen(10, 10, 8, 12, False, 1, 1, 0)
_RAT, _BRUTE = MonsterSeen("rat", 11, 10, 1, False), MonsterSeen("brute", 11, 10, 6, False)
_SHOVED: Final = MonsterSeen("brute", 12, 10, 6, False)
_SHORT: Final = tuple(Threat(11, y, 3) for y in (9, 10, 11))
_AROUND: Final = (MonsterSeen("rat", 12, 9, 1, False), MonsterSeen("rat", 11, 11, 1, False))
_BLOW: Final = tuple(Threat(10, y, 3) for y in (9, 10, 11))


def _view(
    monsters: Sequence[MonsterSeen], threats: Sequence[Threat] = (), bombs: Sequence[tuple[int, int]] = ()
) -> View:
    """Return a moment in the hall of the guide's floor."""
    rules = Cisterns()
    state = rules.start(1, Options(level=GUIDE))
    rules.step(state, (Move(NATURE, 0),))
    hall = rules.view(state, OMNISCIENT)
    things = (ThingSeen("treasure", 9, 9, 10),)
    return replace(
        hall, heroes=(_HERO,), monsters=tuple(monsters), threats=tuple(threats), bombs=tuple(bombs), things=things
    )


def _at(view: View) -> Moment:
    """Return a moment seen from near by."""

    def make(stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Any:
        stage = stage_type(surroundings)
        assert isinstance(stage, CisternsStage)
        stage.reset(view)
        stage.camera.zoom, stage.camera.middle, stage.camera.taken = ZOOMS[3], _MIDDLE, True
        return stage.draw

    return make


def rules_pictures(stage_type: type[Stage[Any, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture that the rules name `![turn]`: the parts of a turn side by side."""
    middle = WIDE / 2, MAP_HIGH / 2
    views = (_view([_RAT]), _view([_SHOVED], _SHORT), _view(_AROUND, bombs=[(11, 10)]), _view([_BRUTE], _BLOW))
    shown = [(number, _at(view), middle) for number, view in enumerate(views, 1)]
    return {"turn": moments(stage_type, surroundings, shown, _SPAN)}
