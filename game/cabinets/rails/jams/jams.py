"""Jams: trains that would stand for ever unless somebody builds or changes orders (docs/rails.md, "Jams").

The jam is the greatest set of waiting trains none of which could reserve a way even if every train outside the set were
gone. It is found by removing trains that could reserve one, one after another, and so is exact, whatever choices trains
have. A train that waits for cargo, was halted by its owner, or is wrecked is in no jam.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.network import Network
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.reserving import Desk, search
from game.cabinets.rails.track.trains import BEGUN, JAMMED, KEPT, TRAINS, WAITING, Holding, Trains
from game.core.compiled import filled, in_place, inner, plain

Graph = Mapping[int, tuple[int, ...]]
"""For each node the nodes that it waits for, in order of preference."""
EVERY: Final = 8
"""Number of ticks from one look for jams to the next."""


def untangle(graph: Graph) -> tuple[dict[int, int], tuple[tuple[int, ...], ...]]:
    """Choose for each node one that it waits for, so that all ways lead into rings as short as possible.

    Return the choices (-1 for a node that waits for none) and the rings, each beginning with its lowest node.

    >>> untangle({1: (2, 3), 2: (3,), 3: (1,), 4: (2,)})
    ({1: 3, 2: 3, 3: 1, 4: 2}, ((1, 3),))
    """
    behind: dict[int, list[int]] = {node: [] for node in graph}
    for node, others in graph.items():
        for other in others:
            behind[other].append(node)
    ahead: dict[int, int] = {}
    rings: list[tuple[int, ...]] = []
    core = _core(graph, behind)
    while core:
        ring = _shortest(graph, core)
        if not ring:
            break
        rings.append(ring)
        ahead |= dict(zip(ring, (*ring[1:], ring[0]), strict=True))
        _lead(graph, behind, list(ring), ahead)
        core = [node for node in core if node not in ahead]
    ends = [node for node in graph if not graph[node] and node not in ahead]
    ahead |= dict.fromkeys(ends, -1)
    _lead(graph, behind, ends, ahead)
    return {node: ahead[node] for node in graph}, tuple(sorted(rings))


def _core(graph: Graph, behind: Mapping[int, list[int]]) -> list[int]:
    """Return the nodes of rings and of ways between rings, ascending."""
    left = set(graph)
    while True:
        loose = {
            node for node in left if not left.intersection(graph[node]) or not any(one in left for one in behind[node])
        }
        if not loose:
            return sorted(left)
        left -= loose


def _shortest(graph: Graph, core: list[int]) -> tuple[int, ...]:
    """Return the shortest ring within the core, of equals the one with the lowest node; empty if there is none."""
    inside = set(core)
    best: list[int] = []
    for start in core:
        came = {start: -1}
        row = [start]
        depth, closing = 1, -1
        while row and closing < 0 and (not best or depth < len(best)):
            after: list[int] = []
            for node in row:
                for other in graph[node]:
                    if other == start:
                        closing = node if closing < 0 else closing
                    elif other in inside and other not in came:
                        came[other] = node
                        after.append(other)
            depth += closing < 0
            row = after
        if closing >= 0:
            best = []
            while closing >= 0:
                best.insert(0, closing)
                closing = came[closing]
    lowest = best.index(min(best)) if best else 0
    return (*best[lowest:], *best[:lowest])


def _lead(graph: Graph, behind: Mapping[int, list[int]], row: list[int], ahead: dict[int, int]) -> None:
    """Lead all nodes that can reach the nodes in `row` to those, by the shortest way; the result goes into `ahead`."""
    while row:
        after = sorted({node for goal in row for node in behind[goal]} - ahead.keys())
        reached = set(row)
        for node in after:
            ahead[node] = next(other for other in graph[node] if other in reached)
        row = after


class Jam(NamedTuple):
    """A jam. Trains are named by their rows."""

    stuck: tuple[int, ...] = ()
    """Rows of the stuck trains, ascending."""
    ahead: tuple[int, ...] = ()
    """For each stuck train a train that it waits for, towards the ring; -1 if its way leads nowhere."""
    pieces: tuple[int, ...] = ()
    """For each stuck train the piece that it wants and the train ahead holds; -1 for none."""
    rings: tuple[tuple[int, ...], ...] = ()
    """Rings of trains: each waits for the next, and the last for the first, which has the lowest row."""

    def ring_of(self, train: int) -> tuple[int, ...]:
        """Return the ring that a train is in; empty if it is in none."""
        return next((ring for ring in self.rings if train in ring), ())


def look(railway: Railway) -> Jam | None:
    """Look for a jam, mark its trains, and return it; None if nothing can have changed since the last look.

    Call this after ticks that `EVERY` divides. Code that builds, gives orders, halts or removes trains must set
    `clock[BEGUN]`.
    """
    clock, trains = railway.holding.clock, railway.trains
    if not clock[BEGUN]:
        return None
    clock[BEGUN] = 0
    jam = find(railway)
    for train in range(clock[TRAINS]):
        trains.jammed[train] = 0
    for train in jam.stuck:
        trains.jammed[train] = 1
    clock[JAMMED] = len(jam.stuck)
    return jam


def find(railway: Railway, without: tuple[int, ...] = ()) -> Jam:
    """Return the jam of a railway as it is, or as it would be without some trains. Changes nothing."""
    trains = railway.trains
    among = filled(len(trains.state))
    waiting = 0
    for train in range(railway.holding.clock[TRAINS]):
        if trains.state[train] == WAITING and not trains.halted[train] and train not in without:
            among[train] = 1
            waiting += 1
    return _told(railway, among) if waiting else Jam()


def known(railway: Railway) -> Jam:
    """Return the jam that the last look marked, as far as it still exists. Costs nothing if there was none."""
    if not railway.holding.clock[JAMMED]:
        return Jam()
    among = railway.trains.jammed.copy()
    for train in range(len(among)):
        if railway.trains.state[train] != WAITING or railway.trains.halted[train]:
            among[train] = 0
    return _told(railway, among)


def _told(railway: Railway, among: Any) -> Jam:
    """Return the jam among the waiting trains marked in `among`. Only the jam's trains stay marked."""
    holding = railway.holding
    kept = railway.trains._replace(blocked=railway.trains.blocked.copy(), stops=railway.trains.stops.copy())
    _drop_free(railway.network, kept, holding, railway.desk, among, filled(len(among), 1))
    stuck = tuple(train for train in range(holding.clock[TRAINS]) if among[train])
    wanted: dict[int, dict[int, int]] = {}
    for train in stuck:
        row = plain(kept.blocked[KEPT * train : KEPT * train + KEPT])
        wanted[train] = {int(holding.owner[piece]): piece for piece in reversed(row) if piece >= 0}
    ahead, rings = untangle({train: tuple(reversed(owners)) for train, owners in wanted.items()})
    pieces = tuple(wanted[train].get(ahead[train], -1) for train in stuck)
    return Jam(stuck, tuple(ahead[train] for train in stuck), pieces, rings)


@in_place
def _drop_free(network: Network, trains: Trains, holding: Holding, desk: Desk, among: Any, unsure: Any) -> None:
    """Remove trains that could reserve a way if only the others in `among` existed, until none can.

    `unsure` starts as 1 for each train; a search is repeated only if a removed train had blocked it.
    """
    count, changed = holding.clock[TRAINS], True
    while changed:
        changed = False
        for train in range(count):
            if among[train] == 0 or unsure[train] == 0:
                continue
            unsure[train] = 0
            sight = network.sight[holding.leg[trains.end[train]] >> 1]
            if search(network, trains, holding, desk, desk.none if sight else among, train) < 0:
                continue
            among[train] = 0
            changed = True
            _doubt(trains, holding, unsure, count, train)


@inner
def _doubt(trains: Trains, holding: Holding, unsure: Any, count: int, dropped: int) -> None:
    """Mark the trains whose searches the removed train may have blocked."""
    for train in range(count):
        if trains.stops[train] > KEPT:
            unsure[train] = 1
            continue
        for index in range(KEPT * train, KEPT * train + KEPT):
            piece = trains.blocked[index]
            if piece < 0:
                break
            if holding.owner[piece] == dropped:
                unsure[train] = 1
                break
