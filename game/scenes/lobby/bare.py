"""What stands in the place of a room's panel that cannot be drawn: its person keeps their seat and can go on."""

from __future__ import annotations

from collections.abc import Callable

from game.engine import theme
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, Panel
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Column, Fill, Laid, Over, Pad
from game.scenes.lan.connection import RoomConnection
from game.scenes.lobby.next_game import next_game_menu

_PAD = 20.0


class BarePanel(Laid):
    """A sentence on what happened, and the ways on that need no picture of the room: ready, table, other game, leave.

    It reads as little of the room as it can, so that what broke the whole panel does not break this one.
    """

    def __init__(
        self,
        context: Context,
        style: Style,
        connection: RoomConnection,
        told: str,
        *,
        on_leave: Callable[[], None],
    ) -> None:
        self._context, self._connection = context, connection
        line = style.texts.line
        title = connection.room.name if connection.room else ""
        head = Label(style, title, size=theme.LABEL, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT)
        words = Label(style, told, icon="triangle-alert")
        self._go_on = Button(style, " ", icon="check", kind=Kind.PRIMARY, on_press=self._press)
        self._other = Button(style, line("lobby.room.other_game"), icon="layout-grid", on_press=self._choose)
        leave = Button(style, line("lobby.room.leave"), icon="log-out", on_press=on_leave)
        buttons = Column(self._go_on, self._other, leave)
        super().__init__(style, Over(Panel(style), Pad(Column(Column(head, words, gap=16), Fill(), buttons), _PAD)))
        self.primary = self._go_on
        self._show()

    def _show(self) -> None:
        connection, line = self._connection, self.style.texts.line
        room = connection.room
        waits = room is not None and room.phase == "waiting"
        self._other.visible = connection.owner and room is not None and not connection.playing
        if connection.playing:
            self._go_on.label, self._go_on.enabled = line("lobby.room.to_table"), connection.table_open
        elif connection.owner:
            self._go_on.label, self._go_on.enabled = line("lobby.room.start" if waits else "lobby.room.rematch"), True
        else:
            self._go_on.label = line("lobby.room.unready" if self._ready else "lobby.room.ready")
            self._go_on.enabled = waits and connection.seat is not None
        self.lay()

    @property
    def _ready(self) -> bool:
        room, seat = self._connection.room, self._connection.seat
        return room is not None and seat is not None and room.seats[seat].ready

    def _press(self) -> None:
        connection = self._connection
        if connection.playing:
            connection.to_table()
        elif connection.owner:
            waits = connection.room is not None and connection.room.phase == "waiting"
            (connection.start if waits else connection.rematch)()
        else:
            connection.set_ready(not self._ready)

    def _choose(self) -> None:
        self._context.stack.push(next_game_menu(self._context, self._connection))

    def update(self, seconds: float) -> None:
        self._show()
        super().update(seconds)
