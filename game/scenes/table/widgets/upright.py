"""Layout of a table that stands upright: 412 units wide, from 620 to 920 high.

From the top: the head, the seats, the log where there is room for it, the board, and the foot: what is to be done now,
and below it the tools. What is pressed lies where thumbs reach it. A low frame has its tools in the head.
"""

from __future__ import annotations

from game.engine.canvas import Box, Frame
from game.scenes.table.widgets.layout import UPRIGHT_HEAD as HEAD
from game.scenes.table.widgets.layout import Foot, TableLayout

SIDE, EDGE, GAP = 8.0, 4.0, 6.0
"""What is free beside everything but the board, beside the board, and between two things."""
TALL_FROM = 760.0
"""A frame of at least this height has its tools below the ribbon, in easy reach of a thumb."""
RIBBON, TOOL, HEAD_TOOL = 50.0, 48.0, 44.0
MOST_TOOLS, MOST_HEAD_TOOLS = 7, 4
LEAST_LOG = 110.0
"""The least height of the log between seats and board; where there is less it opens over the board."""
_PANELS = {True: (76.0, 58.0, 46.0), False: (58.0, 46.0)}
"""Heights of a seat's panel in a tall and in a low frame: the first that leaves the board its room."""


def foot_of(frame: Frame) -> Foot:
    """Return the places around the board of an upright frame.

    >>> foot_of(Frame(412, 892)).ribbon.top, foot_of(Frame(412, 690)).ribbon.top
    (778.0, 634.0)
    """
    tall = frame.height >= TALL_FROM
    back = Box(SIDE, (HEAD - HEAD_TOOL) / 2, HEAD_TOOL, HEAD_TOOL)
    if tall:
        step = TOOL + GAP
        places = [Box(frame.width - SIDE - TOOL - at * step, frame.height - 54, TOOL, TOOL) for at in range(MOST_TOOLS)]
        right = frame.width - SIDE
    else:
        step = HEAD_TOOL + 4
        places = [
            Box(frame.width - SIDE - HEAD_TOOL - at * step, back.top, HEAD_TOOL, HEAD_TOOL)
            for at in range(MOST_HEAD_TOOLS)
        ]
        right = places[-1].left - SIDE
    ribbon = Box(SIDE, frame.height - (114 if tall else 56), frame.width - 2 * SIDE, RIBBON)
    return Foot(back, ribbon, tuple(places), back.right + SIDE, right)


def upright_layout(frame: Frame, seats: int, ratio: float, *, board_alone: bool = False) -> TableLayout:
    """Return the layout for this many seats. `ratio` is the board's width by its height; with `board_alone` it takes
    all the room, without panels.
    """
    foot = foot_of(frame)
    wide, bottom = frame.width - 2 * EDGE, foot.ribbon.top - GAP
    if board_alone:
        board = Box(EDGE, HEAD, wide, bottom - HEAD)
        return TableLayout(board, (), over(board), None, None, log_over=True, foot=foot)
    columns = 3 if seats == 3 else min(2, max(1, seats))
    rows = -(-seats // columns)
    liked = wide / ratio
    heights = _PANELS[frame.height >= TALL_FROM]
    high = next((each for each in heights if HEAD + rows * (each + GAP) + liked <= bottom), heights[-1])
    across = (frame.width - 2 * SIDE - (columns - 1) * GAP) / columns
    panels = tuple(
        Box(SIDE + seat % columns * (across + GAP), HEAD + seat // columns * (high + GAP), across, high)
        for seat in range(seats)
    )
    top = HEAD + rows * (high + GAP)
    tall = min(liked, bottom - top)
    board = Box(EDGE, bottom - tall, wide, tall)
    log = Box(SIDE, top, frame.width - 2 * SIDE, board.top - GAP - top)
    covers = log.height < LEAST_LOG
    return TableLayout(board, panels, over(board) if covers else log, None, None, log_over=covers, foot=foot)


def over(board: Box) -> Box:
    """Return the box of what opens over the board: the log, or the chat."""
    return Box(SIDE, board.top, board.width - 2 * EDGE, board.height)
