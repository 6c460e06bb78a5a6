"""The table of a replay: played at any speed, step by step, or from any turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from game.core.errors import SpokenError
from game.core.work.pieces import Pieces
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.layer import Layer
from game.engine.scene import Context, Scene
from game.engine.stage import FindsTurnings, Flows, MarksTimeline
from game.engine.stillness import MOVES
from game.engine.widgets.choice import DropDown
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.base import Widget
from game.engine.widgets.parts.button import Button, Kind
from game.engine.widgets.parts.style import Style
from game.engine.widgets.segments import Option
from game.scenes.feeds.feed import RecordedFeed
from game.scenes.feeds.local import starting_local
from game.scenes.feeds.plan import MatchPlan
from game.scenes.feeds.replay import ReplayFeed
from game.scenes.feeds.seen import opening_recording
from game.scenes.feeds.turns import LogTurn, turns_of
from game.scenes.files.consent import asking_first
from game.scenes.page.progress import led_to
from game.scenes.replays.pace import Pace
from game.scenes.replays.paced import PacedTable
from game.scenes.replays.timeline import ReplayTimeline
from game.scenes.table.menu import MenuChoice
from game.scenes.table.scene import TableScene
from game.scenes.table.widgets.head import Ribbon
from game.scenes.table.wishes import ReplayOpener

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
_SPEED_OF = {Pace.NORMAL: 1.0, Pace.FAST: 8.0}
REST = 0.35
"""Seconds between two steps at the usual speed, so that each can be seen."""
CONTROL = 40.0


class ReplayTable(PacedTable):
    """The table of a recorded match, with its timeline."""

    may_stand = True
    with_timeline = True
    timeline_type: ClassVar[type[ReplayTimeline]] = ReplayTimeline

    def __init__(
        self,
        context: Context,
        feed: RecordedFeed,
        *,
        position: int = 0,
        playing: bool = True,
        reviewed: ReplayOpener | None = None,
    ) -> None:
        self.replay = feed
        self._notes: dict[int, str] = {}
        """Texts about single steps, by the step's number."""
        feed.seek(position)
        feed.poll(0.0)
        super().__init__(context, feed, reviewed=reviewed)
        self.playing = playing
        self.speed = 1.0
        self._rested = 0.0
        self._by_hand = False
        self._stop_at: int | None = None
        """The step at which the turn played by hand ends; None while none is played."""
        self._frame = Layer(margin=32)

    def warm(self) -> Iterator[None]:
        yield from super().warm()
        steps = [entry.events for entry in self.feed.entries]
        for found in self.stage.turnings(steps) if isinstance(self.stage, FindsTurnings) else ():
            self._notes.update((found,) if found else ())
            yield

    def go_back(self) -> None:
        self.stack.pop()

    def position(self) -> int:
        return self.replay.position

    def build(self) -> Any:
        widgets = list(super().build())
        self._show_state()
        return widgets

    def tools(self) -> list[Button]:
        bar = self.toolbar
        review = [bar.button("chart-line", "review", lambda: self.carry_out(MenuChoice.REVIEW))]
        return [
            *self.log_ways(),
            *(review if self.reviewed and self.feed.recording else []),
            bar.button("camera", "picture", lambda: self.carry_out(MenuChoice.PICTURE)),
            bar.button("book-open", "rules", lambda: self.carry_out(MenuChoice.RULES)),
            bar.button("settings", "settings", lambda: self.carry_out(MenuChoice.SETTINGS)),
            bar.button("menu", "menu", self.open_menu),
        ]

    def more_widgets(self) -> list[Widget]:
        """Build the buttons for play, steps and speed, at the left of the timeline."""
        assert self.layout.timeline is not None
        style, upright = self.style, self.design.upright
        frame = self.layout.timeline
        side = theme.FINGER if upright else style.typeface.grown(CONTROL)
        line = self.texts.line
        self._play_button = Button(style, icon="pause", kind=Kind.PRIMARY, on_press=self.toggle)
        controls = [
            self._control(style, "skip-back", "first", lambda: self.seek(0)),
            self._control(style, "step-back", "back", lambda: self.step(-1)),
            self._play_button,
            self._control(style, "step-forward", "forward", lambda: self.step(1)),
            self._control(style, "skip-forward", "last", lambda: self.seek(len(self.replay))),
        ]
        edge, middle = (8.0, frame.bottom - 8 - side / 2) if upright else (16.0, frame.centery)
        x = frame.left + edge
        for control in controls:
            wide = side + 8 if control is self._play_button else side
            high = side if upright else wide
            control.box = Box(x, middle - high / 2, wide, high)
            x += wide + 6
        self._speed_choice = DropDown(
            style,
            [Option(speed, f"{speed:g}×") for speed in SPEEDS],
            self.speed,
            on_change=self._set_speed,
            tooltip=line("table.replay.speed"),
        )
        wide = max(style.typeface.grown(84), self._speed_choice.natural_width())
        self._speed_choice.box = Box(frame.right - edge - wide, middle - side / 2, wide, side)
        band = Box(x + 8, frame.top + 8, self._speed_choice.box.left - 20 - x - 8, frame.height - 16)
        if upright:
            band = Box(frame.left, frame.top, frame.width, frame.height - side - 8)
        marks = self.stage.ticks if isinstance(self.stage, MarksTimeline) else {}, self._notes
        turns = turns_of(self.feed.entries)
        self.timeline = self.timeline_type(style, band, turns, len(self.replay), self.looks, self.seek, *marks)
        return [*controls, self.timeline, self._speed_choice]

    def _control(self, style: Style, icon: str, name: str, on_press: Any) -> Button:
        return Button(style, icon=icon, on_press=on_press, tooltip=self.texts.line(f"table.replay.{name}"))

    def log_choice(self) -> Callable[[LogTurn], None]:
        def lead_to(turn: LogTurn) -> None:
            self.seek(turn.begin)

        return lead_to

    @property
    def pace(self) -> float:
        return self.speed

    def drive(self, seconds: float) -> None:
        """Play the next step once the last has been shown."""
        if not self.playing or not self.conductor.idle:
            return
        if self._stop_at is not None and self.replay.position >= self._stop_at:
            self.pause()
            return
        self._rested += seconds * self.speed
        if self._rested < REST and self._stop_at is None and not isinstance(self.stage, Flows):
            return
        self._rested = 0.0
        if not self.replay.forward():
            self.playing = False
            self._show_state()

    def _end(self, seconds: float) -> None:
        """Do nothing: a replay's results are shown only on request."""

    @property
    def still_for(self) -> float:
        return MOVES if self.playing else super().still_for

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.conductor.lit = self.conductor.last_movers()
        self.timeline.position = self.replay.position

    def toggle(self) -> None:
        """Play or pause; at the end, play from the start again."""
        if not self.playing and self.replay.position >= len(self.replay):
            self.seek(0)
        self.playing, self._by_hand, self._stop_at = not self.playing, False, None
        self._show_state()

    @property
    def by_hand(self) -> bool:
        return self._by_hand

    def set_pace(self, pace: Pace) -> None:
        self.pause()
        self._by_hand = pace is Pace.MANUAL
        if pace in _SPEED_OF:
            self._speed_choice.choose(SPEEDS.index(_SPEED_OF[pace]))
            self.toggle()

    def play_turn(self) -> None:
        if self._stop_at is not None:
            self.seek(self._stop_at)
        here = self.replay.position
        self._stop_at = next((turn.begin for turn in self.timeline.turns if turn.begin > here), len(self.replay))
        self.playing = True
        self._show_state()
        self.replay.forward()
        self.conductor.poll(0.0)

    def _show_state(self) -> None:
        self._play_button.icon = "pause" if self.playing else "play"
        self._play_button.tooltip = self.texts.line(f"table.replay.{'pause' if self.playing else 'play'}")

    def _set_speed(self, speed: float) -> None:
        self.speed = speed

    def pause(self) -> None:
        """Stop at the current step."""
        self.playing, self._stop_at = False, None
        self._show_state()

    def seek(self, position: int) -> None:
        self.replay.seek(position)
        self._rested = 0.0
        self.conductor.poll(0.0)

    def step(self, by: int) -> None:
        """Go one step back, or forward with its movement; playing stops."""
        if by > 0 and self.conductor.paused:
            self.conductor.hurry()
            return
        self.pause()
        if by < 0:
            self.seek(self.replay.position + by)
            return
        self.conductor.hurry()
        self.replay.forward()
        self.conductor.poll(0.0)

    def _step_turn(self, by: int) -> None:
        """Go to the beginning of the previous or next turn."""
        begins = [turn.begin for turn in self.timeline.turns] + [len(self.replay)]
        here = self.replay.position
        others = [begin for begin in begins if begin < here] if by < 0 else [b for b in begins if b > here]
        self.pause()
        self.seek((others[-1] if by < 0 else others[0]) if others else (0 if by < 0 else len(self.replay)))

    def handle(self, event: InputEvent) -> None:
        on_board = self.group.focused_widget in (None, self.board)
        if self.conductor.paused and self._hurry_by(event):
            return
        match event:
            case Command(name=CommandName.HURRY) if not self.by_hand:
                self.toggle()
            case Command(name=CommandName.CONFIRM, repeated=False) if on_board:
                self.toggle()
            case Command(name=CommandName.LEFT) if on_board:
                self.step(-1)
            case Command(name=CommandName.RIGHT) if on_board:
                self.step(1)
            case Command(name=CommandName.UP) if on_board:
                self._step_turn(-1)
            case Command(name=CommandName.DOWN) if on_board:
                self._step_turn(1)
            case KeyPressed(key="home") if on_board:
                self.seek(0)
            case KeyPressed(key="end") if on_board:
                self.seek(len(self.replay))
            case _:
                super().handle(event)

    def results_choices(self) -> list[MenuChoice]:
        return [MenuChoice.WATCH, *self.look_up_choices(), MenuChoice.TITLE]

    def menu_choices(self) -> list[MenuChoice]:
        more = [MenuChoice.CONTINUE] if self._continued() else []
        more += [MenuChoice.REVIEW] if self.reviewed and self.feed.recording else []
        more += [MenuChoice.RESULTS] if self.replay.has_end else []
        return [*more, *self.general_choices(), MenuChoice.LEAVE]

    @property
    def under_way(self) -> bool:
        return False

    def carry_out(self, choice: MenuChoice) -> None:
        match choice:
            case MenuChoice.CONTINUE:
                self._continue()
            case MenuChoice.REVIEW:
                self._review()
            case MenuChoice.RESULTS:
                self.pause()
                self.seek(len(self.replay))
                self.show_results()
            case MenuChoice.WATCH:
                self.seek(0)
                self.playing = True
                self._show_state()
            case _:
                super().carry_out(choice)

    def _continued(self) -> MatchPlan | None:
        """Return a plan that continues the match from here; None where that is impossible, as from views."""
        return self.replay.continued() if isinstance(self.replay, ReplayFeed) else None

    def _continue(self) -> None:
        """Play on from here instead of watching."""
        plan = self._continued()
        if plan is None:
            return
        replayed = partial(replay_table, reviewed=self.reviewed)

        def beginning(plan: MatchPlan = plan) -> Pieces[Scene]:
            feed = yield from starting_local(plan, self.context.settings)
            return TableScene(self.context, feed, replayed, self.reviewed)

        def go() -> None:
            try:
                self.stack.replace(led_to(self.context, "page.progress.continuing", beginning()))
            except SpokenError as error:
                self.context.notify(self.texts.line(error.key, error.values))

        asking_first(self.context, plan.specs, go)

    def _review(self) -> None:
        """Open the review over this table, at the same step."""
        if self.reviewed is None or self.feed.recording is None:
            return
        self.pause()
        try:
            self.stack.push(self.reviewed(self.context, self.feed.recording, self.replay.position))
        except SpokenError as error:
            self.context.notify(self.texts.line(error.key, error.values))

    def draw_more(self, canvas: Canvas) -> None:
        assert self.layout.timeline is not None
        frame = self.layout.timeline
        self._frame.draw(canvas, frame, None, lambda part: faces.glass_panel(part, frame))

    def ribbon(self) -> Ribbon:
        here = self.replay.position
        step = here if here in self._notes else here - 1
        if step in self._notes:
            return Ribbon(self._notes[step], self.looks[self.feed.entries[step].movers[0]])
        position = self.texts.line("table.replay.position", position=here, count=len(self.replay))
        if len(self.conductor.lit) == 1:
            return Ribbon(position, self.looks[self.conductor.lit[0]])
        return Ribbon(position)


def replay_table(context: Context, path: Path, step: int = 0, *, reviewed: ReplayOpener | None = None) -> Scene:
    """Make the table of the replay in a file, paused if `step` is not the first. `reviewed` opens its review.

    A long file is read behind a progress page. Raises ReplayError when it cannot be read or played.
    """

    def opening() -> Pieces[Scene]:
        feed = yield from opening_recording(path)
        return ReplayTable(context, feed, position=min(step, len(feed)), playing=not step, reviewed=reviewed)

    return led_to(context, "page.progress.reading", opening())
