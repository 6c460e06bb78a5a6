"""What everybody sees of a match, which is everything (spec, chapter 7).

Every struct is an array on the wire, its fields in the order written here. The terrain, the towns and the industries of
a map follow from its number (`world/worldgen.py`), or come with the brief where a yard is played.
A tile is `y * size + x`. Edges are 0 north, 1 east, 2 south, 3 west. Kinds of pieces are 0 N–S, 1 E–W, 2 N–E, 3 E–S,
4 S–W, 5 N–W, of spans 6 N–S and 7 E–W. A leg is 2 · kind + direction; direction 0 enters at the edge named first. A
company is a seat, or 0 where all seats are one company.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

import msgspec

from game.cabinets.rails.contract.actions import MOST_STOPS, MOST_VEHICLES
from game.cabinets.rails.jams.why import Why

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Coins: TypeAlias = Annotated[int, msgspec.Meta(ge=-(1 << 53), le=1 << 53)]
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1 << 20)]
MOST_STATIONS = 400
MOST_BYTES = 1 << 18
MOST_SALES, MOST_LOST = 64, 8
"""Most rows of each company in a view; of more, the greatest are kept."""


class Cargo(IntEnum):
    """Kinds of cargo."""

    COAL = 0
    OIL = 1
    FUEL = 2
    PASSENGERS = 3


class VehicleModel(IntEnum):
    """Models of vehicles."""

    FREIGHT = 0
    EXPRESS = 1
    SHIP = 2
    TRUCK = 3
    BUS = 4


class VehicleState(IntEnum):
    """What a vehicle does."""

    YARD = 0
    """At the dealer's, until its first stop has a place free."""
    STOP = 1
    """At a stop: it unloads, loads or waits for cargo."""
    WAITING = 2
    """It stands and waits for its way."""
    MOVING = 3
    WRECK = 4


class Trouble(IntEnum):
    """What is wrong with a stop of a list of orders; vehicles pass over the first three."""

    NOTHING = 0
    GONE = 1
    """The station is not there any more."""
    NOT_YOURS = 2
    TWICE = 3
    """The stop before it is the same station."""
    NO_PART = 4
    """It has no platform that is long enough, no stop or no dock for these vehicles."""
    NO_WAY = 5
    """No track, road or water leads there from the stop before it."""
    NOBODY_TAKES = 6
    """Nobody takes the cargo there: it comes out full again. `transfer` leaves it for others."""
    TAKEN_HERE = 7
    """`transfer` only leaves the cargo lying, though the station takes it: `unload` would be paid."""
    NOTHING_TO_LOAD = 8
    """It waits to be full where nothing is made and nothing is left for it."""


class Stock(msgspec.Struct, array_like=True, frozen=True):
    """Cargo of one kind at a station."""

    kind: Cargo
    units: Count
    rating: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """In percent, with its parts below."""
    loading: Annotated[int, msgspec.Meta(ge=0, le=25)]
    picked_up: Annotated[int, msgspec.Meta(ge=0, le=25)]
    waiting: Annotated[int, msgspec.Meta(ge=0, le=20)]
    accepted: bool
    """Whether somebody in the catchment takes it."""


class StationView(msgspec.Struct, array_like=True, frozen=True):
    """One station with all its parts."""

    id: Small
    company: Small
    name: Small
    """Its place in the list of names."""
    tile: Small
    """Where its sign stands."""
    accepts: Annotated[int, msgspec.Meta(ge=0, le=15)]
    """A mask of the kinds of cargo that are taken in its catchment."""
    stocks: Annotated[tuple[Stock, ...], msgspec.Meta(max_length=len(Cargo))]


class IndustryView(msgspec.Struct, array_like=True, frozen=True):
    """What one industry made and took; where it stands follows from the map."""

    made: Count
    """Units of the last period."""
    carried: Count
    """Units of these that stations took."""
    taken: Count
    """Units delivered to it in all."""
    stock: Count
    """Of a refinery: oil that is not yet fuel."""


class TownView(msgspec.Struct, array_like=True, frozen=True):
    """What one town made and took."""

    inhabitants: Count
    made: Count
    """Passengers of the last period."""
    carried: Count
    fuel: Count
    """Units of fuel delivered in all."""
    passengers: Count
    """Passengers that arrived in all."""


class CallView(msgspec.Struct, array_like=True, frozen=True):
    """One stop of a list of orders."""

    station: Small
    order: Annotated[int, msgspec.Meta(ge=0, le=4)]
    """0 go, 1 full, 2 unload, 3 transfer, 4 transfer and load."""
    trouble: Annotated[int, msgspec.Meta(ge=0, le=15)]
    """What is wrong with it: a `Trouble`; 0 for nothing."""
    cargo: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    """The cargo that the trouble is about; -1 for none."""


class OrderList(msgspec.Struct, array_like=True, frozen=True):
    """A list of orders, which vehicles share."""

    id: Small
    calls: Annotated[tuple[CallView, ...], msgspec.Meta(max_length=MOST_STOPS)]


class VehicleView(msgspec.Struct, array_like=True, frozen=True):
    """One vehicle."""

    id: Small
    company: Small
    model: VehicleModel
    goods: Small
    coaches: Small
    state: VehicleState
    tile: Small
    """Where its head is."""
    leg: Small
    """Of a train: the leg its head is on. Of a feeder: the tile that it goes to."""
    offset: Small
    """Units from where the head entered the piece. Of a feeder: units from its tile."""
    speed: Small
    """Units a tick."""
    cargo: Annotated[int, msgspec.Meta(ge=-1, le=3)]
    """The kind of cargo that it carries most of; -1 for none."""
    load: Count
    """Units aboard, of all kinds together."""
    list: Small
    """Its list of orders."""
    call: Small
    """The stop of that list to which it goes or at which it is."""
    waited: Count
    """Ticks that it has stood now without loading."""
    why: Why
    blocked: Small
    """The tile of the piece that it waits for; -1 for none."""
    blocker: Small
    """The vehicle that holds that piece; -1 for none."""
    earned: Coins
    """The coins that it was credited in all."""
    served: Count
    """Ticks since it was set down; with `stood` its waiting share."""
    stood: Count
    """Ticks of these in which it waited for its way."""


class Sale(msgspec.Struct, array_like=True, frozen=True):
    """What a company carried of one cargo from one place to another."""

    company: Small
    cargo: Cargo
    origin: Small
    """An industry by its number; after the industries, towns."""
    taker: Small
    units: Count
    coins: Count


class Lost(msgspec.Struct, array_like=True, frozen=True):
    """Where vehicles of a company waited for their way."""

    company: Small
    tile: Small
    ticks: Count
    """Ticks that all of them waited together."""


class View(msgspec.Struct, array_like=True, frozen=True):
    """The whole match."""

    number: Annotated[int, msgspec.Meta(ge=-1)]
    """The number of the map; -1 before it is drawn."""
    size: Annotated[int, msgspec.Meta(ge=0, le=128)]
    """Tiles along each side of the map."""
    tick: Count
    due: Count
    """Ticks still to run before somebody is asked."""
    round: Count
    """Rounds or slices begun."""
    first: Annotated[int, msgspec.Meta(ge=0, le=3)]
    """The seat whose plans are tried first in this window."""
    cash: Annotated[tuple[Coins, ...], msgspec.Meta(max_length=4)]
    """Coins of each company. The following fields are by company, too."""
    delivered: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    """Value of all that arrived: income."""
    units: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    spent: Annotated[tuple[Count, ...], msgspec.Meta(max_length=4)]
    serials: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)], ...], msgspec.Meta(max_length=4)]
    """The latest serial of each seat that was played."""
    works: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """Everything that is built: `codec/works.py`."""
    stations: Annotated[tuple[StationView, ...], msgspec.Meta(max_length=MOST_STATIONS)]
    industries: Annotated[tuple[IndustryView, ...], msgspec.Meta(max_length=64)]
    towns: Annotated[tuple[TownView, ...], msgspec.Meta(max_length=32)]
    orders: Annotated[tuple[OrderList, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
    vehicles: Annotated[tuple[VehicleView, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
    """Ascending by id."""
    ahead: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """What each train owns behind and before its head: `track/record.py`."""
    ran: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """The pieces that heads entered in the last step: `track/record.py`."""
    rings: Annotated[
        tuple[Annotated[tuple[Small, ...], msgspec.Meta(max_length=MOST_VEHICLES)], ...],
        msgspec.Meta(max_length=MOST_VEHICLES),
    ]
    """The jams: vehicles in a ring, each waiting for the next and the last for the first."""
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
    """By seat, the serial of its last plan if that may be taken back now; else nothing."""
    sales: Annotated[tuple[Sale, ...], msgspec.Meta(max_length=4 * MOST_SALES)] = ()
    """Deliveries of each company since the match began, by company; those that brought most come first."""
    lost: Annotated[tuple[Lost, ...], msgspec.Meta(max_length=4 * MOST_LOST)] = ()
    """Where each company's vehicles waited longest, by company, the longest first."""
