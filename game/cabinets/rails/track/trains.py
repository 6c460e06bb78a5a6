"""The state of trains in flat arrays: what a tick reads and writes, and nothing else.

There is one number per train and field, so copies are cheap and compiled code can run over them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from game.core.compiled import array, filled, inner

AWAY, STOPPED, WAITING, MOVING, WRECKED = range(5)
"""States of a train: not on the map; at a stop of its orders; waiting for a reservation; moving; wrecked."""

KINDS: Final = 4
"""Number of kinds of cargo: coal, oil, fuel, passengers."""
PASSENGERS: Final = 3
KEPT: Final = 8
"""How many pieces that blocked a failed search are remembered for each train."""
MOST_TRAINS: Final = 200
UNLOADING, LOADING = 5, 6
"""Values of `stopped` after the first four ticks of a stop."""

TICK, TRAINS, FREE_NODE, FREE_NODES, BEGUN, JAMMED, CLOCKS = range(7)
"""Indices in `clock`: ticks so far; rows of trains in use; the first free node, and the number of free nodes; whether a
train began to wait since the last search for jams; how many are in a jam."""


class Trains(NamedTuple):
    """Arrays with one number per train; lengths in units, times in ticks; -1 stands for none."""

    state: Any
    halted: Any
    """1 if the owner halted the train: it runs to the end of its reservation or stop, and reserves nothing further."""
    company: Any
    limit: Any
    """Top speed of the engine, in units per tick."""
    gain: Any
    """Acceleration, in units per tick and tick."""
    length: Any
    rate: Any
    """Units of cargo that the train unloads or loads per tick."""
    orders: Any
    """Index of the list of orders that the train follows."""
    order: Any
    """Index of the train's present order in its list of orders."""
    goal: Any
    """The goal that the train is bound for: a row of distances of the network."""
    wagons: Any
    """Number of goods wagons; a ship or truck has a single hold, which counts as one wagon."""
    wagon: Any
    """Units that each goods wagon holds, of one kind of cargo at a time."""
    seats: Any
    """Number of passengers that the train can hold."""
    mode: Any
    """0 for a train, else the mode of a feeder (see `feeding.py`)."""
    cell: Any
    """For a feeder, the tile on which it is, or from which it comes."""
    onto: Any
    """For a feeder, the tile to which it goes; -1 if it stands in the middle of a tile."""
    offset: Any
    """For a feeder, how far it has come from the middle of `cell` to that of `onto`."""
    part: Any
    """For a feeder, the part of a station at which it stops."""
    load: Any
    """Units of cargo aboard, of all kinds together."""
    aboard: Any
    """KINDS numbers per train: units aboard by kind of cargo."""
    aside: Any
    """KINDS numbers per train: units it left at its present stop for other vehicles, and must not load itself."""
    stopped: Any
    """Ticks of the stop so far, up to 4, then UNLOADING or LOADING; for a wreck, ticks until it is cleared."""
    speed: Any
    left: Any
    """Distance from the head to the end of the reservation."""
    ahead: Any
    """Distance from the train's head to the end of the piece under the head."""
    behind: Any
    """Distance from the train's tail to the end of the piece under the tail."""
    bend: Any
    """Distance that the head must still go until the speed limit of a bend ends; 0 outside of bends."""
    bound: Any
    """1 if the reservation ends in a platform that the train is bound for."""
    blind: Any
    """1 if the train runs by sight: it owns the track under it and nothing else."""
    head: Any
    """Node of the head's leg in the train's path; `tail` is that of the tail's leg."""
    tail: Any
    end: Any
    """Node of the last reserved leg in the train's path."""
    since: Any
    """The tick in which the train began to wait; -1 if it does not wait."""
    waited: Any
    """Ticks that the train has waited since it was bought."""
    patience: Any
    """The tick from which the train takes a long detour, too; -1 if no search has found one yet."""
    searched: Any
    """When the train last searched in vain: 256 · tick + its number; -1 if it must search again in any case."""
    blocked: Any
    """The pieces that stopped the last search, at most `KEPT`, that of the best way first; -1 after the last."""
    stops: Any
    """The number of pieces that stopped the train's last search, including those beyond `KEPT`."""
    jammed: Any
    """1 for a train in a proved jam, else 0."""


class Holding(NamedTuple):
    """Which train owns which piece, and the paths of trains: linked legs from the tail's to the last one reserved."""

    owner: Any
    """For each piece the train that owns it, or -1."""
    held: Any
    """For each piece how often the path of its owner passes it."""
    released: Any
    """For each piece when it was last released: 256 · tick + the number of the train."""
    leg: Any
    """For each node of a path its leg."""
    next: Any
    """For each node the next node of its path or, if it is free, the next free node; -1 for none."""
    clock: Any


class Orders(NamedTuple):
    """Lists of orders in flat arrays, one after another."""

    first: Any
    """For each list its first row."""
    count: Any
    station: Any
    """For each row its station; -1 for an order that is skipped."""
    what: Any
    """For each row its order: GO, FULL, UNLOAD, TRANSFER or TRANSFER_LOAD."""


GO, FULL, UNLOAD, TRANSFER, TRANSFER_LOAD = range(5)
"""Orders: GO unloads what is taken at the station and loads what there is; FULL is GO but waits for a full load; UNLOAD
unloads everything and loads nothing; TRANSFER unloads everything for other vehicles to carry on; TRANSFER_LOAD is
TRANSFER, and loads what others have left."""


@inner
def station_of(trains: Trains, orders: Orders, train: int) -> int:
    """Return the station of the order that a vehicle follows; -1 if it is passed over."""
    station: int = orders.station[orders.first[trains.orders[train]] + trains.order[train]]
    return station


RowsT = TypeVar("RowsT", bound=Trains | Holding | Orders)


def new_trains(count: int = MOST_TRAINS) -> Trains:
    """Return arrays for `count` trains, none of which is on the map."""
    return copied(_no_trains(count))


@cache
def _no_trains(count: int) -> Trains:
    rows = {name: filled(count) for name in Trains._fields}
    for name in ("goal", "head", "tail", "end", "since", "patience", "searched", "cell", "onto", "part"):
        rows[name] = filled(count, -1)
    rows["blocked"] = filled(KEPT * count, -1)
    rows["aboard"], rows["aside"] = filled(KINDS * count), filled(KINDS * count)
    return Trains(**rows)


def new_holding(pieces: int, trains: int) -> Holding:
    """Return arrays for `pieces` pieces that nobody owns and for the paths of `trains` trains."""
    return copied(_nothing_held(pieces, trains))


@lru_cache(8)
def _nothing_held(pieces: int, trains: int) -> Holding:
    nodes = 8 * pieces + 32 * trains
    holding = Holding(filled(pieces, -1), filled(pieces), filled(pieces), filled(nodes), filled(nodes), filled(CLOCKS))
    holding.next[:] = array([*range(1, nodes), -1])
    holding.clock[FREE_NODES] = nodes
    return holding


def new_orders(lists: list[list[tuple[int, int]]]) -> Orders:
    """Return arrays for lists of pairs (station, order)."""
    first: list[int] = []
    rows: list[tuple[int, int]] = []
    for one in lists:
        first.append(len(rows))
        rows += one
    counts = [len(one) for one in lists]
    stations, whats = [station for station, _ in rows], [what for _, what in rows]
    return Orders(*(array(values or [-1]) for values in (first, counts, stations, whats)))


def copied(rows: RowsT) -> RowsT:
    """Return a copy of a tuple of arrays."""
    return type(rows)(*(row.copy() for row in rows))
