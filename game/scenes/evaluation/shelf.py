"""The list of finished evaluations in a person's folder, so that they can be opened without a console."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from game.cabinets.listed import CABINETS
from game.core.errors import SpokenError
from game.core.league.league import League
from game.core.tournament.evaluation import EvaluationDocument, EvaluationError, read_evaluation
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted, fitted_end
from game.engine.widgets import Button, Kind, Label, ListView, Panel, RowState, Style, Widget, draw_icon
from game.ground import paths
from game.ground.contests import held_contests
from game.ground.leagues import is_league, read_league
from game.ground.texts import Texts
from game.scenes.page.empty import draw_empty_state
from game.scenes.page.page import PageScene
from game.scenes.process.contest import RESULTS
from game.scenes.staging.kinds import KindMarks, kind_name
from game.scenes.staging.looks import tints_for

SUFFIX = ".json"
_ROW = 62.0
_WIDTH = 860.0
_PLACE = 34.0


@dataclass(frozen=True)
class Shelved:
    """An evaluation's file in the folder: its document, or the error why it cannot be read."""

    path: Path
    when: float
    document: EvaluationDocument | None
    error: SpokenError | None
    contest: Path | None = None
    """The folder of the contest that it came from; None for an evaluation of its own."""
    league: League | None = None
    """What a contest was that is no evaluation."""

    @property
    def name(self) -> str:
        """What it is called in the list."""
        return self.contest.name if self.contest else self.path.stem


def shelved(folder: Path, contests: Sequence[Path] = ()) -> list[Shelved]:
    """List the evaluations in a folder and the results of contests that are still there, the newest first."""
    try:
        files = [*folder.glob(f"*{SUFFIX}")]
    except OSError:
        files = []
    found = [*_dated((path, None) for path in files)]
    found += _dated((contest / "results" / RESULTS, contest) for contest in contests)
    found.sort(key=lambda entry: (-entry[0], entry[1].name, entry[1]))
    return [_shelved(path, when) if contest is None else _held(path, when, contest) for when, path, contest in found]


def _dated(files: Iterable[tuple[Path, Path | None]]) -> Iterator[tuple[float, Path, Path | None]]:
    """Yield files with the time when they were written, without those that are gone."""
    for path, contest in files:
        with suppress(OSError):
            yield path.stat().st_mtime, path, contest


def _held(path: Path, when: float, contest: Path) -> Shelved:
    try:
        if is_league(path):
            return Shelved(path, when, None, None, contest, read_league(path))
        return Shelved(path, when, read_evaluation(path, CABINETS), None, contest)
    except SpokenError as error:
        return Shelved(path, when, None, error, contest)


def _shelved(path: Path, when: float) -> Shelved:
    try:
        return Shelved(path, when, read_evaluation(path, CABINETS), None)
    except EvaluationError as error:
        return Shelved(path, when, None, error)


class Podium(Widget):
    """The best players of an evaluation with their mean grades; empty where the file cannot be read."""

    def __init__(self, style: Style, box: Box, tints: Sequence[Tint]) -> None:
        super().__init__(style, box)
        self._tints = tints
        self.document: EvaluationDocument | None = None

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return no widgets: this widget takes no pointer input."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw one line per player, as many as fit."""
        if self.document is None:
            return
        typeface, box, texts = self.style.typeface, self.box, self.style.texts
        marks = KindMarks(list(CABINETS[self.document.game].bots), self._tints)
        side, row = typeface.grown(16), typeface.grown(_PLACE)
        for number, line in enumerate(self.document.players[: int(box.height // row)]):
            y = box.top + (number + 0.5) * row
            marks.draw(canvas, line.player, box.left + side / 2, y, side)
            mean = f"{line.mean:.1f}"
            right = box.right - typeface.line(canvas, mean, box.right, y, theme.BODY, Weight.BOLD, anchor="right") - 8
            left = box.left + side + 10
            name = fitted(typeface, kind_name(line.player, self.document.game, texts), right - left, theme.BODY)
            typeface.line(canvas, name, left, y, theme.BODY, colour=theme.TEXT_BRIGHT)


class EvaluationShelf(PageScene):
    """A list of evaluations. `on_show` is called with the chosen one and its file."""

    def __init__(
        self,
        context: Context,
        on_show: Callable[[EvaluationDocument, Path], None],
        folder: Path | None = None,
        on_contest: Callable[[str], None] | None = None,
    ) -> None:
        """`on_contest` is called with the folder of a contest to show, or with nothing to hold a new one; without it
        contests are neither listed nor offered.
        """
        super().__init__(context)
        self._on_show = on_show
        self._on_contest = on_contest
        self._folder = folder or paths.evaluations()
        self.evaluations = shelved(self._folder, held_contests(self._folder) if on_contest else ())
        self._selected = 0
        self._list: ListView | None = None

    @property
    def heading(self) -> str:
        return self.context.texts.line("evaluation.shelf.title")

    @property
    def subheading(self) -> str:
        count = len(self.evaluations)
        return self.context.texts.line("evaluation.shelf.count", count=count) if count else ""

    def first_focus(self) -> Widget | None:
        return self._list

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, line = self.style, self.context.texts.line
        foot = style.typeface.leading(theme.CAPTION) + 6
        room = body.width - 40 - style.typeface.measure(line("evaluation.shelf.folder", folder=""), theme.CAPTION)
        folder = fitted_end(style.typeface, str(self._folder), room, theme.CAPTION)
        where = Label(
            style,
            line("evaluation.shelf.folder", folder=folder),
            Box(body.left, body.bottom - foot + 6, body.width, foot),
            size=theme.CAPTION,
            colour=theme.TEXT_MUTED,
            icon="folder",
        )
        high = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        contest = self._contest_button(body, high)
        if not self.evaluations:
            self._list = None
            return [where, *contest]
        self._list = ListView(
            style,
            self._paint,
            len(self.evaluations),
            Box(body.left, body.top, _WIDTH, body.height - foot - 4),
            row_height=_ROW,
            selected=self._selected,
            on_select=self._select,
            on_choose=lambda _: self.show(),
        )
        left = body.left + _WIDTH + 24
        show = Button(
            style,
            line("evaluation.shelf.show"),
            Box(left, body.top, body.right - left, high),
            icon="trophy",
            kind=Kind.PRIMARY,
            size=theme.LABEL,
            on_press=self.show,
        )
        top = show.box.bottom + 16
        bottom = self._list.box.bottom - (high + 16) * len(contest)
        panel = Panel(style, Box(left, top, body.right - left, bottom - top))
        self._podium = Podium(style, panel.inside, tints_for(self.context.settings))
        self._podium.document = self.evaluations[self._selected].document
        return [self._list, show, panel, self._podium, *contest, where]

    def _contest_button(self, body: Box, high: float) -> list[Button]:
        """Build the button that leads to a contest, at the foot of the right column; none without `on_contest`."""
        if self._on_contest is None:
            return []
        foot = self.style.typeface.leading(theme.CAPTION) + 10
        left = body.left + _WIDTH + 24
        box = Box(left, body.bottom - foot - high, body.right - left, high)
        words = self.context.texts.line("evaluation.shelf.contest")
        hold = partial(self._on_contest, "")
        return [Button(self.style, words, box, icon="users", on_press=hold)]

    def _select(self, number: int) -> None:
        self._selected = number
        self._podium.document = self.evaluations[number].document

    def show(self) -> None:
        """Open the chosen evaluation or the page of the chosen contest, or say why it cannot be opened."""
        chosen = self.evaluations[self._selected]
        if chosen.contest and self._on_contest:
            self._on_contest(str(chosen.contest))
        elif chosen.document:
            self._on_show(chosen.document, chosen.path)
        elif chosen.error:
            self.context.notify(self.context.texts.line(chosen.error.key, chosen.error.values))

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if not self.evaluations:
            draw_empty_state(canvas, self.style, "trophy", "evaluation.shelf.empty")

    def _paint(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        typeface, texts, chosen = self.style.typeface, self.context.texts, self.evaluations[number]
        side = typeface.grown(theme.LABEL)
        icon, colour = ("users" if chosen.contest else "trophy", theme.GOOD)
        if chosen.error:
            icon, colour = "triangle-alert", theme.WARNING
        draw_icon(canvas, icon, box.left + 12 + side / 2, box.centery, side, colour)
        left, right = box.left + 24 + side, box.right - 12
        upper, lower = box.centery - box.height * 0.19, box.centery + box.height * 0.20
        when = f"{datetime.fromtimestamp(chosen.when):%Y-%m-%d %H:%M}"
        room = (
            right - left - typeface.line(canvas, when, right, upper, theme.CAPTION, colour=colour, anchor="right") - 16
        )
        name = fitted(typeface, chosen.name, room, theme.BODY)
        typeface.line(canvas, name, left, upper, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        if chosen.document:
            facts = facts_of(chosen.document, self.context)
        elif chosen.league:
            facts = facts_of_league(chosen.league, texts)
        else:
            assert chosen.error is not None
            facts = texts.line(chosen.error.key, chosen.error.values)
        facts = fitted(typeface, facts, right - left, theme.CAPTION)
        typeface.line(canvas, facts, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)


def facts_of(document: EvaluationDocument, context: Context) -> str:
    """Return an evaluation's game, number of games, rooms where there were several, and seed, in words."""
    texts, rooms = context.texts, document.rooms
    game, games, seed = texts.line(f"{document.game}.name"), f"{document.games:,}", document.seed
    if rooms:
        return texts.line(
            "evaluation.facts_rooms", game=game, games=games, seed=seed or "", rooms=rooms.count, seats=rooms.seats
        )
    return texts.line(f"evaluation.facts{'' if seed is None else '_seed'}", game=game, games=games, seed=seed)


def facts_of_league(league: League, texts: Texts) -> str:
    """Return a league's game, matches and seats, in words."""
    values = {"games": f"{len(league.bouts):,}", "seats": league.seats}
    return texts.line("league.scene.facts", values, game=texts.line(f"{league.game}.name"))
