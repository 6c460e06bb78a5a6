"""The figures of an evaluation: the table of grades, their spread, and its games, opened by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.loading import ENTRY_PREFIX
from game.core.bot.reading import beside_results, is_own, read_own
from game.core.errors import SpokenError
from game.core.tournament.evaluation import EvaluationDocument, EvaluationError, Standing, by_player, by_seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.widgets import Button, Entry, ListView, Option, Panel, Segments, Style, Widget
from game.ground.texts import Texts
from game.scenes.evaluation.detail import EvaluationDetail
from game.scenes.evaluation.rows import ROW, StandingRows
from game.scenes.evaluation.shelf import facts_of
from game.scenes.feeds.plan import MatchPlan, SeatPlan
from game.scenes.page.page import PageScene
from game.scenes.setup.number import MatchNumbers
from game.scenes.staging.kinds import KindMarks, numbered_name
from game.scenes.staging.looks import tints_for

_LEFT = 664.0
_GAP = 24.0
_PAD = 12.0


def plan_of(document: EvaluationDocument, number: int, texts: Texts, beside: Path | None = None) -> MatchPlan:
    """Return the plan of game `number` of an evaluation, to be watched; people's own players run again.

    Their files are looked for where the evaluation found them, and in the folder `beside` the evaluation's file. Raises
    SpokenError where a file is gone, or the game's rules have changed since.
    """
    cabinet = CABINETS[document.game]
    if document.version != cabinet.info.version:
        raise EvaluationError("evaluation.error.version", there=document.version, here=cabinet.info.version)
    try:
        options = msgspec.convert(document.options, cabinet.info.options)
    except msgspec.ValidationError as error:
        raise EvaluationError("evaluation.error.options") from error
    seats = []
    for seat, player in enumerate(document.lineup_of(number)):
        told = document.specs.get(player, player)
        spec = _found(told, beside) if is_own(told) else told
        if not is_own(told) and told not in cabinet.bots:
            raise EvaluationError("evaluation.error.player", player=player)
        seats.append(SeatPlan(numbered_name(spec, seat, document.game, texts), spec))
    return MatchPlan(document.game, tuple(seats), options, number)


def _found(player: str, beside: Path | None) -> str:
    """Return the full specification of a person's own player, whose file may have moved to the folder `beside`."""
    if player.startswith(ENTRY_PREFIX):
        return read_own(beside_results(player, beside))
    try:
        return read_own(player)
    except SpokenError:
        if beside is None:
            raise
        return read_own(str(beside / player)) if (beside / player.rpartition(":")[0]).is_file() else read_own(player)


class EvaluationScene(PageScene):
    """Scene of one evaluation. `on_open` is called with the plan of a game to watch."""

    def __init__(
        self,
        context: Context,
        document: EvaluationDocument,
        on_open: Callable[[MatchPlan], None],
        path: Path | None,
        *,
        by_seats: bool = True,
        selected: int = 0,
    ) -> None:
        """`path` is the evaluation's file.

        `by_seats`: begin with a row per seat, else per player, as always where players moved from room to room and none
        had a seat of its own; `selected` is the row whose details are shown first.
        """
        super().__init__(context)
        self.document = document
        self._on_open = on_open
        self._path = path
        self._seats = by_seats and document.rooms is None
        self._selected = selected
        self._number = ""

    @property
    def heading(self) -> str:
        return self.context.texts.line("evaluation.title")

    @property
    def subheading(self) -> str:
        return facts_of(self.document, self.context)

    @property
    def rows(self) -> list[Standing]:
        """The rows of the table that is shown."""
        return by_seat(self.document) if self._seats else by_player(self.document)

    def first_focus(self) -> Widget | None:
        return self._list

    def build_body(self, body: Box) -> Sequence[Widget]:
        left = Box(body.left, body.top, _LEFT, body.height)
        right = Box(left.right + _GAP, body.top, body.width - _LEFT - _GAP, body.height)
        return [*self._build_table(left), *self._build_detail(right)]

    def _build_table(self, box: Box) -> list[Widget]:
        """Build the table of seats or players, in one room with the choice between them, and below it the field to open
        any game by its number.
        """
        style, line = self.style, self.context.texts.line
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        panel = Panel(style, box)
        inside = Box(box.left + _PAD, box.top + _PAD, box.width - 2 * _PAD, box.height - 2 * _PAD)
        tabs = [] if self.document.rooms else [self._build_tabs(Box(inside.left, inside.top, inside.width, high))]
        head = inside.top + (high + 6) * len(tabs)
        foot = Box(inside.left, inside.bottom - high, inside.width, high)
        open_game = Button(style, line("evaluation.watch"), icon="play", on_press=self._open_typed)
        wide = open_game.natural_width()
        open_game.box = Box(foot.right - wide, foot.top, wide, high)
        number = Entry(
            style,
            self._number,
            Box(foot.left, foot.top, foot.width - wide - 8, high),
            placeholder=line("evaluation.any_number"),
            limit=20,
            icon="hash",
            on_change=lambda text: setattr(self, "_number", text.strip()),
            on_commit=lambda _: self._open_typed(),
        )
        cabinet = CABINETS[self.document.game]
        marks = KindMarks(list(cabinet.bots), tints_for(self.context.settings))
        rows = self.rows
        self._painter = StandingRows(style, self.document.game, rows, marks)
        top = head + style.typeface.leading(theme.CAPTION) + 4
        self._head = Box(inside.left + 6, head, inside.width - 12, top - head - 2)
        self._list = ListView(
            style,
            self._painter.paint,
            len(rows),
            Box(inside.left, top, inside.width, foot.top - 10 - top),
            row_height=ROW,
            selected=self._selected,
            on_select=self._select,
        )
        return [panel, *tabs, _Heading(self._painter, style, self._head), self._list, number, open_game]

    def _build_tabs(self, box: Box) -> Segments[bool]:
        line = self.context.texts.line
        options = [Option(True, line("evaluation.seats"), "armchair"), Option(False, line("evaluation.players"), "bot")]
        return Segments(self.style, options, self._seats, box, on_change=self._show_seats)

    def _build_detail(self, box: Box) -> list[Widget]:
        panel = Panel(self.style, box)
        inside = Box(box.left + _PAD - 2, box.top + _PAD - 4, box.width - 2 * _PAD + 4, box.height - 2 * _PAD + 8)
        self._detail = EvaluationDetail(self.style, inside, self.document, self.open)
        self._show_selected()
        return [panel, self._detail]

    def _show_seats(self, seats: bool) -> None:
        self._seats, self._selected = seats, 0
        self.rebuild()

    def _select(self, number: int) -> None:
        self._selected = number
        self._show_selected()

    def _show_selected(self) -> None:
        row = self.rows[self._selected]
        self._detail.show(row, self._painter.name_of(row))

    def _open_typed(self) -> None:
        """Open the game whose number was typed."""
        numbers = MatchNumbers.of(CABINETS[self.document.game].info)
        self.attempt(lambda: self.open(numbers.read(self._number)[0]))

    def open(self, number: int) -> None:
        """Open a game by its number; it may also be one that the evaluation did not play."""
        beside = self._path.parent if self._path else None
        self.attempt(lambda: self._on_open(plan_of(self.document, number, self.context.texts, beside)))


class _Heading(Widget):
    """The line of column headings above the table."""

    def __init__(self, painter: StandingRows, style: Style, box: Box) -> None:
        super().__init__(style, box)
        self._painter = painter

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the column headings."""
        self._painter.paint_head(canvas, self.box)
