"""The log of a table: every turn in words, the latest at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

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
from game.engine.widgets import faces
from game.engine.widgets.base import Widget
from game.engine.widgets.faces import Clip
from game.engine.widgets.scroller import BAR_ROOM, Scroller
from game.engine.widgets.style import Style
from game.scenes.feeds.feed import Entry, LogTurn, turns_of
from game.scenes.table.conductor import Refusal
from game.texts import Texts

PADDING = 16.0
BADGE_ROOM = 26.0
TURN_GAP = 14.0
STEP = 48.0
JOINT = ", "


def sentence(turn: LogTurn, game: str, texts: Texts) -> str:
    """A turn in words, without who moved.

    A game may have a short text for the log (`<game>.log.<kind>`, empty to leave an event out); else the text of
    the event itself is taken, and an event without any is left out.
    """
    lines = [
        text
        for entry in turn.entries
        for event in entry.events
        if (text := _told(f"{game}.log.{event.kind}", f"{game}.event.{event.kind}", event.data, texts))
    ]
    return JOINT.join(lines)


def _told(short: str, whole: str, data: dict[str, Any], texts: Texts) -> str | None:
    return texts.line(short, data) if texts.has(short) else texts.maybe(whole, data)


class TableLog(Widget):
    """A scrolling list of turns. In a replay a click on a turn leads there (`on_choose`)."""

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
        self.game = game
        self.looks = looks
        self.texts = style.texts.with_seats([look.name for look in looks])
        self.on_choose = on_choose
        self.scroller = Scroller()
        self._turns: list[tuple[LogTurn, str]] = []
        self._shown: Sequence[Entry] = ()
        self._refused = 0
        self._frame = Layer(margin=32)
        self._rows = Layer()
        self._version = 0
        self._hover: int | None = None

    def show(self, entries: Sequence[Entry], refusals: Sequence[Refusal] = ()) -> None:
        """These are the steps so far, and what was tried in vain. Nothing is done when they are the same."""
        same = len(entries) == len(self._shown) and (not entries or entries[-1] is self._shown[-1])
        if same and len(refusals) == self._refused:
            return
        at_foot = self.scroller.goal >= self.scroller.longest - 2
        self._shown = tuple(entries)
        told = ((turn, sentence(turn, self.game, self.texts)) for turn in turns_of(entries))
        self._turns = [(turn, text + self._refusals_of(turn, refusals)) for turn, text in told if text]
        self._refused = len(refusals)
        self._version += 1
        self._place()
        if at_foot:
            self.scroller.scroll_to(self.scroller.longest)

    def _refusals_of(self, turn: LogTurn, refusals: Sequence[Refusal]) -> str:
        """What was tried in vain in a turn, a line each."""
        end = turn.begin + len(turn.entries)
        tried = [refusal for refusal in refusals if turn.begin < refusal.position <= end]
        return "".join(
            "\n" + self.texts.line("table.log.refused", seat=refusal.seat, why=self.texts.line(refusal.key))
            for refusal in tried
        )

    @property
    def _head(self) -> float:
        return self.style.typeface.leading(theme.BODY) + 22

    @property
    def view(self) -> Box:
        """The part in which turns are seen."""
        return Box(self.box.left + 8, self.box.top + self._head, self.box.width - 16, self.box.height - self._head - 8)

    @property
    def _text_width(self) -> float:
        return self.view.width - BADGE_ROOM - BAR_ROOM - 16

    def _height(self, text: str) -> float:
        typeface = self.style.typeface
        return typeface.leading(theme.CAPTION) + typeface.height_of(text, self._text_width, theme.CAPTION) + TURN_GAP

    def _place(self) -> None:
        self.scroller.place(self.view, sum(self._height(text) for _, text in self._turns))

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

    def _choose(self, number: int | None) -> None:
        if number is not None and self.on_choose:
            self.on_choose(self._turns[number][0])

    def _turn_at(self, x: float, y: float) -> int | None:
        if not self.on_choose or not self.view.collidepoint(x, y):
            return None
        top = self.view.top - self.scroller.offset
        for number, (_, text) in enumerate(self._turns):
            top += self._height(text)
            if y < top:
                return number
        return None

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.scroller.update(seconds)
        if not self.hovered:
            self._hover = None

    def draw(self, canvas: Canvas) -> None:
        size = self.style.typeface.text_size
        self._frame.draw(canvas, self.box, (len(self._turns), size), self._paint_frame)
        key = (self._version, round(self.scroller.offset * canvas.scale), size, self._hover)
        self._rows.draw(canvas, self.view, key, self._paint_rows)

    def _paint_frame(self, canvas: Canvas) -> None:
        typeface, box = self.style.typeface, self.box
        faces.glass_panel(canvas, box)
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        faces.draw_icon(canvas, "scroll-text", box.left + PADDING + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line("table.log.title")
        typeface.line(canvas, title, box.left + PADDING + size + 8, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
        if self._turns:
            count = self.texts.line("table.log.turns", count=sum(not turn.opening for turn, _ in self._turns))
            typeface.line(canvas, count, box.right - PADDING, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")

    def _paint_rows(self, canvas: Canvas) -> None:
        typeface, view = self.style.typeface, self.view
        self._place()
        if not self._turns:
            text = self.texts.line("table.log.empty")
            typeface.paragraph(canvas, text, view.inflate(-16, -8), theme.CAPTION, colour=theme.TEXT_MUTED)
            return
        top = view.top - self.scroller.offset
        # text that is scrolled half out of sight is no overflow: a clip says that it is cut on purpose
        with Clip(canvas, view.inflate(-2 / canvas.scale, -2 / canvas.scale)):
            for number, (turn, text) in enumerate(self._turns):
                high = self._height(text)
                if top + high > view.top and top < view.bottom:
                    self._paint_turn(canvas, number, turn, text, Box(view.left, top, view.width, high))
                top += high
        self.scroller.draw(canvas)

    def _paint_turn(self, canvas: Canvas, number: int, turn: LogTurn, text: str, box: Box) -> None:
        typeface = self.style.typeface
        latest = number == len(self._turns) - 1
        ground = Box(box.left, box.top + 1, box.width - (BAR_ROOM if self.scroller.needed else 0), box.height - 3)
        if latest:
            faces.draw_face(canvas, ground, faces.ROW_OVER, theme.GRID)
        elif number:
            faces.draw_rule(canvas, box.left + 8, ground.right - 8, box.top)
        if number == self._hover:
            faces.draw_face(canvas, ground, faces.ROW_OVER, theme.GRID)
        row = typeface.leading(theme.CAPTION)
        left, y = box.left + 8 + BADGE_ROOM, box.top + TURN_GAP / 2 + row / 2
        if turn.seat is not None:
            look = self.looks[turn.seat]
            canvas.put_middle(badge(look.shape, look.colour, canvas.px(typeface.grown(14))), box.left + 16, y)
            name = fitted(typeface, look.name, self._text_width, theme.CAPTION)
        else:
            together = not turn.opening
            icon = "users" if together else "sparkle"
            faces.draw_icon(canvas, icon, box.left + 16, y, typeface.grown(13), theme.TEXT_MUTED)
            key = "table.log.together" if together else "table.log.chance"
            name = self.texts.line(key, turn=turn.entries[0].turn)
        typeface.line(canvas, name, left, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        place = Box(left, box.top + TURN_GAP / 2 + row, self._text_width, box.height + 4)
        colour = theme.TEXT if latest else theme.TEXT_MUTED
        typeface.paragraph(canvas, text, place, theme.CAPTION, colour=colour)
