"""A page that shows one paper being drawn again, and beside it the seats that drew."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from game.cabinets.sketch.papers import Paper
from game.cabinets.sketch.scenes.easel import PaperEasel
from game.cabinets.sketch.stage.seats import SAMPLE_SHAPE, draw_odd, draw_sample, draw_voters
from game.cabinets.sketch.state import NOBODY
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.ornament import badge
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Button, ListView, Option, Panel, RowState, Segments, Slider, Widget
from game.scenes.feeds.feed import SeatInfo
from game.scenes.page.page import PageScene
from game.scenes.staging.looks import looks_for

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
ROW: Final = 40.0
_SIDE: Final = 430.0
_GAP: Final = 16.0


class PaperPage(PageScene):
    """The easel with its tools on the left; on the right the seats, one of which may be singled out, and the page's
    questions.
    """

    def __init__(self, context: Context, paper: Paper) -> None:
        super().__init__(context)
        self.named = True
        """Whether the people's names are shown."""
        self.told = True
        """Whether the odd one is shown."""
        self.speed = 1.0
        self._easel: PaperEasel | None = None
        self.lay(paper)

    def lay(self, paper: Paper) -> None:
        """Show this paper on the easel."""
        self.paper = paper
        seats = [SeatInfo(name) for name in paper.names]
        self.looks = looks_for(seats, self.context.settings)
        self.artists = paper.artists
        self.chosen: Seat = NOBODY
        """The seat whose strokes stand out; NOBODY for none."""

    @property
    def easel(self) -> PaperEasel:
        """The widget that shows the paper."""
        assert self._easel is not None
        return self._easel

    @abstractmethod
    def build_lower(self, room: Box) -> Sequence[Widget]:
        """Build the widgets below the seats, at the foot of `room`."""

    @abstractmethod
    def lower_height(self, width: float) -> float:
        """Return the height of the widgets that `build_lower` makes."""

    def first_focus(self) -> Widget | None:
        return self._play

    def build_body(self, body: Box) -> Sequence[Widget]:
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        left = Box(body.left, body.top, body.width - _SIDE - _GAP, body.height)
        easel = Box(left.left, left.top, left.width, left.height - high - _GAP)
        before, self._easel = self._easel, PaperEasel(self.style, easel, self.paper, self.looks)
        self.easel.speed = self.speed
        self.easel.alone = self.chosen
        if before is not None and before.shown is self.paper:
            self.easel.time, self.easel.playing = before.time, before.playing
        tools = Box(left.left, left.bottom - high, left.width, high)
        panel = Panel(self.style, Box(left.right + _GAP, body.top, _SIDE, body.height))
        inside = panel.inside
        lower = self.lower_height(inside.width)
        seats = Box(inside.left, inside.top, inside.width, inside.height - lower - _GAP)
        self.rows = ListView(
            self.style,
            self._paint_row,
            len(self.artists),
            seats,
            row_height=ROW,
            selected=self.artists.index(self.chosen) if self.chosen in self.artists else -1,
            on_select=self._single_out,
            on_choose=lambda _: self._single_out(-1),
        )
        room = Box(inside.left, inside.bottom - lower, inside.width, lower)
        return [self.easel, *self._build_tools(tools), panel, self.rows, *self.build_lower(room)]

    def _build_tools(self, room: Box) -> list[Widget]:
        line = self.context.texts.line
        self._play = Button(self.style, icon="play", on_press=self.play, tooltip=line("sketch.gallery.play"))
        strokes = len(self.paper.strokes)
        self._strokes = Slider(
            self.style, strokes, 0, max(1, strokes), on_change=self._seek, tooltip=line("sketch.gallery.strokes")
        )
        speeds = Segments(
            self.style, [Option(speed, f"{speed:g}×") for speed in SPEEDS], self.speed, on_change=self._pace
        )
        wide = speeds.natural_width()
        self._play.box = Box(room.left, room.top, room.height, room.height)
        speeds.box = Box(room.right - wide, room.top, wide, room.height)
        start = self._play.box.right + _GAP
        self._strokes.box = Box(start, room.top, speeds.box.left - _GAP - start, room.height)
        return [self._play, self._strokes, speeds]

    def play(self) -> None:
        """Play the drawing, or pause it."""
        self.easel.play()

    def _seek(self, strokes: int) -> None:
        self.easel.playing = False
        self.easel.seek(strokes)

    def _pace(self, speed: float) -> None:
        self.speed = self.easel.speed = speed

    def _single_out(self, row: int) -> None:
        """Let one seat's strokes stand out; a `row` of -1 shows all alike."""
        self.chosen = self.artists[row] if row >= 0 else NOBODY
        self.rows.selected = row
        self.easel.alone = self.chosen

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key == "space":
            self.play()
        else:
            super().handle_rest(event)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.easel.playing:
            self._strokes.value = self.easel.drawn
        self._play.icon = "pause" if self.easel.playing else "play"

    def name_of(self, seat: Seat) -> str:
        """Return a seat's name on this page: hidden names are numbers."""
        if self.named:
            return self.paper.names[seat]
        return self.context.texts.line("sketch.gallery.hidden", number=self.artists.index(seat) + 1)

    def _paint_row(self, canvas: Canvas, number: int, box: Box, state: RowState) -> None:
        seat, typeface = self.artists[number], self.style.typeface
        look = self.looks[seat]
        canvas.put_middle(badge(look.shape, look.colour, canvas.px(22)), box.left + 20, box.centery)
        high = box.height - 8
        scrap = Box(box.left + 40, box.top + 4, high * SAMPLE_SHAPE, high)
        draw_sample(canvas, scrap, seat, look)
        right = box.right - 12
        if self.told and seat == self.paper.odd:
            right = draw_odd(canvas, typeface, self.context.texts, right, box.centery)
        if self.told:
            right = draw_voters(canvas, self.looks, self.paper.votes, seat, right, box.centery)
        left = scrap.right + 12
        name = fitted(typeface, self.name_of(seat), right - left - 6, theme.BODY)
        ink = theme.TEXT_BRIGHT if self.chosen in (NOBODY, seat) else theme.TEXT_FAINT
        typeface.line(canvas, name, left, box.centery, theme.BODY, Weight.SEMIBOLD, ink)
