"""Where everything lies on an upright table: the room as wide as the table, its cards in a drawer above it, and below
it the phases of a turn or the buttons of who decides. Pure geometry, no pixels.
"""

from __future__ import annotations

from dataclasses import replace

from game.cabinets.l4g.stage.floor.layout import Drawer, Plan, Tab, room_in
from game.engine import theme
from game.engine.canvas import Box
from game.engine.text import Typeface

_GAP, _EDGE = 4.0, 6.0
_SKY = 46.0
_FOOT = 48.0
LEAST_CARD = 110.0
"""The least height of a card that is always shown; where there is less, cards are opened over the room."""


def standing(width: float, height: float, rows: int, columns: int, typeface: Typeface) -> Plan:
    """Return the plan of an upright table.

    >>> plan = standing(404, 576, 7, 7, Typeface())
    >>> round(plan.floor.cell), plan.drawer.card
    (56, None)
    """
    tab = max(theme.FINGER, typeface.leading(theme.CAPTION) + 16)
    foot = Box(0, height - _FOOT, width, _FOOT)
    bottom = foot.top - _GAP
    liked = (width - 2 * _EDGE) / columns * rows + 2 * _EDGE
    free = max(0.0, bottom - tab - _GAP - _SKY - liked)
    card = free - _GAP if free - _GAP >= LEAST_CARD else 0.0
    high = min(liked + _SKY, bottom - tab - _GAP)
    plan = room_in(Box(0, bottom - high, width, high), _SKY, rows, columns, _EDGE)
    wide = (width - (len(Tab) - 1) * _GAP) / len(Tab)
    tabs = {each: Box(at * (wide + _GAP), 0, wide, tab) for at, each in enumerate(Tab)}
    shown = Box(0, tab + _GAP, width, card) if card else None
    top = (shown.bottom if shown else tab) + _GAP
    return replace(plan, drawer=Drawer(tabs, shown, Box(0, top, width, bottom - top), foot))
