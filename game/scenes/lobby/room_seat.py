"""One seat of a waiting room: who sits there, their state, and the actions for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from game.engine import theme
from game.engine.canvas import Canvas
from game.engine.colour import Colour, lighten
from game.engine.ornament import badge, outline
from game.engine.patterns import PATTERNS
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.textile import pattern_wash
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.style import Style
from game.ground.portrait import valid_strokes
from game.ground.texts import Texts
from game.scenes.evening.portrait import put_portrait
from game.scenes.lan.connection import RoomConnection
from game.scenes.page.menu import MenuItem
from net.messages import RoomState
from net.parts import PersonState, SeatState

ROW = 44.0
MOST_ROWS = 8
"""The most seats with a row each; a larger room shows its computers in one row, and its closed seats in another."""
LATE = 250
"""Latency in milliseconds from which a person's connection is shown as slow."""
_PAD = 14.0


@dataclass(frozen=True)
class SeatFacts:
    """The facts that a seat's row shows."""

    name: str
    note: str
    icon: str
    state: str
    colour: Colour
    mine: bool
    taken: bool
    portrait: bytes = b""
    """The sign that the seat's person drew; empty for none."""


def facts_of(room: RoomState, seat: int, me: int, texts: Texts, latency: int | None = None) -> SeatFacts:
    """Return the facts of a seat, as the person `me` sees them, whose own `latency` in milliseconds is known here
    first.
    """
    place = room.seats[seat]
    line = texts.line
    if place.kind == "closed":
        return SeatFacts(line("lobby.seat.closed"), "", "lock", "", theme.TEXT_FAINT, False, False)
    if place.kind == "open":
        return SeatFacts(line("lobby.seat.open"), "", "", "", theme.TEXT_MUTED, False, False)
    if place.kind == "bot":
        level = level_name(room.game, place.bot, texts)
        return SeatFacts(level, "", "bot", line("lobby.seat.computer"), theme.TEXT_MUTED, False, True)
    person = next((person for person in room.people if person.person == place.person), None)
    if person is not None and person.person == me and latency is not None:
        person = msgspec.structs.replace(person, latency=max(1, latency))
    icon, state, colour = _state_of(place, person, texts, room.phase == "waiting")
    notes = [line("lobby.seat.owner")] if person and person.owner else []
    notes += [line("lobby.seat.me")] if place.person == me else []
    notes += [line("lobby.seat.browser")] if person and person.browser else []
    portrait = person.portrait if person else b""
    return SeatFacts(place.name, " · ".join(notes), icon, state, colour, place.person == me, True, portrait)


def _state_of(place: SeatState, person: PersonState | None, texts: Texts, waiting: bool) -> tuple[str, str, Colour]:
    line = texts.line
    if person is None or not person.present:
        return "wifi-off", line("lobby.seat.away"), theme.BAD
    if person.latency >= LATE:
        return "triangle-alert", line("lobby.seat.late"), theme.WARNING
    if not waiting or person.owner:
        told = line("discovery.milliseconds", count=person.latency) if person.latency else ""
        return "signal", told, theme.GOOD
    if place.ready:
        return "check", line("lobby.seat.ready"), theme.GOOD
    return "hourglass", line("lobby.seat.not_ready"), theme.TEXT


def listed_seats(room: RoomState) -> list[int]:
    """Return the seats with a row of their own: all of a small room; in a large one those that people have
    or may take.
    """
    return [
        number
        for number, seat in enumerate(room.seats)
        if len(room.seats) <= MOST_ROWS or seat.kind in ("person", "open")
    ]


@dataclass(frozen=True)
class Crowd:
    """Seats of one kind that share a row; there is at least one."""

    kind: Literal["bot", "closed"]
    seats: tuple[int, ...]


def crowds_of(room: RoomState, *, owner: bool) -> tuple[Crowd, ...]:
    """Return the seats without a row of their own: computers, and for the `owner`, who may open them, closed seats."""
    listed = set(listed_seats(room))
    kinds: tuple[Literal["bot", "closed"], ...] = ("bot", "closed") if owner else ("bot",)
    hidden = {
        kind: tuple(number for number, seat in enumerate(room.seats) if seat.kind == kind and number not in listed)
        for kind in kinds
    }
    return tuple(Crowd(kind, seats) for kind, seats in hidden.items() if seats)


def crowd_facts(room: RoomState, crowd: Crowd, texts: Texts) -> SeatFacts:
    """Return the facts of all seats of a crowd together."""
    count = len(crowd.seats)
    if crowd.kind == "closed":
        return SeatFacts(
            texts.line("lobby.seat.closed_ones", count=count), "", "lock", "", theme.TEXT_FAINT, False, False
        )
    bots = Counter(room.seats[seat].bot for seat in crowd.seats)
    kinds = [
        texts.line("lobby.seat.kinds", level=level_name(room.game, bot, texts), count=count)
        for bot, count in bots.most_common()
    ]
    name = texts.line("lobby.seat.computers", count=count)
    return SeatFacts(name, " · ".join(kinds), "bot", "", theme.TEXT_MUTED, False, True)


def crowd_items(connection: RoomConnection, crowd: Crowd, texts: Texts) -> list[MenuItem]:
    """Return the owner's actions for a crowd, before a match: to open the last computer's or the first closed seat."""
    room = connection.room
    if room is None or room.phase != "waiting" or not connection.owner:
        return []
    seat = crowd.seats[0] if crowd.kind == "closed" else crowd.seats[-1]
    return [MenuItem(texts.line("lobby.seat.open_one"), "door-open", lambda: connection.set_seat(seat, "open"))]


def level_name(game: str, bot: str, texts: Texts) -> str:
    """Return a bot's display name; a bot that only the host has keeps its own name."""
    return texts.maybe(f"{game}.bot.{bot}.name") or bot


def seat_items(
    connection: RoomConnection, seat: int, texts: Texts, on_kick: Callable[[int, str], None]
) -> list[MenuItem]:
    """Return what this person may do with a seat before a match: labels, and functions to call.

    `on_kick` is called with the number and the name of the person whom the owner would send away.
    """
    room = connection.room
    if room is None or room.phase != "waiting":
        return []
    place, line = room.seats[seat], texts.line
    items: list[MenuItem] = []

    def add(key: str, icon: str, do: Callable[[], Any], **values: Any) -> None:
        items.append(MenuItem(line(f"lobby.seat.{key}", values), icon, do))

    if place.kind == "open":
        add("take", "armchair", lambda: connection.take(seat))
    if place.person == connection.client.person:
        add("stand", "eye", connection.stand)
    if connection.owner:
        _add_owners(connection, room, seat, add, texts)
        if place.kind == "person" and place.person != connection.client.person:
            add("kick", "user-x", lambda: on_kick(place.person, place.name), name=place.name)
    return items


def _add_owners(connection: RoomConnection, room: RoomState, seat: int, add: Callable[..., None], texts: Texts) -> None:
    """Add the actions for a seat that only the owner has."""
    place = room.seats[seat]
    if place.kind != "person":
        for bot in room.bots:
            if place.bot != bot:
                name = level_name(room.game, bot, texts)
                add("computer_of", "bot", lambda bot=bot: connection.set_seat(seat, "bot", bot), level=name)
        if place.kind != "open":
            add("reopen", "door-open", lambda: connection.set_seat(seat, "open"))
        if place.kind != "closed":
            add("close", "lock", lambda: connection.set_seat(seat, "closed"))
    if seat > 0:
        add("up", "arrow-up", lambda: connection.swap(seat, seat - 1))
    if seat < len(room.seats) - 1:
        add("down", "arrow-down", lambda: connection.swap(seat, seat + 1))


class SeatRow(Pressable):
    """The row of a seat; a press offers the actions for it."""

    def __init__(
        self, style: Style, seat: int, tint: Tint, facts: SeatFacts, action: str, on_press: Callable[[], None]
    ) -> None:
        """`action` says what a press does; empty where nothing may be done."""
        super().__init__(style, on_press=on_press)
        self.seat = seat
        self._tint = tint
        self.show(facts, action)

    def show(self, facts: SeatFacts, action: str) -> None:
        self.facts, self.action = facts, action
        self.enabled = bool(action)
        self.tooltip = action

    def natural_height(self, width: float) -> float:
        return self.style.typeface.grown(ROW)

    def draw(self, canvas: Canvas) -> None:
        """Draw the row's ground with the seat's pattern, its shape, name and state."""
        typeface, box, facts = self.style.typeface, self.box, self.facts
        area = canvas.pixels(box)
        faces.draw_face(canvas, box, faces.WELL if not facts.taken else faces.HINT, theme.CONTROL_CORNER)
        if facts.taken:
            corner = canvas.px(theme.CONTROL_CORNER)
            wash = pattern_wash(self._tint.colour, self._tint.pattern, area.width, area.height, corner)
            canvas.lay(wash, area.topleft)
        if facts.mine or self.warmth:
            colour = lighten(self._tint.colour, 0.25) if facts.mine else theme.TEXT
            line = outline(area.width, area.height, canvas.px(theme.CONTROL_CORNER), colour, max(1, canvas.px(1.6)))
            canvas.lay(line, area.topleft)
        size = typeface.grown(20)
        shape = PATTERNS[self._tint.pattern].shape
        mark = badge(shape, self._tint.colour if facts.taken else "#4A3F77", canvas.px(size), "#FFF6E3")
        canvas.put_middle(mark, box.left + _PAD + size / 2, box.centery)
        left = box.left + _PAD + size + 12
        if valid_strokes(facts.portrait):
            side = box.height - 8
            put_portrait(canvas, facts.portrait, left + side / 2 - 4, box.centery, side)
            left += side
        self._draw_words(canvas, left, self._draw_state(canvas))

    def _draw_state(self, canvas: Canvas) -> float:
        """Draw the player's state at the right; return its left end."""
        typeface, box, facts = self.style.typeface, self.box, self.facts
        right = box.right - _PAD
        if self.action:
            size = typeface.grown(16)
            faces.draw_icon(canvas, "chevron-right", right - size / 2 + 4, box.centery, size, theme.TEXT_MUTED)
            right -= size
        if not facts.taken and self.action:
            words, icon, colour = self.action, "", theme.TEXT
        else:
            words, icon, colour = facts.state, facts.icon, facts.colour
        if words:
            typeface.line(canvas, words, right, box.centery, theme.CAPTION, Weight.SEMIBOLD, colour, "right")
            right -= typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD) + 8
        if icon:
            size = typeface.grown(16)
            faces.draw_icon(canvas, icon, right - size / 2, box.centery, size, colour)
            right -= size
        return right - 8

    def _draw_words(self, canvas: Canvas, left: float, right: float) -> None:
        """Draw name and note, as far as there is room."""
        typeface, box, facts = self.style.typeface, self.box, self.facts
        colour = theme.TEXT_BRIGHT if facts.taken else theme.TEXT_MUTED
        weight = Weight.SEMIBOLD if facts.taken else Weight.REGULAR
        whole = typeface.measure(facts.name, theme.BODY, weight)
        note = typeface.measure(facts.note, theme.CAPTION) + 8
        with_note = bool(facts.note) and whole + note <= right - left
        name = fitted(typeface, facts.name, max(8.0, right - left), theme.BODY)
        wide = typeface.line(canvas, name, left, box.centery, theme.BODY, weight, colour)
        if with_note:
            typeface.line(canvas, facts.note, left + wide + 8, box.centery, theme.CAPTION, colour=theme.TEXT_MUTED)
