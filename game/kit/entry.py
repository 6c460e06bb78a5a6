"""A line of text to write in on a stage: the engine's text entry, with input method, clipboard and selection."""

from __future__ import annotations

from game.engine import theme
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
from game.engine.ornament import BUTTON, LIT
from game.engine.stage import Surroundings, WrittenLine
from game.engine.text import Weight
from game.engine.widgets import Entry, Style
from game.kit.drawing.sheet import draw_sheet
from game.kit.two_set import TwoSet

_MARK = 40.0
"""Width of the sign that shows whether Latin keys write Hangul, with its space, in design units."""


class TextLine:
    """One line of text input on a stage; a stage that has one passes its answers on.

    Text that was sent stays, selected, so that it can be corrected after a refusal; `clear` empties the line. With
    `hangul`, Latin letters are taken as keys of Hangul, and a sign at the line's end shows whether they are.
    """

    def __init__(
        self,
        surroundings: Surroundings,
        box: Box,
        *,
        placeholder: str = "",
        limit: int = 200,
        most_bytes: int | None = None,
        hangul: bool = False,
    ) -> None:
        given = surroundings
        self._typeface = given.typeface
        self.two_set = TwoSet(on=True) if hangul else None
        """Input method that makes Hangul from Latin letters, for systems that have none; None without `hangul`."""
        self._mark = Box(box.right - _MARK, box.top, _MARK, box.height) if hangul else None
        room = Box(box.left, box.top, box.width - (_MARK + 10 if hangul else 0), box.height)
        style = Style(given.typeface, given.texts, given.play_sound, reduced_motion=given.reduced_motion)
        self._sent: str | None = None
        self.full = False
        """Whether the text written last was cut because the line was full."""
        self._entry = Entry(
            style,
            box=room,
            placeholder=placeholder,
            limit=limit,
            most_bytes=most_bytes,
            on_commit=self._commit,
            on_full=self._cut,
        )
        self._entry.focus_changed(True)

    @property
    def open(self) -> bool:
        """Whether typed text goes into this line."""
        return self._entry.focused

    @open.setter
    def open(self, is_open: bool) -> None:
        if is_open != self.open:
            self._entry.focus_changed(is_open)

    @property
    def text(self) -> str:
        """The text of the line without an unfinished syllable."""
        return self._entry.text

    @property
    def selected(self) -> bool:
        """Whether the whole text is selected, as after it was sent: what is written next replaces it."""
        line = self._entry.line
        return bool(line.text) and line.selection == (0, len(line.text))

    @property
    def draft(self) -> str:
        """The text of the line with an unfinished syllable."""
        return self._entry.line.shown

    @property
    def composing(self) -> bool:
        return self._entry.composing

    @property
    def text_box(self) -> Box:
        return self._entry.text_box

    @property
    def written(self) -> WrittenLine:
        """The line as it stands, for a field elsewhere in which it is written."""
        return WrittenLine(self._entry.field, self.draft, self._entry.line.limit, self.selected)

    def clear(self) -> None:
        """Empty the line."""
        self.write("")

    def write(self, text: str) -> None:
        """Replace the text of the line."""
        if self.two_set is not None:
            self.two_set.clear()
        self._entry.text = text

    def finish(self) -> None:
        """Keep the syllable that the line's own input method has not finished, because another source will write from
        now on.
        """
        if self.two_set is not None:
            for event in self.two_set.finished():
                self._take(event)

    def handle(self, event: InputEvent) -> str | None:
        """Take an input. Return the text if CONFIRM sent it by this input, else None."""
        self._sent, self.full = None, False
        if self._mark is not None and isinstance(event, PointerPressed) and self._mark.collidepoint(event.x, event.y):
            event = KeyPressed("f2")
        for made in [event] if self.two_set is None else self.two_set.made(event):
            self._take(made)
        return self._sent

    def _take(self, event: InputEvent) -> None:
        if isinstance(event, PointerPressed) and not self._entry.box.collidepoint(event.x, event.y):
            return
        match event:
            case Command(name=CommandName.CONFIRM, repeated=False) if self.open:
                self._entry.handle(event)
            case TextTyped() | TextComposed() | KeyPressed() if self.open:
                self._entry.handle(event)
            case PointerPressed() | PointerMoved() | PointerReleased():
                self._entry.handle(event)

    @property
    def still_for(self) -> float:
        """Seconds until the caret appears or vanishes; see stillness.py."""
        return self._entry.still_for

    def update(self, seconds: float) -> None:
        """Advance the blinking of the caret by `seconds`."""
        self._entry.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        self._entry.draw(canvas)
        if self.open:
            self._entry.draw_focus(canvas)
        if self._mark is not None and self.two_set is not None:
            face, ink = (LIT, theme.TEXT_ON_LANTERN) if self.two_set.on else (BUTTON, theme.TEXT_BRIGHT)
            draw_sheet(canvas, self._mark, theme.CORNER, face)
            sign, (x, y) = "한" if self.two_set.on else "A", self._mark.center
            self._typeface.line(canvas, sign, x, y, theme.LABEL, Weight.BOLD, ink, "middle")

    def _cut(self, _: str) -> None:
        self.full = True

    def _commit(self, text: str) -> None:
        self._sent = text or None
        self._entry.line.select_all()
