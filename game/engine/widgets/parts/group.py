"""Groups of widgets: which widget is pointed at, which has the focus, and how the focus moves. One Group is the root of
a screen.

Mouse alone, keys alone and a pad alone suffice: a press takes the focus; LEFT, RIGHT, UP and DOWN move it to the
nearest widget that way; NEXT and PREVIOUS go through all widgets in order; CONFIRM uses the focused one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    CommandReleased,
    Held,
    InputEvent,
    KeyPressed,
    KeyReleased,
    Lifted,
    Panned,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    StickMoved,
    TextComposed,
    TextTyped,
    TriggerMoved,
    Unplugged,
    Wheel,
)
from game.engine.stillness import STILL
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tooltip import Tooltip

_WAYS = {
    CommandName.LEFT: (-1, 0),
    CommandName.RIGHT: (1, 0),
    CommandName.UP: (0, -1),
    CommandName.DOWN: (0, 1),
}
_SIDEWAYS = 3.0
"""Factor by which distance aside counts more than distance ahead, when an arrow moves the focus."""
_LATE_FRAMES = 2
"""Frames for which text composed in a widget may still arrive after it lost the focus."""


class Container(Widget):
    """A widget that holds others and draws them in order."""

    def __init__(self, style: Style, box: Box | None = None, widgets: Iterable[Widget] = ()) -> None:
        super().__init__(style, box)
        self.widgets: list[Widget] = list(widgets)

    def walk(self) -> Iterator[Widget]:
        """Yield this widget and all visible widgets inside it, in order."""
        yield self
        for widget in self.widgets:
            if widget.visible:
                yield from widget.walk()

    @property
    def still_for(self) -> float:
        """Seconds for which everything visible inside looks the same unless something happens."""
        return min((widget.still_for for widget in self.widgets if widget.visible), default=STILL)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return the widgets under a point, the outermost first; () if there is none."""
        if not self.visible:
            return ()
        for widget in reversed(self.widgets):
            path = widget.path_at(x, y)
            if path:
                return (self, *path)
        return super().path_at(x, y)

    def update(self, seconds: float) -> None:
        """Advance all widgets by `seconds`."""
        for widget in self.widgets:
            widget.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw all visible widgets, and the focus ring of the focused one."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(canvas)
                if widget.focused:
                    widget.draw_focus(canvas)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what lies over the other widgets, such as an open drop-down."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw_over(canvas)

    def reveal(self, widget: Widget) -> None:
        """Scroll so that a widget inside this one becomes visible; does nothing in containers that do not scroll."""

    def move(self, x: float, y: float) -> None:
        super().move(x, y)
        for widget in self.widgets:
            widget.move(x, y)


class Group(Container):
    """The root of a screen's widgets."""

    press_focuses: ClassVar[bool] = True
    """Whether a press gives the focus to the widget it meets."""

    def __init__(self, style: Style, widgets: Iterable[Widget] = ()) -> None:
        super().__init__(style, None, widgets)
        self.focused_widget: Widget | None = None
        self._holder: Widget | None = None
        """The widget that the pointer pressed and has not released."""
        self._pointed: tuple[Widget, ...] = ()
        self._tooltip = Tooltip(style)
        self._late: tuple[Widget, int] | None = None
        self._rests = False
        """Whether a finger is down: what it rests on tells its tooltip then, and is not pressed by it."""

    @property
    def wants_text(self) -> bool:
        """Whether a text entry has the focus."""
        return self.focused_widget is not None and self.focused_widget.wants_text

    @property
    def text_box(self) -> Box | None:
        """Box in which text is being written; None if no entry has the focus."""
        return self.focused_widget.text_box if self.focused_widget else None

    @property
    def still_for(self) -> float:
        return min(super().still_for, self._tooltip.still_for)

    def path_at(self, x: float, y: float) -> tuple[Widget, ...]:
        """Return the widgets under a point; () if only the group itself is there."""
        path = super().path_at(x, y)
        return path if len(path) > 1 else ()

    def focus(self, widget: Widget | None) -> None:
        """Give the focus to a widget that can take it, or to none."""
        if widget is self.focused_widget or (widget and not widget.takes_focus):
            return
        old, self.focused_widget = self.focused_widget, widget
        if old:
            if old.composing:
                self._late = (old, _LATE_FRAMES)
            old.focus_changed(False)
        if widget:
            widget.focus_changed(True)
            for holder in self._holders(widget):
                holder.reveal(widget)

    def replace(self, widgets: Iterable[Widget], focus: Widget | None = None) -> None:
        """Hold other widgets from now on. A button that is made anew while pressed stays pressed."""
        self.focus(None)
        held = self._holder
        self._holder, self._pointed, self._late = None, (), None
        self.widgets = list(widgets)
        if held is not None:
            self._holder = next((widget for widget in self.walk() if widget.takes_press(held)), None)
        if self._holder is not None:
            self._holder.pressed = True
        self.focus(focus)

    def handle(self, event: InputEvent) -> bool:
        """Give an input to the widget it is meant for. Return whether any widget used it."""
        capturing = next((widget for widget in self.walk() if widget is not self and widget.captures), None)
        if capturing:
            self._tooltip.hide()
            capturing.handle(event)
            return True
        match event:
            case PointerMoved():
                return self._pointer_moved(event)
            case PointerPressed():
                return self._pointer_pressed(event)
            case PointerReleased():
                holder, self._holder = self._holder, None
                if self._rests and self._tooltip.shown:
                    event = PointerReleased(AWAY, AWAY, event.button)
                return holder.handle(event) if holder else False
            case Held():
                return self._holder.handle(event) if self._holder else False
            case Lifted():
                self._lift()
                return True
            case Wheel() | Panned():
                return any(widget.handle(event) for widget in reversed(self.path_at(event.x, event.y)[1:]))
            case Command():
                self._tooltip.hide()
                return self._command(event)
            case TextComposed(text="") if self._late:
                return True
            case TextTyped() if self._late:
                late, self._late = self._late[0], None
                return late.handle(event)
            case KeyPressed() | KeyReleased() | CommandReleased() | StickMoved() | TriggerMoved() | Unplugged():
                return bool(self.focused_widget and self.focused_widget.handle(event))
            case TextTyped() | TextComposed():
                return bool(self.focused_widget and self.focused_widget.handle(event))
            case _:
                return False

    def update(self, seconds: float) -> None:
        """Advance all widgets and the tooltip by `seconds`, and take the focus from widgets that can no longer
        hold it.
        """
        super().update(seconds)
        self._follow_replaced()
        focused = self.focused_widget
        if focused and not focused.takes_focus:
            self.focus(None)
        if self._late:
            late, frames = self._late
            self._late = (late, frames - 1) if frames > 1 else None
            if self._late is None:
                late.handle(TextComposed(""))
        self._tooltip.update(seconds)

    def _follow_replaced(self) -> None:
        """Pass the focus and a held press on from widgets that a container has replaced to those in their place."""
        held, focused = self._holder, self.focused_widget
        if held is not None and not _holds(self, held):
            self._holder = next((widget for widget in self.walk() if widget.takes_press(held)), None)
            held.pressed = False
            if self._holder is not None:
                self._holder.pressed = True
        if focused is not None and not _holds(self, focused):
            alike = [widget for widget in self._focusable() if type(widget) is type(focused)]
            self.focus(min(alike, key=lambda widget: _distance(widget, focused), default=None))

    def draw(self, canvas: Canvas) -> None:
        """Draw all widgets, then what lies over them, then the tooltip."""
        super().draw(canvas)
        self.draw_over(canvas)
        self._tooltip.draw(canvas)

    def _pointer_moved(self, event: PointerMoved) -> bool:
        path = self.path_at(event.x, event.y)[1:]
        if path != self._pointed:
            for widget in self._pointed:
                widget.hovered = False
            self._pointed = path
        for widget in path:
            widget.hovered = self._holder in (None, widget)
        self._tooltip.point(path[-1] if path else None, event.x, event.y)
        if self._holder:
            self._holder.handle(event)
            return True
        for widget in reversed(path):
            if widget.enabled and widget.handle(event):
                break
        return bool(path)

    def _lift(self) -> None:
        """Hover over nothing any more; a board keeps what the finger pointed at."""
        self._rests = False
        for widget in self._pointed:
            widget.hovered = widget.hovered and widget.keeps_pointed
        self._pointed = tuple(widget for widget in self._pointed if widget.keeps_pointed)
        self._tooltip.hide()

    def _pointer_pressed(self, event: PointerPressed) -> bool:
        self._tooltip.hide()
        path = self.path_at(event.x, event.y)[1:]
        self._rests = event.by == "finger"
        if self._rests:
            self._tooltip.rest_on(path[-1] if path else None, event.x, event.y)
        for widget in reversed(path):
            if not widget.enabled:
                return True
            if event.button == 1 and self.press_focuses:
                self.focus(widget)
            if widget.handle(event):
                self._holder = None if widget.at_once else widget
                return True
        return bool(path)

    def _command(self, event: Command) -> bool:
        focused = self.focused_widget
        if focused and focused.handle(event):
            return True
        match event.name:
            case CommandName.NEXT | CommandName.PREVIOUS:
                return self._step(1 if event.name is CommandName.NEXT else -1)
            case name if name in _WAYS:
                return self._lead(*_WAYS[name])
            case _:
                return False

    def _step(self, by: int) -> bool:
        """Move the focus by `by` through all widgets in order, wrapping at the ends. Return whether there is any."""
        order = self._focusable()
        if not order:
            return False
        if self.focused_widget in order:
            number = (order.index(self.focused_widget) + by) % len(order)
        else:
            number = 0 if by > 0 else -1
        self._lead_to(order[number])
        return True

    def _lead(self, x: int, y: int) -> bool:
        """Move the focus to the nearest widget in a direction. Return whether there is one."""
        order = self._focusable()
        if self.focused_widget is None or self.focused_widget not in order:
            if order:
                self._lead_to(order[0])
            return bool(order)
        target = nearest(self.focused_widget, order, x, y)
        if target:
            self._lead_to(target)
        return target is not None

    def _lead_to(self, widget: Widget) -> None:
        if widget is not self.focused_widget:
            self.style.play_sound(Sound.HOVER)
        self.focus(widget)
        self._tooltip.focus(widget)

    def _focusable(self) -> list[Widget]:
        return [widget for widget in self.walk() if widget is not self and widget.takes_focus]

    def _holders(self, widget: Widget) -> list[Container]:
        found = [holder for holder in self.walk() if isinstance(holder, Container) and holder is not self]
        return [holder for holder in found if any(inner is widget for inner in holder.walk())]


def _holds(container: Container, widget: Widget) -> bool:
    """Return whether a widget is anywhere in a container, visible or not."""
    return any(
        inner is widget or (isinstance(inner, Container) and _holds(inner, widget)) for inner in container.widgets
    )


def _distance(one: Widget, other: Widget) -> float:
    return abs(one.box.centerx - other.box.centerx) + abs(one.box.centery - other.box.centery)


def nearest(start: Widget, others: Sequence[Widget], x: int, y: int) -> Widget | None:
    """Return the widget closest to `start` in the direction (x, y); None if there is none.

    A widget to the side counts as farther than one straight ahead.
    """
    here = start.box
    best: tuple[float, Widget] | None = None
    for other in others:
        if other is start:
            continue
        there = other.box
        if x:
            ahead = (there.left - here.right) if x > 0 else (here.left - there.right)
            forward = (there.centerx - here.centerx) * x
            aside = max(there.top - here.bottom, here.top - there.bottom, 0.0)
            drift = abs(there.centery - here.centery)
        else:
            ahead = (there.top - here.bottom) if y > 0 else (here.top - there.bottom)
            forward = (there.centery - here.centery) * y
            aside = max(there.left - here.right, here.left - there.right, 0.0)
            drift = abs(there.centerx - here.centerx)
        if forward <= 0 or ahead < -min(here.width, here.height) / 2:
            continue
        distance = max(0.0, ahead) + _SIDEWAYS * aside + drift / 8
        if best is None or distance < best[0]:
            best = (distance, other)
    return best[1] if best else None
