"""A person's history: the matches played here, by game, level and partner, and the memorable ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted_end
from game.engine.widgets import (
    REST,
    Answer,
    Button,
    Dialog,
    Label,
    ListView,
    Option,
    RowState,
    Segments,
    Widget,
    column,
    row,
)
from game.ground import files, paths
from game.ground.history import HistoryError, PlayedMatch, delete_history, forget_played, read_history
from game.scenes.history.figures import FiguresScene
from game.scenes.history.rows import HistoryRows
from game.scenes.history.tallies import Grouping, memorable, tallies
from game.scenes.page.empty import draw_empty_state
from game.scenes.page.page import PageScene

_LEFT = 430.0
_GAP = 20.0
_GROUP_ROW = 46.0
_MATCH_ROW = 62.0
_LEAST_GROUPS = 3
"""Rows of groups that must be seen before memorable matches take room from them."""
_MEMORABLE_ROW = 50.0
_MOST_MEMORABLE = 5
_GROUPS_SHARE = 0.5
"""Share of an upright page's height that the groups and the memorable match take."""
_DELETE_ALL, _DELETE = object(), object()
"""The dialogs' answers that confirm deleting."""


class HistoryScene(PageScene):
    """Groups on the left, with the memorable matches of the chosen one below; its matches on the right.

    Upright, they stand below each other. `on_watch` is called with the recording of the match to watch.
    """

    upright = True

    def __init__(self, context: Context, on_watch: Callable[[Path], None], path: Path | None = None) -> None:
        super().__init__(context)
        self._on_watch = on_watch
        self._path = path or paths.history()
        self.matches = read_history(self._path)
        self.grouping = Grouping.GAME
        self._group = 0
        self._selected = 0
        self._list: ListView | None = None

    @property
    def heading(self) -> str:
        return self.context.texts.line("history.title")

    @property
    def subheading(self) -> str:
        count = len(self.matches)
        return self.context.texts.line("history.count", count=count) if count else ""

    @property
    def shown(self) -> tuple[PlayedMatch, ...]:
        """The matches of the chosen group."""
        return self.tallies[self._group].matches

    def first_focus(self) -> Widget | None:
        return self._list

    def build_body(self, body: Box) -> Sequence[Widget]:
        style, line = self.style, self.context.texts.line
        typeface = style.typeface
        foot = typeface.leading(theme.CAPTION) + 6
        room = body.width - 40 - typeface.measure(line("history.file", path=""), theme.CAPTION)
        path = fitted_end(typeface, str(self._path), room, theme.CAPTION)
        where = Label(
            style,
            line("history.file", path=path),
            Box(body.left, body.bottom - foot + 6, body.width, foot),
            size=theme.CAPTION,
            colour=theme.TEXT_MUTED,
            icon="folder",
        )
        self.tallies = tallies(self.matches, self.grouping)
        if not self.matches:
            self._list = None
            return [where]
        self._group = min(self._group, len(self.tallies) - 1)
        high = body.height - foot - 4
        self._rows = HistoryRows(style)
        if self.design.upright:
            ways, groups, matches = column(
                Box(body.left, body.top, body.width, high), [style.control_height, high * _GROUPS_SHARE, REST]
            )
            return [*self._build_ways(ways), *self._build_groups(groups), *self._build_matches(matches), where]
        left = Box(body.left, body.top, _LEFT, high)
        right = Box(left.right + _GAP, body.top, body.right - left.right - _GAP, high)
        beside_heading = body.top - 16 - style.control_height
        ways = Box(body.left, beside_heading, body.width, style.control_height)
        return [*self._build_groups(left), *self._build_matches(right), *self._build_ways(ways), where]

    def _build_groups(self, box: Box) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        tabs = Segments(
            style,
            [Option(grouping, line(f"history.by.{grouping}")) for grouping in Grouping],
            self.grouping,
            on_change=self._group_by,
        )
        tabs.box = Box(box.left, box.top, box.width, style.control_height)
        self._memorable = memorable(self.shown)[: _MOST_MEMORABLE if not self.design.upright else 1]
        head = style.typeface.leading(theme.BODY) + 10
        row = style.typeface.grown(_MEMORABLE_ROW)
        fit = min(len(self._memorable), int((box.height * 0.52 - head) // row))
        top = tabs.box.bottom + 10
        if box.bottom - top - 12 - head - row <= _LEAST_GROUPS * style.typeface.grown(_GROUP_ROW):
            fit = 0
        self._memorable = self._memorable[: max(0, fit)]
        below = (head + len(self._memorable) * row + 12) if self._memorable else 0.0
        groups = ListView(
            style,
            self._paint_group,
            len(self.tallies),
            Box(box.left, top, box.width, box.bottom - below - (12 if below else 0) - top),
            row_height=_GROUP_ROW,
            empty=line("history.nobody"),
            selected=self._group,
            on_select=self.choose_group,
        )
        if not self._memorable:
            return [tabs, groups]
        title = Label(style, line("history.memorable"), size=theme.BODY, weight=Weight.SEMIBOLD, icon="star")
        title.box = Box(box.left + 6, groups.box.bottom + 12, box.width - 6, head)
        best = ListView(
            style,
            self._paint_memorable,
            len(self._memorable),
            Box(box.left, title.box.bottom, box.width, box.bottom - title.box.bottom),
            row_height=_MEMORABLE_ROW,
            on_choose=lambda number: self._watch(self._memorable[number][1]),
        )
        return [tabs, groups, title, best]

    def _build_matches(self, box: Box) -> list[Widget]:
        self._list = ListView(
            self.style,
            self._paint_match,
            len(self.shown),
            box,
            row_height=_MATCH_ROW,
            selected=min(self._selected, len(self.shown) - 1),
            on_select=self._select,
            on_choose=lambda number: self._watch(self.shown[number]),
        )
        return [self._list]

    def _build_ways(self, place: Box) -> list[Widget]:
        """Build the buttons that act on the whole history, at the right end of a place: beside the heading, or upright
        below it.
        """
        line = self.context.texts.line
        export = Button(self.style, line("history.export"), icon="save", on_press=self._export)
        delete = Button(self.style, icon="trash-2", tooltip=line("history.delete"), on_press=self._ask_to_delete)
        figures = Button(self.style, line("history.figures.title"), icon="chart-line", on_press=self._show_figures)
        widths = [figures.natural_width(), export.natural_width(), place.height]
        _, figures.box, export.box, delete.box = row(place, [REST, *widths], 8)
        return [figures, export, delete]

    def _show_figures(self) -> None:
        tally = self.tallies[self._group]
        self.stack.push(FiguresScene(self.context, tally, self._rows.group_name(tally)))

    # Choosing.

    def _group_by(self, grouping: Grouping) -> None:
        self.grouping, self._group, self._selected = grouping, 0, 0
        self.rebuild()

    def choose_group(self, number: int) -> None:
        self._group, self._selected = number, 0
        self.rebuild()

    def _select(self, number: int) -> None:
        self._selected = number

    def _watch(self, match: PlayedMatch) -> None:
        """Show a match's recording, or say that there is none."""
        path = Path(match.replay) if match.replay else None
        if path is not None and path.is_file():
            self._on_watch(path)
        else:
            self.context.notify(self.context.texts.line("history.no_replay"))

    def _export(self) -> None:
        folder, stem = Path(platformdirs.user_documents_dir()), self.context.texts.line("history.export_name")
        target = files.free_name(folder, stem, self._path.suffix)
        self.save(target, lambda path: files.write_whole(path, self._path.read_bytes()), "history.exported")

    def _ask_to_delete(self) -> None:
        self._ask("history.delete_title", "history.delete_text", _DELETE_ALL)

    def _ask(self, title: str, text: str, value: object) -> None:
        line = self.context.texts.line
        answers = [
            Answer(line("replays.delete"), value, "trash-2"),
            Answer(line("replays.cancel"), None, primary=True),
        ]
        self.stack.push(Dialog(self.context, line(title), line(text), answers))

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key == "delete" and self.shown:
            self._ask("history.forget_title", "history.forget_text", _DELETE)
        else:
            super().handle_rest(event)

    def resumed(self, value: Any) -> None:
        try:
            if value is _DELETE_ALL:
                delete_history(self._path)
            elif value is _DELETE:
                forget_played(self._path, self.shown[self._selected])
        except HistoryError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
        self.matches = read_history(self._path)
        self.rebuild()

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if not self.matches:
            draw_empty_state(canvas, self.style, "trophy", "history.empty", self.design)

    def _paint_group(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        self._rows.draw_group(canvas, self.tallies[number], box)

    def _paint_match(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        self._rows.draw_match(canvas, self.shown[number], box, narrow=self.design.upright)

    def _paint_memorable(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        name, match = self._memorable[number]
        self._rows.draw_memorable(canvas, name, match, box)
