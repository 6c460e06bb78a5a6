"""Lines: pairs of places worth joining, a route between them with a train on it, its price and its expected income."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from game.cabinets.rails.bots.routes import Route
from game.cabinets.rails.building.prices import COACH_UNITS, GOODS_UNITS, PLATFORM, RAIL, vehicle_price
from game.cabinets.rails.contract.actions import Buy, Call, Group
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo
from game.cabinets.rails.match.cargo import TARIFFS, apart, made_by, takes
from game.cabinets.rails.match.look import Look
from game.cabinets.rails.running.periods import A_PASSENGER, PERIOD
from game.cabinets.rails.track.motion import BEND_LIMIT
from game.cabinets.rails.track.pieces import HALF_TILE
from game.cabinets.rails.world.land import Land

FARTHEST = 90
NEAREST = 10
"""The least distance between partners, in tiles."""
SERVED: Final = 0.7
"""Estimated share of an industry's output that a station with a train gets."""
STOPS: Final = 12
"""Number of ticks that the two stops of a round trip take, besides loading."""


class Trade(NamedTuple):
    """Cargo of one kind that could be carried. Places are indices of industries, then of towns."""

    kind: Cargo
    maker: int
    taker: int
    far: int
    """The distance that the tariff pays for, in tiles."""
    output: int
    """Units produced per period."""

    @property
    def both_ways(self) -> bool:
        """Whether equally much cargo can be carried back."""
        return self.kind == Cargo.PASSENGERS

    @property
    def unit(self) -> float:
        """Coins paid for a unit that arrives in time."""
        return self.far * TARIFFS[self.kind].rate / 1000


def tiles_of(land: Land, place: int) -> tuple[int, ...]:
    """Return the tiles of a place; a station serves the place if one of them is in its catchment."""
    industries = len(land.industries)
    if place < industries:
        return tuple(land.tiles_of(land.industries[place]))
    town = land.towns[place - industries]
    return (town.tile, *town.houses)


def trades(land: Land, view: Look, *, planned: bool = False) -> Iterator[Trade]:
    """Yield all cargo that could be carried by rail, passengers once for each pair of towns.

    `planned`: also the fuel of a refinery that makes none yet.
    """
    industries = len(land.industries)
    places = range(industries + len(land.towns))
    inhabitants = {industries + index: town.inhabitants for index, town in enumerate(view.towns)}
    for maker in places:
        kind = made_by(land, maker)
        if kind is None or (maker < industries and land.industries[maker].at_sea):
            continue
        output = _output(land, view, maker, inhabitants)
        if not (output or planned):
            continue
        for taker in places:
            if taker == maker or (kind == Cargo.PASSENGERS and taker < maker):
                continue
            far = apart(land, maker, taker)
            if takes(land, taker, kind, inhabitants.get(taker, 0)) and NEAREST <= far <= FARTHEST:
                back = inhabitants.get(taker, 0) // A_PASSENGER if kind == Cargo.PASSENGERS else output
                yield Trade(kind, maker, taker, far, min(output, back))


def _output(land: Land, view: Look, maker: int, inhabitants: dict[int, int]) -> int:
    """Return what a place produces in a period; for a refinery, what it produced in the last one."""
    if maker in inhabitants:
        return inhabitants[maker] // A_PASSENGER
    industry = land.industries[maker]
    return industry.output or view.industries[maker].made


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
