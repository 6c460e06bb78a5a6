"""What can be said of a match now, in rows: for the cards of a stage and the plans of bots.

`looking.look_of` makes a look of a match or of its twin. A look keeps what was true when it was made.
"""

from __future__ import annotations

import msgspec

from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Cargo, VehicleState, Why

MOST_SALES, MOST_LOST = 64, 8
"""Greatest number of rows of each company; if there are more, the greatest are kept."""


class Stock(msgspec.Struct, frozen=True):
    """Cargo of one kind waiting at a station."""

    kind: Cargo
    units: int
    rating: int
    """The rating in percent; the following three fields are its parts."""
    loading: int
    picked_up: int
    waiting: int
    accepted: bool
    """Whether anything in the station's catchment takes the cargo."""


class StationView(msgspec.Struct, frozen=True):
    """One station with all its parts."""

    id: int
    company: int
    name: int
    """The index of the station's name in the list of names."""
    tile: int
    """The tile of the station's sign."""
    accepts: int
    """A mask of the kinds of cargo that are taken in the station's catchment."""
    stocks: tuple[Stock, ...]


class IndustryView(msgspec.Struct, frozen=True):
    """What one industry has made and taken; its place follows from the map."""

    made: int
    """Units made in the last period."""
    carried: int
    """Units made in the last period that stations collected."""
    taken: int
    """Units delivered to the industry so far."""
    stock: int
    """Oil of a refinery that is not fuel yet; 0 for other industries."""


class TownView(msgspec.Struct, frozen=True):
    """What one town has made and taken."""

    inhabitants: int
    made: int
    """Passengers that set out in the last period."""
    carried: int
    fuel: int
    """Units of fuel delivered so far."""
    passengers: int
    """Passengers that have arrived so far."""


class CallView(msgspec.Struct, frozen=True):
    """A stop in a list of orders."""

    station: int
    order: int
    """The order as a number: 0 go, 1 full, 2 unload, 3 transfer, 4 transfer and load."""
    trouble: int
    """What is wrong with the stop, a `Trouble`; 0 for nothing."""
    cargo: int
    """The cargo that the trouble is about; -1 for none."""


class OrderList(msgspec.Struct, frozen=True):
    """A list of orders, which vehicles can share."""

    id: int
    calls: tuple[CallView, ...]


class VehicleView(msgspec.Struct, frozen=True):
    """A vehicle. A feeder is a ship, truck or bus."""

    id: int
    company: int
    model: VehicleModel
    goods: int
    coaches: int
    state: VehicleState
    tile: int
    """The tile of the vehicle's head."""
    leg: int
    """For a train the leg that its head is on, for a feeder the tile that it goes to next."""
    offset: int
    """For a train the units from where its head entered the piece, for a feeder the units from its tile."""
    speed: int
    """Speed in units per tick."""
    cargo: int
    """The kind of cargo that the vehicle carries most of; -1 for none."""
    load: int
    """Units of cargo aboard, of all kinds together."""
    list: int
    """The id of the vehicle's list of orders."""
    call: int
    """Index of the stop in that list that the vehicle goes to or is at."""
    waited: int
    """Number of ticks since the vehicle began to wait for its way; 0 if it does not wait."""
    why: Why
    blocked: int
    """The tile of the piece that the vehicle waits for; -1 for none."""
    blocker: int
    """The vehicle that holds that piece; -1 for none."""
    earned: int
    """The coins credited to the vehicle so far."""
    served: int
    """Number of ticks since the vehicle was set down."""
    stood: int
    """Number of the ticks in `served` during which the vehicle waited for its way."""


class Sale(msgspec.Struct, frozen=True):
    """What a company has carried of one cargo from one place to another."""

    company: int
    cargo: Cargo
    origin: int
    """The producer: the number of an industry, or of a town counted after the industries."""
    taker: int
    units: int
    coins: int


class Lost(msgspec.Struct, frozen=True):
    """How long vehicles of a company waited for their way on one tile."""

    company: int
    tile: int
    ticks: int
    """Sum of the ticks that all vehicles of the company waited on the tile."""


class Look(msgspec.Struct, frozen=True):
    """What can be said of a whole match."""

    number: int
    size: int
    tick: int
    due: int
    round: int
    first: int
    cash: tuple[int, ...]
    delivered: tuple[int, ...]
    units: tuple[int, ...]
    spent: tuple[int, ...]
    serials: tuple[int, ...]
    stations: tuple[StationView, ...]
    industries: tuple[IndustryView, ...]
    towns: tuple[TownView, ...]
    orders: tuple[OrderList, ...]
    vehicles: tuple[VehicleView, ...]
    """All vehicles, ascending by id."""
    rings: tuple[tuple[int, ...], ...]
    """The rings of jams: ids of vehicles, each waiting for the next and the last for the first."""
    sales: tuple[Sale, ...] = ()
    """Deliveries since the match began, by company; those that earned most come first."""
    lost: tuple[Lost, ...] = ()
    """Where vehicles waited longest, by company, the longest first."""
