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
    """Actions of these kinds; where there are none all that are legal."""
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
    """One thing that is said, with the text `<game>.guide.<name>`."""

    name: str
    moment: Callable[[ViewT], bool]
    """Whether the match has come to where this is said, by the view of the person."""
    places: Callable[[ViewT], Sequence[Place]] = _nowhere
    actions: Callable[[ViewT, Sequence[ActionT]], Sequence[ActionT]] | None = None
    """Which of the legal actions may be chosen, at least one; None: it is only read, and the match stands still.

    Where a game cannot list its actions these are examples, and everything may be played."""
    values: Callable[[ViewT], Mapping[str, Any]] = _no_values
    optional: bool = False
    """Whether it is passed over where its moment does not come before that of the next."""


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

    @property
    def done(self) -> bool:
        """Whether everything has been said."""
        return self._next >= len(self.guide.steps)

    def now(self, view: ViewT) -> Step[ViewT, ActionT] | None:
        """The step whose moment a view is; None where there is nothing to say."""
        for step in self.guide.steps[self._next :]:
            if step.moment(view):
                return step
            if not step.optional:
                return None
        return None

    def passed(self, step: Step[ViewT, ActionT]) -> None:
        """It has been read, or done."""
        self._next = self.guide.steps.index(step) + 1

    def end(self) -> None:
        """Say nothing more."""
        self._next = len(self.guide.steps)
