"""A list of orders while a person edits it, before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import MOST_STOPS, ORDERS, Buy, Call, Group, OrderKind, Orders
from game.cabinets.rails.contract.views import Trouble
from game.cabinets.rails.match.look import CallView
from game.ground.texts import Texts

_REMEDIES: Final[dict[Trouble, OrderKind]] = {
    Trouble.NOBODY_TAKES: "transfer",
    Trouble.TAKEN_HERE: "unload",
    Trouble.NOTHING_TO_LOAD: "go",
}


def remedy(trouble: Trouble) -> OrderKind | None:
    """Return the order that ends a stop's trouble; None if only removing the stop does."""
    return _REMEDIES.get(trouble)


def remedy_line(texts: Texts, call: CallView) -> str:
    """Return the sentence that says how to end the trouble of a stop."""
    order = remedy(Trouble(call.trouble))
    if order is None:
        return texts.line("rails_stage.mend_out")
    return texts.line("rails_stage.mend", order=texts.line(f"rails_stage.order.{order}"))


def mended(calls: Sequence[Call], place: int, trouble: Trouble) -> tuple[Call, ...]:
    """Return the calls without a trouble at the index `place`: with another order there, or without that stop."""
    found = list(calls)
    order = remedy(trouble)
    found[place : place + 1] = [Call(found[place].station, order)] if order else []
    return tuple(found)


def with_founded(groups: Sequence[Group], founded: Sequence[int]) -> tuple[Group, ...]:
    """Return the groups with ids of stations that are drawn but not built replaced by -n, the n-th of the plan."""

    def named(call: Call) -> Call:
        return Call(-1 - founded.index(call.station), call.order) if call.station in founded else call

    return tuple(
        msgspec.structs.replace(group, calls=tuple(map(named, group.calls)))
        if founded and isinstance(group, Buy | Orders)
        else group
        for group in groups
    )


class OrderSheet:
    """A list of orders being edited: its calls, the selected stop, and the vehicle or purchase it belongs to."""

    def __init__(self, calls: Sequence[Call], vehicle: int = 0, buy: Buy | None = None) -> None:
        """Start editing the orders of the vehicle with this id, or else of the purchase `buy`."""
        self.calls = tuple(calls)
        self.vehicle = vehicle
        self.buy = buy
        self.place = 0
        self.adding = False
        """Whether the next station that the person chooses on the map becomes a stop."""
        self.tried: tuple[object, tuple[CallView, ...]] | None = None
        """The stops as they were tried last, behind what they were tried for; None if they were not."""

    @property
    def group(self) -> Group:
        """The group of a plan that gives the vehicle these orders, or buys one with them."""
        if self.buy is not None:
            return Buy(self.buy.model, self.buy.goods, self.buy.coaches, self.calls)
        return Orders((self.vehicle,), self.calls)

    @property
    def has_room(self) -> bool:
        """Whether another stop can be added."""
        return len(self.calls) < MOST_STOPS

    def add_next(self, adding: bool) -> None:
        """Let the next station that the person chooses become a stop, or not."""
        self.adding = adding

    def take(self, place: int) -> None:
        """Select the stop at an index."""
        self.place = max(0, min(place, len(self.calls) - 1))

    def turn(self, steps: int) -> None:
        """Switch the order at the selected stop by so many kinds."""
        call = self.calls[self.place]
        self.set(ORDERS[(ORDERS.index(call.order) + steps) % len(ORDERS)])

    def set(self, order: OrderKind) -> None:
        """Set the order at the selected stop."""
        self._put(self.place, Call(self.calls[self.place].station, order))

    def _put(self, place: int, call: Call) -> None:
        self.calls = (*self.calls[:place], call, *self.calls[place + 1 :])

    def move(self, steps: int) -> None:
        """Move the selected stop within the list, past the end back to the start."""
        if len(self.calls) < 2:
            return
        found, goal = list(self.calls), (self.place + steps) % len(self.calls)
        found.insert(goal, found.pop(self.place))
        self.calls, self.place = tuple(found), goal

    def remove(self) -> None:
        """Remove the selected stop; the only stop of a list stays."""
        if len(self.calls) > 1:
            self.calls = (*self.calls[: self.place], *self.calls[self.place + 1 :])
            self.take(self.place)

    def add(self, station: int, order: OrderKind) -> None:
        """Insert a stop after the selected one, and select it; do nothing if the list is full."""
        if self.has_room:
            at = self.place + 1
            self.calls = (*self.calls[:at], Call(station, order), *self.calls[at:])
            self.place = at
        self.adding = False

    def mend(self, trouble: Trouble) -> None:
        """End a trouble of the selected stop."""
        if remedy(trouble) or len(self.calls) > 1:
            self.calls = mended(self.calls, self.place, trouble)
            self.take(self.place)
