"""A list of orders under the hands of somebody who edits it, before it is given. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from game.cabinets.rails.contract.actions import MOST_STOPS, Buy, Call, Group, OrderKind, Orders
from game.cabinets.rails.contract.views import Trouble

KINDS: Final[tuple[OrderKind, ...]] = ("go", "full", "unload", "transfer", "transfer_load")
"""In the order of their numbers in a view."""
_REMEDIES: Final[dict[Trouble, OrderKind]] = {
    Trouble.NOBODY_TAKES: "transfer",
    Trouble.TAKEN_HERE: "unload",
    Trouble.NOTHING_TO_LOAD: "go",
}


def remedy(trouble: Trouble) -> OrderKind | None:
    """The order that ends a trouble; None where only going past that stop does."""
    return _REMEDIES.get(trouble)


def mended(calls: Sequence[Call], place: int, trouble: Trouble) -> tuple[Call, ...]:
    """The list without that trouble at a place: another order there, or the stop taken out."""
    found = list(calls)
    order = remedy(trouble)
    found[place : place + 1] = [Call(found[place].station, order)] if order else []
    return tuple(found)


def with_founded(groups: Sequence[Group], founded: Sequence[int]) -> tuple[Group, ...]:
    """The same groups, whose calls name a station that is drawn and not built as the n-th of its plan."""

    def named(call: Call) -> Call:
        return Call(-1 - founded.index(call.station), call.order) if call.station in founded else call

    return tuple(
        msgspec.structs.replace(group, calls=tuple(map(named, group.calls)))
        if founded and isinstance(group, Buy | Orders)
        else group
        for group in groups
    )


class OrderSheet:
    """The list, which stop of it is in hand, and for whom it is."""

    def __init__(self, calls: Sequence[Call], vehicle: int = 0, buy: Buy | None = None) -> None:
        """`vehicle`: whose orders they are; else `buy`, what is bought with them."""
        self.calls = tuple(calls)
        self.vehicle = vehicle
        self.buy = buy
        self.place = 0
        self.adding = False
        """Whether the next station that is chosen on the map becomes a stop."""

    @property
    def group(self) -> Group:
        """The part of a plan that gives a vehicle these orders, or that buys one with them."""
        if self.buy is not None:
            return Buy(self.buy.model, self.buy.goods, self.buy.coaches, self.calls)
        return Orders((self.vehicle,), self.calls)

    @property
    def has_room(self) -> bool:
        """Whether another stop may be added."""
        return len(self.calls) < MOST_STOPS

    def take(self, place: int) -> None:
        """Take a stop in hand."""
        self.place = max(0, min(place, len(self.calls) - 1))

    def turn(self, steps: int) -> None:
        """Another order at the stop in hand."""
        call = self.calls[self.place]
        self.set(KINDS[(KINDS.index(call.order) + steps) % len(KINDS)])

    def set(self, order: OrderKind) -> None:
        """This order at the stop in hand."""
        self._put(self.place, Call(self.calls[self.place].station, order))

    def _put(self, place: int, call: Call) -> None:
        self.calls = (*self.calls[:place], call, *self.calls[place + 1 :])

    def move(self, steps: int) -> None:
        """The stop in hand changes places with its neighbour; the list is a ring."""
        if len(self.calls) < 2:
            return
        found, goal = list(self.calls), (self.place + steps) % len(self.calls)
        found.insert(goal, found.pop(self.place))
        self.calls, self.place = tuple(found), goal

    def remove(self) -> None:
        """Take the stop in hand out; the last one stays."""
        if len(self.calls) > 1:
            self.calls = (*self.calls[: self.place], *self.calls[self.place + 1 :])
            self.take(self.place)

    def add(self, station: int, order: OrderKind) -> None:
        """A stop after the one in hand."""
        if self.has_room:
            at = self.place + 1
            self.calls = (*self.calls[:at], Call(station, order), *self.calls[at:])
            self.place = at
        self.adding = False

    def mend(self, trouble: Trouble) -> None:
        """End a trouble of the stop in hand."""
        if remedy(trouble) or len(self.calls) > 1:
            self.calls = mended(self.calls, self.place, trouble)
            self.take(self.place)
