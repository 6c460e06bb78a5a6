"""Yards run as whole matches in the laboratory: a yard's track and stations, with a number of its vehicles."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from game.cabinets.rails.building.plans import play, try_groups
from game.cabinets.rails.cargo.catchment import made_by
from game.cabinets.rails.cargo.packets import Packet, put
from game.cabinets.rails.contract.actions import Buy, Group, Plan
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.ticks import after_building, run
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.errors import YardError, does_not_fit
from game.cabinets.rails.yards.yard import Yard
from game.core.chance import derive
from game.core.deck import shuffled

MOST_HOURS: Final = 400
"""Number of ticks within which vehicles are bought, at times that follow from a seed."""
MOST_STOCK: Final = 240
"""Greatest number of units of each cargo at a station when a run begins; the number follows from a seed."""
MOST_VEHICLES: Final = 200
_STEP: Final = 8


class YardRun:
    """A yard that runs by the rules, free of charge."""

    def __init__(self, yard: Yard, trains: int, seed: int) -> None:
        """Start a yard with `trains` vehicles, copied from its own in turn.

        Raise YardError if the yard has no vehicle, or its plan does not fit. Seed 0 buys all of them at once and leaves
        stations empty; other seeds vary order, times and first stocks.
        """
        land: Land = yard.land if yard.land is not None else land_of(yard.number or 0, yard.size)
        options: Any = Options(size=land.size, free=True, minutes=30, collisions=yard.collisions)  # type: ignore[arg-type]
        self._state = State(options, 1)
        self._state.found(yard.number or 0, land)
        self._state.site.free = True
        bought = [group for group in yard.groups if isinstance(group, Buy)]
        if not bought:
            raise YardError("no_vehicles")
        buys = [_by_itself(bought, number % len(bought)) for number in range(trains)]
        order = list(range(trains)) if seed == 0 else shuffled(derive(0, "rails-lab", seed), range(trains))
        hours = [0 if seed == 0 else derive(0, "rails-lab", seed, number) % MOST_HOURS for number in order]
        self._due = sorted(zip((-(-hour // _STEP) * _STEP for hour in hours), range(trains), strict=True))
        self._buys = [buys[number] for number in order]
        self.coins = _price(land, options, (*self._works(yard), *self._buys))
        self._stations = self._build(self._works(yard))
        if seed:
            self._fill_stocks(seed)

    @property
    def railway(self) -> Railway:
        """The yard's track and trains."""
        return self._state.railway

    @property
    def delivered(self) -> int:
        """Number of units delivered so far."""
        return self._state.units[0]

    def run(self, ticks: int) -> None:
        """Let ticks pass, in steps of 8, and buy the vehicles that are due."""
        last = self._state.tick + ticks
        while self._state.tick < last:
            while self._due and self._due[0][0] <= self._state.tick:
                _, number = self._due.pop(0)
                self._build((self._named(self._buys[number]),))
            run(self._state, min(_STEP, last - self._state.tick))

    def _fill_stocks(self, seed: int) -> None:
        """Put cargo of the producers around into the stations."""
        state = self._state
        for station, reached in sorted(state.reached.items()):
            for producer in reached:
                kind = made_by(state.land, producer)
                if kind is not None:
                    shelf = KINDS * station + kind
                    units = derive(0, "rails-lab", seed, shelf, producer) % (MOST_STOCK + 1)
                    state.cargoes.produced[kind] += units
                    state.railway.stations.stock[shelf] += units
                    put(state.cargoes.waiting.setdefault(shelf, []), Packet(producer, 0, units))

    @staticmethod
    def _works(yard: Yard) -> tuple[Group, ...]:
        return tuple(group for group in yard.groups if not isinstance(group, Buy))

    def _named(self, buy: Buy) -> Buy:
        """Return a purchase with ids of stations in place of their numbers in the plan that founded them."""
        calls = tuple(
            replace(call, station=self._stations[-call.station - 1]) if call.station < 0 else call for call in buy.calls
        )
        return replace(buy, calls=calls)

    def _build(self, groups: tuple[Group, ...]) -> list[int]:
        """Play a plan. Return the ids of the new stations."""
        state = self._state
        known = set(state.site.stations)
        outcome = play(state.site, 0, 0, Plan(state.serials[0] + 1, groups))
        if outcome.refused:
            first = outcome.refused[0]
            raise does_not_fit(first.reason, first.x, first.y)
        state.serials[0] += 1
        after_building(state)
        return sorted(set(state.site.stations) - known)


def _by_itself(bought: list[Buy], number: int) -> Buy:
    """Return a purchase with its own orders, if in the yard it shares those of another vehicle."""
    one = bought[number]
    return replace(one, calls=bought[one.like - 1].calls, like=0) if one.like else one


def _price(land: Land, options: Options, groups: tuple[Group, ...]) -> int:
    """Return the price of all groups together."""
    state = State(options, 1)
    state.found(0, land)
    state.site.free = False
    state.site.cash[0] = 1 << 40
    return sum(try_groups(state.site, 0, 0, groups).prices)
