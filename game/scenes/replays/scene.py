"""The list of recorded matches: to watch again, rename and delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from game.core.errors import SpokenError
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import FileDropped, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.stillness import MOVES
from game.engine.text.fitting import fitted_end
from game.engine.widgets import (
    Answer,
    Button,
    Dialog,
    Entry,
    Kind,
    Label,
    ListView,
    Panel,
    RowState,
    Widget,
    escape,
)
from game.engine.widgets.parts.tree import Beside, Column, Fill, Framed, Laid, Of, Over, Row, Worded
from game.ground import paths
from game.ground.recordings import REPLAY_SUFFIX, VIEWS_SUFFIX
from game.scenes.files.chooser import FileChooser
from game.scenes.lan.kept import KeptRoom, is_of_room, kept_room
from game.scenes.page.empty import draw_empty_state
from game.scenes.page.page import PageScene
from game.scenes.replays.detail import ReplayDetail
from game.scenes.replays.foreign import endings
from game.scenes.replays.row import RowPainter, title_of
from game.scenes.replays.shelf import Recording, Shelf, ShelfError, by_name

_NOTICE_WIDTH = 500.0
_LIST_WIDTH = 640.0
_GAP = 24.0
_ROW = 62.0
_NAME_LIMIT = 60
_OPEN_AFTER = 0.12
"""Seconds that a row must stay selected before its match is read, so that moving through rows reads none."""
_DELETE = object()
"""The dialog's answer that confirms deleting a replay."""


class ReplaysScene(PageScene):
    """A list of replays and, beside it, the chosen one. `on_watch` is called with the file to watch."""

    upright = True

    def __init__(
        self,
        context: Context,
        on_watch: Callable[[Path], None],
        folder: Path | None = None,
        *,
        on_evaluations: Callable[[], None] | None = None,
        on_history: Callable[[], None] | None = None,
        on_host_again: Callable[[KeptRoom], None] | None = None,
        on_continue: Callable[[Path], None] | None = None,
    ) -> None:
        """`on_evaluations` opens the finished evaluations, `on_history` the person's history.

        `on_host_again` hosts a room again that was cut off, `on_continue` goes on with a match of this screen.
        """
        super().__init__(context)
        self._on_host_again = on_host_again
        self._on_continue = on_continue
        self._kept: KeptRoom | None = None
        """The kept room of the selected match, if it can be hosted again; None otherwise."""
        self._ways = (
            ("files.choose", "folder", self._choose_file),
            ("history.title", "star", on_history),
            ("evaluation.shelf.title", "trophy", on_evaluations),
        )
        self._ways_left = 0.0
        self._on_watch = on_watch
        self.shelf = Shelf(folder or paths.replays())
        self._selected = 0
        self._rested = 0.0
        self._unread: list[Recording] = []
        """Recordings in visible rows whose files have not been read completely."""
        self._reads = False
        """Whether recordings are being read, some in each frame."""
        self._list: ListView | None = None

    @property
    def notice_place(self) -> Box | None:
        """Box for notices: at the top, left of the buttons to other pages."""
        if not self._ways_left or self.design.upright:
            return None
        return Box(self._ways_left - 10 - _NOTICE_WIDTH, 8, _NOTICE_WIDTH, 150)

    @property
    def heading(self) -> str:
        return self.context.texts.line("replays.title")

    @property
    def subheading(self) -> str:
        count = len(self.shelf.recordings)
        return self.context.texts.line("replays.count", count=count) if count else ""

    @property
    def selected(self) -> Recording | None:
        """The recording in the list's selected row; None for none."""
        recordings = self.shelf.recordings
        return recordings[self._selected] if 0 <= self._selected < len(recordings) else None

    def first_focus(self) -> Widget | None:
        return self._list

    def build_body(self, body: Box) -> Sequence[Widget]:
        return [*self._build_shelf(body), *self._build_ways(body)]

    def _build_ways(self, body: Box) -> list[Widget]:
        """Build the buttons to the history and to evaluations, beside the heading."""
        line = self.context.texts.line
        ways = [
            Button(self.style, line(label), icon=icon, on_press=press)
            for label, icon, press in self._ways
            if press is not None
        ]
        shown = [Worded(way) for way in ways] if self.design.upright else ways
        row = Row(Fill(), *shown, gap=10)
        if self.design.upright:
            return [self.beside_heading(row)]
        high = row.high(body.width)
        row.place(Box(body.left, body.top - 16 - high, body.width, high))
        self._ways_left = ways[0].box.left if ways else 0.0
        return list(row.widgets())

    def _build_shelf(self, body: Box) -> Sequence[Widget]:
        style, texts = self.style, self.context.texts
        where = self._folder_line(body.width)
        folder = Label(style, where, size=theme.CAPTION, colour=theme.TEXT_MUTED, icon="folder")
        if not self.shelf.recordings:
            self._list = None
            return [Laid(style, Column(Fill(), folder), body)]
        self._painter = RowPainter(style, self.context.settings)
        self._list = ListView(
            style,
            self._paint_row,
            len(self.shelf.recordings),
            Box(0, 0, 0, 0),
            row_height=_ROW,
            selected=self._selected,
            on_select=self._select,
            on_choose=lambda _: self._watch(),
        )
        self._watch_button = Button(
            style, texts.line("replays.watch"), icon="play", kind=Kind.PRIMARY, size=theme.LABEL, on_press=self._watch
        )
        rename, delete = (
            Button(style, icon=icon, tooltip=texts.line(key), on_press=action)
            for icon, key, action in (
                ("pencil", "replays.rename", self._ask_name),
                ("trash-2", "replays.delete", self._ask_delete),
            )
        )
        self._detail = ReplayDetail(style, self.context.settings)
        self._again_button = Button(
            style, texts.line("table.lan.host_again"), icon="radio-tower", size=theme.LABEL, on_press=self._host_again
        )
        self._continue_button = Button(
            style, texts.line("setup.continue.yes"), icon="step-forward", size=theme.LABEL, on_press=self._go_on
        )
        side = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        tools = Row(Of(rename, wide=side, high=side), Of(delete, wide=side, high=side))
        card = Column(
            Of(self._detail, grow=1),
            Of(self._again_button, high=side),
            Of(self._continue_button, high=side),
            Row(Of(self._watch_button, grow=1, high=side), tools, gap=12),
            gap=12,
        )
        shelf = Of(self._list, wide=_LIST_WIDTH, least=_LIST_WIDTH, yields=True)
        sides = Beside(Over(Panel(style), shelf), Framed(Panel(style), card, grow=1), gap=_GAP, grow=1)
        self._page = Laid(style, Column(sides, folder), body)
        self._show_selected()
        return [self._page]

    def _folder_line(self, width: float) -> str:
        texts, typeface = self.context.texts, self.context.typeface
        room = width - 40 - typeface.measure(texts.line("replays.folder", folder=""), theme.CAPTION)
        folder = fitted_end(typeface, str(self.shelf.folder), room, theme.CAPTION)
        return texts.line("replays.folder", folder=folder)

    def _select(self, number: int) -> None:
        self._selected = number
        self._rested = 0.0
        self._show_selected()

    def _show_selected(self) -> None:
        self._show_room(None)
        recording = self.selected
        if recording:
            recording.glance()
            self._detail.show(recording)
            self._watch_button.enabled = recording.error is None

    def _show_room(self, room: KeptRoom | None) -> None:
        """Offer to host this room again; None offers nothing. Offer to go on with a match that no room played."""
        self._kept = room
        self._again_button.visible = room is not None
        recording = self.selected
        self._continue_button.visible = (
            self._on_continue is not None
            and recording is not None
            and recording.can_go_on
            and not is_of_room(recording.path)
        )
        self._page.lay()

    def _host_again(self) -> None:
        if self._kept is not None and self._on_host_again is not None:
            self._on_host_again(self._kept)

    def _go_on(self) -> None:
        recording = self.selected
        if recording is not None and self._on_continue is not None and not self._is_gone(recording):
            self._on_continue(recording.path)

    def _watch(self) -> None:
        recording = self.selected
        if recording is None or self._is_gone(recording):
            return
        if recording.error is None:
            self._on_watch(recording.path)
        else:
            self._tell(recording.error)

    def _tell(self, error: SpokenError) -> None:
        self.context.notify(self.context.texts.line(error.key, by_name(error)))

    def _is_gone(self, recording: Recording) -> bool:
        """Whether the file was removed since the list was made; if so, say it, and list again."""
        if recording.path.exists():
            return False
        self.context.notify(self.context.texts.line("replays.gone", name=title_of(recording, self.style)))
        self._refresh()
        return True

    def _ask_name(self) -> None:
        texts, recording = self.context.texts, self.selected
        if recording is None:
            return
        entry = Entry(self.style, title_of(recording, self.style).replace(":", "."), limit=_NAME_LIMIT)
        answers = [
            Answer(texts.line("replays.cancel"), None),
            Answer(texts.line("replays.save"), Dialog.TEXT, "check", primary=True),
        ]
        text = texts.line("replays.rename_help")
        self.stack.push(Dialog(self.context, texts.line("replays.rename_title"), text, answers, entry=entry))

    def _ask_delete(self) -> None:
        texts, recording = self.context.texts, self.selected
        if recording is None:
            return
        answers = [
            Answer(texts.line("replays.delete"), _DELETE, "trash-2"),
            Answer(texts.line("replays.cancel"), None, primary=True),
        ]
        text = escape(texts.line("replays.delete_help", name=title_of(recording, self.style)))
        self.stack.push(Dialog(self.context, texts.line("replays.delete_title"), text, answers))

    def resumed(self, value: Any) -> None:
        if isinstance(value, Path):
            self._take_in(value)
            return
        recording = self.selected
        try:
            if recording and value is _DELETE:
                self.shelf.delete(recording)
            elif recording and isinstance(value, str):
                self.shelf.rename(recording, value)
        except ShelfError as error:
            self._tell(error)
        self._refresh()

    def _choose_file(self) -> None:
        title = self.context.texts.line("files.title_replay")
        downloads = Path(platformdirs.user_downloads_dir())
        self.stack.push(FileChooser(self.context, title, (REPLAY_SUFFIX, VIEWS_SUFFIX, *endings()), downloads))

    def _take_in(self, path: Path) -> None:
        """Copy a dropped recording into the folder of replays, and select it."""
        try:
            taken, notes = self.shelf.take_in(path, self.context.texts)
        except SpokenError as error:
            self._tell(error)
            return
        for key, values in notes:
            self.context.notify(self.context.texts.line(key, values))
        self.shelf.refresh()
        paths_here = [recording.path for recording in self.shelf.recordings]
        self._selected = paths_here.index(taken) if taken in paths_here else 0
        self.rebuild()

    def _refresh(self) -> None:
        kept = self.selected
        self.shelf.refresh()
        if kept in self.shelf.recordings:
            self._selected = self.shelf.recordings.index(kept)
        self._selected = max(0, min(self._selected, len(self.shelf.recordings) - 1))
        self.rebuild()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key == "delete":
            self._ask_delete()
        elif isinstance(event, FileDropped):
            self._take_in(Path(event.path))
        else:
            super().handle_rest(event)

    @property
    def still_for(self) -> float:
        return MOVES if self._reads else super().still_for

    def update(self, seconds: float) -> None:
        """Read a little more: the selected match once it has stayed selected, and one of the visible files."""
        super().update(seconds)
        recording = self.selected
        self._rested += seconds
        self._reads = bool(self._unread) or (recording is not None and self._detail.reads)
        if recording and self._rested >= _OPEN_AFTER and self._detail.open(self.context.clock.now):
            if self._is_gone(recording):
                return
            self._watch_button.enabled = recording.error is None
            self._show_room(kept_room(recording.path) if self._on_host_again else None)
        elif self._unread:
            self._unread[0].open()
        self._unread = []

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        if not self.shelf.recordings:
            draw_empty_state(canvas, self.style, "clapperboard", "replays.empty", self.design)

    def _paint_row(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        recording = self.shelf.recordings[number]
        recording.glance()
        if not recording.opened and not recording.error:
            self._unread.append(recording)
        self._painter.paint(canvas, recording, box)
