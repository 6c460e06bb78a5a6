"""The picture of L4G: the classroom with all players in it, and at a table the cards around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.l4g.rules.rules import Action
from game.cabinets.l4g.rules.views import View
from game.cabinets.l4g.stage.choice import Choice
from game.cabinets.l4g.stage.desk import Desk
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.floor.layout import SIDE, alone, at_table
from game.cabinets.l4g.stage.floor.room import (
    draw_choosing_turn,
    draw_labels,
    draw_room,
    draw_stop,
    draw_tokens,
    warm_room,
)
from game.cabinets.l4g.stage.marks import draw_choice, draw_warning
from game.cabinets.l4g.stage.motion import Director
from game.cabinets.l4g.stage.watch import Watcher
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, InputEvent, PointerMoved, PointerPressed
from game.engine.stage import (
    READABLE_FROM,
    REFUSED,
    Drafting,
    FillsTable,
    FollowsOn,
    MarksTimeline,
    Stage,
    Surroundings,
    Tick,
    Tool,
)
from game.kit.marks import reason


class L4gStage(
    Stage[View, Action],
    FillsTable,
    FollowsOn,
    Drafting[Action],
    MarksTimeline,
):
    """The classroom; at a table with all cards around it."""

    width: float = SIDE
    height: float = SIDE
    ticks: ClassVar[Mapping[str, Tick]] = {"killed": Tick.LOSS, "turned": Tick.GAIN}

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        options = surroundings.options
        self.director = Director(surroundings, alone(options.rows, options.columns))
        self.desk = Desk(surroundings)
        self._watcher = Watcher(surroundings, self.director, self.desk)
        self._asked: Seat | None = None
        self.choice: Choice | None = None
        self._pointer = (AWAY, AWAY)
        self._refusal: tuple[str, float] | None = None

    def place(self, name: str) -> Box | None:
        plan, view = self.director.plan, self.view
        if name == "sky":
            return plan.sky
        if name == "me":
            square = view.me.square if view else None
            return plan.floor.square(square) if square else None
        box = getattr(plan.cards, name, None)
        return box if isinstance(box, Box) else None

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        options = self.surroundings.options
        self.director.plan = at_table(width, height, options.rows, options.columns, self.surroundings.typeface)
        if self.view is not None:
            self.director.reset(self.view)

    def follow_on(self, before: Stage[Any, Any]) -> None:
        if isinstance(before, L4gStage):
            self.desk.record = before.desk.record
            self.director.step_by_step = before.director.step_by_step
            self.follow(before.director.focus)

    def reset(self, view: View) -> None:
        self._see(view)
        self.director.reset(view)

    def show(self, view: View, events: Sequence[Event]) -> None:
        self._see(view)
        self.director.show(view, events)

    def _see(self, view: View) -> None:
        """Take a view; a viewer with a seat always follows itself."""
        if self.view is not None and self.view.number != view.number:
            self.desk.record.moments.clear()
            self.director.focus = None
        self.view = view
        self.desk.see(view)
        if view.number >= 0:
            self.director.focus = view.number

    def update(self, seconds: float) -> None:
        self.director.update(seconds)
        if self._refusal:
            key, left = self._refusal
            self._refusal = (key, left - seconds) if left > seconds else None
        if self.choice is not None and not self.busy:
            self.choice.update(seconds * (self.surroundings.speed or 1000.0))
            action = None if self.outbox else self.choice.decided()
            if action is not None:
                self.decide(action, sure=True)

    @property
    def busy(self) -> bool:
        return self.director.busy

    def hurry(self) -> None:
        self.director.hurry()

    @property
    def paused(self) -> bool:
        return self.director.held

    def resume(self) -> None:
        self.director.go_on()

    def tools(self) -> Sequence[Tool]:
        steps = Tool(
            "footprints",
            "l4g_stage.tool.steps",
            "p",
            self._switch_steps,
            lambda: self.director.step_by_step,
        )
        if self.view is None or self.view.number >= 0:
            return (steps,)
        following = Tool("eye", "l4g_stage.tool.follow", "f", self._watcher.follow_next, self._follows)
        return following, steps

    def _switch_steps(self) -> None:
        self.director.step_by_step = not self.director.step_by_step
        self.surroundings.play_sound(Sound.TOGGLE)
        if self.director.held:
            self.director.go_on()

    def _follows(self) -> bool:
        return self.director.focus is not None

    def follow(self, number: int | None) -> None:
        """Draw the sight and the path of a player; of the whole room if `number` is None."""
        if self.view is not None and self.view.number < 0:
            self.director.follow(number)

    def choose(self, seat: Seat | None, legal: Sequence[Action] | None) -> None:
        self._asked = seat
        self.choice = None
        if seat is not None and self.view is not None and self.view.number == seat:
            self.choice = Choice(self.view, legal or ())

    @property
    def decides_alone(self) -> bool:
        return self.choice is not None and self.choice.only_waits

    def draft(self) -> Action | None:
        return self.choice.unsent() if self.choice is not None else None

    def suggest(self, action: Action) -> None:
        if self.choice is not None:
            self.choice.suggest(action)

    def refuse(self, key: str) -> None:
        self._refusal = (key, REFUSED)
        self.surroundings.play_sound(Sound.REFUSE)

    def captures_press(self, x: float, y: float) -> bool:
        return self._watches and self._watcher.listens(x, y)

    @property
    def _watches(self) -> bool:
        return self.view is not None and self.view.number < 0

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerMoved | PointerPressed):
            self._pointer = event.x, event.y
        if self._watches and self._watcher.handle(event):
            return
        if self.busy or self.choice is None:
            return
        warned, accepts = self.choice.warned, self.choice.accepts
        action = self.choice.handle(event, self.director.plan)
        if action is not None:
            self.decide(action)
            self.surroundings.play_sound(Sound.CLICK)
        elif self.choice.warned is not warned and self.choice.warned is not None:
            self.surroundings.play_sound(Sound.REFUSE)
        elif self.choice.accepts is not accepts:
            self.surroundings.play_sound(Sound.TOGGLE)

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        if self.choice is not None:
            return self.choice.instruction, {}
        return ("l4g_stage.wait", {}) if self._asked is not None else None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        picture = self.director.picture
        if picture is None:
            return None
        return "l4g_stage.turn", {"turn": self._turn, "last": picture.view.turns - 1}

    @property
    def _turn(self) -> int:
        """The turn in which a person is asked, else the one that is shown."""
        if self.choice is not None and not self.busy and self.view is not None:
            return self.view.turn
        return self.director.turn

    @property
    def act(self) -> Act | None:
        """The act that is lit: the one a person is asked in, else the one that is shown."""
        if self.choice is not None and not self.busy:
            return Act.SOULS if self.choice.placing else Act.MOVE
        return self.director.act

    def draw(self, canvas: Canvas) -> None:
        picture, plan = self.director.picture, self.director.plan
        if picture is None:
            return
        focus = self.director.focus
        path = self.desk.record.path(focus, picture.view.turn, 8) if focus is not None else ()
        draw_room(canvas, plan, picture, path, focus)
        choice = self.choice if not self.busy else None
        if choice is not None:
            draw_choice(canvas, plan, choice, picture.figures.get(choice.me.number))
        draw_tokens(canvas, self.surroundings, plan, picture, focus)
        if canvas.scale >= READABLE_FROM:
            draw_labels(canvas, self.surroundings, picture)
            if plan.cards is not None:
                if picture.view.choosing:
                    draw_choosing_turn(canvas, self.surroundings, plan)
                if self.paused:
                    draw_stop(canvas, self.surroundings, plan)
                self.desk.draw(canvas, plan.cards, picture, focus, self._turn, self.act, choice)

    def draw_over(self, canvas: Canvas) -> None:
        picture, plan = self.director.picture, self.director.plan
        if picture is None or canvas.scale < READABLE_FROM:
            return
        if self._refusal:
            text = self.surroundings.texts.line(self._refusal[0])
            reason(canvas, self.surroundings.typeface, text, *plan.floor.box.center)
        choice = self.choice if not self.busy else None
        if choice is not None:
            draw_warning(canvas, self.surroundings, plan.floor, choice, self._frame)
            if choice.warning is not None:
                return
        square = plan.floor.at(*self._pointer)
        if plan.floor.holds(square):
            self.desk.draw_hover(canvas, picture, square, plan, choice, self._frame)

    @property
    def _frame(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        yield from warm_room(canvas, self.director.plan)
