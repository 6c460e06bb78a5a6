"""The table: the board in the middle, the seats around it, a match going on.

It shows a feed and knows no game: the board is the game's stage, the words are the game's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.core.errors import SpokenError
from game.core.recording.replay import ReplayError
from game.core.rules import Seat
from game.crash import crashed
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerPressed
from game.engine.scene import Context, Scene
from game.engine.stage import Drafting, FillsTable, FollowsOn, HasTools, Look, Speaking, Stage, Tool
from game.engine.widgets.base import Widget
from game.engine.widgets.button import Button, Kind
from game.engine.widgets.screen import WidgetScene
from game.engine.widgets.style import Style
from game.scenes.feeds.feed import Feed, Notice
from game.scenes.settings.scene import SettingsScene
from game.scenes.staging.looks import looks_for
from game.scenes.staging.stage import stage_for
from game.scenes.table import speech
from game.scenes.table.backdrop import draw_table_backdrop, warm_table_backdrop
from game.scenes.table.board import BoardWidget
from game.scenes.table.conductor import Conductor
from game.scenes.table.head import Ribbon, TableHead
from game.scenes.table.incident import IncidentPage
from game.scenes.table.layout import TableLayout, table_layout
from game.scenes.table.log import TableLog
from game.scenes.table.menu import LEAVE, MenuChoice, TableMenu, leave_dialog
from game.scenes.table.panels import SeatPanel, seat_lines
from game.scenes.table.results import Outcome, ResultsScene
from game.scenes.table.rules import RulesPage
from game.scenes.table.side import SideCard
from game.scenes.table.words import ribbon_of, turn_lines

ReplayOpener = Callable[[Context, Path, int], Scene]
"""Opens a recording at a step. Raises SpokenError where it cannot be read."""
PAUSE_AT_END = 1.4
"""Seconds between the end of the last movement and the results."""
TOOL = 40.0
TOOLS_TOP = 16.0
UNSENT_LEAD = 0.1
"""Seconds before a person's time is up at which what they have prepared is played."""


class TableScene(WidgetScene):
    """A match being played or watched at this screen."""

    with_timeline = False

    def __init__(self, context: Context, feed: Feed, replayed: ReplayOpener | None = None) -> None:
        """`replayed` opens a recording; without it the way to the match's own recording is not offered."""
        super().__init__(context)
        self.feed = feed
        self.replayed = replayed
        self._conduct()
        self._since_end = 0.0
        self._results_shown = False
        self._picture_wanted = False
        self._failures: list[Notice] = []
        """What is told in full of bots that failed."""
        self._now = 0.0
        """Seconds this table has been in play: it stands still while a menu lies over it."""

    @property
    def game(self) -> str:
        """The game's id."""
        return self.feed.game

    def build(self) -> Iterable[Widget]:
        style = self.style
        self.texts = style.texts.with_seats([look.name for look in self.looks])
        stage, fills = self.stage, isinstance(self.stage, FillsTable)
        self.layout: TableLayout = table_layout(
            len(self.feed.seats), self.with_timeline, stage.width / stage.height, board_alone=fills
        )
        if isinstance(stage, FillsTable):
            stage.fit(self.layout.board.width, self.layout.board.height)
        self.board = BoardWidget(style, self.layout.board, self.stage, self.conductor.play)
        self.log = TableLog(style, self.layout.log, self.game, self.looks, self.log_choice())
        self.log.visible = not fills
        alone = sum(seat.person for seat in self.feed.seats) == 1
        self.panels = [
            SeatPanel(
                box,
                seat,
                style.typeface,
                self.looks[seat],
                seat_lines(self.feed.seats[seat], self.game, self.texts, alone=alone),
            )
            for seat, box in enumerate(self.layout.panels)
        ]
        anchors = {panel.seat: self.board.inside(*panel.anchor) for panel in self.panels}
        self.stage.surroundings.anchors.update(anchors)
        tools = self._place_tools([*self._stage_tools(style), *self.tools(style)])
        side = style.typeface.grown(TOOL)
        back = Button(
            style,
            box=Box(theme.MARGIN, TOOLS_TOP, side, side),
            icon="chevron-left",
            on_press=self.open_menu,
            tooltip=self.texts.line("table.tool.back"),
        )
        self._failure_button = self._button_of_failures(style, back.box, tools)
        left = back.box.right + 12
        right = min((tool.box.left for tool in [*tools, self._failure_button] if tool.visible), default=1256.0)
        self.head = TableHead(style.typeface, left, right)
        self.side = SideCard(style, self.layout.side, self.stage, self.looks) if self.layout.side else None
        self._show_log()
        return [self.board, self.log, *self.more_widgets(style), self._failure_button, *tools, back]

    def _button_of_failures(self, style: Style, back: Box, tools: Sequence[Button]) -> Button:
        """Left of the tools, once a bot has failed."""
        left = min((tool.box.left for tool in tools), default=1280 - theme.MARGIN) - back.width - 8
        button = Button(
            style,
            box=Box(left, back.top, back.width, back.height),
            icon="triangle-alert",
            kind=Kind.PRIMARY,
            on_press=self._show_failures,
            tooltip=self.texts.line("incident.page.tool"),
        )
        button.visible = bool(self._failures)
        return button

    def _show_failures(self) -> None:
        """Why bots of this match failed."""
        self.stack.push(IncidentPage(self.context, self._failures, self.texts, self._incident_replay()))

    def _incident_replay(self) -> Callable[[int], Scene] | None:
        """What opens this match's recording at a step."""
        if self.feed.recording is None or self.replayed is None:
            return None
        return partial(self.replayed, self.context, self.feed.recording)

    def _stage_tools(self, style: Style) -> list[Button]:
        """The stage's own buttons; a lit one stands out."""
        self._tool_buttons = [
            (tool, Button(style, icon=tool.icon, on_press=tool.press, tooltip=self.texts.line(tool.text)))
            for tool in self._tools_of_stage()
        ]
        buttons = [button for _, button in self._tool_buttons]
        return [self.tool(style, speech.ICON, "say", self._ask_what_to_say), *buttons] if self.may_speak else buttons

    def _tools_of_stage(self) -> Sequence[Tool]:
        return self.stage.tools() if isinstance(self.stage, HasTools) else ()

    def tools(self, style: Style) -> list[Button]:
        """The buttons at the top right, from the left."""
        self._undo_button = self.tool(style, "undo-2", "undo", self._undo)
        self._hint_button = self.tool(style, "lightbulb", "hint", self._hint)
        return [
            *([self._undo_button, self._hint_button] if self.feed.adviser else []),
            self.tool(style, "book-open", "rules", lambda: self._do(MenuChoice.RULES)),
            self.tool(style, "settings", "settings", lambda: self._do(MenuChoice.SETTINGS)),
            self.tool(style, "menu", "menu", self.open_menu),
        ]

    def tool(self, style: Style, icon: str, name: str, on_press: Any) -> Button:
        """One of them."""
        return Button(style, icon=icon, on_press=on_press, tooltip=self.texts.line(f"table.tool.{name}"))

    def _place_tools(self, tools: Sequence[Button]) -> Sequence[Button]:
        side = self.style.typeface.grown(TOOL)
        right = 1280 - theme.MARGIN
        for number, tool in enumerate(reversed(tools)):
            tool.box = Box(right - side - number * (side + 8), TOOLS_TOP, side, side)
        return tools

    def more_widgets(self, style: Style) -> list[Widget]:
        """What else takes input here: a replay's timeline."""
        return []

    def log_choice(self) -> Any:
        """What a click on a turn of the log does; None for nothing."""
        return None

    def enter(self) -> None:
        super().enter()
        self.group.focus(self.board)
        self.board.announced = False

    def leave(self) -> None:
        self.feed.close()

    def mishap(self, error: Exception) -> bool:
        """A picture that breaks, on a view that no rules made or by a mistake of its own, closes this table alone."""
        problem = crashed(error, f"{type(self).__name__} of {self.game}", "table.broken")
        self.context.notify(self.context.texts.line(problem.key, problem.values))
        self.stack.drop(self)
        return True

    def settings_applied(self) -> None:
        self._conduct(self.stage)
        self.rebuild()

    def _conduct(self, before: Stage[Any, Any] | None = None) -> None:
        """Begin to show the match from where the feed stands, with the seats as they are, after another stage."""
        self._seats = self.feed.seats
        self.looks: Sequence[Look] = looks_for(self._seats, self.context.settings)
        stage = stage_for(self.context, self.feed, self.looks)
        if before and isinstance(stage, FollowsOn):
            stage.follow_on(before)
        self.conductor = Conductor(self.feed, stage, self.position())

    @property
    def stage(self) -> Stage[Any, Any]:
        """The game's picture."""
        return self.conductor.stage

    def position(self) -> int:
        """How many steps have been played, where the feed stands."""
        return len(self.feed.entries)

    def warm(self) -> Iterator[None]:
        yield from warm_table_backdrop(self.context.canvas)
        yield from self.stage.warm(self.board.canvas_for(self.context.canvas))

    @property
    def speaker(self) -> Seat | None:
        """The person at this screen whose word it is: who is asked, else who looks on from a seat."""
        if self.conductor.chooser is not None:
            return self.conductor.chooser
        viewer = self.feed.viewer
        return viewer if viewer >= 0 and self.feed.seats[viewer].person else None

    @property
    def may_speak(self) -> bool:
        """Whether the game knows words to everybody, and somebody here may say them."""
        return isinstance(self.stage, Speaking) and self.speaker is not None and not self.feed.over

    def _ask_what_to_say(self) -> None:
        seat, stage = self.speaker, self.stage
        if seat is not None and isinstance(stage, Speaking) and self.may_speak:
            self.stack.push(speech.SpeechDialog(self.context, seat, stage.speech))

    def _say(self, said: speech.Said) -> None:
        """Take what somebody says; it goes out with their next move."""
        refusal = self.stage.say(said.seat, said.text) if isinstance(self.stage, Speaking) else None
        if refusal:
            self.context.notify(self.texts.line(refusal))

    def resumed(self, value: Any) -> None:
        if isinstance(value, MenuChoice):
            self._do(value)
        elif isinstance(value, speech.Said):
            self._say(value)
        elif value == LEAVE:
            self.stack.pop()

    def _do(self, choice: MenuChoice) -> None:
        """What was chosen in the menu, in the results, or by a tool."""
        match choice:
            case MenuChoice.RESULTS:
                self.show_results()
            case MenuChoice.RULES:
                self.stack.push(RulesPage(self.context, self.game))
            case MenuChoice.SETTINGS:
                self.stack.push(SettingsScene(self.context))
            case MenuChoice.PICTURE:
                self._picture_wanted = True
            case MenuChoice.SAY:
                self._ask_what_to_say()
            case MenuChoice.LEAVE:
                self._ask_to_leave()
            case MenuChoice.TITLE:
                self.stack.pop()
            case MenuChoice.AGAIN:
                self._begin_again()
            case MenuChoice.WATCH:
                self.watch_recording()

    def _ask_to_leave(self) -> None:
        if self.feed.over or not any(seat.person for seat in self.feed.seats):
            self.stack.pop()
            return
        key = "table.leave.kept" if self.feed.recording else "table.leave.lost"
        self.stack.push(leave_dialog(self.context, self.texts.line("table.leave.title"), self.texts.line(key)))

    def _begin_again(self) -> None:
        try:
            feed = self.feed.again()
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
            return
        if feed:
            self.stack.replace(TableScene(self.context, feed, self.replayed))

    def watch_recording(self) -> None:
        """Show the match that has just ended as a replay."""
        if self.feed.recording is None or self.replayed is None:
            return
        self.feed.close()
        try:
            self.stack.replace(self.replayed(self.context, self.feed.recording, 0))
        except ReplayError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def open_menu(self) -> None:
        """Pause, as far as a match at this screen can be."""
        self.stack.push(TableMenu(self.context, self._menu_choices(), live=self.feed.live))

    def _menu_choices(self) -> list[MenuChoice]:
        ended = [MenuChoice.RESULTS, MenuChoice.AGAIN] if self._results_shown else []
        say = [MenuChoice.SAY] if self.may_speak else []
        return [*ended, *say, MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    def update(self, seconds: float) -> None:
        if self.feed.seats is not self._seats:
            self.settings_applied()
        conductor = self.conductor
        if self.stack.top is self or self.feed.live:
            self._now += seconds
            self.drive(seconds)
            self._play_unsent()
            conductor.poll(self._now)
        if conductor.update(seconds * self.pace):
            self.context.audio.play(Sound.YOUR_TURN)
            if not self.group.wants_text:
                self.group.focus(self.board)
        if conductor.idle:
            self._end(seconds)
        self._tell_hint()
        self._show_log()
        self._tell_notices()
        self._undo_button.enabled = self.feed.can_undo
        self._hint_button.enabled = conductor.chooser is not None
        self.board.choosing = conductor.chooser is not None
        for tool, button in self._tool_buttons:
            button.kind = Kind.PRIMARY if tool.lit() else Kind.GLASS
        super().update(seconds)

    @property
    def pace(self) -> float:
        """How fast time passes on the stage: a replay's speed."""
        return 1.0

    def drive(self, seconds: float) -> None:
        """Move the feed on, where the table does that: in a replay."""

    def _play_unsent(self) -> None:
        """Play what a person has prepared, when their time runs out."""
        deadline = self.feed.deadline
        if deadline and self.conductor.chooser is not None and self._now >= deadline.at - UNSENT_LEAD:
            action = self.stage.draft() if isinstance(self.stage, Drafting) else None
            if action is not None:
                self.conductor.play(action)

    def _undo(self) -> None:
        if self.conductor.undo():
            self._results_shown = False
            self.context.audio.play(Sound.BACK)

    def _hint(self) -> None:
        if self.conductor.chooser is not None:
            self.feed.ask_for_hint()
            self.context.notify(self.texts.line("table.hint.asked", bot=self._adviser_name()))

    def _tell_hint(self) -> None:
        if self.conductor.advised:
            self.conductor.advised = False
            self.context.audio.play(Sound.NOTICE)
            self.context.notify(self.texts.line("table.hint.given", bot=self._adviser_name()))

    def _adviser_name(self) -> str:
        return self.texts.line(f"{self.game}.bot.{self.feed.adviser}.name")

    def _end(self, seconds: float) -> None:
        """After the last movement, the results."""
        if not self.feed.over or self._results_shown or self.stack.top is not self:
            return
        if not self._since_end:
            self.context.audio.play(Sound.WIN)
        self._since_end += seconds
        if self._since_end >= PAUSE_AT_END:
            self.show_results()

    def show_results(self) -> None:
        """Lay the results over the table."""
        result = self.feed.result
        if result is None:
            return
        self._results_shown = True
        outcome = Outcome(self.game, self.looks, result, tuple(self.feed.entries), self.feed.recording)
        self.stack.push(ResultsScene(self.context, outcome, self.results_choices()))

    def results_choices(self) -> list[MenuChoice]:
        """What can be done after the match."""
        watch = [MenuChoice.WATCH] if self.feed.recording and self.replayed else []
        return [MenuChoice.AGAIN, *watch, MenuChoice.TITLE]

    def _tell_notices(self) -> None:
        for notice in self.feed.take_notices():
            sentence = self.texts.line(notice.key, notice.values)
            if notice.seat is not None:
                sentence = self.texts.line("table.trouble", seat=notice.seat, sentence=sentence)
            if notice.incident is not None:
                self._failures = [*self._failures, notice]
                if not self._failure_button.visible:
                    self.rebuild()
            elif notice.log:
                sentence = self.texts.line("table.trouble_log", sentence=sentence, log=notice.log)
            self.context.notify(sentence)

    def _show_log(self) -> None:
        seen = self.conductor.seen
        self.log.show(seen, self.conductor.refusals)
        if self.side:
            self.side.show(seen)

    def handle(self, event: InputEvent) -> None:
        if self._skip_to_results(event) or self._hurry_by(event):
            return
        match event:
            case Command(name=CommandName.UNDO):
                self._undo()
            case Command(name=CommandName.HINT):
                self._hint()
            case Command(name=CommandName.LOG):
                self._lead_to_log()
            case Command(name=CommandName.MENU):
                self.open_menu()
            case KeyPressed(key=key, modifiers=modifiers) if not (modifiers or self.group.wants_text):
                if not self._press_tool(key):
                    super().handle(event)
            case _:
                super().handle(event)

    def _press_tool(self, key: str) -> bool:
        """Press the stage's tool of that key, or the one to say something, if there is one."""
        if key == speech.KEY and self.may_speak:
            self._ask_what_to_say()
            return True
        for tool in self._tools_of_stage():
            if tool.key == key:
                tool.press()
                return True
        return False

    def _lead_to_log(self) -> None:
        """To the log and back; where it lies over the board it comes and goes."""
        back = self.group.focused_widget is self.log
        self.log.visible = not (back and isinstance(self.stage, FillsTable))
        self.group.focus(self.board if back else self.log)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self.open_menu()

    def _hurry_by(self, event: InputEvent) -> bool:
        """Space, or a press on the board while something moves there."""
        if self.conductor.idle:
            return False
        match event:
            case Command(name=CommandName.HURRY):
                pass
            case Command(name=CommandName.CONFIRM) if self.group.focused_widget is self.board:
                pass
            case PointerPressed(x=x, y=y, button=1) if self.board.hurries(x, y):
                pass
            case _:
                return False
        self.conductor.hurry()
        self.board.hurried()
        return True

    def _skip_to_results(self, event: InputEvent) -> bool:
        if not self._since_end or self._results_shown:
            return False
        match event:
            case Command(name=CommandName.HURRY | CommandName.CONFIRM, repeated=False) | PointerPressed(button=1):
                self.show_results()
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        draw_table_backdrop(canvas)
        self.draw_head(canvas)
        stage_canvas = self.board.canvas_for(canvas)
        self.stage.draw(stage_canvas)
        self._draw_panels(canvas)
        if self.side:
            self.side.draw(canvas)
        self.draw_more(canvas)
        self.group.draw(canvas)
        self.stage.draw_over(stage_canvas)
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()

    def draw_head(self, canvas: Canvas) -> None:
        """What stands above the board."""
        ribbon = self._ribbon()
        lines = turn_lines(self.stage, self.feed.number, self.texts)
        self.head.draw(canvas, self.texts.line(f"{self.game}.name"), lines, ribbon)
        deadline = self.feed.deadline
        if deadline and not self.panels:
            self.head.draw_deadline(canvas, ribbon, deadline.at - self._now, deadline.seconds)

    def draw_more(self, canvas: Canvas) -> None:
        """What a replay has beside."""

    def _draw_panels(self, canvas: Canvas) -> None:
        deadline = self.feed.deadline
        for panel in self.panels:
            moving = panel.seat in self.conductor.lit
            panel.draw(canvas, moving)
            self.stage.draw_panel(canvas, panel.seat, panel.content)
            waited = panel.seat == self.conductor.chooser or (self.feed.live and panel.seat in self.feed.thinking)
            if deadline and waited:
                panel.draw_ring(canvas, deadline.at - self._now, deadline.seconds)
            elif panel.seat in self.feed.thinking and moving:
                panel.draw_thinking(canvas, self._now)

    def _ribbon(self) -> Ribbon:
        return ribbon_of(self.conductor, self.looks, self.texts, at_end=self.conductor.shown == self.position())
