"""Choosing an action as a path of spots: by clicks, drag and drop, arrows, a pad, digits, or a suggested path."""

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
"""Design units that a pressed pointer must move before it counts as dragging."""
DIGITS: Final = tuple("123456789")


def nothing(_path: object) -> None:
    """Return None: the default for a chooser's `why_not` and `unlisted`."""


class Chooser(Generic[Key, ActionT]):
    """One choice of one person; a stage makes a new chooser whenever somebody is asked.

    An action is a path of spots: one spot to place a stone, two to move a piece, more for a chain of jumps. A path may
    continue where another ends.

    `unlisted` may make an action of a path that is not offered: a press of the pointer then sends it, so that the match
    says why not and logs it. For other paths `why_not` gives a reason as a text key, also while the pointer is over the
    spot.
    """

    keeps_focus: ClassVar[bool] = False
    """Whether the last spot stays in focus when the pointer moves to a place without a spot."""

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
        """The spots of the path chosen so far."""
        self.focus: Key | None = None
        """The spot pointed at, or reached by keys."""
        self.by_keys = False
        self.near: Point | None = None
        """The middle of the spot where keys were in the choice before: focus begins at the target nearest to it. None
        begins in the middle of the targets. Only used with more than nine targets.
        """
        self.pointer: Point = (AWAY, AWAY)
        self.pressed: Point | None = None
        """Where the pointer was pressed on a spot that can be dragged; None while nothing is held."""
        self.refused: str | None = None
        """Text key of the reason why the last attempt was refused. The stage that shows it sets it back to None."""
        self._why_not = why_not
        self._unlisted = unlisted
        self._again = False
        self._aimed: tuple[Key | None, float] = (None, 0.0)

    @property
    def targets(self) -> tuple[Key, ...]:
        """The spots that may be chosen next, in the order of the offered paths."""
        far = len(self.chosen)
        nexts = (path[far] for path in self.paths if len(path) > far and path[:far] == self.chosen)
        return tuple(dict.fromkeys(nexts))

    @property
    def pending(self) -> ActionT | None:
        """The action whose path is exactly what is chosen, when longer paths could still continue it; None if there is
        none.
        """
        return self.paths.get(self.chosen)

    @property
    def stops(self) -> tuple[Key, ...]:
        """The spots that keys step through: the targets, and the spot chosen last if its path may end there."""
        return (*self.targets, self.chosen[-1]) if self.chosen and self.pending is not None else self.targets

    @property
    def preview(self) -> Path[Key] | None:
        """The path that choosing the spot in focus would give; None if that spot is no target."""
        if self.focus is None or self.focus not in self.targets:
            return None
        return (*self.chosen, self.focus)

    @property
    def reason(self) -> str | None:
        """Text key of why the spot in focus cannot be chosen; None if it can, or there is nothing to say."""
        if self.focus is None or self.focus in self.stops or self.focus in self.chosen:
            return None
        return self._why_not((*self.chosen, self.focus))

    @property
    def dragging(self) -> bool:
        """Whether the spot chosen last is being dragged by the pointer."""
        return self.pressed is not None and math.dist(self.pressed, self.pointer) >= DRAG

    def handle(self, event: InputEvent) -> ActionT | None:
        """Take an input. Return the action that it completed, or None."""
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
        """Move the pointer to a point of the stage. While something is dragged, a pointer that leaves the window
        changes nothing.
        """
        if x <= AWAY / 2 and self.pressed:
            return
        self.pointer, self.by_keys = (x, y), False
        spot = self.layout.at(x, y)
        if spot is not None or not self.keeps_focus:
            self.focus = spot

    def update(self, seconds: float) -> None:
        """Count for how many seconds the spot in focus has been in focus."""
        spot, passed = self._aimed
        self._aimed = self.focus, seconds + (passed if spot == self.focus else 0.0)

    @property
    def aimed_for(self) -> float:
        """Seconds for which the spot now in focus has been in focus."""
        return self._aimed[1] if self._aimed[0] == self.focus else 0.0

    def advise(self, action: ActionT) -> None:
        """Show the path of an advised action, if that action is offered."""
        path = next((path for path, offered in self.paths.items() if offered == action), None)
        if path is not None:
            self.suggest(path)

    def suggest(self, path: Sequence[Key]) -> None:
        """Show a path that somebody advises: choose all its spots but the last, and put the last in focus."""
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
        """Move the focus by `steps` through the spots that keys step through, wrapping at both ends."""
        stops, self.by_keys = self.stops, True
        if self.focus in stops:
            self.focus = stops[(stops.index(self.focus) + steps) % len(stops)]
        elif stops:
            self.focus = stops[0 if steps > 0 else -1]

    def may_cycle(self, command: Command) -> bool:
        """Return whether NEXT or PREVIOUS would lead to another spot that can be chosen, and there are at most nine of
        them.
        """
        stops = self.stops
        if self.focus is None or self.focus not in stops:
            return 0 < len(stops) <= len(DIGITS)
        steps = 1 if command.name is CommandName.NEXT else -1
        return len(stops) <= len(DIGITS) and 0 <= stops.index(self.focus) + steps < len(stops)

    def begin(self, pointer: Point, by_keys: bool, before: Chooser[Key, ActionT] | None = None) -> None:
        """Begin choosing with the pointer at a point, or go on from `before`, a choice of the same paths that was
        refused or whose stage was made again.

        A pointer that has not moved since the last choice is given no reason: the person has tried nothing with it yet.
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
        """Drop what is dragged, or unchoose a spot that was pressed a second time. A release may arrive without its
        press.
        """
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
        """Choose the target with this number, counted from 0; None if no target has it or there are more than nine."""
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
        """Put the first spot in focus for a person who begins to play by keys.

        With at most nine spots it is the first; else the one nearest to `near`, or to their middle.
        """
        stops, self.by_keys = self.stops, True
        if len(stops) <= len(DIGITS):
            self.cycle(1)
            return
        box = self.layout.around(stops)
        near = self.near or (box.centerx, box.centery)
        self.focus = min(stops, key=lambda stop: math.dist(self.layout.middle(stop), near))

    def _take(self, spot: Key) -> ActionT | None:
        """Choose a spot that may come next, or begin again at another. Return the action if that completes one, else
        None.
        """
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
        """Handle a press on a spot that is no target: return an action for the match to refuse, or set `refused` to the
        reason.
        """
        if spot in self.chosen:
            return None
        path = (*self.chosen, spot)
        action = self._unlisted(path)
        if action is None:
            self.refused = self._why_not(path)
        return action
