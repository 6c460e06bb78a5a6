"""The best actions at a position, one row each: rank, chance of winning, and whether it was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from game.core.analysis.verdicts import Decision, Verdict
from game.core.analyst import Judgement, Line
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, Wheel
from game.engine.ornament import Face
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.scenes.review.chart import sign

ROW = 26.0
_FILLED = Face("#8E7BC4", "#6B5AA0", 1.0, "#B9A8E6", 0.25, 0.0)
_BEST = Face("#E2A94B", "#B97A22", 1.0, LANTERN, 0.3, 0.0)


@dataclass(frozen=True)
class Row:
    line: Line[Any]
    seat: Seat
    label: str
    """Rank among the best actions; the verdict's sign for an action that is not among them."""
    played: bool
    verdict: Verdict | None = None
    """The verdict on the action, if it was played; None otherwise."""

    @property
    def chance(self) -> float:
        """The deciding seat's chance of winning, 0 … 1."""
        return (self.line.values[self.seat] + 1) / 2


def rows_of(judgement: Judgement[Any] | None, seat: Seat | None, decision: Decision | None) -> list[Row]:
    """Return the rows of a position where `seat` decides: the best actions, and the one played if it is not
    among them.
    """
    if judgement is None or seat is None:
        return []
    played = judgement.played
    verdict = decision.verdict if decision else None
    rows = []
    for place, line in enumerate(judgement.lines, 1):
        same = played is not None and played.action == line.action
        rows.append(Row(line, seat, str(place), same, verdict if same else None))
    if played is not None and not any(row.played for row in rows):
        rows.append(Row(played, seat, verdict.value if verdict else "–", True, verdict))
    return rows


class LineList(Widget):
    """List of lines. Pointing at a row, or choosing it by UP and DOWN, shows it alone; the wheel steps through its
    continuation.
    """

    focusable = True
    corner = theme.GRID

    def __init__(self, style: Style, box: Box) -> None:
        super().__init__(style, box)
        self.rows: list[Row] = []
        self._given: list[Row] = []
        self.chosen: int | None = None
        """Index of the row that is shown alone; None for none."""
        self.depth = 0
        """How many actions of the shown row's continuation are shown."""

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; what does not fit is left out, but never the action played."""
        if list(rows) == self._given:
            return
        most = max(1, int(self.box.height // self.row_height))
        self._given, self.rows = list(rows), list(rows[:most])
        late = [row for row in rows[most:] if row.played]
        if late and most > 1:
            self.rows[-1] = late[0]
        self.chosen, self.depth = None, 0

    @property
    def row_height(self) -> float:
        return self.style.typeface.grown(ROW)

    @property
    def shown(self) -> Row | None:
        """The row that is shown alone; None for none."""
        return self.rows[self.chosen] if self.chosen is not None and self.chosen < len(self.rows) else None

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerMoved(y=y) | PointerPressed(y=y, button=1):
                self._choose(int((y - self.box.top) // self.row_height))
            case Command(name=CommandName.UP):
                self._choose(len(self.rows) - 1 if self.chosen is None else self.chosen - 1)
            case Command(name=CommandName.DOWN):
                self._choose(0 if self.chosen is None else self.chosen + 1)
            case Command(name=CommandName.LEFT) if self.shown:
                self._follow(-1)
            case Command(name=CommandName.RIGHT) if self.shown:
                self._follow(1)
            case Wheel(steps=steps) if self.shown:
                self._follow(-steps)
            case _:
                return False
        return True

    def _choose(self, row: int) -> None:
        chosen = row if 0 <= row < len(self.rows) else None
        if chosen != self.chosen:
            self.chosen, self.depth = chosen, 0

    def _follow(self, steps: int) -> None:
        if self.shown:
            self.depth = max(0, min(len(self.shown.line.following), self.depth + steps))

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.hovered and not self.focused:
            self.chosen, self.depth = None, 0

    def draw(self, canvas: Canvas) -> None:
        high = self.row_height
        for number, row in enumerate(self.rows):
            box = Box(self.box.left, self.box.top + number * high, self.box.width, high - 3)
            self._draw_row(canvas, row, box, number == self.chosen)

    def _draw_row(self, canvas: Canvas, row: Row, box: Box, chosen: bool) -> None:
        typeface = self.style.typeface
        if chosen:
            faces.draw_face(canvas, box, faces.ROW_OVER, theme.GRID)
        y = box.centery
        ink = theme.TEXT_BRIGHT if row.played or chosen else theme.TEXT
        weight = Weight.BOLD if row.played else Weight.SEMIBOLD
        middle = box.left + typeface.grown(12)
        typeface.line(canvas, row.label, middle, y, theme.BODY, weight, ink, "middle")
        chance = self.style.texts.line("review.percent", percent=f"{100 * row.chance:.0f}")
        right = box.right - 6
        note = self.style.texts.line("review.played") if row.played else ""
        if note:
            right -= typeface.line(canvas, note, right, y, theme.CAPTION, Weight.SEMIBOLD, ink, "right") + 6
        if row.verdict:
            side = typeface.grown(12)
            canvas.put_middle(sign(row.verdict, canvas.px(side)), right - side / 2, y)
            right -= side + 6
        wide = typeface.measure(self.style.texts.line("review.percent", percent="100"), theme.BODY, Weight.BOLD)
        left = middle + typeface.grown(14)
        typeface.line(canvas, chance, left + wide, y, theme.BODY, weight, ink, "right")
        track = Box(left + wide + 10, y - 5, max(0.0, self._track_end - left - wide - 10), 10)
        faces.draw_face(canvas, track, faces.TRACK, 5)
        filled = Box(track.left, track.top, track.width * row.chance, track.height)
        if filled.width >= track.height:
            faces.draw_face(canvas, filled, _BEST if row.label == "1" else _FILLED, 5)

    @property
    def _track_end(self) -> float:
        """Right end of the bars, so that the longest note fits beside them."""
        note = self.style.typeface.measure(self.style.texts.line("review.played"), theme.CAPTION, Weight.SEMIBOLD)
        return self.box.right - 6 - note - 12 - self.style.typeface.grown(12)
