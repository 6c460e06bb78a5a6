"""The list of a game's puzzles: by set, solved ones ticked, with one for today, and a storm."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date
from random import Random
from typing import Any

import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.match.match import Match
from game.core.puzzles.book import Puzzle, PuzzleBook
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import PAPER
from game.engine.light import dusk, opaque
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import (
    REST,
    Button,
    Kind,
    ListView,
    Option,
    RowState,
    Widget,
    choice,
    column,
    draw_icon,
    row,
)
from game.engine.widgets.parts.style import Style
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.page import PageScene
from game.scenes.staging.stills import still_surroundings
from game.scenes.study.progress import Progress
from game.scenes.study.puzzle_table import PuzzleTable
from game.scenes.study.storm_table import StormTable

_KEPT = 60


class PuzzlePictures:
    """Draws pictures of puzzles, at most one new per frame so that no frame is late; until then each is empty paper.

    Under a fake clock all are drawn at once.
    """

    def __init__(self, context: Context, game: str, book: PuzzleBook[Any, Any]) -> None:
        self._context, self._game, self._book = context, game, book
        self._drawn: OrderedDict[tuple[str, int], pygame.Surface] = OrderedDict()
        self._may_draw = True

    def begin_frame(self) -> None:
        """Allow one more new picture, because a new frame begins."""
        self._may_draw = True

    def draw(self, canvas: Canvas, puzzle: Puzzle, box: Box) -> None:
        """Draw the picture of a puzzle into a square."""
        key = puzzle.name, canvas.px(box.width)
        if key not in self._drawn and self._may_draw:
            self._may_draw = not self._context.clock.real
            self._drawn[key] = self._picture(puzzle, key[1])
            while len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
        if key in self._drawn:
            self._drawn.move_to_end(key)
            canvas.put(self._drawn[key], box.left, box.top)
        else:
            pygame.draw.rect(canvas.surface, PAPER, canvas.pixels(box))

    def _picture(self, puzzle: Puzzle, side_px: int) -> pygame.Surface:
        options = self._book.options(puzzle)
        match = Match(self._book.rules(puzzle, CABINETS[self._game].rules), 2, options, 0)
        match.tick(0.0)
        (viewer,) = match.waiting_for
        surroundings = still_surroundings(
            Style.of(self._context), self._context.settings, [SeatInfo("")] * 2, options, match.brief(viewer), viewer
        )
        stage = STAGES[self._game](surroundings)
        stage.reset(match.view(viewer))
        surface = opaque(side_px, side_px)
        surface.blit(dusk(side_px, side_px), (0, 0))
        stage.draw(Canvas(surface, 1.0).within(Box(0, 0, side_px, side_px), stage.width, stage.height))
        return surface


_ROW, _UPRIGHT_ROW, _PICTURE_ROW = 44.0, 60.0, 84.0
_EDGE = 6.0
"""Distance between a picture and the edge of its row."""


class PuzzlesScene(PageScene):
    """List that opens a puzzle's table; on return, it shows the same place."""

    upright = True

    def __init__(
        self, context: Context, game: str, book: PuzzleBook[Any, Any], today: Callable[[], date] = date.today
    ) -> None:
        """`today`: returns the day whose puzzle is offered."""
        super().__init__(context)
        self.game = game
        self.book = book
        self.puzzles: Sequence[Puzzle] = sorted(book.puzzles(), key=lambda puzzle: puzzle.rating)
        self.kinds = tuple(dict.fromkeys(puzzle.kind for puzzle in self.puzzles))
        self.kind = self.kinds[0]
        self.progress = Progress(game, book.puzzles(), today)
        self._selected = -1
        self._pictures = PuzzlePictures(context, game, book) if book.pictured else None

    @property
    def heading(self) -> str:
        return self.context.texts.line(f"{self.game}.more.puzzles.title")

    @property
    def subheading(self) -> str:
        line, progress = self.context.texts.line, self.progress
        told = [line("study.puzzle.count", solved=progress.solved(self.puzzles), whole=len(self.puzzles))]
        if progress.rating.settled:
            mean, doubt = round(progress.rating.mean), round(progress.rating.doubt)
            told.append(line("study.puzzle.rating", rating=mean, doubt=doubt))
        if progress.streak:
            told.append(line("study.puzzle.streak", count=progress.streak))
        return " · ".join(told)

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
        storm = Button(self.style, line("study.storm.begin"), icon="wind", on_press=self._open_storm)
        storm.tooltip = line("study.storm.about", best=self.progress.best_storm)
        self._next = Button(
            self.style, line("study.puzzle.unsolved"), icon="play", kind=Kind.PRIMARY, on_press=self._open_next
        )
        if self.design.upright:
            return self._build_upright(body, kinds, today, storm)
        widths = [button.natural_width() for button in (today, storm, self._next)]
        sets, today.box, storm.box, self._next.box = row(top, [None, *widths])
        picked = choice(self.style, kinds, self.kind, sets.width, on_change=self._choose)
        picked.box = sets
        below = Box(body.left, top.bottom + 16, body.width, body.bottom - top.bottom - 16)
        return [picked, today, storm, self._next, self._build_list(below)]

    def _build_list(self, box: Box) -> ListView:
        self._list = ListView(
            self.style,
            self._paint,
            len(self.shown),
            box,
            row_height=_PICTURE_ROW if self._pictures else _UPRIGHT_ROW if self.design.upright else _ROW,
            selected=self._selected,
            on_select=self._select,
            on_choose=self._open_row,
        )
        return self._list

    def _build_upright(self, body: Box, kinds: list[Option[str]], *further: Button) -> Sequence[Widget]:
        """Build the list between what chooses the set, above it, and the buttons, which are at the foot."""
        high = self._next.natural_height(0)
        fit = 2 * max(button.natural_width() for button in further) + theme.GAP <= body.width
        rows = [further] if fit else [(button,) for button in further]
        sets, listed, *feet, lit = column(body, [high, REST, *[high] * len(rows), high], theme.GAP)
        picked = choice(self.style, kinds, self.kind, sets.width, on_change=self._choose)
        picked.box, self._next.box = sets, lit
        for foot, buttons in zip(feet, rows, strict=True):
            for button, box in zip(buttons, row(foot, [REST] * len(buttons)), strict=True):
                button.box = box
        return [picked, self._build_list(listed), *further, self._next]

    def _choose(self, kind: str) -> None:
        self.kind, self._selected = kind, -1
        self.rebuild()

    def _select(self, number: int) -> None:
        self._selected = number

    def _open_row(self, number: int) -> None:
        self.open(self.shown[number])

    def _open_today(self) -> None:
        today = self.progress.of_today
        assert today is not None
        self.open(today)

    def _open_next(self) -> None:
        """Open an unsolved puzzle: the one nearest to the person's rating if that is known, otherwise the easiest."""
        shown, rating = self.shown, self.progress.rating
        open_ones = [puzzle for puzzle in shown if not self.progress.of(puzzle).solved]
        if rating.settled:
            open_ones.sort(key=lambda puzzle: abs(puzzle.rating - rating.mean))
        self.open(next(iter(open_ones), shown[0]))

    def _open_storm(self) -> None:
        self.stack.push(StormTable(self.context, self.game, self.book, self.progress, Random()))

    def open(self, puzzle: Puzzle) -> None:
        """Open the table of a puzzle over the list."""
        if puzzle.kind != self.kind:
            self._choose(puzzle.kind)
        self.stack.push(self.table(puzzle))

    def table(self, puzzle: Puzzle) -> PuzzleTable:
        """Make the table of a puzzle, with a button to the next one."""
        return PuzzleTable(self.context, self.game, self.book, puzzle, self.progress, self.following)

    def following(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the next unsolved puzzle of the same set, wrapping around; None where all are solved."""
        same = [other for other in self.puzzles if other.kind == puzzle.kind]
        at = same.index(puzzle)
        rest = [*same[at + 1 :], *same[:at]]
        return next((other for other in rest if not self.progress.of(other).solved), None)

    def draw(self, canvas: Canvas) -> None:
        if self._pictures is not None:
            self._pictures.begin_frame()
        super().draw(canvas)

    def _paint(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        typeface, line = self.style.typeface, self.context.texts.line
        puzzle = self.shown[number]
        kept = self.progress.of(puzzle)
        side = typeface.grown(theme.LABEL)
        icon = "circle-check" if kept.solved else "circle-alert" if kept.tries else "puzzle"
        tone = theme.GOOD if kept.solved else theme.WARNING if kept.tries else theme.TEXT_MUTED
        draw_icon(canvas, icon, box.left + 14 + side / 2, box.centery, side, tone)
        x = box.left + 14 + side + 14
        gap = 8 if self.design.upright else 18
        if not (self.design.upright and self._pictures):
            typeface.line(canvas, str(number + 1), x, box.centery, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT)
            x += typeface.measure("0" * len(str(len(self.shown))), theme.BODY, Weight.BOLD) + gap
        if self._pictures is not None:
            picture = box.height - 2 * _EDGE
            self._pictures.draw(canvas, puzzle, Box(x, box.top + _EDGE, picture, picture))
            x += picture + gap
        title = line(f"{self.game}.puzzle.title", kind=puzzle.kind, level=puzzle.level, at=puzzle.position)
        upper, lower = box.centery - typeface.leading(theme.BODY) / 2, box.centery + typeface.leading(theme.CAPTION) / 2
        right, rating = box.right - 14, line("study.puzzle.rated", rating=puzzle.rating)
        told = line("study.puzzle.kept", tries=kept.tries, hints=kept.hints)
        if self.design.upright:
            below = f"{rating} · {told}" if kept.tries else rating
            room, small = right - x, theme.CAPTION
            size = theme.BODY if typeface.measure(title, theme.BODY) <= room else small
            high, foot = typeface.height_of(title, room, size), typeface.height_of(below, room, small)
            top = box.centery - (high + foot) / 2
            top += typeface.paragraph(canvas, title, Box(x, top, room, high), size, colour=theme.TEXT)
            typeface.paragraph(canvas, below, Box(x, top, room, foot), small, colour=theme.TEXT_MUTED)
            return
        if not kept.tries:
            upper = lower = box.centery
        typeface.line(canvas, title, x, box.centery, theme.BODY, colour=theme.TEXT)
        typeface.line(canvas, rating, right, upper, theme.BODY, colour=theme.TEXT, anchor="right")
        if kept.tries:
            typeface.line(canvas, told, right, lower, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
