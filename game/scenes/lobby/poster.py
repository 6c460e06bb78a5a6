"""A page for the projector: the room's address in large type, its people, and the evening's points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style
from game.ground import paths
from game.scenes.lan.connection import RoomConnection
from game.scenes.page.page import PageScene
from game.scenes.page.scan_code import draw_scan_code
from net.address import Address
from net.discovery.code import code_of
from net.ledger.kept import Ledger
from net.ledger.lines import evening_of
from net.ledger.standing import Standing, places, standings

_LARGE, _LARGEST = 60.0, 96.0
_SCAN = 300.0
_LOOK = 1.0
"""Seconds between two looks at the ledger."""
_PEOPLE, _POINTS = 12, 8
"""The most people, and the most rows of points, that are listed."""


class PosterScene(PageScene):
    """Shows the room until the person goes back or the room is over, and follows its changes."""

    def __init__(self, context: Context, connection: RoomConnection, addresses: Sequence[Address]) -> None:
        """`addresses`: where others reach the room, the likeliest first."""
        super().__init__(context)
        self._connection = connection
        self.addresses = tuple(addresses)
        self.tonight: Callable[[], list[Standing]] = tonight
        self._tonight: list[Standing] = []
        self._since = _LOOK

    @property
    def heading(self) -> str:
        room = self._connection.room
        return room.name if room is not None else ""

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
        self._since += seconds
        if self._since >= _LOOK:
            self._since = 0.0
            self._tonight = self.tonight()
        if self._connection.over and self.stack.top is self and not self.stack.changing:
            self.stack.pop()

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        body, typeface, line = self._body, self.style.typeface, self.context.texts.line
        address = self.addresses[0].told if self.addresses else ""
        scan = Box(body.right - _SCAN, body.top, _SCAN, _SCAN)
        if address:
            draw_scan_code(canvas, scan, address)
        left, room = body.left, scan.left - 24 - body.left
        y = body.top + typeface.leading(theme.LABEL) / 2
        typeface.line(canvas, line("lobby.poster.code"), left, y, theme.LABEL, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGEST) * 0.72
        size = _fitting(lambda size: typeface.measure(self.code, size, Weight.BOLD), _LARGEST, room)
        typeface.line(canvas, self.code, left, y, size, Weight.BOLD, theme.WARNING, shadow=2)
        y += typeface.grown(_LARGEST) * 0.72
        typeface.line(canvas, line("lobby.poster.address"), left, y, theme.LABEL, colour=theme.TEXT, shadow=1)
        y += typeface.grown(_LARGE) * 0.85
        size = _fitting(lambda size: typeface.measure(address, size, Weight.BOLD), _LARGE, room)
        typeface.line(canvas, address, left, y, size, Weight.BOLD, theme.TEXT_BRIGHT, shadow=2)
        others = ", ".join(other.told for other in self.addresses[1:3])
        if others:
            y += typeface.grown(_LARGE) * 0.7
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
        game = texts.maybe(f"{room.game}.name") or room.game
        head = texts.line("lobby.poster.people", game=game, count=len(people))
        names = [person.name + (" · " + texts.line("lobby.seat.owner") if person.owner else "") for person in people]
        self._draw_list(canvas, box, head, [(name, "") for name in names[:_PEOPLE]], columns=2)

    def _draw_points(self, canvas: Canvas, box: Box) -> None:
        """Draw the evening's points."""
        faces.glass_panel(canvas, box)
        texts = self.context.texts
        ranked = list(zip(places(self._tonight), self._tonight, strict=True))
        rows = [(f"{place}. {one.name}", str(one.points)) for place, one in ranked[:_POINTS]]
        if not rows:
            rows = [(texts.line("ledger.empty"), "")]
        self._draw_list(canvas, box, texts.line("ledger.points"), rows, columns=1)

    def _draw_list(self, canvas: Canvas, box: Box, head: str, rows: list[tuple[str, str]], *, columns: int) -> None:
        typeface = self.style.typeface
        left, y = box.left + 18, box.top + 14 + typeface.leading(theme.LABEL) / 2
        head = fitted(typeface, head, box.width - 36, theme.LABEL)
        typeface.line(canvas, head, left, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT)
        step = typeface.leading(theme.LABEL) + 4
        top, wide = y + step, (box.width - 36) / columns
        fits = max(1, int((box.bottom - 10 - (top - step / 2)) // step))
        for number, (words, beside) in enumerate(rows[: fits * columns]):
            x, y = left + number // fits * wide, top + number % fits * step
            right = x + wide - 10
            if beside:
                right -= typeface.line(canvas, beside, right, y, theme.LABEL, Weight.BOLD, theme.TEXT, "right") + 10
            words = fitted(typeface, words, right - x, theme.LABEL)
            typeface.line(canvas, words, x, y, theme.LABEL, colour=theme.TEXT)


def poster_way(style: Style, on_press: Callable[[], None]) -> Button:
    """Make the button to the poster."""
    return Button(style, icon="presentation", on_press=on_press, tooltip=style.texts.line("lobby.poster.title"))


def tonight() -> list[Standing]:
    """Return everybody's points of this evening from this computer's ledger."""
    return standings(Ledger(paths.ledger()).lines(evening_of(datetime.now().astimezone())))


def _fitting(measured: Callable[[float], float], size: float, room: float) -> float:
    """Return the type size, at most `size`, at which something fits into `room`; `measured` gives its width
    at a size.
    """
    wide = measured(size)
    return size if wide <= room else size * room / wide
