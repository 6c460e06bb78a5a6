"""Layout of a table that stands upright: 412 units wide, from 620 to 920 high.

From the top: the head, the seats, the log where there is room for it, the board, and the foot: what is to be done now,
and below it the tools. What is pressed lies where thumbs reach it. A low frame has its tools in the head.
"""

from __future__ import annotations

from game.engine.canvas import Box, Frame
from game.scenes.table.widgets.layout import UPRIGHT_HEAD as HEAD
from game.scenes.table.widgets.layout import Foot, TableLayout

BOARD_WIDTH = 404.0
SIDE, EDGE, GAP = 8.0, 4.0, 6.0
"""What is free beside everything but the board, beside the board, and between two things."""
TALL_FROM = 760.0
"""A frame of at least this height has its tools below the ribbon, in easy reach of a thumb."""
RIBBON, TOOL, HEAD_TOOL = 50.0, 48.0, 44.0
MOST_TOOLS, MOST_HEAD_TOOLS = 7, 4
TIMELINE, LOW_RIBBON = 106.0, 42.0
"""Height of a replay's timeline at the foot, with its buttons below it, and of the ribbon above it."""
LEAST_LOG = 110.0
"""The least height of the log between seats and board; where there is less it opens over the board."""
LEAST_LINE = 44.0
"""The least height of a log that shows the latest turns until it is opened over the board."""
_PANELS = (79.0, 58.0, 46.0)
"""Heights of a seat's panel: the first that leaves the board its room."""
_LEAST_BOARD = 388.0
"""The least height of a board below a card: stages drawn smaller leave out what is only for a table."""
_HIGHEST = 79.0
"""The height up to which panels take what is free between them and the board, where no log has room there."""


def foot_of(frame: Frame, timeline: float = 0.0) -> Foot:
    """Return the places around the board of an upright frame, above a timeline of that height: then tools are in the
    head.

    >>> foot_of(Frame(412, 892)).ribbon.top, foot_of(Frame(412, 690)).ribbon.top
    (778.0, 634.0)
    """
    tall = frame.height >= TALL_FROM and not timeline
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
    if timeline:
        ribbon = Box(SIDE, frame.height - timeline - GAP - LOW_RIBBON, ribbon.width, LOW_RIBBON)
    return Foot(back, ribbon, tuple(places), back.right + SIDE, right)


def board_room(frame: Frame, seats: int, *, with_timeline: bool = False) -> tuple[float, float]:
    """Return width and height of all below the seats that a board can have, if the log opens over it."""
    board = upright_layout(frame, seats, 1.0, takes_all=True, with_timeline=with_timeline).board
    return board.width, board.height


def upright_layout(
    frame: Frame,
    seats: int,
    ratio: float,
    *,
    board_alone: bool = False,
    takes_all: bool = False,
    own: int | None = None,
    with_timeline: bool = False,
) -> TableLayout:
    """Return the layout for this many seats. `ratio` is the board's width by its height; with `board_alone` it takes
    all the room, without panels, and with `takes_all` all below them. `own` is
    a seat without a panel: it lies at the board's foot, where what it has is shown.
    """
    foot = foot_of(frame, TIMELINE if with_timeline else 0.0)
    timeline = _timeline_of(frame) if with_timeline else None
    wide, bottom = frame.width - 2 * EDGE, foot.ribbon.top - GAP
    if board_alone:
        board = Box(EDGE, HEAD, wide, bottom - HEAD)
        return TableLayout(board, (), over(board), None, timeline, log_over=True, foot=foot)
    others = [seat for seat in range(seats) if seat != own]
    columns = 3 if len(others) == 3 else min(2, max(1, len(others)))
    rows = -(-len(others) // columns)
    liked = wide / ratio
    highs = _PANELS[:-1] if with_timeline else _PANELS
    high = next((each for each in highs if HEAD + rows * (each + GAP) + liked <= bottom), highs[-1])
    free = bottom - liked - HEAD - rows * (high + GAP)
    if not takes_all and 0 < free < LEAST_LOG:
        high = min(_HIGHEST, high + free / rows)
    across = (frame.width - 2 * SIDE - (columns - 1) * GAP) / columns
    placed = {
        seat: Box(SIDE + place % columns * (across + GAP), HEAD + place // columns * (high + GAP), across, high)
        for place, seat in enumerate(others)
    }
    top = HEAD + rows * (high + GAP)
    tall = bottom - top if takes_all else min(liked, bottom - top)
    board = Box(EDGE, bottom - tall, wide, tall)
    foot_of_board = Box(board.left, board.bottom - _PANELS[0], board.width, _PANELS[0])
    panels = tuple(placed.get(seat, foot_of_board) for seat in range(seats))
    log = Box(SIDE, top, frame.width - 2 * SIDE, board.top - GAP - top)
    covers = log.height < LEAST_LOG
    low = log if covers and log.height >= LEAST_LINE else None
    shown = over(board) if covers else log
    return TableLayout(board, panels, shown, None, timeline, log_over=covers, foot=foot, low_log=low, own=own)


def under_head(frame: Frame, ratio: float, least: float) -> tuple[TableLayout, Box]:
    """Return a layout without panels and log, and the room between head and board for a card: at least `least` high
    where a lower board can still be read.
    """
    foot = foot_of(frame)
    wide, bottom = frame.width - 2 * EDGE, foot.ribbon.top - GAP
    tall = min(wide / ratio, max(_LEAST_BOARD, bottom - HEAD - least - GAP))
    board = Box(EDGE, bottom - tall, wide, tall)
    card = Box(SIDE, HEAD, frame.width - 2 * SIDE, board.top - GAP - HEAD)
    return TableLayout(board, (), over(board), None, None, log_over=True, foot=foot), card


def above_card(frame: Frame, ratio: float, least: float, beside: float) -> tuple[TableLayout, Box]:
    """Return a layout with a timeline, without panels and log, and the room below its board for a card, at least
    `least` high. `beside` is left free at the right of the board.
    """
    foot = foot_of(frame, TIMELINE)
    room, bottom = frame.width - 2 * EDGE - beside, foot.ribbon.top - GAP
    tall = min(room / ratio, bottom - HEAD - least - GAP)
    board = Box(EDGE + (room - tall * ratio) / 2, HEAD, tall * ratio, tall)
    top = board.bottom + GAP
    card = Box(SIDE, top, frame.width - 2 * SIDE, bottom - top)
    log = Box(SIDE, board.top, frame.width - 2 * SIDE, board.height)
    return TableLayout(board, (), log, None, _timeline_of(frame), log_over=True, foot=foot), card


def _timeline_of(frame: Frame) -> Box:
    return Box(SIDE, frame.height - TIMELINE, frame.width - 2 * SIDE, TIMELINE - SIDE)


def over(board: Box) -> Box:
    """Return the box of what opens over the board: the log, or the chat."""
    return Box(SIDE, board.top, board.width - 2 * EDGE, board.height)
