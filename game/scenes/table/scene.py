"""The table: a match under way, with the board in the middle and the seats around it.

A table shows a feed and knows no game: the board is the game's stage, the words are the game's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

from game.cabinets.listed import CABINETS
from game.cabinets.stages import STAGES
from game.core.rules import Seat
from game.engine.audio import Mood, Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    Lifted,
    PointerMoved,
    PointerPressed,
    StickMoved,
    TriggerMoved,
    Unplugged,
)
from game.engine.scene import Context, Scene
from game.engine.stage import (
    FillsTable,
    Folds,
    FollowsOn,
    HasSideCard,
    ListsMoves,
    Look,
    Stage,
    Steers,
    TakesUndo,
    Tool,
)
from game.engine.stillness import MOVES, STILL
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button
from game.ground.crash import crashed
from game.scenes.feeds.feed import Feed
from game.scenes.feeds.plan import MatchPlan
from game.scenes.feeds.turns import LogTurn
from game.scenes.history.keeping import Keeping
from game.scenes.staging.left_off import keep_picture, remember_left
from game.scenes.staging.looks import looks_for
from game.scenes.staging.stage import stage_for, turned
from game.scenes.table import speech
from game.scenes.table.conductor import Conductor
from game.scenes.table.confirm import Confirming
from game.scenes.table.curtain import BoardCurtain
from game.scenes.table.drawer import Drawer, Page
from game.scenes.table.ending import Ending
from game.scenes.table.failures import Failures
from game.scenes.table.folding import Folding
from game.scenes.table.frame import TableFrame
from game.scenes.table.hint import Hint
from game.scenes.table.incident import IncidentPage
from game.scenes.table.log import TableLog
from game.scenes.table.menu import MenuChoice
from game.scenes.table.mood import mood_of
from game.scenes.table.seat_sheet import PanelTap, SeatSheet
from game.scenes.table.standing import standing
from game.scenes.table.tools import Toolbar, press_tool
from game.scenes.table.unsent import play_unsent
from game.scenes.table.widgets.backdrop import draw_table_backdrop, warm_table_backdrop
from game.scenes.table.widgets.board import BoardWidget
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.widgets.layout import UPRIGHT_HEAD, TableLayout, table_layout
from game.scenes.table.widgets.panels import SeatPanel
from game.scenes.table.widgets.side import SideCard, title_of
from game.scenes.table.widgets.upright import board_room
from game.scenes.table.wishes import Opener, TableWishes
from game.scenes.table.words import ribbon_of, sentence_of


class TableScene(TableWishes):
    """A match that is played or watched at this screen."""

    may_stand: ClassVar[bool] = True
    """Whether tables of this kind have an upright form."""
    with_timeline = False
    may_fold = True
    """Whether log and card can be folded away here, for a board that is larger without them."""

    def __init__(
        self,
        context: Context,
        feed: Feed,
        replayed: Opener = None,
        reviewed: Opener = None,
        tried: Callable[[Context, Feed, MatchPlan], Scene] | None = None,
    ) -> None:
        """`replayed` opens a recording, `reviewed` its review, `tried` a table at which continuations are tried out.
        What is not given is not offered.
        """
        super().__init__(context)
        self.feed = feed
        self.replayed = replayed
        cabinet = CABINETS.get(feed.game)
        analyst = cabinet and cabinet.analyst
        self.reviewed = reviewed if analyst else None
        self.tried = tried if analyst else None
        self._folding = Folding(context.settings, feed.game, self._refold) if self.may_fold else None
        self._conduct()
        self.frame: TableFrame | None = None
        self.drawer: Drawer | None = None
        """What holds the log of an upright table; None on the wide frame."""
        self.ending = Ending()
        self.failures = Failures()
        self.keeping = Keeping()
        self.hint = Hint(context)
        self._pointed: LogTurn | None = None
        self._now = 0.0
        """Seconds of this table's clock, which stops while a menu lies over the table."""

    @property
    def upright(self) -> bool:
        return self.may_stand and STAGES[self.feed.game].upright

    def build(self) -> Iterable[Widget]:
        style, stage = self.style, self.stage
        self.texts = style.texts.with_seats([look.name for look in self.looks])
        self.layout: TableLayout = self.lay_out()
        if isinstance(stage, FillsTable):
            stage.fit(self.layout.board.width, self.layout.board.height)
        self.board = BoardWidget(style, self.layout.board, stage, self.conductor.take)
        self.conductor.chosen = self.choose
        self.curtain = BoardCurtain(style, self.layout.board, self.conductor, self.context.settings.curtain)
        self.toolbar = Toolbar(style, self.texts, self.layout.foot)
        return [self.board, *self.furnish()]

    def lay_out(self) -> TableLayout:
        """Return the layout for this stage and these seats."""
        stage, frame = self.stage, self.design
        if frame.upright:
            return standing(stage, self.feed, frame, with_timeline=self.with_timeline)
        return table_layout(
            len(self.feed.seats),
            self.with_timeline,
            stage.width / stage.height,
            board_alone=isinstance(stage, FillsTable),
            folded=isinstance(stage, Folds) and stage.folded,
        )

    @property
    def board_room(self) -> tuple[float, float] | None:
        """The room that an upright table has for its board; None on the wide frame."""
        seats, timed = len(self.feed.seats), self.with_timeline
        return board_room(self.design, seats, with_timeline=timed) if self.design.upright else None

    @property
    def _turned(self) -> bool:
        return turned(type(self.stage), self.board_room)

    def furnish(self) -> list[Widget]:
        """Make everything around the board; return its widgets in focus order."""
        self.frame = TableFrame(self.style, self.layout, self.feed, self.stage, self.looks, self.log_choice())
        self.frame.anchor(self.board)
        self.drawer = self._make_drawer(self.frame) if self.layout.foot else None
        bar = self.toolbar
        say = [bar.button(speech.ICON, "say", self._ask_what_to_say)] if self.may_speak else []
        bar.place([*say, *bar.for_stage(self.stage), *self.tools()])
        failed = self.failures.button(self.style, bar.before, self._show_failures)
        back = bar.button("chevron-left", "back", self.go_back)
        back.box = bar.way_back
        right = min((tool.box.left for tool in [*bar.buttons, *failed]), default=1256.0)
        foot = self.layout.foot
        room = (foot.name_left, foot.name_right) if foot else (back.box.right + 12, right)
        self.frame.place_head(*room)
        self._show_log()
        asks, place = self.context.settings.confirm, foot.ribbon if foot else None
        self.confirming = Confirming(self.style, self.conductor, room, asks=asks, place=place)
        log = self.drawer or self.frame.log
        taps = [PanelTap(self.style, panel.box, panel.seat, self._open_seat) for panel in self.frame.panels if foot]
        return [log, *taps, *self.more_widgets(), *failed, *bar.buttons, back, self.confirming]

    def _make_drawer(self, frame: TableFrame) -> Drawer:
        """Return a drawer with the log and, where the table has panels, the card that is beside a wide board."""
        stage, style, feed = self.stage, self.style, self.feed
        told = feed.scores_told or isinstance(stage, HasSideCard | ListsMoves)

        def card(box: Box) -> SideCard:
            return SideCard(style, box, stage, self.looks, feed.goal, tabbed=True)

        made = card if told and self.layout.panels else None
        return Drawer(style, self.layout, frame.log, made, self.texts.line(title_of(stage)), self.drawer_changed)

    def _open_seat(self, seat: Seat) -> None:
        """Show a seat's panel large, and let the stage tell of the seat."""
        frame = self.frame
        panel = next((panel for panel in frame.panels if panel.seat == seat), None) if frame else None
        if frame is None or panel is None:
            return
        frame.told = seat
        draw = partial(self._draw_seat, frame)
        self.stack.push(SeatSheet(self.context, panel, UPRIGHT_HEAD, draw, partial(setattr, frame, "told", None)))

    def _draw_seat(self, frame: TableFrame, canvas: Canvas, panel: SeatPanel) -> None:
        frame.draw_panel(canvas, panel, self.conductor, self._now)

    def drawer_changed(self) -> None:
        """Learn that the drawer shows another page, or was opened or closed."""

    @property
    def unread(self) -> int:
        """How many lines of chat nobody has read here."""
        return 0

    def choose(self, action: Any) -> None:
        """Take an action that a person chose on the board."""
        self.confirming.take(action)

    @property
    def log(self) -> TableLog:
        """The table's log."""
        assert self.frame is not None
        return self.frame.log

    def _show_failures(self) -> None:
        """Open the page on why bots of this match failed."""
        self.stack.push(IncidentPage(self.context, self.failures.notices, self.texts, self._incident_replay()))

    def _incident_replay(self) -> Callable[[int], Scene] | None:
        """Return a function that opens this match's recording at a step; None without a recording."""
        if self.feed.recording is None or self.replayed is None:
            return None
        return partial(self.replayed, self.context, self.feed.recording)

    def tools(self) -> list[Button]:
        """Return the table's own buttons at the top right, from left to right."""
        bar = self.toolbar
        bar.undo = bar.button("undo-2", "undo", self._undo)
        bar.hint = bar.button("lightbulb", "hint", self._hint)
        return [
            *self.fold_ways(),
            *self.log_ways(),
            *([bar.undo] if (self.feed.adviser and not self.steered) or isinstance(self.stage, TakesUndo) else []),
            *([bar.hint] if self.feed.adviser and not self.steered else []),
            bar.button("book-open", "rules", lambda: self.carry_out(MenuChoice.RULES)),
            bar.button("settings", "settings", lambda: self.carry_out(MenuChoice.SETTINGS)),
            bar.button("menu", "menu", self.open_menu),
        ]

    def fold_ways(self) -> Sequence[Button]:
        """Return a tool that folds away what lies beside the board of a wide table, or unfolds it, if it can be."""
        wide = self.layout.foot is None
        return self._folding.buttons(self.stage, self.toolbar) if self._folding and wide else ()

    def log_ways(self) -> list[Button]:
        """Return a tool that opens the log over the board of an upright table; none where the log is in sight."""
        over = self.layout.foot is not None and self.layout.log_over
        return [self.toolbar.button("scroll-text", "log", self._lead_to_log)] if over else []

    def more_widgets(self) -> list[Widget]:
        """Return further widgets that take input: a replay's timeline."""
        return []

    def log_choice(self) -> Callable[[LogTurn], None] | None:
        """Return the function to call for a click on a turn of the log; None for none."""
        if self.layout.low_log is None:
            return None
        return lambda _turn: self._lead_to_log()

    @property
    def notice_place(self) -> Box | None:
        """Box for notices: at the top of the log, which makes room; beside the button back where there is no log."""
        if self.frame is None:
            return None
        no_log = self.layout.log_over or not self.log.visible
        return self.layout.beside_head if no_log else self.log.room

    def make_room(self, high: float) -> None:
        if self.frame:
            self.frame.make_room(high, self.context.stack.notice_place)

    def enter(self) -> None:
        super().enter()
        self.group.focus(self.board)
        self.board.announced = False
        remember_left(self.context, self.feed)

    def rebuild(self) -> None:
        if self.design.upright != self._design.upright or self._turned != self.stage.surroundings.turned:
            self._conduct(self.stage)
        ringed = self.frame is not None and self.board.announced
        super().rebuild()
        self.board.announced = ringed

    def leave(self) -> None:
        remember_left(self.context, self.feed)
        keep_picture(self.context, self.feed)
        self.keeping.keep(self.context, self.feed)
        self.feed.close()

    def mishap(self, error: Exception) -> bool:
        """Handle an exception of this scene: log it, say so, and close this table only. A stage may fail on a view that
        no rules made, or by a bug. Raises CrashError where no scene lies below, so that the console says it.
        """
        problem = crashed(error, f"{type(self).__name__} of {self.game}", "table.broken")
        if not self.stack.scenes or self.stack.scenes[0] is self:
            raise problem from error
        self.context.notify(self.context.texts.line(problem.key, problem.values))
        self.stack.drop(self)
        return True

    def settings_applied(self) -> None:
        self.conductor.lower()
        self._conduct(self.stage)
        self.rebuild()

    def _conduct(self, before: Stage[Any, Any] | None = None) -> None:
        """Begin to show the match from the feed's current position; `before` is the stage that is replaced."""
        self._seats, self._design = self.feed.seats, self.design
        self.looks: Sequence[Look] = looks_for(self._seats, self.context.settings)
        stage = stage_for(self.context, self.feed, self.looks, room=self.board_room)
        if self._folding and not self._design.upright:
            self._folding.fold(stage)
        if before and isinstance(stage, FollowsOn):
            stage.follow_on(before)
        self.conductor = Conductor(self.feed, stage, self.position())

    def table_of(self, feed: Feed) -> Scene:
        return TableScene(self.context, feed, self.replayed, self.reviewed, self.tried)

    def position(self) -> int:
        """Return how many steps have been played."""
        return len(self.feed.entries)

    def warm(self) -> Iterator[None]:
        if not self.context.thrift.warming:
            return
        yield from warm_table_backdrop(self.context.canvas)
        yield from self.stage.warm(self.board.canvas_for(self.context.canvas))

    def update(self, seconds: float) -> None:
        if self.feed.seats is not self._seats:
            self.settings_applied()
        conductor = self.conductor
        conductor.stands = self.stack.top is not self and not self.feed.live
        if self.stack.top is not self:
            self.board.let_go()
        if not conductor.stands:
            if not (self.curtain.stops_clock or self.feed.unhurried):
                self._now += seconds
            self.drive(seconds)
            play_unsent(conductor, self.feed.deadline, self._now)
            conductor.poll(self._now)
        else:
            self.conceal()
        if conductor.update(seconds * self.pace):
            self.context.audio.play(Sound.YOUR_TURN)
            if self.frame:
                self.frame.begin_turn()
            if not self.group.wants_text:
                self.group.focus(self.board)
        if conductor.idle:
            self._end(seconds)
        self.lead_on()
        if self.hint.tell(conductor, self.texts) and not self.group.wants_text:
            self.group.focus(self.board)
        self._show_log()
        self._point_out(seconds)
        self._tell_notices()
        self.curtain.update(seconds)
        self.board.choosing = conductor.chooser is not None
        self.board.awaiting = self._awaiting
        thinking = self.hint.thinking
        self.toolbar.refresh(can_undo=conductor.can_undo, choosing=self.board.choosing, thinking=thinking)
        super().update(seconds)

    @property
    def mood(self) -> Mood:
        stands = self.conductor.stands or self.curtain.stops_clock or self.feed.paused
        return mood_of(self.under_way, None if stands else self.feed.deadline, self._now)

    @property
    def still_for(self) -> float:
        if not self.conductor.idle:
            return MOVES
        frame = self.frame.still_for if self.frame else STILL
        return min(self.group.still_for, self.curtain.still_for, frame)

    @property
    def steered(self) -> bool:
        """Whether people at this screen play in real time."""
        goes_on = not self.feed.over or self.told_on_stage
        return isinstance(self.stage, Steers) and goes_on and any(seat.person for seat in self.feed.seats)

    @property
    def wants_play(self) -> bool:
        return self.steered

    @property
    def _awaiting(self) -> bool:
        """Whether a person at this screen will choose again, so that a press too early must not reach a button."""
        feed = self.feed
        return not feed.over and any(seat.person for seat in feed.seats)

    def conceal(self) -> bool:
        return self.curtain.lower()

    @property
    def pace(self) -> float:
        """How fast time passes on the stage; a replay's speed."""
        return 1.0

    def drive(self, seconds: float) -> None:
        """Advance the feed, where the table does that itself: in a replay."""

    def _undo(self) -> None:
        if self.conductor.undo():
            self.ending.shown = False
            self.context.audio.play(Sound.BACK)

    def _hint(self) -> None:
        self.hint.ask(self.conductor, self.texts)
        self.group.focus(self.board)

    def _end(self, seconds: float) -> None:
        """Show the results once the last movement has ended."""
        ending = self.ending
        if not self.feed.over or ending.shown or self.stack.top is not self:
            return
        if self.told_on_stage:
            ending.shown = True
            self.keeping.keep(self.context, self.feed)
            return
        if ending.begins(seconds):
            self.context.audio.play(Sound.WIN)
        if ending.due:
            self.show_results()

    def show_results(self) -> None:
        self.keeping.keep(self.context, self.feed)
        super().show_results()

    def _tell_notices(self) -> None:
        for notice in self.feed.take_notices():
            if notice.incident is not None and self.failures.add(notice):
                self.rebuild()
            self.context.notify(sentence_of(notice, self.game, self.texts))

    def _show_log(self) -> None:
        if self.frame:
            self.frame.show(self.conductor)
        if self.drawer:
            self.drawer.show(self.conductor.seen if self.feed.scores_told else (), self.unread)

    def _point_out(self, seconds: float) -> None:
        """Show on the board the log's turn, or the seat, that the pointer rests on."""
        turn = self.log.pointed if self.frame else None
        if turn is not self._pointed:
            self._pointed = turn
            self.stage.point_out([event for entry in turn.entries for event in entry.events] if turn else [])
        if self.frame:
            self.stage.show_seat(self.frame.pointed_at(seconds))

    def handle(self, event: InputEvent) -> None:
        if self.ending.skips(event):
            self.show_results()
            return
        if isinstance(event, PointerMoved) and self.frame:
            self.frame.pointer = event.x, event.y
        elif isinstance(event, Lifted) and self.frame:
            self.frame.pointer = AWAY, AWAY
        if self.steered and not self.group.wants_text and self.board.steer(event):
            return
        if self._hurry_by(event):
            return
        if self.curtain.handle(event):
            self.group.focus(self.board)
            self.board.hurried()
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
            case StickMoved() | TriggerMoved() | Unplugged():
                self.board.handle(event)
            case KeyPressed(key=key, modifiers=modifiers) if not (modifiers or self.group.wants_text):
                if not self._press_tool(key):
                    super().handle(event)
            case _:
                super().handle(event)

    def _press_tool(self, key: str) -> bool:
        """Press the stage's tool of that key, or open the dialog for speech. Returns whether there was one."""
        if key == speech.KEY and self.may_speak:
            self._ask_what_to_say()
            return True
        folded = self._folding is not None and self._folding.press(self.stage, key)
        return folded or press_tool(self.stage, key)

    def spare_tools(self) -> Sequence[Tool]:
        return self.toolbar.spare

    def _refold(self) -> None:
        """Build the table anew with log and card folded away or shown, and keep that for the game's next match."""
        self.context.keep_settings()
        self.settings_applied()
        self.group.focus(self.board)

    def _lead_to_log(self) -> None:
        """Move the focus to the log, or back to the board; a log over the board is shown and hidden with that."""
        layout, back = self.layout, self.group.focused_widget is self.log
        if self.drawer is None:
            self.log.visible = not (back and layout.log_over)
        elif not layout.log_over:
            self.drawer.turn_to(Page.LOG)
        elif self.drawer.opened and self.drawer.page is Page.LOG:
            back = True
            self.drawer.close()
        else:
            back = False
            self.drawer.open(Page.LOG)
        self.group.focus(self.board if back else self.log)

    def handle_rest(self, event: InputEvent) -> None:
        if not isinstance(event, Command) or event.repeated:
            return
        at_log = self.frame is not None and self.group.focused_widget is self.log
        if event.name is CommandName.CONFIRM and (at_log or self.group.focused_widget is None):
            self.group.focus(self.board)
        elif event.name is CommandName.BACK and self.confirming.visible:
            self.confirming.drop()
            self.group.focus(self.board)
        elif event.name is CommandName.BACK and at_log:
            self._lead_to_log()
        elif event.name is CommandName.BACK and self.drawer and self.drawer.opened:
            self.drawer.close()
            self.group.focus(self.board)
        elif event.name is CommandName.BACK and not self.curtain.lower():
            self.go_back()

    def _hurry_by(self, event: InputEvent) -> bool:
        """Hurry on space, or on a press on the board while something moves. Returns whether it was such an input."""
        if self.conductor.idle:
            return False
        match event:
            case Command(name=CommandName.HURRY):
                pass
            case Command(name=CommandName.CONFIRM) if (
                self.group.focused_widget is self.board and self.stage.acting is None
            ):
                pass
            case PointerPressed(x=x, y=y, button=1) if self.board.hurries(x, y):
                pass
            case _:
                return False
        self.conductor.hurry(by_beats=True)
        self.board.hurried()
        return True

    def draw(self, canvas: Canvas) -> None:
        draw_table_backdrop(canvas)
        self.draw_head(canvas)
        stage_canvas = self.board.canvas_for(canvas)
        self.stage.draw(stage_canvas)
        if self.frame:
            self.frame.draw(canvas, self.conductor, self._now)
        self.draw_more(canvas)
        self.group.draw(canvas)
        if self.drawer is None or not self.drawer.opened:
            self.stage.draw_over(stage_canvas)
        self.curtain.draw(canvas, self.looks)
        if self._picture_wanted and self.stack.top is self:
            self._picture_wanted = False
            self.context.take_picture()

    def draw_head(self, canvas: Canvas) -> None:
        """Draw the head above the board."""
        if self.frame:
            self.frame.draw_head(canvas, self.ribbon(), self._now)

    def draw_more(self, canvas: Canvas) -> None:
        """Draw what a subclass adds, such as a replay's timeline."""

    def ribbon(self) -> Ribbon:
        """Return the ribbon's words: whose turn it is, what is asked, or how the match ended."""
        told = self.stage.instruction() if self.steered and not self.feed.over else None
        if told is not None:
            return Ribbon(self.texts.line(*told))
        deadline, at_end = self.feed.deadline, self.conductor.shown == self.position()
        left = None if deadline is None else min(deadline.at - self._now, deadline.seconds)
        return ribbon_of(self.conductor, self.looks, self.texts, at_end=at_end, left=left)
