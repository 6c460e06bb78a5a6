"""A map of every seat in a match of many, by number: its kind, and which is the person's."""

from __future__ import annotations

from collections.abc import Callable

from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.layer import Layer
from game.engine.text import Weight
from game.engine.widgets import Style, Widget
from game.engine.widgets.parts import faces
from game.scenes.setup.crowd import person_seat
from game.scenes.setup.crowd_card import KindWords
from game.scenes.setup.seats import Seating
from game.scenes.staging.kinds import KindMarks

_COLUMNS, _COLUMNS_OF_LARGE_TEXT = 20, 15
_LARGE_FROM = 120
"""Text size, in per cent, from which the map has larger cells."""
_CELL = 33.0
_NARROWEST, _NARROWEST_OF_LARGE_TEXT = 26.0, 34.0


class SeatMap(Widget):
    """Seats in rows. A click, or CONFIRM on the seat chosen by arrows, reports the seat's number."""

    focusable = True
    corner = theme.GRID

    def __init__(self, style: Style, words: KindWords, marks: KindMarks, on_choose: Callable[[int], None]) -> None:
        super().__init__(style)
        self._words = words
        self._marks = marks
        self._on_choose = on_choose
        self._seating: Seating | None = None
        self._pointed: int | None = None
        self._cursor = 0
        self._pressed_seat: int | None = None
        self._layer = Layer(margin=8)

    def show(self, seating: Seating) -> None:
        """Show a seating."""
        if self._seating is None:
            self._cursor = person_seat(seating) or 0
        self._seating = seating
        self._cursor = min(self._cursor, len(seating.seats) - 1)
        self._layer.forget()

    def natural_height(self, width: float) -> float:
        """Return the height of a line of text and as many rows as the game may need."""
        most = self._seating.counts[-1] if self._seating else 1
        return self._head + -(-most // self._columns_at(width)) * _CELL

    def _columns_at(self, width: float) -> int:
        large = self.style.typeface.text_size >= _LARGE_FROM
        most, narrowest = (_COLUMNS_OF_LARGE_TEXT, _NARROWEST_OF_LARGE_TEXT) if large else (_COLUMNS, _NARROWEST)
        return max(1, min(most, int(width / narrowest)))

    @property
    def _columns(self) -> int:
        return self._columns_at(self.box.width)

    @property
    def _head(self) -> float:
        return self.style.typeface.leading(theme.CAPTION) + 4

    def cell(self, seat: int) -> Box:
        """Return the box in which a seat is drawn."""
        wide = self.box.width / self._columns
        row, column = divmod(seat, self._columns)
        top = self.box.top + self._head
        return Box(self.box.left + column * wide, top + row * _CELL, wide, _CELL).inflate(-4, -4)

    def _seat_at(self, x: float, y: float) -> int | None:
        seats = len(self._seating.seats) if self._seating else 0
        return next((seat for seat in range(seats) if self.cell(seat).inflate(4, 4).collidepoint(x, y)), None)

    @property
    def _aimed(self) -> int | None:
        """The seat that is pointed at or chosen by keys; None for none."""
        return self._pointed if self.hovered else self._cursor if self.focused else None

    def handle(self, event: InputEvent) -> bool:
        """Point at, move to or choose a seat."""
        match event:
            case PointerMoved():
                self._pointed = self._seat_at(event.x, event.y)
                return False
            case PointerPressed(button=1):
                self._pressed_seat = self._seat_at(event.x, event.y)
            case PointerReleased(button=1):
                seat = self._seat_at(event.x, event.y)
                if seat is not None and seat == self._pressed_seat:
                    self._choose(seat)
            case Command(name=CommandName.LEFT | CommandName.UP as name):
                return self._lead(-1 if name is CommandName.LEFT else -self._columns)
            case Command(name=CommandName.RIGHT | CommandName.DOWN as name):
                return self._lead(1 if name is CommandName.RIGHT else self._columns)
            case Command(name=CommandName.CONFIRM, repeated=False):
                self._choose(self._cursor)
            case _:
                return False
        return True

    def _lead(self, step: int) -> bool:
        seats = len(self._seating.seats) if self._seating else 0
        to = self._cursor + step
        if not 0 <= to < seats:
            return abs(step) == 1
        self._cursor = to
        return True

    def _choose(self, seat: int) -> None:
        self._cursor = seat
        self.style.play_sound(Sound.CLICK)
        self._on_choose(seat)

    def draw(self, canvas: Canvas) -> None:
        """Draw the text and the seats."""
        self._layer.draw(canvas, self.box, (self._aimed, self.style.typeface.text_size), self._paint)

    def _paint(self, canvas: Canvas) -> None:
        seating, typeface = self._seating, self.style.typeface
        if seating is None:
            return
        y = self.box.top + typeface.leading(theme.CAPTION) / 2
        line = self.style.texts.line
        wide = typeface.line(canvas, line("setup.crowd.map"), self.box.left, y, theme.CAPTION, Weight.SEMIBOLD)
        words = self._words.seats(seating)
        if self._aimed is not None:
            kind = self._words.name(seating.seats[self._aimed].spec)
            words = line("setup.crowd.at", number=self._words.number(self._aimed), kind=kind)
        room = self.box.width - wide - 12
        typeface.line(
            canvas, words, self.box.right, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right", max_width=room
        )
        for seat, choice in enumerate(seating.seats):
            self._paint_seat(canvas, seat, choice.spec, mine=choice.person)

    def _paint_seat(self, canvas: Canvas, seat: int, kind: str, *, mine: bool) -> None:
        typeface, box = self.style.typeface, self.cell(seat)
        faces.draw_face(canvas, box, faces.CHOSEN if mine else faces.WELL, 6)
        if seat == self._aimed:
            faces.draw_face(canvas, box, faces.ROW_CHOSEN, 6)
        self._marks.draw(canvas, kind, box.left + 8, box.top + 9, 11)
        colour = theme.TEXT_BRIGHT if mine else theme.TEXT_MUTED
        x, y = box.right - 3, box.bottom - 9
        weight = Weight.BOLD if mine else Weight.REGULAR
        typeface.line(canvas, str(self._words.number(seat)), x, y, theme.CAPTION, weight, colour, "right")
