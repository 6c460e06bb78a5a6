"""The list of a game's puzzles: a set is chosen, what was solved is ticked, and there is one for today."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from game.core.puzzles import Puzzle, PuzzleBook
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, ListView, Option, RowState, Widget, choice, draw_icon, row
from game.scenes.page.page import PageScene
from game.scenes.study.progress import Progress, puzzle_of
from game.scenes.study.puzzle_table import PuzzleTable

_ROW = 44.0


class PuzzlesScene(PageScene):
    """Leads to the table of a puzzle; coming back, the list stands where it was."""

    def __init__(
        self, context: Context, game: str, book: PuzzleBook[Any, Any], today: Callable[[], date] = date.today
    ) -> None:
        super().__init__(context)
        self.game = game
        self.book = book
        self.puzzles: Sequence[Puzzle] = book.puzzles()
        self.kinds = tuple(dict.fromkeys(puzzle.kind for puzzle in self.puzzles))
        self.kind = self.kinds[0]
        self.progress = Progress(game)
        self._today = today
        self._selected = -1

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.game}.more.puzzles.title")

    @property
    def subheading(self) -> str:
        solved = self.progress.solved(self.puzzles)
        return self.context.texts.line("study.puzzle.count", solved=solved, whole=len(self.puzzles))

    @property
    def shown(self) -> list[Puzzle]:
        """The puzzles of the chosen set."""
        return [puzzle for puzzle in self.puzzles if puzzle.kind == self.kind]

    def first_focus(self) -> Widget | None:
        return self._next

    def build_body(self, body: Box) -> Sequence[Widget]:
        line, high = self.context.texts.line, self.style.typeface.grown(theme.CONTROL_HEIGHT)
        top = Box(body.left, body.top, body.width, high)
        kinds = [Option(kind, line(f"{self.game}.puzzle.kind.{kind}")) for kind in self.kinds]
        today = Button(self.style, line("study.puzzle.today"), icon="calendar", on_press=self._open_today)
        self._next = Button(
            self.style, line("study.puzzle.unsolved"), icon="play", kind=Kind.PRIMARY, on_press=self._open_next
        )
        sets, today.box, self._next.box = row(top, [None, today.natural_width(), self._next.natural_width()])
        picked = choice(self.style, kinds, self.kind, sets.width, on_change=self._choose)
        picked.box = sets
        below = Box(body.left, top.bottom + 16, body.width, body.bottom - top.bottom - 16)
        self._list = ListView(
            self.style,
            self._paint,
            len(self.shown),
            below,
            row_height=self.style.typeface.grown(_ROW),
            selected=self._selected,
            on_select=self._select,
            on_choose=self._open_row,
        )
        return [picked, today, self._next, self._list]

    def _choose(self, kind: str) -> None:
        self.kind, self._selected = kind, -1
        self.rebuild()

    def _select(self, number: int) -> None:
        self._selected = number

    def _open_row(self, number: int) -> None:
        self.open(self.shown[number])

    def _open_today(self) -> None:
        self.open(puzzle_of(self._today(), self.puzzles))

    def _open_next(self) -> None:
        shown = self.shown
        self.open(next((puzzle for puzzle in shown if not self.progress.of(puzzle).solved), shown[0]))

    def open(self, puzzle: Puzzle) -> None:
        """Lay the table of a puzzle over the list."""
        if puzzle.kind != self.kind:
            self._choose(puzzle.kind)
        self.stack.push(self.table(puzzle))

    def table(self, puzzle: Puzzle) -> PuzzleTable:
        """The table of a puzzle, from which one goes on to the next."""
        return PuzzleTable(self.context, self.game, self.book, puzzle, self.progress, self.following)

    def following(self, puzzle: Puzzle) -> Puzzle | None:
        """The next one of its set that is not solved, from there on and then from the beginning."""
        same = [other for other in self.puzzles if other.kind == puzzle.kind]
        at = same.index(puzzle)
        rest = [*same[at + 1 :], *same[:at]]
        return next((other for other in rest if not self.progress.of(other).solved), None)

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, line = self.style.typeface, self.context.texts.line
        puzzle = self.shown[number]
        kept = self.progress.of(puzzle)
        side = typeface.grown(theme.LABEL)
        icon = "circle-check" if kept.solved else "circle-alert" if kept.tries else "puzzle"
        tone = theme.GOOD if kept.solved else theme.WARNING if kept.tries else theme.TEXT_MUTED
        draw_icon(canvas, icon, box.left + 14 + side / 2, box.centery, side, tone)
        x = box.left + 14 + side + 14
        x += typeface.line(canvas, str(number + 1), x, box.centery, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT) + 18
        title = line(f"{self.game}.puzzle.title", kind=puzzle.kind, level=puzzle.level, at=puzzle.position)
        typeface.line(canvas, title, x, box.centery, theme.BODY, colour=theme.TEXT)
        if kept.tries:
            told = line("study.puzzle.kept", tries=kept.tries, hints=kept.hints)
            right = box.right - 14
            typeface.line(canvas, told, right, box.centery, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
