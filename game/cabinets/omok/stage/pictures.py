"""Pictures for the rules page: points that are forbidden to black, with the rows that make them forbidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.omok import notation
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.stage import ground
from game.cabinets.omok.state import Options, View
from game.core.rules import SPECTATOR
from game.engine.input import PointerMoved
from game.engine.stage import Stage, Surroundings
from game.engine.tween import Point
from game.engine.widgets.parts.richtext import Picture
from game.kit.moments import Moment, asking, moments

_SIZE = 15
_SPAN = 370.0
_FORBIDDEN = (
    ("h9 a1 h10 o1 i8 a15 j8 o15", "h8"),
    ("e8 a1 f8 o1 g8 a15 k8 o15 l8 c2 m8 m2", "i8"),
    ("e8 a1 f8 o1 g8 a15 i8 o15 j8 c2", "h8"),
)
"""A 3-3, a 4-4 in one line and a six: the moves so far, and the point where the next stone makes it."""


def rules_pictures(stage_type: type[Stage[View, Any]], surroundings: Surroundings) -> Mapping[str, Picture]:
    """Return the picture named `forbidden`: three points that black may not take."""
    shown = [(number, _pointed(position, word), _middle(word)) for number, (position, word) in enumerate(_FORBIDDEN, 1)]
    return {"forbidden": moments(stage_type, surroundings, shown, _SPAN)}


def _middle(word: str) -> Point:
    return ground.points_of(_SIZE).middle(*notation.read(word, _SIZE))


def _pointed(position: str, word: str) -> Moment:
    rules = Omok()
    state = rules.start(2, Options(position=position, colours="seat"))
    view = rules.view(state, SPECTATOR)
    return asking(view, view.mover, rules.legal(state, view.mover), [PointerMoved(*_middle(word))])
