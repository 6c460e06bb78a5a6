"""The panel of the room that the person is in: seats, the main button, and the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.stage.presentation import Opened
from game.engine.text import Weight
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.label import OneLine, Panel
from game.engine.widgets.parts.style import Style
from game.engine.widgets.parts.tree import Column, Either, Fill, Laid, Of, Over, Pad, Part, Row, Rule
from game.engine.widgets.scrollarea import RING_ROOM, ScrollArea
from game.ground.texts import Texts
from game.scenes.lan.connection import RoomConnection, lack_of
from game.scenes.lan.facts import phone_use
from game.scenes.lobby.chat import ChatPanel
from game.scenes.lobby.customs import ask_length, customs_told, mixes, wishes_told
from game.scenes.lobby.floor import RoomFloor
from game.scenes.lobby.next_game import next_game_menu, wish_menu
from game.scenes.lobby.people import ask_to_kick, late_menu, people_menu
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
from game.scenes.staging.told import unusual_options
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
    game = texts.game(room.game)
    seats = sum(seat.kind != "closed" for seat in room.seats)
    lines = [texts.line("lobby.room.line", game=game, seats=seats), game]
    if room.limit:
        lines.insert(0, texts.line("lobby.room.line_limit", game=game, seats=seats, seconds=room.limit // 1000))
    return lines


def options_told(room: RoomState, texts: Texts) -> list[str]:
    """Return a phrase for the game's first choice, which says what kind of match it is, and for each option that is not
    the default.

    Empty where this program does not have the game in that version, and for options that the game does not allow: a
    host may send a text as long as a frame.
    """
    cabinet = CABINETS.get(room.game)
    if cabinet is None or cabinet.info.version != room.version:
        return []
    try:
        options = msgspec.structs.asdict(options_of(room, cabinet.info))
    except StrangeHostError:
        return []
    seats = sum(seat.kind != "closed" for seat in room.seats)
    return unusual_options(room.game, options, texts, seats=seats)


def heirs_told(connection: RoomConnection, texts: Texts) -> list[str]:
    """Return on whose computers a room that runs here goes on without this one, in several lengths; empty where nobody
    else is here.
    """
    heirs = connection.heirs
    if not connection.hosting or not connection.others:
        return []
    if not heirs:
        return [texts.line("lobby.home.ends_here")]
    long = [texts.line("lobby.home.goes_on_then", heir=heirs[0], next=heirs[1])] if len(heirs) > 1 else []
    return [*long, texts.line("lobby.home.goes_on", heir=heirs[0])]


def _push(context: Context, opened: Opened) -> None:
    context.stack.push(opened(context))


class RoomPanel(Laid):
    """The panel of the person's room. `show` follows the room; widgets stay, so that nothing typed is lost."""

    def __init__(
        self,
        context: Context,
        style: Style,
        connection: RoomConnection,
        tints: Sequence[Tint],
        floor: Callable[[], RoomFloor | None] = lambda: None,
        *,
        on_leave: Callable[[], None],
        plain: bool = False,
    ) -> None:
        """`floor`: where the seats of a large room are shown beside the panel; None where there is no room for it.
        `plain`: offer what concerns this match alone, as to guests in a browser.
        """
        self._plain = plain
        self._floor = floor
        self.wide = False
        """Whether the seats are shown on the floor beside the panel, in a large room."""
        self._context = context
        self._connection = connection
        self._tints = tints
        self._shown: object = None
        self._lacked = ""
        """The game of which this person was last told that their program lacks it; empty for none."""
        self.chat = ChatPanel(style, connection, tints)
        self.signs = Signs(style, connection, tints, self._rows_in_sight, lambda: self.chat.list.box)
        self._name = OneLine(style, size=theme.LABEL, weight=Weight.BOLD, colour=theme.TEXT_BRIGHT, cuts=True)
        self._line = OneLine(style, size=theme.CAPTION, colour=theme.TEXT_MUTED)
        self._watching = OneLine(style, size=theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        self._told = OneLine(style, size=theme.CAPTION, cuts=True)  # the rules' button tells all of it
        self._heirs = OneLine(style, size=theme.CAPTION, colour=theme.TEXT_MUTED)
        leave = style.texts.line("lobby.room.close" if connection.hosting else "lobby.room.leave")
        self._leave = Button(style, leave, on_press=on_leave)
        self._leave_icon = Button(style, icon="log-out", tooltip=leave, on_press=on_leave)
        self._rules = Button(style, icon="book-open", on_press=self._show_rules)
        self._start = Button(style, style.texts.line("lobby.room.start"), icon="play", size=theme.LABEL)
        """As wide as the main button wants to be."""
        super().__init__(style, Row())
        self._build()

    def _build(self) -> None:
        """Make what depends on the room's game, its seats and who owns it."""
        style, room = self.style, self._connection.room
        assert room is not None
        line = style.texts.line
        crowds = crowds_of(room, owner=self._connection.owner)
        self._made_of = self._makings(room)
        self.rows = [
            SeatRow(style, seat, self._tints[seat % len(self._tints)], self._facts(seat), "", self._asker(seat))
            for seat in listed_seats(room)
        ]
        self._crowds = [self._crowd_row(room, crowd) for crowd in crowds]
        self.rows += self._crowds
        self._seats = ScrollArea(style, None, (), _ROW_GAP)
        self._rules.visible = room.game in CABINETS
        self.primary = Button(style, " ", kind=Kind.PRIMARY, size=theme.LABEL)
        self._people = Button(style, icon="users", on_press=self._show_people, tooltip=line("lobby.room.people"))
        self._other = self._other_button()
        begin = partial(ask_length, self._context, self._connection)
        self._mix = Button(style, icon="party-popper", on_press=begin, tooltip=line("mix.begin_told"))
        self._look_up = self._reference_button(room)
        self._late = Button(style, icon="bell", on_press=self._show_late, tooltip=line("lobby.late.title"))
        self.show()

    def prepare(self) -> None:
        """Stand the head, the seats unless they are on the floor, the buttons and the chat below each other."""
        box = self.box
        inside = box.width - 2 * _PAD + 8
        side = self.style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        beside = [button for button in (self._look_up, self._people) if button is not None]
        if self._connection.owner:
            beside[-1:-1] = [] if self._plain else [self._other]
        start = Row(self._start, Fill(side), *(Of(button, wide=side, high=side) for button in beside), gap=10)
        crowded = start.wide() > inside  # then what the late are nudged with stands in the head
        head = self._head(self._late if crowded else None, box.width - 2 * _PAD)
        beside[:0] = [] if crowded else [self._late]
        self._share_seats(box.height - head.high(box.width - 2 * _PAD) - 10, inside)
        buttons = [Of(button, wide=side, high=side) for button in beside]
        parts = Column(
            Pad(head, 4, 0),
            Fill(4),
            Pad(Of(self._seats, high=self._seats_high, yields=True), -RING_ROOM, 0),
            Fill(6),
            Row(Of(self.primary, grow=1, high=side), *buttons, gap=10),
            Fill(14),
            Pad(Rule(self.style, 0), 4, 0),
            Fill(12),
            Pad(Of(self.chat, high=0, grow=1), 4, 0, grow=1),
            Fill(16),
            Of(self.signs, high=0),
            gap=0,
        )
        self.tree = Over(Panel(self.style), Pad(parts, _PAD - 4, 0))

    def _head(self, late: Button | None, width: float) -> Part:
        """Return the room's name with buttons, and lines of what it plays. A missing line keeps its height, so that a
        wish moves nothing.
        """
        high = max(self.style.least_press, self.style.typeface.grown(30))
        wish = None if self._connection.owner or self._plain else self._other
        buttons = [late, wish, None if self._plain else self._mix, self._rules]
        tools = [Of(button, wide=high, high=high) for button in buttons if button is not None]
        leave = Either(Of(self._leave, high=high), Of(self._leave_icon, high=high))
        name = Row(
            Of(self._name, grow=1),
            *tools,
            leave,
            high=max(self.style.least_press, self._name.natural_height(width) + 4),
        )
        line = Row(Of(self._line, grow=1), self._watching, gap=12)
        return Column(Fill(14), name, line, self._told, self._heirs, gap=0)

    def _share_seats(self, high: float, width: float) -> None:
        """Show the seats in the panel, or on the floor if they would take more than their share of this height."""
        wanted = Column(*self.rows, gap=_ROW_GAP).high(width)
        most = high * _ROWS_SHARE
        floor = self._floor() if wanted > most and len(self.rows) > _FEW else None
        self.wide = floor is not None
        if floor is not None:
            floor.show(self.rows)
        self._seats.visible = not self.wide
        self._seats.widgets = [] if self.wide else list(self.rows)
        self._seats_high = wanted + 2 * RING_ROOM if wanted <= most else most + RING_ROOM

    def _rows_in_sight(self) -> dict[int, Box]:
        """Return the boxes of the seats whose rows are not scrolled away."""
        floor = self._floor() if self.wide else None
        places = [self.box] if floor is None else [self.box, floor.box]
        rows = self.rows[: len(self.rows) - len(self._crowds)]
        return {row.seat: row.box for row in rows if any(place.contains(row.box) for place in places)}

    def _reference_button(self, room: RoomState) -> Button | None:
        """Make the button to the game's reference book; None where it has none."""
        if room.game not in CABINETS or self._plain:
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
        use = phone_use(room, room.game, plain=self._plain)
        told = [texts.line(use) if use else "", *told]
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
        state = (connection.room, connection.client.latency, connection.lost, connection.table_open, connection.heirs)
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
        crowds, texts = crowds_of(room, owner=connection.owner), self.style.texts
        told = self._phrases(room)
        self._name.wordings = [room.name]
        self._heirs.visible = connection.hosting
        self._heirs.wordings = heirs_told(connection, texts)
        self._line.wordings = room_lines(room, texts)
        self._told.wordings = [" · ".join(told)] if told else []
        self._watching.wordings = [texts.line("lobby.room.watching", count=room.watching)]
        self._watching.visible = bool(room.watching)
        self._rules.tooltip = " · ".join([texts.line("table.tool.rules"), *told])
        self._other.enabled = not connection.playing
        self._mix.visible = connection.owner and not connection.playing and not mixes(connection)
        self._late.visible = connection.owner and bool(waited_for(connection))
        for row, crowd in zip(self._crowds, crowds, strict=True):
            items = crowd_items(connection, crowd, texts)
            row.show(crowd_facts(room, crowd, texts), items[0].label if items else "")
            row.on_press = items[0].value if items else lambda: None
        for row in self.rows[: len(self.rows) - len(crowds)]:
            row.show(self._facts(row.seat), self._action(row.seat))
        self.lay()
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
