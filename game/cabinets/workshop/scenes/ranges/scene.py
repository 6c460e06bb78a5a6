"""The scene of an expressive range: a thousand levels in a heat map of two measures, filled as they come."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from game.cabinets.workshop.expressive_range import BINS, USUAL, bin_of, deciles
from game.cabinets.workshop.scenes.ranges.heat import HeatMap
from game.cabinets.workshop.scenes.ranges.ranged import Ranged
from game.cabinets.workshop.scenes.ranges.run import RangeRun
from game.cabinets.workshop.stage.counters import Counters
from game.cabinets.workshop.stage.level_view import LevelView
from game.cabinets.workshop.stage.showing import shown_of
from game.core.errors import SpokenError
from game.core.forge.measures.measuring import MEASURES, written
from game.engine import theme
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets import Button, Kind, Label, Option, Panel, Style, Widget, WidgetScene, draw_face
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.tree import Beside, Column, Framed, Of, Part, Row, Worded
from game.scenes.page.backdrop import draw_backdrop

LEVELS = 1000
FIRST = USUAL | {"rooms": ("coins", "leniency")}
"""The two measures shown at first, by method or else by kind; chosen so that the levels spread over both."""
_SIDE, _TOP, _GAP = 24.0, 16.0, 12.0
PAGE = Box(_SIDE, _TOP, DESIGN_WIDTH - 2 * _SIDE, DESIGN_HEIGHT - 2 * _TOP)
_RIGHT, _LEAST_MAP, _MARGIN = 420.0, 300.0, 14.0
_PICTURE_HIGH = 302.0


class Run(Protocol):
    """A running measurement, with the methods of `RangeRun`."""

    def poll(self) -> tuple[list[tuple[int, ...]], bool]: ...

    def close(self) -> None: ...


class _Picture(Widget):
    """The picture of a level, once there is one."""

    def __init__(self, style: Style, view: LevelView, is_there: Callable[[], bool]) -> None:
        super().__init__(style)
        self.view = view
        self._is_there = is_there

    def lay(self, box: Box) -> None:
        self.box = box
        self.view.place(box)

    def draw(self, canvas: Canvas) -> None:
        draw_face(canvas, self.box.inflate(4, 4), faces.WELL, 6)
        if self._is_there():
            self.view.draw(canvas)


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
        back = Button(style, icon="arrow-left", on_press=self.stack.pop, tooltip=line("page.back"))
        title = Label(
            style,
            line("workshop.range.heading", method=self.ranged.title(self.context.texts)),
            size=theme.HEADING,
            weight=Weight.BOLD,
            colour=theme.TEXT_BRIGHT,
        )
        key = "stop" if self.run is not None else "go"
        press = self.stop if self.run is not None else self._again
        self.button = Button(style, line(f"workshop.range.{key}"), icon="x" if self.run else "play", on_press=press)
        self.button.enabled = self.run is not None or len(self.levels) < LEVELS
        top = Row(back, Of(title, grow=1), Worded(self.button), gap=_GAP)
        self.tree = Column(top, Beside(self._build_map(), self._build_side(), gap=_GAP, grow=1), gap=_GAP)
        self.tree.place(PAGE)
        return self.tree.widgets()

    def _build_map(self) -> Part:
        style, line = self.style, self.context.texts.line
        across, up = (
            [Option(name, f"{arrow} {line(f'workshop.measure.{name}')}") for name in self.names] for arrow in "→↑"
        )
        choose_x = DropDown(style, across, self.x, on_change=self._set_x, tooltip=line("workshop.range.across"))
        choose_y = DropDown(style, up, self.y, on_change=self._set_y, tooltip=line("workshop.range.up"))
        self.map = HeatMap(style, self._point, self._choose)
        self._fill()
        axes = Beside(*(Of(choose, wide=0, grow=1) for choose in (choose_y, choose_x)), gap=8)
        heat = Of(self.map, wide=_LEAST_MAP, high=_LEAST_MAP, grow=1)
        return Framed(Panel(style), Column(axes, heat, gap=_GAP), grow=1)

    def _build_side(self) -> Part:
        style, take = self.style, self.context.texts.line("workshop.range.take")
        self.take = Button(style, take, icon="check", kind=Kind.PRIMARY, on_press=self._take_shown)
        self.take.enabled = self._shown > 0
        picture = _Picture(style, self.view, lambda: self._pictured)
        self.figures = Counters(style, row=24.0)
        self.figures.shown = self._figures()
        parts = Of(picture, high=_PICTURE_HIGH), Of(self.figures, grow=1), self.take
        side = Column(*parts, gap=10, wide=_RIGHT - 2 * _MARGIN)
        return Framed(Panel(style), side, margin=_MARGIN)

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
        self.figures.shown = self._figures()
        self.take.enabled = self._shown > 0
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

    def _figures(self) -> list[tuple[str, str]]:
        """Return what is known of the levels and of the one shown, as names and values."""
        line = self.context.texts.line
        rows: list[tuple[str, str]] = [
            (line("workshop.range.levels"), f"{len(self.levels)} / {LEVELS}"),
            (line("workshop.range.bins"), f"{self.map.hit} / {BINS * BINS}"),
        ]
        if self._shown:
            rows.append((line("workshop.range.number"), str(self._shown)))
        if self.levels:
            heads = (line(f"workshop.range.{tenth}") for tenth in ("tenth", "middle", "ninetieth"))
            rows.append((line("workshop.range.measure"), " – ".join(heads)))
            for name in dict.fromkeys((self.x, self.y)):
                tenths = deciles(self.column(name))
                value = " – ".join(written(name, tenths[tenth]) for tenth in (1, 5, 9))
                rows.append((line(f"workshop.measure.{name}"), value))
        return rows
