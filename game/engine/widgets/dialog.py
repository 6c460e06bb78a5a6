"""Dialogs: a question drawn over the scene that asks it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.layout import centred, line_up, stack
from game.engine.widgets.parts.richtext import RichText
from game.engine.widgets.screen import RisingScene

_BETWEEN = 12.0
_PADDING = 28.0
_WIDTH = 480.0
_EDGES = 80.0
"""What is free above and below the highest dialog, together."""
_LEAST_EDGE = 8.0


@dataclass(frozen=True)
class Answer:
    """One answer of a dialog: the label of its button, and the value that the scene below is resumed with."""

    label: str
    value: Any
    icon: str = ""
    primary: bool = False


class Dialog(RisingScene):
    """A title, a text with markup, and answers; the scene below is `resumed` with the value of the answer given.

    BACK gives the value `cancelled`. `picture` is shown between text and answers. With `entry` the dialog asks for a
    line of text, and an answer whose value is `Dialog.TEXT` returns what was written.
    """

    TEXT = object()

    def __init__(
        self,
        context: Context,
        title: str,
        text: str = "",
        answers: Sequence[Answer] = (),
        *,
        cancelled: Any = None,
        entry: Entry | None = None,
        width: float = _WIDTH,
        picture: Widget | None = None,
    ) -> None:
        super().__init__(context)
        self.title = title
        self.text = text
        ok = context.texts.line("widgets.ok")
        self.answers = tuple(answers) or (Answer(ok, True, primary=True),)
        self.cancelled = cancelled
        self.entry = entry
        self.width = width
        self.picture = picture

    def enter(self) -> None:
        """Appear, with the focus on the entry, else the primary answer, else the last answer."""
        super().enter()
        self.style.play_sound(Sound.OPEN)
        buttons = [widget for widget in self.group.widgets if isinstance(widget, Button)]
        primary = [button for button in buttons if button.kind is Kind.PRIMARY]
        self.group.focus(self.entry or (primary or buttons)[-1])

    def build(self) -> Iterable[Widget]:
        """Return title, text, picture, entry and answers, laid out in a panel as high as they need."""
        style, typeface = self.style, self.style.typeface
        buttons = [self._button(answer) for answer in self.answers]
        row = sum(button.natural_width() for button in buttons) + _BETWEEN * (len(buttons) - 1)
        frame = self.design.box
        width = max(self.width, typeface.grown(self.width * 0.8), row + 2 * _PADDING)
        stacked = width > frame.width - 2 * _LEAST_EDGE and row + 2 * _PADDING > frame.width - 2 * _LEAST_EDGE
        width = min(width, frame.width - 2 * _LEAST_EDGE)
        inner = width - 2 * _PADDING
        title = Label(style, self.title, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        body = RichText(style, self.text)
        title_high = title.natural_height(inner)
        entry_high = self.entry.natural_height(inner) + 12 if self.entry else 0.0
        button_high = max(button.natural_height(0) for button in buttons)
        if stacked:
            button_high = len(buttons) * (button_high + _BETWEEN) - _BETWEEN
        picture_high = self.picture.natural_height(inner) + 16 if self.picture else 0.0
        edges = 2 * _LEAST_EDGE if self.design.upright else _EDGES
        fixed = 2 * _PADDING + title_high + entry_high + picture_high + button_high + 24 + 8
        text_high = min(body.natural_height(inner), frame.height - edges - fixed) if self.text else 0.0
        box = centred(frame, width, fixed + text_high)
        left, y = box.left + _PADDING, box.top + _PADDING
        title.box = Box(left, y, inner, title_high)
        y += title_high + 8
        body.box = Box(left, y, inner, text_high)
        y += text_high
        if self.picture:
            self.picture.box = Box(left, y + 16, inner, picture_high - 16)
            y += picture_high
        if self.entry:
            self.entry.box = Box(left, y + 12, inner, entry_high - 12)
            self.entry.on_commit = self._commit
        foot = Box(left, box.bottom - _PADDING - button_high, inner, button_high)
        if stacked:
            stack(foot, buttons[::-1], _BETWEEN)
        else:
            line_up(foot, buttons, _BETWEEN, "right")
        shown = [*([body] if self.text else []), *([self.picture] if self.picture else [])]
        widgets: list[Widget] = [Panel(style, box), title, *shown]
        return [*widgets, *([self.entry] if self.entry else []), *buttons]

    def _button(self, answer: Answer) -> Button:
        kind = Kind.PRIMARY if answer.primary else Kind.GLASS
        return Button(self.style, answer.label, icon=answer.icon, kind=kind, on_press=lambda: self._answer(answer))

    def _commit(self, _: str) -> None:
        """Give the primary answer, or the last one if none is primary: called for CONFIRM in the entry."""
        self._answer(next((answer for answer in self.answers if answer.primary), self.answers[-1]))

    def _answer(self, answer: Answer) -> None:
        written = self.entry.text if self.entry else ""
        self.stack.pop(written if answer.value is Dialog.TEXT else answer.value)

    def handle_rest(self, event: InputEvent) -> None:
        """Close with the value `cancelled` on BACK."""
        if isinstance(event, Command) and event.name is CommandName.BACK:
            self.style.play_sound(Sound.BACK)
            self.stack.pop(self.cancelled)
