"""A part of the screen that is kept as drawn until what it shows changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from game.engine.canvas import Box, Canvas
from game.engine.sprites import blank


class Layer:
    """One box of a scene, painted again only when its key or its place on the canvas changes."""

    def __init__(self, margin: float = 0.0) -> None:
        self.margin = margin
        """Space around the box, in design units, for what reaches beyond it, such as a glow or a shadow."""
        self._key: Hashable = None
        self._surface: pygame.Surface | None = None

    def draw(self, canvas: Canvas, box: Box, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """Draw the layer; `paint` fills an empty canvas if `key`, the box or the scale changed since the last call."""
        area = canvas.pixels(box.inflate(2 * self.margin, 2 * self.margin))
        whole_key = (key, area.size, canvas.scale, canvas.pixel(0, 0), box.topleft)
        if self._surface is None or whole_key != self._key:
            self._surface = blank(*area.size)
            self._key = whole_key
            origin = canvas.origin[0] - area.left, canvas.origin[1] - area.top
            paint(Canvas(self._surface, canvas.scale, origin))
        canvas.lay(self._surface, area.topleft)

    def forget(self) -> None:
        """Paint again at the next `draw`, even if the key is the same."""
        self._surface = None
