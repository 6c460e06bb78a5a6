"""A picture of a card, painted again only where it shows something else: text and vectors cost more than one blit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from game.cabinets.rails.stage.cards.knobs import Hover, Knob
from game.engine.canvas import Box, Canvas
from game.engine.sprites import blank


class KeptPicture:
    """What was painted last."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._picture: pygame.Surface | None = None

    def forget(self) -> None:
        """It shows something else from here on."""
        self._picture = None

    def draw(self, canvas: Canvas, box: Box, key: Hashable, paint: Callable[[Canvas], None]) -> None:
        """Draw what `paint` paints within a box; it is called where `key`, the scale or the box are others."""
        area = canvas.pixels(box)
        whole = key, area.size, canvas.scale
        if self._picture is None or whole != self._key:
            self._key, self._picture = whole, blank(*area.size)
            x, y = canvas.origin
            paint(Canvas(self._picture, canvas.scale, (x - area.left, y - area.top)))
        canvas.put(self._picture, box.left, box.top)


def led_to(knobs: Sequence[Knob], hover: Hover) -> tuple[str, str]:
    """The knobs that pointer and keys are on, by name: a card looks otherwise where these change."""
    under = next((knob.name for knob in knobs if not hover.by_keys and knob.box.collidepoint(hover.pointer)), "")
    return under, hover.focus if hover.by_keys else ""
