"""The picture of L4G: the classroom with all players in it, and at a table the cards around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from game.cabinets.l4g.rules.rules import Action
from game.cabinets.l4g.rules.views import View
from game.cabinets.l4g.stage.choice import Choice
from game.cabinets.l4g.stage.desk import Desk, Shown
from game.cabinets.l4g.stage.floor.acts import Act
from game.cabinets.l4g.stage.floor.layout import SIDE, Tab, alone, at_table
from game.cabinets.l4g.stage.floor.room import (
    draw_choosing_turn,
    draw_labels,
    draw_room,
    draw_stop,
    draw_tokens,
    warm_room,
)
from game.cabinets.l4g.stage.floor.upright import standing
from game.cabinets.l4g.stage.foot import Foot
from game.cabinets.l4g.stage.marks import draw_choice, draw_warning
from game.cabinets.l4g.stage.motion import Director
from game.cabinets.l4g.stage.watch import Watcher
from game.core.rules import Event, Seat
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, InputEvent, PointerMoved, PointerPressed, PointerReleased
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
from game.kit.tapping import Tap


class L4gStage(
    Stage[View, Action],
    FillsTable,
    FollowsOn,
    Drafting[Action],
    MarksTimeline,
):
    """The classroom; at a table with all cards around it."""

    upright = True
    taps_play = True
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
        self._tap = Tap()
        self._dragged: float | None = None
        """Where a finger that is down holds the ranking; None while none is."""
        self._foot = Foot(surroundings)
        self._refusal: tuple[str, float] | None = None

    def place(self, name: str) -> Box | None:
        plan, view = self.director.plan, self.view
        if name == "sky":
            return plan.sky
        if name == "me":
            square = view.me.square if view else None
            return plan.floor.square(square) if square else None
        if plan.drawer is not None:
            tabs = {tab.value: tab_box for tab, tab_box in plan.drawer.tabs.items()}
            return plan.drawer.foot if name == "bar" else tabs.get(name)
        box = getattr(plan.cards, name, None)
        return box if isinstance(box, Box) else None

    def fit(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        options, typeface = self.surroundings.options, self.surroundings.typeface
        if self.surroundings.least_press:
            plan = standing(width, height, options.rows, options.columns, typeface)
        else:
            plan = at_table(width, height, options.rows, options.columns, typeface)
        self.director.plan = plan
        if self.view is not None:
            self.director.reset(self.view)

    def follow_on(self, before: Stage[Any, Any]) -> None:
        if isinstance(before, L4gStage):
            self.desk.record = before.desk.record
            self.desk.tabs.chosen = before.desk.tabs.chosen
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
        drawer = self.director.plan.drawer
        if drawer is not None and (self._card_at(x, y) or any(box.collidepoint(x, y) for box in drawer.tabs.values())):
            return True
        return self._watches and self._watcher.listens(x, y)

    def tell_at(self, x: float, y: float) -> bool:
        square, picture = self.director.plan.floor.at(x, y), self.director.picture
        known = picture is not None and any(figure.square == square for figure in picture.figures.values())
        self._tap.told = known and not self._card_at(x, y)
        return self._tap.told

    def _card_at(self, x: float, y: float) -> bool:
        """Return whether a point is on the card that the drawer shows."""
        drawer = self.director.plan.drawer
        card = self.desk.card_of(drawer) if drawer is not None else None
        return card is not None and bool(card[1].collidepoint(x, y))

    @property
    def _watches(self) -> bool:
        return self.view is not None and self.view.number < 0

    def handle(self, event: InputEvent) -> None:
        if isinstance(event, PointerMoved | PointerPressed):
            self._pointer = event.x, event.y
        if isinstance(event, PointerPressed) and event.by == "finger":
            self._tap.press(event)
            self._dragged = event.y
            event = PointerMoved(event.x, event.y)
        elif isinstance(event, PointerMoved) and self._dragged is not None and self._watches:
            rows = self.desk.dragged(event.x, event.y, self._dragged - event.y)
            if rows:
                self._dragged -= rows * self.desk.ranking.step
                self._tap.drop()
        if isinstance(event, PointerReleased):
            self._dragged = None
        if isinstance(event, PointerReleased) and self._tap.down:
            tapped = self._tap.release(event)
            if tapped is None:
                return
            event = tapped
        if self._open(event) or (self._watches and self._watcher.handle(event)):
            return
        if isinstance(event, PointerPressed) and self._card_at(event.x, event.y):
            self._press_card()
            return
        if self.busy or self.choice is None:
            return
        warned, accepts = self.choice.warned, self.choice.accepts
        self._furnish()
        pressed = self._foot.pressed(event)
        plan, choice = self.director.plan, self.choice
        action = self._foot.act(pressed, choice) if pressed else choice.handle(event, plan)
        if action is not None:
            self.decide(action)
            self.surroundings.play_sound(Sound.CLICK)
        elif self.choice.warned is not warned and self.choice.warned is not None:
            self.surroundings.play_sound(Sound.REFUSE)
        elif self.choice.accepts is not accepts:
            self.surroundings.play_sound(Sound.TOGGLE)

    def _open(self, event: InputEvent) -> bool:
        """Show the card of the drawer's tab that was pressed. Return whether one was."""
        drawer = self.director.plan.drawer
        if drawer is None or not isinstance(event, PointerPressed):
            return False
        pressed = self.desk.tabs.press(event.x, event.y, drawer, self.desk.heights(drawer))
        if pressed:
            self.surroundings.play_sound(Sound.TOGGLE)
        return pressed

    def _press_card(self) -> None:
        """Close the card that is open over the room; the one of direct infection takes the answer first."""
        tabs = self.desk.tabs
        if self.choice is not None and self.choice.offered and (tabs.opened or tabs.chosen) is Tab.INFECTION:
            self.choice.toggle()
            self.surroundings.play_sound(Sound.TOGGLE)
        else:
            tabs.opened = None

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
            if plan.cards is not None or plan.drawer is not None:
                if picture.view.choosing:
                    draw_choosing_turn(canvas, self.surroundings, plan)
                if self.paused:
                    draw_stop(canvas, self.surroundings, plan)
                shown = Shown(picture, focus, self._turn, self.act, choice)
                if plan.drawer is not None:
                    self._furnish()
                    self.desk.draw_upright(canvas, plan.drawer, shown)
                    if self._foot.empty:
                        self.desk.draw_phases(canvas, plan.drawer.foot, shown)
                    else:
                        self._foot.draw(canvas)
                elif plan.cards is not None:
                    self.desk.draw(canvas, plan.cards, shown)

    def _furnish(self) -> None:
        """Show below the room of an upright table what the choice at hand needs."""
        drawer = self.director.plan.drawer
        self._foot.furnish(self.choice if not self.busy else None, drawer.foot if drawer is not None else None)

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
        if self.surroundings.hand.finger and not self._tap.told:
            return
        if plan.floor.holds(square):
            self.desk.draw_hover(canvas, picture, square, plan, choice, self._frame)

    @property
    def _frame(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def warm(self, canvas: Canvas) -> Iterator[None]:
        yield from warm_room(canvas, self.director.plan)
