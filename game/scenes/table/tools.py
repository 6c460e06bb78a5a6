"""The buttons at the top right of a table: the stage's own, then the table's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine import theme
from game.engine.canvas import Box
from game.engine.stage import HasTools, Stage, Tool
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.style import Style
from game.texts import Texts

SIDE = 40.0
TOP = 16.0
GAP = 8.0
_RIGHT = 1280 - theme.MARGIN

_LEAST_LEFT = 800.0
"""How far to the left tools may reach: the words of the head need the rest."""
_IN_MENU = ("settings", "book-open")


def tools_of(stage: Stage[Any, Any]) -> Sequence[Tool]:
    """The tools that a stage brings."""
    return stage.tools() if isinstance(stage, HasTools) else ()


def press_tool(stage: Stage[Any, Any], key: str) -> bool:
    """Press the stage's tool of that key, if there is one."""
    tool = next((tool for tool in tools_of(stage) if tool.key == key), None)
    if tool is not None:
        tool.press()
    return tool is not None


class Toolbar:
    """Makes the buttons, places them, and keeps them as what they stand for."""

    def __init__(self, style: Style, texts: Texts) -> None:
        self._style = style
        self._texts = texts
        self._side = style.typeface.grown(SIDE)
        self.of_stage: list[tuple[Tool, Button]] = []
        """The stage's own, each with what it stands for."""
        self.buttons: list[Button] = []
        self.undo: Button | None = None
        self.hint: Button | None = None

    def button(self, icon: str, name: str, on_press: Callable[[], None]) -> Button:
        """A button of the table's own, with the text `table.tool.<name>`."""
        return Button(self._style, icon=icon, on_press=on_press, tooltip=self._texts.line(f"table.tool.{name}"))

    def for_stage(self, stage: Stage[Any, Any]) -> list[Button]:
        """The stage's own; a lit one stands out."""
        self.of_stage = [
            (tool, Button(self._style, icon=tool.icon, on_press=tool.press, tooltip=self._texts.line(tool.text)))
            for tool in tools_of(stage)
        ]
        return [button for _, button in self.of_stage]

    def place(self, buttons: Sequence[Button]) -> None:
        """These, from the left, end at the right edge; where they are too many, without what the menu has as well."""
        most = int((_RIGHT - _LEAST_LEFT) // (self._side + GAP))
        spare = [button for icon in _IN_MENU for button in buttons if button.icon == icon]
        dropped = spare[: max(0, len(buttons) - most)]
        self.buttons = [button for button in buttons if button not in dropped]
        for number, button in enumerate(reversed(self.buttons)):
            button.box = Box(_RIGHT - self._side - number * (self._side + GAP), TOP, self._side, self._side)

    @property
    def before(self) -> Box:
        """Where one more button would stand, left of them."""
        left = min((button.box.left for button in self.buttons), default=_RIGHT)
        return Box(left - self._side - GAP, TOP, self._side, self._side)

    @property
    def way_back(self) -> Box:
        """Where the way out is, at the top left."""
        return Box(theme.MARGIN, TOP, self._side, self._side)

    def refresh(self, *, can_undo: bool, choosing: bool) -> None:
        """Enable and light what may be used now."""
        if self.undo:
            self.undo.enabled = can_undo
        if self.hint:
            self.hint.enabled = choosing
        for tool, button in self.of_stage:
            button.kind = Kind.PRIMARY if tool.lit() else Kind.GLASS
