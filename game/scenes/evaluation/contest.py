"""A contest from a folder: choose folder, game and games; follow the check and the play; see tables and report."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from game.cabinets.listed import CABINETS, HIDDEN
from game.core.cabinet import Cabinet
from game.core.contest.entries import EntryError
from game.core.contest.settings import Settings, settings_in
from game.core.errors import SpokenError
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text.fitting import fitted
from game.engine.widgets import (
    Button,
    Entry,
    Kind,
    Label,
    ListView,
    Option,
    Panel,
    ProgressBar,
    RowState,
    Widget,
    choice,
    line_up,
)
from game.scenes.evaluation.start import GAMES, Pace, progress_line
from game.scenes.page.page import PageScene
from game.scenes.process.contest import ContestOrder, ContestRun

_GAP = 12.0
_PAD = 18.0
_LONGEST_PATH = 500
_ROW = 30.0


def contest_games() -> list[Cabinet]:
    """Return the games of which programs may hold a contest; those that grade a whole room first."""
    cabinets = [CABINETS[game] for game in CABINETS if game not in HIDDEN]
    return sorted((cabinet for cabinet in cabinets if cabinet.bots), key=lambda cabinet: cabinet.tournament is None)


class ContestScene(PageScene):
    """A page for one contest. `on_show` is called with the file of its results; leaving stops a running contest."""

    def __init__(
        self,
        context: Context,
        on_show: Callable[[Path], None],
        *,
        folder: str = "",
        begin: Callable[[ContestOrder], ContestRun] = ContestRun,
        browse: Callable[[str], bool] = webbrowser.open,
    ) -> None:
        """`browse` opens an address in the person's browser, and returns whether there is one."""
        super().__init__(context)
        self._folder = folder
        self._games = contest_games()
        self._wanted = ContestOrder(self._games[0].id, Path(), GAMES[1], context.texts.language)
        self._settled = Settings()
        """What the folder's contest.toml settles."""
        self._settle()
        self._on_show = on_show
        self._begin = begin
        self._browse = browse
        self.run: ContestRun | None = None
        self.lines: list[str] = []
        self._now = 0.0
        self._pace = Pace()

    @property
    def order(self) -> ContestOrder:
        """The contest as it would be played now."""
        return replace(self._wanted, folder=Path(self._folder.strip().strip('"')).expanduser())

    @property
    def heading(self) -> str:
        return self.context.texts.line("contest_page.title")

    def first_focus(self) -> Widget | None:
        return self._entry if self.run is None else self._stop

    def leave(self) -> None:
        if self.run is not None:
            self.run.stop()

    def build_body(self, body: Box) -> Sequence[Widget]:
        style = self.style
        inner = Box(body.left + _PAD, body.top + _PAD, body.width - 2 * _PAD, body.height - 2 * _PAD)
        parts = self._build_progress() if self.run else self._build_questions(inner.width)
        y = inner.top
        for part in parts:
            part.box = Box(inner.left, y, inner.width, part.natural_height(inner.width))
            y = part.box.bottom + _GAP
        buttons = self._build_buttons()
        high = buttons[0].natural_height(0)
        line_up(Box(inner.left, inner.bottom - high, inner.width, high), buttons, _GAP, "right")
        self._said = ListView(
            style,
            self._paint_line,
            len(self.lines),
            Box(inner.left, y, inner.width, inner.bottom - high - _GAP - y),
            row_height=_ROW,
            empty=self.context.texts.line("contest_page.empty"),
            selected=len(self.lines) - 1,
        )
        return [Panel(style, body), *parts, self._said, *buttons]

    def _build_questions(self, width: float) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        self._entry = Entry(
            style,
            self._folder,
            label=line("contest_page.folder"),
            limit=_LONGEST_PATH,
            icon="folder",
            on_change=self._ask_folder,
        )
        options = [Option(cabinet.id, line(f"{cabinet.id}.name")) for cabinet in self._games]
        game = choice(style, options, self._wanted.game, width, on_change=lambda game: self._ask(game=game))
        offered = sorted({*GAMES, self._wanted.games})
        counts = [Option(count, line("contest_page.games", count=count)) for count in offered]
        games = choice(style, counts, self._wanted.games, width, on_change=lambda count: self._ask(games=count))
        return [self._entry, game, games, Label(style, line("contest_page.help"), colour=theme.TEXT_MUTED)]

    def _build_progress(self) -> list[Widget]:
        self._bar = ProgressBar(self.style)
        self._line = Label(self.style, self._progress_line())
        return [self._bar, self._line]

    def _build_buttons(self) -> list[Button]:
        style, line = self.style, self.context.texts.line
        if self.run is not None:
            self._stop = Button(style, line("evaluation.run.stop"), icon="x", on_press=self.stop)
            return [self._stop]
        start = Button(style, line("contest_page.start"), icon="play", kind=Kind.PRIMARY, on_press=self.start)
        if not self._may_show:
            return [start]
        report = Button(style, line("contest_page.report"), icon="presentation", on_press=self.open_report)
        show = Button(style, line("contest_page.tables"), icon="trophy", on_press=self.show)
        return [report, show, start]

    @property
    def _may_show(self) -> bool:
        """Whether the folder has results."""
        try:
            return bool(self._folder.strip()) and self.order.results.is_file()
        except OSError:
            return False

    def _ask(self, game: str | None = None, games: int | None = None) -> None:
        order = self._wanted
        self._wanted = replace(order, game=game or order.game, games=games or order.games)

    def _ask_folder(self, text: str) -> None:
        before = self._may_show, self._settled
        self._folder = text
        self._settle()
        if (self._may_show, self._settled) != before:
            self.rebuild()
            self.group.focus(self._entry)

    def _settle(self) -> None:
        """Choose what the folder's contest.toml says, once it is another than before; the contest says what is wrong in
        it.
        """
        found = Settings()
        with suppress(EntryError, OSError):
            found = settings_in(self.order.folder) if self._folder.strip() else found
        if found != self._settled:
            self._settled = found
            known = found.game in [cabinet.id for cabinet in self._games]
            self._ask(found.game if known else None, found.games)

    def start(self) -> None:
        """Check and play the programs of the folder."""
        try:
            if not self._folder.strip() or not self.order.folder.is_dir():
                raise SpokenError("contest_page.error.no_folder", folder=self._folder.strip())
            self.run = self._begin(self.order)
        except SpokenError as error:
            self._tell(error)
            return
        self.lines, self._now, self._pace = [], 0.0, Pace()
        self._rebuilt(self._stop_button)

    def stop(self) -> None:
        """Stop the contest; what was played is kept."""
        if self.run is not None:
            self.run.stop()
            self.lines, self.run = [*self.run.lines, self.context.texts.line("entries.stopped")], None
            self._rebuilt(lambda: self._entry)

    def _stop_button(self) -> Widget:
        return self._stop

    def _rebuilt(self, focus: Callable[[], Widget]) -> None:
        self.rebuild()
        self.group.focus(focus())

    def update(self, seconds: float) -> None:
        super().update(seconds)
        run = self.run
        if run is None:
            return
        self._now += seconds
        try:
            over = run.poll()
        except SpokenError as error:
            self.lines, self.run = list(run.lines), None
            self._tell(error)
            self._rebuilt(lambda: self._entry)
            return
        self._pace.note(self._now, run.progress)
        self._bar.share = run.progress.done / max(run.progress.games, 1)
        self._line.text = self._progress_line()
        if len(run.lines) != len(self.lines):
            self.lines = list(run.lines)
            self._said.count, self._said.selected = len(self.lines), len(self.lines) - 1
        if over:
            self.style.play_sound(Sound.WIN)
            self.run = None
            self._rebuilt(lambda: self._entry)

    def _progress_line(self) -> str:
        assert self.run is not None
        progress = self.run.progress
        if not progress.done:
            return self.context.texts.line("contest_page.checking")
        return progress_line(progress, self._pace.left(self._now, progress.games), self.context.texts)

    def show(self) -> None:
        """Open the tables of the results."""
        try:
            self._on_show(self.order.results)
        except SpokenError as error:
            self._tell(error)

    def open_report(self) -> None:
        """Open the report in the person's browser; where there is none, say where the file is."""
        path = self.order.report.resolve()
        if not path.is_file() or not self._browse(path.as_uri()):
            self._tell(SpokenError("contest_page.error.no_browser", path=str(path)))

    def _tell(self, error: SpokenError) -> None:
        self.style.play_sound(Sound.REFUSE)
        self.context.notify(self.context.texts.line(error.key, error.values))

    def _paint_line(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        typeface = self.style.typeface
        words = fitted(typeface, self.lines[number], box.width - 24, theme.BODY)
        typeface.line(canvas, words, box.left + 12, box.centery, theme.BODY, colour=theme.TEXT)
