"""Saying something to everybody with the next move: typed, or chosen from a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.stage import Speaking, Speech
from game.engine.text import Weight
from game.engine.widgets.entry import Entry
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.layout import centred, grid, line_up
from game.scenes.page.overlay import OverlayScene
from game.scenes.table.conductor import Conductor

KEY = "m"
"""The key that opens the speech dialog at the table."""
ICON = "megaphone"
_WIDTH = 500.0
_PADDING = 28.0
_GAP = 12.0
_COLUMNS = 2


def speaker(conductor: Conductor) -> Seat | None:
    """Return the seat of the person at this screen who may speak: the one who is asked, otherwise one who watches from
    a seat; None if nobody may.
    """
    feed = conductor.feed
    if feed.over or not isinstance(conductor.stage, Speaking):
        return None
    if conductor.chooser is not None:
        return conductor.chooser
    return feed.viewer if feed.viewer >= 0 and feed.seats[feed.viewer].person else None


@dataclass(frozen=True)
class Said:
    """The result with which the dialog resumes the table: a seat and its text."""

    seat: Seat
    text: str


class SpeechDialog(OverlayScene):
    """Asks the person in a seat what to say; resumes the table with Said, or None."""

    dim = 0.45

    def __init__(self, context: Context, seat: Seat, speech: Speech) -> None:
        super().__init__(context)
        self.seat = seat
        self.speech = speech
        self.entry: Entry | None = None

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.style.texts.line
        written = self.entry.text if self.entry else ""
        width = min(max(_WIDTH, style.typeface.grown(_WIDTH * 0.8)), self.design.width - 2 * theme.GAP)
        inner = width - 2 * _PADDING
        title = Label(style, line("table.say.title"), size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        entry = self.entry = Entry(
            style,
            written,
            placeholder=line("table.say.write"),
            most_bytes=self.speech.most_bytes,
            on_commit=self._say,
        )
        ready = [self._ready(line(key)) for key in self.speech.ready]
        answers = [
            Button(style, line("table.say.cancel"), on_press=self.stack.pop),
            Button(
                style, line("table.say.send"), icon="send", kind=Kind.PRIMARY, on_press=lambda: self._say(entry.text)
            ),
        ]
        high = entry.natural_height(inner)
        half = (inner - _GAP) / _COLUMNS
        fit = not self.design.upright or all(button.natural_width() <= half for button in ready)
        columns = _COLUMNS if fit else 1
        rows = -(-len(ready) // columns)
        ready_high = rows * (high + _GAP) - _GAP
        title_high = title.natural_height(inner)
        box = centred(self.design.box, width, 2 * _PADDING + title_high + ready_high + 2 * high + 3 * _GAP + 8)
        left, y = box.left + _PADDING, box.top + _PADDING
        title.box = Box(left, y, inner, title_high)
        y += title_high + _GAP
        entry.box = Box(left, y, inner, high)
        y += high + _GAP
        for button, place in zip(ready, grid(Box(left, y, inner, ready_high), columns, rows, _GAP), strict=False):
            button.box = place
        line_up(Box(left, box.bottom - _PADDING - high, inner, high), answers, _GAP, "right")
        return [Panel(style, box), title, entry, *ready, *answers]

    def _ready(self, text: str) -> Button:
        return Button(self.style, text, on_press=lambda: self._say(text))

    def _say(self, text: str) -> None:
        self.stack.pop(Said(self.seat, text.strip()))

    def first(self) -> Widget | None:
        return self.entry
