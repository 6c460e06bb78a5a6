"""What everybody sees of a match, which is everything (docs/rails.md, "The view").

The view carries the match as it is kept, beside a summary for programs in other languages. Every struct is an array on
the wire, with its fields in the order written here. Terrain, towns and industries of a map follow from its number
(`world/worldgen.py`), or come with the brief if a yard is played.

A tile is `y * size + x`. Edges are 0 north, 1 east, 2 south, 3 west. Kinds of pieces are 0 N–S, 1 E–W, 2 N–E, 3 E–S, 4
S–W, 5 N–W; for bridges and tunnels 6 N–S and 7 E–W. A leg is 2 · kind + direction; direction 0 enters at the edge named
first. A company is a seat, or 0 if all seats are one company.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

import msgspec

from game.cabinets.rails.contract.actions import MOST_VEHICLES, Action
from game.cabinets.rails.contract.models import VehicleModel


class Why(IntEnum):
    """The reason why a vehicle stands."""

    NOTHING = 0
    TRAIN = 1
    """Another vehicle holds the track or place that this one needs."""
    RING = 2
    """The vehicle is stuck with others for ever: a jam."""
    TRACK_ENDS = 3
    """No way: the track ends."""
    SIGNAL_FACES = 4
    """No way: a one-way signal faces the other way."""
    TOO_SHORT = 5
    """No way: every platform is shorter than the train."""
    FULL_LOAD = 6
    """The vehicle waits for cargo."""
    HALTED = 7
    """The vehicle's owner halted it."""
    NO_ORDERS = 8
    """The vehicle has no order that it can carry out."""


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
Coins: TypeAlias = Annotated[int, msgspec.Meta(ge=-(1 << 53), le=1 << 53)]
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=1 << 20)]
VERSION = 2
"""The version of the view, which the brief names for programs in other languages."""
MOST_STATIONS = 400
MOST_BYTES = 1 << 18


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


class StationRow(msgspec.Struct, array_like=True, frozen=True):
    """One station in the summary."""

    id: Small
    company: Small
    tile: Small
    """The tile of the station's sign."""
    accepts: Annotated[int, msgspec.Meta(ge=0, le=15)]
    """A mask of the kinds of cargo that are taken in the station's catchment."""


class VehicleRow(msgspec.Struct, array_like=True, frozen=True):
    """One vehicle in the summary."""

    id: Small
    company: Small
    model: VehicleModel
    state: VehicleState
    tile: Small
    """The tile of the vehicle's head; -1 in the dealer's yard."""
    load: Count
    """Units of cargo aboard, of all kinds together."""


class Moved(msgspec.Struct, array_like=True, frozen=True):
    """What a seat did in the last step."""

    seat: Small
    action: Action


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
    """All that is built, encoded as described in `track/coded.py`, then compressed (zlib, RFC 1950)."""
    stations: Annotated[tuple[StationRow, ...], msgspec.Meta(max_length=MOST_STATIONS)]
    vehicles: Annotated[tuple[VehicleRow, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
    """All vehicles, ascending by id."""
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
    state: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """The match as `running/dump.py` keeps it, without `works`, compressed in the same way."""
    moves: Annotated[tuple[Moved, ...], msgspec.Meta(max_length=4)]
    """What seats did in the step that led here, by which a twin follows the match; empty if only ticks passed."""
    check: Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
    """The CRC-32 of `state` and `works` before compression, by which a twin notices that it has strayed."""
