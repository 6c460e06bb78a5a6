"""Layout of a review: panels and log at the left, the board beside them, the card at the right."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box
from game.scenes.table.widgets.layout import (
    BOTTOM,
    COLUMN,
    FRAME_WIDTH,
    GAP,
    SHORT_PANEL_HEIGHTS,
    TIMELINE_HEIGHT,
    TOP,
    TableLayout,
)

LEAST_LOG = 96.0
"""The least height of the log; with less room, it is left out."""
_BAR = 18.0
BAR_ROOM = 36.0
"""Width that the value bar takes beside the board of an upright review."""


def review_places(seats: int, *, timeline: bool) -> TableLayout:
    """Return the table's layout, with the board as far left as the panels allow."""
    bottom = BOTTOM - TIMELINE_HEIGHT - GAP
    high = SHORT_PANEL_HEIGHTS[min(3, max(seats, 1))] if seats <= 3 else (bottom - TOP + GAP) / seats - GAP
    panels = tuple(Box(theme.MARGIN, TOP + seat * (high + GAP), COLUMN, high) for seat in range(seats))
    top = TOP + seats * (high + GAP)
    log = Box(theme.MARGIN, top, COLUMN, max(0.0, bottom - top))
    board = Box(theme.MARGIN + COLUMN + GAP, TOP, bottom - TOP, bottom - TOP)
    below = Box(theme.MARGIN, bottom + GAP, FRAME_WIDTH - 2 * theme.MARGIN, TIMELINE_HEIGHT)
    return TableLayout(board, panels, log, None, below if timeline else None)


def value_bar(board: Box) -> Box:
    return Box(board.right + 12, board.top + 4, _BAR, board.height - 8)


def card_frame(bar: Box) -> Box:
    """Return the card's box: the room right of the board and its value bar."""
    left = bar.right + 14
    return Box(left, bar.top - 4, FRAME_WIDTH - theme.MARGIN - left, bar.height + 8)
