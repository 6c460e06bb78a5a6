"""How a person decides: a way, a square, whether to accept; with a warning before what would be punished.

Corpses and souls that can only wait do so by themselves, after a pause that the person may cut short.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.l4g.rules.rules import Action, Go, Place, Silent, Wait, Way
from game.cabinets.l4g.rules.views import Phase, PlayerState, View
from game.cabinets.l4g.stage.floor.acts import STEPS
from game.cabinets.l4g.stage.floor.layout import Place as Square
from game.cabinets.l4g.stage.floor.layout import Plan
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, InputEvent, KeyPressed, PointerMoved, PointerPressed

WAIT_SECONDS: Final = 1.0
"""Seconds that a player who may only wait is given to look around."""
ACCEPT_KEY: Final = "a"
_WAYS: Final = {
    CommandName.UP: Way.UP,
    CommandName.LEFT: Way.LEFT,
    CommandName.RIGHT: Way.RIGHT,
    CommandName.DOWN: Way.DOWN,
    CommandName.CONFIRM: Way.STAY,
}


def towards(square: Square, way: Way) -> Square:
    """Return the square that a way leads to, which may lie beyond the edge."""
    down, right = STEPS.get(way.value, (0, 0))
    return square[0] + down, square[1] + right


class Choice:
    """What one player is asked in one turn."""

    def __init__(self, view: View, legal: Sequence[Action]) -> None:
        self._view = view
        self._legal = legal
        self.me = view.me
        self.placing = view.phase is Phase.PLACE
        self.only_waits = tuple(legal) == (Wait(),)
        self.waited = 0.0
        """Seconds waited so far."""
        self.accepts = False
        self.focus: Way | Square | None = None
        """The way or square that is pointed at; None means the sky when a square is chosen."""
        self.warned: Way | None = None
        """The way that was tried once and would be punished."""
        if self.placing:
            self.focus = (view.rows // 2, view.columns // 2)

    @property
    def offered(self) -> bool:
        """Whether direct infection may be accepted."""
        return self._view.choosing and not self.placing and self.me.state is PlayerState.SURVIVOR

    @property
    def ways(self) -> tuple[Way, ...]:
        return tuple(dict.fromkeys(action.way for action in self._legal if isinstance(action, Go)))

    @property
    def warning(self) -> str | None:
        """The text key of why the way that was tried would be punished; None without such a way."""
        if self.warned is None:
            return None
        return "l4g_stage.warn_stay" if self.warned is Way.STAY else "l4g_stage.warn_outside"

    @property
    def instruction(self) -> str:
        """The text key of what is to be done."""
        if self.placing:
            return "l4g_stage.place" if self.focus is not None else "l4g_stage.put_off"
        if self.only_waits:
            return "l4g_stage.lie" if self.me.state is PlayerState.CORPSE else "l4g_stage.wait"
        if self.offered:
            return "l4g_stage.go_accepting" if self.accepts else "l4g_stage.go_declining"
        return "l4g_stage.go" if self.me.state is PlayerState.SURVIVOR else "l4g_stage.go_or_pray"

    def pressed(self, plan: Plan) -> Sequence[Box]:
        """Return the boxes where a press may decide, and the squares around one's own, which no list may cover."""
        if self.placing:
            return plan.floor.frame, plan.sky
        if self.only_waits or self.me.square is None:
            return ()
        around = plan.floor.square(self.me.square).inflate(2 * plan.floor.cell, 2 * plan.floor.cell)
        return (around, plan.cards.infection) if plan.cards and self.offered else (around,)

    def update(self, seconds: float) -> None:
        """Let `seconds` of a wait pass."""
        self.waited += seconds

    def decided(self) -> Action | None:
        """Return the only possible action once the wait is over; None before, or if there is a choice."""
        return Wait() if self.only_waits and self.waited >= WAIT_SECONDS else None

    def unsent(self) -> Action | None:
        """Return the action that is pointed at, if it is not punished."""
        if self.only_waits:
            return Wait()
        if self.placing:
            return self._place()
        return self.go(self.focus) if isinstance(self.focus, Way) and self.focus in self.ways else None

    def suggest(self, action: Action) -> None:
        """Point at an action that somebody advises."""
        match action:
            case Go(way=way, accept=accept):
                self.focus, self.accepts = way, accept and self.offered
            case Place(square=square):
                self.focus = square
            case Wait() | Silent():
                pass

    def handle(self, event: InputEvent, plan: Plan) -> Action | None:
        """Take an input. Returns the action it decided for, None if it decided for none."""
        if self.only_waits:
            if isinstance(event, PointerPressed) or (
                isinstance(event, Command) and event.name in (CommandName.HURRY, CommandName.CONFIRM)
            ):
                self.waited = WAIT_SECONDS
            return None
        return self._handle_place(event, plan) if self.placing else self._handle_way(event, plan)

    def toggle(self) -> None:
        """Switch between accepting and declining direct infection."""
        self.accepts = self.offered and not self.accepts

    def go(self, way: Way) -> Go:
        """Return the action of a way, with the answer about direct infection."""
        return Go(way, accept=self.accepts and self.offered)

    def put_off(self) -> Place:
        """Return the action of who stays in the sky."""
        self.focus = None
        return self._place()

    def _place(self) -> Place:
        return Place(self.focus if isinstance(self.focus, tuple) else None)

    def _handle_way(self, event: InputEvent, plan: Plan) -> Action | None:
        match event:
            case KeyPressed(key=key) if key == ACCEPT_KEY and self.offered:
                self.toggle()
            case PointerMoved(x, y):
                self._point(self._way_at(x, y, plan))
            case PointerPressed(x, y, 1):
                if plan.cards and self.offered and plan.cards.infection.collidepoint(x, y):
                    self.toggle()
                else:
                    return self._try(self._way_at(x, y, plan))
            case Command(name=CommandName.CONFIRM, repeated=False):
                advised = self.focus if isinstance(self.focus, Way) and self.focus in self.ways else None
                if self.offered and not advised:
                    self.toggle()
                else:
                    return self._try(advised or Way.STAY)
            case Command(name=name, repeated=False) if name in _WAYS:
                return self._try(_WAYS[name])
        return None

    def _point(self, way: Way | None) -> None:
        if way is not self.focus:
            self.focus = way
            self.warned = None

    def _try(self, way: Way | None) -> Action | None:
        """Return the action of a way; for one that is punished, None and a warning at the first try."""
        if way is None:
            return None
        if way in self.ways or way is self.warned:
            return self.go(way)
        self.warned = self.focus = way
        return None

    def _way_at(self, x: float, y: float, plan: Plan) -> Way | None:
        """Return the way whose single step leads to the square under a point; None if there is none."""
        here = plan.floor.at(x, y)
        square = self.me.square
        assert square is not None
        if not plan.floor.holds(here) and not plan.floor.frame.inflate(8, 8).collidepoint(x, y):
            return None
        return next((way for way in Way if towards(square, way) == here), None)

    def _handle_place(self, event: InputEvent, plan: Plan) -> Action | None:
        match event:
            case PointerMoved(x, y) if _is_place(x, y, plan):
                self._aim(x, y, plan)
            case PointerPressed(x, y, 1) if _is_place(x, y, plan):
                self._aim(x, y, plan)
                return self._place()
            case Command(name=CommandName.CONFIRM, repeated=False):
                return self._place()
            case Command(name=name) if name in _WAYS:
                self._lead(_WAYS[name], plan)
        return None

    def _aim(self, x: float, y: float, plan: Plan) -> None:
        """Point at the square under (x, y); at the sky if there is none."""
        square = plan.floor.at(x, y)
        self.focus = square if plan.floor.holds(square) else None

    def _lead(self, way: Way, plan: Plan) -> None:
        """Point at the next square in the direction of a way; above the first row lies the sky."""
        if not isinstance(self.focus, tuple):
            if way is Way.DOWN:
                self.focus = (0, plan.floor.columns // 2)
            return
        beside = towards(self.focus, way)
        if plan.floor.holds(beside):
            self.focus = beside
        elif way is Way.UP:
            self.focus = None


def _is_place(x: float, y: float, plan: Plan) -> bool:
    """Return whether a point is on a square or in the sky."""
    return plan.floor.holds(plan.floor.at(x, y)) or bool(plan.sky.collidepoint(x, y))
