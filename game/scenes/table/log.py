"""The log of a table: every turn in words, the latest at the bottom."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from game.core.rules import Event
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
)
from game.engine.layer import Layer
from game.engine.ornament import badge
from game.engine.stage import Look
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.faces import Clip
from game.engine.widgets.parts.scroller import BAR_ROOM, Scrolling
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.feeds.feed import LogEntry
from game.scenes.feeds.turns import GrowingTurns, LogTurn
from game.scenes.table.conductor import Refusal
from game.scenes.table.widgets.upright import LEAST_LOG

PADDING = 16.0
BADGE_ROOM = 26.0
TURN_GAP = 14.0
STEP = 48.0
LEAST_TITLED = 90.0
"""The least height of a log with a title; a lower one shows but the latest turns."""
JOINT = " · "
"""Separator between the events of a turn."""


def sentence(turn: LogTurn, game: str, texts: Texts) -> str:
    """Return a turn in words, without the name of its mover.

    A game may have a short text for the log (`<game>.log.<kind>`; empty leaves the event out). Otherwise the event's
    own text is used; an event without text is left out. In a turn in which all seats move, each event has its full
    text.
    """
    lines = [
        text
        for entry in turn.entries
        for event in entry.events
        if (text := _told(game, event, texts, whole=turn.seat is None and len(entry.movers) == 1))
    ]
    return JOINT.join(lines)


def _told(game: str, event: Event, texts: Texts, whole: bool) -> str | None:
    short, full = (f"{game}.{kind}.{event.kind}" for kind in ("log", "event"))
    if texts.has(short) and not (whole and texts.line(short, event.data)):
        return texts.line(short, event.data)
    return texts.maybe(full, event.data)


@dataclass(frozen=True)
class _Row:
    """A turn as a row of the log; `top` and `bottom` are design units from the top of the whole list."""

    number: int
    """Number of the turn, from 0; turns without words have no row."""
    turn: LogTurn
    text: str
    top: float
    bottom: float


class TableLog(Scrolling):
    """A scrolling list of turns. In a replay, a click on a turn goes to that turn (`on_choose`)."""

    focusable = True
    corner = theme.CORNER

    def __init__(
        self,
        style: Style,
        box: Box,
        game: str,
        looks: Sequence[Look],
        on_choose: Callable[[LogTurn], None] | None = None,
    ) -> None:
        super().__init__(style, box)
        self.tabbed = False
        """Whether tabs stand in place of the title."""
        self.brief = False
        """Whether a turn of few words is one line, with the name at its left."""
        self.game = game
        self.looks = looks
        self.texts = style.texts.with_seats([look.name for look in looks])
        self.on_choose = on_choose
        self._turns = GrowingTurns()
        self._rows: list[_Row] = []
        self._refused = 0
        self._taken = self._foot = 0.0
        self._frame = Layer(margin=32)
        self._list = Layer()
        self._version = 0
        self._hover: int | None = None
        self._pointer: tuple[float, float] | None = None
        """Position of the pointer over the log, whose rows move below it as the log grows; None while it is
        elsewhere.
        """

    def show(self, entries: Sequence[LogEntry], refusals: Sequence[Refusal] = ()) -> None:
        """Show the steps so far and the refused actions among them. The cost depends only on what is new."""
        before = len(self._turns.turns)
        kept = self._turns.follow(entries)
        if len(refusals) != self._refused:
            kept = min(kept, before - 1) if len(refusals) > self._refused else 0
            self._refused = len(refusals)
        elif kept == before == len(self._turns.turns):
            return
        while self._rows and self._rows[-1].number >= kept:
            self._rows.pop()
        for number in range(max(0, kept), len(self._turns.turns)):
            self._append(number, self._turns.turns[number], refusals)
        self._version += 1
        self._place()

    def follow(self) -> None:
        """Scroll to the latest turn, unless a person is reading the log."""
        if not (self.hovered or self.focused):
            self.scroller.scroll_to(self.scroller.longest)

    def make_room(self, high: float) -> None:
        """Reserve `high` design units at the top for messages; a log that showed the latest turn still does."""
        if high != self._taken:
            self._taken = high
            self._place()
            self.scroller.jump()

    def leave_foot(self, high: float) -> None:
        """Reserve `high` design units at the bottom for other drawing."""
        if high != self._foot:
            self._foot = high
            self._place()

    @property
    def foot(self) -> Box:
        """Box of the room reserved at the bottom."""
        room = self.room
        return Box(room.left, room.bottom - self._foot, room.width, self._foot)

    def _append(self, number: int, turn: LogTurn, refusals: Sequence[Refusal]) -> None:
        text = sentence(turn, self.game, self.texts)
        if text:
            text += self._refusals_of(turn, refusals)
            top = self._rows[-1].bottom if self._rows else 0.0
            self._rows.append(_Row(number, turn, text, top, top + self._height(text)))

    def _refusals_of(self, turn: LogTurn, refusals: Sequence[Refusal]) -> str:
        """Return what was tried in vain before a turn was played, one per line, by whoever then played it."""
        end = turn.begin + len(turn.entries)
        first = bisect_left(refusals, turn.begin, key=lambda refusal: refusal.position)
        tried = takewhile(lambda refusal: refusal.position < end, islice(refusals, first, None))
        return "".join(
            "\n" + self.texts.line("table.log.refused", seat=refusal.seat, why=self.texts.line(refusal.key))
            for refusal in tried
        )

    @property
    def bare(self) -> bool:
        """Whether the log is too low for a title."""
        return self.box.height < (LEAST_LOG if self.tabbed else LEAST_TITLED)

    def stand(self, box: Box) -> None:
        """Take another place of the same width."""
        self.box = box
        self._version += 1
        self._place()
        self.scroller.jump()
        self.follow()

    @property
    def _head(self) -> float:
        if self.bare:
            return 4.0
        if self.tabbed:
            return theme.FINGER + 6
        return self.style.typeface.leading(theme.BODY) + 22

    @property
    def room(self) -> Box:
        """Box below the title: messages, then turns."""
        return Box(
            self.box.left + 8,
            self.box.top + self._head,
            self.box.width - 16,
            self.box.height - self._head - (4 if self.bare else 8),
        )

    @property
    def view(self) -> Box:
        """Box in which turns are visible."""
        room = self.room
        taken = min(self._taken, room.height)
        return Box(room.left, room.top + taken, room.width, max(0.0, room.height - taken - self._foot))

    @property
    def _text_width(self) -> float:
        return self.view.width - BADGE_ROOM - BAR_ROOM - 16

    def _beside(self, text: str) -> bool:
        """Whether the words stand beside the name: in a wide but low log, where they are few."""
        room = self._text_width - self._name_room
        return self.brief and "\n" not in text and self.style.typeface.measure(text, theme.CAPTION) <= room

    @property
    def _name_room(self) -> float:
        return self._text_width * 0.38

    def _height(self, text: str) -> float:
        typeface = self.style.typeface
        if self._beside(text):
            return typeface.leading(theme.CAPTION) + TURN_GAP
        return typeface.leading(theme.CAPTION) + typeface.height_of(text, self._text_width, theme.CAPTION) + TURN_GAP

    def _place(self) -> None:
        self.scroller.place(self.view, self._whole_height, follow=True)

    @property
    def _whole_height(self) -> float:
        """The height of all turns; in a wide but low log so much that none is cut off above the latest ones."""
        if not self._rows:
            return 0.0
        high, end = self.view.height, self._rows[-1].bottom
        if not self.brief or end <= high:
            return end
        first = bisect_left(self._rows, end - high, key=lambda row: row.top)
        return self._rows[min(first, len(self._rows) - 1)].top + high

    def handle(self, event: InputEvent) -> bool:
        match event:
            case Command(name=CommandName.UP):
                return self.scroller.scroll(-STEP)
            case Command(name=CommandName.DOWN):
                return self.scroller.scroll(STEP)
            case KeyPressed(key="home"):
                return self.scroller.scroll_to(0)
            case KeyPressed(key="end"):
                return self.scroller.scroll_to(self.scroller.longest)
            case PointerMoved():
                self._pointer = event.x, event.y
                self._hover = self._turn_at(event.x, event.y)
                return self.scroller.handle(event)
            case PointerPressed(button=1):
                self.scroller.handle(event)
                return True
            case PointerReleased(button=1):
                if not self.scroller.handle(event):
                    self._choose(self._turn_at(event.x, event.y))
                return True
            case _:
                return self.scroller.handle(event)

    @property
    def pointed(self) -> LogTurn | None:
        known = self._hover is not None and self._hover < len(self._rows)
        return self._rows[self._hover].turn if self._hover is not None and known else None

    def _choose(self, number: int | None) -> None:
        if number is not None and self.on_choose:
            self.on_choose(self._rows[number].turn)

    def _turn_at(self, x: float, y: float) -> int | None:
        if not self.view.collidepoint(x, y):
            return None
        number = self._row_below(y - self.view.top + self.scroller.offset)
        return number if number < len(self._rows) else None

    def _row_below(self, y: float) -> int:
        """Return the index of the first row that ends below `y`, measured from the top of the whole list."""
        return bisect_right(self._rows, y, key=lambda row: row.bottom)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self._hover = self._turn_at(*self._pointer) if self.hovered and self._pointer else None

    def draw(self, canvas: Canvas) -> None:
        size = self.style.typeface.text_size
        self._frame.draw(canvas, self.box, (size, self.bare), self._paint_frame)
        key = (self._version, round(self.scroller.offset * canvas.scale), size, self._hover)
        self._list.draw(canvas, self.view, key, self._paint_rows)

    def _paint_frame(self, canvas: Canvas) -> None:
        typeface, box = self.style.typeface, self.box
        faces.glass_panel(canvas, box)
        if self.bare or self.tabbed:
            return
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        faces.draw_icon(canvas, "scroll-text", box.left + PADDING + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line("table.log.title")
        typeface.line(canvas, title, box.left + PADDING + size + 8, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)

    def _paint_rows(self, canvas: Canvas) -> None:
        typeface, view = self.style.typeface, self.view
        self._place()
        if not self._rows:
            text = self.texts.line("table.log.quiet" if self._turns.turns else "table.log.empty")
            typeface.paragraph(canvas, text, view.inflate(-16, -8), theme.CAPTION, colour=theme.TEXT_MUTED)
            return
        shift = view.top - self.scroller.offset
        # the clip marks text that is scrolled half out of view as cut on purpose, not as overflow
        with Clip(canvas, view.inflate(-2 / canvas.scale, -2 / canvas.scale)):
            for number in range(self._row_below(self.scroller.offset), len(self._rows)):
                row = self._rows[number]
                if row.top + shift >= view.bottom:
                    break
                self._paint_turn(canvas, number, Box(view.left, row.top + shift, view.width, row.bottom - row.top))
        self.scroller.draw(canvas)

    def _paint_turn(self, canvas: Canvas, number: int, box: Box) -> None:
        typeface = self.style.typeface
        turn, text = self._rows[number].turn, self._rows[number].text
        latest = number == len(self._rows) - 1
        ground = Box(box.left, box.top + 1, box.width - (BAR_ROOM if self.scroller.needed else 0), box.height - 3)
        if latest:
            faces.draw_face(canvas, ground, faces.ROW_OVER, theme.GRID)
        elif number:
            faces.draw_rule(canvas, box.left + 8, ground.right - 8, box.top)
        if number == self._hover:
            faces.draw_face(canvas, ground, faces.ROW_OVER, theme.GRID)
        row, beside = typeface.leading(theme.CAPTION), self._beside(text)
        left, y = box.left + 8 + BADGE_ROOM, box.top + TURN_GAP / 2 + row / 2
        if turn.seat is not None:
            look = self.looks[turn.seat]
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(typeface.grown(14))), box.left + 16, y)
            name = fitted(typeface, look.name, self._name_room - 8 if beside else self._text_width, theme.CAPTION)
        else:
            together = not turn.opening
            icon = "users" if together else "sparkle"
            faces.draw_icon(canvas, icon, box.left + 16, y, typeface.grown(13), theme.TEXT_MUTED)
            key = "table.log.together" if together else "table.log.chance"
            name = self.texts.line(key, turn=turn.entries[0].turn)
        typeface.line(canvas, name, left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        place = Box(left, box.top + TURN_GAP / 2 + row, self._text_width, box.height + 4)
        colour = theme.TEXT if latest else theme.TEXT_MUTED
        if beside:
            typeface.line(canvas, text, left + self._name_room, y, theme.CAPTION, colour=colour)
            return
        typeface.paragraph(canvas, text, place, theme.CAPTION, colour=colour)
