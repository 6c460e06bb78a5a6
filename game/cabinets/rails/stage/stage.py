"""The stage of Caravan Rails: a map that fills the window, with cards over it, on which a person builds."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final

from game.cabinets.rails.contract.actions import Action, Advance, Plan, Queue
from game.cabinets.rails.contract.options import LESSON, TICKS_A_MINUTE
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.presentation import BELL
from game.cabinets.rails.running.beginning import task_told
from game.cabinets.rails.running.twin import UnsoundViewError
from game.cabinets.rails.stage.asking import hint_of
from game.cabinets.rails.stage.cards.goal import clock
from game.cabinets.rails.stage.desk import Desk
from game.cabinets.rails.stage.endings import summary_of
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.keeping import keep, new_file, title_of
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.person.reports import Reports
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.tasks import Task, task_of
from game.core.rules import Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import Command, InputEvent
from game.engine.stage import (
    READABLE_FROM,
    Drafting,
    FillsTable,
    Flows,
    FollowsOn,
    Keeps,
    MarksTimeline,
    Stage,
    Summary,
    SumsUp,
    Surroundings,
    TakesBack,
    TakesNext,
    TakesUndo,
    Tick,
)

_LOG = logging.getLogger(__name__)
_MANY: Final = 48
"""Number of vehicles from which on a view is taken in over four frames, so that none of them takes long."""


class RailsStage(
    Stage[View, Action],
    Flows,
    FillsTable,
    FollowsOn,
    Drafting[Action],
    TakesUndo,
    TakesNext,
    TakesBack,
    MarksTimeline,
    Keeps,
    SumsUp,
):
    """Shows views of a railway. Plans reach the match through the outbox, even while movement goes on."""

    by_phone = "watch"
    ticks: ClassVar[Mapping[str, Tick]] = {
        "jammed": Tick.LOSS,
        "crashed": Tick.LOSS,
        "first_train": Tick.GAIN,
        "rewarded": Tick.GAIN,
    }

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.play = Play(surroundings)
        self.map = Map(self.play)
        self.reports = Reports(self.play)
        self.desk = Desk(self.play, self.map, self.reports)
        self._alone = False
        """Whether the stage fills a table and has cards, instead of being a small preview."""
        self._taking: Iterator[None] | None = None
        """What is left to do of taking in a view; None if all is done."""
        self._told: tuple[object, Task | None] | None = None
        """The brief, and the set task that it tells of."""

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._alone = True
        self.desk.fit(width, height)
        self.map.fit(Box(0, 0, width, height))

    def follow_on(self, before: Stage[Any, Any]) -> None:
        if isinstance(before, RailsStage):
            self.play.follow_on(before.play)
            self.map.follow_on(before.map)

    def _land(self, view: View) -> Land | None:
        """Return the land of the yard's brief, else the land generated from the map's number; None without a map."""
        if view.number < 0:
            return None
        brief = self.surroundings.brief
        if self._told is None or self._told[0] is not brief:
            self._told = brief, task_told(brief)
        task = self._told[1]
        return task.land if task else land_of(view.number, view.size)

    def _state(self, view: View, *, follows: bool = False) -> State | None:
        """Return the twin in the position of a view; None if there is no map yet, or the view is unsound."""
        self.view = view
        land = self._land(view)
        if land is None:
            return None
        twin, task = self.play.twin, self._told[1] if self._told else None
        try:
            return twin.follow(view, land, task) if follows else twin.see(view, land, task)
        except UnsoundViewError as error:
            _LOG.warning("tick %d is not shown: %s", view.tick, error)
            return None

    def _sight(self, state: State) -> Sight:
        return Sight(state, self.play.sight if self.play.begun and self.play.sight.state is state else None)

    def _see(self, sight: Sight) -> None:
        """Take in what is seen of the match now."""
        play = self.play
        fresh = not play.begun or play.field.land is not sight.land
        if fresh:
            play.field = Field(sight, [look.colour for look in self.surroundings.looks], own_colours=play.shared)
        play.see(sight)
        if fresh:
            self.map.begin()

    def reset(self, view: View) -> None:
        self._taking = None
        state = self._state(view)
        if state is not None:
            self._see(self._sight(state))
        self.play.pace.reset(view.tick)
        self.play.meter.reset()
        if state is not None:
            self.play.field.reset(self.play.sight)
            self.map.reset()
            self.desk.goal.see()
        self.reports.reset()

    def show(self, view: View, events: Sequence[Event]) -> None:
        self._finish()
        self._taking = self._take(view, events)
        if len(view.vehicles) < _MANY:
            self._finish()

    def _take(self, view: View, events: Sequence[Event]) -> Iterator[None]:
        """Take in the view that comes next, and pause between the parts of that."""
        before = self.play.sight if self.play.begun else None
        state = self._state(view, follows=True)
        if state is None:
            self.play.pace.reset(view.tick)
            return
        if before is None or before.land is not state.land:
            self.reset(view)
            return
        yield
        sight = self._sight(state)
        yield
        ways, entered = sight.ways, sight.entered(before.view.tick)
        yield
        self._see(sight)
        self.play.pace.show(view.tick)
        self.play.field.show(sight, ways, entered)
        self.map.see()
        self.desk.see()
        self.reports.tell(before, sight, events)
        self._tell_time(before.view.tick, view.tick)
        if self.surroundings.speed <= 0 and not self.play.pace.leads:
            self._jump()

    def _finish(self) -> None:
        """Take in what is left of the view that is being taken in."""
        if self._taking is not None:
            taking, self._taking = self._taking, None
            for _ in taking:
                pass

    def _tell_time(self, before: int, now: int) -> None:
        """Say when a minute is left of a match without rounds, and keep the result of a person when it ends."""
        play = self.play
        if not play.plays or play.pace.manner == "rounds":
            return
        if before < self._last - TICKS_A_MINUTE <= now < self._last:
            play.news_of(play.line("minute_left"), tone="bad")
            play.surroundings.play_sound(BELL)
        if now >= self._last:
            self.desk.keep_result()

    def update(self, seconds: float) -> None:
        play = self.play
        if self._taking is not None and next(self._taking, "done"):
            self._taking = None
        moving = play.pace.behind > 0
        play.pace.update(seconds * (1.0 if play.pace.leads else self.surroundings.speed or 1000.0))
        if play.begun:
            if moving and play.pace.behind <= 0:
                play.field.settle()
            play.builder.think()
            self.map.update(seconds)
            self.desk.update(seconds)
            self._send()
        self.reports.update(seconds)

    @property
    def busy(self) -> bool:
        if self._taking is not None:
            return True
        return self.play.pace.busy and not (self.play.builder.outbox or self.outbox)

    def hurry(self) -> None:
        self._finish()
        self._jump()

    def _jump(self) -> None:
        """Draw the latest view at once."""
        self.play.pace.hurry()
        self.reports.reset()
        if self.play.begun:
            self.play.field.settle()

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        self.play.ask(seat)

    @property
    def decides_alone(self) -> bool:
        return self.play.asked is not None and (self.play.pace.manner != "rounds" or bool(self.play.builder.outbox))

    def _send(self) -> None:
        """Decide on what a person's plans, or the time that runs for one who is alone, tell the match."""
        if self.play.asked is not None and not self.busy and not self.outbox:
            action = self._due()
            if action is not None:
                self.decide(action, sure=True)

    def _due(self) -> Action | None:
        play = self.play
        if play.pace.manner == "running":
            return self._queue()
        if play.builder.outbox:
            return play.builder.outbox.popleft()
        due = play.pace.due if play.pace.manner == "alone" and not self._waits else 0
        return Advance(due) if due else None

    @property
    def _waits(self) -> bool:
        """Whether a person's clock waits: for the answer to a question, in a story for what is built first."""
        play = self.play
        return play.builder.question is not None or (play.options.story and not play.sight.view.serials[0])

    def _queue(self) -> Queue | None:
        """Return all plans that the match has not played yet; None if there are none, or none since the last call."""
        play, view = self.play, self.view
        if view is None or play.asked is None:
            return None
        played = view.serials[play.asked] if play.asked < len(view.serials) else 0
        while play.builder.outbox and play.builder.outbox[0].serial <= played:
            play.builder.outbox.popleft()
        waiting = tuple(play.builder.outbox)[:16]
        key = (view.round, tuple(plan.serial for plan in waiting))
        if key == play.offered:
            return None
        play.offered = key
        return Queue(waiting) if waiting else None

    def draft(self) -> Action | None:
        play = self.play
        if play.asked is None or play.pace.manner != "rounds":
            return None
        play.builder.drop()
        play.builder.build()
        plan: Plan = play.builder.outbox.pop()
        return plan

    @property
    def takes_undo(self) -> bool:
        play, view = self.play, self.view
        stays = play.plays and play.pace.manner != "rounds" and view is not None and view.tick < self._last
        return (play.asked is not None or stays) and play.builder.may_undo

    def take_undo(self) -> None:
        self.play.builder.undo()

    def keep(self, actions: Sequence[Action]) -> str:
        play = self.play
        play.kept_in = play.kept_in or new_file(datetime.now())
        keep(play.options, self.view, actions, play.kept_in)
        return title_of(play.kept_in, self.surroundings.texts)

    def sum_up(self) -> Summary | None:
        self._finish()
        if not self.play.begun:
            return None
        if self.play.plays:
            self.desk.keep_result()
        return summary_of(self.play, self.desk.goal, self.desk.story)

    @property
    def keeps_end(self) -> bool:
        return self.play.alone and not self.play.options.yard

    def captures_press(self, x: float, y: float) -> bool:
        return self.play.plays

    def takes_next(self, command: Command) -> bool:
        return self.desk.takes_next(command)

    @property
    def takes_back(self) -> bool:
        return self.desk.takes_back

    def handle(self, event: InputEvent) -> None:
        if self.play.begun:
            self.desk.handle(event)

    def refuse(self, key: str) -> None:
        self.play.say(key)

    def suggest(self, action: Action) -> None:
        if isinstance(action, Plan):
            self.map.suggested = action.groups

    def place(self, name: str) -> Box | None:
        return self.desk.place(name) if self.play.begun else None

    @property
    def acting(self) -> Seat | None:
        return 0 if self.play.plays and self.play.pace.manner == "alone" else None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return hint_of(self.play), {}

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.view
        if view is None:
            return None
        if self.play.pace.manner == "rounds":
            whole = self.surroundings.options.rounds
            return "rails_stage.round", {"round": min(view.round + 1, whole), "whole": whole}
        if self.play.options.yard.startswith(LESSON):
            return "rails_stage.time", {"time": clock(view.tick)}
        plain = "rails_stage.time_left", {"left": clock(self._last - view.tick)}
        return self.desk.goal.line_of(view.tick) or self.desk.story.turn_line() or plain

    @property
    def _last(self) -> int:
        """The tick at which a match ends that is not played in rounds."""
        task = task_of(self.play.options)
        return task.last_tick if task else self.play.options.minutes * TICKS_A_MINUTE

    @property
    def tells_number(self) -> bool:
        return not self.play.options.yard

    def warm(self, canvas: Canvas) -> Iterator[None]:
        if self.play.begun:
            self.map.place(canvas)
            yield from self.play.field.warm(canvas)

    def _readable(self, canvas: Canvas) -> bool:
        return self.play.begun and self._alone and canvas.scale >= READABLE_FROM * 0.9

    def draw(self, canvas: Canvas) -> None:
        if not self.play.begun:
            return
        if not self._alone:
            self.map.fit(Box(0, 0, self.width, self.height))
            self.map.show_all()
        self.map.draw(canvas, readable=self._readable(canvas))
        if self._readable(canvas):
            self.desk.draw(canvas)

    def draw_over(self, canvas: Canvas) -> None:
        if self._readable(canvas):
            self.desk.draw_reason(canvas)
