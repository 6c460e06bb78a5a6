"""The table of a LAN match: what people at several screens need beside the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Any

from game.cabinets.stages import STAGES
from game.core.errors import reason
from game.core.rules import SPECTATOR
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.scene import Context
from game.engine.stage import TakesUndo
from game.engine.text import Weight
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.engine.widgets.parts.style import Style
from game.ground import files, paths
from game.ground.crash import crashed
from game.ground.recordings import recording_name
from game.scenes.evening.points import tonight
from game.scenes.evening.portrait import put_portrait
from game.scenes.evening.tally import RoomTally
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.words import spoken
from game.scenes.ledger.scene import LedgerScene
from game.scenes.lobby.chat import ChatPanel
from game.scenes.lobby.count_button import CountButton
from game.scenes.lobby.customs import mixes
from game.scenes.lobby.dialogs import hosting_dialog, stop_dialog
from game.scenes.lobby.next_game import next_game_menu, wish_menu
from game.scenes.lobby.notices import Notices
from game.scenes.lobby.people import people_menu
from game.scenes.lobby.talk import REACTION_KEYS, Talk, room_on
from game.scenes.page.menu import ButtonMenu, MenuItem
from game.scenes.process.host import HostPlan
from game.scenes.review.table import review_table, watched
from game.scenes.staging.looks import tints_for
from game.scenes.table.drawer import Page
from game.scenes.table.menu import HEADING, HEADING_LIVE, HEADING_OVER, LEAVE, MenuChoice, leave_dialog
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.banner import Banner
from game.scenes.table.widgets.head import Ribbon
from net.errors import ProtocolError
from net.ledger.standing import Standing

_CHAT_KEY = "c"
_ANSWERED = 2.0
"""Seconds within which the host opens the room again after an end; later the end is shown once more."""


class TalkLine(Widget):
    """The last line of chat, at the bottom of the log, which makes room for it."""

    def __init__(self, style: Style, table: LanTable) -> None:
        super().__init__(style)
        self._table = table

    def draw(self, canvas: Canvas) -> None:
        if self._table.log.visible:
            self._table.talk.draw_line(canvas, self._table.log.foot)


class LanTable(TableScene):
    """The table of a LAN match, played or watched.

    Leaving during the match leaves the room; after the match the person stays in the room.
    """

    def __init__(self, context: Context, feed: LanFeed) -> None:
        self.lan = feed
        self.connection = feed.connection
        self._chatting = False
        self._told_end = False
        self._number = self.connection.room.table if self.connection.room is not None else 0
        """Number of the table that this shows, of several at which a mix is played."""
        self.tonight: Callable[[], list[Standing]] = tonight
        self._at_end = False
        """Whether the page of the match's end is what was opened last over the table."""
        self._end_again_in = math.inf
        """Seconds until the page of the end is shown again once nothing lies over the table; infinity for never."""
        self._chat_before: ChatPanel | None = None
        self.notices = Notices(context.texts, feed, self.ask_to_leave, context.stack.pop)
        super().__init__(context, feed, watched, review_table)
        self.talk = Talk(self.style, self.connection, tints_for(context.settings))

    @property
    def watching(self) -> bool:
        """Whether this person has no seat."""
        return self.lan.viewer == SPECTATOR

    @property
    def upright(self) -> bool:
        """Also for who only watches a game that phones watch: that has nothing to press that needs the width."""
        return super().upright or (self.watching and STAGES[self.game].by_phone == "watch")

    # Widgets.

    def build(self) -> Iterable[Widget]:
        widgets = list(super().build())
        style = self.style
        box = self.layout.log
        head = style.typeface.leading(theme.BODY) + 22
        self._chat_frame = box
        inside = self._chat_room = Box(box.left + 14, box.top + head, box.width - 28, box.height - head - 14)
        self._noticed = 0.0
        before = self._chat_before
        self.chat = self._chat_before = ChatPanel(style, self.connection, tints_for(self.context.settings))
        self.chat.lay(inside)
        if before:
            self.chat.entry.take_over(before.entry)
        if self.drawer:
            self.drawer.hold_chat(self.chat, self.chat.lay, style.texts.line("table.tool.chat"))
        self.talk.style = style
        self.banner = Banner(style, self.layout.board, self.frame.strip if self.frame else None)
        self._show_chat(self._chatting)
        chat = [] if self.drawer else [self.chat]
        return [*widgets, TalkLine(style, self), *chat, self.banner]

    def tools(self) -> list[Button]:
        style, line, bar = self.style, self.texts.line, self.toolbar
        bar.undo = bar.button("undo-2", "ask_undo", self._undo)
        undoes = self.lan.allows_undo or isinstance(self.stage, TakesUndo)
        self._eyes = CountButton(
            style, "users", quiet=True, on_press=self._show_people, tooltip=line("table.tool.spectators")
        )
        self._chat_button = CountButton(
            style, "message-circle", on_press=self._toggle_chat, tooltip=line("table.tool.chat")
        )
        return [
            *self.fold_ways(),
            *self.log_ways(),
            self._eyes,
            self._chat_button,
            *([bar.undo] if undoes and not self.watching else []),
            bar.button("book-open", "rules", lambda: self.carry_out(MenuChoice.RULES)),
            bar.button("menu", "menu", self.open_menu),
        ]

    @property
    def notice_place(self) -> Box | None:
        """Box for notices: over the chat, which makes room as the log does, or where the stage has room for talk."""
        if self.frame is None:
            return None
        if self._chatting:
            return self.drawer.inside if self.drawer else self._chat_room
        return room_on(self.stage, self.layout.board) or super().notice_place

    def make_room(self, high: float) -> None:
        super().make_room(high)
        if self.frame and self._chatting and high != self._noticed:
            self._noticed = high
            self.chat.make_room(high)

    def _toggle_chat(self) -> None:
        self._show_chat(not self._chatting)
        self.group.focus(self.chat.entry if self._chatting else self.board)

    def _show_chat(self, chatting: bool) -> None:
        """Show the chat in the log's place, or the log again."""
        self._chatting = chatting
        if self.drawer:
            if chatting:
                self.drawer.turn_to(Page.CHAT)
            elif self.drawer.page is Page.CHAT:
                self.drawer.turn_to(Page.LOG)
                self.drawer.close()
            return
        self.chat.visible = chatting
        self.log.visible = not (chatting or self.layout.log_over)

    def drawer_changed(self) -> None:
        self._chatting = self.drawer is not None and self.drawer.shown is Page.CHAT

    @property
    def unread(self) -> int:
        return self.connection.unread

    def _lead_to_log(self) -> None:
        if self.drawer is None:
            self._show_chat(False)
        super()._lead_to_log()

    def _show_people(self) -> None:
        self.stack.push(people_menu(self.context, self.connection))

    # Polling.

    def mishap(self, error: Exception) -> bool:
        """Close a table that cannot be shown, whether by a mistake of its stage or by a lie of its host.

        The person stays in the room, and a computer plays their seat; this game is not shown again during the stay.
        """
        problem = crashed(error, f"a LAN table of {self.game}", "lobby.table_broken")
        self.connection.look_away(self.game)
        self.context.notify(self.texts.line(problem.key, problem.values))
        self.stack.drop(self)
        return True

    def update(self, seconds: float) -> None:
        problem = self.connection.client.error
        if isinstance(problem, ProtocolError):
            self.context.notify(self.texts.line(problem.key, problem.values))
            self.stack.drop(self)
            return
        room = self.connection.room
        if room is not None and room.table != self._number:
            if self.connection.playing:
                self.connection.to_table()
            self._back_to_room()
            return
        super().update(seconds)
        self._eyes.count = room.watching if room else 0
        self._chat_button.count = 0 if self._chatting else self.connection.unread
        self.talk.update(seconds)
        if self.connection.take_nudges():
            self.context.audio.play(Sound.YOUR_TURN)
        told = self.connection.chat and not self.log.bare
        line_high = self.style.typeface.leading(theme.CAPTION) + 8 if told else 0.0
        self.log.leave_foot(line_high)
        self.banner.show(self.notices.now())
        connection = self.connection
        if room is not None and room.phase == "waiting" and connection.under_way and not connection.lost:
            self._back_to_room()
        elif self.lan.agreed and not self._told_end and self.conductor.idle and self.stack.top is self:
            self._tell_agreed()
        else:
            self._mind_end(seconds)

    def _mind_end(self, seconds: float) -> None:
        """Show the end again once a page that it opened is closed, unless the person looks at the board."""
        if self.stack.top is not self or self.stack.changing or math.isinf(self._end_again_in):
            return
        self._end_again_in -= seconds
        if self._end_again_in > 0 or self.connection.over:
            return
        self._end_again_in = math.inf
        if self.lan.result is not None:
            self.show_results()
        elif self.lan.agreed:
            self._tell_agreed()

    def show_results(self) -> None:
        super().show_results()
        self._at_end = True

    @property
    def below_results(self) -> Callable[[Style], Widget] | None:
        return lambda style: RoomTally(style, self.connection, self.tonight)

    def _back_to_room(self) -> None:
        """Close this table and whatever lies over it, because the room is open again or another table is told."""
        if not self.stack.changing:
            self.stack.pop()

    def _tell_agreed(self) -> None:
        self._told_end = self.ending.shown = self._at_end = True
        line = self.texts.line
        answers = [Answer(line("results.look"), None), Answer(line("table.menu.room"), MenuChoice.ROOM, "armchair")]
        again, wish = self._next_matches()
        if again:
            answers.append(Answer(line("table.menu.other_game"), MenuChoice.OTHER, "layout-grid"))
            answers.append(Answer(line("table.menu.again"), MenuChoice.AGAIN, "rotate-cw", primary=True))
        if wish:
            answers.append(Answer(line("table.menu.wish"), MenuChoice.WISH, "heart"))
        kind = "stopped" if self.lan.stopped else "agreed"
        tally = RoomTally(self.style, self.connection, self.tonight)
        self.stack.push(
            Dialog(self.context, line(f"table.lan.{kind}"), line(f"table.lan.{kind}_text"), answers, picture=tally)
        )

    def _tell_notices(self) -> None:
        """Show the feed's notices briefly, with a sound."""
        for notice in self.feed.take_notices():
            self.context.notify(spoken(self.texts, notice.key, notice.values))

    def _undo(self) -> None:
        if self.conductor.can_undo:
            self.conductor.undo()
            self.context.audio.play(Sound.CLICK)

    def menu_choices(self) -> list[MenuChoice]:
        choices: list[MenuChoice] = []
        if self.ending.shown:
            choices += [MenuChoice.RESULTS] if self.lan.result else []
            choices += self._afterwards()
        elif not self.watching and not self.lan.over:
            choices += [MenuChoice.UNDO] if self.lan.can_undo else []
            if self.lan.can_propose:
                paused = MenuChoice.GO_ON if self.lan.paused else MenuChoice.PAUSE
                choices += [MenuChoice.END] if self.lan.waits else [paused, MenuChoice.END]
            choices += self._owners_choices()
            choices += [MenuChoice.SAY] if self.may_speak else []
            choices += [] if self.connection.lost or self.connection.over else [MenuChoice.SURRENDER]
        else:
            choices += [MenuChoice.TAKE_OVER] if self._free_seats() else []
            choices += [] if self.lan.over else self._owners_choices()
            choices += [MenuChoice.SAVE] if self.connection.recorded else []
        leave = [] if self.ending.shown else [MenuChoice.LEAVE]
        return list(dict.fromkeys([*choices, *self.general_choices(), *leave]))

    def _owners_choices(self) -> list[MenuChoice]:
        """Return what only the room's owner may do during a match."""
        away = self.connection.lost or self.connection.over
        return [MenuChoice.STOP] if self.connection.owner and not away else []

    def _free_seats(self) -> list[int]:
        """Return the computers' seats that this spectator may take over."""
        room = self.connection.room
        if room is None or not self.watching or self.lan.over or not room.customs.latecomers:
            return []
        played = len(self.feed.seats)
        return [seat for seat, place in enumerate(room.seats[:played]) if place.kind == "bot"]

    def _choose_seat(self) -> None:
        """Ask which computer's seat to take over."""
        items = [MenuItem(self.texts.line("table.leave.stay"), "eye", None, primary=True)]
        for seat in self._free_seats():
            label = f"{seat + 1} · {self.feed.seats[seat].name}"
            items.append(MenuItem(label, "armchair", partial(self.connection.take, seat)))
        self.stack.push(ButtonMenu(self.context, self.texts.line("table.menu.take_over"), items))

    def _ask_to_stop(self) -> None:
        self.stack.push(stop_dialog(self.context, self.connection))

    def menu_heading(self) -> str:
        if self.lan.over:
            return HEADING_OVER
        if self.connection.over or self.connection.lost:
            return "table.lan.menu_lost"
        return HEADING if self.lan.paused else HEADING_LIVE

    def results_choices(self) -> list[MenuChoice]:
        return self._afterwards()

    def _next_matches(self) -> tuple[list[MenuChoice], list[MenuChoice]]:
        """Return how the owner, or somebody else, may say what is played next; a mix goes on by itself."""
        if self.connection.over or mixes(self.connection):
            return [], []
        return ([MenuChoice.AGAIN, MenuChoice.OTHER], []) if self.connection.owner else ([], [MenuChoice.WISH])

    def _afterwards(self) -> list[MenuChoice]:
        """Return what can be done after the match."""
        again, wish = self._next_matches()
        ways = self.recording_choices()
        save = [MenuChoice.SAVE] if self.connection.recorded else []
        return [*again, MenuChoice.ROOM, MenuChoice.LEDGER, *ways, *save, *wish, *self.look_up_choices()]

    def carry_out(self, choice: MenuChoice) -> None:
        match choice:
            case MenuChoice.UNDO:
                self._undo()
            case MenuChoice.PAUSE:
                self.connection.propose("pause")
            case MenuChoice.GO_ON:
                self.connection.resume()
            case MenuChoice.END:
                self.connection.propose("end")
            case MenuChoice.SURRENDER:
                self._ask_to_surrender()
            case MenuChoice.SAVE:
                self._save()
            case MenuChoice.AGAIN:
                self.connection.rematch()
            case MenuChoice.OTHER:
                self.stack.push(next_game_menu(self.context, self.connection))
            case MenuChoice.WISH:
                self.stack.push(wish_menu(self.context, self.connection))
            case MenuChoice.TAKE_OVER:
                self._choose_seat()
            case MenuChoice.STOP:
                self._ask_to_stop()
            case MenuChoice.LEDGER:
                self.stack.push(LedgerScene(self.context))
            case MenuChoice.ROOM:
                self.stack.pop()
            case _:
                super().carry_out(choice)

    def resumed(self, value: Any) -> None:
        if self._at_end:
            self._at_end = False
            asked = value in (MenuChoice.AGAIN, MenuChoice.OTHER)
            self._end_again_in = math.inf if value is None else _ANSWERED if asked else 0.0
        if value == LEAVE:
            self.connection.leave()
            self.stack.pop()
        elif isinstance(value, HostPlan):
            self.connection.choose(value)
            self._end_again_in = _ANSWERED
        elif callable(value):
            value()
        else:
            super().resumed(value)

    def _close_room(self) -> None:
        """Close the room that this window hosts, and leave the table."""
        self.stack.pop()
        self.connection.close_room()

    def ask_to_leave(self) -> None:
        line, connection = self.texts.line, self.connection
        if connection.hosting and connection.first_owner and connection.others and not connection.lost:
            leave = partial(self.resumed, LEAVE)
            self.stack.push(hosting_dialog(self.context, connection, leave=leave, close=self._close_room))
            return
        if connection.hosting:
            kind = "host" if connection.others and not connection.lost else "host_alone"
        elif self.watching:
            kind = "watch"
        else:
            kind = "lost" if connection.lost else "play"
        self.stack.push(leave_dialog(self.context, line("table.lan.leave"), line(f"table.lan.leave_{kind}")))

    def may_close(self) -> bool:
        """Whether the window may be closed now; where this computer hosts the room, the lobby below asks."""
        hosts = self.connection.hosting and self.connection.first_owner and self.connection.others
        return bool(hosts) or super().may_close()

    def _ask_to_surrender(self) -> None:
        line = self.texts.line
        answers = (
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line("table.menu.surrender"), self.connection.surrender, icon="flag"),
        )
        title, text = line("table.lan.surrender"), line("table.lan.surrender_text")
        self.stack.push(Dialog(self.context, title, text, answers))

    def _save(self) -> None:
        """Save a copy of the spectator's recording."""
        source = self.connection.recorded
        if source is None:
            return
        name = recording_name(self.game, self.connection.room.name if self.connection.room else "", datetime.now())
        try:
            target = files.write_new(paths.replays(), name, source.suffix, source.read_bytes())
        except OSError as error:
            self.context.notify(self.texts.line("table.lan.unsaved", why=reason(error)))
            return
        self.context.notify(self.texts.line("table.lan.saved", name=target.name))

    def handle(self, event: InputEvent) -> None:
        writing = self.group.wants_text
        if isinstance(event, Command) and event.name is CommandName.BACK and (writing or self._chatting):
            self._show_chat(False)
            self.group.focus(self.board)
        elif isinstance(event, KeyPressed) and event.key in REACTION_KEYS and not (event.modifiers or event.repeated):
            self.connection.react(REACTION_KEYS[event.key])
        elif isinstance(event, KeyPressed) and event.key == _CHAT_KEY and not event.modifiers and not writing:
            self._toggle_chat()
        else:
            super().handle(event)

    def ribbon(self) -> Ribbon:
        if self.connection.over and not self.lan.over:
            return Ribbon(self.texts.line("table.lan.closed"))
        if self.connection.lost:
            return Ribbon(self.texts.line("table.lan.lost"))
        if self.lan.paused and not self.lan.over:
            return Ribbon(self.texts.line("table.lan.waiting_people" if self.lan.waits else "table.lan.resting"))
        return super().ribbon()

    def _draw_signs(self, canvas: Canvas) -> None:
        """Draw what people drew of themselves at their panels."""
        room = self.connection.room
        if self.frame is None or room is None:
            return
        for panel in self.frame.panels:
            place = panel.sign_place
            person = self.connection.person(room.seats[panel.seat].person) if panel.seat < len(room.seats) else None
            if place is not None and person is not None and person.portrait:
                put_portrait(canvas, person.portrait, place.centerx, place.centery, place.width)

    def draw_more(self, canvas: Canvas) -> None:
        """Draw people's signs and recent lines of chat; while the chat is open, its background over the log."""
        self._draw_signs(canvas)
        if not self._chatting and self.layout.foot and self.frame:
            head = self.frame.head_room(self.layout.foot)
            panels = {panel.seat: panel.box for panel in self.frame.panels}
            self.talk.draw_upright(canvas, self.stage, self.layout.board, panels, head)
            return
        if not self._chatting:
            self.talk.draw(canvas, self.stage, self.layout.board, self.layout.panels, self._eyes.box)
            return
        if self.drawer:
            return
        typeface, box = self.style.typeface, self._chat_frame
        faces.glass_panel(canvas, box)
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        faces.draw_icon(canvas, "message-circle", box.left + 16 + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line("table.tool.chat")
        typeface.line(canvas, title, box.left + 24 + size, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
