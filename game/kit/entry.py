"""A line to write in on a stage: the engine's entry, with input method, clipboard and selection."""

from __future__ import annotations

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextComposed,
    TextTyped,
)
from game.engine.stage import Surroundings
from game.engine.widgets import Entry, Style


class TextLine:
    """One line; a stage that has one inherits `Writes` and hands on what this says.

    What is written stays after it was sent, selected, so that it can be mended after a refusal; `clear` empties it.
    """

    def __init__(
        self,
        surroundings: Surroundings,
        box: Box,
        *,
        placeholder: str = "",
        limit: int = 200,
        most_bytes: int | None = None,
    ) -> None:
        given = surroundings
        style = Style(given.typeface, given.texts, given.play_sound, reduced_motion=given.reduced_motion)
        self._sent: str | None = None
        self._entry = Entry(
            style, box=box, placeholder=placeholder, limit=limit, most_bytes=most_bytes, on_commit=self._commit
        )
        self._entry.focus_changed(True)

    @property
    def open(self) -> bool:
        """Whether text goes here."""
        return self._entry.focused

    @open.setter
    def open(self, is_open: bool) -> None:
        if is_open != self.open:
            self._entry.focus_changed(is_open)

    @property
    def text(self) -> str:
        """What has been written, without an unfinished syllable."""
        return self._entry.text

    @property
    def draft(self) -> str:
        """What has been written, with an unfinished syllable."""
        return self._entry.line.shown

    @property
    def composing(self) -> bool:
        return self._entry.composing

    @property
    def text_box(self) -> Box:
        return self._entry.text_box

    def clear(self) -> None:
        """Begin with an empty line."""
        self._entry.text = ""

    def write(self, text: str) -> None:
        """Replace what has been written."""
        self._entry.text = text

    def handle(self, event: InputEvent) -> str | None:
        """Take an input; the text, once it is sent by CONFIRM."""
        self._sent = None
        if isinstance(event, PointerPressed) and not self._entry.box.collidepoint(event.x, event.y):
            return None
        match event:
            case Command(name=CommandName.CONFIRM, repeated=False) if self.open:
                self._entry.handle(event)
            case TextTyped() | TextComposed() | KeyPressed() if self.open:
                self._entry.handle(event)
            case PointerPressed() | PointerMoved() | PointerReleased():
                self._entry.handle(event)
        return self._sent

    def update(self, seconds: float) -> None:
        """Let the caret blink."""
        self._entry.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        self._entry.draw(canvas)
        if self.open:
            self._entry.draw_focus(canvas)

    def _commit(self, text: str) -> None:
        self._sent = text or None
        self._entry.line.select_all()
