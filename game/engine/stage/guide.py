"""A first match that explains itself: what is said at which moment, what is lit, and what may be chosen.

A guide knows views and actions but no pixels; scenes decide how it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from game.core.rules import ActionT, Seat, ViewT
from game.engine.canvas import Box


@dataclass(frozen=True)
class PanelOf:
    """The panel of a seat, as a place to light."""

    seat: Seat


@dataclass(frozen=True)
class SideCard:
    """The card beside the board, as a place to light."""


@dataclass(frozen=True)
class Named:
    """A place that the stage knows by a name (`Stage.place`), wherever it lies in this window."""

    name: str


Place: TypeAlias = Box | PanelOf | SideCard | Named
"""A place to light; a box is in the stage's design units."""


def lit(*places: Place) -> Callable[[Any], Sequence[Place]]:
    """Return a function of a view that gives the same places whatever the view."""
    return lambda _view: places


def only(*kinds: type[Any]) -> Callable[[Any, Sequence[ActionT]], Sequence[ActionT]]:
    """Return a function that keeps the legal actions of these types, or all of them if there are none."""
    return lambda _view, legal: [action for action in legal if isinstance(action, kinds)] or legal


def _nowhere(_view: Any) -> Sequence[Place]:
    return ()


def after_moves(moves: int) -> Callable[[Any], bool]:
    """Return a moment: the first seat's turn after `moves` moves, for views with the fields `mover` and `moves`."""
    return lambda view: view.mover == 0 and len(view.moves) == moves


def anything(_view: Any, legal: Sequence[Any]) -> Sequence[Any]:
    """Return all legal actions: for steps of a guide in which everything may be chosen."""
    return legal


def _no_values(_view: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Step(Generic[ViewT, ActionT]):
    """One thing that a guide says. Its text is `<game>.guide.<name>`, or `<game>.guide.<id>.<name>` in one of several
    guides.
    """

    name: str
    moment: Callable[[ViewT], bool]
    """Returns whether the match has reached this step's moment, given the person's view."""
    places: Callable[[ViewT], Sequence[Place]] = _nowhere
    actions: Callable[[ViewT, Sequence[ActionT]], Sequence[ActionT]] | None = None
    """Returns which of the legal actions may be chosen, at least one. None: the step is only read, and the match stands
    still.

    Where a game cannot list its actions these are examples, and everything may be played.
    """
    values: Callable[[ViewT], Mapping[str, Any]] = _no_values
    unhidden: Callable[[ViewT], Sequence[Place]] = _nowhere
    """Returns places that the sheet with the words does not cover, where there is room, besides the lit ones."""
    optional: bool = False
    """Whether the step is skipped if its moment does not come before that of the next step."""
    until: Callable[[ViewT], bool] | None = None
    """Returns whether the step is done, given the person's view; a step already done at its moment is skipped.

    Meanwhile the match goes on and everything legal may be chosen, unless `actions` restrict it: for games in which
    time runs. None: the step is done with the first action, or once read.
    """

    @property
    def read(self) -> bool:
        """Whether the step is only read while the match stands still."""
        return self.actions is None and self.until is None


@dataclass(frozen=True)
class Guide(Generic[ViewT, ActionT]):
    """A guided match: it is always the same except for what the person chooses, who has the first seat."""

    bots: tuple[str, ...]
    """Ids of the bots in the other seats; they should be weak ones."""
    seed: int
    steps: tuple[Step[ViewT, ActionT], ...]
    options: Callable[[str], Any] | None = None
    """Returns the options of the match for the language of the reader; None: the usual options."""


class Course(Generic[ViewT, ActionT]):
    """How far a person has come in a guide."""

    def __init__(self, guide: Guide[ViewT, ActionT]) -> None:
        self.guide = guide
        self._next = 0
        self._going_on: Step[ViewT, ActionT] | None = None
        """The step that is shown until its `until` holds, although its moment may have passed."""
        self._ended = False

    @property
    def done(self) -> bool:
        """Whether every step has been passed, or the guide was ended."""
        return self._next >= len(self.guide.steps)

    @property
    def whole(self) -> bool:
        """Whether every step was passed, and the guide was not ended early."""
        return self.done and not self._ended

    def now(self, view: ViewT) -> Step[ViewT, ActionT] | None:
        """Return the step to show for a view; None if there is nothing to say.

        Views must come in the order of the match: a step whose `until` holds is passed.
        """
        if self._going_on is not None:
            if not _is_over(self._going_on, view):
                return self._going_on
            self.passed(self._going_on)
        for step in self.guide.steps[self._next :]:
            if step.moment(view):
                if _is_over(step, view):
                    self.passed(step)
                    continue
                self._going_on = step if step.until else None
                return step
            if not step.optional:
                return None
        return None

    def passed(self, step: Step[ViewT, ActionT]) -> None:
        """Continue after a step that has been read or done."""
        self._next = self.guide.steps.index(step) + 1
        self._going_on = None

    def end(self) -> None:
        """End the guide early: no further step is shown."""
        self._ended = not self.done
        self._next = len(self.guide.steps)
        self._going_on = None


def _is_over(step: Step[ViewT, ActionT], view: ViewT) -> bool:
    return step.until is not None and step.until(view)
