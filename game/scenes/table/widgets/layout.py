"""Layout of a table for any number of seats, in design units on the 1280×720 frame."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import theme
from game.engine.canvas import Box

TOP = 80.0
"""Top of the columns and the board, below the table's head."""
BOTTOM = 704.0
TIMELINE_HEIGHT = 92.0
COLUMN, NARROW_COLUMN = 280.0, 150.0
"""Width of a column, and of one that has but panels, without log and card."""
GAP = 16.0
UPRIGHT_HEAD = 52.0
"""Height of the head of an upright table."""
FRAME_WIDTH = 1280.0
NOTICE_WIDTH = 240.0
"""Width of the box beside the button back where notices are shown in place of the match's name."""

PANEL_HEIGHTS = {1: 160.0, 2: 160.0, 3: 116.0, 4: 96.0}
"""Height of a seat's panel, by the number of panels in its column."""
SHORT_PANEL_HEIGHTS = {1: 140.0, 2: 140.0, 3: 100.0, 4: 82.0}
"""Height of a seat's panel above a timeline, by the number of panels in its column."""
HIGHEST_PANEL = 304.0
"""Most height of a panel between a folded log and card."""
WIDE_FROM = 1.3
"""A board with at least this ratio of width to height takes the room of the left column too."""
SIDE_SHARE = 0.36
"""Share of the column beside a wide board that the side card takes."""


@dataclass(frozen=True)
class Foot:
    """Where the head's and the foot's things are on an upright frame."""

    back: Box
    ribbon: Box
    tools: tuple[Box, ...]
    """Places of the tools, the rightmost first."""
    name_left: float
    name_right: float


@dataclass(frozen=True)
class TableLayout:
    board: Box
    panels: tuple[Box, ...]
    """The panel of each seat: clockwise from the top left, the second at the top right."""
    log: Box
    side: Box | None
    """Box of the side card; None where there is no room for it."""
    timeline: Box | None
    log_over: bool = False
    """Whether the log lies over the board, where it comes and goes."""
    foot: Foot | None = None
    """The places of head and foot on an upright frame; None on the wide one."""
    low_log: Box | None = None
    """Where the latest turns are shown while the log is not opened over the board; None where there is no room."""
    own: int | None = None
    """The seat that has no panel, because the board shows what it has; None for none."""

    @property
    def beside_head(self) -> Box:
        """Box for notices beside the button back, in place of the match's name; below the head of an upright frame."""
        if self.foot:
            return Box(12, 58, self.foot.ribbon.width - 8, 240)
        return Box(theme.MARGIN + 52, 8, NOTICE_WIDTH, 240)


def table_layout(
    seats: int, with_timeline: bool = False, ratio: float = 1.0, *, board_alone: bool = False, folded: bool = False
) -> TableLayout:
    """Return the layout for this many seats, with or without a replay's timeline at the foot.

    `ratio` is the board's width by its height: a wide board lies at the left, with one column beside it. With
    `board_alone` the board takes all the room, without panels and side card; the log opens over it. `folded` leaves out
    the side card, opens the log over the board too, and makes the panels narrow.
    """
    bottom = BOTTOM - TIMELINE_HEIGHT - GAP if with_timeline else BOTTOM
    timeline = (
        Box(theme.MARGIN, bottom + GAP, FRAME_WIDTH - 2 * theme.MARGIN, TIMELINE_HEIGHT) if with_timeline else None
    )
    if board_alone:
        board = Box(theme.MARGIN, TOP, FRAME_WIDTH - 2 * theme.MARGIN, bottom - TOP)
        return TableLayout(
            board, (), Box(board.right - COLUMN, TOP, COLUMN, board.height), None, timeline, log_over=True
        )
    if folded:
        return _folded_layout(seats, bottom, timeline)
    if ratio >= WIDE_FROM:
        return _wide_layout(seats, ratio, bottom, timeline)
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


def _folded_layout(seats: int, bottom: float, timeline: Box | None) -> TableLayout:
    """Return the layout of a board as large as can be between two narrow columns of panels."""
    edges = theme.MARGIN, FRAME_WIDTH - theme.MARGIN - NARROW_COLUMN
    placed: dict[int, Box] = {}
    for edge, column in zip(edges, _sides(seats), strict=True):
        high = min(HIGHEST_PANEL, (bottom - TOP + GAP) / max(2, len(column)) - GAP)
        for number, seat in enumerate(column):
            placed[seat] = Box(edge, TOP + number * (high + GAP), NARROW_COLUMN, high)
    left = edges[0] + NARROW_COLUMN + GAP
    right = edges[1] - GAP if seats > 1 else FRAME_WIDTH - theme.MARGIN
    board = Box(left, TOP, right - left, bottom - TOP)
    log = Box(board.right - COLUMN, TOP, COLUMN, board.height)
    return TableLayout(board, tuple(placed[seat] for seat in range(seats)), log, None, timeline, log_over=True)


def _wide_layout(seats: int, ratio: float, bottom: float, timeline: Box | None) -> TableLayout:
    """Return the layout of a wide board: one column beside it, and the panels below it, or in the column above a
    timeline.
    """
    right_edge = FRAME_WIDTH - theme.MARGIN - COLUMN
    room = right_edge - GAP - theme.MARGIN
    least = SHORT_PANEL_HEIGHTS[min(4, max(3, seats))] if timeline is None else 0.0
    height = min(room / ratio, bottom - TOP - (least + GAP if least else 0.0))
    board = Box(theme.MARGIN + (room - height * ratio) / 2, TOP, height * ratio, height)
    top = TOP
    if timeline is None:
        wide = (room - (seats - 1) * GAP) / seats
        first = board.bottom + GAP
        panels = [Box(theme.MARGIN + seat * (wide + GAP), first, wide, bottom - first) for seat in range(seats)]
    else:
        high = SHORT_PANEL_HEIGHTS[min(4, max(3, seats))]
        panels = [Box(right_edge, TOP + seat * (high + GAP), COLUMN, high) for seat in range(seats)]
        top = panels[-1].bottom + GAP
    side = Box(right_edge, top, COLUMN, (bottom - top) * SIDE_SHARE)
    log = Box(right_edge, side.bottom + GAP, COLUMN, bottom - side.bottom - GAP)
    return TableLayout(board, tuple(panels), log, side, timeline)


def _sides(seats: int) -> tuple[list[int], list[int]]:
    """Return the seats of the left and right column, from top to bottom, so that play goes round clockwise.

    >>> _sides(4), _sides(2), _sides(7)
    (([0, 3], [1, 2]), ([0], [1]), ([0, 6, 5, 4], [1, 2, 3]))
    """
    on_right = seats // 2
    right = list(range(1, on_right + 1))
    left = [0, *range(seats - 1, on_right, -1)]
    return left[:seats], right


def _column(left: float, panels: int, high: float, bottom: float) -> tuple[list[Box], Box]:
    """Return the panels of a column, and the room between the first panel and the others."""
    boxes = [Box(left, TOP, COLUMN, high)] if panels else []
    below = max(0, panels - 1)
    first_below = bottom - below * (high + GAP) + GAP
    boxes += [Box(left, first_below + number * (high + GAP), COLUMN, high) for number in range(below)]
    top = TOP + (high + GAP if panels else 0.0)
    return boxes, Box(left, top, COLUMN, first_below - GAP - top)
