"""Opening a room on the LAN: its game, its seats, its rules, its name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from game.cabinets.listed import CABINETS, offered
from game.cabinets.stages import STAGES
from game.core.attachments import AttachmentError, keep_beside
from game.core.bot.loading import HUMAN
from game.core.bot.reading import is_own, own_name
from game.core.options import read
from game.core.rules import Seat
from game.engine import theme
from game.engine.canvas import PREMULTIPLIED, Box, Canvas
from game.engine.input import FileDropped, InputEvent
from game.engine.ornament import badge
from game.engine.patterns import PATTERNS
from game.engine.scene import Context
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.textile import pattern_wash
from game.engine.widgets import (
    Button,
    Choice,
    Container,
    DropDown,
    Entry,
    Kind,
    Label,
    Option,
    Panel,
    ScrollArea,
    Scrolled,
    Style,
    Toggle,
    Widget,
)
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.tree import Beside, Column, Fill, Framed, Laid, Of, Pad, Part, Row
from game.engine.widgets.scrollarea import RING_ROOM
from game.ground import paths
from game.scenes.files.consent import asking_first
from game.scenes.lan.remembered import remembered
from game.scenes.lobby.phones import phones_hindrance
from game.scenes.page.page import PageScene
from game.scenes.process.host import CLOSED, OPEN, HostPlan
from game.scenes.setup.crowd import MOST_CARDS, with_count
from game.scenes.setup.crowd_panel import CrowdPanel
from game.scenes.setup.house import TableRules
from game.scenes.setup.options import Titled, option_controls, options_grid
from game.scenes.setup.own import OwnPlayerDialog
from game.scenes.setup.own_lists import OwnLists
from game.scenes.setup.seat_card import OWN
from game.scenes.setup.seats import Seating
from game.scenes.staging.looks import tints_for
from game.scenes.staging.preview import Preview, PreviewPicture, stage_preview
from net.limits import NAME
from net.messages import RoomState

_LEFT, _RIGHT, _GAP = 560.0, 404.0, 24.0
"""Width of the panel of seats, the least width of the rules beside it, and the gap between them."""
_SEAT_ROW = 52.0
_CROWD, _OPTIONS = 400.0, 240.0
"""The heights that the seats of many, and a game's options, like to have where one stands below the other."""
_PREVIEW, _LEAST_PREVIEW = 240.0, 140.0
_OPEN_SEATS = 4
"""How many seats are open at first, where the game has that many."""


class OpenSeatRow(Container):
    """One seat: its shape, and who may take it."""

    def __init__(self, style: Style, number: int, tint: Tint, control: Widget) -> None:
        super().__init__(style, None, [control])
        self._number = number
        self._tint = tint
        self._control = control

    def natural_height(self, width: float) -> float:
        """Return the height of one control and a small margin."""
        return self.style.typeface.grown(_SEAT_ROW)

    def lay(self, box: Box) -> None:
        """Place the control at the right."""
        super().lay(box)
        high = self.style.typeface.grown(theme.CONTROL_HEIGHT)
        wide = min(box.width * 0.6, max(220.0, self._control.natural_width()))
        self._control.box = Box(box.right - 6 - wide, box.centery - high / 2, wide, high)

    def draw(self, canvas: Canvas) -> None:
        """Draw the seat's cloth, shape and number, then the control."""
        typeface, box = self.style.typeface, self.box
        area = canvas.pixels(box)
        faces.draw_face(canvas, box, faces.WELL, theme.CONTROL_CORNER)
        corner = canvas.px(theme.CONTROL_CORNER)
        wash = pattern_wash(self._tint.colour, self._tint.pattern, area.width, area.height, corner)
        canvas.surface.blit(wash, area.topleft, special_flags=PREMULTIPLIED)
        size = typeface.grown(20)
        mark = badge(PATTERNS[self._tint.pattern].shape, self._tint.colour, canvas.px(size), "#FFF6E3")
        canvas.put_middle(mark, box.left + 16 + size / 2, box.centery)
        words = self.style.texts.line("setup.seat", number=self._number + 1)
        left = box.left + 28 + size
        typeface.line(canvas, words, left, box.centery, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        super().draw(canvas)


class _BelowSeats(PreviewPicture):
    """The game's picture in the middle of the foot of its box, where that is high enough for one."""

    def __init__(self, style: Style, make: Callable[[], Preview | None]) -> None:
        super().__init__(style, Box(0, 0, 0, 0), make)

    def lay(self, box: Box) -> None:
        side = min(_PREVIEW, box.height)
        super().lay(Box(box.centerx - side / 2, box.bottom - side, side, side))

    def draw(self, canvas: Canvas) -> None:
        if self.box.height >= _LEAST_PREVIEW:
            super().draw(canvas)


class OpenScene(PageScene):
    """The page to open a room; returns the HostPlan, or None."""

    upright = True

    def __init__(self, context: Context, owner: str, game: str | None = None, *, room: RoomState | None = None) -> None:
        """`room`: choose what this room plays next, instead of opening one; its name and password stay."""
        super().__init__(context)
        self._room = room
        last = None if room is not None else remembered(context).opened
        played = [one for one in context.settings.played if one in self._games()]
        self.game = game or next(iter(played), last.game if last else self._games()[0])
        self.name = last.name if last else context.texts.line("lobby.open.name_of", name=owner)[:NAME]
        self.password = last.password if last else ""
        self.phones = last.phones if last else False
        self._asks_firewall = sys.platform == "win32" and room is None and last is None
        """Whether this is the first room of this window on Windows, whose firewall may ask."""
        self._previews: dict[str, Preview | None] = {}
        self._asked_seat: Seat | None = None
        """The seat for which a bot of the person's own is asked; None for any."""
        self._choose_game(self.game)
        if last is not None and last.game == self.game and not self._crowded:
            self.seats = list(last.seats)
            self._own += [seat for seat in dict.fromkeys(self.seats) if is_own(seat)]

    @staticmethod
    def _games() -> list[str]:
        """Return the games that can be hosted here."""
        return list(offered())

    def _choose_game(self, game: str) -> None:
        """Choose a game, with open seats and its default rules."""
        self.game = game
        info = CABINETS[game].info
        self._own: list[str] = []
        most = info.seats[-1]
        opened = min(most, max(_OPEN_SEATS, info.seats[0]))
        if self._room is not None:
            people = sum(bool(seat.person) for seat in self._room.seats)
            opened = next((count for count in info.seats if count >= people), most)
        self.seats = [OPEN] * opened + [CLOSED] * (most - opened)
        if self._crowded:
            self._take_seating(with_count(Seating.first(CABINETS[game]), HUMAN, _OPEN_SEATS))
        self.rules = TableRules(self.context, CABINETS[game], self.rebuild, CABINETS[game].info.room_limit)
        self.options = self.rules.values
        self._lists = OwnLists(self.context, CABINETS[game], self.options, self.rebuild)
        self.rules.keep_lists(self._lists.choices)

    @property
    def _crowded(self) -> bool:
        """Whether the game can have too many seats for one row each."""
        return CABINETS[self.game].info.seats[-1] > MOST_CARDS

    def _take_seating(self, seating: Seating) -> None:
        self._seating = seating
        self.seats = [OPEN if seat.person else seat.spec for seat in seating.seats]

    @property
    def limit(self) -> int | None:
        """Seconds that a person has for a choice; None for no limit."""
        return self.rules.limit

    @property
    def heading(self) -> str:
        return self.context.texts.line("lobby.next.title" if self._room else "lobby.open.title")

    @property
    def subheading(self) -> str:
        return self._room.name if self._room else self.context.texts.line("lobby.open.subtitle")

    def first_focus(self) -> Widget | None:
        return self._start

    def build_body(self, body: Box) -> Sequence[Widget]:
        table, rules = self._build_table(), self._build_rules()
        self._show_whether_possible()
        return [Laid(self.style, Beside(table, rules, gap=_GAP), body)]

    def _build_table(self) -> Part:
        """Build the fields for name and password, and the seats."""
        style, line = self.style, self.context.texts.line
        name = Entry(
            style,
            self.name,
            label=line("lobby.open.name"),
            limit=NAME,
            icon="pencil",
            on_change=lambda text: setattr(self, "name", text),
            on_commit=lambda _: self.open(),
        )
        password = Entry(
            style,
            self.password,
            label=line("lobby.open.password"),
            placeholder=line("lobby.open.no_password"),
            limit=60,
            icon="lock",
            on_change=lambda text: setattr(self, "password", text),
            on_commit=lambda _: self.open(),
        )
        named = [] if self._room else [Row(Of(name, grow=1), Of(password, grow=1), gap=12), Fill(14)]
        hindrance = phones_hindrance()
        if named and not hindrance:
            phones = Toggle(style, line("lobby.open.phones"), self.phones, on_change=self._take_phones)
            named += [Of(phones), Fill(8)]
        notes = [Label(style, line("lobby.open.seats_help"), size=theme.CAPTION, colour=theme.TEXT_MUTED)]
        if named and hindrance:
            notes.append(Label(style, line(hindrance), size=theme.CAPTION, colour=theme.TEXT_MUTED))
        if self._asks_firewall:
            notes.insert(0, Label(style, line("lobby.open.firewall"), size=theme.CAPTION, colour=theme.TEXT_BRIGHT))
        parts = Column(*named, Column(*notes, gap=4), Fill(4), *self._build_seats(), gap=0)
        return Of(Laid(style, Framed(Panel(style), parts)), wide=_LEFT, least=_LEFT, yields=True)

    def _take_phones(self, on: bool) -> None:
        self.phones = on

    def _build_seats(self) -> list[Part]:
        """Build who may sit where, and a picture of the game where there is room for one."""
        if self._crowded:
            return [Fill(4), Of(self._build_crowd(), high=_CROWD, grow=1)]
        lines = [self._seat_line(seat) for seat in range(len(self.seats))]
        area = Pad(Of(ScrollArea(self.style, None, lines), yields=True), -RING_ROOM, 0)
        preview = [Fill(4), Of(_BelowSeats(self.style, self._preview), high=0, grow=1)] if self.game in STAGES else []
        return [area, *preview]

    def _build_crowd(self) -> Widget:
        def take(seating: Seating) -> None:
            self._take_seating(seating)
            self._show_whether_possible()

        tints = tints_for(self.context.settings)
        return CrowdPanel(
            self.style,
            None,
            self.game,
            self._seating,
            tints,
            room=True,
            further=self._own,
            on_change=take,
            on_own=self._ask_own,
        )

    def _seat_line(self, seat: int) -> OpenSeatRow:
        style, cabinet, line = self.style, CABINETS[self.game], self.context.texts.line
        players = [Option(OPEN, line("lobby.open.open"), "door-open")]
        players += [Option(bot, line(f"{self.game}.bot.{bot}.name"), "bot") for bot in cabinet.table_bots]
        players += [Option(own, own_name(own), "file") for own in self._own]
        players.append(Option(OWN, line("setup.own.option"), "plus"))
        players.append(Option(CLOSED, line("lobby.open.closed"), "lock"))
        tints = tints_for(self.context.settings)

        def take(to: str) -> None:
            if to == OWN:
                self._ask_own(seat)
                return
            self.seats[seat] = to
            self._show_whether_possible()

        control = DropDown(style, players, self.seats[seat], on_change=take)
        return OpenSeatRow(style, seat, tints[seat % len(tints)], control)

    def _ask_own(self, seat: Seat | None = None) -> None:
        """Ask for a bot of the person's own, for that seat or for any."""
        self._asked_seat = seat
        self.stack.push(OwnPlayerDialog(self.context))

    def handle_rest(self, event: InputEvent) -> None:
        """Take a dropped file as house rules, or as a list for an option that names lists."""
        if not isinstance(event, FileDropped):
            super().handle_rest(event)
            return
        if not (self.rules.drop(path := Path(event.path)) or self._lists.drop(path)):
            super().handle_rest(event)

    def resumed(self, value: Any) -> None:
        if callable(value):
            value()
        elif isinstance(value, str):
            self._own = [*dict.fromkeys((*self._own, value))]
            if self._asked_seat is not None:
                self.seats[self._asked_seat] = value
            elif value not in self._seating.own:
                self._take_seating(with_count(self._seating, value, 1))
        super().resumed(value)

    def _build_rules(self) -> Part:
        """Build the game, its options, and the button to open the room."""
        style, line = self.style, self.context.texts.line
        self._start = Button(
            style,
            line("lobby.next.choose" if self._room else "lobby.open.open_room"),
            icon="check" if self._room else "store",
            kind=Kind.PRIMARY,
            size=theme.LABEL,
            on_press=self.open,
        )
        house = self.rules.button(style)
        high = style.typeface.grown(theme.CONTROL_HEIGHT + 8)
        games = [Option(game, line(f"{game}.name")) for game in dict.fromkeys([*self._games(), self.game])]

        picker = Choice(style, games, self.game, on_change=self.take_game)
        foot = Row(Of(house, wide=high, high=high), Of(self._start, grow=1, high=high), gap=12)
        options = Scrolled(style, Column(options_grid(style, self._controls(), 1), Fill(RING_ROOM), gap=0))
        scrolled = Pad(Of(options, high=_OPTIONS, grow=1), -RING_ROOM, 0, grow=1)
        parts = Column(picker, Fill(12), scrolled, Fill(10), foot, gap=0)
        return Of(Laid(style, Framed(Panel(style), parts)), grow=1, least=_RIGHT)

    def _controls(self) -> list[Titled]:
        shown = self._lists.described
        controls = option_controls(self.style, self.game, shown, self.options, self.options.__setitem__)
        return [*controls, *self.rules.limit_controls(self.style)]

    def _preview(self) -> Preview | None:
        if self.game not in self._previews:
            cabinet = CABINETS[self.game]
            self._previews[self.game] = stage_preview(self.context, cabinet, cabinet.info.usual_seats)
        return self._previews[self.game]

    def take_game(self, game: str) -> None:
        self._choose_game(game)
        self.rebuild()

    def _show_whether_possible(self) -> None:
        """Enable the button to open the room only if its owner has a seat and the game can be played with
        these seats.
        """
        line, info = self.context.texts.line, CABINETS[self.game].info
        playing = sum(seat != CLOSED for seat in self.seats)
        why = ""
        if OPEN not in self.seats:
            why = line("lobby.open.no_open")
        elif playing not in info.seats:
            why = line("setup.remove_refused", allowed=info.allowed_seats)
        self._start.enabled = not why
        self._start.tooltip = why

    def open(self) -> None:
        """Return the plan; put the lists that it names where its host looks for them."""
        if not self._start.enabled:
            return
        cabinet = CABINETS[self.game]
        try:
            keep_beside(paths.replays(), read(cabinet.info.options, self.options))
        except AttachmentError as error:
            self.context.notify(self.context.texts.line(error.key, error.values))
            return
        plan = HostPlan(
            self.game,
            tuple(self.seats),
            self.name.strip() or self.context.texts.line(f"{self.game}.name"),
            self.password,
            dict(self.options),
            None if self.limit is None else float(self.limit),
            cabinet.easy,
            phones=self.phones,
        )
        asking_first(self.context, plan.seats, lambda: self._give(plan))

    def _give(self, plan: HostPlan) -> None:
        """Return the plan, and remember it and its house rules."""
        if self._room is None:
            remembered(self.context).opened = plan
        self.rules.remember()
        self.context.apply_settings()
        self.stack.pop(plan)
