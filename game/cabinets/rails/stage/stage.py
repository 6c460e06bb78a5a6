"""The stage of Caravan Rails: a map that fills the window, with cards over it, on which a person builds."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from game.cabinets.rails.contract.actions import Action, Advance, Plan, Queue
from game.cabinets.rails.contract.options import LESSON
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import TICKS_A_MINUTE
from game.cabinets.rails.running.surveying import task_told
from game.cabinets.rails.running.twin import UnsoundViewError
from game.cabinets.rails.stage.cards.goal import clock
from game.cabinets.rails.stage.desk import Desk
from game.cabinets.rails.stage.field.field import Field
from game.cabinets.rails.stage.map import Map
from game.cabinets.rails.stage.person.keeping import keep, new_file, title_of
from game.cabinets.rails.stage.person.play import Play
from game.cabinets.rails.stage.person.reports import Reports
from game.cabinets.rails.stage.sight.records import entered_of, ways_of
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
    Surroundings,
    TakesBack,
    TakesNext,
    TakesUndo,
    Tick,
)

_LOG = logging.getLogger(__name__)


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
):
    """Shows views of a railway. Plans reach the match through the outbox, even while movement goes on."""

    ticks: ClassVar[Mapping[str, Tick]] = {"jammed": Tick.LOSS, "crashed": Tick.LOSS, "first_train": Tick.GAIN}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.play = Play(surroundings)
        self.map = Map(self.play)
        self.reports = Reports(self.play)
        self.desk = Desk(self.play, self.map, self.reports)
        self._alone = False
        """Whether the stage fills a table and has cards, instead of being a small preview."""
        self._fresh = True
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

    def _see(self, view: View, *, follows: bool = False) -> Sight | None:
        self.view = view
        land = self._land(view)
        if land is None:
            return None
        play = self.play
        if play.field is None or play.field.land is not land:
            colours = [look.colour for look in self.surroundings.looks]
            play.field = Field(land, colours, own_colours=play.shared)
            self._fresh = True
        task = self._told[1] if self._told else None
        try:
            state = play.twin.follow(view, land, task) if follows else play.twin.see(view, land, task)
        except UnsoundViewError as error:
            _LOG.warning("tick %d is not shown: %s", view.tick, error)
            return None
        sight = Sight(state, play.sight if play.sight and play.sight.state is state else None)
        play.see(sight)
        if self._fresh:
            self.map.begin()
            self._fresh = False
        return sight

    def reset(self, view: View) -> None:
        sight = self._see(view)
        self.play.pace.reset(view.tick)
        self.play.meter.reset()
        if sight and self.play.field:
            self.play.field.reset(sight, ways_of(sight))
            self.map.reset(sight)
            self.desk.goal.see(sight)
        self.reports.reset()

    def show(self, view: View, events: Sequence[Event]) -> None:
        before = self.play.sight
        sight = self._see(view, follows=True)
        if sight is None or self.play.field is None:
            self.play.pace.reset(view.tick)
            return
        if before is None or before.land is not sight.land:
            self.reset(view)
            return
        pace = self.play.pace
        pace.show(view.tick)
        self.play.field.show(sight, ways_of(sight), entered_of(sight, before.view.tick))
        self.map.see(sight)
        self.desk.see(sight)
        self.reports.tell(before, sight, events)
        if self.surroundings.speed <= 0 and not pace.leads:
            self.hurry()

    def update(self, seconds: float) -> None:
        play = self.play
        moving = play.pace.behind > 0
        play.pace.update(seconds * (1.0 if play.pace.leads else self.surroundings.speed or 1000.0))
        if moving and play.pace.behind <= 0 and play.field:
            play.field.settle()
        play.builder.think()
        self.map.update(seconds)
        self.desk.update(seconds)
        self._send()
        self.reports.update(seconds)

    @property
    def busy(self) -> bool:
        return self.play.pace.busy and not (self.play.builder.outbox or self.outbox)

    def hurry(self) -> None:
        self.play.pace.hurry()
        self.reports.hurry()
        if self.play.field:
            self.play.field.settle()

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        play = self.play
        play.asked = seat
        if seat is not None:
            play.begin_choice()

    @property
    def decides_alone(self) -> bool:
        return self.play.asked is not None and (self.play.pace.manner != "rounds" or bool(self.play.builder.outbox))

    def _send(self) -> None:
        """Decide on what a person's plans, or the time that runs for one who is alone, tell the match."""
        if self.play.asked is not None and self.play.sight is not None and not self.busy and not self.outbox:
            action = self._due()
            if action is not None:
                self.decide(action, sure=True)

    def _due(self) -> Action | None:
        play = self.play
        if play.pace.manner == "running":
            return self._queue()
        if play.builder.outbox:
            return play.builder.outbox.popleft()
        due = play.pace.due if play.pace.manner == "alone" else 0
        return Advance(due) if due else None

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
        return self.play.asked is not None and self.play.builder.may_undo

    def take_undo(self) -> None:
        self.play.builder.undo()

    def keep(self, dump: bytes) -> str:
        play = self.play
        play.kept_in = play.kept_in or new_file(datetime.now())
        keep(dump, play.kept_in)
        return title_of(play.kept_in, self.surroundings.texts)

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
        if self.play.sight is not None:
            self.desk.handle(event)

    def refuse(self, key: str) -> None:
        self.play.say(key)

    def suggest(self, action: Action) -> None:
        if isinstance(action, Plan):
            self.map.suggest(action.groups)

    def place(self, name: str) -> Box | None:
        return self.desk.place(name)

    @property
    def acting(self) -> Seat | None:
        return 0 if self.play.plays and self.play.pace.manner == "alone" else None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        return self.desk.instruction()

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        view = self.view
        if view is None:
            return None
        if self.play.pace.manner == "rounds":
            whole = self.surroundings.options.rounds
            return "rails_stage.round", {"round": min(view.round + 1, whole), "whole": whole}
        if self.play.options.yard.startswith(LESSON):
            return "rails_stage.time", {"time": clock(view.tick)}
        return self.desk.goal.line_of(view.tick) or ("rails_stage.time_left", {"left": clock(self._last - view.tick)})

    @property
    def _last(self) -> int:
        """The tick at which a match ends that is not played in rounds."""
        task = task_of(self.play.options)
        return task.last_tick if task else self.play.options.minutes * TICKS_A_MINUTE

    @property
    def tells_number(self) -> bool:
        return not self.play.options.yard

    def warm(self, canvas: Canvas) -> Iterator[None]:
        if self.play.field:
            self.map.place(canvas)
            yield from self.play.field.warm(canvas)

    def draw(self, canvas: Canvas) -> None:
        if self.play.field is None:
            return
        readable = self._alone and canvas.scale >= READABLE_FROM * 0.9
        if not self._alone:
            self.map.fit(Box(0, 0, self.width, self.height))
            self.map.show_all()
        self.map.draw(canvas, readable=readable)
        if readable:
            self.desk.draw(canvas)

    def draw_over(self, canvas: Canvas) -> None:
        if self.play.field and self._alone and canvas.scale >= READABLE_FROM * 0.9:
            self.desk.draw_reason(canvas)
