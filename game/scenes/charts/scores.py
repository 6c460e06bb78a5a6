"""A chart of scores: one line per seat, one point per turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, SAND
from game.engine.input import AWAY, Command, CommandName, InputEvent, PointerMoved
from game.engine.layer import Layer
from game.engine.light import drop_shadow
from game.engine.ornament import badge
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.vector import path, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.ground.texts import grouped
from game.kit.drawing.lines import seat_line
from game.scenes.feeds.feed import LogEntry
from game.scenes.feeds.turns import GrowingTurns

MARK_EVERY = 6
"""Number of marks, about, with the seat's shape on each line."""
MOST_GRID_LINES = 4
FROM_ZERO = 0.3
"""The scale begins at zero where the lowest score is less than this share of the highest."""
WIDE_ENOUGH = 400.0
"""From this width on, every line has marks of its seat's shape."""


def grid_values(low: int, high: int) -> list[int]:
    """Return round numbers between `low` and `high`, at most five.

    >>> grid_values(0, 47), grid_values(3, 4)
    ([0, 20, 40], [3, 4])
    """
    span = max(1, high - low)
    step = 1
    while span / step > MOST_GRID_LINES:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first = -(-low // step) * step
    return list(range(first, high + 1, step))


@dataclass(frozen=True)
class Point:
    """The scores after a turn, and the least and greatest score up to then."""

    turn: int
    """Index among all turns, from 0; the first turns may have no point, as some games tell no scores at first."""
    number: int
    """Number of the turn as people count it."""
    scores: tuple[int, ...]
    low: int
    high: int


class ScoreChart(Widget):
    """Chart of scores. Pointing at a turn, or choosing it with LEFT and RIGHT, shows the scores after it."""

    focusable = True
    corner = theme.GRID

    def __init__(self, style: Style, box: Box, looks: Sequence[Look], goal: int | None = None) -> None:
        """`goal`: the points that win the match, marked by a line; None for none."""
        super().__init__(style, box)
        self.looks = looks
        self.goal = goal
        self.texts = style.texts
        self._turns = GrowingTurns()
        self.points: list[Point] = []
        self._version = 0
        self._layer = Layer(margin=16)
        self._aimed: int | None = None
        self._seats: Sequence[Seat] = range(len(looks))

    def show_seats(self, seats: Sequence[Seat]) -> None:
        """Show the lines of these seats only."""
        self._seats = tuple(seats)
        self._follow(0)

    def show(self, entries: Sequence[LogEntry]) -> None:
        """Show the steps so far. The cost depends only on what is new."""
        before = len(self._turns.turns)
        kept = self._turns.follow(entries)
        if not kept == before == len(self._turns.turns):
            self._follow(kept)

    def _follow(self, kept: int) -> None:
        """Add the points of every turn except the first `kept`."""
        points, turns = self.points, self._turns.turns
        while points and points[-1].turn >= kept:
            points.pop()
        first = 0 if turns and turns[0].opening else 1
        for turn in range(kept, len(turns)):
            scores = turns[turn].entries[-1].scores
            if scores:
                shown = [scores[seat] for seat in self._seats]
                known = (points[-1].low, points[-1].high) if points else ()
                points.append(Point(turn, first + turn, scores, min([*known, *shown]), max([*known, *shown])))
        self._version += 1
        self._aimed = None

    @property
    def _bounds(self) -> tuple[int, int]:
        """The lowest and the highest value of the scale."""
        low, high = (self.points[-1].low, max(1, self.points[-1].high)) if self.points else (0, 1)
        high = max(high, self.goal or 0)
        return (min(0, low) if low < high * FROM_ZERO else low * 9 // 10), high

    @property
    def _plot(self) -> Box:
        """Box in which the lines run."""
        typeface = self.style.typeface
        low, high = self._bounds
        numbers = max(typeface.measure(grouped(value), theme.CAPTION) for value in (low, high))
        foot = typeface.leading(theme.CAPTION) + 4
        side = numbers + 10
        return Box(
            self.box.left + side,
            self.box.top + 10,
            max(20.0, self.box.width - side - 16),
            max(20.0, self.box.height - foot - 14),
        )

    def _x(self, plot: Box, turn: int) -> float:
        last = max(1, len(self.points) - 1)
        return plot.left + plot.width * turn / last

    def _y(self, plot: Box, value: float) -> float:
        low, high = self._bounds
        return plot.bottom - plot.height * (value - low) / (high - low)

    def handle(self, event: InputEvent) -> bool:
        last = len(self.points) - 1
        match event:
            case PointerMoved(x=x) if last > 0:
                share = (x - self._plot.left) / self._plot.width
                self._aimed = max(0, min(last, round(share * last))) if x > AWAY / 2 else None
                return True
            case Command(name=CommandName.LEFT | CommandName.RIGHT as name) if last > 0:
                step = -1 if name is CommandName.LEFT else 1
                self._aimed = max(0, min(last, (last if self._aimed is None else self._aimed) + step))
                return True
        return False

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.hovered and not self.focused:
            self._aimed = None

    def draw(self, canvas: Canvas) -> None:
        key = (self._version, self.style.typeface.text_size, self.box.size)
        self._layer.draw(canvas, self.box, key, self._paint)

    def draw_over(self, canvas: Canvas) -> None:
        if self._aimed is not None and self._aimed < len(self.points):
            self._draw_values(canvas, self._aimed)

    def _paint(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        if not self.points:
            text = self.texts.line("table.chart.empty")
            typeface.paragraph(canvas, text, self.box, theme.CAPTION, colour=theme.TEXT_MUTED)
            return
        plot = self._plot
        letters = typeface.leading(theme.CAPTION) * 0.8
        if self.goal is not None:
            self._paint_goal(canvas, plot, self.goal)
        for value in grid_values(*self._bounds):
            y = self._y(plot, value)
            if self.goal is not None and abs(y - self._y(plot, self.goal)) < letters:
                continue
            faces.draw_rule(canvas, plot.left, plot.right, y)
            typeface.line(
                canvas, grouped(value), plot.left - 8, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right"
            )
        foot = plot.bottom + typeface.leading(theme.CAPTION) / 2 + 6
        turns = self.texts.line("table.chart.turns", count=self.points[-1].number)
        typeface.line(canvas, turns, plot.right, foot, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        self._paint_lines(canvas)
        self._paint_marks(canvas)

    def _paint_goal(self, canvas: Canvas, plot: Box, goal: int) -> None:
        typeface, y = self.style.typeface, self._y(plot, goal)
        area = canvas.pixels(Box(plot.left, y - 1, plot.width, 3))
        line = path("M0 1.5H100", "none", LANTERN, 1.4, stroke_dasharray="1.5 1.5", stroke_opacity=0.8)
        canvas.put(svg(line, area.width, area.height, box=(0, 0, 100, 3)), plot.left, y - 1)
        typeface.line(canvas, grouped(goal), plot.left - 8, y, theme.CAPTION, Weight.BOLD, LANTERN, "right")

    def _paint_lines(self, canvas: Canvas) -> None:
        body, plot = "", self._plot
        for seat in self._seats:
            look = self.looks[seat]
            corners = [
                (self._x(plot, turn), self._y(plot, self.points[turn].scores[seat])) for turn in self._drawn(plot)
            ]
            if len(corners) == 1:
                corners.append((plot.right, corners[0][1]))
            data = "M" + "L".join(f"{x - self.box.left:.1f} {y - self.box.top:.1f}" for x, y in corners)
            body += seat_line(seat, look.colour, data)
        area = canvas.pixels(self.box)
        drawn = svg(body, area.width, area.height, box=(0, 0, self.box.width, self.box.height))
        canvas.put(drawn, self.box.left, self.box.top)

    def _drawn(self, plot: Box) -> Sequence[int]:
        """Return the indices of the points to draw: at most one per design unit."""
        count = len(self.points)
        most = max(2, int(plot.width))
        return range(count) if count <= most else [number * (count - 1) // (most - 1) for number in range(most)]

    def _paint_marks(self, canvas: Canvas) -> None:
        plot, last = self._plot, len(self.points) - 1
        every = max(1, -(-last // MARK_EVERY)) if self.box.width >= WIDE_ENOUGH else max(1, last)
        turns = {last, *range(every, last, every)}
        for seat in self._seats:
            look = self.looks[seat]
            for turn in sorted(turns):
                size = 15 if turn == last else 11
                mark = badge(look.shape, look.colour, canvas.px(size))
                canvas.put_middle(
                    mark,
                    self._x(plot, turn) + (seat % 2 if turn < last else 0),
                    self._y(plot, self.points[turn].scores[seat]),
                )

    def _draw_values(self, canvas: Canvas, turn: int) -> None:
        """Draw a small card beside a turn with its scores, best first."""
        typeface = self.style.typeface
        plot = self._plot
        x = self._x(plot, turn)
        rule = Box(x, plot.top, max(1.0, 1 / canvas.scale), plot.height)
        canvas.surface.fill(SAND, canvas.pixels(rule))
        line = self.points[turn].scores
        order = sorted(self._seats, key=lambda seat: -line[seat])
        row = typeface.leading(theme.CAPTION)
        names = max(typeface.measure(self.looks[seat].name, theme.CAPTION) for seat in self._seats)
        wide = min(names, 130) + 78
        box = Box(x + 12, plot.top, wide, row * (len(order) + 1) + 16)
        if box.right > self.box.right:
            box.right = x - 12
        drop_shadow(canvas, box, 8, 8, 120, 4)
        faces.draw_face(canvas, box, faces.HINT, 8)
        y = box.top + 8 + row / 2
        title = self.texts.line("table.chart.turn", turn=self.points[turn].number)
        typeface.line(canvas, title, box.left + 12, y, theme.CAPTION, colour=theme.TEXT_MUTED)
        for seat in order:
            y += row
            look = self.looks[seat]
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(12)), box.left + 18, y)
            name = look.name if names <= 130 else look.name[:10]
            typeface.line(canvas, name, box.left + 30, y, theme.CAPTION, colour=theme.TEXT)
            value = grouped(line[seat])
            typeface.line(canvas, value, box.right - 12, y, theme.CAPTION, Weight.BOLD, PAPER, "right")
