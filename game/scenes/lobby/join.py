"""The panel to join a room: an address, a name, and buttons to join and to watch."""

from __future__ import annotations

from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Button, Container, Entry, Panel, Style
from net.address import MOST_CHARACTERS

NAME_LIMIT = 20
_PORT_CHARACTERS = 6


class JoinPanel(Container):
    """Two text fields over two buttons. The code that builds it sets the buttons' actions."""

    def __init__(self, style: Style, box: Box, address: str, name: str) -> None:
        super().__init__(style, box)
        line = style.texts.line
        inside = Box(box.left + 12, box.top + 10, box.width - 24, box.height - 22)
        self._inside, self._back = inside, False
        self._usual_name = line("setup.person", number=1)
        half = (inside.width - 12) / 2
        self.address = Entry(
            style,
            address,
            label=line("lobby.join.address"),
            placeholder="192.168.0.7",
            limit=MOST_CHARACTERS + _PORT_CHARACTERS,
            tooltip=line("lobby.join.address_help"),
        )
        self.name = Entry(style, name, label=line("lobby.join.name"), placeholder=self._usual_name, limit=NAME_LIMIT)
        high = self.address.natural_height(half)
        self.address.box = Box(inside.left, inside.top, half, high)
        self.name.box = Box(inside.left + half + 12, inside.top, half, high)
        self.join = Button(style, line("lobby.join.join"), icon="log-in")
        self.watch = Button(style, line("lobby.join.watch"), icon="eye")
        cancel = Button(style, line("lobby.join.cancel"), icon="x")
        wide = max(self.watch.natural_width(), cancel.natural_width(), inside.width * 0.36)
        high = style.typeface.grown(theme.CONTROL_HEIGHT)
        top = inside.bottom - high + 2
        self.watch.box = Box(inside.right - wide, top, wide, high)
        self.join.box = Box(inside.left, top, inside.width - wide - 10, high)
        self.widgets = [Panel(style, box), self.address, self.name, self.join, self.watch]

    @property
    def called(self) -> str:
        """The name to join by: the typed one, or the usual one."""
        return self.name.text.strip() or self._usual_name

    def show(self, trying: bool, *, inside: bool, can_cancel: bool) -> None:
        """Show the buttons that apply: to cancel while `trying`, none while `inside` a room, otherwise to join and
        watch.
        """
        line = self.style.texts.line
        self.join.enabled = not trying and not inside
        self.join.label = line("lobby.join.trying" if trying else "lobby.join.join")
        self.join.tooltip = line("lobby.join.inside") if inside else ""
        self.watch.enabled = not inside and (not trying or can_cancel)
        self.watch.label = line("lobby.join.cancel" if trying else "lobby.join.watch")
        self.watch.icon = "x" if trying else "eye"
        self.lead_back(self._back)

    def lead_back(self, back: bool) -> None:
        """Show a single button where joining leads back to a seat, as watching would do the same."""
        line, self._back = self.style.texts.line, back
        shown = back and self.join.enabled
        if self.join.enabled:
            self.join.label = line("lobby.join.back" if back else "lobby.join.join")
            self.join.tooltip = line("lobby.join.back_help") if back else ""
        self.join.box.width = (self._inside.right if shown else self.watch.box.left - 10) - self.join.box.left
        self.watch.visible = not shown


def remember_name(context: Context, written: str) -> None:
    """Keep the name that a person typed for the next time."""
    settings, name = context.settings, written.strip()
    if name and settings.names[:1] != (name,):
        settings.names = (name, *(other for other in settings.names[1:] if other != name))
        context.apply_settings()
