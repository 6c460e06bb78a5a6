"""What becomes of a room whose host goes: it moves here or away, an heir is asked to open it, its owner closes the
window.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.scene import Context, Scene
from game.engine.widgets import Dialog
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.own_room import OwnRoom
from game.scenes.lan.search import LOOPBACK
from game.scenes.lobby.dialogs import CloseRoomDialog, differing_dialog, succession_dialog
from net.address import Address
from net.heirs import Moved


class MovingRoom:
    """The room of one lobby as it changes its computer."""

    def __init__(
        self,
        context: Context,
        lobby: Scene,
        own_room: OwnRoom,
        log: ConnectionLog,
        *,
        end: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        """`end`: leaves the room; `leave`: closes it, too, where it runs here."""
        self._context, self._lobby, self._own_room, self._log = context, lobby, own_room, log
        self._end, self._leave = end, leave
        self._asked: Dialog | None = None
        """The open question whether a lost host's room is opened here."""
        self._heir_asked = 0
        """The heir who was last told or asked about; 0 for none."""
        self._asked_to_close = False
        self._quits = False
        """Whether the window closes once the room has moved."""

    def follow(self, connection: RoomConnection, moved: Moved, now: float) -> Address:
        """Host the room that has moved here, follow one that has moved elsewhere, or leave it as one who went home.
        Return where it is.
        """
        connection.moved = None
        taken = connection.duty.taken if connection.duty is not None else None
        if taken is not None and connection.duty is not None:
            connection.duty.taken = None
            self._own_room.take(taken, now)
            self._log.say("lobby.log.took_room", "good")
            self._context.notify(self._context.texts.line("lobby.log.took_room"))
            return Address(LOOPBACK, taken.opened.port)
        self._own_room.end(others=1)
        if connection.going_home:
            heir = connection.person(moved.person)
            self._log.say("lobby.log.went_home", "good", heir=heir.name if heir else "")
            scenes = self._context.stack.scenes
            above = scenes[scenes.index(self._lobby) + 1 :] if self._lobby in scenes else ()
            if above:
                self._context.stack.drop(above[0])
            self._end()
            if self._quits:
                self._context.quit()
        return Address(moved.address, moved.port)

    def mind(self, connection: RoomConnection) -> None:
        """Ask what is to be asked in the room's waiting room; call it every frame."""
        stack = self._context.stack
        self._quits = self._quits and connection.going_home
        if connection.differs and not stack.changing:
            connection.differs = False
            stack.push(differing_dialog(self._context, self._leave))
        turn, duty = connection.turn, connection.duty
        mine = turn is not None and duty is not None and turn.person == connection.client.person and duty.may_open
        if self._asked is not None and not mine and not stack.changing:
            asked, self._asked = self._asked, None
            if asked in stack.scenes:
                stack.drop(asked)
        if turn is None:
            self._heir_asked = 0
        elif turn.person != self._heir_asked and not stack.changing:
            self._heir_asked = turn.person
            if mine and duty is not None and stack.top is self._lobby:
                self._asked = succession_dialog(self._context, connection, turn, duty)
                stack.push(self._asked)
            elif not mine:
                self._log.say("table.lan.heir_asked", "warning", **connection.succession(turn))

    def may_close(self, connection: RoomConnection | None) -> bool:
        """Whether the window may be closed now: the owner of a room on this computer is first asked what becomes of it.
        Closing twice always works.
        """
        hosts = connection is not None and connection.hosting and connection.first_owner and not connection.lost
        if self._asked_to_close or not hosts or connection is None or not connection.others:
            return True
        self._asked_to_close = True
        dialog = CloseRoomDialog(
            self._context,
            connection,
            move=lambda: self._move_and_quit(connection),
            close=self._close_and_quit,
            gone=self._stayed,
        )
        self._context.stack.push(dialog)
        return False

    def _stayed(self) -> None:
        self._asked_to_close = False

    def _move_and_quit(self, connection: RoomConnection) -> None:
        connection.go_home()
        self._quits = connection.going_home

    def _close_and_quit(self) -> None:
        self._own_room.end(others=0)
        self._context.quit()
