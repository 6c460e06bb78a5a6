"""Turn a person's input into actions: a step, a longer walk, an aimed bomb or shove, a button of the bar."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from game.cabinets.cisterns.knowledge import Square
from game.cabinets.cisterns.rules.state import Action, Bomb, Descend, Drink, Shove, Step, Wait
from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.stage.bar import BUTTONS, KEYS, Button
from game.cabinets.cisterns.stage.walking import Walk, is_watched, next_step
from game.core.forge.model.level import HEADINGS
from game.core.rules import Seat
from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    CommandReleased,
    InputEvent,
    KeyPressed,
    KeyReleased,
    PointerPressed,
    PointerReleased,
)

_ARROWS = {CommandName.UP: 0, CommandName.RIGHT: 1, CommandName.DOWN: 2, CommandName.LEFT: 3}
_STEERING = {"w": 0, "d": 1, "s": 2, "a": 3}


@dataclass(frozen=True)
class Held:
    """A control that a person holds down: a letter key for a step, or any control for waiting. Arrows repeat anyway."""

    seat: Seat
    action: Action
    release: InputEvent
    """The input that ends the holding; for the pointer its place does not matter."""


class Hand:
    """One person's choice in one turn. Goals of walks and what is aimed last longer than a turn."""

    def __init__(self) -> None:
        self.focus: Button = "explore"
        """The button that CONFIRM presses."""
        self.aiming: type[Bomb | Shove] | None = None
        """What the next direction aims; None for a step."""
        self.walks: dict[Seat, Walk] = {}
        self.queued: Action | None = None
        """The action of the next turn, chosen while others still chose or a turn was told; None for none."""
        self.held: Held | None = None
        self.held_for = 0.0
        """Seconds since the held control was pressed."""
        self.startled = False
        """Whether something new was seen since the last press, during which a held control does nothing."""
        self.stale = False
        """Whether an awake monster is in sight and did nothing in the last turn, so that waiting on would not help."""
        self.advised: Action | None = None
        """The action advised for this turn, which CONFIRM plays; None for none."""
        self.refused: Action | None = None
        """An action that was tried and is impossible; the stage says why and resets this to None."""
        self.nowhere: Walk | None = None
        """A walk that could not start; the stage says why and resets this to None."""

    def handle(
        self,
        event: InputEvent,
        view: View,
        seat: Seat,
        legal: Collection[Action] | None,
        aim: Square | Button | None,
        *,
        sure: bool = True,
    ) -> Action | None:
        """Return the action that an input chose, or None; `aim` is the square or button under the pointer.

        Without `sure`, the hero may stand elsewhere when the action is played: a click always begins a walk.
        """
        if not isinstance(event, Command | KeyPressed | PointerPressed):
            return None
        if isinstance(event, PointerPressed) or not event.repeated:
            self.held = None
        action = self._chosen(event, view, seat, legal, aim, sure=sure)
        if action == Wait() or (isinstance(action, Step) and isinstance(event, KeyPressed)):
            assert action is not None
            self.held, self.held_for = Held(seat, action, _release_of(event)), 0.0
        return action

    def let_go(self, event: InputEvent) -> None:
        """Note that a held control was released."""
        if isinstance(event, PointerReleased):
            event = PointerReleased(AWAY, AWAY, event.button)
        if self.held is not None and event == self.held.release:
            self.held = None

    def goes_on(self, view: View, seat: Seat) -> Action | None:
        """Return the action of the next turn while a control is held; None if the hero should stop."""
        held = self.held
        if held is None or held.seat != seat:
            return None
        stops = self.startled if isinstance(held.action, Step) else self.stale or not may_wait_on(view, seat)
        return None if stops else held.action

    def _chosen(
        self,
        event: Command | KeyPressed | PointerPressed,
        view: View,
        seat: Seat,
        legal: Collection[Action] | None,
        aim: Square | Button | None,
        *,
        sure: bool,
    ) -> Action | None:
        match event:
            case Command(CommandName.CONFIRM, repeated=False) if self.advised is not None:
                return self._take(self.advised, legal)
            case Command(name, repeated=repeated) if name in _ARROWS:
                return self._go(_ARROWS[name], view, seat, legal, held=repeated)
            case KeyPressed(key, modifiers, repeated=False) if key in _STEERING and not modifiers:
                return self._go(_STEERING[key], view, seat, legal, held=False)
            case KeyPressed(key, modifiers, repeated=False) if key in KEYS and not modifiers:
                return self._press(KEYS[key], view, seat, legal)
            case Command(CommandName.CONFIRM, repeated=False):
                return self._press(self.confirms(view, seat), view, seat, legal)
            case Command(CommandName.NEXT | CommandName.PREVIOUS) as command if self.may_lead(command):
                self.focus = BUTTONS[BUTTONS.index(self.focus) + (1 if command.name is CommandName.NEXT else -1)]
            case Command(CommandName.BACK, repeated=False) | PointerPressed(button=3):
                self.stop(seat)
            case PointerPressed(button=1):
                return self._click(aim, view, seat, legal, sure=sure)
        return None

    def plan(self, event: InputEvent, view: View, seat: Seat, aim: Square | Button | None) -> None:
        """Take an input before a seat is asked again: stop its walk, begin one, or queue the next turn's action."""
        if isinstance(event, Command | KeyPressed) and event.repeated:
            return
        action = self.handle(event, view, seat, None, aim, sure=False)
        self.queued = action or self.queued

    def stop(self, seat: Seat) -> None:
        """End a seat's walk, aiming, and repeating of a held control, and drop what is queued."""
        self.aiming = self.held = self.queued = None
        self.walks.pop(seat, None)

    def confirms(self, view: View, seat: Seat) -> Button:
        """Return the button that CONFIRM presses: on stairs the way down, unless another button has the focus."""
        return "descend" if self.focus == "explore" and on_stairs(view, seat) else self.focus

    def may_lead(self, command: Command) -> bool:
        """Return whether NEXT or PREVIOUS moves the focus to another button, rather than off the bar."""
        place = BUTTONS.index(self.focus) + (1 if command.name is CommandName.NEXT else -1)
        return 0 <= place < len(BUTTONS)

    def _go(
        self, heading: int, view: View, seat: Seat, legal: Collection[Action] | None, *, held: bool
    ) -> Action | None:
        if held and self.startled:
            return None
        self.startled = False
        self.walks.pop(seat, None)
        action: Action = (self.aiming or Step)(heading)
        if held and legal is not None and action not in legal:
            return None
        return self._take(action, legal)

    def _take(self, action: Action, legal: Collection[Action] | None) -> Action | None:
        if legal is not None and action not in legal:
            self.refused = action
            return None
        self.aiming = None
        return action

    def _press(self, button: Button, view: View, seat: Seat, legal: Collection[Action] | None) -> Action | None:
        self.startled = False
        walked = self.walks.pop(seat, None)
        match button:
            case "explore":
                if walked is None and (is_watched(view) or next_step(Walk(), view, seat) is None):
                    self.nowhere = Walk()
                elif walked is None:
                    self.walks[seat] = Walk()
                return None
            case "bomb" | "shove":
                return self._aim(Bomb if button == "bomb" else Shove, view, seat)
            case "wait":
                return self._take(Wait(), legal)
            case "drink":
                return self._take(Drink(), legal)
        return self._take(Descend(), legal)

    def _aim(self, kind: type[Bomb | Shove], view: View, seat: Seat) -> Action | None:
        """Begin to aim, or end it; where nothing can be aimed at, the stage says why. One monster beside is shoved."""
        hero = view.heroes[seat]
        places = [(each.x - hero.x, each.y - hero.y) for each in view.monsters]
        beside = [heading for heading, place in enumerate(HEADINGS) if place in places]
        if kind is Shove and len(beside) == 1:
            return self._take(Shove(beside[0]), None)
        if hero.bombs if kind is Bomb else beside:
            self.aiming = None if self.aiming is kind else kind
        else:
            self.refused = kind(0)
        return None

    def _click(
        self, aim: Square | Button | None, view: View, seat: Seat, legal: Collection[Action] | None, *, sure: bool
    ) -> Action | None:
        if isinstance(aim, str):
            return self._press(aim, view, seat, legal)
        square, hero = aim, view.heroes[seat]
        self.startled = False
        walked = self.walks.pop(seat, None)
        if square is None or walked is not None:
            return None
        if square == (hero.x, hero.y) and sure:
            return self._take(Descend(), legal) if on_stairs(view, seat) else None
        beside = (square[0] - hero.x, square[1] - hero.y)
        if beside in HEADINGS and (sure or self.aiming):
            heading = HEADINGS.index(beside)
            return self._take((self.aiming or Step)(heading), legal)
        self.aiming = None
        walk = Walk(square)
        if next_step(walk, view, seat) is not None:
            self.walks[seat] = walk
        else:
            self.nowhere = walk
        return None


def _release_of(event: Command | KeyPressed | PointerPressed) -> InputEvent:
    """Return the input that releases the control which made an event."""
    match event:
        case Command(name, device):
            return CommandReleased(name, device)
        case KeyPressed(key):
            return KeyReleased(key)
    return PointerReleased(AWAY, AWAY, event.button)


def may_wait_on(view: View, seat: Seat) -> bool:
    """Return whether holding waits another turn: not beside an awake monster, on announced harm or in water."""
    hero = view.heroes[seat]
    here = (hero.x, hero.y)
    near = any(not each.asleep and abs(each.x - hero.x) + abs(each.y - hero.y) < 2 for each in view.monsters)
    struck = any((threat.x, threat.y) == here for threat in view.threats)
    blown = any(max(abs(x - hero.x), abs(y - hero.y)) < 2 for x, y in view.bombs)
    return not (near or struck or blown or view.water)


def on_stairs(view: View, seat: Seat) -> bool:
    """Return whether a hero stands on the stairs."""
    hero = view.heroes[seat]
    return any(thing.kind == "exit" and (thing.x, thing.y) == (hero.x, hero.y) for thing in view.things)
