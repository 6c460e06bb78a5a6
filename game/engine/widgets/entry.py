"""A line of text to write in.

Text arrives finished (TextTyped) or unfinished (TextComposed: the syllable that an input method is building), which is
underlined with the caret at its end. CONFIRM commits; it comes after the frame's text, so the last syllable is never
lost. The clipboard works even where no input method does.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine import theme
from game.engine.audio import Sound
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
from game.engine.stillness import MOVES, STILL
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.editing import EditedLine
from game.engine.widgets.parts.style import Style

_PADDING = 14.0
_REFUSED_SECONDS = 0.35
_SIZE = theme.BODY
_PLACEHOLDER = "#8E7A83"


def _ignore(_: str) -> None:
    """Do nothing: the default for an entry's callbacks."""


class Entry(Widget):
    """An entry for one line of at most `limit` characters and `most_bytes` bytes of UTF-8.

    `on_change` is called after every change, `on_commit` on CONFIRM, `on_full` with text for which there was no room.

    While nothing is written, `placeholder` is shown; `short` where it does not fit.
    """

    focusable = True

    def __init__(
        self,
        style: Style,
        text: str = "",
        box: Box | None = None,
        *,
        label: str = "",
        placeholder: str = "",
        short: str = "",
        limit: int = 200,
        most_bytes: int | None = None,
        icon: str = "",
        on_change: Callable[[str], None] = _ignore,
        on_commit: Callable[[str], None] = _ignore,
        on_full: Callable[[str], None] = _ignore,
        tooltip: str = "",
    ) -> None:
        super().__init__(style, box, tooltip=tooltip)
        self.line = EditedLine(text, limit, most_bytes=most_bytes)
        self.label = label
        self.placeholder, self.short = placeholder, short or placeholder
        self.icon = icon
        self.on_change = on_change
        self.on_commit = on_commit
        self.on_full = on_full
        self._scroll = 0.0
        self._blink = 0.0
        self._refused = 0.0

    @property
    def text(self) -> str:
        """The text written so far, without an unfinished composition."""
        return self.line.text

    @text.setter
    def text(self, text: str) -> None:
        self.line.set(text)

    @property
    def wants_text(self) -> bool:
        return self.focused

    @property
    def composing(self) -> bool:
        """Whether an input method is composing text in the entry."""
        return bool(self.line.composition)

    @property
    def text_box(self) -> Box:
        """Box of the caret in design units."""
        x = self._x_of(self.line.shown_caret)
        return Box(x, self.field.top, 2, self.field.height)

    @property
    def _label_height(self) -> float:
        return self.style.typeface.leading(theme.CAPTION) + 4 if self.label else 0.0

    @property
    def field(self) -> Box:
        """Box in design units of the paper, below the label."""
        top = self._label_height
        return Box(self.box.left, self.box.top + top, self.box.width, self.box.height - top)

    @property
    def _room(self) -> Box:
        """Box in which text is visible."""
        field = self.field
        right = self.style.typeface.grown(24) + 10 if self.icon else 0.0
        return Box(field.left + _PADDING, field.top, field.width - 2 * _PADDING - right, field.height)

    def natural_width(self) -> float:
        """Return a width that suits a name."""
        return self.style.typeface.grown(200)

    def natural_height(self, width: float) -> float:
        """Return the height of the field with its label."""
        return super().natural_height(width) + self._label_height

    def handle(self, event: InputEvent) -> bool:
        """Write, edit or commit by an input. Return whether the input was used."""
        match event:
            case TextTyped():
                self._change(event.text)
            case TextComposed():
                self._compose(event.text)
            case KeyPressed():
                return self._key(event)
            case Command(name=CommandName.CONFIRM):
                self.line.keep_composition()
                self.on_commit(self.text)
            case PointerPressed(button=1):
                self.pressed = not self.composing
                if self.pressed:
                    self.line.move_to(self._place_at(event.x))
                    self._blink = 0.0
            case PointerMoved() if self.pressed:
                self.line.move_to(self._place_at(event.x), select=True)
            case PointerReleased(button=1):
                self.pressed = False
            case _:
                return False
        return True

    def focus_changed(self, focused: bool) -> None:
        """Take or lose the focus; the caret appears at once, or vanishes together with the selection."""
        super().focus_changed(focused)
        self._blink = 0.0
        if not focused:
            self.line.move_to(self.line.caret)

    @property
    def still_for(self) -> float:
        caret = theme.CARET_SECONDS - self._blink % theme.CARET_SECONDS if self.focused else STILL
        return MOVES if self._refused else min(super().still_for, caret)

    def update(self, seconds: float) -> None:
        """Advance the blinking of the caret by `seconds`."""
        super().update(seconds)
        self._blink = (self._blink + seconds) % (2 * theme.CARET_SECONDS)
        self._refused = max(0.0, self._refused - seconds)

    def _change(self, text: str) -> None:
        before = self.text
        if not self.line.insert(text):
            self._refused = _REFUSED_SECONDS
            self.style.play_sound(Sound.REFUSE)
            self.on_full(text)
        self._changed(before)

    def _compose(self, text: str) -> None:
        """Show unfinished text. An empty text that arrives after the focus was lost finishes the composition."""
        before = self.text
        if text or self.focused:
            self.line.compose(text)
        else:
            self.line.keep_composition()
        self._changed(before)

    def _changed(self, before: str) -> None:
        self._blink = 0.0
        if self.text != before:
            self.on_change(self.text)

    def _key(self, event: KeyPressed) -> bool:
        """Handle an editing key. Return whether it was used.

        During a composition all keys belong to the input method.
        """
        if self.composing:
            return True
        before = self.text
        select = "shift" in event.modifiers
        if "ctrl" in event.modifiers:
            used = self._shortcut(event.key, select)
        else:
            used = True
            match event.key:
                case "left" | "right":
                    self.line.step(1 if event.key == "right" else -1, select)
                case "home":
                    self.line.move_to(0, select)
                case "end":
                    self.line.move_to(len(self.text), select)
                case "backspace":
                    self.line.backspace()
                case "delete":
                    self.line.delete()
                case _:
                    used = False
        self._changed(before)
        return used

    def _shortcut(self, key: str, select: bool) -> bool:
        clipboard = self.style.clipboard
        match key:
            case "a":
                self.line.select_all()
            case "c" | "x":
                if self.line.selected:
                    clipboard.write(self.line.selected)
                    if key == "x":
                        self.line.delete_selected()
            case "v":
                self._change(clipboard.read())
            case "left" | "right":
                self.line.step_word(1 if key == "right" else -1, select)
            case _:
                return False
        return True

    def _offset(self, place: int) -> float:
        """Return the width of the shown text before a place between characters."""
        return self.style.typeface.measure(self.line.shown[:place], _SIZE) if place else 0.0

    def _x_of(self, place: int) -> float:
        return self._room.left - self._scroll + self._offset(place)

    def _place_at(self, x: float) -> int:
        """Return the place between characters nearest to x."""
        return min(range(len(self.text) + 1), key=lambda place: abs(self._x_of(place) - x))

    def _keep_caret_in_sight(self) -> None:
        room = self._room.width
        caret = self._offset(self.line.shown_caret)
        longest = max(0.0, self._offset(len(self.line.shown)) + 2 - room)
        if caret - self._scroll > room - 2:
            self._scroll = caret - room + 2
        self._scroll = max(0.0, min(self._scroll, caret, longest)) if self.focused else 0.0

    def draw(self, canvas: Canvas) -> None:
        """Draw label, paper, icon, text and caret."""
        typeface = self.style.typeface
        if self.label:
            y = self.box.top + self._label_height / 2 - 2
            typeface.line(
                canvas, self.label, self.box.left, y, theme.CAPTION, Weight.SEMIBOLD, max_width=self.box.width
            )
        face = faces.between(faces.FIELD, faces.FIELD_OVER, self.warmth) if self.enabled else faces.FIELD_OFF
        faces.draw_face(canvas, self.field, face)
        if self._refused:
            faces.refusal_ring(canvas, self.field)
        if self.icon:
            x = self.field.right - _PADDING - typeface.grown(18) / 2
            faces.draw_icon(canvas, self.icon, x, self.field.centery, typeface.grown(18), theme.TEXT_ON_PAPER_MUTED)
        self._keep_caret_in_sight()
        self._draw_text(canvas)

    def _draw_text(self, canvas: Canvas) -> None:
        typeface, room = self.style.typeface, self._room
        y = room.centery
        if not self.line.shown:
            shown = first_fitting(typeface, (self.placeholder, self.short), room.width, _SIZE)
            typeface.line(canvas, shown, room.left, y, _SIZE, colour=_PLACEHOLDER, max_width=room.width)
        with faces.Clip(canvas, room.inflate(4, 0)):
            self._draw_written(canvas, y)

    def _draw_written(self, canvas: Canvas, y: float) -> None:
        start, end = self.line.selection
        if self.focused and end > start:
            self._mark(canvas, start, end)
        if self.line.composition:
            self._mark(canvas, self.line.caret, self.line.shown_caret)
        left = self._room.left - self._scroll
        self.style.typeface.line(canvas, self.line.shown, left, y, _SIZE, colour=theme.TEXT_ON_PAPER)
        if self.line.composition:
            self._underline(canvas)
        if self.focused and self._blink < theme.CARET_SECONDS:
            self._draw_caret(canvas)

    def _mark(self, canvas: Canvas, start: int, end: int) -> None:
        """Tint the background of the shown text between two places."""
        high = self.style.typeface.grown(24)
        left, right = self._x_of(start), self._x_of(end)
        box = Box(left - 1, self._room.centery - high / 2, right - left + 2, high)
        faces.draw_face(canvas, box, faces.MARK, 3)

    def _underline(self, canvas: Canvas) -> None:
        y = self._room.centery + self.style.typeface.grown(11)
        left, right = self._x_of(self.line.caret), self._x_of(self.line.shown_caret)
        area = canvas.pixels(Box(left, y, right - left, 2))
        area.height = max(1, area.height)
        canvas.surface.fill(theme.RUST, area)

    def _draw_caret(self, canvas: Canvas) -> None:
        high = self.style.typeface.grown(20)
        area = canvas.pixels(Box(self._x_of(self.line.shown_caret), self._room.centery - high / 2, 2, high))
        area.width = max(2, area.width)
        canvas.surface.fill(theme.TEXT_ON_PAPER, area)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the focus ring around the paper, without the label."""
        faces.focus_ring(canvas, self.field, self.corner)
