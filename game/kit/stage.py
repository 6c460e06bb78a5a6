"""The base of all stages made with the kit: a picture at rest, or moved by a script from one view to the next.

Three rules hold. `view` is the goal. `shown` is the last view whose movement has ended. A movement that is dropped,
hurried or overtaken leaves the picture of its goal.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from game.core.rules import ActionT, Event, Seat, ViewT
from game.engine.audio import Sound
from game.engine.canvas import Box, Canvas
from game.engine.input import AWAY, Command, InputEvent, KeyPressed, PointerMoved, PointerPressed, Wheel
from game.engine.layer import Layer
from game.engine.stage import READABLE_FROM, REFUSED, FollowsOn, Stage, Surroundings
from game.engine.stage.advice import Advice
from game.engine.stillness import still_while
from game.kit import marks
from game.kit.choosing import Chooser, Path
from game.kit.panel.forms import Panel, draw_panel
from game.kit.script import Script

PictureT = TypeVar("PictureT")

_AROUND_PANEL = 12.0
"""Design units around a panel's box for what reaches beyond the box."""


class PictureStage(Stage[ViewT, ActionT], FollowsOn, Generic[ViewT, ActionT, PictureT]):
    """A stage whose picture is still, or moved by a script from one view to the next.

    A game says how a view looks at rest (`still`), writes the movements (`play`), and makes the chooser of the seat
    that is asked (`offer`). Movements change `picture`; at their end it is replaced by the picture of the goal.
    """

    delays: ClassVar[Mapping[str, int]] = {}
    """Milliseconds of each movement by name, used unless the settings name a delay."""
    chosen: ClassVar[Sound | None] = Sound.CLICK
    """The sound played when an action is chosen; None where movements make their own."""
    carried: ClassVar[Sequence[str]] = ()
    """Names of attributes copied from the stage that this one replaces in the same match."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.script = Script(surroundings, self.delays, self.width, self.height)
        self.shown: ViewT | None = None
        self.picture: PictureT | None = None
        self.asked: Seat | None = None
        self.choice: Chooser[Any, ActionT] | None = None
        self.advice: Sequence[Advice[ActionT]] = ()
        self.pointer = (AWAY, AWAY)
        self.by_keys = False
        self._before: tuple[ViewT | None, Seat | None, Chooser[Any, ActionT] | None] = (None, None, None)
        """The last choice, with the view and the seat for which its spots stay chosen if it is offered again; a jump to
        another point of the match leaves no such view.
        """
        self._hint: tuple[Chooser[Any, ActionT], Path[Any]] | None = None
        self._refusal: tuple[str, Hashable] | None = None
        self._refused_for = 0.0
        self.beside_panel: dict[Seat, Box] = {}
        """The room to the right of the first row of each seat's panel, as last drawn."""
        self._panels: dict[Seat, Layer] = {}

    @abstractmethod
    def still(self, view: ViewT) -> PictureT:
        """Return the picture of a view at rest. It must be a new object each time, as movements change it."""

    def play(self, view: ViewT, events: Sequence[Event]) -> None:
        """Write into `script` the movement from `picture` to `view`."""

    def offer(self, view: ViewT, seat: Seat, legal: Sequence[ActionT] | None) -> Chooser[Any, ActionT] | None:
        """Return a chooser for the seat that is asked; None if the stage handles inputs itself in `take`."""
        return None

    def take(self, event: InputEvent) -> ActionT | None:
        """Take an input of the person who is asked, while nothing moves. Return the action it completed, or None."""
        return self.choice.handle(event) if self.choice else None

    def panel(self, view: ViewT, seat: Seat) -> Panel:
        """Return what is drawn on a seat's panel for a view; empty if the game has nothing to show."""
        return ()

    def panel_shows(self, view: ViewT, seat: Seat) -> Hashable:
        """Return a value that changes whenever `panel` would: the panel is drawn again only then."""
        return view

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        if self.shown is None:
            return
        view, given = self.shown, self.surroundings
        typeface = given.typeface
        key = self.panel_shows(view, seat), given.texts.language, typeface.text_size, tuple(given.looks)
        layer = self._panels.setdefault(seat, Layer(_AROUND_PANEL))

        def paint(part: Canvas) -> None:
            self.beside_panel[seat] = draw_panel(part, typeface, self.panel(view, seat), box)

        layer.draw(canvas, box, key, paint)

    def reset(self, view: ViewT) -> None:
        self.script.clear()
        self.view = view
        self._settle()
        self._refusal = None
        self._before = None, None, self._before[2]

    def show(self, view: ViewT, events: Sequence[Event]) -> None:
        if self.picture is None:
            self.reset(view)
            return
        self.hurry()
        self.view = view
        self.script.begin()
        self.play(view, events)
        if self.surroundings.speed <= 0 or not self.script.moving:
            self.script.hurry()
            self._settle()

    def update(self, seconds: float) -> None:
        moved = self.script.moving
        self.script.update(seconds)
        if self.choice:
            self.choice.update(seconds)
        if moved and not self.script.moving:
            self._settle()
        elif not self.script.busy:
            self.shown = self.view
        self._refused_for = max(0.0, self._refused_for - seconds)
        if self._refusal and (self._refused_for <= 0 or self._refusal[1] != self._aim):
            self._refusal = None
        if self.asked is not None and not self.busy and not self.outbox:
            action = self.alone()
            if action is not None:
                self.decide(action, sure=True)

    def alone(self) -> ActionT | None:
        """Return the action that the stage decides by itself for the person who is asked, once there was time to see
        why; None for none. Called while nothing moves.
        """
        return None

    @property
    def still_for(self) -> float:
        return still_while(not self.script.moving and self._refusal is None)

    @property
    def busy(self) -> bool:
        return self.script.busy

    def hurry(self) -> None:
        if self.script.moving:
            self.script.hurry()
            self._settle()

    @property
    def tells(self) -> bool:
        return self.script.in_beat

    def skip_beat(self) -> bool:
        if not self.script.skip():
            return False
        if not self.script.moving:
            self._settle()
        return True

    def _settle(self) -> None:
        assert self.view is not None
        self.picture = self.still(self.view)
        self.shown = self.view

    def choose(self, seat: Seat | None, legal: Sequence[ActionT] | None) -> None:
        if self.choice:
            self._before = self.view, self.asked, self.choice
        self.asked = seat
        self.choice = None if seat is None or self.view is None else self.offer(self.view, seat, legal)
        if self.choice:
            view, asked, before = self._before
            again = view == self.view and asked == seat
            if before is not None and before.by_keys and before.focus is not None:
                self.choice.near = before.layout.middle(before.focus)
            self.choice.begin(self.pointer, self.by_keys, before if again else None)

    def advise(self, advice: Sequence[Advice[ActionT]]) -> None:
        """Keep the advised actions for drawing, in a stage that is also `ShowsAdvice`."""
        self.advice = advice

    def suggest(self, action: ActionT) -> None:
        if self.choice:
            self.choice.advise(action)

    def takes_next(self, command: Command) -> bool:
        """Return whether NEXT or PREVIOUS stays within the choice, for a stage that is also `TakesNext`.

        Otherwise, or with too many targets, the focus leaves the board.
        """
        return self.choice is not None and not self.busy and self.choice.may_cycle(command)

    @property
    def takes_back(self) -> bool:
        """Whether the person can step back within a choice, for a stage that is also `TakesBack`."""
        return self.choice is not None and bool(self.choice.chosen)

    def mark_hint(self) -> None:
        choice = self.choice
        if choice and choice.focus is not None:
            self._hint = choice, (*choice.chosen, choice.focus)

    @property
    def hinted(self) -> Hashable:
        """The spot to choose next according to the hint given for the current choice; None without a hint."""
        if self._hint is None or self._hint[0] is not self.choice:
            return None
        path, chosen = self._hint[1], self.choice.chosen
        along = path[: len(chosen)] == chosen and len(chosen) < len(path)
        spot: Hashable = path[len(chosen)] if along else path[0]
        return spot

    def follow_on(self, before: Stage[Any, Any]) -> None:
        if isinstance(before, PictureStage):
            self._before = before.view, before.asked, before.choice
            self.pointer, self.by_keys = before.pointer, before.by_keys
        if isinstance(before, type(self)):
            for name in self.carried:
                setattr(self, name, getattr(before, name))

    def handle(self, event: InputEvent) -> None:
        match event:
            case PointerMoved(x, y) | PointerPressed(x, y):
                self.pointer, self.by_keys = (x, y), False
            case Command() | KeyPressed() | Wheel():
                self.by_keys = True
        if self.asked is None or self.busy:
            if self.choice and isinstance(event, PointerMoved):
                self.choice.point(event.x, event.y)
            return
        action = self.take(event)
        if action is not None:
            self.decide(action)
            self._refusal = None
            if self.chosen:
                self.surroundings.play_sound(self.chosen)
        elif self.choice and self.choice.refused:
            self.refuse(self.choice.refused)
            self.choice.refused = None

    @property
    def _aim(self) -> Hashable:
        """What a refusal is about: the refusal is no longer shown once this value changes."""
        return (self.choice.chosen, self.choice.focus) if self.choice else self.asked

    def refuse(self, key: str) -> None:
        self._refusal, self._refused_for = (key, self._aim), REFUSED
        self.surroundings.play_sound(Sound.REFUSE)

    @property
    def reason(self) -> str | None:
        """Text key of why what was tried, or is pointed at, cannot be chosen; None if there is nothing to say."""
        if self._refusal:
            return self._refusal[0]
        return self.choice.reason if self.choice and not self.busy else None

    def reason_place(self) -> tuple[float, float]:
        """Return the point beside which a reason is drawn: the pointer, else the spot in focus, else the middle of the
        stage.
        """
        if not self.by_keys and self.pointer[0] > AWAY / 2:
            return self.pointer
        choice = self.choice
        if choice and choice.focus is not None:
            return choice.layout.middle(choice.focus)
        return self.width / 2, self.height / 2

    def draw_over(self, canvas: Canvas) -> None:
        if canvas.scale >= READABLE_FROM:
            self.draw_effects(canvas)
            self.draw_hint(canvas)
        self.draw_reason(canvas)

    def draw_effects(self, canvas: Canvas, *kinds: type) -> None:
        """Draw the running effects of the script; only those of the given kinds, if any are given."""
        for effect, share in self.script.effects:
            if not kinds or isinstance(effect, kinds):
                effect.draw(canvas, self.surroundings, share)

    def draw_hint(self, canvas: Canvas) -> None:
        """Draw a bulb beside the spot that was advised next."""
        choice, spot = self.choice, self.hinted
        if choice and not self.busy and spot is not None and (spot in choice.layout.spots or spot in choice.targets):
            marks.hint(canvas, *self.on_stage(*choice.layout.middle(spot)), choice.layout.size(spot))

    def on_stage(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the stage for a point of the layout: another one where a camera shows part of a plane."""
        return x, y

    def draw_reason(self, canvas: Canvas) -> None:
        """Draw the reason why something cannot be chosen, in pictures large enough to read."""
        if self.reason and canvas.scale >= READABLE_FROM:
            text = self.surroundings.texts.line(self.reason)
            marks.reason(canvas, self.surroundings.typeface, text, *self.reason_place())
