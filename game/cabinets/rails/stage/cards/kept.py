"""A cached picture of a card, painted again only when its content changes: painting text costs more than one blit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from game.cabinets.rails.stage.cards.knobs import Hover, Knob
from game.engine.canvas import Box, Canvas
from game.engine.sprites import blank


class KeptPicture:
    """The last painted picture of a card, with the key of what it shows."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture: pygame.Surface | None = None

    def forget(self) -> None:
        """Drop the picture, so that the next `draw` paints it again."""
        self._picture = None

    def draw(self, canvas: Canvas, box: Box, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """Draw the picture in a box; call `paint` first if `key`, the scale or the box's size differ from the last
        time."""
        area = canvas.pixels(box)
        whole = key, area.size, canvas.scale
        if self._picture is None or whole != self._key:
            self._key, self._picture = whole, blank(*area.size)
            x, y = canvas.origin
            paint(Canvas(self._picture, canvas.scale, (x - area.left, y - area.top)))
        canvas.put(self._picture, box.left, box.top)


def led_to(knobs: Sequence[Knob], hover: Hover) -> tuple[str, str]:
    """Return the names of the knobs under the pointer and in the key focus ("" for none), as part of a picture's
    key."""
    under = next((knob.name for knob in knobs if not hover.by_keys and knob.box.collidepoint(hover.pointer)), "")
    return under, hover.focus if hover.by_keys else ""
