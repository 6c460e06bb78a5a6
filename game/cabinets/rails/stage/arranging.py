"""Place the cards over the map: bars at the edges, the selected thing's card at the right, questions at the foot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from game.cabinets.rails.stage.asking import ChoiceCard

if TYPE_CHECKING:
    from game.cabinets.rails.stage.desk import Desk

_MARGIN: Final = 8.0
_SIGN: Final = 30.0
"""Room above a station for its sign, in logical pixels."""


def arrange(desk: Desk, width: float, height: float) -> None:
    """Place every card of a desk inside a window of this width and height, in logical pixels."""
    desk.top.fit(_MARGIN, width - _MARGIN, _MARGIN)
    top, bottom = desk.top.box.bottom + _MARGIN, height - _MARGIN
    desk.tools.fit(_MARGIN, top, bottom)
    left = desk.tools.box.right + _MARGIN if desk.tools.visible else _MARGIN
    desk.minimap.fit(width - _MARGIN, bottom)
    corner = desk.minimap.box if desk.minimap.visible else None
    right = corner.left - _MARGIN if corner else width - _MARGIN
    desk.plan.fit(left, right, bottom)
    above = desk.plan.box.top - _MARGIN if desk.plan.visible else bottom
    asked = desk.play.builder.question
    stations = [f"station.{station}" for station in (asked.stations if asked else ())]
    _lay_clear(desk, desk.question, stations, left, right, top, above)
    _lay_clear(desk, desk.jam, ["offer"], left, right, top, above)
    desk.bars.fit(left, right, above)
    told = next((card for card in (desk.question, desk.jam, desk.bars) if card.visible), desk.jam)
    beside = told.visible and told.box.bottom > top + told.box.height
    desk.news.fit(left, right, told.box.top - _MARGIN if beside else above)
    desk.card.fit(width - _MARGIN, top, bottom)
    desk.lesson.fit(width - _MARGIN, top, corner.top - _MARGIN if corner else bottom)
    desk.goal.fit(width - _MARGIN, top, bottom)
    desk.story.fit(width - _MARGIN, top, bottom)
    asides = (desk.card, desk.goal, desk.story, desk.lesson)
    if corner and max(card.box.bottom for card in asides) > corner.top:
        desk.minimap.hide()


def _lay_clear(
    desk: Desk, card: ChoiceCard, places: Iterable[str], left: float, right: float, top: float, foot: float
) -> None:
    """Place a card at the foot, or at the head where at the foot it would cover a place that it is about."""
    card.fit(left, right, foot)
    boxes = [box.inflate(0, 2 * _SIGN) for box in map(desk.map.box_of, places) if box is not None]
    if card.visible and card.box.collidelist(boxes) >= 0:
        card.fit(left, right, top + card.box.height)
