"""Check orders that are not given yet, by the rules' own code."""

from __future__ import annotations

from game.cabinets.rails.building.plans import play as carry_out
from game.cabinets.rails.contract.actions import ORDERS, Call, Plan
from game.cabinets.rails.match.look import CallView
from game.cabinets.rails.match.troubles import troubles_of
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.stage.hand.orders import OrderSheet
from game.cabinets.rails.stage.person.play import Play


class OrderTrials:
    """Checks lists of orders; the last answer is cached."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._kept: tuple[object, tuple[CallView, ...]] | None = None

    def __call__(self, sheet: OrderSheet) -> tuple[CallView, ...]:
        """Return the stops of an edited order list, each with what would be wrong with it."""
        sight = self._play.sight
        if sight is None:
            return ()
        key = sight.works, sheet.vehicle, sheet.buy, sheet.calls
        if self._kept is None or self._kept[0] != key:
            self._kept = key, self._tried(sheet)
        return self._kept[1]

    def _tried(self, sheet: OrderSheet) -> tuple[CallView, ...]:
        play, sight = self._play, self._play.sight
        assert sight is not None
        state = copied(sight.state)
        before = set(state.site.vehicles)
        state.site.free = True
        outcome = carry_out(state.site, play.seat, play.company, Plan(0, (sheet.group,)))
        if outcome.refused:
            return tuple(_untold(call) for call in sheet.calls)
        after_building(state)
        new = set(state.site.vehicles) - before
        vehicle = sheet.vehicle or min(new, default=0)
        told = troubles_of(state).get(state.site.vehicles[vehicle].list, [])
        return tuple(
            CallView(call.station, ORDERS.index(call.order), int(trouble), cargo)
            for call, (trouble, cargo) in zip(sheet.calls, told, strict=True)
        )


def _untold(call: Call) -> CallView:
    return CallView(call.station, ORDERS.index(call.order), 0, -1)
