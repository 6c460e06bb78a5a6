"""The seats of a large room beside its panel, and the evening's points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.layout import REST, row, stack
from game.engine.widgets.parts.style import Style
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.scenes.evening.points import FollowedPoints, tonight
from game.scenes.lobby.room_seat import ROW, SeatRow
from net.ledger.standing import Standing, placed

_GAP = 10.0
_ROW_GAP = 8.0
_POINTS = 230.0
"""Width of the list of the evening's points."""
_LEAST = 170.0
"""The least width of a seat's row in two columns, at the usual text size."""


class RoomFloor(Container):
    """Seat rows in two columns, or in one that scrolls with the person's own seat first, beside the
    evening's points.
    """

    def __init__(self, style: Style, points: Callable[[], list[Standing]] = tonight) -> None:
        super().__init__(style)
        self._rows: Sequence[SeatRow] = ()
        self._points = Tonight(style, points)

    def show(self, rows: Sequence[SeatRow]) -> None:
        """Show these rows."""
        self._rows = rows
        self.lay(self.box)

    def lay(self, box: Box) -> None:
        super().lay(box)
        rows = self._rows
        left, points = row(box, [REST, _POINTS], _GAP)
        left = Box(left.left + RING_ROOM, left.top + RING_ROOM, left.width - _GAP, left.height - RING_ROOM)
        high = self.style.typeface.grown(ROW) + _ROW_GAP
        columns = row(left, [REST, REST], _GAP)
        half = -(-len(rows) // 2)
        if half * high <= left.height and columns[0].width >= self.style.typeface.grown(_LEAST):
            for column, some in zip(columns, (rows[:half], rows[half:]), strict=True):
                stack(column, some, _ROW_GAP)
            seats: list[Widget] = list(rows)
        else:
            ours_first = sorted(rows, key=lambda row: not row.facts.mine)
            seats = [ScrollArea(self.style, left.inflate(2 * RING_ROOM, 0), ours_first, _ROW_GAP)]
        self._points.lay(points)
        self.widgets = [*seats, self._points]


class Tonight(Widget):
    """Everybody's points of the evening."""

    def __init__(self, style: Style, points: Callable[[], list[Standing]]) -> None:
        super().__init__(style)
        self._points = FollowedPoints(points)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def update(self, seconds: float) -> None:
        """Read the ledger again from time to time."""
        super().update(seconds)
        self._points.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw a panel with a row for each person."""
        typeface, box, line = self.style.typeface, self.box, self.style.texts.line
        faces.glass_panel(canvas, box)
        left, right = box.left + 16, box.right - 16
        step = typeface.leading(theme.BODY) + 6
        y = box.top + 12 + step / 2
        heads = line("ledger.points"), line("lobby.room.tonight")
        head = first_fitting(typeface, heads, right - left, theme.BODY)
        typeface.line(canvas, head, left, y, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
        people = self._points.standings
        if not people:
            rest = Box(left, y + step, right - left, box.bottom - y - step)
            typeface.paragraph(canvas, line("ledger.empty"), rest, theme.CAPTION, colour=theme.TEXT_MUTED)
        for place, person in placed(people):
            y += step
            if y + step / 2 > box.bottom - 8:
                break
            points = str(person.points)
            end = right - typeface.line(canvas, points, right, y, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT, "right")
            name = fitted(typeface, f"{place}. {person.name}", end - 8 - left, theme.BODY)
            typeface.line(canvas, name, left, y, theme.BODY, colour=theme.TEXT)
