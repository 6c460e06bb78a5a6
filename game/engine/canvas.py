"""Drawing in design units.

Everything is laid out on a design frame of 1280×720 units. Scenes that stand upright, too, have one of 412 units by the
height that is shown, in a window that is clearly taller than wide. A canvas holds the pixels, the pixels for a design
unit, and the pixel of the frame's corner. A window of another shape shows more around the frame, never less of it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import pygame

from game.engine.plate import Laid, Plate

DESIGN_WIDTH, DESIGN_HEIGHT = 1280, 720
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED
ADD = pygame.BLEND_RGB_ADD
MULTIPLY = pygame.BLEND_RGB_MULT

UPRIGHT_WIDTH: Final = 412.0
LOWEST, HIGHEST = 620.0, 920.0
"""The least and the greatest height of an upright frame: a higher window shows more ground around it."""
_TALL = 0.8
"""A window is upright where its width is less than this share of its height."""

Box: TypeAlias = pygame.FRect


class Frame(NamedTuple):
    """The frame that a scene is laid out on, in design units."""

    width: float
    height: float

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        return self.height > self.width

    @property
    def box(self) -> Box:
        """The frame as a box, whose corner is (0, 0)."""
        return Box(0, 0, self.width, self.height)


WIDE: Final = Frame(DESIGN_WIDTH, DESIGN_HEIGHT)


def upright_frame(width: int, height: int) -> Frame | None:
    """Return the upright frame of a window of this size in pixels; None for one that is not clearly taller than wide.

    >>> upright_frame(824, 1784), upright_frame(412, 500), upright_frame(1280, 720)
    (Frame(width=412.0, height=892.0), None, None)
    """
    if width >= _TALL * height:
        return None
    return Frame(UPRIGHT_WIDTH, max(LOWEST, min(HIGHEST, height * UPRIGHT_WIDTH / width)))


class Canvas:
    """A surface of pixels, its scale, and the place of the design frame on it."""

    def __init__(
        self,
        surface: pygame.Surface,
        scale: float,
        origin: tuple[float, float] = (0.0, 0.0),
        plate: Plate | None = None,
    ) -> None:
        """`plate`: what remembers the pictures on this surface, if anything does."""
        self._surface = surface
        self._plate = plate
        self.scale = scale
        self.origin = origin

    @classmethod
    def fit(cls, surface: pygame.Surface, frame: Frame = WIDE, plate: Plate | None = None) -> Canvas:
        """Return the canvas on `surface` whose design frame is centred and as large as fits."""
        width, height = surface.get_size()
        scale = min(width / frame.width, height / frame.height)
        origin = (width - frame.width * scale) / 2, (height - frame.height * scale) / 2
        return cls(surface, scale, origin, plate)

    def placed(self, scale: float, origin: tuple[float, float]) -> Canvas:
        """Return a canvas on the same pixels with another scale and another corner."""
        return Canvas(self._surface, scale, origin, self._plate)

    @property
    def surface(self) -> pygame.Surface:
        """The pixels themselves. A canvas that remembers its pictures takes one for another that asked for this; what
        is laid by the methods below needs it not.
        """
        return self._surface if self._plate is None else self._plate.surface

    def begin(self) -> None:
        """Begin a frame, if the canvas remembers its pictures."""
        if self._plate is not None:
            self._plate.begin()

    def end(self) -> bool:
        """End the frame. Return whether the pixels may look other than before it."""
        return self._plate is None or self._plate.end()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._surface.get_size()

    @property
    def clip(self) -> pygame.Rect:
        """The pixels to which all drawing is clipped."""
        return self._surface.get_clip() if self._plate is None else self._plate.clip

    @clip.setter
    def clip(self, area: pygame.Rect) -> None:
        if self._plate is None:
            self._surface.set_clip(area)
        else:
            self._plate.clip = area

    @property
    def bounds(self) -> Box:
        """The visible area in design units: the whole design frame (0, 0, width, height), and more in windows of other
        shapes.
        """
        width, height = self.size
        left, top = self.design(0, 0)
        return Box(left, top, width / self.scale, height / self.scale)

    def px(self, length: float) -> int:
        """Return a design length in whole pixels; a positive length gives at least 1."""
        return max(1, round(length * self.scale)) if length > 0 else round(length * self.scale)

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel of a design point."""
        return round(self.origin[0] + x * self.scale), round(self.origin[1] + y * self.scale)

    def design(self, x: float, y: float) -> tuple[float, float]:
        """Return the design point of a pixel."""
        return (x - self.origin[0]) / self.scale, (y - self.origin[1]) / self.scale

    def pixels(self, box: Box) -> pygame.Rect:
        """Return the pixel rectangle of a design box; boxes that touch give rectangles that touch."""
        left, top = self.pixel(box.left, box.top)
        right, bottom = self.pixel(box.right, box.bottom)
        return pygame.Rect(left, top, right - left, bottom - top)

    def put(self, sprite: pygame.Surface, x: float, y: float, blend: int = PREMULTIPLIED) -> None:
        """Blit a premultiplied sprite, already in pixels, with its top left corner at a design point."""
        self.lay(sprite, self.pixel(x, y), blend)

    def put_middle(self, sprite: pygame.Surface, x: float, y: float, blend: int = PREMULTIPLIED) -> None:
        """Blit a premultiplied sprite, already in pixels, with its middle at a design point."""
        left, top = self.pixel(x, y)
        width, height = sprite.get_size()
        self.lay(sprite, (left - width // 2, top - height // 2), blend)

    def lay(self, sprite: pygame.Surface, place: tuple[int, int], blend: int = PREMULTIPLIED) -> None:
        """Blit a sprite, which is never painted on again, with its top left corner at a pixel."""
        if self._plate is None:
            self._surface.blit(sprite, place, special_flags=blend)
        else:
            self._plate.lay(sprite, place, blend)

    def lay_all(self, sprites: Laid, blend: int = PREMULTIPLIED) -> None:
        """Blit sprites as `lay` does, each with the pixel of its corner. The sequence is never changed again."""
        if self._plate is None:
            self._surface.fblits(sprites, blend)
        else:
            self._plate.lay_all(sprites, blend)

    def within(self, box: Box, width: float, height: float) -> Canvas:
        """Return a canvas clipped to `box`, in which a design of `width`×`height` units is centred as large as fits.

        A stall's small screen shows a whole stage this way.
        """
        area = self.pixels(box)
        scale = min(area.width / width, area.height / height)
        part = self.surface.subsurface(area.clip(self.surface.get_rect()))
        return Canvas(part, scale, ((area.width - width * scale) / 2, (area.height - height * scale) / 2))
