"""What everybody sees of a match, which is everything (docs/rails.md, "The view").

Every struct is an array on the wire, with its fields in the order written here. Terrain, towns and industries of a map
follow from its number (`world/worldgen.py`), or come with the brief if a yard is played.

A tile is `y * size + x`. Edges are 0 north, 1 east, 2 south, 3 west. Kinds of pieces are 0 N–S, 1 E–W, 2 N–E, 3 E–S, 4
S–W, 5 N–W; for bridges and tunnels 6 N–S and 7 E–W. A leg is 2 · kind + direction; direction 0 enters at the edge named
first. A company is a seat, or 0 if all seats are one company.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

import msgspec

from game.cabinets.rails.contract.actions import MOST_STOPS, MOST_VEHICLES
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.why import Why

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Coins: TypeAlias = Annotated[int, msgspec.Meta(ge=-(1 << 53), le=1 << 53)]
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1 << 20)]
MOST_STATIONS = 400
MOST_BYTES = 1 << 18
MOST_SALES, MOST_LOST = 64, 8
"""Greatest number of rows of each company in a view; if there are more, the greatest are kept."""


class Cargo(IntEnum):
    """Kinds of cargo."""

    COAL = 0
    OIL = 1
    FUEL = 2
    PASSENGERS = 3


class VehicleState(IntEnum):
    """What a vehicle is doing."""

    YARD = 0
    """In the dealer's yard, until the vehicle's first stop has a free place."""
    STOP = 1
    """At a stop: the vehicle unloads, loads or waits for cargo."""
    WAITING = 2
    """The vehicle stands and waits for its way to become free."""
    MOVING = 3
    WRECK = 4


class Trouble(IntEnum):
    """What is wrong with a stop of a list of orders; vehicles skip stops with the first three troubles."""

    NOTHING = 0
    GONE = 1
    """The station no longer exists."""
    NOT_YOURS = 2
    TWICE = 3
    """The stop before this one is at the same station."""
    NO_PART = 4
    """The station has no long enough platform, no stop or no dock for the vehicles of the list."""
    NO_WAY = 5
    """No track, road or water leads to the station from the stop before."""
    NOBODY_TAKES = 6
    """Nobody takes the cargo at the station, so the vehicle leaves full. `transfer` would leave it for others."""
    TAKEN_HERE = 7
    """`transfer` only leaves the cargo at the station, though the station takes it: `unload` would be paid."""
    NOTHING_TO_LOAD = 8
    """The vehicle waits to be full at a station where no cargo is made and none is left for it."""


class Stock(msgspec.Struct, array_like=True, frozen=True):
    """Cargo of one kind waiting at a station."""

    kind: Cargo
    units: Count
    rating: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """The rating in percent; the following three fields are its parts."""
    loading: Annotated[int, msgspec.Meta(ge=0, le=25)]
    picked_up: Annotated[int, msgspec.Meta(ge=0, le=25)]
    waiting: Annotated[int, msgspec.Meta(ge=0, le=20)]
    accepted: bool
    """Whether anything in the station's catchment takes the cargo."""


class StationView(msgspec.Struct, array_like=True, frozen=True):
    """One station with all its parts."""

    id: Small
    company: Small
    name: Small
    """The index of the station's name in the list of names."""
    tile: Small
    """The tile of the station's sign."""
    accepts: Annotated[int, msgspec.Meta(ge=0, le=15)]
    """A mask of the kinds of cargo that are taken in the station's catchment."""
    stocks: Annotated[tuple[Stock, ...], msgspec.Meta(max_length=len(Cargo))]


class IndustryView(msgspec.Struct, array_like=True, frozen=True):
    """What one industry has made and taken; its place follows from the map."""

    made: Count
    """Units made in the last period."""
    carried: Count
    """Units made in the last period that stations collected."""
    taken: Count
    """Units delivered to the industry so far."""
    stock: Count
    """Oil of a refinery that is not fuel yet; 0 for other industries."""


class TownView(msgspec.Struct, array_like=True, frozen=True):
    """What one town has made and taken."""

    inhabitants: Count
    made: Count
    """Passengers that set out in the last period."""
    carried: Count
    fuel: Count
    """Units of fuel delivered so far."""
    passengers: Count
    """Passengers that have arrived so far."""


class CallView(msgspec.Struct, array_like=True, frozen=True):
    """A stop in a list of orders."""

    station: Small
    order: Annotated[int, msgspec.Meta(ge=0, le=4)]
    """The order as a number: 0 go, 1 full, 2 unload, 3 transfer, 4 transfer and load."""
    trouble: Annotated[int, msgspec.Meta(ge=0, le=15)]
    """What is wrong with the stop, a `Trouble`; 0 for nothing."""
    cargo: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    """The cargo that the trouble is about; -1 for none."""


class OrderList(msgspec.Struct, array_like=True, frozen=True):
    """A list of orders, which vehicles can share."""

    id: Small
    calls: Annotated[tuple[CallView, ...], msgspec.Meta(max_length=MOST_STOPS)]


class VehicleView(msgspec.Struct, array_like=True, frozen=True):
    """A vehicle. A feeder is a ship, truck or bus."""

    id: Small
    company: Small
    model: VehicleModel
    goods: Small
    coaches: Small
    state: VehicleState
    tile: Small
    """The tile of the vehicle's head."""
    leg: Small
    """For a train the leg that its head is on, for a feeder the tile that it goes to next."""
    offset: Small
    """For a train the units from where its head entered the piece, for a feeder the units from its tile."""
    speed: Small
    """Speed in units per tick."""
    cargo: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    """The kind of cargo that the vehicle carries most of; -1 for none."""
    load: Count
    """Units of cargo aboard, of all kinds together."""
    list: Small
    """The id of the vehicle's list of orders."""
    call: Small
    """Index of the stop in that list that the vehicle goes to or is at."""
    waited: Count
    """Number of ticks since the vehicle began to wait for its way; 0 if it does not wait."""
    why: Why
    blocked: Small
    """The tile of the piece that the vehicle waits for; -1 for none."""
    blocker: Small
    """The vehicle that holds that piece; -1 for none."""
    earned: Coins
    """The coins credited to the vehicle so far."""
    served: Count
    """Number of ticks since the vehicle was set down."""
    stood: Count
    """Number of the ticks in `served` during which the vehicle waited for its way."""


class Sale(msgspec.Struct, array_like=True, frozen=True):
    """What a company has carried of one cargo from one place to another."""

    company: Small
    cargo: Cargo
    origin: Small
    """The producer: the number of an industry, or of a town counted after the industries."""
    taker: Small
    units: Count
    coins: Count


class Lost(msgspec.Struct, array_like=True, frozen=True):
    """How long vehicles of a company waited for their way on one tile."""

    company: Small
    tile: Small
    ticks: Count
    """Sum of the ticks that all vehicles of the company waited on the tile."""


class View(msgspec.Struct, array_like=True, frozen=True):
    """The whole match, as everybody sees it."""

    number: Annotated[int, msgspec.Meta(ge=-1)]
    """The number of the map; -1 before it is drawn."""
    size: Annotated[int, msgspec.Meta(ge=0, le=128)]
    """Number of tiles along each side of the map."""
    tick: Count
    due: Count
    """Number of ticks still to run before anybody is asked."""
    round: Count
    """Number of rounds or slices begun."""
    first: Annotated[int, msgspec.Meta(ge=0, le=3)]
    """The seat whose plans are tried first in the present window."""
    cash: Annotated[tuple[Coins, ...], msgspec.Meta(max_length=4)]
    """Coins of each company. The next three fields are by company, too."""
    delivered: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    """Income in coins: the value of all that has arrived."""
    units: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    spent: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    serials: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)], ...], msgspec.Meta(max_length=4)]
    """For each seat the latest serial of a plan that was played."""
    works: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """All that is built, encoded as described in `codec/works.py`."""
    stations: Annotated[tuple[StationView, ...], msgspec.Meta(max_length=MOST_STATIONS)]
    industries: Annotated[tuple[IndustryView, ...], msgspec.Meta(max_length=64)]
    towns: Annotated[tuple[TownView, ...], msgspec.Meta(max_length=32)]
    orders: Annotated[tuple[OrderList, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
    vehicles: Annotated[tuple[VehicleView, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
    """All vehicles, ascending by id."""
    ahead: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """The track that each train holds behind and ahead of its head, encoded as in `track/record.py`."""
    ran: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """The pieces that heads entered in the last step, encoded as in `track/record.py`."""
    rings: Annotated[
        tuple[Annotated[tuple[Small, ...], msgspec.Meta(max_length=MOST_VEHICLES)], ...],
        msgspec.Meta(max_length=MOST_VEHICLES),
    ]
    """The rings of jams: ids of vehicles, each waiting for the next and the last for the first."""
    takeable: Annotated[
        tuple[
            Annotated[
                tuple[Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)], ...],
                msgspec.Meta(max_length=1),
            ],
            ...,
        ],
        msgspec.Meta(max_length=4),
    ]
    """For each seat the serial of its last plan if that can be taken back now; else empty."""
    sales: Annotated[tuple[Sale, ...], msgspec.Meta(max_length=4 * MOST_SALES)] = ()
    """Deliveries since the match began, by company; those that earned most come first."""
    lost: Annotated[tuple[Lost, ...], msgspec.Meta(max_length=4 * MOST_LOST)] = ()
    """Where vehicles waited longest, by company, the longest first."""
