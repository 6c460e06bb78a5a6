"""The panel to join a room: an address, a name, and buttons to join and to watch."""

from __future__ import annotations

from game.engine.scene import Context
from game.engine.widgets import Button, Entry, Panel, Style
from game.engine.widgets.parts.tree import Column, Laid, Of, Over, Pad, Row
from net.address import MOST_CHARACTERS

NAME_LIMIT = 20
_PORT_CHARACTERS = 6
_PAD = 12.0
_WATCH_SHARE = 0.36
"""The least share of the row of buttons that the button to watch takes."""


class JoinPanel(Laid):
    """Two text fields over two buttons. The code that builds it sets the buttons' actions."""

    def __init__(self, style: Style, address: str, name: str) -> None:
        line = style.texts.line
        self._back = False
        self._usual_name = line("setup.person", number=1)
        self.address = Entry(
            style,
            address,
            label=line("lobby.join.address"),
            placeholder="192.168.0.7",
            limit=MOST_CHARACTERS + _PORT_CHARACTERS,
            tooltip=line("lobby.join.address_help"),
        )
        self.name = Entry(style, name, label=line("lobby.join.name"), placeholder=self._usual_name, limit=NAME_LIMIT)
        self.join = Button(style, line("lobby.join.join"), icon="log-in")
        self.watch = Button(style, line("lobby.join.watch"), icon="eye")
        cancel = Button(style, line("lobby.join.cancel"), icon="x")
        words = max(self.watch.natural_width(), cancel.natural_width())
        entries = Row(Of(self.address, grow=1), Of(self.name, grow=1), gap=12)
        watch = Of(self.watch, wide=lambda: max(words, (self.box.width - 2 * _PAD) * _WATCH_SHARE))
        buttons = Row(Of(self.join, grow=1), watch, gap=10)
        super().__init__(style, Over(Panel(style), Pad(Column(entries, buttons, gap=12), _PAD, 10)))

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
        self.watch.visible = not shown
        self.lay()


def remember_name(context: Context, written: str) -> None:
    """Keep the name that a person typed for the next time."""
    settings, name = context.settings, written.strip()
    if name and settings.names[:1] != (name,):
        settings.names = (name, *(other for other in settings.names[1:] if other != name))
        context.apply_settings()
