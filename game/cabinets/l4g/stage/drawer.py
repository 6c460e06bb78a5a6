"""The drawer of an upright table: tabs, and the card of the chosen one, always shown or opened over the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from game.cabinets.l4g.stage.floor.layout import Drawer, Tab
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, PAPER, ROSE, rgb
from game.engine.layer import Layer
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.widgets.parts import faces

_DOT: Final = 9.0


class Tabs:
    """Which card of a drawer is chosen, and whether it is open over the room."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._layer = Layer(8)
        self.chosen = Tab.TOLD
        """The card that is always shown, where one is."""
        self.opened: Tab | None = None
        """The card that is open over the room; None for none."""

    def box_of(self, drawer: Drawer, high: Mapping[Tab, float]) -> tuple[Tab, Box] | None:
        """Return the card that is shown, and its box; `high` is what each needs. None where none is shown."""
        if self.opened is not None:
            needed = min(drawer.over.height, high[self.opened])
            return self.opened, Box(drawer.over.left, drawer.over.top, drawer.over.width, needed)
        return (self.chosen, drawer.card) if drawer.card is not None else None

    def press(self, x: float, y: float, drawer: Drawer, high: Mapping[Tab, float]) -> bool:
        """Take a press: a tab shows its card where it has room, else over the room, or closes it. Return whether there
        was a tab.
        """
        tab = next((each for each, box in drawer.tabs.items() if box.inflate(4, 4).collidepoint(x, y)), None)
        if tab is None:
            return False
        if drawer.card is not None and high[tab] <= drawer.card.height:
            self.chosen, self.opened = tab, None
        else:
            self.opened = None if self.opened is tab else tab
        return True

    def draw(
        self, canvas: Canvas, drawer: Drawer, words: Mapping[Tab, str], counts: Mapping[Tab, int], called: bool
    ) -> None:
        """Draw the tabs; with `called` direct infection waits for an answer."""
        shown = self.opened or (self.chosen if drawer.card is not None else None)
        key = (shown, tuple(words.values()), tuple(counts.values()), called, self._surroundings.typeface.text_size)
        whole = Box(0, 0, drawer.over.width, next(iter(drawer.tabs.values())).height)
        self._layer.draw(canvas, whole, key, lambda part: self._paint(part, drawer, words, counts, shown, called))

    def _paint(
        self,
        canvas: Canvas,
        drawer: Drawer,
        words: Mapping[Tab, str],
        counts: Mapping[Tab, int],
        shown: Tab | None,
        called: bool,
    ) -> None:
        typeface = self._surroundings.typeface
        for tab, box in drawer.tabs.items():
            faces.draw_face(canvas, box, faces.CHOSEN if tab is shown else faces.HINT)
            count = str(counts[tab]) if counts.get(tab) else ""
            aside = typeface.measure(count, theme.CAPTION, Weight.BOLD) + 6 if count else 0.0
            wide = typeface.measure(words[tab], theme.CAPTION, Weight.SEMIBOLD)
            if wide + aside + 8 > box.width:
                count, aside = "", 0.0
            label = typeface.cut(words[tab], box.width - 8, theme.CAPTION)
            x = box.centerx - (min(wide, box.width - 8) + aside) / 2
            x += typeface.line(canvas, label, x, box.centery, theme.CAPTION, Weight.SEMIBOLD, PAPER) + 6
            if count:
                typeface.line(canvas, count, x, box.centery, theme.CAPTION, Weight.BOLD, LANTERN)
            if called and tab is Tab.INFECTION:
                centre, radius = canvas.pixel(box.right - 9, box.top + 9), canvas.px(_DOT / 2)
                pygame.draw.circle(canvas.surface, rgb(ROSE), centre, radius)
