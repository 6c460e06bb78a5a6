"""A page for the projector: how to come in, people and points while a room waits; its match while it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Typeface, Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style
from game.scenes.evening.points import FollowedPoints
from game.scenes.evening.running import LEGIBLE, SMALLEST, paint_running
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

    @property
    def heading(self) -> str:
        room = self._connection.room
        if room is None or not self._connection.playing:
            return room.name if room is not None else ""
        game = self.context.texts.game(room.game)
        return room.name if game == room.name else f"{room.name} · {game}"

    def first_focus(self) -> Widget | None:
        return self._back

    def build_body(self, body: Box) -> Sequence[Widget]:
        self._body = body
        return ()

    @property
    def _small(self) -> float:
        """Size of type for what tells what else is: no smaller than is legible, however large text is elsewhere."""
        return SMALLEST * 100 / self.style.typeface.text_size

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
        if connection.playing and connection.match is not None and connection.match.begun:
            paint_running(canvas, body, self.style, self.context.settings, connection, self.code)
            return
        typeface, line = self.style.typeface, self.context.texts.line
        small = self._small
        address = self.addresses[0].told if self.addresses else ""
        scan = Box(body.right - _SCAN, body.top, _SCAN, _SCAN)
        if address:
            draw_scan_code(canvas, scan, address)
        left, room = body.left, scan.left - 24 - body.left
        y = body.top + typeface.leading(small) / 2
        typeface.line(canvas, line("lobby.poster.code"), left, y, small, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGEST) * 0.72
        size = _fitting(typeface, self.code, _LARGEST, room)
        typeface.line(canvas, self.code, left, y, size, Weight.BOLD, theme.WARNING, shadow=2)
        y += typeface.grown(_LARGEST) * 0.72
        typeface.line(canvas, line("lobby.poster.address"), left, y, small, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGE) * 0.85
        size = _fitting(typeface, address, _LARGE, room)
        typeface.line(canvas, address, left, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)
        others = ", ".join(other.told for other in self.addresses[1:3])
        y += typeface.grown(_LARGE) * 0.7
        if others and y + typeface.leading(theme.BODY) / 2 <= scan.bottom + 8:
            others = fitted(typeface, line("lobby.poster.others", addresses=others), room, theme.BODY)
            typeface.line(canvas, others, left, y, theme.BODY, colour=theme.TEXT, shadow=1)
        top = scan.bottom + 20
        half = (body.width - 20) / 2
        self._draw_people(canvas, Box(left, top, half, body.bottom - top))
        self._draw_points(canvas, Box(left + half + 20, top, half, body.bottom - top))

    def _draw_people(self, canvas: Canvas, box: Box) -> None:
        """Draw the game and the people in the room."""
        faces.glass_panel(canvas, box)
        room, texts = self._connection.room, self.context.texts
        if room is None:
            return
        people = [person for person in room.people if person.present]
        game = texts.game(room.game)
        head = texts.line("lobby.poster.people", game=game, count=len(people))
        ready = {seat.person for seat in room.seats if seat.ready}
        rows = [(person.name, "✓" if person.person in ready else "") for person in people]
        self._draw_list(canvas, box, head, rows, columns=2)

    def _draw_points(self, canvas: Canvas, box: Box) -> None:
        """Draw the evening's points."""
        faces.glass_panel(canvas, box)
        texts = self.context.texts
        ranked = placed(self.tonight.standings)[:_POINTS]
        rows = [(f"{place}. {one.name}", str(one.points)) for place, one in ranked]
        if not rows:
            rows = [(texts.line("ledger.empty"), "")]
        self._draw_list(canvas, box, texts.line("ledger.points"), rows, columns=1)

    def _draw_list(self, canvas: Canvas, box: Box, head: str, rows: list[tuple[str, str]], *, columns: int) -> None:
        typeface = self.style.typeface
        left, y = box.left + 18, box.top + 8 + typeface.leading(self._small) / 2
        head = fitted(typeface, head, box.width - 36, self._small)
        typeface.line(canvas, head, left, y, self._small, Weight.BOLD, theme.TEXT_BRIGHT)
        step = typeface.leading(LEGIBLE)
        top, wide = box.top + 12 + typeface.leading(self._small) + step / 2, (box.width - 36) / columns
        fits = max(1, int((box.bottom - 6 - (top - step / 2)) // step))
        shown = rows[: fits * columns]
        if len(rows) > len(shown):
            shown = [*shown[:-1], (f"+{len(rows) - len(shown) + 1}", "")]
        for number, (words, beside) in enumerate(shown):
            x, y = left + number // fits * wide, top + number % fits * step
            right = x + wide - 10
            if beside:
                right -= typeface.line(canvas, beside, right, y, LEGIBLE, Weight.BOLD, theme.WARNING, "right") + 10
            words = fitted(typeface, words, right - x, LEGIBLE)
            typeface.line(canvas, words, x, y, LEGIBLE, colour=theme.TEXT_BRIGHT)


def poster_way(style: Style, on_press: Callable[[], None]) -> Button:
    """Make the button to the poster."""
    return Button(style, icon="presentation", on_press=on_press, tooltip=style.texts.line("lobby.poster.title"))


def _fitting(typeface: Typeface, words: str, size: float, room: float) -> float:
    """Return the type size, at most `size`, at which bold words fit a width."""
    wide = typeface.measure(words, size, Weight.BOLD)
    return size if wide <= room else size * room / wide
