"""A camera over a plane larger than the stage: it pans, zooms and glides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    InputEvent,
    KeyPressed,
    Panned,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    StickMoved,
    TriggerMoved,
    Wheel,
)
from game.engine.stillness import still_while
from game.engine.tween import Point, ease_out, lerp_point

ZOOMS: Final = (0.5, 0.7, 1.0, 1.4, 2.0)
"""Zoom factors of the plane. They are few, so that sprites are made in few sizes."""
GLIDE_SECONDS: Final = 0.4
STICK_SPEED: Final = 700.0
"""Design units of the stage per second that a pad's stick pans at full tilt."""
_DRAG: Final = 8.0
_PANS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_STEP: Final = 90.0
"""Design units of the stage that one press of shift and an arrow key pans."""


class Camera:
    """Which part of a plane is seen in `window`, a box of the stage. At zoom 1 the plane's units are those of the
    stage.
    """

    def __init__(self, window: Box, world: Box, zooms: Sequence[float] = ZOOMS) -> None:
        self.window = window
        self.world = world
        """The extent of the plane; the middle of the window never leaves it."""
        self.zooms = zooms
        self.taken = False
        """Whether a person has panned or zoomed. From then on nothing should move the camera without being asked."""
        self.zoom = 1.0
        self.middle: Point = world.center
        """The point of the plane in the middle of the window."""
        self._grasp: Point | None = None
        self._dragging = False
        self._stick: Point = (0.0, 0.0)
        self._glide: tuple[Point, Point, float] | None = None
        self._seconds = GLIDE_SECONDS
        self._trigger = 0.0

    def inside(self, x: float, y: float) -> Point:
        """Return the point of the plane that is seen at a point of the stage."""
        return (
            self.middle[0] + (x - self.window.centerx) / self.zoom,
            self.middle[1] + (y - self.window.centery) / self.zoom,
        )

    def outside(self, x: float, y: float) -> Point:
        """Return the point of the stage at which a point of the plane is seen."""
        return (
            self.window.centerx + (x - self.middle[0]) * self.zoom,
            self.window.centery + (y - self.middle[1]) * self.zoom,
        )

    def canvas(self, canvas: Canvas, aside: float = 0.0) -> Canvas:
        """Return a canvas in units of the plane, on the pixels of `canvas`. The caller clips to `window`.

        `aside` shifts the plane to the right by so many design units of the stage, to shake the picture.
        """
        scale = canvas.scale * self.zoom
        left = canvas.origin[0] + (self.window.centerx + aside) * canvas.scale - self.middle[0] * scale
        top = canvas.origin[1] + self.window.centery * canvas.scale - self.middle[1] * scale
        return canvas.placed(scale, (left, top))

    def translated(self, event: InputEvent) -> InputEvent:
        """Return the event with its point of the stage replaced by the point of the plane; other events unchanged."""
        if not isinstance(event, PointerMoved | PointerPressed | PointerReleased | Wheel) or event.x <= AWAY / 2:
            return event
        x, y = self.inside(event.x, event.y)
        return replace(event, x=x, y=y)

    def handle(self, event: InputEvent, *, free: bool = True, wheel: bool = True) -> bool:
        """Pan or zoom by an input. Return whether the input was used up, so that it means nothing else.

        The middle button pans everywhere, the left one only if `free`: where there is nothing to choose. `wheel` is
        False while the wheel turns what is in hand instead of zooming.
        """
        match event:
            case PointerPressed(x, y, button) if self.window.collidepoint(x, y) and (button == 2 or free * button == 1):
                self._grasp, self._dragging = (x, y), False
            case PointerMoved(x, y) if self._grasp:
                return self._drag(x, y)
            case PointerReleased():
                dragged, self._grasp, self._dragging = self._dragging, None, False
                return dragged
            case Panned(x, y, dx, dy) if self.window.collidepoint(x, y):
                self._pan(-dx, -dy)
                return True
            case Wheel(x, y, steps) if wheel and self.window.collidepoint(x, y):
                self.zoom_by(1 if steps > 0 else -1, (x, y))
                return True
            case KeyPressed(key, modifiers) if key in _PANS and modifiers == {"shift"}:
                x, y = _PANS[key]
                self._pan(x * _STEP, y * _STEP)
                return True
            case KeyPressed("=" | "+" | "[+]", repeated=False):
                self.zoom_by(1)
                return True
            case KeyPressed("-" | "[-]", repeated=False):
                self.zoom_by(-1)
                return True
            case StickMoved(x, y):
                self._stick = x, y
                self.taken = self.taken or any(self._stick)
                return True
            case TriggerMoved(side, pulled):
                if self._trigger < 0.5 <= pulled:
                    self.zoom_by(1 if side == "right" else -1)
                self._trigger = pulled
                return True
        return False

    def zoom_by(self, steps: int, around: Point | None = None) -> None:
        """Zoom in by `steps` (out if negative), keeping the point of the plane under `around`, or in the window's
        middle, where it is.
        """
        x, y = around or self.window.center
        before = self.inside(x, y)
        zooms = self.zooms
        place = min(range(len(zooms)), key=lambda number: abs(zooms[number] - self.zoom))
        self.zoom, self.taken = zooms[min(max(place + steps, 0), len(zooms) - 1)], True
        after = self.inside(x, y)
        self._glide = None
        self._look(self.middle[0] + before[0] - after[0], self.middle[1] + before[1] - after[1])

    def glide_to(self, x: float, y: float, seconds: float = GLIDE_SECONDS) -> None:
        """Move a point of the plane into the middle of the window within `seconds`; at once for 0 seconds."""
        self._glide = (self.middle, self._held(x, y), 0.0) if seconds > 0 else None
        self._seconds = seconds
        if self._glide is None:
            self._look(x, y)

    def fit(self, box: Box, seconds: float = 0.0, largest: float = math.inf) -> None:
        """Show all of a box of the plane at the largest zoom that shows it whole and is not above `largest`."""
        most = min(self.window.width / box.width, self.window.height / box.height)
        self.zoom = max((zoom for zoom in self.zooms if zoom <= min(most, largest)), default=self.zooms[0])
        self.glide_to(box.centerx, box.centery, seconds)

    def sees(self, x: float, y: float) -> bool:
        """Return whether a point of the plane is seen in the window."""
        return bool(self.window.collidepoint(self.outside(x, y)))

    @property
    def still_for(self) -> float:
        """Seconds for which the view stays where it is; see stillness.py."""
        return still_while(self._glide is None and not any(self._stick))

    def update(self, seconds: float) -> None:
        """Advance a running glide by `seconds`, and pan as the pad's stick is held."""
        if any(self._stick):
            far = STICK_SPEED * seconds / self.zoom
            self._look(self.middle[0] + self._stick[0] * far, self.middle[1] + self._stick[1] * far)
        if self._glide:
            start, end, passed = self._glide
            share = min(1.0, (passed + seconds) / self._seconds)
            self._look(*lerp_point(start, end, ease_out(share)))
            self._glide = (start, end, passed + seconds) if share < 1 else None

    def _drag(self, x: float, y: float) -> bool:
        assert self._grasp is not None
        if not self._dragging and math.dist(self._grasp, (x, y)) < _DRAG:
            return False
        dx, dy = x - self._grasp[0], y - self._grasp[1]
        self._dragging, self._grasp = True, (x, y)
        self._pan(-dx, -dy)
        return True

    def _pan(self, x: float, y: float) -> None:
        """Pan by a distance in design units of the stage."""
        self._glide, self.taken = None, True
        self._look(self.middle[0] + x / self.zoom, self.middle[1] + y / self.zoom)

    def _look(self, x: float, y: float) -> None:
        self.middle = self._held(x, y)

    def _held(self, x: float, y: float) -> Point:
        world = self.world
        return min(max(x, world.left), world.right), min(max(y, world.top), world.bottom)
