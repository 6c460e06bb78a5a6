"""The room as a guest in a browser sees it: its panel alone, and the table of its match. There is no lobby."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Widget
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.tree import Fill, Laid, Of, Row
from game.ground.crash import crashed
from game.scenes.feeds.lan import LanFeed
from game.scenes.guests.table import GuestTable
from game.scenes.lan.actions import Client
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.log import ConnectionLog
from game.scenes.lan.words import named
from game.scenes.lobby.dialogs import leaving_dialog
from game.scenes.lobby.room import RoomPanel
from game.scenes.mix.card import MixPages
from game.scenes.page.page import PageScene
from game.scenes.staging.looks import tints_for
from net.errors import FullError, LanError

_ROOM_WIDTH = 520.0


class GuestRoom(PageScene):
    """Shows the room once its guest is in it, and opens the table when a match begins."""

    upright = True
    pressed = True
    """Whether anybody can press anything here."""

    def __init__(self, context: Context, client: Client) -> None:
        super().__init__(context)
        self.connection = RoomConnection(client, ConnectionLog())
        self.connection.spell = partial(named, texts=context.texts)
        self._inside = self._leaving = False
        self._mix = MixPages(context, keeps=False, pressed=self.pressed)
        context.companions.append(self.connection.poll)

    @property
    def heading(self) -> str:
        return self.context.texts.line("app.title")

    @property
    def ended(self) -> str | None:
        """Why the stay is over, in words; empty where the guest left; None while it goes on."""
        if not self.connection.over:
            return None
        error = self.connection.client.error
        return self.context.texts.line(error.key, error.values) if error is not None else ""

    @property
    def turned_away(self) -> bool:
        """Whether the guest was not let in because there is no seat."""
        return isinstance(self.connection.client.error, FullError) and not self.connection.was_inside

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._back.on_press = self.ask_to_leave
        top = body.top if self.design.upright else self._back.box.top
        if self._inside:
            tints = tints_for(self.context.settings)
            before = getattr(self, "panel", None)
            self.panel = RoomPanel(
                self.context, self.style, self.connection, tints, on_leave=self.ask_to_leave, plain=True
            )
            if before is not None:
                self.panel.chat.entry.take_over(before.chat.entry)
            shown: Widget = self.panel
        else:
            shown = Label(self.style, self.context.texts.line("guests.entering"))
        place = Of(shown, wide=_ROOM_WIDTH, grow=1 if self.design.upright else 0)
        page = Row(place, fill=True) if self.design.upright else Row(Fill(), place, Fill(), fill=True)
        return [Laid(self.style, page, Box(body.left, top, body.width, body.bottom - top))]

    def build(self) -> Sequence[Widget]:
        widgets = list(super().build())
        self._back.on_press = self.ask_to_leave
        return widgets

    def first_focus(self) -> Widget | None:
        return self.panel.primary if self._inside else None

    def ask_to_leave(self) -> None:
        if self.connection.playing:
            self._leaving = True
            self.stack.push(leaving_dialog(self.context, self.connection.others, hosting=False))
        else:
            self.connection.leave()

    def resumed(self, value: Any) -> None:
        leaving, self._leaving = self._leaving, False
        super().resumed(value)
        if leaving:
            if value:
                self.connection.leave()
        elif callable(value):
            value()

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK:
            self.ask_to_leave()

    def update(self, seconds: float) -> None:
        connection = self.connection
        if connection.inside and not self._inside:
            self._inside = True
            self.rebuild()
            self.group.focus(self.first_focus())
        self._begin_match()
        self.mind_mix(seconds)
        super().update(seconds)

    def mind_mix(self, seconds: float) -> None:
        """Show where the room's mix stands; called in each frame."""
        self._mix.mind(self.connection if self.connection.inside else None, self)

    def _begin_match(self) -> None:
        """Open the table when a match begins, over nothing but the room."""
        connection = self.connection
        if not connection.table_waits or self.stack.changing:
            return
        if self.stack.top is not self:
            self.stack.pop()
            return
        try:
            self.stack.push(GuestTable(self.context, LanFeed(connection, self.context.texts)))
        except LanError as error:
            connection.client.give_up(error)

    def mishap(self, error: Exception) -> bool:
        """End the stay: a guest of a room that cannot be drawn keeps the seat, and may come again."""
        crashed(error, "a guest's room", "lobby.unshown")
        self.connection.client.give_up(LanError("lobby.log.unshown"))
        return True
