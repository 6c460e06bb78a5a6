"""The panel of the room that the person is in: seats, the main button, and the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.stage.presentation import Opened
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.group import Container
from game.engine.widgets.parts.layout import stack
from game.engine.widgets.parts.style import Style
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.ground.texts import Texts
from game.scenes.lan.connection import RoomConnection, lack_of
from game.scenes.lobby.chat import ChatPanel
from game.scenes.lobby.customs import customs_told, wishes_told
from game.scenes.lobby.floor import RoomFloor
from game.scenes.lobby.next_game import next_game_menu, wish_menu
from game.scenes.lobby.people import ask_to_kick, late_menu, people_menu
from game.scenes.lobby.played import options_told
from game.scenes.lobby.primary import primary_of, waited_for
from game.scenes.lobby.room_seat import (
    Crowd,
    SeatRow,
    crowd_facts,
    crowd_items,
    crowds_of,
    facts_of,
    listed_seats,
    seat_items,
)
from game.scenes.lobby.talk import Signs
from game.scenes.page.menu import ButtonMenu
from game.scenes.page.more import reference_of
from game.scenes.table.rules import RulesPage
from net.client.remote_match import StrangeHostError, options_of
from net.messages import RoomState

_PAD = 20.0
_ROW_GAP = 8.0
_FEW = 5
"""Up to this many seat rows stay in the panel, even if large text hides some of them."""
_ROWS_SHARE = 0.5
"""The largest share of the height between head and chat that the seats take."""


def room_lines(room: RoomState, texts: Texts) -> list[str]:
    """Return the game, the number of seats and the time limit in words, in several lengths from long to short."""
    game = texts.maybe(f"{room.game}.name") or room.game
    seats = sum(seat.kind != "closed" for seat in room.seats)
    lines = [texts.line("lobby.room.line", game=game, seats=seats), game]
    if room.limit:
        lines.insert(0, texts.line("lobby.room.line_limit", game=game, seats=seats, seconds=room.limit // 1000))
    return lines


def _push(context: Context, opened: Opened) -> None:
    context.stack.push(opened(context))


class RoomPanel(Container):
    """The panel of the person's room. `show` follows the room; widgets stay, so that nothing typed is lost."""

    def __init__(
        self,
        context: Context,
        style: Style,
        box: Box,
        connection: RoomConnection,
        tints: Sequence[Tint],
        floor: Box | None = None,
        *,
        on_leave: Callable[[], None],
    ) -> None:
        """`floor`: the box for the seats of a large room and the evening's points; None for none."""
        super().__init__(style, box)
        self._floor = floor
        self.wide = False
        """Whether the seats are shown on the floor beside the panel, in a large room."""
        self._context = context
        self._connection = connection
        self._tints = tints
        self._shown: object = None
        self._built = False
        self._told: list[str] = []
        self._lacked = ""
        """The game of which this person was last told that their program lacks it; empty for none."""
        self.signs = Signs(style, connection, tints, self._rows_in_sight, lambda: self.chat.list.box)
        self.chat: ChatPanel
        leave = style.texts.line("lobby.room.close" if connection.hosting else "lobby.room.leave")
        self._leave = Button(style, leave, on_press=on_leave)
        title = style.typeface.measure(connection.room.name if connection.room else "", theme.LABEL, Weight.BOLD)
        high = style.typeface.grown(30)
        beside = (1 if connection.owner else 2) * (high + 8)
        if title + 12 + beside + self._leave.natural_width() + 2 * _PAD > box.width:
            self._leave = Button(style, icon="log-out", tooltip=leave, on_press=on_leave)
        wide = self._leave.natural_width()
        self._leave.box = Box(box.right - _PAD - wide, box.top + 14, wide, high)
        rules = style.texts.line("table.tool.rules")
        self._rules = Button(style, icon="book-open", tooltip=rules, on_press=self._show_rules)
        self._rules.box = Box(self._leave.box.left - 8 - high, box.top + 14, high, high)
        self._build()

    def _build(self) -> None:
        box, style, connection = self.box, self.style, self._connection
        room = connection.room
        assert room is not None
        typeface = style.typeface
        inner = Box(box.left + _PAD - 4, box.top, box.width - 2 * _PAD + 8, box.height)
        head = typeface.leading(theme.LABEL) + 2 * typeface.leading(theme.CAPTION)
        top = box.top + 20 + head + 8  # includes the line of wishes, so that a wish moves nothing below it
        primary_high = typeface.grown(theme.CONTROL_HEIGHT + 8)
        crowds = crowds_of(room, owner=connection.owner)
        self._made_of = self._makings(room)
        self.rows = [
            SeatRow(style, seat, self._tints[seat % len(self._tints)], self._facts(seat), "", self._asker(seat))
            for seat in listed_seats(room)
        ]
        self._crowds = [self._crowd_row(room, crowd) for crowd in crowds]
        self.rows += self._crowds
        wanted = len(self.rows) * (typeface.grown(44.0) + _ROW_GAP) - _ROW_GAP
        most = (box.bottom - top) * _ROWS_SHARE
        self._rules.visible = room.game in CABINETS
        widgets: list[Widget] = [self._leave, self._rules]
        self.wide = wanted > most and len(self.rows) > _FEW and self._floor is not None
        if self.wide and self._floor is not None:
            widgets.append(RoomFloor(style, self._floor, self.rows))
        elif wanted <= most:
            stack(Box(inner.left, top, inner.width, wanted), self.rows, _ROW_GAP)
            widgets += self.rows
            top += wanted + 12
        else:
            area = ScrollArea(
                style,
                Box(inner.left - RING_ROOM, top - RING_ROOM, inner.width + 2 * RING_ROOM, most),
                self.rows,
                _ROW_GAP,
            )
            widgets.append(area)
            top += most + 6
        self.primary = Button(style, " ", kind=Kind.PRIMARY, size=theme.LABEL)
        side = primary_high
        self._people = Button(
            style, icon="users", on_press=self._show_people, tooltip=style.texts.line("lobby.room.people")
        )
        self.primary.box = Box(inner.left, top, inner.width - side - 10, primary_high)
        self._people.box = Box(inner.right - side, top, side, primary_high)
        self._other = self._other_button()
        rules = self._rules.box
        in_head = Box(rules.left - 8 - rules.width, rules.top, rules.width, rules.height)
        beside_people = Box(self._people.box.left - side - 10, top, side, primary_high)
        self._other.box = beside_people if connection.owner else in_head
        self._after_primary = self._other if connection.owner else self._people
        self._look_up = self._reference_button(room)
        if self._look_up:
            self._look_up.box = Box(self._after_primary.box.left - side - 10, top, side, primary_high)
            self._after_primary = self._look_up
        late = style.texts.line("lobby.late.title")
        self._late = Button(style, icon="bell", on_press=self._show_late, tooltip=late)
        self._late.box = Box(self._after_primary.box.left - side - 10, top, side, primary_high)
        start = Button(style, style.texts.line("lobby.room.start"), icon="play", size=theme.LABEL)
        if (
            start.natural_width() > self._late.box.left - 10 - self.primary.box.left
        ):  # no room here: it stands in the head
            self._late.box = in_head
        self._rule_y = top + primary_high + 14
        chat = Box(box.left + _PAD, self._rule_y + 12, box.width - 2 * _PAD, box.bottom - 16 - self._rule_y - 12)
        if self._built:
            self.chat.place(chat)
        else:
            self.chat = ChatPanel(style, chat, connection, self._tints)
        self._built = True
        look_up = [self._look_up] if self._look_up else []
        self.widgets = [*widgets, self.primary, self._late, *look_up, self._other, self._people, self.chat, self.signs]
        self.show()

    def _rows_in_sight(self) -> dict[int, Box]:
        """Return the boxes of the seats whose rows are not scrolled away."""
        places = [self.box] if self._floor is None else [self.box, self._floor]
        rows = self.rows[: len(self.rows) - len(self._crowds)]
        return {row.seat: row.box for row in rows if any(place.contains(row.box) for place in places)}

    def _reference_button(self, room: RoomState) -> Button | None:
        """Make the button to the game's reference book; None where it has none."""
        if room.game not in CABINETS:
            return None
        try:
            opened = reference_of(room.game, options_of(room, CABINETS[room.game].info), None, False)
        except StrangeHostError:
            return None
        if opened is None:
            return None
        tooltip = self.style.texts.line("table.menu.look_up")
        return Button(self.style, icon="search", on_press=partial(_push, self._context, opened), tooltip=tooltip)

    def _show_rules(self) -> None:
        """Open the rules of the room's game."""
        room = self._connection.room
        if room is None or room.game not in CABINETS:
            return
        try:
            options = options_of(room, CABINETS[room.game].info)
        except StrangeHostError:
            options = None
        self._context.stack.push(RulesPage(self._context, room.game, options=options))

    def _phrases(self, room: RoomState) -> list[str]:
        """Return phrases on who cannot play, on wishes, the room's customs, and options other than the defaults."""
        texts, me = self.style.texts, self._connection.client.person
        lacking = ", ".join(one.name for one in room.people if one.lacks and one.person != me)
        told = [texts.line("lobby.room.lacking", names=lacking) if lacking else "", wishes_told(room, texts)]
        return [*filter(None, told), *customs_told(room, texts), *options_told(room, texts)]

    def _other_button(self) -> Button:
        """Make the owner's button to choose another game, or a guest's button to wish for one."""
        owner = self._connection.owner
        tooltip = self.style.texts.line("lobby.room.other_game" if owner else "lobby.wish.title")
        icon = "layout-grid" if owner else "heart"
        return Button(self.style, icon=icon, on_press=self._choose_other, tooltip=tooltip)

    def _choose_other(self) -> None:
        connection = self._connection
        if not connection.playing:
            menu = next_game_menu if connection.owner else wish_menu
            self._context.stack.push(menu(self._context, connection))

    def _show_late(self) -> None:
        self._context.stack.push(late_menu(self._context, self._connection))

    def show(self) -> None:
        """Follow the room; does nothing while the room is unchanged."""
        connection = self._connection
        state = (connection.room, connection.client.latency, connection.lost, connection.table_open)
        if state == self._shown or connection.room is None:
            return
        self._shown = state
        room = connection.room
        if self._makings(room) != self._made_of:
            self._shown = None
            self._build()
            return
        if connection.lacks_game and self._lacked != room.game:
            self._context.notify(self.style.texts.line(*lack_of(room)))
        self._lacked = room.game if connection.lacks_game else ""
        self._told = self._phrases(room)
        self._rules.tooltip = " · ".join([self.style.texts.line("table.tool.rules"), *self._told])
        self._other.enabled = not connection.playing
        self._late.visible = self._other.visible and connection.owner and bool(waited_for(connection))
        beside = self._late.visible and self._late.box.top == self.primary.box.top
        right = (self._late if beside else self._after_primary).box.left - 10
        self.primary.box.width = right - self.primary.box.left
        crowds, texts = crowds_of(room, owner=connection.owner), self.style.texts
        for row, crowd in zip(self._crowds, crowds, strict=True):
            items = crowd_items(connection, crowd, texts)
            row.show(crowd_facts(room, crowd, texts), items[0].label if items else "")
            row.on_press = items[0].value if items else lambda: None
        for row in self.rows[: len(self.rows) - len(crowds)]:
            row.show(self._facts(row.seat), self._action(row.seat))
        self._show_primary()

    def _makings(self, room: RoomState) -> object:
        """Return what the panel's widgets are made of; all else is shown by the widgets there are."""
        owner = self._connection.owner
        kinds = [crowd.kind for crowd in crowds_of(room, owner=owner)]
        return listed_seats(room), kinds, room.game, room.options, owner

    def _crowd_row(self, room: RoomState, crowd: Crowd) -> SeatRow:
        """Make the row that stands for the seats of a crowd."""
        seat = crowd.seats[0]
        tint = self._tints[seat % len(self._tints)]
        return SeatRow(self.style, seat, tint, crowd_facts(room, crowd, self.style.texts), "", lambda: None)

    def _facts(self, seat: int) -> Any:
        assert self._connection.room is not None
        client = self._connection.client
        return facts_of(self._connection.room, seat, client.person, self.style.texts, client.latency)

    def _action(self, seat: int) -> str:
        """Return what a press on a seat does, in a word."""
        items = seat_items(self._connection, seat, self.style.texts, self._ask_to_kick)
        if not items:
            return ""
        return items[0].label if len(items) == 1 else self.style.texts.line("lobby.seat.change")

    def _asker(self, seat: int) -> Callable[[], None]:
        return lambda: self._ask_about(seat)

    def _ask_about(self, seat: int) -> None:
        """Do the only action for a seat, or ask which one."""
        items = seat_items(self._connection, seat, self.style.texts, self._ask_to_kick)
        if len(items) == 1:
            items[0].value()
        elif items:
            self._context.stack.push(ButtonMenu(self._context, self._facts(seat).name, items))

    def _show_primary(self) -> None:
        """Update the main button; a press that began on another action is cancelled."""
        now, primary = primary_of(self._context, self._connection), self.primary
        whole = Button(self.style, now.label, icon=now.icon, size=theme.LABEL).natural_width()
        short = bool(now.short) and whole > primary.box.width
        label, why = (now.short, now.label) if short else (now.label, now.why)
        if primary.label != label:
            primary.pressed = False
        primary.label, primary.icon, primary.on_press, primary.tooltip = label, now.icon, now.act, why
        primary.enabled = now.can and not self._connection.lost

    def _ask_to_kick(self, person: int, name: str) -> None:
        ask_to_kick(self._context, self._connection, person, name)

    def _show_people(self) -> None:
        """Open the menu of the people in the room."""
        self._context.stack.push(people_menu(self._context, self._connection))

    def update(self, seconds: float) -> None:
        """Follow the room, and sound when somebody nudges this person."""
        self.show()
        if self._connection.take_nudges():
            self.style.play_sound(Sound.YOUR_TURN)
            self._context.notify(self.style.texts.line("lobby.nudged"))
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel, its head and its widgets."""
        typeface, box, room = self.style.typeface, self.box, self._connection.room
        faces.glass_panel(canvas, box)
        if room is None:
            return
        left, y = box.left + _PAD, box.top + 16 + typeface.leading(theme.LABEL) / 2
        in_head = [one for one in (self._late, self._other) if one.visible and one.box.top == self._rules.box.top]
        head = min((one.box.left for one in in_head), default=self._rules.box.left)
        name = fitted(typeface, room.name, head - 12 - left, theme.LABEL)
        typeface.line(canvas, name, left, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT)
        y += (typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)) / 2 + 2
        room_for_line = self._rules.box.left - 12 - left
        line = first_fitting(typeface, room_lines(room, self.style.texts), room_for_line, theme.CAPTION)
        typeface.line(canvas, line, left, y, theme.CAPTION, colour=theme.TEXT_MUTED)
        if self._told:
            told = fitted(typeface, " · ".join(self._told), box.right - _PAD - left, theme.CAPTION)
            below = y + typeface.leading(theme.CAPTION)
            typeface.line(canvas, told, left, below, theme.CAPTION, colour=theme.TEXT)
        self._draw_watching(canvas, room, y)
        faces.draw_rule(canvas, left, box.right - _PAD, self._rule_y)
        super().draw(canvas)

    def _draw_watching(self, canvas: Canvas, room: RoomState, y: float) -> None:
        """Draw how many people watch, below the button to leave."""
        typeface, right = self.style.typeface, self.box.right - _PAD
        words = self.style.texts.line("lobby.room.watching", count=room.watching)
        top = max(y, self._leave.box.bottom + typeface.leading(theme.CAPTION) / 2 + 2)
        if room.watching and (self.wide or top < self.rows[0].box.top - 4):
            typeface.line(canvas, words, right, top, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
