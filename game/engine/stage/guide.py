"""A first match that explains itself: what is said at which moment, where it points, and what may be chosen then.

A guide knows views and actions and no pixels: how it is shown is the house's business.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from game.core.rules import ActionT, Seat, ViewT
from game.engine.canvas import Box


@dataclass(frozen=True)
class PanelOf:
    """The panel of a seat."""

    seat: Seat


@dataclass(frozen=True)
class SideCard:
    """The card beside the board."""


@dataclass(frozen=True)
class Named:
    """What the stage has under a name (`HasPlaces`), wherever that lies in this window."""

    name: str


Place: TypeAlias = Box | PanelOf | SideCard | Named
"""Something to light; a box is in the stage's design units."""


def lit(*places: Place) -> Callable[[Any], Sequence[Place]]:
    """The same places whatever the view."""
    return lambda _view: places


def only(*kinds: type[Any]) -> Callable[[Any, Sequence[ActionT]], Sequence[ActionT]]:
    """Choose actions of these kinds; where none is legal, all that are."""
    return lambda _view, legal: [action for action in legal if isinstance(action, kinds)] or legal


def _nowhere(_view: Any) -> Sequence[Place]:
    return ()


def after_moves(moves: int) -> Callable[[Any], bool]:
    """A moment: the turn of the first seat after so many moves, for views that have `mover` and `moves`."""
    return lambda view: view.mover == 0 and len(view.moves) == moves


def anything(_view: Any, legal: Sequence[Any]) -> Sequence[Any]:
    """Actions of a step: every legal one."""
    return legal


def _no_values(_view: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Step(Generic[ViewT, ActionT]):
    """One thing that is said, with the text `<game>.guide.<name>`, or `<game>.guide.<id>.<name>` of one of several."""

    name: str
    moment: Callable[[ViewT], bool]
    """Whether the match has come to where this is said, by the view of the person."""
    places: Callable[[ViewT], Sequence[Place]] = _nowhere
    actions: Callable[[ViewT, Sequence[ActionT]], Sequence[ActionT]] | None = None
    """Which of the legal actions may be chosen, at least one; None: it is only read, and the match stands still.

    Where a game cannot list its actions these are examples, and everything may be played."""
    values: Callable[[ViewT], Mapping[str, Any]] = _no_values
    unhidden: Callable[[ViewT], Sequence[Place]] = _nowhere
    """What the paper with the words does not lie on, where there is room, besides what is lit."""
    optional: bool = False
    """Whether it is passed over where its moment does not come before that of the next."""
    until: Callable[[ViewT], bool] | None = None
    """When it is done, by the view of the person; it is passed over where that holds at its moment.

    The match goes on meanwhile, and all that is legal may be chosen unless `actions` say what: for games in which time
    runs. None: it is done with the first action, or once it was read."""

    @property
    def read(self) -> bool:
        """Whether it is only read, while the match stands still."""
        return self.actions is None and self.until is None


@dataclass(frozen=True)
class Guide(Generic[ViewT, ActionT]):
    """A match that is always the same but for what the person chooses, who sits in the first seat."""

    bots: tuple[str, ...]
    """Who sits in the other seats: gentle ones."""
    seed: int
    steps: tuple[Step[ViewT, ActionT], ...]
    options: Callable[[str], Any] | None = None
    """The options of the match, by the language of the reader; None: the usual ones."""


class Course(Generic[ViewT, ActionT]):
    """How far a guide has come."""

    def __init__(self, guide: Guide[ViewT, ActionT]) -> None:
        self.guide = guide
        self._next = 0
        self._going_on: Step[ViewT, ActionT] | None = None
        """What is said until the view says that it is done, though its moment may be over."""
        self._ended = False

    @property
    def done(self) -> bool:
        """Whether everything has been said."""
        return self._next >= len(self.guide.steps)

    @property
    def whole(self) -> bool:
        """Whether it came to its end step by step, and was not ended before."""
        return self.done and not self._ended

    def now(self, view: ViewT) -> Step[ViewT, ActionT] | None:
        """The step whose moment a view is, or that goes on until another one; None where there is nothing to say.

        Views are told in the order of the match: a step whose `until` holds is passed.
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
        """Go on behind a step that has been read, or done."""
        self._next = self.guide.steps.index(step) + 1
        self._going_on = None

    def end(self) -> None:
        """Say nothing more."""
        self._ended = not self.done
        self._next = len(self.guide.steps)
        self._going_on = None


def _is_over(step: Step[ViewT, ActionT], view: ViewT) -> bool:
    return step.until is not None and step.until(view)
