"""Actions of a seat: a plan, and in a match alone also the passing of time (docs/rails.md, "Playing by program").

A plan is a list of groups, one for each gesture of the hand. Groups are tried in order, and each is played whole or not
at all. On the wire a group is an array that begins with its name: `["rail", 3, 4, "W", "E40"]`. Any field may arrive
with any whole number; `check` says what is wrong with it.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from game.cabinets.rails.contract.models import Model
from game.cabinets.rails.track.pieces import MOST_RUN
from game.cabinets.rails.track.signals import SignalKind
from game.cabinets.rails.track.trains import MOST_TRAINS

MOST_GROUPS = 400
MOST_PIECES = 400
"""Greatest number of pieces, signals, tiles, vehicles and orders of one plan together."""
MOST_BYTES = 8192
"""Greatest size of a packed plan, in bytes."""
MOST_STOPS = 12
MOST_WAGONS = 23
MOST_VEHICLES: Final = MOST_TRAINS
"""Greatest number of vehicles on the whole map."""
MOST_ADVANCE = 32
"""Greatest number of ticks that pass in one action of a person who plays alone."""

Edge: TypeAlias = Literal["N", "E", "S", "W"]
"""An edge of a tile; also the direction out of a tile over that edge. y grows to the south."""
EDGE_NAMES: Final[tuple[Edge, ...]] = get_args(Edge)
"""All edges; the number of an edge is its place here."""
Run: TypeAlias = Annotated[str, msgspec.Meta(max_length=4 * MOST_RUN)]
"""The edges by which tiles are left one after another, with a count for repeats: `E40 S E S`.

Blanks may be left out.
"""
OrderKind: TypeAlias = Literal["go", "full", "unload", "transfer", "transfer_load"]
"""What a vehicle does at a stop. `go`: unload what is taken here, load what there is. `full`: as `go`, but wait until
full. `unload`: unload everything, for money where it is taken, else onto the station; load nothing. `transfer`: unload
everything onto the station, for others to carry on; load nothing. `transfer_load`: as `transfer`, then load what is
there, but nothing that the vehicle brought itself."""
StopKind: TypeAlias = Literal["truck", "bus"]
ORDERS: Final[tuple[OrderKind, ...]] = get_args(OrderKind)
"""All kinds of order; the number of an order, in a view and in `track.trains`, is its place here."""
What: TypeAlias = Literal[
    "rail", "NS", "EW", "NE", "ES", "SW", "NW", "signal", "platform", "span", "road", "stop", "dock"
]
"""What to clear on a tile: all rail pieces, one piece by its edges, or another thing that is built there."""


class _Group(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One gesture, which is played whole or not at all."""


class Rail(_Group, frozen=True, tag="rail"):
    """Lay track: enter the tile (x, y) over the edge `entry`, and leave one tile after another as the run says."""

    x: int
    y: int
    entry: Edge
    run: Run


class Signal(_Group, frozen=True, tag="signal"):
    """Build a signal at the edge `exit` of the piece from `entry` to `exit`, for trains that leave there."""

    x: int
    y: int
    entry: Edge
    exit: Edge
    kind: SignalKind


class Signals(_Group, frozen=True, tag="signals"):
    """Build one-way signals along a line from this piece on, in its direction, up to the next junction."""

    x: int
    y: int
    entry: Edge
    exit: Edge
    gap: int
    """Distance from one signal to the next in tiles, 2 … 20."""


class Platforms(_Group, frozen=True, tag="platforms"):
    """Lay platforms side by side, track included, from the tile (x, y) to the east or the south."""

    x: int
    y: int
    axis: Literal["EW", "NS"]
    """The direction of the platforms' track."""
    length: int
    """Length of each platform in tiles, 2 … 12."""
    count: int
    """Number of platforms side by side."""
    station: int = 0
    """The station of the platforms: an id; 0 for the one they touch, else a new one; -n for the n-th station that the
    plan founds."""


class Span(_Group, frozen=True, tag="span"):
    """Build a bridge or tunnel: a head at (x, y), the other `length` - 1 tiles further in the direction `edge`."""

    x: int
    y: int
    edge: Edge
    length: int
    """Length in tiles including both heads: 2 … 8 for a bridge, 2 … 12 for a tunnel."""
    kind: Literal["bridge", "tunnel"]


class Road(_Group, frozen=True, tag="road"):
    """Lay road in the tile (x, y) and in each tile that the run leads to; an empty run is one tile."""

    x: int
    y: int
    run: Run


class Stop(_Group, frozen=True, tag="stop"):
    """Make a stop for trucks or buses of a road tile of one's own company or of a town."""

    x: int
    y: int
    kind: StopKind
    bays: int
    """Number of vehicles that can load at once, 1 … 6."""
    station: int = 0
    """The station it belongs to, named as in `platforms`."""


class Dock(_Group, frozen=True, tag="dock"):
    """Build a dock on a land tile at the water."""

    x: int
    y: int
    station: int = 0
    """The station it belongs to, named as in `platforms`."""


class Clear(_Group, frozen=True, tag="clear"):
    """Remove something of one's own company; 75 % of its price is returned."""

    x: int
    y: int
    what: What


class Call(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A stop in a list of orders."""

    station: int
    """The station to stop at: an id, or -n for the n-th station that this plan founds."""
    order: OrderKind = "go"


Calls: TypeAlias = Annotated[tuple[Call, ...], msgspec.Meta(max_length=4 * MOST_STOPS)]
Vehicles: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
"""Ids of vehicles."""


class Buy(_Group, frozen=True, tag="buy"):
    """Buy a vehicle. It is set down at the first of its stops that has a free place."""

    model: Model
    goods: int
    """Number of goods wagons of a train; 0 for other vehicles."""
    coaches: int
    """Number of passenger coaches of a train; 0 for other vehicles."""
    calls: Calls = ()
    """The vehicle's orders, 1 … 12; empty if it shares those of another vehicle."""
    like: int = 0
    """The vehicle whose orders the new one will share; 0 for none."""


class Orders(_Group, frozen=True, tag="orders"):
    """Give vehicles one list of orders, which they share from then on.

    If one vehicle is named, all that share its list get the new one; if several are named, only those.
    """

    vehicles: Vehicles
    calls: Calls


class _OfVehicles(_Group, frozen=True):
    """A gesture that is about vehicles alone."""

    vehicles: Vehicles


class Halt(_OfVehicles, frozen=True, tag="halt"):
    """Make vehicles halt at the next place where they stand."""


class Go(_OfVehicles, frozen=True, tag="go"):
    """Let halted vehicles run again."""


class Turn(_OfVehicles, frozen=True, tag="turn"):
    """Turn round trains that stand in a station."""


class Sell(_OfVehicles, frozen=True, tag="sell"):
    """Sell standing vehicles for 75 % of their price at a stop, 50 % elsewhere, or all of it in the dealer's yard."""


class Join(_Group, frozen=True, tag="join"):
    """Join several stations of one's own company into one; each must lie within 6 tiles of the first."""

    stations: Annotated[tuple[int, ...], msgspec.Meta(max_length=24)]


class TakeBack(_Group, frozen=True, tag="take_back"):
    """Take back an earlier plan of one's own at its full price, if nobody has used and nothing later has changed it."""

    serial: int


Group: TypeAlias = (
    Rail
    | Signal
    | Signals
    | Platforms
    | Span
    | Road
    | Stop
    | Dock
    | Clear
    | Buy
    | Orders
    | Halt
    | Go
    | Turn
    | Sell
    | Join
    | TakeBack
)


class Plan(msgspec.Struct, frozen=True, tag_field="do", tag="plan", forbid_unknown_fields=True):
    """All that a seat builds, buys and orders at once."""

    serial: int
    """A number greater than that of the seat's earlier plans. In slices, a plan with a known serial is ignored."""
    groups: Annotated[tuple[Group, ...], msgspec.Meta(max_length=MOST_GROUPS)] = ()


class Queue(msgspec.Struct, frozen=True, tag_field="do", tag="queue", forbid_unknown_fields=True):
    """Several plans, ascending by serial, which a stage offers in slices until their serials appear in the view."""

    plans: Annotated[tuple[Plan, ...], msgspec.Meta(max_length=16)]


class Advance(msgspec.Struct, frozen=True, tag_field="do", tag="advance", forbid_unknown_fields=True):
    """Let 1 … 32 ticks pass, in a match that one person plays alone."""

    ticks: int


Action: TypeAlias = Plan | Queue | Advance
