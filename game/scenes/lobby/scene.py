"""The lobby: matches on the LAN as they appear, the panel to join one, and the room the person is in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from game.core.errors import SpokenError
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Dialog, Widget
from game.engine.widgets.parts.tree import Beside, Column, Fill, Laid, Of, Pad, Part, Row, may_go
from game.ground import paths
from game.ground.crash import crashed
from game.ground.version import VERSION
from game.scenes.evening.poster import PosterScene, poster_way
from game.scenes.feeds.lan import LanFeed
from game.scenes.files.consent import asking_first
from game.scenes.lan.connection import RoomConnection
from game.scenes.lan.heir import HeirDuty
from game.scenes.lan.kept import KeptRoom, kept_rooms
from game.scenes.lan.link import Connect, Joining, MatchFinder, Open, SeatedIn, connect, open_room, was_seated
from game.scenes.lan.log import ConnectionLog, LogPanel
from game.scenes.lan.own_room import OwnRoom, fresh_room
from game.scenes.lan.remembered import remembered
from game.scenes.lan.search import LOOPBACK, Search
from game.scenes.lan.words import named
from game.scenes.ledger.closing_scene import closing_offer, portraits_of
from game.scenes.ledger.scene import ledger_way
from game.scenes.lobby.bare import BarePanel
from game.scenes.lobby.cards import AIR, GAP, CardArea, MatchPreviews
from game.scenes.lobby.dialogs import hosting_dialog, leaving_dialog, password_dialog
from game.scenes.lobby.floor import RoomFloor
from game.scenes.lobby.guide import GuidePanel, guide
from game.scenes.lobby.join import NAME_LIMIT, JoinPanel, remember_name
from game.scenes.lobby.moving import MovingRoom
from game.scenes.lobby.open import OpenScene
from game.scenes.lobby.phones import OwnPhones
from game.scenes.lobby.room import RoomPanel
from game.scenes.lobby.table import LanTable
from game.scenes.mix.card import MixPages
from game.scenes.page.page import PageScene
from game.scenes.process.host import HostPlan
from game.scenes.staging.looks import tints_for
from net.address import Address, AddressError
from net.client.client import LanClient
from net.discovery.code import written_addresses
from net.discovery.discovery import Found
from net.errors import LanError, PasswordError, RefusedError, TimedOutError, UnreachableError

_WIDTH, _ROOM_WIDTH, _JOIN_WIDTH = 808.0, 360.0, 348.0
_LOG = 300.0
"""The least width of the log beside the panel to join, and the height that it likes."""
_NOBODY = (RefusedError, TimedOutError, UnreachableError)
"""Errors that tell that no room is at an address."""


class LobbyScene(PageScene):
    """Finds matches, joins one, and opens its table when the match begins.

    The connection to a room goes on whatever scene is on top: it is a companion of the context.
    """

    upright = True

    def __init__(
        self,
        context: Context,
        *,
        finder: MatchFinder | None = None,
        connector: Connect = connect,
        opener: Open = open_room,
        seated: SeatedIn = was_seated,
        log: ConnectionLog | None = None,
        opening: bool = False,
        game: str | None = None,
        joining: Joining | None = None,
        again: KeptRoom | None = None,
    ) -> None:
        """`opening`: begin by opening a room, for this `game`. `joining`: begin by joining this room.

        `again`: begin by hosting this kept room again.
        """
        super().__init__(context)
        self.log = log or ConnectionLog()
        self.connection: RoomConnection | None = None
        self.chosen = ""
        """Id of the host whose card was pressed last; empty for none."""
        self._search = Search(finder, self.log)
        self.own_room = OwnRoom(opener, self.log)
        self._opener = opener
        self._mix = MixPages(context)
        self._portraits: dict[str, bytes] = {}
        self._evening_in = ""
        """Name of the room that was just left, until the page of its evening was offered."""
        self._connect, self._seated_in = connector, seated
        self._opening, self._game = opening, game
        self._joining, self._again = joining, again
        self._address = self._password = ""
        self._name = context.settings.names[0] if context.settings.names else ""
        self._watch = self._trying = False
        self._entered: Address | None = None
        self._others: list[Address] = []
        """Further addresses with the code that was typed, to be tried where nobody answers at the first."""
        self._previews = MatchPreviews(context)
        self._answer: Callable[[Any], None] | None = None
        self._phones = OwnPhones(context, self.own_room)
        self._moving = MovingRoom(
            context, self, self.own_room, self.log, end=self._end_connection, leave=self._leave_room
        )
        self.panel: RoomPanel | BarePanel | GuidePanel | None = None
        self._unshown: dict[tuple[str, bool], str] = {}
        """What is told instead of the room's panel, for each game, and whether for its owner, that could not be shown.
        """

    # The page.

    @property
    def heading(self) -> str:
        return self.context.texts.line("lobby.title")

    @property
    def subheading(self) -> str:
        line, count = self.context.texts.line, len(self._search.found)
        found = line("lobby.found" if count else "lobby.searching", count=count)
        return found if self.connection else line("lobby.here", found=found, version=VERSION)

    def enter(self) -> None:
        self._search.begin()
        super().enter()
        joining = self._joining
        if self._again:
            self.host_again(self._again)
        elif self._opening:
            self._open_match()
        elif joining:
            self._name = self._name_entry.text = joining.name[:NAME_LIMIT] or self._name
            self._address = self.address_entry.text = joining.address.told
            self._begin_connection(joining.address, joining.watch, joining.password, joining.owner)

    def leave(self) -> None:
        self._end_connection()
        self._search.close()

    def first_focus(self) -> Widget | None:
        return self.cards.open_card

    def build(self) -> Iterable[Widget]:
        widgets = super().build()
        self._back.on_press = self.go_back
        return widgets

    def build_body(self, body: Box) -> Sequence[Widget]:
        style = self.style
        self._tints = tints_for(self.context.settings)
        self.cards = CardArea(style, self._tints, self._previews, self._press, self._open_match)
        self._floor = RoomFloor(style)
        self._floor.visible = False
        join, log = self._build_join(), LogPanel(style, self.log, timed=not self.design.upright)
        poster, inside = poster_way(style, self._show_poster), self._inside_room
        phones = self._phones.way(style, self.connection if inside else None)
        foot = Beside(Of(join, wide=_JOIN_WIDTH), Of(log, wide=_LOG, grow=1, least=_LOG), gap=16)
        ways = Row(Fill(), phones, poster, ledger_way(self.context, style))
        lists = Column(
            *([] if self.design.upright else [ways, Fill(16)]),
            Pad(Of(self.cards, wide=_WIDTH + 2 * AIR, grow=1), -AIR, grow=1),
            Of(self._floor, wide=_WIDTH, grow=1),
            Fill(GAP),
            foot,
            gap=0,
            grow=1,
        )
        self._lists: Part = may_go(lists) if inside else lists
        self.panel = self._build_panel()
        poster.visible = inside
        panel = Of(self.panel, wide=_ROOM_WIDTH, grow=1)
        page = Row(self._lists, panel if inside else may_go(panel), gap=32, fill=True)
        top = body.top if self.design.upright else self._back.box.top
        self._page = Laid(style, page, Box(body.left, top, body.width, body.bottom - top))
        self._mind_floor()
        return [self._page, *([self.beside_heading(ways)] if self.design.upright and not inside else [])]

    @property
    def _inside_room(self) -> bool:
        return bool(self.connection and self.connection.inside and self.connection.room)

    def _mind_floor(self) -> None:
        """Show the seats of a large room in place of the cards."""
        wide = isinstance(self.panel, RoomPanel) and self.panel.wide
        if wide != self._floor.visible:
            self._floor.visible, self.cards.visible = wide, not wide
            self._page.lay()

    def _show_poster(self) -> None:
        if self.connection and self._entered:
            reached = self._search.reached_at(self._entered)
            self.stack.push(PosterScene(self.context, self.connection, reached))

    def _mind_phones(self) -> None:
        """Show the code once phones can join the own room, or say why they cannot."""
        free = self._inside_room and self.stack.top is self and not self.stack.changing
        if free and self.connection and self._phones.changed():
            self.rebuild()
            self._phones.tell(self.connection)

    def _build_join(self) -> JoinPanel:
        panel = JoinPanel(self.style, self._address, self._name)
        panel.address.on_change = self._address_typed
        panel.address.on_commit = panel.name.on_commit = lambda _: self.join()
        panel.name.on_change = self._name_typed
        panel.join.on_press = self.join
        panel.watch.on_press = self._watch_or_cancel
        self.address_entry, self._name_entry, self._join_button = panel.address, panel.name, panel.join
        self._join_panel = panel
        self._show_cards()
        self._show_trying()
        return panel

    def _build_panel(self) -> RoomPanel | BarePanel | GuidePanel:
        if self._inside_room:
            connection, leave = self.connection, self.ask_to_leave
            assert connection is not None
            if (told := self._unshown.get(_kind_of(connection))) is not None:
                return BarePanel(self.context, self.style, connection, told, on_leave=leave)
            panel = RoomPanel(self.context, self.style, connection, self._tints, self._free_floor, on_leave=leave)
            if isinstance(self.panel, RoomPanel):
                panel.chat.entry.take_over(self.panel.chat.entry)
            return panel
        kept = None if self.own_room else next(iter(kept_rooms(paths.replays())), None)
        refused = None if self.connection else self.log.refused
        return guide(self.style, self._search, refused, kept, self.host_again)

    def _free_floor(self) -> RoomFloor | None:
        """Return the place for the seats of a large room; None where the frame has room for the panel alone."""
        return self._floor if self._lists.present else None

    # The cards.

    def _show_cards(self) -> None:
        self.cards.show(self._search.found, self.chosen, self._here, self._seated)
        back = any(found.address.told == self._address and self._seated(found) for found in self._search.found)
        self._join_panel.lead_back(back)

    def _seated(self, found: Found) -> bool:
        """Whether joining this match leads back to a seat that the person had."""
        return self._seated_in(found, self._join_panel.called)

    def _here(self, found: Found) -> bool:
        """Whether this is the match whose room the person is in."""
        inside = self.connection is not None and self.connection.inside
        return inside and self._entered is not None and self._search.leads_to(found, self._entered)

    def _press(self, host: str) -> None:
        """Choose a match at the first press, join it at the second."""
        found = self._search.named(host)
        if found is None:
            return
        if host == self.chosen and not self.connection:
            self.join()
            return
        self.chosen = host
        if not self.connection:
            self._address = self.address_entry.text = found.address.told
        self._show_cards()

    def _address_typed(self, text: str) -> None:
        self._address, self.chosen = text, ""
        self._show_cards()

    def _name_typed(self, text: str) -> None:
        self._name = text
        self._show_cards()

    # Joining.

    def join(self, password: str = "") -> None:
        """Join the match at the address that is typed."""
        self._go_in(False, password)

    def watch(self, password: str = "") -> None:
        self._go_in(True, password)

    def _watch_or_cancel(self) -> None:
        if self.connection and self.connection.trying:
            self.log.say("lobby.log.cancelled", "warning")
            self._end_connection()
        else:
            self.watch()

    def _go_in(self, watch: bool, password: str) -> None:
        if self.connection or self.own_room:
            return
        try:
            written = written_addresses(self.address_entry.text or self._search.only)
        except AddressError as error:
            self.log.error(error)
            self.style.play_sound(Sound.REFUSE)
            self.rebuild()
            self.group.focus(self.address_entry)
            return
        known = {found.address: found for found in self._search.found}
        address, *self._others = sorted(written, key=lambda one: one not in known)
        found = known.get(address)
        watch = watch or (found is not None and (not found.offer.seats or found.offer.playing))
        password = password or remembered(self.context).passwords.get(address, "")
        if found and found.offer.password and not password and not self._seated(found):
            self._ask_for_password(watch)
            return
        self._address = self.address_entry.text = address.told
        self._begin_connection(address, watch, password, b"")

    def _begin_connection(self, address: Address, watch: bool, password: str, owner: bytes) -> None:
        remember_name(self.context, self._name)
        self._unshown.clear()
        self._watch, self._entered, self._password = watch, address, password
        self._search.inside = address
        found = next((found for found in self._search.found if self._search.leads_to(found, address)), None)
        name, room = self._join_panel.called, found.offer.host_id if found else ""
        client = self._connect(address, name, watch=watch, password=password, owner=owner, room=room)
        if isinstance(client, LanClient):
            client.languages = (self.context.texts.language,)
        self.connection = RoomConnection(client, self.log)
        self.connection.duty = HeirDuty(client, self._opener, fresh_room, lambda: not self.own_room)
        self.connection.close_room = self._leave_room
        self.connection.portrait = bytes.fromhex(self.context.settings.portrait)
        self.connection.spell = partial(named, texts=self.context.texts)
        others = [companion for companion in self.context.companions if companion != self._mind_own_room]
        self.context.companions[:] = [*others, self._mind_own_room, self.connection.poll, self._search.listen]
        self._show_trying()
        if self.log.refused:
            self.rebuild()

    def _show_trying(self) -> None:
        """Allow no other attempt while one is under way or the person is in a room."""
        self._trying = bool(self.own_room and not self.connection) or bool(self.connection and self.connection.trying)
        inside = bool(self.connection and self.connection.inside)
        self._join_panel.show(self._trying, inside=inside, can_cancel=self.connection is not None)

    def _ask_for_password(self, watch: bool) -> None:
        dialog = password_dialog(self.context, self.style, watch=watch)
        self._ask(dialog, lambda written: self._go_in(watch, written) if written else None)

    def _ask(self, dialog: Dialog, answer: Callable[[Any], None]) -> None:
        self._answer = answer
        self.stack.push(dialog)

    def resumed(self, value: Any) -> None:
        answer, self._answer = self._answer, None
        super().resumed(value)
        if answer:
            answer(value)
        elif callable(value):
            value()
        elif isinstance(value, HostPlan):
            (self.connection.choose if self.connection else self.open)(value)

    # The own room.

    def _open_match(self) -> None:
        if self.connection or self.own_room:
            self.context.notify(self.context.texts.line("lobby.join.inside"))
            return
        self.stack.push(OpenScene(self.context, self._join_panel.called, self._game))

    def open(self, plan: HostPlan) -> None:
        """Open a room and enter it as its owner."""
        self.own_room.begin(plan)
        if self._mind_own_room not in self.context.companions:
            self.context.companions.append(self._mind_own_room)
        self._show_trying()

    def host_again(self, room: KeptRoom) -> None:
        """Open a kept room again whose host ended in the middle of its match."""
        if not self.connection and not self.own_room:
            plan = room.plan
            asking_first(self.context, (*plan.seats, plan.level), lambda: self.open(plan))

    def _mind_own_room(self, now: float) -> None:
        """Enter the own room once it is open; while the person is in it, keep its host running."""
        own, connection = self.own_room, self.connection
        if connection is not None and connection.moved is not None:
            self._entered = self._moving.follow(connection, connection.moved, now)
            connection = self.connection
        if connection is not None and self._entered is not None:
            lost = connection.lost and self._entered.host in (LOOPBACK, *self._search.addresses)
            own.adopt(self._entered.port if lost else None, now)
        own.poll(now)
        opened = own.take_opened()
        if connection is not None:
            connection.hosting = bool(own)
            self._moving.mind(connection)
            own.follow(connection.room)
            connection.reviving, connection.stranded = own.reviving, own.failure
            connection.start_again = own.again
            if opened:
                connection.client.owner = opened.owner
        elif opened and not opened.owner:
            self._address = self.address_entry.text = Address(LOOPBACK, opened.port).told
            self.join()
        elif opened:
            here = [Address(host, opened.port).told for host in self._search.addresses or (LOOPBACK,)]
            self.log.say("lobby.log.opened", "good", addresses=", ".join(here))
            self._begin_connection(Address(LOOPBACK, opened.port), False, own.password, opened.owner)
            self._mind_own_room(now)
        elif not own and self._trying:
            self._show_trying()

    # Leaving.

    def may_close(self) -> bool:
        return self._moving.may_close(self.connection)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK:
            if self.group.wants_text:
                self.group.focus(self.cards.open_card)
            else:
                self.go_back()

    def go_back(self) -> None:
        """Go back to the title; leave a room only after asking."""
        if self.connection is None:
            self.stack.pop()
        elif self.connection.trying:
            self._watch_or_cancel()
        else:
            self.ask_to_leave()

    def ask_to_leave(self) -> None:
        connection = self.connection
        if connection is None or connection.room is None:
            return
        others, hosting = connection.others, bool(self.own_room)
        if others and hosting and connection.first_owner:
            leave, close = self._go_out, self._leave_room
            self.stack.push(hosting_dialog(self.context, connection, leave=leave, close=close))
        elif others if hosting else connection.playing:
            dialog = leaving_dialog(self.context, others, hosting=hosting)
            self._ask(dialog, lambda leaving: self._leave_room() if leaving else None)
        else:
            self._leave_room()

    def _leave_room(self) -> None:
        room = self.connection.room if self.connection else None
        self.log.say("lobby.log.closed" if self.own_room else "lobby.log.gone", "step", name=room.name if room else "")
        self.own_room.end(others=0)
        self._go_out()

    def _go_out(self) -> None:
        """Leave the room, and offer the page of the evening that was spent in it."""
        room = self.connection.room if self.connection and self.connection.was_inside else None
        self._evening_in, self._portraits = room.name if room else "", portraits_of(room)
        self._end_connection()

    def _offer_closing(self) -> None:
        """Ask once whether to look at the page of the evening in the room that was left."""
        if self._evening_in and self.stack.top is self and not self.stack.changing:
            offer, self._evening_in = closing_offer(self.context, self._evening_in, self._portraits), ""
            if offer is not None:
                self.stack.push(offer)

    def _end_connection(self) -> None:
        """Leave the room; one hosted here goes on as long as others are in it."""
        connection, self.connection = self.connection, None
        self._search.inside = None
        others = connection.others if connection is not None else 0
        ours = [self._mind_own_room, self._search.listen, *([connection.poll] if connection is not None else [])]
        self.context.companions[:] = [other for other in self.context.companions if other not in ours]
        if connection is not None:
            connection.leave()
        self.own_room.end(others)
        if self.group.widgets:
            self.rebuild()

    # Polling.

    def update(self, seconds: float) -> None:
        self._look(seconds)
        self._follow_connection()
        self._mind_panel()
        self._mind_floor()
        self._mind_phones()
        self._offer_closing()
        self._mix.mind(self.connection if self._inside_room else None, self)
        super().update(seconds)

    def _mind_panel(self) -> None:
        """Show a room's whole panel again once it plays something else, and a bare one where it is known to break."""
        connection = self.connection
        if connection is not None and isinstance(self.panel, RoomPanel | BarePanel):
            bare = _kind_of(connection) in self._unshown
            if bare != isinstance(self.panel, BarePanel):
                self.rebuild()

    def _look(self, seconds: float) -> None:
        """Update the matches that were found."""
        search = self._search
        before = bool(search.found), search.in_vain
        if search.poll(self.context.clock.now(), seconds):
            self._show_cards()
        if before != (bool(search.found), search.in_vain) and isinstance(self.panel, GuidePanel):
            self.rebuild()

    def _follow_connection(self) -> None:
        """Show the room once the person is in it, its match once it begins, and why the stay ended."""
        connection = self.connection
        if connection is None:
            return
        if connection.over:
            self._connection_ended(connection)
            return
        if self._trying and connection.inside:
            self.style.play_sound(Sound.OPEN)
            remembered(self.context).came_in(self._entered, self._password)
            self.rebuild()
            if isinstance(self.panel, RoomPanel | BarePanel):
                self.group.focus(self.panel.primary)
            self._show_cards()
        self._begin_match(connection)

    def _connection_ended(self, connection: RoomConnection) -> None:
        """Show why joining failed or the stay in the room ended."""
        connection.poll(self.context.clock.now())
        error, watch = connection.client.error, self._watch
        if isinstance(error, _NOBODY) and self._others and not connection.was_inside:
            self._end_connection()
            self._address = self.address_entry.text = self._others[0].told
            self._begin_connection(self._others.pop(0), watch, self._password, b"")
            return
        self.style.play_sound(Sound.REFUSE)
        self._go_out()
        if isinstance(error, PasswordError) and (
            remembered(self.context).forget(self._entered) or error.key == "net.error.password_needed"
        ):
            self._ask_for_password(watch)
        elif error is not None and error.key == "net.dropped.playing" and not watch:
            self.watch()
        else:
            self.group.focus(self._join_button)

    def _begin_match(self, connection: RoomConnection) -> None:
        """Open the table when a match begins."""
        if not connection.table_waits or self.stack.changing:
            return
        if self.stack.top is not self:
            self.stack.pop()
            return
        try:
            table = LanTable(self.context, LanFeed(connection, self.context.texts))
        except LanError as error:
            connection.client.give_up(error)
            return
        if connection.seat is not None:
            self._remember_played(table.game)
        self.stack.push(table)

    def _remember_played(self, game: str) -> None:
        """Note the game that this person played last, with which the next room begins."""
        settings = self.context.settings
        settings.played = tuple(dict.fromkeys((game, *settings.played)))
        self.context.keep_settings()

    def mishap(self, error: Exception) -> bool:
        """Close what lies over the room, as a menu that broke; otherwise show a bare panel in place of the room's.

        The person stays, so that the fault is not passed on to those who would own the room next. Only where the bare
        panel cannot be shown either does the connection to the room end.
        """
        connection = self.connection
        if connection is None:
            return False
        scenes = self.stack.scenes
        above = scenes[scenes.index(self) + 1 :] if self in scenes else ()
        kind = _kind_of(connection)
        if above and not isinstance(above[0], LanTable):  # a table answers for itself
            self._tell(crashed(error, f"over a room of {kind[0]}", "lobby.menu_broken"))
            self.stack.drop(above[0])
        elif kind not in self._unshown:
            self._unshown[kind] = self._tell(crashed(error, f"the panel of a room of {kind[0]}", "lobby.broken"))
            with suppress(Exception):  # then the next frame leads here again
                self.rebuild()
        elif not connection.over:
            self._tell(crashed(error, "the bare panel of a room", "lobby.unshown"))
            connection.client.give_up(LanError("lobby.log.unshown"))
        return True

    def _tell(self, problem: SpokenError) -> str:
        """Show what went wrong for a few seconds; return the sentence."""
        told = self.context.texts.line(problem.key, problem.values)
        self.context.notify(told)
        return told


def _kind_of(connection: RoomConnection) -> tuple[str, bool]:
    """Return what decides how a room is shown: its game, and whether to its owner."""
    return connection.room.game if connection.room is not None else "", connection.owner
