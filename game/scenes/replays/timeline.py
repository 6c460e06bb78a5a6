"""The timeline of a replay: the whole match as a band with a stretch for every turn, and the current position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, ROSE, SAND, lighten, mix
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
from game.engine.light import shine
from game.engine.ornament import LIT, badge, round_button
from game.engine.sprites import blank, sprite
from game.engine.stage import Look, Tick
from game.engine.text import Anchor, Weight
from game.engine.vector import path, rect, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tooltip import draw_hint
from game.scenes.feeds.turns import LogTurn, numbered

BAND = 18.0
SWING = 13.0
"""Height of the tallest mark above the band, over the turn in which the scores changed most."""
HANDLE = 22.0
_LOW = 60.0
"""A lower timeline has no numbers of turns, and its band near its foot."""
TICK = 5.0
"""Height of a row of marks below the band."""


@sprite(kept=4)
def _dusk(width_px: int, height_px: int) -> pygame.Surface:
    """Render the shade over the part that is still to come."""
    made = blank(width_px, height_px)
    made.fill((8, 7, 19, 150))
    return made


@sprite(kept=4)
def _tick(size_px: int, tick: Tick) -> pygame.Surface:
    shapes = {
        Tick.GAIN: path("M5 0L10 5L5 10L0 5Z", LANTERN),
        Tick.LOSS: path("M1 1L9 9M9 1L1 9", "none", ROSE, 2.6),
        Tick.TURNING: path("M5 9V5L1 1M5 5L9 1", "none", LANTERN, 2.2),
    }
    return svg(shapes[tick], size_px, size_px, box=(0, 0, 10, 10), oversample=4)


class ReplayTimeline(Widget):
    """Positions 0 … `count` along a band. A click or drag goes to a position; LEFT and RIGHT go step by step."""

    focusable = True
    corner = theme.GRID

    def __init__(
        self,
        style: Style,
        box: Box,
        turns: Sequence[LogTurn],
        count: int,
        looks: Sequence[Look],
        on_seek: Callable[[int], None],
        ticks: Mapping[str, Tick],
        notes: Mapping[int, str],
    ) -> None:
        """`ticks` gives the mark for each kind of event that has one, `notes` a text for some steps."""
        super().__init__(style, box)
        self.turns = turns
        self.count = count
        self.looks = looks
        self.on_seek = on_seek
        self._ticks = ticks
        self._notes = notes
        self.position = 0
        self._numbers = numbered(turns)
        self._layer = Layer(margin=8)
        self._pointed: float | None = None

    @property
    def _band(self) -> Box:
        if self.box.height < _LOW:
            return Box(self.box.left + 12, self.box.bottom - BAND - 2 * TICK - 2, self.box.width - 24, BAND)
        return Box(self.box.left + 12, self.box.centery - BAND / 2 - 4, self.box.width - 24, BAND)

    def _x(self, position: float) -> float:
        return self._band.left + self._band.width * position / max(1, self.count)

    def _position_at(self, x: float) -> int:
        share = (x - self._band.left) / self._band.width
        return max(0, min(self.count, round(share * self.count)))

    def turn_at(self, position: int) -> int:
        """Return the index of the turn that contains step `position`; -1 before the first turn."""
        begun = [number for number, turn in enumerate(self.turns) if turn.begin < position]
        return begun[-1] if begun else -1

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerMoved(x=x):
                self._pointed = x
                if self.pressed:
                    self._seek(self._position_at(x))
            case PointerPressed(x=x, button=1):
                self.pressed = True
                self._seek(self._position_at(x))
            case PointerReleased(button=1):
                self.pressed = False
            case Command(name=CommandName.LEFT):
                self._seek(self.position - 1)
            case Command(name=CommandName.RIGHT):
                self._seek(self.position + 1)
            case KeyPressed(key="home"):
                self._seek(0)
            case KeyPressed(key="end"):
                self._seek(self.count)
            case _:
                return False
        return True

    def _seek(self, position: int) -> None:
        position = max(0, min(self.count, position))
        if position != self.position:
            self.on_seek(position)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if not self.hovered:
            self._pointed = None

    def draw(self, canvas: Canvas) -> None:
        self._layer.draw(canvas, self.box, (self.style.typeface.text_size, len(self._notes)), self._paint)
        band = self._band
        x = self._x(self.position)
        if self.position < self.count:
            canvas.put(_dusk(canvas.px(band.right - x), canvas.px(BAND)), x, band.top)
        shine(canvas, x, band.centery, 26, LANTERN, 0.5)
        canvas.put_middle(round_button(canvas.px(HANDLE), LIT), x, band.centery)

    def draw_over(self, canvas: Canvas) -> None:
        if self._pointed is None:
            return
        turn = self.turn_at(self._position_at(self._pointed) + 1)
        if turn < 0:
            return
        texts = self.style.texts
        seat = self.turns[turn].seat
        number = self._numbers[turn]
        line = texts.line("table.replay.turn", turn=number, count=self._numbers[-1])
        if not number:
            line = texts.line("table.replay.start")
        name = f"{self.looks[seat].name} · " if seat is not None else ""
        near = Box(self._pointed - 1, self._band.top - 44, 2, 2)
        draw_hint(canvas, self.style, " · ".join((name + line, *self._notes_of(turn))), near)

    def _paint(self, canvas: Canvas) -> None:
        """Paint the band with a coloured stretch for each turn, and the mover's shape below it."""
        band, typeface = self._band, self.style.typeface
        faces.draw_face(canvas, band.inflate(4, 4), faces.WELL, BAND / 2 + 2)
        area = canvas.pixels(band)
        body = ""
        for number, turn in enumerate(self.turns):
            left, right = (x - band.left for x in self._span(number))
            colour = "#6A5A92" if turn.seat is None else mix(self.looks[turn.seat].colour, "#2A2350", 0.3)
            body += rect(left + 0.4, 0, max(0.8, right - left - 0.8), BAND, 2, colour, fill_opacity=0.9)
            body += rect(left, 0, 1.4, BAND, 0, lighten(colour, 0.5), fill_opacity=0.8)
        canvas.put(svg(body, area.width, area.height, box=(0, 0, band.width, BAND)), band.left, band.top)
        self._paint_shapes(canvas)
        self._paint_swings(canvas)
        self._paint_ticks(canvas)
        if not self.turns or self.box.height < _LOW:
            return
        every = max(1, -(-len(self.turns) // 8))
        y = band.bottom + 10 + typeface.grown(6) + (TICK if self._ticks else 0)
        for number in range(1 - self._numbers[0], len(self.turns), every):
            x = self._x(self.turns[number].begin)
            anchor: Anchor = "left" if number == 0 else "middle"
            if x < band.right - 16:
                text = str(self._numbers[number])
                typeface.line(canvas, text, x, y, theme.CAPTION, Weight.REGULAR, theme.TEXT_MUTED, anchor)

    def _paint_swings(self, canvas: Canvas) -> None:
        """Paint over every turn how much the scores changed in it, to show where a match was decided."""
        band = self._band
        swings = [self._swing(number) for number in range(len(self.turns))]
        most = max(swings, default=0)
        body = ""
        for number, swing in enumerate(swings):
            if swing:
                high = max(1.5, SWING * swing / most)
                left, right = self._span(number)
                wide = max(1.5, min(7.0, (right - left) * 0.4))
                x = (left + right) / 2 - wide / 2 - band.left
                body += rect(
                    x, SWING - high, wide, high, min(1.5, wide / 2), SAND, fill_opacity=0.3 + 0.5 * swing / most
                )
        area = canvas.pixels(Box(band.left, band.top - 5 - SWING, band.width, SWING))
        canvas.put(svg(body, area.width, area.height, box=(0, 0, band.width, SWING)), band.left, band.top - 5 - SWING)

    def ticks_of(self, number: int) -> set[Tick]:
        """Return the marks below a turn."""
        events = (event for entry in self.turns[number].entries for event in entry.events)
        found = {self._ticks[event.kind] for event in events if event.kind in self._ticks}
        return found | {Tick.TURNING} if self._notes_of(number) else found

    def _notes_of(self, number: int) -> list[str]:
        """Return the texts for the steps of a turn."""
        return [self._notes[entry.number] for entry in self.turns[number].entries if entry.number in self._notes]

    def _paint_ticks(self, canvas: Canvas) -> None:
        """Paint marks below each turn: gains as diamonds, turnings as forks; losses as crosses in a second row."""
        band = self._band
        for number in range(len(self.turns)):
            for tick in self.ticks_of(number):
                y = band.bottom + 5 + (tick is Tick.LOSS) * TICK
                canvas.put_middle(_tick(canvas.px(TICK + 1), tick), sum(self._span(number)) / 2, y)

    def _swing(self, number: int) -> int:
        """Return the greatest change of a seat's score in a turn."""
        after = self.turns[number].entries[-1].scores
        before = self.turns[number - 1].entries[-1].scores if number else after
        return max((abs(new - old) for new, old in zip(after, before, strict=False)), default=0)

    def _span(self, number: int) -> tuple[float, float]:
        """Return the left and right end of a turn on the band."""
        last = number + 1 == len(self.turns)
        return self._x(self.turns[number].begin), self._x(self.count if last else self.turns[number + 1].begin)

    def _paint_shapes(self, canvas: Canvas) -> None:
        """Paint the mover's shape for each turn, where the stretches are wide enough."""
        wide = self._band.width / max(1, len(self.turns))
        size = min(11.0, wide * 0.62)
        if size < 5:
            return
        for number, turn in enumerate(self.turns):
            if turn.seat is None:
                continue
            look = self.looks[turn.seat]
            mark = badge(look.shape, look.colour, canvas.px(size))
            canvas.put_middle(mark, sum(self._span(number)) / 2, self._band.centery)
