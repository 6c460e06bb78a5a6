"""Choosing an action by its path of spots: click and click, drag and drop, arrows, pad, digits, a hint."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from game.engine.input import (
    AWAY,
    Command,
    CommandName,
    InputEvent,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Wheel,
)
from game.engine.tween import Point
from game.kit.layout import ARROWS, Key, Layout

ActionT = TypeVar("ActionT")
Path = tuple[Key, ...]

DRAG: Final = 8.0
"""Design units from which on a pressed pointer drags."""
DIGITS: Final = tuple("123456789")


def nothing(_path: object) -> None:
    """No reason, no action: for a chooser whose game has none to give."""


class Chooser(Generic[Key, ActionT]):
    """One choice of one person; the stage makes a new one whenever somebody is asked.

    An action is a path of spots: one spot to place a stone, two to move one, more for a chain of jumps; a path may
    go on where another ends. A place that is pressed and not offered becomes an action all the same if `unlisted`
    makes one, so that the match says why not and the log keeps it: only a pointer sends such. `why_not` gives
    a text key for the paths that cannot be said as an action, and while the pointer is over them.
    """

    keeps_focus: ClassVar[bool] = False
    """Whether a spot stays in focus when the pointer leaves it for none."""

    def __init__(
        self,
        layout: Layout[Key],
        paths: Mapping[Path[Key], ActionT],
        why_not: Callable[[Path[Key]], str | None] = nothing,
        unlisted: Callable[[Path[Key]], ActionT | None] = nothing,
    ) -> None:
        self.layout = layout
        self.paths = dict(paths)
        self.chosen: Path[Key] = ()
        """The spots taken so far."""
        self.focus: Key | None = None
        """The spot that is pointed at or that keys have come to."""
        self.by_keys = False
        self.near: Point | None = None
        """Where keys were before: they begin at the target nearest to it, else in the middle of many targets."""
        self.pointer: Point = (AWAY, AWAY)
        self.pressed: Point | None = None
        """Where the pointer went down on a spot that can be dragged."""
        self.refused: str | None = None
        """Why what was just tried cannot be chosen, as a text key; whoever says it sets it back to None."""
        self._why_not = why_not
        self._unlisted = unlisted
        self._again = False
        self._aimed: tuple[Key | None, float] = (None, 0.0)

    @property
    def targets(self) -> tuple[Key, ...]:
        """The spots that may come next, in the order of the paths."""
        far = len(self.chosen)
        nexts = (path[far] for path in self.paths if len(path) > far and path[:far] == self.chosen)
        return tuple(dict.fromkeys(nexts))

    @property
    def pending(self) -> ActionT | None:
        """The action that ends with what is chosen, where a longer one could go on."""
        return self.paths.get(self.chosen)

    @property
    def stops(self) -> tuple[Key, ...]:
        """The spots that keys lead to: the targets, and the last spot where one may end."""
        return (*self.targets, self.chosen[-1]) if self.chosen and self.pending is not None else self.targets

    @property
    def preview(self) -> Path[Key] | None:
        """What would be chosen with the spot in focus; None where that leads nowhere."""
        if self.focus is None or self.focus not in self.targets:
            return None
        return (*self.chosen, self.focus)

    @property
    def reason(self) -> str | None:
        """Why the spot in focus cannot be chosen, as a text key."""
        if self.focus is None or self.focus in self.stops or self.focus in self.chosen:
            return None
        return self._why_not((*self.chosen, self.focus))

    @property
    def dragging(self) -> bool:
        """Whether what was chosen last hangs at the pointer."""
        return self.pressed is not None and math.dist(self.pressed, self.pointer) >= DRAG

    def handle(self, event: InputEvent) -> ActionT | None:
        """Take an input; the action it chose, if it did."""
        match event:
            case PointerMoved(x, y):
                self.point(x, y)
            case PointerPressed(x, y, 1):
                self.point(x, y)
                return self._press(self.layout.at(x, y))
            case PointerReleased(x, y, 1):
                return self._release(x, y)
            case PointerPressed(button=3) | Command(CommandName.BACK, repeated=False):
                self.cancel()
            case Command(CommandName.CONFIRM, repeated=False):
                return self._confirm()
            case Command(CommandName.NEXT):
                self.cycle(1)
            case Command(CommandName.PREVIOUS):
                self.cycle(-1)
            case Wheel(steps=steps):
                self.cycle(-steps)
            case Command(name) if name in ARROWS:
                self._lead(name)
            case KeyPressed(key, modifiers, repeated=False) if key in DIGITS and not modifiers:
                return self._number(DIGITS.index(key))
        return None

    def point(self, x: float, y: float) -> None:
        """The pointer is at a point. One that has left the board while it drags holds what it holds."""
        if x <= AWAY / 2 and self.pressed:
            return
        self.pointer, self.by_keys = (x, y), False
        spot = self.layout.at(x, y)
        if spot is not None or not self.keeps_focus:
            self.focus = spot

    def update(self, seconds: float) -> None:
        """Let time pass."""
        spot, passed = self._aimed
        self._aimed = self.focus, seconds + (passed if spot == self.focus else 0.0)

    @property
    def aimed_for(self) -> float:
        """For how many seconds the spot in focus has been so."""
        return self._aimed[1] if self._aimed[0] == self.focus else 0.0

    def advise(self, action: ActionT) -> None:
        """Show the path of an action that somebody advises, if it is offered."""
        path = next((path for path, offered in self.paths.items() if offered == action), None)
        if path is not None:
            self.suggest(path)

    def suggest(self, path: Sequence[Key]) -> None:
        """Show a path that somebody advises, as if its last spot had been pointed at."""
        self.pressed, self.by_keys = None, True
        self.chosen, self.focus = tuple(path[:-1]), path[-1]

    def cancel(self) -> bool:
        """Take back the spot chosen last. Returns whether there was one."""
        self.pressed = None
        if not self.chosen:
            return False
        self.chosen, last = self.chosen[:-1], self.chosen[-1]
        if self.by_keys:
            self.focus = last
        return True

    def cycle(self, steps: int) -> None:
        """Lead the focus to the next spot that can be chosen, or the one before."""
        stops, self.by_keys = self.stops, True
        if self.focus in stops:
            self.focus = stops[(stops.index(self.focus) + steps) % len(stops)]
        elif stops:
            self.focus = stops[0 if steps > 0 else -1]

    def may_cycle(self, command: Command) -> bool:
        """Whether few spots can be chosen, and NEXT or PREVIOUS leads to another one of them."""
        stops = self.stops
        if self.focus is None or self.focus not in stops:
            return 0 < len(stops) <= len(DIGITS)
        steps = 1 if command.name is CommandName.NEXT else -1
        return len(stops) <= len(DIGITS) and 0 <= stops.index(self.focus) + steps < len(stops)

    def begin(self, pointer: Point, by_keys: bool, before: Chooser[Key, ActionT] | None = None) -> None:
        """Begin with the pointer there, or go on where `before` was: it was refused, or its stage was made again.

        A pointer that rests where the last choice left it is told no reason: nothing was tried there yet.
        """
        self.by_keys = by_keys
        if before is not None and self.paths == before.paths:
            self.chosen, self.focus = before.chosen, before.focus
        if not by_keys:
            self.point(*pointer)
            if before is None and self.reason:
                self.focus = None

    def _press(self, spot: Key | None) -> ActionT | None:
        if spot is None:
            return None
        self._again = bool(self.chosen) and spot == self.chosen[-1]
        if self._again:
            if self.pending is not None:
                return self.pending
            self.pressed = self.pointer
            return None
        action = self._take(spot)
        if action is None and self.chosen and self.chosen[-1] == spot:
            self.pressed = self.pointer
        return self._try_unlisted(spot) if action is None else action

    def _release(self, x: float, y: float) -> ActionT | None:
        """Drop what is dragged, or let go of what was pressed a second time. It may come without its press."""
        if self.pressed is None:
            return None
        dragged, again = self.dragging, self._again
        self.pressed, self._again = None, False
        spot = self.layout.at(x, y)
        if dragged and spot is not None and spot not in self.chosen:
            return self._take(spot) if spot in self.targets else self._try_unlisted(spot)
        if again and not dragged:
            self.cancel()
        return None

    def _confirm(self) -> ActionT | None:
        self.by_keys = True
        if self.focus is None:
            self._arrive()
            return None
        if self.chosen and self.focus == self.chosen[-1]:
            if self.pending is None:
                self.cancel()
            return self.pending
        action = self._take(self.focus)
        if action is None and self.focus not in self.chosen:
            self.refused = self._why_not((*self.chosen, self.focus))
        return action

    def _number(self, place: int) -> ActionT | None:
        """Take one of the targets by its number, where there are few enough to have one."""
        targets = self.targets
        if place >= len(targets) or len(targets) > len(DIGITS):
            return None
        self.by_keys, self.focus = True, targets[place]
        return self._take(targets[place])

    def _lead(self, command: CommandName) -> None:
        self.by_keys = True
        if self.focus is None and len(self.stops) > len(DIGITS):
            self._arrive()
            return
        spot = self.layout.towards(self.focus, command, self.stops)
        if spot is not None and spot not in self.stops:
            self.refused = self._why_not((*self.chosen, spot))
        elif spot is not None:
            self.focus = spot

    def _arrive(self) -> None:
        """Lead keys to their first spot: of a few the first, of many one near to where they were, or in the middle."""
        stops, self.by_keys = self.stops, True
        if len(stops) <= len(DIGITS):
            self.cycle(1)
            return
        box = self.layout.around(stops)
        near = self.near or (box.centerx, box.centery)
        self.focus = min(stops, key=lambda stop: math.dist(self.layout.middle(stop), near))

    def _take(self, spot: Key) -> ActionT | None:
        """Choose a spot that may come next, or begin at another; the action, if that completes one."""
        if spot not in self.targets:
            if not any(path[0] == spot and len(path) > 1 for path in self.paths):
                return None
            self.chosen = ()
        self.chosen = (*self.chosen, spot)
        if self.targets:
            return None
        action = self.paths[self.chosen]
        self.chosen = self.chosen[:-1]
        return action

    def _try_unlisted(self, spot: Key) -> ActionT | None:
        """What a press means that chose nothing: an action the match will refuse, or a reason."""
        if spot in self.chosen:
            return None
        path = (*self.chosen, spot)
        action = self._unlisted(path)
        if action is None:
            self.refused = self._why_not(path)
        return action
