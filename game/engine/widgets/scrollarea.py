"""A scrolling area for widgets that need more height than there is."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, PointerPressed
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.layout import inset, stack
from game.engine.widgets.parts.scroller import BAR_ROOM, THINNED, Scroller
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Beside, Laid, Of, Pad, Part, as_part

RING_ROOM = 6.0
"""Space kept free around the widgets for the focus ring, in design units."""


class ScrollArea(Container):
    """Widgets below each other in a box, scrolled by wheel, by dragging, or by moving the focus.

    Without a box it waits for `lay`. Lay the widgets out with `fill` (one column), or set their boxes yourself and
    tell the height with `laid_out`.
    """

    def __init__(
        self, style: Style, box: Box | None = None, widgets: Iterable[Widget] = (), gap: float = theme.GAP
    ) -> None:
        super().__init__(style, box, widgets)
        self.scroller = Scroller()
        self._shifted = 0.0
        self._gap = gap
        if box is not None:
            self.fill(gap)

    def natural_height(self, width: float) -> float:
        """Return the height at which nothing needs to scroll."""
        wide = width - 2 * RING_ROOM
        return sum(widget.natural_height(wide) + self._gap for widget in self.widgets) - self._gap + 2 * RING_ROOM

    def lay(self, box: Box) -> None:
        self.box = box
        self.fill(self._gap)

    @property
    def inside(self) -> Box:
        """Box for laying out widgets as if nothing were scrolled, without the scroll bar."""
        whole = inset(self.box, RING_ROOM)
        return Box(whole.left, whole.top, whole.width - BAR_ROOM, whole.height)

    def fill(self, gap: float = theme.GAP) -> None:
        """Lay all widgets out in one column, over the whole width if no scroll bar is needed."""
        self._gap = gap
        scrolls = self.natural_height(self.box.width) > self.box.height
        self.laid_out(stack(self.inside if scrolls else inset(self.box, RING_ROOM), self.widgets, gap))

    def laid_out(self, height: float) -> None:
        """Note that the widgets have boxes from the top of `inside` down, `height` in all."""
        self._shifted = 0.0
        self.scroller.place(self.box, height + 2 * RING_ROOM)
        self._shift()

    def _shift(self) -> None:
        """Move the widgets by the change of the scroll offset."""
        by = self._shifted - self.scroller.offset
        if by:
            for widget in self.widgets:
                widget.move(0, by)
            self._shifted = self.scroller.offset

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return the widgets under a point inside the box; widgets scrolled out of it cannot be pointed at."""
        return super().path_at(x, y) if self.box.collidepoint(x, y) else ()

    def reveal(self, widget: Widget) -> None:
        top = widget.box.top - self.box.top + self._shifted
        margin = THINNED if self.scroller.longest > 2 * THINNED else RING_ROOM
        self.scroller.reveal(top, top + widget.box.height, margin)

    def handle(self, event: InputEvent) -> bool:
        """Scroll by an input. Return whether it was used; a press beside widgets is, if the content can be dragged."""
        used = self.scroller.handle(event)
        self._shift()
        return used or (isinstance(event, PointerPressed) and self.scroller.needed)

    def move(self, x: float, y: float) -> None:
        super().move(x, y)
        self.scroller.place(self.box, self.scroller.height)

    @property
    def still_for(self) -> float:
        return min(super().still_for, self.scroller.still_for)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.scroller.update(seconds)
        self._shift()

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible widgets and the scroll bar."""
        with faces.Clip(canvas, self.box), self.scroller.thinned(canvas):
            for widget in self.widgets:
                if widget.visible and widget.box.colliderect(self.box):
                    widget.draw(canvas)
                    if widget.focused:
                        widget.draw_focus(canvas)
        self.scroller.draw(canvas, shade=False)


class Scrolled(ScrollArea):
    """A layout tree that scrolls where it does not fit; the room of the bar stays free even where it does.

    The area is wider than its tree by RING_ROOM at both sides.
    """

    def __init__(self, style: Style, tree: Part | Widget) -> None:
        super().__init__(style)
        self.tree = as_part(tree)

    def natural_width(self) -> float:
        return self.tree.wide() + 2 * RING_ROOM + BAR_ROOM

    def natural_height(self, width: float) -> float:
        return self.tree.high(width - 2 * RING_ROOM - BAR_ROOM) + 2 * RING_ROOM

    def lay(self, box: Box) -> None:
        self.box = box
        inside = self.inside
        high = max(inside.height, self.tree.high(inside.width))
        self.tree.place(Box(inside.left, inside.top, inside.width, high))
        self.widgets = list(self.tree.widgets())
        self.laid_out(high)


class Paged(Laid):
    """A page: side by side its parts scroll by themselves, below each other all of them together."""

    def __init__(self, style: Style, page: Beside, box: Box | None = None) -> None:
        self._page = page
        self._whole = Pad(Of(Scrolled(style, page)), -RING_ROOM)
        super().__init__(style, page, box)

    def prepare(self) -> None:
        self._page.high(self.box.width)
        self.tree = self._whole if self._page.upright else self._page
