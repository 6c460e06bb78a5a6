"""The wanted line over a level: shown while its field is pointed at or held, and drawn by a drag over the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.cabinets.workshop.scenes.desk import Desk
from game.cabinets.workshop.scenes.line_field import LineField
from game.cabinets.workshop.stage.level_view import LevelView
from game.core.forge.model.level import Value
from game.core.forge.model.lines import MOST_HEIGHT, moved, points_of, written
from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import INK, rgb
from game.engine.input import InputEvent, PointerMoved, PointerPressed, PointerReleased
from game.engine.widgets.parts.faces import Clip

_GROUND: Final = 4
"""Rows from a level's foot to the lowest ground, at which a line has the height 0."""


class LineOver:
    """A method's line over the maps of a level."""

    def __init__(self, desk: Desk, field: LineField | None, on_change: Callable[[str, Value], None]) -> None:
        self._desk, self._field, self._on_change = desk, field, on_change
        self._last: int | None = None
        """The point drawn last, while the pointer is held; else None."""
        self._held: LevelView | None = None

    @property
    def visible(self) -> bool:
        """Whether the line is seen over the level."""
        return self._field is not None and (self._field.lit or self._desk.draws_line)

    @property
    def _name(self) -> str:
        parameters = self._desk.settings.parameters
        return next(name for name in parameters if self._field and parameters[name] is self._field.parameter)

    @property
    def points(self) -> tuple[int, ...]:
        """The line's heights at its points."""
        assert self._field is not None
        return points_of(self._field.parameter, str(self._desk.values[self._name]))

    def handle(self, event: InputEvent, maps: Sequence[LevelView]) -> bool:
        """Draw the line by the pointer over one of the maps. Return whether the event was used."""
        if self._field is None or not self._desk.draws_line:
            return False
        match event:
            case PointerPressed(x, y, 1):
                self._held = next((one for one in maps if one.camera.window.collidepoint(x, y)), None)
                self._last = None
            case PointerMoved(x, y) if self._held is not None:
                pass
            case PointerReleased() if self._held is not None:
                self._held = None
                return True
            case _:
                return False
        if self._held is None:
            return False
        column, row = self._held.camera.inside(x, y)
        self._draw_to(column, row)
        return True

    def _draw_to(self, column: float, row: float) -> None:
        points, shown = self.points, self._desk.view.shown
        place = round(max(0.0, min(1.0, column / shown.width)) * (len(points) - 1))
        height = max(0, min(MOST_HEIGHT, round(shown.height - _GROUND - row)))
        found = moved(points, place, height, place if self._last is None else self._last)
        self._last = place
        if found != points:
            self._on_change(self._name, written(found))

    def draw(self, canvas: Canvas, maps: Sequence[LevelView]) -> None:
        """Draw the line over each map, with its points."""
        if not self.visible:
            return
        shown, points = self._desk.view.shown, self.points
        for one in maps:
            spots = [
                one.camera.outside(place * shown.width / (len(points) - 1), shown.height - _GROUND - height)
                for place, height in enumerate(points)
            ]
            with Clip(canvas, one.camera.window):
                pixels = [canvas.pixel(*spot) for spot in spots]
                for colour, wide in ((INK, 5.0), (theme.FOCUS, 2.6)):
                    pygame.draw.lines(canvas.surface, rgb(colour), False, pixels, max(1, canvas.px(wide)))
                for pixel in pixels:
                    pygame.draw.circle(canvas.surface, rgb(INK), pixel, canvas.px(6))
                    pygame.draw.circle(canvas.surface, rgb(theme.FOCUS), pixel, canvas.px(4.4))
