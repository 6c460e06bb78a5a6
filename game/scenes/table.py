"""The table: the board in the middle, the seats around it, a match going on.

It shows a feed and knows no game: the board is the game's stage, the words are the game's texts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from game.cabinets import CABINETS
from game.cabinets.stages import STAGES
from game.core.errors import SpokenError
from game.core.replay import ReplayError
from game.core.rules import Seat
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, PointerPressed
from game.engine.scene import Context
from game.engine.stage import Stage, Surroundings
from game.engine.text import Weight
from game.engine.widgets import faces
from game.engine.widgets.base import Widget
from game.engine.widgets.button import Button
from game.engine.widgets.dialog import Answer, Dialog
from game.engine.widgets.screen import WidgetScene
from game.engine.widgets.style import Style
from game.scenes.feed import Entry, Feed, Update
from game.scenes.layer import Layer
from game.scenes.looks import looks_for, tints_for
from game.scenes.results import Outcome, ResultsScene
from game.scenes.rules_page import RulesPage
from game.scenes.score_chart import ScoreChart
from game.scenes.settings import SettingsScene
from game.scenes.table_backdrop import draw_table_backdrop, warm_table_backdrop
from game.scenes.table_board import BoardWidget
from game.scenes.table_head import Ribbon, TableHead
from game.scenes.table_layout import TableLayout, table_layout
from game.scenes.table_log import TableLog
from game.scenes.table_menu import MenuChoice, TableMenu
from game.scenes.table_panels import PanelState, SeatPanel

AHEAD = 2
"""How many steps the match may be ahead of what is shown, while something still moves."""
PAUSE_AT_END = 1.4
"""Seconds between the end of the last movement and the results."""
TOOL = 40.0
TOOLS_TOP = 16.0
LEAVE = "leave"


class TableScene(WidgetScene):
    """A match being played or watched at this screen."""

    with_timeline = False

    def __init__(self, context: Context, feed: Feed) -> None:
        super().__init__(context)
        self.feed = feed
        self.looks = looks_for(feed.seats, context.settings)
        self.stage: Stage[Any, Any] = self._new_stage()
        self.shown = 0
        """Steps whose end has been shown."""
        self._showing = 0
        self._backlog: deque[Update] = deque()
        self._chooser: Seat | None = None
        self._asked_at: int | None = None
        self._lit: tuple[Seat, ...] = ()
        self._since_end = 0.0
        self._results_shown = False
        self._picture_wanted = False
        self._now = 0.0
        """Seconds this table has been in play: it stands still while a menu lies over it."""
        self._side_layer = Layer(margin=32)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.feed.game

    def _new_stage(self) -> Stage[Any, Any]:
        """The game's stage as the settings are now, showing what the feed shows."""
        settings = self.context.settings
        delays = settings.delays
        surroundings = Surroundings(
            texts=self.context.texts.with_seats([look.name for look in self.looks]),
            typeface=self.context.typeface,
            looks=self.looks,
            viewer=self.feed.viewer,
            options=self.feed.options,
            brief=self.feed.brief,
            tints=tints_for(settings),
            delays={name: getattr(delays, name) for name in delays.__struct_fields__},
            speed=settings.motion.speed,
            reduced_motion=settings.motion.reduced,
            play_sound=self.context.audio.play,
        )
        stage = STAGES[self.feed.game](surroundings)
        stage.reset(self.feed.view)
        return stage

    # What lies where.

    def build(self) -> Iterable[Widget]:
        style = self.style
        self.texts = style.texts.with_seats([look.name for look in self.looks])
        self.layout: TableLayout = table_layout(len(self.feed.seats), self.with_timeline)
        self.board = BoardWidget(style, self.layout.board, self.stage, self._play)
        self.log = TableLog(style, self.layout.log, self.game, self.looks, self.log_choice())
        self.panels = [SeatPanel(box, seat, style.typeface) for seat, box in enumerate(self.layout.panels)]
        anchors = {panel.seat: self.board.inside(*panel.anchor) for panel in self.panels}
        self.stage.surroundings.anchors.update(anchors)
        tools = self._place_tools(self.tools(style))
        side = style.typeface.grown(TOOL)
        back = Button(
            style,
            box=Box(theme.MARGIN, TOOLS_TOP, side, side),
            icon="chevron-left",
            on_press=self.open_menu,
            tooltip=self.texts.line("table.tool.back"),
        )
        left = back.box.right + 12
        self.head = TableHead(style.typeface, left, min((tool.box.left for tool in tools), default=1256.0))
        self.chart = ScoreChart(style, self._side_inside(), self.looks)
        self._show_log()
        return [self.board, self.log, *self.more_widgets(style), *tools, back]

    def tools(self, style: Style) -> list[Button]:
        """The buttons at the top right, from the left."""
        self._undo_button = self.tool(style, "undo-2", "undo", self._undo)
        return [
            *([self._undo_button] if any(seat.person for seat in self.feed.seats) else []),
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

    def _side_inside(self) -> Box:
        side = self.layout.side
        top = self.style.typeface.leading(theme.BODY) + 20
        return Box(side.left + 16, side.top + top, side.width - 32, side.height - top - 14)

    # Life.

    def enter(self) -> None:
        self.shown = self._showing = self.position()
        super().enter()
        self.group.focus(self.board)

    def leave(self) -> None:
        self.feed.close()

    def settings_applied(self) -> None:
        self.looks = looks_for(self.feed.seats, self.context.settings)
        self._backlog.clear()
        self.stage = self._new_stage()
        self.shown = self._showing = self.position()
        self._asked_at = None
        self.rebuild()

    def position(self) -> int:
        """How many steps have been played, where the feed stands."""
        return len(self.feed.entries)

    def warm(self) -> Iterator[None]:
        yield from warm_table_backdrop(self.context.canvas)
        yield from self.stage.warm(self.board.canvas_for(self.context.canvas))

    def resumed(self, value: Any) -> None:
        if isinstance(value, MenuChoice):
            self._do(value)
        elif value == LEAVE:
            self.stack.pop()

    def _do(self, choice: MenuChoice) -> None:
        """What was chosen in the menu, in the results, or by a tool."""
        match choice:
            case MenuChoice.RULES:
                self.stack.push(RulesPage(self.context, self.game))
            case MenuChoice.SETTINGS:
                self.stack.push(SettingsScene(self.context))
            case MenuChoice.PICTURE:
                self._picture_wanted = True
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
        line = self.texts.line
        answers = (
            Answer(line("table.leave.stay"), None, primary=True),
            Answer(line("table.leave.leave"), LEAVE, icon="log-out"),
        )
        text = line("table.leave.kept" if self.feed.recording else "table.leave.lost")
        self.stack.push(Dialog(self.context, line("table.leave.title"), text, answers))

    def _begin_again(self) -> None:
        try:
            feed = self.feed.again()
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))
            return
        if feed:
            self.stack.replace(TableScene(self.context, feed))

    def watch_recording(self) -> None:
        """Show the match that has just ended as a replay."""
        from game.scenes.table_replay import replay_table  # a replay's table is a table

        if self.feed.recording is None:
            return
        self.feed.close()
        try:
            self.stack.replace(replay_table(self.context, self.feed.recording))
        except ReplayError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def open_menu(self) -> None:
        """Pause, as far as a match at this screen can be."""
        self.stack.push(TableMenu(self.context, self._menu_choices()))

    def _menu_choices(self) -> list[MenuChoice]:
        return [MenuChoice.RULES, MenuChoice.SETTINGS, MenuChoice.PICTURE, MenuChoice.LEAVE]

    # Time.

    def update(self, seconds: float) -> None:
        if self.stack.top is self:
            self._now += seconds
            self.drive(seconds)
            self._poll()
        self.stage.update(seconds * self.pace)
        self._show_next()
        if not self._backlog and not self.stage.busy:
            self.shown = self._showing
            self._ask()
            self._end(seconds)
        self._show_log()
        self._light()
        self._tell_notices()
        self._undo_button.enabled = self.feed.can_undo
        self.board.choosing = self._chooser is not None
        super().update(seconds)

    @property
    def pace(self) -> float:
        """How fast time passes on the stage: a replay's speed."""
        return 1.0

    def drive(self, seconds: float) -> None:
        """Move the feed on, where the table does that: in a replay."""

    def _poll(self) -> None:
        if len(self._backlog) >= AHEAD:
            return
        for update in self.feed.poll(self._now):
            if update.jump:
                self._backlog.clear()
            self._backlog.append(update)

    def _show_next(self) -> None:
        """Give the stage what waits, one step after the other as each has been shown."""
        while self._backlog and (self._backlog[0].jump or not self.stage.busy):
            update = self._backlog.popleft()
            self._stop_asking()
            if update.jump:
                self.stage.reset(update.view)
                self._asked_at = None
                self.shown = update.position
                self._results_shown = False
            else:
                self.shown = self._showing
                self.stage.show(update.view, update.events)
            self._showing = update.position

    def hurry(self) -> None:
        """Show everything that waits at once."""
        while self._backlog or self.stage.busy:
            self.stage.hurry()
            self._show_next()
            self.stage.hurry()

    def _ask(self) -> None:
        """Let the person whose turn it is choose."""
        if self._asked_at == self._showing:
            return
        self._asked_at = self._showing
        choice = self.feed.choice
        if choice is None:
            self._asked_at = None
            return
        surroundings = self.stage.surroundings
        if surroundings.viewer != self.feed.viewer:
            surroundings.viewer = self.feed.viewer
            self.stage.reset(self.feed.view)
        self._chooser = choice.seat
        self.stage.choose(choice.seat, choice.legal)
        self.context.audio.play(Sound.YOUR_TURN)

    def _stop_asking(self) -> None:
        if self._chooser is not None:
            self._chooser = None
            self.stage.choose(None, None)

    def _play(self, action: Any) -> None:
        """The stage chose an action."""
        if self._chooser is None:
            return
        refusal = self.feed.play(self._chooser, action)
        if refusal:
            self.stage.refuse(refusal)
            return
        self._stop_asking()
        self._asked_at = None
        self._poll()
        self._show_next()

    def _undo(self) -> None:
        if self.feed.undo():
            self._stop_asking()
            self.context.audio.play(Sound.BACK)

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
        watch = [MenuChoice.WATCH] if self.feed.recording else []
        return [MenuChoice.AGAIN, *watch, MenuChoice.TITLE]

    def _light(self) -> None:
        """Whose lantern burns."""
        if self._chooser is not None:
            self._lit = (self._chooser,)
        elif self._showing > self.shown:
            movers = self._movers_until(self._showing)
            self._lit = movers or self._lit
        elif self.feed.over:
            self._lit = ()
        else:
            self._lit = self.feed.thinking or self._lit

    def _movers_until(self, position: int) -> tuple[Seat, ...]:
        """Who moved last among the first `position` steps."""
        entries = self.feed.entries
        return next((entry.movers for entry in reversed(entries[:position]) if entry.movers), ())

    def _tell_notices(self) -> None:
        for notice in self.feed.take_notices():
            sentence = self.texts.line(notice.key, notice.values)
            if notice.seat is not None:
                sentence = self.texts.line("table.trouble", seat=notice.seat, sentence=sentence)
            if notice.log:
                sentence = self.texts.line("table.trouble_log", sentence=sentence, log=notice.log)
            self.context.notify(sentence)

    def seen(self) -> Sequence[Entry]:
        """The steps that have been shown to their end."""
        return self.feed.entries[: self.shown]

    def _show_log(self) -> None:
        seen = self.seen()
        self.log.show(seen)
        self.chart.show(seen)

    # Input.

    def handle(self, event: InputEvent) -> None:
        if self._skip_to_results(event) or self._hurry_by(event):
            return
        match event:
            case Command(name=CommandName.UNDO):
                self._undo()
            case Command(name=CommandName.LOG):
                self.group.focus(self.board if self.group.focused_widget is self.log else self.log)
            case Command(name=CommandName.MENU):
                self.open_menu()
            case _:
                super().handle(event)

    def handle_rest(self, event: InputEvent) -> None:
        if isinstance(event, Command) and event.name is CommandName.BACK and not event.repeated:
            self.open_menu()

    def _hurry_by(self, event: InputEvent) -> bool:
        """Space, or a press on the board while something moves there."""
        if not (self.stage.busy or self._backlog):
            return False
        match event:
            case Command(name=CommandName.HURRY):
                self.hurry()
            case Command(name=CommandName.CONFIRM) if self.group.focused_widget is self.board:
                self.hurry()
            case PointerPressed(x=x, y=y, button=1) if self.board.box.collidepoint(x, y):
                self.hurry()
            case _:
                return False
        return True

    def _skip_to_results(self, event: InputEvent) -> bool:
        if not self._since_end or self._results_shown:
            return False
        match event:
            case Command(name=CommandName.HURRY | CommandName.CONFIRM, repeated=False) | PointerPressed(button=1):
                self.show_results()
                return True
        return False

    # Pictures.

    def draw(self, canvas: Canvas) -> None:
        draw_table_backdrop(canvas)
        self.head.draw(canvas, self.texts.line(f"{self.game}.name"), self._turn_line(), self._ribbon())
        stage_canvas = self.board.canvas_for(canvas)
        self.stage.draw(stage_canvas)
        self._draw_panels(canvas)
        self._draw_side(canvas)
        self.draw_more(canvas)
        self.stage.draw_over(stage_canvas)
        self.group.draw(canvas)
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()

    def draw_more(self, canvas: Canvas) -> None:
        """What a replay has beside."""

    def _draw_panels(self, canvas: Canvas) -> None:
        deadline = self.feed.deadline
        for panel, look in zip(self.panels, self.looks, strict=True):
            moving = panel.seat in self._lit
            state = PanelState(look, self._seat_lines(panel.seat), moving)
            panel.draw(canvas, state)
            self.stage.draw_panel(canvas, panel.seat, panel.content)
            if deadline and panel.seat == self._chooser:
                panel.draw_ring(canvas, deadline.at - self._now, deadline.seconds)
            elif panel.seat in self.feed.thinking and moving:
                panel.draw_thinking(canvas, self._now)

    def _seat_lines(self, seat: Seat) -> tuple[str, ...]:
        """Who plays a seat, at length and in short."""
        info = self.feed.seats[seat]
        if info.bot is None:
            return (self.texts.line("table.seat.you" if info.person else "table.seat.person"),)
        if info.bot not in CABINETS[self.game].bots:
            return (self.texts.line("table.seat.own_bot"),)
        level = self.texts.line(f"{self.game}.bot.{info.bot}.name")
        return self.texts.line("table.seat.bot", level=level), level

    def _draw_side(self, canvas: Canvas) -> None:
        title_key = self.stage.side_title
        key = (title_key, self.style.typeface.text_size)
        self._side_layer.draw(canvas, self.layout.side, key, lambda part: self._paint_side(part, title_key))
        if title_key:
            self.stage.draw_side(canvas, self._side_inside())
        else:
            self.chart.draw(canvas)

    def _paint_side(self, canvas: Canvas, title_key: str | None) -> None:
        typeface, box = self.style.typeface, self.layout.side
        faces.glass_panel(canvas, box)
        y = box.top + 14 + typeface.leading(theme.BODY) / 2
        size = typeface.grown(16)
        icon = "dices" if title_key else "chart-line"
        faces.draw_icon(canvas, icon, box.left + 16 + size / 2, y, size, theme.TEXT_MUTED)
        title = self.texts.line(title_key or "table.chart.title")
        typeface.line(canvas, title, box.left + 24 + size, y, theme.BODY, Weight.SEMIBOLD, theme.TEXT)

    def _turn_line(self) -> str:
        told = self.stage.turn_line()
        return self.texts.line(*told) if told else ""

    def _ribbon(self) -> Ribbon:
        """What is to be done, or what is going on."""
        if self._chooser is not None:
            told = self.stage.instruction()
            text = self.texts.line(*told) if told else self.texts.line("table.turn.yours")
            return Ribbon(text, self.looks[self._chooser], now=True)
        if self.feed.over and self.shown == self.position():
            return Ribbon(self.texts.line("table.turn.over"))
        if len(self._lit) == 1:
            thinking = self._lit[0] in self.feed.thinking and not self.stage.busy
            key = "table.turn.thinking" if thinking else "table.turn.moving"
            return Ribbon(self.texts.line(key), self.looks[self._lit[0]])
        return Ribbon(self.texts.line("table.turn.chance"))
