"""The log of the connection: every step and every error as a line, the latest at the bottom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from game.core.errors import SpokenError
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import Colour
from game.engine.input import InputEvent
from game.engine.text import Weight
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.scroller import BAR_ROOM, Scrolling
from game.engine.widgets.parts.style import Style
from game.scenes.lan.words import spoken

MOST_LINES = 200
_PAD = 16.0
_ROW_GAP = 3.0
_STEP = 40.0
_ICONS: dict[str, tuple[str, Colour]] = {
    "step": ("radio-tower", theme.GOOD),
    "good": ("check", theme.GOOD),
    "warning": ("triangle-alert", theme.WARNING),
    "bad": ("circle-x", theme.BAD),
}
_GOOD = {"joined", "back", "begun", "resumed", "over", "table_over", "connected", "found", "welcome", "opened"}
_WARNING = {
    "lost",
    "left",
    "sat_in",
    "kicked",
    "surrendered",
    "connection_lost",
    "paused",
    "disk",
    "gone",
    "none",
    "token_unkept",
}


@dataclass(frozen=True)
class LogLine:
    """A line of the log: its time of day, its tone, and its sentence as a text key with values."""

    at: str
    tone: str
    key: str
    values: dict[str, str | int]


def wall_clock() -> str:
    """Return the time of day as HH:MM:SS."""
    return datetime.now().strftime("%H:%M:%S")


class ConnectionLog:
    """The log's lines, oldest first."""

    def __init__(self, clock: Callable[[], str] = wall_clock) -> None:
        self.lines: list[LogLine] = []
        self.written = 0
        """How many lines have been added in all; a changed number means that there are new ones."""
        self._clock = clock

    def say(self, key: str, tone: str = "", /, **values: str | int) -> None:
        """Add a line. An empty `tone` is derived from the key."""
        self.lines.append(LogLine(self._clock(), tone or tone_of(key), key, values))
        self.written += 1
        del self.lines[:-MOST_LINES]

    @property
    def refused(self) -> LogLine | None:
        """The last line, if it tells of an error; otherwise None."""
        return self.lines[-1] if self.lines and self.lines[-1].tone == "bad" else None

    def error(self, error: SpokenError) -> None:
        """Add a line for an error."""
        self.say(error.key, "bad", **error.values)


def tone_of(key: str) -> str:
    """Return the tone of a line with this text key.

    >>> tone_of("net.log.joined"), tone_of("net.error.refused"), tone_of("net.log.connecting")
    ('good', 'bad', 'step')
    """
    name = key.rpartition(".")[2]
    if key.startswith(("net.error.", "net.dropped.")):
        return "bad"
    return "good" if name in _GOOD else "warning" if name in _WARNING else "step"


_HIGH, _LINES = 120.0, 5
"""The height of a log with times, and how many lines are seen of one without."""


class LogPanel(Scrolling):
    """The log on dark glass, scrolled by wheel and keys; at the bottom, it follows new lines."""

    focusable = True
    corner = theme.CORNER

    def __init__(self, style: Style, log: ConnectionLog, *, timed: bool = True) -> None:
        """`timed`: write beside each line when it was added."""
        super().__init__(style)
        self._log, self._timed = log, timed
        self._written = -1
        self._rows: list[tuple[LogLine, str, float]] = []

    @property
    def _head(self) -> float:
        return self.style.typeface.leading(theme.BODY) + 14

    @property
    def _view(self) -> Box:
        box = self.box
        return Box(box.left + 8, box.top + self._head, box.width - 16, box.height - self._head - 8)

    @property
    def _text_left(self) -> float:
        typeface = self.style.typeface
        time = typeface.measure("00:00:00", theme.CAPTION) + 12 if self._timed else 0.0
        return self._view.left + 8 + time + typeface.grown(16) + 8

    def lay(self, box: Box) -> None:
        if box != self.box:
            self._written, self._rows = -1, []
        super().lay(box)

    def natural_height(self, width: float) -> float:
        """Return the height of a log beside something, or of one below it, in which a long reason is seen whole."""
        if self._timed:
            return _HIGH
        return self._head + 16 + _LINES * self.style.typeface.leading(theme.CAPTION)

    def _read(self) -> None:
        """Lay out lines added since the last call."""
        if self._written == self._log.written:
            return
        typeface, room = self.style.typeface, self._view.right - BAR_ROOM - self._text_left
        first = self._written < 0
        lines = self._log.lines
        fresh = len(lines) if first else min(len(lines), self._log.written - self._written)
        self._written = self._log.written
        for line in lines[len(lines) - fresh :]:
            sentence = spoken(self.style.texts, line.key, line.values)
            self._rows.append((line, sentence, typeface.height_of(sentence, room, theme.CAPTION) + _ROW_GAP))
        del self._rows[: -len(lines)]
        self.scroller.place(self._view, sum(high for _, _, high in self._rows) + _ROW_GAP, follow=True)
        if first:
            self.scroller.jump()

    def handle(self, event: InputEvent) -> bool:
        return self.scroller.read_on(event, _STEP)

    def update(self, seconds: float) -> None:
        self._read()
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw panel, title and lines."""
        self._read()
        typeface, box = self.style.typeface, self.box
        faces.glass_panel(canvas, box)
        y = box.top + 10 + typeface.leading(theme.BODY) / 2
        title = self.style.texts.line("lobby.log.title")
        typeface.line(canvas, title, box.left + _PAD, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
        view = self._view
        top = view.top - self.scroller.offset
        # lines scrolled half out of view are cut on purpose
        with faces.Clip(canvas, view.inflate(-2 / canvas.scale, -2 / canvas.scale)):
            for line, sentence, high in self._rows:
                if top + high > view.top and top < view.bottom:
                    self._draw_row(canvas, line, sentence, top)
                top += high
        self.scroller.draw(canvas)

    def _draw_row(self, canvas: Canvas, line: LogLine, sentence: str, top: float) -> None:
        typeface, view = self.style.typeface, self._view
        y = top + typeface.leading(theme.CAPTION) / 2
        if self._timed:
            typeface.line(canvas, line.at, view.left + 8, y, theme.CAPTION, colour=theme.TEXT_MUTED)
        name, colour = _ICONS[line.tone]
        size = typeface.grown(15)
        faces.draw_icon(canvas, name, self._text_left - 8 - size / 2, y, size, colour)
        place = Box(self._text_left, top, view.right - BAR_ROOM - self._text_left, view.height + 400)
        tone = theme.TEXT_BRIGHT if line.tone == "bad" else theme.TEXT
        typeface.paragraph(canvas, sentence, place, theme.CAPTION, colour=tone)
