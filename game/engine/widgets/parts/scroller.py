"""Scrolling of something higher than its box: by wheel, by dragging the bar or the content, by keys."""

from __future__ import annotations

import math
from typing import Literal

from game.engine.canvas import Box, Canvas
from game.engine.input import (
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.widgets.parts import faces

WHEEL_STEP = 56.0
BAR_ROOM = 14.0
"""What the bar takes from the width of the content."""
_BAR = 6.0
_SHORTEST_THUMB = 28.0
_DRAG_BEGINS = 6.0
_FADE = 18.0
THINNED = 36.0
"""The height over which widgets thin out where there are more."""
_HASTE = 18.0
"""Share of the way left that is gone in a second, as a rate."""


class Scroller:
    """Where a view on something high stands. All lengths are design units."""

    def __init__(self) -> None:
        self.view = Box(0, 0, 0, 0)
        self.height = 0.0
        """Height of the content."""
        self.goal = 0.0
        """The content's distance above the view that it is moving to."""
        self.offset = 0.0
        """That distance as it is seen now."""
        self.dragged = False
        """Whether the press under way has become a drag, so that its release is no click."""
        self._grip: float | None = None
        self._pressed_y: float | None = None
        self._pressed_goal = 0.0

    @property
    def longest(self) -> float:
        """The farthest it can be scrolled."""
        return max(0.0, self.height - self.view.height)

    @property
    def needed(self) -> bool:
        """Whether there is more than the view shows."""
        return self.longest > 0.5

    def place(self, view: Box, height: float, *, follow: bool = False) -> None:
        """Set the view and the height of what it shows; with `follow`, whoever is at its end stays there."""
        at_end = follow and self.goal >= self.longest - 2
        self.view, self.height = view, height
        self.goal = self.longest if at_end else max(0.0, min(self.goal, self.longest))
        self.offset = max(0.0, min(self.offset, self.longest))

    def scroll(self, by: float) -> bool:
        """Move on. Returns whether there was anywhere to go."""
        return self.scroll_to(self.goal + by)

    def scroll_to(self, goal: float) -> bool:
        """Move to a distance. Returns whether that is elsewhere."""
        before = self.goal
        self.goal = max(0.0, min(goal, self.longest))
        return abs(self.goal - before) > 0.01

    def reveal(self, top: float, bottom: float, margin: float = 8.0) -> None:
        """Bring a stretch of the content into sight."""
        if bottom + margin > self.goal + self.view.height:
            self.scroll_to(bottom + margin - self.view.height)
        if top - margin < self.goal:
            self.scroll_to(top - margin)

    def jump(self) -> None:
        """Be at the goal at once."""
        self.offset = self.goal

    def update(self, seconds: float) -> None:
        """Glide towards the goal."""
        self.offset += (self.goal - self.offset) * (1 - math.exp(-_HASTE * seconds))
        if abs(self.goal - self.offset) < 0.3:
            self.offset = self.goal

    def read_on(self, event: InputEvent, step: float) -> bool:
        """Take every way to move about in a text that is only read: keys by `step`, wheel and pointer."""
        match event:
            case Command(name=CommandName.UP):
                return self.scroll(-step)
            case Command(name=CommandName.DOWN):
                return self.scroll(step)
            case KeyPressed(key="home"):
                return self.scroll_to(0)
            case KeyPressed(key="end"):
                return self.scroll_to(self.longest)
            case PointerPressed(button=1):
                self.handle(event)
                return True
            case _:
                return self.handle(event)

    def handle(self, event: InputEvent) -> bool:
        """Take wheel and pointer; a press beside the bar is noted and not used."""
        match event:
            case Wheel():
                return self.scroll(-event.steps * WHEEL_STEP)
            case PointerPressed(button=1):
                return self._press(event)
            case PointerMoved() if self._grip is not None:
                self._pull(event.y)
                return True
            case PointerMoved() if self._pressed_y is not None:
                return self._drag(event.y)
            case PointerReleased(button=1):
                used = self._grip is not None or self.dragged
                self._grip = self._pressed_y = None
                return used
            case _:
                return False

    def _press(self, event: PointerPressed) -> bool:
        self.dragged = False
        if self.needed and event.x >= self.view.right - BAR_ROOM:
            thumb = self._thumb()
            inside = thumb.top <= event.y <= thumb.bottom
            self._grip = event.y - thumb.top if inside else thumb.height / 2
            self._pull(event.y)
            return True
        if self.needed:
            self._pressed_y, self._pressed_goal = event.y, self.goal
        return False

    def _pull(self, y: float) -> None:
        """The thumb is held at y."""
        way = self.view.height - self._thumb().height
        if way > 0 and self._grip is not None:
            self.scroll_to((y - self._grip - self.view.top) / way * self.longest)
            self.jump()

    def _drag(self, y: float) -> bool:
        """The content is pulled along."""
        assert self._pressed_y is not None
        if not self.dragged and abs(y - self._pressed_y) < _DRAG_BEGINS:
            return False
        self.dragged = self.needed
        if self.dragged:
            self.scroll_to(self._pressed_goal + self._pressed_y - y)
            self.jump()
        return self.dragged

    def _thumb(self) -> Box:
        share = self.view.height / max(self.height, 1.0)
        high = max(_SHORTEST_THUMB, self.view.height * share)
        way = self.view.height - high
        top = self.view.top + (way * self.offset / self.longest if self.longest else 0.0)
        return Box(self.view.right - _BAR - 2, top, _BAR, high)

    def thinned(self, canvas: Canvas) -> faces.Thinned:
        """Let what is drawn meanwhile thin out where the content goes on, so that a row cut in half says so."""
        edges: list[Literal["top", "bottom"]] = []
        if self.needed and self.offset > 1:
            edges.append("top")
        if self.needed and self.offset < self.longest - 1:
            edges.append("bottom")
        return faces.Thinned(canvas, self.view, min(THINNED, self.longest), edges)

    def draw(self, canvas: Canvas, shade: bool = True) -> None:
        """Draw the bar, and over dark ground a shade where the content goes on."""
        if not self.needed:
            return
        if shade:
            area = canvas.pixels(self.view)
            high = canvas.px(_FADE)
            if self.offset > 1:
                canvas.surface.blit(faces.fade_out(area.width, high, True), area.topleft)
            if self.offset < self.longest - 1:
                place = (area.left, area.bottom - high)
                canvas.surface.blit(faces.fade_out(area.width, high, False), place)
        thumb = self._thumb()
        faces.draw_face(canvas, Box(thumb.left, self.view.top, _BAR, self.view.height), faces.WELL, _BAR / 2)
        faces.draw_face(canvas, thumb, faces.SCROLL_THUMB, _BAR / 2)
