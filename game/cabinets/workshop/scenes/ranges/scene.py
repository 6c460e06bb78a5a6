"""The scene of an expressive range: a thousand levels in a heat map of two measures, filled as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from game.cabinets.workshop.expressive_range import BINS, USUAL, bin_of, deciles
from game.cabinets.workshop.scenes.ranges.heat import HeatMap
from game.cabinets.workshop.scenes.ranges.ranged import Ranged
from game.cabinets.workshop.scenes.ranges.run import RangeRun
from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.showing import shown_of
from game.core.errors import SpokenError
from game.core.forge.measures.measuring import MEASURES, written
from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Label, Option, Panel, Widget, WidgetScene, draw_face
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts import faces
from game.scenes.page.backdrop import draw_backdrop

LEVELS = 1000
FIRST = USUAL | {"rooms": ("coins", "leniency")}
"""The two measures shown at first, by method or else by kind; chosen so that the levels spread over both."""
_SIDE, _TOP, _GAP = 24.0, 16.0, 12.0
_RIGHT = 420.0


class Run(Protocol):
    """A running measurement, with the methods of `RangeRun`."""

    def poll(self) -> tuple[list[tuple[int, ...]], bool]: ...

    def close(self) -> None: ...


class RangeScene(WidgetScene):
    """Shows an expressive range. Returns the number of a level that was chosen, or None."""

    def __init__(self, context: Context, ranged: Ranged, run: Callable[[Ranged, int], Run] = RangeRun) -> None:
        super().__init__(context)
        self.ranged = ranged
        self.names = MEASURES[ranged.kind]
        self.x, self.y = FIRST.get(ranged.named, FIRST[ranged.kind])
        self.levels: list[tuple[int, ...]] = []
        """For each level received its number, followed by its measures."""
        self.run: Run | None = None
        self._start = run
        self.view = LevelView(Box(0, 0, 1, 1), context.typeface, framed=False)
        self._shown = 0
        """The number of the level shown beside the heat map; 0 for none."""
        self._pictured = False
        """Whether the requested level is drawn yet, as an own generator may take long."""
        self._places: dict[str, Box] = {}
        self.take: list[Button] = []
        self.go_on()

    def go_on(self) -> None:
        """Start measuring, or continue where it was stopped."""
        self.levels = []
        try:
            self.run = self._start(self.ranged, LEVELS)
        except SpokenError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))

    def stop(self) -> None:
        """Stop measuring; what was measured is kept for the next time."""
        if self.run is not None:
            self.run.close()
            self.run = None
        self.rebuild()

    def leave(self) -> None:
        if self.run is not None:
            self.run.close()
            self.run = None
        self.ranged.close()
        super().leave()

    def build(self) -> Iterable[Widget]:
        style, line = self.style, self.context.texts.line
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        back = Button(style, icon="arrow-left", on_press=self.stack.pop, tooltip=line("page.back"))
        back.box = Box(_SIDE, _TOP, high, high)
        title = Label(
            style,
            line("workshop.range.heading", method=self.ranged.title(self.context.texts)),
            size=theme.HEADING,
            weight=Weight.BOLD,
            colour=theme.TEXT_BRIGHT,
        )
        title.box = Box(back.box.right + 12, _TOP, DESIGN_WIDTH - _RIGHT - 3 * _SIDE - high, high)
        key = "stop" if self.run is not None else "go"
        press = self.stop if self.run is not None else self._again
        self.button = Button(style, line(f"workshop.range.{key}"), icon="x" if self.run else "play", on_press=press)
        self.button.enabled = self.run is not None or len(self.levels) < LEVELS
        wide = self.button.natural_width()
        self.button.box = Box(DESIGN_WIDTH - _SIDE - wide, _TOP, wide, high)
        body = Box(_SIDE, _TOP + high + _GAP, DESIGN_WIDTH - 2 * _SIDE, DESIGN_HEIGHT - 2 * _TOP - high - _GAP)
        right = Box(body.right - _RIGHT, body.top, _RIGHT, body.height)
        left = Box(body.left, body.top, right.left - _GAP - body.left, body.height)
        return [back, title, self.button, *self._build_map(left, high), *self._build_side(right)]

    def _build_map(self, box: Box, high: float) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        panel = Panel(style, box)
        across, up = (
            [Option(name, f"{arrow} {line(f'workshop.measure.{name}')}") for name in self.names] for arrow in "→↑"
        )
        wide = (box.width - 40) / 2
        choose_x = DropDown(style, across, self.x, on_change=self._set_x, tooltip=line("workshop.range.across"))
        choose_y = DropDown(style, up, self.y, on_change=self._set_y, tooltip=line("workshop.range.up"))
        choose_y.box = Box(box.left + 16, box.top + 14, wide, high)
        choose_x.box = Box(choose_y.box.right + 8, box.top + 14, wide, high)
        self.map = HeatMap(style, self._point, self._choose)
        top = choose_x.box.bottom + _GAP
        self.map.box = Box(box.left + 16, top, box.width - 32, box.bottom - 16 - top)
        self._fill()
        return [panel, self.map, choose_y, choose_x]

    def _build_side(self, box: Box) -> list[Widget]:
        style, line = self.style, self.context.texts.line
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        panel = Panel(style, box)
        self._places["view"] = Box(box.left + 14, box.top + 14, box.width - 28, box.width * 0.72)
        self.view.place(self._places["view"])
        take = Button(style, line("workshop.range.take"), icon="check", kind=Kind.PRIMARY, on_press=self._take_shown)
        take.enabled = self._shown > 0
        take.box = Box(box.left + 14, box.bottom - 14 - high, box.width - 28, high)
        self.take = [take]
        top = self._places["view"].bottom + 10
        self._places["figures"] = Box(box.left + 16, top, box.width - 32, take.box.top - 8 - top)
        return [panel, take]

    def _set_x(self, name: str) -> None:
        self.x = name
        self._fill()

    def _set_y(self, name: str) -> None:
        self.y = name
        self._fill()

    def column(self, name: str) -> list[int]:
        """Return one measure of every level received so far."""
        place = 1 + self.names.index(name)
        return [level[place] for level in self.levels]

    def _fill(self) -> None:
        """Show the levels received so far in the heat map."""
        self.map.fill(list(zip(self.column(self.x), self.column(self.y), strict=True)), (self.x, self.y))

    def _point(self, cell: tuple[int, int]) -> None:
        """Show the first level that fell into a bin."""
        spans = self.map.spans
        for level, x, y in zip(self.levels, self.column(self.x), self.column(self.y), strict=True):
            if (bin_of(x, spans[0]), bin_of(y, spans[1])) == cell:
                self.shows(level[0])
                return

    def shows(self, number: int) -> None:
        """Show the level of a number beside the heat map."""
        if number == self._shown:
            return
        self._shown = number
        for button in self.take:
            button.enabled = True
        self.ranged.ask(number)
        self._take_level()

    def _take_level(self) -> None:
        """Show the requested level once it is ready."""
        try:
            level = self.ranged.poll(time.monotonic())
        except SpokenError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
            return
        if level is not None:
            self._pictured = True
            self.view.show(shown_of(level), glow=False)
            self.view.fit()

    def _choose(self, cell: tuple[int, int]) -> None:
        self._point(cell)
        self._take_shown()

    def _take_shown(self) -> None:
        if self._shown:
            self.stack.pop(self._shown)

    def _again(self) -> None:
        self.go_on()
        self.rebuild()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.view.update(seconds)
        self._take_level()
        if self.run is None:
            return
        try:
            came, over = self.run.poll()
        except SpokenError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
            self.stop()
            return
        if came:
            self.levels += came
            self._fill()
        if over:
            self.run = None
            self.rebuild()

    def draw_ground(self, canvas: Canvas) -> None:
        draw_backdrop(canvas)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        draw_face(canvas, self._places["view"].inflate(4, 4), faces.WELL, 6)
        if self._pictured:
            self.view.draw(canvas)
        self._draw_figures(canvas)

    def _draw_figures(self, canvas: Canvas) -> None:
        typeface, line = self.style.typeface, self.context.texts.line
        box = self._places["figures"]
        rows: list[tuple[str, str]] = [
            (line("workshop.range.levels"), f"{len(self.levels)} / {LEVELS}"),
            (line("workshop.range.bins"), f"{self.map.hit} / {BINS * BINS}"),
        ]
        if self._shown:
            rows.append((line("workshop.range.number"), str(self._shown)))
        for name in dict.fromkeys((self.x, self.y)):
            if self.levels:
                tenths = deciles(self.column(name))
                value = " – ".join(written(name, tenths[tenth]) for tenth in (1, 5, 9))
                rows.append((line(f"workshop.measure.{name}"), value))
        high, y = typeface.grown(24), box.top
        for name, value in rows:
            if y + high > box.bottom:
                break
            middle = y + high / 2
            wide = typeface.measure(value, theme.BODY, Weight.BOLD)
            typeface.line(canvas, value, box.right, middle, theme.BODY, Weight.BOLD, theme.TEXT_BRIGHT, "right")
            typeface.line(
                canvas, name, box.left, middle, theme.CAPTION, colour=theme.TEXT_MUTED, max_width=box.width - wide - 10
            )
            y += high
