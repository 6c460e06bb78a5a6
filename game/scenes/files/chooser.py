"""Choose a file folder by folder, with buttons for recent folders, over the scene that asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from game.core.given import ending
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import FileDropped, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted, fitted_end
from game.engine.widgets import (
    Button,
    Kind,
    Label,
    ListView,
    Panel,
    RowState,
    Widget,
    centred,
    draw_icon,
    line_up,
)
from game.scenes.files.listing import FolderError, Listed, listed, places
from game.scenes.page.overlay import OverlayScene

KEPT = 4
"""How many recent folders are remembered."""
_WIDE, _HIGH = 860.0, 620.0
_PADDING = 28.0
_GAP = 12.0
_ROW = 40.0


class FileChooser(OverlayScene):
    """Overlay over the scene that asks; resumes it with the Path of the chosen file, or with None."""

    def __init__(self, context: Context, title: str, suffixes: Sequence[str], usual: Path) -> None:
        """`suffixes`: endings of the files to choose from. `usual`: the folder to begin in if none is remembered."""
        super().__init__(context)
        self._title = title
        self._suffixes = suffixes
        self._entries: list[Listed] = []
        self.folder = Path.home()
        recent = [Path(folder) for folder in context.settings.folders]
        for folder in (*recent, usual, Path.home()):
            if folder.is_dir() and self._look_into(folder):
                break

    def _look_into(self, folder: Path) -> bool:
        """List a folder. Returns False, and says why, where it cannot be listed."""
        try:
            self._entries = listed(folder, self._suffixes)
        except FolderError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
            return False
        self.folder = folder
        return True

    def first(self) -> Widget | None:
        return self.list

    def build(self) -> Iterable[Widget]:
        """Build the title, the folder buttons, the current path, the list of entries, and the buttons to leave."""
        style, line, typeface = self.style, self.context.texts.line, self.style.typeface
        frame = self.design
        box = centred(frame.box, min(_WIDE, frame.width - 2 * theme.GAP), min(_HIGH, frame.height - 2 * theme.GAP))
        inside = box.inflate(-2 * _PADDING, -2 * _PADDING)
        title = Label(style, self._title, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        title.box = Box(inside.left, inside.top, inside.width, title.natural_height(inside.width))
        high = style.control_height
        y = title.box.bottom + _GAP
        ways = self._build_places(Box(inside.left, y, inside.width, high))
        y += high + _GAP
        up = Button(style, icon="chevron-up", tooltip=line("files.up"), on_press=self._up)
        up.box = Box(inside.left, y, high, high)
        up.enabled = self.folder.parent != self.folder
        room = inside.width - high - _GAP
        where = Label(
            style,
            fitted_end(typeface, str(self.folder), room - max(30, typeface.grown(theme.BODY + 2) + 12), theme.BODY),
            Box(up.box.right + _GAP, y, room, high),
            colour=theme.TEXT_MUTED,
            icon="folder",
        )
        y += high + 8
        self.list = ListView(
            style,
            self._paint_row,
            len(self._entries),
            Box(inside.left, y, inside.width, inside.bottom - high - _GAP - y),
            row_height=max(_ROW, style.least_press),
            empty=line("files.empty", endings=", ".join(self._suffixes)),
            selected=0 if self._entries else -1,
            on_select=self._select,
            on_choose=self._choose,
        )
        cancel = Button(style, line("files.cancel"), on_press=self.put_away)
        self._open = Button(style, line("files.open"), icon="check", kind=Kind.PRIMARY, on_press=self.list.choose)
        self._select(self.list.selected)
        line_up(Box(inside.left, inside.bottom - high, inside.width, high), [cancel, self._open], 12, "right")
        return [Panel(style, box), title, *ways, up, where, self.list, cancel, self._open]

    def _build_places(self, line: Box) -> list[Button]:
        """Build buttons for folders, as many as fit."""
        style, texts = self.style, self.context.texts
        buttons: list[Button] = []
        x = line.left
        for key, path in places(self.context.settings.folders):
            name = texts.line(key) if key else fitted(style.typeface, path.name or str(path), 180, theme.BODY)
            button = Button(
                style, name, icon="folder" if key else "rotate-ccw", tooltip=str(path), on_press=partial(self._go, path)
            )
            wide = button.natural_width()
            if x + wide > line.right:
                break
            button.box = Box(x, line.top, wide, line.height)
            x += wide + 8
            buttons.append(button)
        return buttons

    def _paint_row(self, canvas: Canvas, number: int, box: Box, _state: RowState) -> None:
        typeface, entry = self.style.typeface, self._entries[number]
        side = typeface.grown(theme.LABEL)
        icon, colour = ("folder", theme.TEXT_MUTED) if entry.folder else ("file", theme.GOOD)
        draw_icon(canvas, icon, box.left + 12 + side / 2, box.centery, side, colour)
        left, right = box.left + 26 + side, box.right - 12
        wide = typeface.measure(entry.path.name, theme.BODY, Weight.SEMIBOLD)
        if not self.design.upright or wide + 16 + typeface.measure(entry.date, theme.CAPTION) <= right - left:
            colour = theme.TEXT_MUTED
            y = box.centery
            right -= 16 + typeface.line(canvas, entry.date, right, y, theme.CAPTION, colour=colour, anchor="right")
        name = fitted(typeface, entry.path.name, right - left, theme.BODY)
        typeface.line(canvas, name, left, box.centery, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)

    def _select(self, number: int) -> None:
        self._open.enabled = 0 <= number < len(self._entries)

    def _choose(self, number: int) -> None:
        entry = self._entries[number]
        if entry.folder:
            self._go(entry.path)
        else:
            self._take(entry.path)

    def _take(self, path: Path) -> None:
        """Choose this file; the next search begins in its folder."""
        settings = self.context.settings
        settings.folders = tuple(dict.fromkeys((str(path.parent), *settings.folders)))[:KEPT]
        self.context.keep_settings()
        self.stack.pop(path)

    def _go(self, folder: Path) -> None:
        before = self.folder
        if self._look_into(folder):
            self.rebuild()
            self.group.focus(self.list)
            came_from = [entry.path for entry in self._entries]
            if before in came_from:
                self.list.select(came_from.index(before))

    def _up(self) -> None:
        self._go(self.folder.parent)

    def handle_rest(self, event: InputEvent) -> None:
        match event:
            case KeyPressed(key="backspace"):
                self._up()
            case FileDropped(path=path) if ending(path) in self._suffixes:
                self._take(Path(path))
            case _:
                super().handle_rest(event)
