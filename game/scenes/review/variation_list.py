"""The list of a recording's variations: review, name, comment, delete."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import CommandName, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
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
    centred,
    escape,
    row,
)
from game.ground.texts import Texts
from game.scenes.page.overlay import OverlayScene
from game.scenes.review.variations import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    Note,
    Variation,
    VariationError,
    delete_variation,
    read_note,
    read_variations,
    write_note,
)

_WIDTH, _HEIGHT = 760.0, 520.0
_NOTE_WIDTH = 560.0
_PADDING = 28.0
_GAP = 12.0
_ROW = 66.0
_DELETE = object()
"""The dialog's answer that confirms deleting a variation."""


def steps_line(texts: Texts, variation: Variation) -> str:
    """Return the step at which a variation leaves the recording, and its length, in words."""
    return texts.line("review.try.kept", step=variation.begin, count=variation.count)


class NoteDialog(OverlayScene):
    """Asks for a variation's name and comment; returns the Note, or None."""

    def __init__(self, context: Context, note: Note) -> None:
        super().__init__(context)
        line = context.texts.line
        style = self.style
        self.name = Entry(style, note.name, label=line("review.variations.name"), limit=LONGEST_NAME)
        self.comment = Entry(style, note.comment, label=line("review.variations.comment"), limit=LONGEST_COMMENT)
        self.name.on_commit = lambda _: self.group.focus(self.comment)
        self.comment.on_commit = lambda _: self._keep()

    def first(self) -> Widget | None:
        return self.name

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.context.texts.line
        width = min(max(_NOTE_WIDTH, style.typeface.grown(_NOTE_WIDTH * 0.8)), self.design.width - 2 * theme.GAP)
        room = width - 2 * _PADDING
        heading = line("review.variations.note_title")
        title = Label(style, heading, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        answers = [
            Button(style, line("replays.cancel"), on_press=self.stack.pop),
            Button(style, line("review.variations.keep"), icon="check", kind=Kind.PRIMARY, on_press=self._keep),
        ]
        parts: list[Widget] = [title, self.name, self.comment]
        highs = [part.natural_height(room) for part in (*parts, answers[0])]
        high = 2 * _PADDING + sum(highs) + 3 * (_GAP + 2)
        box = centred(self.design.box, width, high)
        y = box.top + _PADDING
        for part, tall in zip(parts, highs, strict=False):
            part.style = style
            part.box = Box(box.left + _PADDING, y, room, tall)
            y += tall + _GAP + 2
        for answer, place in zip(
            answers, row(Box(parts[0].box.left, y, room, highs[-1]), [None, None], _GAP), strict=True
        ):
            answer.box = place
        return [Panel(style, box), *parts, *answers]

    def _keep(self) -> None:
        self.stack.pop(Note(self.name.text.strip(), self.comment.text.strip()))


class VariationsScene(OverlayScene):
    """Overlay over a review; returns the Variation to review, or None."""

    closed_by = (CommandName.BACK, CommandName.MENU)

    def __init__(self, context: Context, recording: Path) -> None:
        """Read the recording's variations. Raises ReplayError where the recording cannot be read."""
        super().__init__(context)
        self._recording = recording
        self.variations = read_variations(recording)
        self._selected = len(self.variations) - 1

    def first(self) -> Widget | None:
        return self.list

    @property
    def selected(self) -> Variation | None:
        """The variation in the list's selected row; None for none."""
        return self.variations[self._selected] if 0 <= self._selected < len(self.variations) else None

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.context.texts.line
        box = centred(self.design.box, _WIDTH, _HEIGHT)
        inside = Box(box.left + _PADDING, box.top + _PADDING, box.width - 2 * _PADDING, box.height - 2 * _PADDING)
        heading = line("table.menu.variations")
        title = Label(style, heading, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        title.box = Box(inside.left, inside.top - 4, inside.width, title.natural_height(inside.width))
        open_button = Button(
            style, line("review.variations.open"), icon="chart-line", kind=Kind.PRIMARY, on_press=self._open
        )
        pencil = Button(style, icon="pencil", tooltip=line("review.variations.note_title"), on_press=self._ask_note)
        delete = Button(style, icon="trash-2", tooltip=line("review.variations.delete"), on_press=self._ask_delete)
        back = Button(style, line("page.back"), icon="chevron-left", on_press=self.stack.pop)
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        foot = Box(inside.left, inside.bottom - high, inside.width, high)
        buttons = [back, pencil, delete, open_button]
        for button, place in zip(buttons, row(foot, [None, high, high, None], _GAP), strict=True):
            button.box = place
        for button in buttons[1:]:
            button.enabled = self.selected is not None
        top = title.box.bottom + _GAP
        self.list = ListView(
            style,
            self._paint_row,
            len(self.variations),
            Box(inside.left, top, inside.width, foot.top - _GAP - top),
            row_height=_ROW,
            empty=line("review.variations.none"),
            selected=self._selected,
            on_select=self._select,
            on_choose=lambda _: self._open(),
        )
        return [Panel(style, box), title, Panel(style, self.list.box), self.list, *buttons]

    def _select(self, number: int) -> None:
        self._selected = number

    def _open(self) -> None:
        if self.selected:
            self.stack.pop(self.selected)

    def _ask_note(self) -> None:
        if self.selected:
            self.stack.push(NoteDialog(self.context, self.selected.note))

    def _ask_delete(self) -> None:
        variation, line = self.selected, self.context.texts.line
        if variation is None:
            return
        answers = [
            Answer(line("replays.delete"), _DELETE, "trash-2"),
            Answer(line("replays.cancel"), None, primary=True),
        ]
        name = variation.note.name or steps_line(self.context.texts, variation)
        text = escape(line("review.variations.delete_help", name=name))
        self.stack.push(Dialog(self.context, line("review.variations.delete_title"), text, answers))

    def resumed(self, value: Any) -> None:
        variation = self.selected
        try:
            if variation and isinstance(value, Note):
                write_note(variation.path, value)
            elif variation and value is _DELETE:
                delete_variation(variation.path)
        except VariationError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
        if value is not None:
            self.variations = read_variations(self._recording)
            self._selected = min(self._selected, len(self.variations) - 1)
            self.rebuild()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key == "delete":
            self._ask_delete()
        else:
            super().handle_rest(event)

    def _paint_row(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        """Paint a variation's name, the step where it leaves the recording, and its comment below."""
        variation, typeface = self.variations[number], self.style.typeface
        left, right = box.left + _GAP, box.right - _GAP
        steps = steps_line(self.context.texts, variation)
        note = variation.note
        y = box.centery - box.height * 0.18 if note.comment else box.centery
        room = right - left
        if note.name:
            room -= typeface.line(canvas, steps, right, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right") + 12
        name = fitted(typeface, note.name or steps, room, theme.BODY)
        typeface.line(canvas, name, left, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        if note.comment:
            comment = fitted(typeface, note.comment, right - left, theme.CAPTION)
            typeface.line(canvas, comment, left, box.centery + box.height * 0.22, theme.CAPTION)


def note_of(context: Context, variation: Path) -> NoteDialog:
    """Make the dialog for a variation's note, with the text written so far."""
    return NoteDialog(context, read_note(variation))
