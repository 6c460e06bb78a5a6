"""The room as those see it who watch one picture together: who sits, where its mix stands, and on a projector's page
the code to scan.

Nobody presses anything there, so it leads from the room to each match and back by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets import Widget
from game.engine.widgets.parts.label import OneLine, Panel
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Column, Fill, Laid, Of, Over, Pad, Row, may_go
from game.scenes.evening.mix_show import MixShow
from game.scenes.guests.room import GuestRoom
from game.scenes.lan.actions import Client
from game.scenes.lobby.room import room_lines
from game.scenes.lobby.room_seat import SeatRow, crowd_facts, crowds_of, facts_of, listed_seats
from game.scenes.mix.card import shown_of
from game.scenes.page.scan_code import draw_scan_code
from game.scenes.staging.looks import tints_for

_CODE, _SEATS, _EDGE = 440.0, 560.0, 20.0


class WatchedRoom(GuestRoom):
    """Shows the room's seats, and the code of `address` beside them."""

    pressed = False

    def __init__(self, context: Context, client: Client) -> None:
        self.address = ""
        """What is scanned to join; empty where this picture does not say."""
        self._shown: object = None
        self._show = MixShow(context)
        super().__init__(context, client)

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._back.visible = False
        room = self.connection.room
        self._body = body
        if room is None:
            return super().build_body(body)
        if self._shows_mix:
            return []
        style, line, me = self.style, self.context.texts.line, self.connection.client.person
        tints = tints_for(self.context.settings)
        rows = [
            SeatRow(style, seat, tints[seat % len(tints)], facts_of(room, seat, me, style.texts), "", lambda: None)
            for seat in listed_seats(room)
        ]
        for crowd in crowds_of(room, owner=False):
            tint = tints[crowd.seats[0] % len(tints)]
            rows.append(SeatRow(style, crowd.seats[0], tint, crowd_facts(room, crowd, style.texts), "", lambda: None))
        name = OneLine(style, room.name, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, cuts=True)
        played = OneLine(style, *room_lines(room, style.texts), colour=theme.TEXT_MUTED)
        watching = OneLine(style, line("lobby.room.watching", count=room.watching), colour=theme.TEXT_MUTED)
        parts = Column(name, played, Fill(10), *(may_go(row) for row in rows), Fill(6), watching, gap=8)
        seats = Laid(style, Over(Panel(style), Pad(parts, _EDGE)))
        if self.design.upright:
            return [Laid(style, Column(Fill(), seats, Fill()), body)]
        code = [Of(Code(style, self.address), wide=_CODE)] if self.address else []
        page = Column(Fill(), Row(Fill(), *code, Of(seats, wide=_SEATS), Fill(), gap=40), Fill())
        return [Laid(style, page, body)]

    @property
    def heading(self) -> str:
        room = self.connection.room
        return room.name if room is not None and self._shows_mix else super().heading

    @property
    def _shows_mix(self) -> bool:
        """Whether a mix's card, points or winner stand in the place of the seats, which they do where it is wide."""
        room = self.connection.room
        board = room is not None and room.mix is not None and room.mix.stage == "board"
        return (board or shown_of(room) is not None) and not self.design.upright

    @property
    def still_for(self) -> float:
        return min(super().still_for, self._show.still_for) if self._shows_mix else super().still_for

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        room = self.connection.room
        if self._shows_mix and room is not None and room.mix is not None:
            self._show.paint(canvas, self._body, self.style, room, room.mix, scan=self.address)

    def mind_mix(self, seconds: float) -> None:
        """Count the seconds of a card that is painted; one that is laid over an upright room counts its own."""
        room = self.connection.room
        self._show.update(seconds, room.mix if room is not None else None)
        if self.design.upright:
            super().mind_mix(seconds)

    def first_focus(self) -> Widget | None:
        return None

    def update(self, seconds: float) -> None:
        connection = self.connection
        shown = connection.room, self.address
        if connection.inside and shown != self._shown:
            self._shown = shown
            self._inside = True
            self.rebuild()
        super().update(seconds)


class Code(Widget):
    """The code to scan, with the address below it in words."""

    def __init__(self, style: Style, address: str) -> None:
        super().__init__(style)
        self._address = address

    def natural_height(self, width: float) -> float:
        typeface = self.style.typeface
        return width + typeface.leading(theme.LABEL) + typeface.leading(theme.BODY) + 24

    def draw(self, canvas: Canvas) -> None:
        typeface, box = self.style.typeface, self.box
        draw_scan_code(canvas, Box(box.left, box.top, box.width, box.width), self._address)
        y = box.top + box.width + 12 + typeface.leading(theme.LABEL) / 2
        told = fitted(typeface, self.style.texts.line("guests.screen.scan"), box.width, theme.LABEL)
        typeface.line(canvas, told, box.centerx, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, "middle")
        y += typeface.leading(theme.LABEL)
        place = self._address.partition("/#")[0].removeprefix("http://")
        typeface.line(canvas, place, box.centerx, y, theme.BODY, colour=theme.TEXT, anchor="middle")
