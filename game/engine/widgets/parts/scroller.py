"""Scrolling of content that is higher than its box: by wheel, by dragging the bar or the content, by keys."""

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
from game.engine.stillness import still_while
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style

WHEEL_STEP = 56.0
BAR_ROOM = 14.0
"""Width that the scroll bar takes from the content, in design units."""
_BAR = 6.0
_SHORTEST_THUMB = 28.0
_DRAG_BEGINS = 6.0
_FADE = 18.0
THINNED = 36.0
"""Height over which widgets fade out at an edge beyond which there are more, in design units."""
_HASTE = 18.0
"""Rate of scrolling: in a second, the remaining way shrinks by the factor exp(-18)."""


class Scroller:
    """Which part of its content a view shows. All lengths are design units."""

    def __init__(self) -> None:
        self.view = Box(0, 0, 0, 0)
        self.height = 0.0
        """Height of the content."""
        self.goal = 0.0
        """Distance of the content's top above the view that scrolling moves to."""
        self.offset = 0.0
        """Distance of the content's top above the view at present."""
        self.dragged = False
        """Whether the present press has become a drag, so that releasing it is no click."""
        self._grip: float | None = None
        self._pressed_y: float | None = None
        self._pressed_goal = 0.0

    @property
    def longest(self) -> float:
        """Greatest distance that can be scrolled to."""
        return max(0.0, self.height - self.view.height)

    @property
    def needed(self) -> bool:
        """Whether the content is higher than the view."""
        return self.longest > 0.5

    def place(self, view: Box, height: float, *, follow: bool = False) -> None:
        """Set the view and the height of its content; with `follow`, a view at the content's end stays at the end."""
        at_end = follow and self.goal >= self.longest - 2
        self.view, self.height = view, height
        self.goal = self.longest if at_end else max(0.0, min(self.goal, self.longest))
        self.offset = max(0.0, min(self.offset, self.longest))

    def scroll(self, by: float) -> bool:
        """Scroll by a distance. Return whether there was room to move."""
        return self.scroll_to(self.goal + by)

    def scroll_to(self, goal: float) -> bool:
        """Scroll to a distance, limited to the content. Return whether that is a new goal."""
        before = self.goal
        self.goal = max(0.0, min(goal, self.longest))
        return abs(self.goal - before) > 0.01

    def reveal(self, top: float, bottom: float, margin: float = 8.0) -> None:
        """Scroll so that the content between `top` and `bottom` becomes visible, with a margin."""
        if bottom + margin > self.goal + self.view.height:
            self.scroll_to(bottom + margin - self.view.height)
        if top - margin < self.goal:
            self.scroll_to(top - margin)

    def jump(self) -> None:
        """Go to the goal at once, without gliding."""
        self.offset = self.goal

    @property
    def still_for(self) -> float:
        """Seconds for which the view stays where it is; see stillness.py."""
        return still_while(self.offset == self.goal)

    def update(self, seconds: float) -> None:
        """Glide towards the goal for `seconds`."""
        self.offset += (self.goal - self.offset) * (1 - math.exp(-_HASTE * seconds))
        if abs(self.goal - self.offset) < 0.3:
            self.offset = self.goal

    def read_on(self, event: InputEvent, step: float) -> bool:
        """Scroll text that is only read: by keys (UP and DOWN by `step`), wheel and pointer. Return whether the input
        was used.
        """
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
        """Scroll by wheel and pointer. Return whether the input was used. A press beside the bar may begin a drag but
        is not used.
        """
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
        """Scroll to where the held thumb of the bar is at y."""
        way = self.view.height - self._thumb().height
        if way > 0 and self._grip is not None:
            self.scroll_to((y - self._grip - self.view.top) / way * self.longest)
            self.jump()

    def _drag(self, y: float) -> bool:
        """Drag the content with the pointer to y. Return whether the press has become a drag."""
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
        """Return a context in which drawing fades out at the edges beyond which the content continues."""
        edges: list[Literal["top", "bottom"]] = []
        if self.needed and self.offset > 1:
            edges.append("top")
        if self.needed and self.offset < self.longest - 1:
            edges.append("bottom")
        return faces.Thinned(canvas, self.view, min(THINNED, self.longest), edges)

    def draw(self, canvas: Canvas, shade: bool = True) -> None:
        """Draw the scroll bar and, if `shade`, a dark shade at the edges beyond which the content continues."""
        if not self.needed:
            return
        if shade:
            area = canvas.pixels(self.view)
            high = canvas.px(_FADE)
            if self.offset > 1:
                canvas.lay(faces.fade_out(area.width, high, True), area.topleft, 0)
            if self.offset < self.longest - 1:
                place = (area.left, area.bottom - high)
                canvas.lay(faces.fade_out(area.width, high, False), place, 0)
        thumb = self._thumb()
        faces.draw_face(canvas, Box(thumb.left, self.view.top, _BAR, self.view.height), faces.WELL, _BAR / 2)
        faces.draw_face(canvas, thumb, faces.SCROLL_THUMB, _BAR / 2)


class Scrolling(Widget):
    """A widget that shows a part of its content, moved by a scroller."""

    def __init__(self, style: Style, box: Box | None = None, *, tooltip: str = "") -> None:
        super().__init__(style, box, tooltip=tooltip)
        self.scroller = Scroller()

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.scroller.still_for)

    def update(self, seconds: float) -> None:
        """Advance the hover effect and the scrolling by `seconds`."""
        super().update(seconds)
        self.scroller.update(seconds)
