"""A page for the projector: how to come in, people and points while a room waits; its match while it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style
from game.scenes.evening.mix_show import MixShow, above_tables, paint_list, round_told, small
from game.scenes.evening.points import FollowedPoints
from game.scenes.evening.running import paint_running
from game.scenes.lan.connection import RoomConnection
from game.scenes.page.page import PageScene
from game.scenes.page.scan_code import draw_scan_code
from net.address import Address
from net.discovery.code import code_of
from net.ledger.standing import placed

_LARGE, _LARGEST = 50.0, 90.0
_SCAN = 250.0
_POINTS = 8
"""The most rows of points that are listed."""


class PosterScene(PageScene):
    """Shows the room until the person goes back or the room is over, and follows its changes."""

    def __init__(self, context: Context, connection: RoomConnection, addresses: Sequence[Address]) -> None:
        """`addresses`: where others reach the room, the likeliest first."""
        super().__init__(context)
        self._connection = connection
        self.addresses = tuple(addresses)
        self.tonight = FollowedPoints()
        self._show = MixShow(context)

    @property
    def still_for(self) -> float:
        """Until the next second of a clock, or the next look at the ledger."""
        return min(super().still_for, self.tonight.still_for, self._show.still_for)

    @property
    def heading(self) -> str:
        room = self._connection.room
        if room is None or not self._connection.playing:
            return room.name if room is not None else ""
        game = self.context.texts.game(room.game)
        told = room.name if game == room.name else f"{room.name} · {game}"
        return told if room.mix is None else f"{told} · {round_told(room.mix, self.context.texts)}"

    def first_focus(self) -> Widget | None:
        return self._back

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._body = body
        return ()

    @property
    def code(self) -> str:
        """The short code that others type in place of the address; empty where there is none."""
        try:
            return code_of(self.addresses[0])
        except (ValueError, IndexError):
            return ""

    def update(self, seconds: float) -> None:
        """Follow the ledger, and open the match's table: the person who shows the page plays too."""
        super().update(seconds)
        self.tonight.update(seconds)
        room = self._connection.room
        self._show.update(seconds, room.mix if room is not None else None)
        if (self._connection.over or self._leads_to_table) and self.stack.top is self and not self.stack.changing:
            self.stack.pop()

    @property
    def _leads_to_table(self) -> bool:
        """Whether a match began in which the person who shows the page has a seat."""
        connection = self._connection
        return connection.table_waits and connection.match is not None and connection.match.viewer >= 0

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        connection, body = self._connection, self._body
        room, match = connection.room, connection.match
        if connection.playing and room is not None and match is not None and match.begun:
            if room.tables:
                body = above_tables(canvas, body, self.style, room)
            paint_running(canvas, body, self.style, self.context.settings, connection, self.code)
        elif room is not None and room.mix is not None and room.mix.stage in ("card", "board", "finale"):
            self._show.paint(canvas, body, self.style, room, room.mix, self.code)
        else:
            self._draw_waiting(canvas, body)

    def _draw_waiting(self, canvas: Canvas, body: Box) -> None:
        """Draw how to come in, who is here, and the evening's points."""
        typeface, line = self.style.typeface, self.context.texts.line
        tiny = small(typeface)
        address = self.addresses[0].told if self.addresses else ""
        scan = Box(body.right - _SCAN, body.top, _SCAN, _SCAN)
        if address:
            draw_scan_code(canvas, scan, address)
        left, wide = body.left, scan.left - 24 - body.left
        y = body.top + typeface.leading(tiny) / 2
        typeface.line(canvas, line("lobby.poster.code"), left, y, tiny, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGEST) * 0.72
        size = _fitting(typeface, self.code, _LARGEST, wide)
        typeface.line(canvas, self.code, left, y, size, Weight.BOLD, theme.WARNING, shadow=2)
        y += typeface.grown(_LARGEST) * 0.72
        typeface.line(canvas, line("lobby.poster.address"), left, y, tiny, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGE) * 0.85
        size = _fitting(typeface, address, _LARGE, wide)
        typeface.line(canvas, address, left, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)
        others = ", ".join(other.told for other in self.addresses[1:3])
        y += typeface.grown(_LARGE) * 0.7
        if others and y + typeface.leading(theme.BODY) / 2 <= scan.bottom + 8:
            others = fitted(typeface, line("lobby.poster.others", addresses=others), wide, theme.BODY)
            typeface.line(canvas, others, left, y, theme.BODY, colour=theme.TEXT, shadow=1)
        top = scan.bottom + 20
        half = (body.width - 20) / 2
        self._draw_people(canvas, Box(left, top, half, body.bottom - top))
        self._draw_points(canvas, Box(left + half + 20, top, half, body.bottom - top))

    def _draw_people(self, canvas: Canvas, box: Box) -> None:
        """Draw the game and the people in the room."""
        room, texts = self._connection.room, self.context.texts
        if room is None:
            return
        people = [person for person in room.people if person.present]
        game = texts.game(room.game)
        head = texts.line("lobby.poster.people", game=game, count=len(people))
        ready = {seat.person for seat in room.seats if seat.ready}
        rows = [(person.name, "✓" if person.person in ready else "") for person in people]
        paint_list(canvas, box, self.style, head, rows, columns=2)

    def _draw_points(self, canvas: Canvas, box: Box) -> None:
        """Draw the evening's points."""
        texts = self.context.texts
        ranked = placed(self.tonight.standings)[:_POINTS]
        rows = [(f"{place}. {one.name}", str(one.points)) for place, one in ranked]
        if not rows:
            rows = [(texts.line("ledger.empty"), "")]
        paint_list(canvas, box, self.style, texts.line("ledger.points"), rows)


def poster_way(style: Style, on_press: Callable[[], None]) -> Button:
    """Make the button to the poster."""
    return Button(style, icon="presentation", on_press=on_press, tooltip=style.texts.line("lobby.poster.title"))


def _fitting(typeface: Typeface, words: str, size: float, room: float) -> float:
    """Return the type size, at most `size`, at which bold words fit a width."""
    wide = typeface.measure(words, size, Weight.BOLD)
    return size if wide <= room else size * room / wide
