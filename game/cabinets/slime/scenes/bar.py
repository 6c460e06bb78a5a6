"""The bar at the foot of a contest: buttons for its keys, and commentary on the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import InputEvent, KeyPressed
from game.engine.layer import Layer
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.layout import line_up
from game.engine.widgets.parts.style import Style
from game.scenes.replays.pace import ANIMATION_KEYS, Pace

BAR = Box(24, 632, 1232, 72)
RESTART_KEY, REPLAYS_KEY = "r", "p"
_PACES = ((Pace.MANUAL, "manual"), (Pace.NORMAL, "normal"), (Pace.FAST, "fast"))
_PAD = 16.0
_GAP = 6.0
_LEAST_ASIDE = 200.0
"""The least width that the keys leave for the commentary beside them."""


def _nothing() -> None:
    """Do nothing: the action of a button while there is no match."""


@dataclass(frozen=True, kw_only=True)
class BarActions:
    """The actions of the developer bar's buttons."""

    set_pace: Callable[[Pace], None]
    switch_animations: Callable[[], None]
    replays: Callable[[], None]
    menu: Callable[[], None]
    step: Callable[[], None] = _nothing
    restart: Callable[[], None] = _nothing


class ContestBar(Container):
    """The developer's keys as buttons; a contest without developer mode has only the menu. `aside` is the room left for
    commentary.
    """

    def __init__(self, style: Style, actions: BarActions, *, developer: bool) -> None:
        super().__init__(style, Box(BAR))
        self.developer = developer
        self._actions = actions
        self._frame = Layer(margin=32)
        line = style.texts.line
        menu = Button(style, icon="menu", on_press=actions.menu, tooltip=line("table.tool.menu"))
        self.tools: list[Button] = [menu]
        self.keys: list[Button] = []
        if developer:
            self.replays = self._tool("clapperboard", "replays", REPLAYS_KEY, actions.replays)
            self.restart = self._tool("rotate-cw", "restart", RESTART_KEY, actions.restart)
            self.tools = [self.replays, self.restart, menu]
            self._build_keys()
        self._place()
        self.widgets = [*self.keys, *self.tools]

    def _tool(self, icon: str, name: str, key: str, on_press: Callable[[], None]) -> Button:
        words = self.style.texts.line(f"slime_server.key.{name}", key=key.upper())
        return Button(self.style, icon=icon, on_press=on_press, tooltip=words)

    def _build_keys(self) -> None:
        style, actions, line = self.style, self._actions, self.style.texts.line
        self.paces = {
            pace: Button(style, line(f"slime_server.key.{name}"), key=pace, on_press=partial(actions.set_pace, pace))
            for pace, name in _PACES
        }
        space = line("settings.key.space")
        self.step = Button(style, line("slime_server.key.step"), key=space, on_press=actions.step)
        self.animation = Button(
            style,
            line("slime_server.key.animation"),
            icon="check",
            key=ANIMATION_KEYS[0],
            on_press=actions.switch_animations,
        )
        self.keys = [*self.paces.values(), self.step, self.animation]

    def _place(self) -> None:
        """Lay out the tools at the right and the keys at the left, in smaller type where room is short."""
        inside = Box(BAR.left + _PAD, BAR.top, BAR.width - 2 * _PAD, BAR.height)
        used = line_up(inside, self.tools, _GAP, "right")
        room = inside.width - used - 2 * _PAD
        for size in (theme.BODY, theme.CAPTION):
            for button in self.keys:
                button.size = size
            wanted = sum(button.natural_width() + _GAP for button in self.keys)
            if wanted <= room - _LEAST_ASIDE:
                break
        used_by_keys = line_up(inside, self.keys, _GAP) + _PAD if self.keys else 0.0
        left = inside.left + used_by_keys
        self.aside = Box(left, BAR.top + 8, inside.left + room + _PAD - left, BAR.height - 16)

    def show(self, pace: Pace | None, *, animated: bool, may_step: bool, may_restart: bool) -> None:
        """Highlight the chosen pace and animation setting, and enable the buttons that may be pressed."""
        if not self.developer:
            return
        for number, button in self.paces.items():
            button.kind = Kind.PRIMARY if number is pace else Kind.GLASS
        self.step.enabled = may_step
        self.animation.icon = "check" if animated else "x"
        self.restart.enabled = may_restart

    def obey(self, event: InputEvent) -> bool:
        """Press the tool of a key. Returns whether the key had one."""
        if self.developer and isinstance(event, KeyPressed) and not event.repeated and not event.modifiers:
            tools = {RESTART_KEY: self.restart, REPLAYS_KEY: self.replays}
            if event.key in tools:
                tools[event.key].press()
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar's glass and its buttons."""
        self._frame.draw(canvas, BAR, None, lambda part: faces.glass_panel(part, BAR))
        super().draw(canvas)
