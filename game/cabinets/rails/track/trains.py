"""The state of trains in flat arrays: what a tick reads and writes, and nothing else.

A number per train and field, so that a copy is a copy of short rows and compiled code runs over them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from game.core.compiled import array, filled

AWAY, STOPPED, WAITING, MOVING, WRECKED = range(5)
"""States: not on the map; at a stop of its orders; waiting for a reservation; moving; wrecked."""

KINDS: Final = 4
"""Of cargo: coal, oil, fuel, passengers."""
PASSENGERS: Final = 3
KEPT: Final = 8
"""Blocking pieces that a failed search keeps."""
MOST_TRAINS: Final = 200
UNLOADING, LOADING = 5, 6
"""What `stopped` says after the four ticks of a stop."""

TICK, TRAINS, FREE_NODE, FREE_NODES, BEGUN, JAMMED, CLOCKS = range(7)
"""Places in `clock`: ticks so far; rows of trains in use; first of the free nodes, and how many there are; whether a
train began to wait since the last search for jams; how many are in a jam."""


class Trains(NamedTuple):
    """Rows of a number per train; lengths in units, times in ticks. -1 is none."""

    state: Any
    halted: Any
    """1 where its owner stopped it: it ends what it has reserved, or its stop, and asks for nothing further."""
    company: Any
    limit: Any
    """Top speed of the engine, units a tick."""
    gain: Any
    """Acceleration."""
    length: Any
    rate: Any
    """Units it unloads or loads a tick."""
    orders: Any
    """Which list of orders it follows."""
    order: Any
    """Where in that list it is."""
    goal: Any
    """Where it is bound for: a row of distances of the network."""
    wagons: Any
    """Goods wagons; of a ship or a truck its one hold."""
    wagon: Any
    """Units that each of them holds, of one kind of cargo at a time."""
    seats: Any
    """Passengers that it holds."""
    mode: Any
    """0 for a train, else how a feeder goes: `feeding.py`."""
    cell: Any
    """Of a feeder the tile it is on or comes from."""
    onto: Any
    """The tile it goes to."""
    offset: Any
    """How far it is from the middle of the one to the other."""
    part: Any
    """The part of a station at which it stops."""
    load: Any
    """Units aboard, of all kinds."""
    aboard: Any
    """KINDS a train: units by kind of cargo."""
    aside: Any
    """KINDS a train: units that it brought for others to carry on and must not load itself; they lie at its stop."""
    stopped: Any
    """Ticks of the stop so far, at most 4; then UNLOADING, LOADING. Of a wreck: ticks until it is cleared."""
    speed: Any
    left: Any
    """From the head to the end of the reservation."""
    ahead: Any
    """From the head to the end of its piece."""
    behind: Any
    """From the tail to the end of its piece."""
    bend: Any
    """How much further the head must go until the limit of bends ends; 0 outside of bends."""
    bound: Any
    """1 where the reservation ends in a platform that it is bound for."""
    blind: Any
    """1 where it runs by sight: it owns what lies under it and nothing else."""
    head: Any
    """Node of the head's leg in its path."""
    tail: Any
    end: Any
    """Node of the last leg reserved."""
    since: Any
    """The tick in which it came to wait; -1 while it does not."""
    waited: Any
    """Ticks it has waited in all its life."""
    patience: Any
    """The tick from which a detour will do; -1 where none was found."""
    searched: Any
    """When it searched in vain: 256 · tick + its number; -1 where it is to search again in any case."""
    blocked: Any
    """The pieces on which its last search ended, at most `KEPT`, that of the best way first; -1 after the last."""
    stops: Any
    """On how many pieces that search ended, those that are not kept counted too."""
    jammed: Any
    """1 for a train that stands in a jam which was proved, else 0."""


class Holding(NamedTuple):
    """Who owns which piece, and the paths of trains: rows of legs from the tail's to the last one reserved."""

    owner: Any
    """Of each piece the train that owns it, or -1."""
    held: Any
    """How often the path of its owner passes the piece."""
    released: Any
    """When it was released last: 256 · tick + the number of the train."""
    leg: Any
    """Of each node of a path its leg."""
    next: Any
    """The node after it, or the next free one."""
    clock: Any


class Orders(NamedTuple):
    """Lists of orders, one after another."""

    first: Any
    """Of each list its first row."""
    count: Any
    station: Any
    """Of each row; -1 for one that is passed over."""
    what: Any
    """GO, FULL, UNLOAD, TRANSFER or TRANSFER_LOAD."""


GO, FULL, UNLOAD, TRANSFER, TRANSFER_LOAD = range(5)
"""Orders: unload what is taken here and load what there is; load until full; unload everything and load nothing;
unload everything for others to carry on; the same, and load what others brought."""

RowsT = TypeVar("RowsT", bound=Trains | Holding | Orders)


def new_trains(count: int = MOST_TRAINS) -> Trains:
    """Room for so many trains, all away."""
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
    """Nobody's pieces."""
    return copied(_nothing_held(pieces, trains))


@lru_cache(8)
def _nothing_held(pieces: int, trains: int) -> Holding:
    nodes = 8 * pieces + 32 * trains
    holding = Holding(filled(pieces, -1), filled(pieces), filled(pieces), filled(nodes), filled(nodes), filled(CLOCKS))
    holding.next[:] = array([*range(1, nodes), -1])
    holding.clock[FREE_NODES] = nodes
    return holding


def new_orders(lists: list[list[tuple[int, int]]]) -> Orders:
    """Lists of (station, order)."""
    first: list[int] = []
    rows: list[tuple[int, int]] = []
    for one in lists:
        first.append(len(rows))
        rows += one
    counts = [len(one) for one in lists]
    stations, whats = [station for station, _ in rows], [what for _, what in rows]
    return Orders(*(array(values or [-1]) for values in (first, counts, stations, whats)))


def copied(rows: RowsT) -> RowsT:
    """A twin of them."""
    return type(rows)(*(row.copy() for row in rows))
