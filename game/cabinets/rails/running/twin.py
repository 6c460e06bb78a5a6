"""A twin of a match at another place: for stages and bots, which see views and never the match.

The twin takes the steps that the match took, by the same rules, and is compared with it after every plan and every 64
ticks. Only the match decides: a twin that strayed is made anew from the view, and the log says so.
"""

from __future__ import annotations

import logging

import msgspec

from game.cabinets.rails.contract.actions import Advance, Plan, Queue, TakeBack
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import kept, restored
from game.cabinets.rails.running.playing import pass_time, play_window
from game.cabinets.rails.running.soundness import WRONG, check_dump, check_match
from game.cabinets.rails.running.viewing import check_of
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.yards.tasks import Task
from game.core.given import inflated

_LOG = logging.getLogger(__name__)
_COMPARED = 64
"""Number of ticks after which a twin is compared with the match even if nobody did anything."""
_MOST_BYTES = 1 << 20
"""Greatest size of a match or its works after decompression."""


class UnsoundViewError(ValueError):
    """A view holds what no match can be."""


def match_of(view: View, land: Land, task: Task | None = None) -> State:
    """Return a new match in the position of a view, whose map must be drawn; plans cannot be taken back in it.

    `task` is what the brief tells of the set task, if its file may not be at hand. Raise UnsoundViewError for a view
    that no match has.
    """
    try:
        parts = msgspec.msgpack.decode(unpacked(view.state))
        parts[1][0] = unpacked(view.works)
        check_dump(parts, view.tick, land, len(view.cash))
        state = restored(parts, lambda options, number: land, task)
        check_match(state)
    except WRONG as error:
        raise UnsoundViewError(str(error)) from error
    state.moves = tuple((moved.seat, moved.action) for moved in view.moves)
    return state


def unpacked(data: bytes) -> bytes:
    """Return the bytes of a compressed field of a view. Raise ValueError for damaged ones."""
    return inflated(data, _MOST_BYTES)


class Twin:
    """A match that follows views."""

    def __init__(self) -> None:
        self.state: State | None = None
        self._land: Land | None = None
        self._check = -1

    def see(self, view: View, land: Land, task: Task | None = None) -> State:
        """Return the match in the position of a view that may be any. Raise UnsoundViewError as `match_of` does."""
        if self.state is None or land is not self._land or view.check != self._check:
            self.state, self._land, self._check = match_of(view, land, task), land, view.check
        return self.state

    def follow(self, view: View, land: Land, task: Task | None = None) -> State:
        """Return the match in the position of the view that comes next. Raise UnsoundViewError as `match_of` does."""
        state = self.state
        if state is None or land is not self._land or view.check == self._check or _takes_back(view):
            return self.see(view, land, task)
        before = state.tick
        self._check = view.check
        try:
            if view.moves or view.round != state.windows:
                play_window(state, tuple((moved.seat, moved.action) for moved in view.moves))
            else:
                pass_time(state)
        except WRONG:
            self._check = -1
        planned = any(not isinstance(moved.action, Advance) for moved in view.moves)
        if planned or state.tick // _COMPARED != before // _COMPARED:
            self._check = check_of(state.works, kept(state))
        if self._check != view.check or state.tick != view.tick:
            self._check = -1
            _LOG.warning("the twin strayed from the match by tick %d, and is made anew", view.tick)
        return self.see(view, land, task)


def _takes_back(view: View) -> bool:
    """Return whether a plan in a view takes back another, for which a twin does not know enough."""
    actions = [moved.action for moved in view.moves]
    plans = [plan for one in actions for plan in (one.plans if isinstance(one, Queue) else (one,))]
    return any(isinstance(group, TakeBack) for plan in plans if isinstance(plan, Plan) for group in plan.groups)
