"""A menu of a few buttons, below each other, over the scene that they act on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.engine import theme
from game.engine.canvas import Box
from game.engine.input import CommandName, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.layout import stack
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.scenes.page.overlay import OverlayScene

WIDTH = 360.0
PADDING = 28.0
GAP = 12.0
_ENDS = {"home": 0, "end": -1}
"""Keys that lead to the first button and to the last."""
EDGES = 48.0
"""What is free above and below the highest menu, together."""


@dataclass(frozen=True)
class MenuItem:
    """A button of the menu: its label, its icon, and the value with which the scene below is resumed."""

    label: str
    icon: str
    value: Any
    primary: bool = False
    under: str = ""
    """What stands below the label in smaller letters."""


class ButtonMenu(OverlayScene):
    """Menu that returns the value of the pressed button, or None. MENU and BACK close it."""

    closed_by = (CommandName.BACK, CommandName.MENU)
    most_items = 0
    """With how many buttons the menu is in the middle: with fewer, its last button is in the same place. 0: always in
    the middle.
    """

    def __init__(self, context: Context, heading: str, items: Sequence[MenuItem]) -> None:
        super().__init__(context)
        self.heading = heading
        self.items = tuple(items)

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, KeyPressed) and event.key in _ENDS and not event.modifiers:
            buttons = [widget for widget in self.group.walk() if isinstance(widget, Button)]
            self.group.focus(buttons[_ENDS[event.key]])
        else:
            super().handle(event)

    def first(self) -> Widget | None:
        return next(widget for widget in self.group.walk() if isinstance(widget, Button))

    def build(self) -> Iterable[Widget]:
        style = self.style
        buttons = [self._button(item) for item in self.items]
        room = max(WIDTH - 2 * PADDING, *(button.natural_width() for button in buttons))
        room = min(room, self.design.width - 16 - 2 * PADDING)
        title = Label(
            style, self.heading, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, anchor="middle"
        )
        title_high = title.natural_height(room)
        fixed = 2 * PADDING + title_high + GAP
        frame = self.design
        highest = frame.height - EDGES
        wanted = sum(button.natural_height(room) + GAP for button in buttons) - GAP
        most = wanted + max(0, self.most_items - len(buttons)) * (buttons[0].natural_height(0) + GAP)
        shown, foot = min(wanted, highest - fixed), (frame.height + fixed + min(most, highest - fixed)) / 2
        width = room + 2 * PADDING
        box = Box((frame.width - width) / 2, foot - fixed - shown, width, fixed + shown)
        title.box = Box(box.left + PADDING, box.top + PADDING - 4, room, title_high)
        place = Box(box.left + PADDING, box.top + PADDING + title_high + GAP, room, shown)
        if shown == wanted:
            stack(place, buttons, GAP)
            return [Panel(style, box), title, *buttons]
        area = ScrollArea(style, place.inflate(2 * RING_ROOM + 16, 0), buttons, GAP)
        return [Panel(style, box), title, area]

    def _button(self, item: MenuItem) -> Button:
        kind = Kind.PRIMARY if item.primary else Kind.GLASS
        press = partial(self.choose, item.value)
        return Button(self.style, item.label, icon=item.icon, under=item.under, kind=kind, on_press=press)

    def choose(self, value: Any) -> None:
        """Take the value of the button that was pressed: resume the scene below with it."""
        self.stack.pop(value)
