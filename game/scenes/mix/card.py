"""What a mix shows between its matches: the card of the next round with everybody's points, and at last who won."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.canvas import Box
from game.engine.scene import Context, Scene
from game.engine.text import Weight
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label, OneLine, Panel
from game.engine.widgets.parts.tree import Column, Fill, Laid, Of, Over, Pad, Part, Row
from game.scenes.lan.connection import RoomConnection
from game.scenes.page.overlay import OverlayScene
from net.messages import RoomState
from net.mix import MixState

_WIDTH, _PAD = 520.0, 28.0
_MOST_ROWS = 8
"""The most people whose points are listed; the others see their own as the last row."""


def shown_of(room: RoomState | None) -> tuple[str, str, int, str] | None:
    """Return what identifies the page that a room's mix shows over its waiting room; None for none."""
    mix = room.mix if room is not None else None
    if mix is None or mix.stage not in ("card", "finale") or (mix.stage == "card" and not mix.game):
        return None
    return mix.id, mix.stage, mix.round, mix.game


class MixPage(OverlayScene):
    """The card of a round, or the finale; it closes by itself when the mix goes on."""

    def __init__(self, context: Context, connection: RoomConnection, seconds: float | None = None) -> None:
        """`seconds`: until the match begins; None for as many as the host gives a card."""
        super().__init__(context)
        self._connection = connection
        assert connection.room is not None
        assert connection.room.mix is not None
        self._mix: MixState = connection.room.mix
        self._shown = shown_of(connection.room)
        self._left = self._mix.lasts / 1000 if seconds is None else seconds
        self._known = self._struck = False
        self._clock: Label | None = None

    def first(self) -> Widget | None:
        return next((widget for widget in self.group.walk() if isinstance(widget, Button)), None)

    def build(self) -> Iterable[Widget]:
        style, frame = self.style, self.design
        width = min(_WIDTH, frame.width - 32)
        tree = Pad(self._final() if self._mix.stage == "finale" else self._card(), _PAD, _PAD)
        high = min(tree.high(width), frame.height - 32)
        box = Box((frame.width - width) / 2, (frame.height - high) / 2, width, high)
        return [Laid(style, Over(Panel(style), tree), box)]

    def _card(self) -> Part:
        style, mix, line = self.style, self._mix, self.style.texts.line
        last = mix.weight > 1
        head = line("mix.card.final" if last else "mix.card.round", number=mix.round, of=mix.of, weight=mix.weight)
        name = style.texts.maybe(f"{mix.game}.name") or mix.game
        told = style.texts.maybe(f"{mix.game}.mix.{mix.short}") if mix.game in CABINETS else ""
        self._clock = Label(style, self._time(), size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle")
        know = Button(style, line("mix.card.know"), icon="check", kind=Kind.PRIMARY, on_press=self._know)
        strike = Button(style, line("mix.card.strike"), icon="x", on_press=self._strike)
        seated = self._connection.seat is not None
        know.enabled = seated and not self._known
        mine = next((one for one in mix.points if one.person == self._connection.client.person), None)
        strike.enabled = mine is not None and not mine.struck and not self._struck
        return Column(
            Label(style, head, size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle"),
            Label(style, name, size=theme.HEADING, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, anchor="middle"),
            Label(style, told or "", anchor="middle"),
            Fill(6),
            *self._points(),
            Fill(6),
            self._clock,
            Row(Of(know, grow=1), Of(strike, grow=1), gap=12),
            gap=8,
        )

    def _final(self) -> Part:
        style, line = self.style, self.style.texts.line
        points = self._mix.points
        best = max((one.points for one in points), default=0)
        names = ", ".join(self._name(one.person) for one in points if one.points == best)
        ok = Button(style, line("widgets.ok"), icon="check", kind=Kind.PRIMARY, on_press=self.put_away)
        return Column(
            Label(style, line("mix.finale.title"), size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle"),
            Label(
                style,
                line("mix.finale.won", names=names),
                size=theme.HEADING,
                weight=Weight.BOLD,
                colour=theme.TEXT_BRIGHT,
                anchor="middle",
            ),
            Fill(6),
            *self._points(),
            Fill(6),
            ok,
            gap=8,
        )

    def _points(self) -> list[Part]:
        """Return a row for each person: place, name, points, and what the last round brought."""
        style, points, me = self.style, self._mix.points, self._connection.client.person
        places = [1 + sum(other.points > one.points for other in points) for one in points]
        rows = list(zip(places, points, strict=True))
        if len(rows) > _MOST_ROWS:
            mine = [row for row in rows[_MOST_ROWS - 1 :] if row[1].person == me]
            rows = [*rows[: _MOST_ROWS - len(mine)], *mine]
        parts: list[Part] = []
        for place, one in rows:
            weight = Weight.BOLD if one.person == me else Weight.REGULAR
            name = OneLine(style, f"{place}. {self._name(one.person)}", size=theme.BODY, weight=weight)
            won = f"{one.points}  (+{one.won})" if one.won else str(one.points)
            told = OneLine(style, won, size=theme.BODY, weight=weight, anchor="right")
            parts.append(Row(Of(name, grow=1), told, gap=12))
        return parts

    def _name(self, number: int) -> str:
        person = self._connection.person(number)
        return person.name if person is not None else "?"

    def _time(self) -> str:
        """Return in how many seconds the match begins."""
        return self.style.texts.line("mix.card.begins", seconds=max(0, round(self._left)))

    def _know(self) -> None:
        self._known = True
        self._connection.set_ready(True)
        self.rebuild()

    def _strike(self) -> None:
        self._struck = True
        self._connection.strike(self._mix.round)
        self.rebuild()

    def update(self, seconds: float) -> None:
        """Count down, and close once the mix goes on."""
        super().update(seconds)
        self._left -= seconds
        if self._clock is not None and self._clock.text != self._time():
            self._clock.text = self._time()
        if shown_of(self._connection.room) != self._shown and self.stack.top is self and not self.stack.changing:
            self.stack.pop()


class MixPages:
    """Shows each page of a mix once over the waiting room."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._last: object = None

    def mind(self, connection: RoomConnection | None, below: Scene) -> None:
        """Show the page of the room's mix over the scene `below`, if it is a new one and nothing lies over that."""
        stack = self._context.stack
        shown = shown_of(connection.room) if connection is not None else None
        if shown == self._last or stack.top is not below or stack.changing:
            return
        self._last = shown
        if connection is not None and shown is not None:
            stack.push(MixPage(self._context, connection))
