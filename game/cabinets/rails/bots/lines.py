"""Lines: a route with a train on it, its price and its expected income."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.cabinets.rails.bots.routes import Route
from game.cabinets.rails.bots.trades import Trade
from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS, PLATFORM, RAIL, vehicle_price
from game.cabinets.rails.contract.actions import Buy, Call, Group
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.track.motion import BEND_LIMIT
from game.cabinets.rails.track.pieces import HALF_TILE

PERIOD: Final = 20
SERVED: Final = 0.7
"""Estimated share of an industry's output that a station with a train gets."""
STOPS: Final = 12
"""Number of ticks that the two stops of a round trip take, besides loading."""


class Make(NamedTuple):
    """The make of a train: an engine with wagons for one kind of cargo."""

    model: VehicleModel
    wagons: int
    passengers: bool

    @property
    def units(self) -> int:
        """Units of cargo that the train carries."""
        return self.wagons * (COACH_UNITS if self.passengers else GOODS_UNITS)

    @property
    def price(self) -> int:
        """Price of the train in coins."""
        return vehicle_price(self.model, 0 if self.passengers else self.wagons, self.wagons if self.passengers else 0)

    @property
    def tiles(self) -> int:
        """Length of the platform that the train needs, in tiles."""
        return (self.wagons + 2) // 2

    def buy(self, calls: tuple[Call, ...] = (), like: int = 0) -> Buy:
        """Return the group of a plan that buys the train."""
        goods, coaches = (0, self.wagons) if self.passengers else (self.wagons, 0)
        return Buy(self.model.word, goods, coaches, calls, like)


class Line(NamedTuple):
    """A trade, a route for it, and its first train."""

    trade: Trade
    route: Route
    make: Make

    @property
    def price(self) -> int:
        """Price of the line with one train, in coins."""
        tiles = self.route.first.length + self.route.last.length
        return self.route.price + tiles * (PLATFORM + RAIL) + self.make.price

    def groups(self, trains: int = 1, founded: int = 0) -> tuple[Group, ...]:
        """Return the groups that build the line, for a plan that founds `founded` stations before it."""
        calls = self.calls(founded)
        return (*self.route.groups(), *(self.make.buy(calls) for _ in range(trains)))

    def calls(self, founded: int = 0) -> tuple[Call, ...]:
        """Return the orders of the line's trains, with stations named as the plan founds them."""
        first, last = -1 - founded, -2 - founded
        if self.trade.both_ways:
            return (Call(first, "go"), Call(last, "go"))
        return (Call(first, "full"), Call(last, "unload"))

    def round_ticks(self) -> float:
        """Return the estimated number of ticks of a train's round trip."""
        tiles = self.route.units + HALF_TILE * (self.route.first.length + self.route.last.length)
        return 2 * travel_ticks(self.make, tiles, self.route.bends) + STOPS + self._loading()

    def _loading(self) -> float:
        wagons = self.make.wagons
        rate = 5 * ((wagons + 4) // 5)
        return (4 if self.trade.both_ways else 2) * self.make.units / rate

    def earns(self) -> float:
        """Return the line's income in coins per tick with one train, once it runs."""
        supply = self.trade.output * SERVED / PERIOD
        ways = 2 if self.trade.both_ways else 1
        return min(self.make.units / self.round_ticks(), supply) * ways * self.trade.unit


def travel_ticks(make: Make, units: int, bends: int) -> float:
    """Return the estimated number of ticks that a train takes from stop to stop."""
    limit = make.model.limit
    halves = make.wagons + 1
    gain = max(3, 72 // halves)
    reaching = limit * limit / (2 * gain) + limit * limit / 48
    if units < reaching:
        top = (units / (1 / (2 * gain) + 1 / 48)) ** 0.5
        ticks = top / gain + top / 24
    else:
        ticks = limit / gain + limit / 24 + (units - reaching) / limit
    slow = max(0.0, 1 / BEND_LIMIT - 1 / limit)
    return float(ticks + min(bends * halves * HALF_TILE, units) * slow)
