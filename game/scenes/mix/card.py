"""What a mix shows between its matches: the card of the next round with everybody's points, and at last who won."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.listed import CABINETS
from game.core.ranking import ranked
from game.engine import theme
from game.engine.scene import Context, Scene
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import Label
from game.engine.widgets.parts.tree import Column, Fill, Part
from game.scenes.lan.connection import RoomConnection
from game.scenes.ledger.closing_scene import ClosingScene, portraits_of, tonights_closing
from game.scenes.mix.parts import card_head, finale_head, in_a_row, panel, standing_row
from game.scenes.page.overlay import OverlayScene
from net.messages import RoomState
from net.mix import MixState

_MOST_ROWS, _LEAST_ROWS = 8, 2
"""The most people whose points are listed, and the fewest where there is no room; one sees oneself in the last row."""
_LOOKED_AT = 30.0
"""Seconds for which a finale is shown where nobody can put it away."""


def shown_of(room: RoomState | None) -> tuple[str, str, int, str] | None:
    """Return what identifies the page that a room's mix shows over its waiting room; None for none."""
    mix = room.mix if room is not None else None
    if mix is None or mix.stage not in ("card", "finale") or (mix.stage == "card" and not mix.game):
        return None
    return mix.id, mix.stage, mix.round, mix.game


class MixPage(OverlayScene):
    """The card of a round, or the finale; it closes by itself when the mix goes on."""

    def __init__(
        self,
        context: Context,
        connection: RoomConnection,
        seconds: float | None = None,
        *,
        keeps: bool = True,
        pressed: bool = True,
    ) -> None:
        """`seconds`: until the match begins; None for as many as the host gives a card. `keeps`: whether the person
        may keep files, such as the page of the evening. `pressed`: whether anybody can press anything here; if not, a
        finale closes by itself.
        """
        super().__init__(context)
        self._keeps, self._pressed, self._looked_at = keeps, pressed, 0.0
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
        made = self._final if self._mix.stage == "finale" else self._card
        return [panel(self, map(made, range(_MOST_ROWS, _LEAST_ROWS - 1, -1)))]

    def _card(self, rows: int) -> Part:
        style, mix, line = self.style, self._mix, self.style.texts.line
        kind = "sprint" if mix.sprint else "final" if mix.last else "round"
        head = line(f"mix.card.{kind}", number=mix.round, of=mix.of, weight=mix.weight)
        name = style.texts.game(mix.game)
        told = style.texts.maybe(f"{mix.game}.mix.{mix.short}") if mix.game in CABINETS else ""
        self._clock = Label(style, self._time(), size=theme.LABEL, colour=theme.TEXT_MUTED, anchor="middle")
        know = Button(style, line("mix.card.know"), icon="check", kind=Kind.PRIMARY, on_press=self._know)
        strike = Button(style, line("mix.card.strike"), icon="x", on_press=self._strike)
        seated = self._connection.seat is not None
        know.enabled = seated and not self._known
        mine = next((one for one in mix.points if one.person == self._connection.client.person), None)
        strike.enabled = mine is not None and not mine.struck and not self._struck and not mix.sprint
        buttons = [in_a_row(know, strike)] if self._pressed else []
        return Column(
            card_head(self, mix.game, head, name, told or "", self._company()),
            Fill(6),
            *self._points(rows),
            Fill(6),
            self._clock,
            *buttons,
            gap=8,
        )

    def _company(self) -> str:
        """Return with whom this person sits at the table, of several or of one; of a sprint, who plays it."""
        line, room, me = self.style.texts.line, self._connection.room, self._connection.client.person
        if room is not None and self._mix.sprint:
            return line("mix.card.runners", names=", ".join(seat.name for seat in room.seats))
        if room is None or all(seat.person != me for seat in room.seats):
            return ""
        names = [seat.name for seat in room.seats if seat.person not in (0, me)]
        computers = sum(seat.kind == "bot" for seat in room.seats)
        if computers:
            names.append(line("lobby.seat.computers", count=computers))
        return line("mix.card.company", names=", ".join(names)) if names else line("mix.card.alone")

    def _final(self, rows: int) -> Part:
        style, line = self.style, self.style.texts.line
        points = self._mix.points
        best = max((one.points for one in points), default=0)
        names = ", ".join(self._name(one.person) for one in points if one.points == best)
        ok = Button(style, line("widgets.ok"), icon="check", on_press=self.put_away)
        evening = Button(style, line("closing.way"), icon="trophy", kind=Kind.PRIMARY, on_press=self._show_closing)
        row = in_a_row(*([evening] if self._keeps else []), ok)
        return Column(
            *finale_head(style, line("mix.finale.won", names=names) if best else ""),
            Fill(6),
            *self._points(rows),
            *([Fill(6), row] if self._pressed else []),
            gap=8,
        )

    def _show_closing(self) -> None:
        """Open the page of the mix, to keep."""
        context, portraits = self.context, portraits_of(self._connection.room)
        context.stack.push(ClosingScene(context, tonights_closing(context, mix=self._mix.id, portraits=portraits)))

    def _points(self, most: int) -> list[Part]:
        """Return a row for each person, at most so many, one's own among them: place, name, points, and those of the
        last round.
        """
        style, points, me = self.style, self._mix.points, self._connection.client.person
        rows = list(zip(ranked([one.points for one in points]), points, strict=True))
        if len(rows) > most:
            mine = [row for row in rows[most - 1 :] if row[1].person == me]
            rows = [*rows[: most - len(mine)], *mine]
        return [
            standing_row(style, f"{place}. {self._name(one.person)}", one.points, one.won, mine=one.person == me)
            for place, one in rows
        ]

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
        self._looked_at += seconds
        looked_at = not self._pressed and self._mix.stage == "finale" and self._looked_at > _LOOKED_AT
        gone = looked_at or shown_of(self._connection.room) != self._shown
        if gone and self.stack.top is self and not self.stack.changing:
            self.stack.pop()


class MixPages:
    """Shows each page of a mix once over the waiting room."""

    def __init__(self, context: Context, *, keeps: bool = True, pressed: bool = True) -> None:
        """`keeps`: whether the person may keep files; `pressed`: whether anybody can press anything here."""
        self._context, self._keeps, self._pressed = context, keeps, pressed
        self._last: object = None

    def mind(self, connection: RoomConnection | None, below: Scene) -> None:
        """Show the page of the room's mix over the scene `below`, if it is a new one and nothing lies over that."""
        stack = self._context.stack
        shown = shown_of(connection.room) if connection is not None else None
        if shown == self._last or stack.top is not below or stack.changing:
            return
        self._last = shown
        if connection is not None and shown is not None:
            stack.push(MixPage(self._context, connection, keeps=self._keeps, pressed=self._pressed))
