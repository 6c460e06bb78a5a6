"""The table of a LAN match: what people at several screens need beside the board."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from game.core.errors import reason
from game.core.rules import SPECTATOR
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.ornament import BUTTON, Face
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
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.words import spoken
from game.scenes.ledger.scene import LedgerScene
from game.scenes.lobby.chat import ChatPanel
from game.scenes.lobby.dialogs import hosting_dialog
from game.scenes.lobby.next_game import next_game_menu, wish_menu
from game.scenes.lobby.notices import Notices
from game.scenes.lobby.people import people_menu
from game.scenes.lobby.talk import REACTION_KEYS, Talk, room_on
from game.scenes.page.menu import ButtonMenu, MenuItem
from game.scenes.process.host import HostPlan
from game.scenes.review.table import review_table, watched
from game.scenes.staging.looks import tints_for
from game.scenes.table.menu import HEADING, HEADING_LIVE, HEADING_OVER, LEAVE, MenuChoice, leave_dialog
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.banner import Banner
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.widgets.upright import over
from net.client.remote_match import StrangeHostError
from net.errors import ProtocolError

_BADGE = Face("#D9483B", "#B8352C", 1.0, "#FFF6E3", 0.5, 0.0)
_CHAT_KEY = "c"


class CountButton(Button):
    """A tool button with a number at its corner."""

    def __init__(self, style: Style, icon: str, *, quiet: bool = False, **more: Any) -> None:
        """`quiet`: the number is information only and is not highlighted."""
        super().__init__(style, icon=icon, **more)
        self.count = 0
        self._quiet = quiet

    def draw(self, canvas: Canvas) -> None:
        """Draw the button, and its number unless it is 0."""
        super().draw(canvas)
        if not self.count:
            return
        typeface = self.style.typeface
        words = str(min(self.count, 99))
        high = typeface.grown(18)
        wide = max(high, typeface.measure(words, theme.CAPTION, Weight.BOLD) + 8)
        place = Box(self.box.right - wide + 5, self.box.top - 6, wide, high)
        faces.draw_face(canvas, place, BUTTON if self._quiet else _BADGE, high / 2)
        typeface.line(
            canvas, words, place.centerx, place.centery, theme.CAPTION, Weight.BOLD, theme.TEXT_BRIGHT, "middle"
        )


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

    may_fold = False

    def __init__(self, context: Context, feed: LanFeed) -> None:
        self.lan = feed
        self.connection = feed.connection
        self._chatting = False
        self._told_end = False
        self._chat_before: ChatPanel | None = None
        self.notices = Notices(context.texts, feed, self.ask_to_leave, context.stack.pop)
        super().__init__(context, feed, watched, review_table)
        self.talk = Talk(self.style, self.connection, tints_for(context.settings))

    @property
    def watching(self) -> bool:
        """Whether this person has no seat."""
        return self.lan.viewer == SPECTATOR

    # Widgets.

    def build(self) -> Iterable[Widget]:
        widgets = list(super().build())
        style = self.style
        box = over(self.layout.board) if self.layout.foot else self.layout.log
        head = style.typeface.leading(theme.BODY) + 22
        self._chat_frame = box
        inside = self._chat_room = Box(box.left + 14, box.top + head, box.width - 28, box.height - head - 14)
        self._noticed = 0.0
        before = self._chat_before
        self.chat = self._chat_before = ChatPanel(style, self.connection, tints_for(self.context.settings))
        self.chat.lay(inside)
        if before:
            self.chat.entry.take_over(before.entry)
        self.talk.style = style
        self.banner = Banner(style, self.layout.board, self.frame.strip if self.frame else None)
        self._show_chat(self._chatting)
        return [*widgets, TalkLine(style, self), self.chat, self.banner]

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
            return self._chat_room
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
        self.chat.visible = chatting
        self.log.visible = not (chatting or self.layout.log_over)

    def _lead_to_log(self) -> None:
        self._show_chat(False)
        super()._lead_to_log()

    def _show_people(self) -> None:
        self.stack.push(people_menu(self.context, self.connection))

    # Polling.

    def mishap(self, error: Exception) -> bool:
        """Handle an exception of the stage as that of a host of another version: a view decoded and no rules made it.

        Every typed lie of a host ends here, whatever stage it breaks; the log is for who made a mistake in a stage.
        """
        crashed(error, f"a LAN table of {self.game}")
        problem = StrangeHostError("picture")
        self.connection.client.give_up(problem)
        self.context.notify(self.texts.line(problem.key, problem.values))
        self.stack.drop(self)
        return True

    def update(self, seconds: float) -> None:
        problem = self.connection.client.error
        if isinstance(problem, ProtocolError):
            self.context.notify(self.texts.line(problem.key, problem.values))
            self.stack.drop(self)
            return
        super().update(seconds)
        room = self.connection.room
        self._eyes.count = room.watching if room else 0
        self._chat_button.count = 0 if self._chatting else self.connection.unread
        self.talk.update(seconds)
        if self.connection.take_nudges():
            self.context.audio.play(Sound.YOUR_TURN)
        line_high = self.style.typeface.leading(theme.CAPTION) + 8 if self.connection.chat else 0.0
        self.log.leave_foot(line_high)
        self.banner.show(self.notices.now())
        connection = self.connection
        if room is not None and room.phase == "waiting" and connection.under_way and not connection.lost:
            self._back_to_room()
        elif self.lan.agreed and not self._told_end and self.conductor.idle and self.stack.top is self:
            self._tell_agreed()

    def _back_to_room(self) -> None:
        """Close this table and whatever lies over it, because the owner opened the waiting room again."""
        if not self.stack.changing:
            self.stack.pop()

    def _tell_agreed(self) -> None:
        self._told_end = self.ending.shown = True
        line = self.texts.line
        answers = [Answer(line("results.look"), None), Answer(line("table.menu.room"), MenuChoice.ROOM, "armchair")]
        if self.connection.owner:
            answers.append(Answer(line("table.menu.other_game"), MenuChoice.OTHER, "layout-grid"))
            answers.append(Answer(line("table.menu.again"), MenuChoice.AGAIN, "rotate-cw", primary=True))
        kind = "stopped" if self.lan.stopped else "agreed"
        self.stack.push(Dialog(self.context, line(f"table.lan.{kind}"), line(f"table.lan.{kind}_text"), answers))

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
        line = self.texts.line
        answers = (
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line("table.menu.stop"), self.connection.stop, icon="octagon-x"),
        )
        self.stack.push(Dialog(self.context, line("table.lan.stop"), line("table.lan.stop_text"), answers))

    def menu_heading(self) -> str:
        if self.lan.over:
            return HEADING_OVER
        if self.connection.over or self.connection.lost:
            return "table.lan.menu_lost"
        return HEADING if self.lan.paused else HEADING_LIVE

    def results_choices(self) -> list[MenuChoice]:
        return self._afterwards()

    def _afterwards(self) -> list[MenuChoice]:
        """Return what can be done after the match."""
        owns = self.connection.owner and not self.connection.over
        again = [MenuChoice.AGAIN, MenuChoice.OTHER] if owns else []
        wish = [] if owns or self.connection.over else [MenuChoice.WISH]
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
        if value == LEAVE:
            self.connection.leave()
            self.stack.pop()
        elif isinstance(value, HostPlan):
            self.connection.choose(value)
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

    def draw_more(self, canvas: Canvas) -> None:
        """Draw recent lines of chat; while the chat is open, its background over the log."""
        if not self._chatting:
            self.talk.draw(canvas, self.stage, self.layout.board, self.layout.panels, self._eyes.box)
            return
        typeface, box = self.style.typeface, self._chat_frame
        faces.glass_panel(canvas, box)
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        faces.draw_icon(canvas, "message-circle", box.left + 16 + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line("table.tool.chat")
        typeface.line(canvas, title, box.left + 24 + size, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)
