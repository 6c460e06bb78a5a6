"""The failures of bots at a table, and the button that opens their page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine.canvas import Box
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.style import Style
from game.scenes.feeds.feed import Notice


class Failures:
    """The failures of a match, the first one first."""

    def __init__(self) -> None:
        self.notices: Sequence[Notice] = ()

    def add(self, notice: Notice) -> bool:
        """Add a failure. Returns whether it is the first."""
        self.notices = (*self.notices, notice)
        return len(self.notices) == 1

    def button(self, style: Style, box: Box, on_press: Callable[[], None]) -> list[Button]:
        """Return the button that opens the page of failures; empty while there are none."""
        if not self.notices:
            return []
        tooltip = style.texts.line("incident.page.tool")
        return [Button(style, box=box, icon="triangle-alert", kind=Kind.PRIMARY, on_press=on_press, tooltip=tooltip)]
