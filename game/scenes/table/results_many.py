"""Results of many seats: a list of all, best first, and the details of one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.rules import Seat, SeatResult
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.ornament import badge
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import ListView, RowState, Style, Widget, draw_icon
from game.engine.widgets.parts import faces
from game.ground.details import Detail, details_of
from game.ground.texts import Texts
from game.scenes.charts.bars import FULL, columns_width, draw_bar, draw_columns

_ROW = 38.0
_COLUMN = 9.0
_PAD = 14.0
_MOST_CHARTED = 5


def charted_seats(order: Sequence[Seat], looks: Sequence[Look], chosen: Seat | None = None) -> tuple[Seat, ...]:
    """Return the seats whose scores are charted where there are many: the best, the people at this screen, and the
    chosen one.
    """
    wanted = [seat for seat in order if looks[seat].person]
    wanted += [] if chosen is None else [chosen]
    best = order[: max(1, _MOST_CHARTED - len(wanted))]
    return tuple(dict.fromkeys((*best, *wanted)))


class Standings:
    """The rows of the results' list."""

    def __init__(
        self, style: Style, lines: Sequence[SeatResult], looks: Sequence[Look], order: Sequence[Seat], texts: Texts
    ) -> None:
        self._style = style
        self._lines = lines
        self._looks = looks
        self._order = order
        self._texts = texts
        self._parts = [_worths(line) for line in lines]

    def list_view(self, box: Box, selected: int, on_select: Callable[[int], None]) -> ListView:
        rows = ListView(self._style, self._paint, 0, box, row_height=_ROW, on_select=on_select)
        rows.refill(len(self._order), selected)
        rows.scroller.jump()
        return rows

    def _paint(self, canvas: Canvas, row: int, box: Box, state: RowState) -> None:
        typeface, seat = self._style.typeface, self._order[row]
        line, look = self._lines[seat], self._looks[seat]
        first = line.rank == 1
        ink = theme.TEXT_BRIGHT if first or state.selected or look.person else theme.TEXT
        y = box.centery
        rank_room = typeface.grown(30)
        tone = LANTERN if line.rank <= 3 else theme.TEXT_MUTED
        typeface.line(canvas, str(line.rank), box.left + rank_room, y, theme.BODY, Weight.BOLD, tone, "right")
        x = box.left + rank_room + 14
        side = typeface.grown(16)
        if look.person:
            draw_icon(canvas, "user", x + side / 2, y, side + 2, LANTERN, 2.6)
        else:
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(side)), x + side / 2, y)
        x += side + 10
        right = box.right - 12
        score = self._texts.line("results.score", score=line.score)
        right -= max(
            typeface.grown(58), typeface.line(canvas, score, right, y, theme.BODY, Weight.BOLD, ink, "right") + 8
        )
        parts = self._parts[seat]
        if parts:
            wide = columns_width(len(parts), typeface.grown(_COLUMN))
            high = box.height - 14
            draw_columns(canvas, Box(right - wide, y - high / 2, wide, high), parts)
            right -= wide + 14
        name = fitted(typeface, look.name, right - x, theme.BODY)
        typeface.line(canvas, name, x, y, theme.BODY, Weight.SEMIBOLD if look.person or first else Weight.REGULAR, ink)


def _worths(line: SeatResult) -> list[float]:
    """Return a seat's details that are a list of numbers, such as points per part; empty where the game has none."""
    return next((value for value in line.details.values() if isinstance(value, list)), [])


class SeatDetail(Widget):
    """The details of one seat's result."""

    def __init__(self, style: Style, box: Box, game: str, texts: Texts) -> None:
        super().__init__(style, box)
        self._game = game
        self._texts = texts
        self._look: Look | None = None
        self._details: list[Detail] = []

    @staticmethod
    def height(style: Style, details: int) -> float:
        """Return the height of a heading and this many lines of details."""
        typeface = style.typeface
        return 2 * _PAD - 6 + typeface.leading(theme.BODY) + 4 + details * typeface.leading(theme.CAPTION)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def show(self, look: Look, line: SeatResult) -> None:
        self._look = look
        self._details = details_of(line, self._game, self._texts)

    def draw(self, canvas: Canvas) -> None:
        """Draw the seat's name, then one line per detail."""
        if self._look is None:
            return
        typeface, box = self.style.typeface, self.box
        faces.draw_face(canvas, box, faces.WELL, theme.CORNER)
        y = box.top + _PAD - 3 + typeface.leading(theme.BODY) / 2
        side = typeface.grown(16)
        canvas.put_middle(badge(self._look.shape, self._look.colour, canvas.px(side)), box.left + _PAD + side / 2, y)
        room = box.width - 2 * _PAD - side - 8
        name = fitted(typeface, self._look.name, room, theme.BODY)
        left = box.left + _PAD
        typeface.line(canvas, name, left + side + 8, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        y += typeface.leading(theme.BODY) / 2 + 4 + typeface.leading(theme.CAPTION) / 2
        numbers = typeface.measure("0000", theme.CAPTION, Weight.SEMIBOLD)
        labels = max((typeface.measure(detail.label, theme.CAPTION) for detail in self._details), default=0.0)
        bar_left = left + min(labels, box.width * 0.5) + 12 + numbers + 12
        for detail in self._details:
            if y + typeface.leading(theme.CAPTION) / 2 > box.bottom:
                break  # an upright page has no room for the last ones in large letters
            label_room = bar_left - 24 - numbers - left
            shown = typeface.cut(detail.label, label_room, theme.CAPTION, Weight.REGULAR)
            typeface.line(canvas, shown, left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
            typeface.line(
                canvas, detail.value, bar_left - 12, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT, "right"
            )
            if detail.worth is not None:
                worth = f"{detail.worth:g}"
                worth_room = typeface.measure(str(FULL), theme.CAPTION) + 10
                bar = Box(bar_left, y - 4, box.right - _PAD - worth_room - bar_left, 8)
                draw_bar(canvas, bar, detail.part, detail.worth)
                typeface.line(canvas, worth, box.right - _PAD, y, theme.CAPTION, colour=theme.TEXT, anchor="right")
            y += typeface.leading(theme.CAPTION)
