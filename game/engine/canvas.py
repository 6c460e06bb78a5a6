"""A surface seen through the design grid.

Everything is laid out in design units on a 1280×720 frame. A canvas holds the pixels, the scale between both,
and where the frame's corner lies; a window of another shape shows more around the frame, never less of it.
"""

from __future__ import annotations

from typing import TypeAlias

import pygame

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 720
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED
ADD = pygame.BLEND_RGB_ADD
MULTIPLY = pygame.BLEND_RGB_MULT

Box: TypeAlias = pygame.FRect


class Canvas:
    """Pixels, their scale, and the design frame's place in them."""

    def __init__(self, surface: pygame.Surface, scale: float, origin: tuple[float, float] = (0.0, 0.0)) -> None:
        self.surface = surface
        self.scale = scale
        self.origin = origin

    @classmethod
    def fit(cls, surface: pygame.Surface) -> Canvas:
        """The canvas whose design frame lies centred and as large as fits on `surface`."""
        width, height = surface.get_size()
        scale = min(width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
        return cls(surface, scale, ((width - DESIGN_WIDTH * scale) / 2, (height - DESIGN_HEIGHT * scale) / 2))

    @property
    def bounds(self) -> Box:
        """All that is visible, in design units; holds the frame (0, 0, 1280, 720) and perhaps more."""
        width, height = self.surface.get_size()
        left, top = self.design(0, 0)
        return Box(left, top, width / self.scale, height / self.scale)

    def px(self, length: float) -> int:
        """A design length in whole pixels, at least 1 for what is longer than nothing."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a design point."""
        return round(self.origin[0] + x * self.scale), round(self.origin[1] + y * self.scale)

    def design(self, x: float, y: float) -> tuple[float, float]:
        """The design point of a pixel."""
        return (x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale

    def pixels(self, box: Box) -> pygame.Rect:
        """The pixel rectangle of a design box; boxes that touch stay touching."""
        left, top = self.pixel(box.left, box.top)
        right, bottom = self.pixel(box.right, box.bottom)
        return pygame.Rect(left, top, right - left, bottom - top)

    def put(self, sprite: pygame.Surface, x: float, y: float, blend: int = PREMULTIPLIED) -> None:
        """Blit a sprite (already in pixels, premultiplied) with its top left corner at a design point."""
        self.surface.blit(sprite, self.pixel(x, y), special_flags=blend)

    def put_middle(self, sprite: pygame.Surface, x: float, y: float, blend: int = PREMULTIPLIED) -> None:
        """Blit a sprite with its middle at a design point."""
        left, top = self.pixel(x, y)
        width, height = sprite.get_size()
        self.surface.blit(sprite, (left - width // 2, top - height // 2), special_flags=blend)

    def within(self, box: Box, width: float, height: float) -> Canvas:
        """A canvas clipped to `box` on which a design of `width`×`height` units fits, centred.

        This is how a whole stage is drawn on the small screen of a stall.
        """
        area = self.pixels(box)
        scale = min(area.width / width, area.height / height)
        part = self.surface.subsurface(area.clip(self.surface.get_rect()))
        return Canvas(part, scale, ((area.width - width * scale) / 2, (area.height - height * scale) / 2))
