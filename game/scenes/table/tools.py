"""The buttons at a table's top right: first those of the stage, then the table's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine import theme
from game.engine.canvas import Box
from game.engine.stage import Stage, Tool
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.style import Style
from game.ground.texts import Texts
from game.scenes.table.widgets.layout import Foot

SIDE = 40.0
TOP = 16.0
GAP = 8.0
_RIGHT = 1280 - theme.MARGIN

_LEAST_LEFT = 800.0
"""The leftmost x that tools may reach: the head needs the rest."""
_IN_MENU = ("settings", "book-open")


def press_tool(stage: Stage[Any, Any], key: str) -> bool:
    """Press the stage's tool of that key. Returns whether there was one."""
    tool = next((tool for tool in stage.tools() if tool.key == key), None)
    if tool is not None:
        tool.press()
    return tool is not None


class Toolbar:
    """Makes and places the buttons, and keeps those that are enabled and disabled later."""

    def __init__(self, style: Style, texts: Texts, foot: Foot | None = None) -> None:
        """`foot`: the places on an upright frame."""
        self._foot = foot
        self._style = style
        self._texts = texts
        self._side = style.typeface.grown(SIDE)
        self.of_stage: list[tuple[Tool, Button]] = []
        """The stage's tools, each with its button."""
        self.buttons: list[Button] = []
        self.undo: Button | None = None
        self.hint: Button | None = None

    def button(self, icon: str, name: str, on_press: Callable[[], None]) -> Button:
        """Make a button of the table's own, with the text `table.tool.<name>`."""
        return Button(self._style, icon=icon, on_press=on_press, tooltip=self._texts.line(f"table.tool.{name}"))

    def for_stage(self, stage: Stage[Any, Any]) -> list[Button]:
        """Make the buttons of the stage's tools."""
        self.of_stage = [
            (tool, Button(self._style, icon=tool.icon, on_press=tool.press, tooltip=self._texts.line(tool.text)))
            for tool in stage.tools()
        ]
        return [button for _, button in self.of_stage]

    def place(self, buttons: Sequence[Button]) -> None:
        """Place these buttons in a row that ends at the right edge; where they are too many, leave out some that the
        menu has too.
        """
        most = int((_RIGHT - _LEAST_LEFT) // (self._side + GAP))
        in_menu: tuple[str, ...] = _IN_MENU
        if self._foot:
            most, in_menu = len(self._foot.tools), (*_IN_MENU, *(button.icon for button in buttons[:-1]))
        spare = list(dict.fromkeys(button for icon in in_menu for button in buttons if button.icon == icon))
        dropped = spare[: max(0, len(buttons) - most)]
        self.buttons = [button for button in buttons if button not in dropped]
        for number, button in enumerate(reversed(self.buttons)):
            button.box = self._place(number)

    @property
    def spare(self) -> list[Tool]:
        """The stage's tools that have no place among the buttons."""
        return [tool for tool, button in self.of_stage if button not in self.buttons]

    def _place(self, number: int) -> Box:
        """Return the box of a tool, counted from the right."""
        if self._foot:
            return self._foot.tools[number].copy()
        return Box(_RIGHT - self._side - number * (self._side + GAP), TOP, self._side, self._side)

    @property
    def before(self) -> Box:
        """Box for one more button, left of all others."""
        if self._foot:
            return self._place(min(len(self.buttons), len(self._foot.tools) - 1))
        left = min((button.box.left for button in self.buttons), default=_RIGHT)
        return Box(left - self._side - GAP, TOP, self._side, self._side)

    @property
    def way_back(self) -> Box:
        """Box of the button back, at the top left."""
        if self._foot:
            return self._foot.back.copy()
        return Box(theme.MARGIN, TOP, self._side, self._side)

    def refresh(self, *, can_undo: bool, choosing: bool, thinking: bool) -> None:
        """Enable and light the buttons that may be used now, and show whether a hint is being thought of."""
        if self.undo:
            self.undo.enabled = can_undo
        if self.hint:
            self.hint.enabled = choosing
            self.hint.icon = "hourglass" if thinking else "lightbulb"
        for tool, button in self.of_stage:
            button.kind = Kind.PRIMARY if tool.lit() else Kind.GLASS
