"""What a seat may send: a plan, and alone also the passing of time (spec, chapter 6).

A plan is a list of groups, each a gesture of the hand. Groups are tried in order, and each is played whole or not at
all. On the wire a group is an array that begins with its name: `["rail", 3, 4, "W", "E40"]`.
Any whole number may arrive in any field; `check` says what is wrong with it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

MOST_GROUPS = 400
MOST_PIECES = 400
"""Pieces, signals, tiles, vehicles and orders of one plan together."""
MOST_STEPS = 256
"""Steps of one run."""
MOST_BYTES = 8192
"""Most bytes of a packed plan."""
MOST_STOPS = 12
MOST_WAGONS = 23
MOST_VEHICLES = 200
"""Most vehicles on the whole map."""
MOST_ADVANCE = 32
"""Most ticks that pass in one action of somebody who plays alone."""

Edge: TypeAlias = Literal["N", "E", "S", "W"]
"""An edge of a tile; also the direction out of a tile over that edge. y grows to the south."""
Run: TypeAlias = Annotated[str, msgspec.Meta(max_length=4 * MOST_STEPS)]
"""The edges by which tiles are left one after the other, with a count for repeats: `E40 S E S`.

Blanks may be left out.
"""
OrderKind: TypeAlias = Literal["go", "full", "unload", "transfer", "transfer_load"]
"""What a vehicle does at a stop. `go`: unload what is taken here, load what there is. `full`: the same, and wait until
full. `unload`: unload everything, for money where it is taken, else onto the station; load nothing. `transfer`: unload
everything onto the station, for others to carry on; load nothing. `transfer_load`: the same, then load what there is,
but nothing of what it brought."""
Model: TypeAlias = Literal["freight", "express", "ship", "truck", "bus"]
StopKind: TypeAlias = Literal["truck", "bus"]
SignalKind: TypeAlias = Literal["one_way", "two_way"]
What: TypeAlias = Literal[
    "rail", "NS", "EW", "NE", "ES", "SW", "NW", "signal", "platform", "span", "road", "stop", "dock"
]
"""What is cleared: all rail pieces of a tile, or one of them by its edges; or what stands there."""


class _Group(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One gesture, which is played whole or not at all."""


class Rail(_Group, frozen=True, tag="rail"):
    """Lay track: enter the tile (x, y) over the edge `entry` and leave tile after tile as the run says."""

    x: int
    y: int
    entry: Edge
    run: Run


class Signal(_Group, frozen=True, tag="signal"):
    """Put a signal at the edge `exit` of the piece from `entry` to `exit`, for trains that leave there."""

    x: int
    y: int
    entry: Edge
    exit: Edge
    kind: SignalKind


class Signals(_Group, frozen=True, tag="signals"):
    """Put one-way signals along a line from this piece on, in its direction, up to the next junction."""

    x: int
    y: int
    entry: Edge
    exit: Edge
    gap: int
    """Tiles from one to the next, 2 … 20."""


class Platforms(_Group, frozen=True, tag="platforms"):
    """Lay platforms side by side, track included, from the tile (x, y) to the east or the south."""

    x: int
    y: int
    axis: Literal["EW", "NS"]
    """The direction of their track."""
    length: int
    """Tiles of each, 2 … 12."""
    count: int
    """How many, side by side."""
    station: int = 0
    """Which station they belong to: an id; 0 for the one they touch, else a new one; -n for the n-th station that this
    plan founds."""


class Span(_Group, frozen=True, tag="span"):
    """Build a bridge or tunnel: a head at (x, y), the other `length` - 1 tiles further in the direction `edge`."""

    x: int
    y: int
    edge: Edge
    length: int
    """Tiles with both heads: 2 … 8 of a bridge, 2 … 12 of a tunnel."""
    kind: Literal["bridge", "tunnel"]


class Road(_Group, frozen=True, tag="road"):
    """Lay road in the tile (x, y) and in each tile that the run leads to; an empty run is one tile."""

    x: int
    y: int
    run: Run


class Stop(_Group, frozen=True, tag="stop"):
    """Make a stop for trucks or buses of a road tile: of one's own, or of a town's."""

    x: int
    y: int
    kind: StopKind
    bays: int
    """Vehicles that load at once, 1 … 6."""
    station: int = 0
    """As in `platforms`."""


class Dock(_Group, frozen=True, tag="dock"):
    """Build a dock on a land tile at the water."""

    x: int
    y: int
    station: int = 0
    """As in `platforms`."""


class Clear(_Group, frozen=True, tag="clear"):
    """Take away what is one's own; it returns 75 % of its price."""

    x: int
    y: int
    what: What


class Call(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One stop of a list of orders."""

    station: int
    """An id, or -n for the n-th station that this plan founds."""
    order: OrderKind = "go"


Calls: TypeAlias = Annotated[tuple[Call, ...], msgspec.Meta(max_length=4 * MOST_STOPS)]
Vehicles: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_VEHICLES)]
"""Vehicles by their ids."""


class Buy(_Group, frozen=True, tag="buy"):
    """Buy a vehicle. It is set down at the first of its stops that has a place free."""

    model: Model
    goods: int
    """Goods wagons of a train; 0 for others."""
    coaches: int
    """Passenger coaches of a train; 0 for others."""
    calls: Calls = ()
    """Its orders, 1 … 12; empty where it shares those of another."""
    like: int = 0
    """The vehicle whose orders it shares; 0 for none."""


class Orders(_Group, frozen=True, tag="orders"):
    """Give vehicles one list of orders, which they share from here on.

    Named one vehicle, all that share its list get the new one; named several, those alone.
    """

    vehicles: Vehicles
    calls: Calls


class Halt(_Group, frozen=True, tag="halt"):
    """Stop these vehicles where they next stand."""

    vehicles: Vehicles


class Go(_Group, frozen=True, tag="go"):
    """Let halted vehicles go on."""

    vehicles: Vehicles


class Turn(_Group, frozen=True, tag="turn"):
    """Turn trains round that stand in a station."""

    vehicles: Vehicles


class Sell(_Group, frozen=True, tag="sell"):
    """Sell vehicles that stand: 75 % of the price at a stop, 50 % elsewhere, all of it in the dealer's yard."""

    vehicles: Vehicles


class Join(_Group, frozen=True, tag="join"):
    """Make several of one's own stations one; each lies within 6 tiles of the first."""

    stations: Annotated[tuple[int, ...], msgspec.Meta(max_length=24)]


class TakeBack(_Group, frozen=True, tag="take_back"):
    """Undo an earlier plan of one's own at its full price, while nobody used it and nothing later touches it."""

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
    """What is built, bought and ordered."""

    serial: int
    """Greater than that of each earlier plan of this seat. In slices a plan with a serial seen before is ignored."""
    groups: Annotated[tuple[Group, ...], msgspec.Meta(max_length=MOST_GROUPS)] = ()


class Queue(msgspec.Struct, frozen=True, tag_field="do", tag="queue", forbid_unknown_fields=True):
    """Several plans, ascending by serial: what a stage offers in slices until their serials are in the view."""

    plans: Annotated[tuple[Plan, ...], msgspec.Meta(max_length=16)]


class Advance(msgspec.Struct, frozen=True, tag_field="do", tag="advance", forbid_unknown_fields=True):
    """Let time pass, for somebody who plays alone: 1 … 32 ticks."""

    ticks: int


Action: TypeAlias = Plan | Queue | Advance
