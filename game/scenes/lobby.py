"""The lobby: matches on the LAN as they appear, the way into one, and the room one is in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from game.cabinets import CABINETS
from game.core.errors import SpokenError
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, Entry, ScrollArea, Widget
from game.engine.widgets.scrollarea import RING_ROOM
from game.scenes.join_panel import NAME_LIMIT, JoinPanel
from game.scenes.lan_feed import LanFeed
from game.scenes.lobby_card import MatchCard, OpenCard, facts_of
from game.scenes.lobby_guide import GuidePanel, guide
from game.scenes.lobby_host import HostPlan
from game.scenes.lobby_link import Connect, Joining, MatchFinder, Open, RoomHost, connect, find_matches, open_room
from game.scenes.lobby_log import ConnectionLog, LogPanel
from game.scenes.lobby_open import OpenScene
from game.scenes.lobby_visit import Visit
from game.scenes.looks import tints_for
from game.scenes.page import PageScene
from game.scenes.setup_preview import Preview, stage_preview
from game.scenes.table_lan import LanTable
from game.scenes.waiting_room import RoomPanel
from net.address import Address, AddressError, parse_address
from net.discovery import Found
from net.errors import PasswordError
from net.limits import PORT
from net.messages import Begun

LOOPBACK = "127.0.0.1"
PATIENCE = 5.0
"""Seconds after which it is said what to do where nobody was found."""
_ROOM = Box(880, 64, 360, 632)
_LEFT, _WIDTH = 40.0, 808.0
_GAP = 20.0
_COLUMNS = 3
_JOIN_WIDTH = 348.0
_AIR = 16.0
"""Around the cards, for their shadows and the light of the one in focus."""


class LobbyScene(PageScene):
    """Finds matches, goes into one, and leads to its table when it begins.

    While one is in a room the connection goes on whatever scene is on top: the visit is one of the context's
    companions.
    """

    def __init__(
        self,
        context: Context,
        *,
        finder: MatchFinder | None = None,
        connector: Connect = connect,
        opener: Open = open_room,
        log: ConnectionLog | None = None,
        opening: bool = False,
        joining: Joining | None = None,
    ) -> None:
        """`opening`: begin with a match of one's own. `joining`: begin by going into another's."""
        super().__init__(context)
        self.log = log or ConnectionLog()
        self.visit: Visit | None = None
        self.chosen = ""
        """The id of the host of the match that was pressed last."""
        self._finder = finder
        self._connect = connector
        self._open = opener
        self._opening = opening
        self._joining = joining
        self._room_host: RoomHost | None = None
        self._addresses: Sequence[str] = ()
        self._address = ""
        self._name = context.settings.names[0] if context.settings.names else ""
        self._watch = False
        self._plan: HostPlan | None = None
        self._entered: Address | None = None
        self._known: dict[str, str] = {}
        """The names of the matches that were said to be there, by host."""
        self._previews: dict[tuple[str, int], Preview | None] = {}
        self._cards: dict[str, MatchCard] = {}
        self._shown: Sequence[Found] = ()
        self._searching = 0.0
        self._advised = False
        self._answer: Callable[[Any], None] | None = None
        self._panel: RoomPanel | GuidePanel | None = None
        self._trying = False

    # The page.

    @property
    def heading(self) -> str:
        return self.context.texts.line("lobby.title")

    @property
    def subheading(self) -> str:
        return self.context.texts.line("lobby.found" if self._shown else "lobby.searching", count=len(self._shown))

    def enter(self) -> None:
        if self._finder is None:
            self._finder, self._addresses = find_matches()
            key = "lobby.log.searching" if self._addresses else "discovery.no_network"
            self.log.say(key, count=len(self._addresses), addresses=", ".join(self._addresses))
        super().enter()
        joining = self._joining
        if self._opening:
            self._open_match()
        elif joining:
            self._name = self._name_entry.text = joining.name[:NAME_LIMIT] or self._name
            self._address = self._address_entry.text = shown(joining.address)
            self._begin_visit(joining.address, joining.watch, joining.password, joining.owner)

    def leave(self) -> None:
        self._end_visit()
        if self._finder:
            self._finder.close()

    def first_focus(self) -> Widget | None:
        return self._open_card

    def build(self) -> Iterable[Widget]:
        widgets = super().build()
        self._back.on_press = self.go_back
        return widgets

    def build_body(self, body: Box) -> Sequence[Widget]:
        style = self.style
        typeface = style.typeface
        self._tints = tints_for(self.context.settings)
        foot_high = typeface.leading(theme.CAPTION) + 4 + 2 * typeface.grown(theme.CONTROL_HEIGHT) + 8 + 24
        foot = Box(_LEFT, body.bottom - foot_high, _WIDTH, foot_high)
        view = Box(_LEFT - _AIR, body.top - _AIR, _WIDTH + 2 * _AIR, foot.top - _GAP + _AIR - (body.top - _AIR))
        self._area = ScrollArea(style, view)
        self._open_card = OpenCard(style, Box(0, 0, 0, 0), self._open_match)
        self._cards.clear()
        self._lay_cards()
        join_box = Box(foot.left, foot.top, _JOIN_WIDTH, foot.height)
        log_box = Box(join_box.right + 16, foot.top, foot.right - join_box.right - 16, foot.height)
        self._log_panel = LogPanel(style, log_box, self.log)
        self._panel = self._build_panel()
        return [self._area, self._build_join(join_box), self._log_panel, self._panel]

    def _build_join(self, box: Box) -> JoinPanel:
        panel = JoinPanel(self.style, box, self._address, self._name, self._usual_name())
        panel.address.on_change = self._address_typed
        panel.address.on_commit = panel.name.on_commit = lambda _: self.join()
        panel.name.on_change = lambda name: setattr(self, "_name", name)
        panel.join.on_press = self.join
        panel.watch.on_press = self._watch_or_cancel
        self._address_entry, self._name_entry, self._join_button = panel.address, panel.name, panel.join
        self._join_panel = panel
        self._show_trying()
        return panel

    def _build_panel(self) -> RoomPanel | GuidePanel:
        if self.visit and self.visit.inside and self.visit.room:
            panel = RoomPanel(self.context, self.style, _ROOM, self.visit, self._tints, on_leave=self._ask_to_leave)
            if isinstance(self._panel, RoomPanel):
                panel.chat.entry.text = self._panel.chat.entry.text
            return panel
        nobody = self._advised and not self._shown
        return guide(self.style, _ROOM, self._addresses, nobody=nobody)

    # The cards.

    def _lay_cards(self) -> None:
        """A card for each match, kept from before where it was there, and the one that opens a match."""
        style, view = self.style, self._area.box
        high = MatchCard.height(style)
        wide = (_WIDTH - (_COLUMNS - 1) * _GAP) / _COLUMNS
        offset = self._area.scroller.offset
        cards: dict[str, MatchCard] = {}
        for found in self._shown:
            host = found.offer.host_id
            facts = facts_of(style, found, self._here(found))
            card = self._cards.get(host)
            if card is None:
                card = MatchCard(
                    style,
                    Box(0, 0, 0, 0),
                    facts,
                    self._tints,
                    self._previewer(found),
                    lambda h=host: self._press(h),  # type: ignore[misc]
                )
            card.show(facts, host == self.chosen)
            cards[host] = card
        self._cards = cards
        widgets: list[Widget] = [*cards.values(), self._open_card]
        for number, widget in enumerate(widgets):
            x = view.left + _AIR + number % _COLUMNS * (wide + _GAP)
            y = view.top + _AIR + number // _COLUMNS * (high + _GAP)
            widget.box = Box(x, y, wide, high)
        if not cards:
            self._open_card.box = Box(_LEFT, view.top + _AIR, _WIDTH, view.height - 2 * _AIR)
            high = self._open_card.box.height
        self._area.widgets = widgets
        rows = -(-len(widgets) // _COLUMNS)
        self._area.laid_out(rows * (high + _GAP) - _GAP + 2 * (_AIR - RING_ROOM))
        self._area.scroller.scroll_to(offset)

    def _here(self, found: Found) -> bool:
        """Whether this is the match we are in; our own room is found by another of this machine's addresses."""
        entered = self._entered
        if entered is None or self.visit is None or not self.visit.inside:
            return False
        own = entered.host == LOOPBACK and found.host in self._addresses
        return found.address.port == entered.port and (own or found.host == entered.host)

    def _previewer(self, found: Found) -> Callable[[], Preview | None]:
        game, seats = found.offer.game, found.offer.seats

        def preview() -> Preview | None:
            cabinet = CABINETS.get(game)
            if cabinet is None:
                return None
            count = max((n for n in cabinet.info.seats if n <= seats), default=cabinet.info.seats[0])
            if (game, count) not in self._previews:
                self._previews[game, count] = stage_preview(self.context, cabinet, count)
            return self._previews[game, count]

        return preview

    def _press(self, host: str) -> None:
        """The first press chooses a match, the second goes in."""
        found = next((found for found in self._shown if found.offer.host_id == host), None)
        if found is None:
            return
        if host == self.chosen and not self.visit:
            self.join()
            return
        self.chosen = host
        if not self.visit:
            self._address = self._address_entry.text = shown(found.address)
        self._lay_cards()

    def _address_typed(self, text: str) -> None:
        self._address, self.chosen = text, ""
        self._lay_cards()

    # Going in.

    def _usual_name(self) -> str:
        return self.context.texts.line("setup.person", number=1)

    def join(self, password: str = "") -> None:
        """Go into the match at the address that is written."""
        self._go_in(False, password)

    def watch(self, password: str = "") -> None:
        """Look on there."""
        self._go_in(True, password)

    def _watch_or_cancel(self) -> None:
        if self.visit and self.visit.trying:
            self.log.say("lobby.log.cancelled", "warning")
            self._end_visit()
        else:
            self.watch()

    def _go_in(self, watch: bool, password: str) -> None:
        if self.visit or self._room_host:
            return
        try:
            address = parse_address(self._address_entry.text)
        except AddressError as error:
            self.log.error(error)
            self.style.play_sound(Sound.REFUSE)
            self.group.focus(self._address_entry)
            return
        found = next((found for found in self._shown if found.address == address), None)
        watch = watch or (found is not None and not found.offer.seats)
        if found and found.offer.password and not password:
            self._ask_for_password(watch)
            return
        self._address = self._address_entry.text = shown(address)
        self._begin_visit(address, watch, password, b"")

    def _begin_visit(self, address: Address, watch: bool, password: str, owner: bytes) -> None:
        self._remember_name()
        self._watch, self._entered = watch, address
        name = self._name.strip() or self._usual_name()
        self.visit = Visit(self._connect(address, name, watch=watch, password=password, owner=owner), self.log)
        self.context.companions.append(self.visit.poll)
        self._show_trying()

    def _remember_name(self) -> None:
        """Keep the name for the next time."""
        settings, name = self.context.settings, self._name.strip()
        if name and settings.names[:1] != (name,):
            settings.names = (name, *(other for other in settings.names[1:] if other != name))
            self.context.apply_settings()

    def _show_trying(self) -> None:
        """While one attempt is made, or one is in a room, there is no other."""
        trying = bool(self._room_host and not self.visit) or bool(self.visit and self.visit.trying)
        self._trying = trying
        inside = bool(self.visit and self.visit.inside)
        self._join_panel.show(trying, inside=inside, can_cancel=self.visit is not None)

    def _ask_for_password(self, watch: bool) -> None:
        line = self.context.texts.line
        entry = Entry(self.style, placeholder=line("lobby.password.placeholder"), limit=100, icon="lock")
        answers = [
            Answer(line("widgets.cancel"), None),
            Answer(line("lobby.join.watch" if watch else "lobby.join.join"), Dialog.TEXT, "log-in", primary=True),
        ]
        dialog = Dialog(self.context, line("lobby.password.title"), line("lobby.password.text"), answers, entry=entry)
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
            self.open(value)

    # A match of one's own.

    def _open_match(self) -> None:
        if self.visit or self._room_host:
            self.context.notify(self.context.texts.line("lobby.join.inside"))
            return
        self.stack.push(OpenScene(self.context, self._name.strip() or self._usual_name()))

    def open(self, plan: HostPlan) -> None:
        """Open a room and go into it as its owner."""
        try:
            self._room_host = self._open(plan)
        except SpokenError as error:
            self.log.error(error)
            return
        self.log.say("lobby.log.opening", name=plan.name)
        self._plan = plan
        self._show_trying()

    def _poll_host(self) -> None:
        """Go in once the room is open."""
        if self._room_host is None or self.visit is not None:
            return
        try:
            opened = self._room_host.poll(self.context.clock.now())
        except SpokenError as error:
            self._room_host = None
            self.log.error(error)
            self._show_trying()
            return
        if opened and self._plan:
            here = [shown(Address(host, opened.port)) for host in self._addresses or (LOOPBACK,)]
            self.log.say("lobby.log.opened", "good", addresses=", ".join(here))
            address = Address(LOOPBACK, opened.port)
            self._begin_visit(address, False, self._plan.password, opened.owner)

    # Leaving.

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK:
            if self.group.wants_text:
                self.group.focus(self._open_card)
            else:
                self.go_back()

    def go_back(self) -> None:
        """Back to the street; from a room, only when one means it."""
        if self.visit is None:
            self.stack.pop()
        elif self.visit.trying:
            self._watch_or_cancel()
        else:
            self._ask_to_leave()

    def _ask_to_leave(self) -> None:
        visit = self.visit
        if visit is None or visit.room is None:
            return
        line = self.context.texts.line
        others = sum(person.present for person in visit.room.people) - 1
        hosting = self._room_host is not None
        if not hosting and not visit.playing:
            self._leave_room()
            return
        if hosting and not others:
            self._leave_room()
            return
        kind = "close" if hosting else "leave"
        answers = [
            Answer(line("lobby.leave.stay"), None, primary=True),
            Answer(line(f"lobby.room.{kind}"), True, "log-out"),
        ]
        dialog = Dialog(
            self.context, line(f"lobby.leave.{kind}_title"), line(f"lobby.leave.{kind}_text", count=others), answers
        )
        self._ask(dialog, lambda leaving: self._leave_room() if leaving else None)

    def _leave_room(self) -> None:
        room = self.visit.room if self.visit else None
        self.log.say(
            "lobby.log.closed" if self._room_host else "lobby.log.gone", "step", name=room.name if room else ""
        )
        if self._room_host:
            self._room_host.close()
            self._room_host = None
        self._end_visit()

    def _end_visit(self) -> None:
        """Say goodbye; a room of ours goes on as long as others are in it."""
        visit, self.visit = self.visit, None
        others = 0
        if visit is not None:
            if visit.poll in self.context.companions:
                self.context.companions.remove(visit.poll)
            if visit.room is not None:
                others = sum(person.present for person in visit.room.people) - 1
            visit.leave()
        if self._room_host is not None:
            if others > 0 and self._room_host.running:
                self._room_host.abandon()
            else:
                self._room_host.close()
            self._room_host = None
        if self.group.widgets:
            self.rebuild()

    # What goes on.

    def update(self, seconds: float) -> None:
        self._search(seconds)
        self._poll_host()
        self._follow_visit()
        super().update(seconds)

    def _search(self, seconds: float) -> None:
        """Let matches appear, change and vanish."""
        finder = self._finder
        assert finder is not None
        finder.poll(self.context.clock.now())
        self._searching += seconds
        found = tuple(finder.found)
        if found != self._shown:
            before, self._shown = bool(self._shown), found
            self._tell_changes(found)
            self._lay_cards()
            if before != bool(found) and isinstance(self._panel, GuidePanel):
                self.rebuild()
        elif not found and not self._advised and self._searching > PATIENCE:
            self._advised = True
            self.log.say("lobby.log.none", "warning")
            self.rebuild()

    def _tell_changes(self, found: Sequence[Found]) -> None:
        """Write into the log who came and who went."""
        now = {match.offer.host_id: match.offer.name for match in found}
        if len(now) > len(self._known) + 1:
            self.log.say("lobby.log.found", count=len(now))
        else:
            for host in now.keys() - self._known.keys():
                self.log.say("lobby.log.appeared", "good", name=now[host])
        for host in self._known.keys() - now.keys():
            self.log.say("lobby.log.vanished", "step", name=self._known[host])
        self._known = now

    def _follow_visit(self) -> None:
        """Show the room once we are in it, its match once it begins, and why it ended."""
        visit = self.visit
        if visit is None:
            return
        if visit.over:
            self._visit_ended(visit)
            return
        if self._trying and visit.inside:
            self.style.play_sound(Sound.OPEN)
            self.rebuild()
            if isinstance(self._panel, RoomPanel):
                self.group.focus(self._panel.primary)
            self._lay_cards()
        self._begin_match(visit)

    def _visit_ended(self, visit: Visit) -> None:
        """The attempt failed, or the room is closed to us."""
        visit.poll(self.context.clock.now())
        error, watch = visit.client.error, self._watch
        self.style.play_sound(Sound.REFUSE)
        self._end_visit()
        if isinstance(error, PasswordError) and error.key == "net.error.password_needed":
            self._ask_for_password(watch)
        else:
            self.group.focus(self._join_button)

    def _begin_match(self, visit: Visit) -> None:
        """Go to the table when a match begins."""
        while visit.heard and not isinstance(visit.heard[0].message, Begun):
            visit.heard.popleft()
        if not visit.heard or self.stack.changing:
            return
        if self.stack.top is not self:
            self.stack.pop()
            return
        try:
            table = LanTable(self.context, LanFeed(visit, self.context.texts))
        except SpokenError as error:
            self.log.error(error)
            self._leave_room()
            return
        self.stack.push(table)


def shown(address: Address) -> str:
    """An address as people tell it to each other: the usual port needs no word."""
    return address.host if address.port == PORT else str(address)
