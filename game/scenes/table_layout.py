"""Where everything lies at a table, for any number of seats. Design units on the 1280×720 frame."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import Box

TOP = 80.0
"""Where the columns and the board begin, below the head of the table."""
BOTTOM = 704.0
TIMELINE_HEIGHT = 92.0
COLUMN = 280.0
GAP = 16.0
FRAME_WIDTH = 1280.0
HEAD_HEIGHT = 72.0

PANEL_HEIGHTS = {1: 160.0, 2: 160.0, 3: 116.0, 4: 96.0}
"""How high a seat panel is where so many share a column."""
SHORT_PANEL_HEIGHTS = {1: 140.0, 2: 140.0, 3: 100.0, 4: 82.0}
"""The same above a timeline."""


@dataclass(frozen=True)
class TableLayout:
    """The boxes of a table."""

    board: Box
    panels: tuple[Box, ...]
    """One for each seat: clockwise from the top left, the second at the top right."""
    log: Box
    side: Box
    """The game's own card."""
    timeline: Box | None


def table_layout(seats: int, with_timeline: bool = False) -> TableLayout:
    """The layout for so many seats, with or without a replay's timeline at the foot."""
    bottom = BOTTOM - TIMELINE_HEIGHT - GAP if with_timeline else BOTTOM
    timeline = (
        Box(theme.MARGIN, bottom + GAP, FRAME_WIDTH - 2 * theme.MARGIN, TIMELINE_HEIGHT) if with_timeline else None
    )
    left, right = _sides(seats)
    heights = SHORT_PANEL_HEIGHTS if with_timeline else PANEL_HEIGHTS
    high = heights[max(len(left), len(right), 1)]
    right_edge = FRAME_WIDTH - theme.MARGIN - COLUMN
    left_boxes, log = _column(theme.MARGIN, len(left), high, bottom)
    right_boxes, side = _column(right_edge, len(right), high, bottom)
    placed = dict(zip(left, left_boxes, strict=True)) | dict(zip(right, right_boxes, strict=True))
    room = Box(theme.MARGIN + COLUMN + GAP, TOP, right_edge - 2 * GAP - theme.MARGIN - COLUMN, bottom - TOP)
    size = min(room.width, room.height)
    board = Box(room.centerx - size / 2, room.top, size, size)
    return TableLayout(board, tuple(placed[seat] for seat in range(seats)), log, side, timeline)


def _sides(seats: int) -> tuple[list[int], list[int]]:
    """The seats of the left and of the right column, from the top down, so that play goes round clockwise.

    >>> _sides(4), _sides(2), _sides(7)
    (([0, 3], [1, 2]), ([0], [1]), ([0, 6, 5, 4], [1, 2, 3]))
    """
    on_right = seats // 2
    right = list(range(1, on_right + 1))
    left = [0, *range(seats - 1, on_right, -1)]
    return left[:seats], right


def _column(left: float, panels: int, high: float, bottom: float) -> tuple[list[Box], Box]:
    """The panels of a column and the room between the first of them and the others."""
    boxes = [Box(left, TOP, COLUMN, high)] if panels else []
    below = max(0, panels - 1)
    first_below = bottom - below * (high + GAP) + GAP
    boxes += [Box(left, first_below + number * (high + GAP), COLUMN, high) for number in range(below)]
    top = TOP + (high + GAP if panels else 0.0)
    return boxes, Box(left, top, COLUMN, first_below - GAP - top)
