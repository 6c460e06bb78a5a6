"""Moves trains over to changed works: they stand at the same places of tracks that are laid differently."""

from __future__ import annotations

from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.reserving import append, claim
from game.cabinets.rails.track.trains import BEGUN, FREE_NODE, FREE_NODES, KEPT, TRAINS, copied
from game.cabinets.rails.track.works import Works


def moved_over(railway: Railway, works: Works) -> Railway:
    """Return a copy of a railway on other works, to try out what might be built. The railway itself is unchanged.

    Raise ValueError unless these works have every piece that a train owns. Computes a new network, which takes time.
    """
    works.touched.update(works.masks)
    twin = Railway(works, 0)
    twin.trains, twin.orders = copied(railway.trains), railway.orders
    twin.stations = type(railway.stations)(*(rows.copy() for rows in railway.stations))
    clock = twin.holding.clock
    for index in range(len(clock)):
        if index not in (FREE_NODE, FREE_NODES):
            clock[index] = railway.holding.clock[index]
    clock[BEGUN] = 1
    for train in range(clock[TRAINS]):
        _move(railway, twin, train)
    return twin


def _move(railway: Railway, twin: Railway, train: int) -> None:
    """Let a train own the same pieces in the copy as in the railway."""
    trains, holding = twin.trains, twin.holding
    source, node, last = railway.trains, int(railway.trains.tail[train]), -1
    under, bound, patience = True, trains.bound[train], trains.patience[train]
    while node >= 0:
        leg = twin.slots.leg(railway.slots.place(int(railway.holding.leg[node])))
        if leg < 0:
            raise ValueError(f"train {train} stands where nothing lies")
        new = append(holding, last, leg)
        if last < 0:
            trains.tail[train] = new
        if under or trains.blind[train] == 0:
            claim(holding, train, leg >> 1)
        if node == source.head[train]:
            trains.head[train] = new
            under = False
        last, node = new, int(railway.holding.next[node])
    trains.end[train] = last
    trains.searched[train] = -1
    trains.stops[train] = 0
    trains.blocked[KEPT * train] = -1
    set_goal(twin.network, trains, twin.orders, train)
    trains.bound[train], trains.patience[train] = bound, patience
