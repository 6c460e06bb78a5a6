"""A heat map of 20×20 bins over two measures: a bin is brighter the more levels lie in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.cabinets.workshop.expressive_range import BINS, heat
from game.core.forge.measures.measuring import written
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import mix, rgb
from game.engine.input import Command, CommandName, InputEvent, PointerMoved, PointerPressed
from game.engine.text import Weight
from game.engine.widgets import Style, Widget, draw_face
from game.engine.widgets.parts import faces

_AXIS = 26.0
_COLD, _WARM, _HOT = "#3B2F73", "#E8507A", "#F9D77A"
_WAYS = {
    CommandName.LEFT: (-1, 0),
    CommandName.RIGHT: (1, 0),
    CommandName.UP: (0, 1),
    CommandName.DOWN: (0, -1),
}


class HeatMap(Widget):
    """The widget of a heat map. Pointing at a bin (or arrows) calls `on_point`, pressing (or CONFIRM) `on_choose`."""

    focusable = True
    corner = 6.0

    def __init__(
        self,
        style: Style,
        on_point: Callable[[tuple[int, int]], None],
        on_choose: Callable[[tuple[int, int]], None],
    ) -> None:
        super().__init__(style)
        self._on_point, self._on_choose = on_point, on_choose
        self.spans = ((0, 1), (0, 1))
        """Least and greatest value of both measures."""
        self.names = ("", "")
        """The measures along both axes."""
        self.counts: Mapping[tuple[int, int], int] = {}
        self.pointed: tuple[int, int] | None = None

    @property
    def hit(self) -> int:
        """Number of bins that hold a level."""
        return len(self.counts)

    def fill(self, points: Sequence[tuple[int, int]], names: tuple[str, str]) -> None:
        """Show levels as points of two measures, over the spans from the least to the greatest value of each."""
        xs, ys = [x for x, _ in points] or [0], [y for _, y in points] or [0]
        self.spans = ((min(xs), max(min(xs) + 1, max(xs))), (min(ys), max(min(ys) + 1, max(ys))))
        self.counts = heat(points, self.spans)
        self.names = names

    @property
    def _grid(self) -> Box:
        axis = self.style.typeface.grown(_AXIS)
        side = min(self.box.width - 2 * axis, self.box.height - axis)
        return Box(self.box.left + 2 * axis, self.box.top, self.box.width - 2 * axis, max(10.0, min(side, 9999)))

    def handle(self, event: InputEvent) -> bool:
        match event:
            case PointerMoved(x, y):
                self._look(self._cell(x, y))
                return False
            case PointerPressed(x, y, 1):
                cell = self._cell(x, y)
                if cell is not None and cell in self.counts:
                    self._on_choose(cell)
                return True
            case Command(name=name) if name in _WAYS:
                dx, dy = _WAYS[name]
                x, y = self.pointed or (BINS // 2, BINS // 2)
                self._look((max(0, min(BINS - 1, x + dx)), max(0, min(BINS - 1, y + dy))))
                return True
            case Command(name=CommandName.CONFIRM) if self.pointed in self.counts:
                assert self.pointed is not None
                self._on_choose(self.pointed)
                return True
        return False

    def _look(self, cell: tuple[int, int] | None) -> None:
        if cell is not None:
            self.pointed = cell
            if cell in self.counts:
                self._on_point(cell)

    def _cell(self, x: float, y: float) -> tuple[int, int] | None:
        grid = self._grid
        if not grid.collidepoint(x, y):
            return None
        column, row = int((x - grid.left) / grid.width * BINS), int((grid.bottom - y) / grid.height * BINS)
        return min(BINS - 1, column), max(0, min(BINS - 1, row))

    def draw(self, canvas: Canvas) -> None:
        grid = self._grid
        draw_face(canvas, grid.inflate(4, 4), faces.WELL, 6)
        most = max(self.counts.values(), default=1)
        wide, high = grid.width / BINS, grid.height / BINS
        for (column, row), count in self.counts.items():
            box = Box(grid.left + column * wide, grid.bottom - (row + 1) * high, wide, high)
            share = (count / most) ** 0.5
            colour = mix(_COLD, _WARM, share * 2) if share < 0.5 else mix(_WARM, _HOT, share * 2 - 1)
            pygame.draw.rect(canvas.surface, rgb(colour), canvas.pixels(box.inflate(-1, -1)))
        if self.pointed is not None:
            column, row = self.pointed
            box = Box(grid.left + column * wide, grid.bottom - (row + 1) * high, wide, high)
            pygame.draw.rect(canvas.surface, rgb(theme.TEXT_BRIGHT), canvas.pixels(box).inflate(2, 2), 2)
        self._draw_axes(canvas, grid)

    def _draw_axes(self, canvas: Canvas, grid: Box) -> None:
        typeface = self.style.typeface
        (low_x, high_x), (low_y, high_y) = self.spans
        foot = grid.bottom + typeface.grown(_AXIS) / 2 + 2
        shade = Weight.SEMIBOLD, theme.TEXT_MUTED
        across, up = self.names
        typeface.line(canvas, written(across, low_x), grid.left, foot, theme.CAPTION, *shade)
        typeface.line(canvas, written(across, high_x), grid.right, foot, theme.CAPTION, *shade, "right")
        for value, y in ((low_y, grid.bottom - 10), (high_y, grid.top + 10)):
            typeface.line(canvas, written(up, value), grid.left - 8, y, theme.CAPTION, *shade, "right")
