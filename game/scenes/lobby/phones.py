"""How phones join the own room: whether they may, and the code to scan."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stillness import MOVES
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Dialog
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.own_room import OwnRoom
from game.scenes.page.scan_code import draw_scan_code

_SCAN, _WIDTH = 300.0, 760.0


def phones_hindrance() -> str:
    """Return the key of the sentence that says why this computer cannot draw for guests in a browser; empty where it
    can.
    """
    return "" if all(find_spec(name) for name in ("websockets", "PIL")) else "guests.no_library"


class InvitationDialog(Dialog):
    """Shows the code to scan until the person closes it; the invitation in it changes from time to time."""

    def __init__(self, context: Context, connection: RoomConnection, own_room: OwnRoom) -> None:
        line = context.texts.line
        super().__init__(context, line("lobby.phones.title"), line("lobby.phones.how"), width=_WIDTH)
        self.picture = InvitationPicture(self.style, connection, own_room)


class InvitationPicture(Widget):
    """The code, and beside it the address and who has come by phone."""

    def __init__(self, style: Style, connection: RoomConnection, own_room: OwnRoom) -> None:
        super().__init__(style)
        self._connection, self._own_room = connection, own_room

    def natural_height(self, width: float) -> float:
        return _SCAN

    @property
    def still_for(self) -> float:
        return MOVES

    @property
    def names(self) -> list[str]:
        """Who has come by phone and is here."""
        people = self._connection.room.people if self._connection.room else ()
        return [person.name for person in people if person.browser and person.present]

    @property
    def nobody(self) -> str:
        """What is said while nobody has come by phone: what may keep phones out, once that is likely."""
        return self.style.texts.line(f"lobby.phones.{'unasked' if self._own_room.phones_unasked else 'nobody'}")

    def draw(self, canvas: Canvas) -> None:
        typeface = self.style.typeface
        address = next(iter(self._own_room.phones), "")
        if address:
            draw_scan_code(canvas, Box(self.box.left, self.box.top, _SCAN, _SCAN), address)
        left = self.box.left + _SCAN + 24
        room, y = self.box.right - left, self.box.top + typeface.leading(theme.LABEL) / 2
        place, _, invitation = address.partition("#")
        half = len(invitation) // 2
        for words in (place.removeprefix("http://") + "#", invitation[:half], invitation[half:]):
            words = fitted(typeface, words, room, theme.LABEL)
            typeface.line(canvas, words, left, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT)
            y += typeface.leading(theme.LABEL)
        y += 16
        names = [fitted(typeface, name, room, theme.BODY) for name in self.names[:6]]
        for words in names or typeface.wrap(self.nobody, room, theme.BODY):
            typeface.line(canvas, words, left, y, theme.BODY, colour=theme.TEXT)
            y += typeface.leading(theme.BODY) + 4


class OwnPhones:
    """What the lobby shows of phones that may join the own room."""

    def __init__(self, context: Context, own_room: OwnRoom) -> None:
        self._context, self._own_room = context, own_room
        self._told = False, ""

    def way(self, style: Style, connection: RoomConnection | None) -> Button:
        """Make the button to the code; it is there while somebody in the own room may show one."""
        button = Button(style, icon="smartphone", tooltip=style.texts.line("lobby.phones.title"))
        if connection is not None:
            button.on_press = partial(self._show, connection)
        button.visible = connection is not None and bool(self._own_room.phones)
        return button

    def changed(self) -> bool:
        """Return whether it has become known, since the last call, that phones can join, or why they cannot."""
        told, self._told = self._told, (bool(self._own_room.phones), self._own_room.phones_refused)
        return told != self._told

    def tell(self, connection: RoomConnection) -> None:
        """Show the code, or say why there is none."""
        if self._own_room.phones:
            self._show(connection)
        elif self._own_room.phones_refused:
            self._context.notify(self._own_room.phones_refused)

    def _show(self, connection: RoomConnection) -> None:
        self._context.stack.push(InvitationDialog(self._context, connection, self._own_room))
