"""Place the cards over the map: bars at the edges, the selected thing's card at the right, questions at the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.cabinets.rails.stage.desk import Desk

_MARGIN: Final = 8.0


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
    desk.question.fit(left, right, above)
    _lay_jam(desk, left, right, top, above)
    desk.bars.fit(left, right, above)
    told = next((card for card in (desk.question, desk.jam, desk.bars) if card.visible), desk.jam)
    beside = told.visible and told.box.bottom > top + told.box.height
    desk.news.fit(left, right, told.box.top - _MARGIN if beside else above)
    desk.card.fit(width - _MARGIN, top, bottom)
    desk.lesson.fit(width - _MARGIN, top, corner.top - _MARGIN if corner else bottom)
    desk.goal.fit(width - _MARGIN, top, bottom)
    if corner and max(desk.card.box.bottom, desk.goal.box.bottom, desk.lesson.box.bottom) > corner.top:
        desk.minimap.hide()


def _lay_jam(desk: Desk, left: float, right: float, top: float, foot: float) -> None:
    """Place the card of a jam at the foot, or at the head where at the foot it would cover the offered way out."""
    desk.jam.fit(left, right, foot)
    offer = desk.map.box_of("offer")
    if desk.jam.visible and offer is not None and desk.jam.box.colliderect(offer):
        desk.jam.fit(left, right, top + desk.jam.box.height)
