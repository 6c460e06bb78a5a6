"""Reservations: finding a way to the next safe place, and recording which pieces a train owns.

A reservation leads from one safe place to the next: the end of a piece with a signal that faces the train, or the far
end of a platform of the train's station, if that is long enough. A train cannot reserve a piece that conflicts with one
that another train owns.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.network import CONFLICTS, DETOUR_OF_STATION, FAR, FOLLOWERS, Network
from game.cabinets.rails.track.pieces import TILE
from game.cabinets.rails.track.trains import (
    FREE_NODE,
    FREE_NODES,
    KEPT,
    MOST_TRAINS,
    MOVING,
    TICK,
    Holding,
    Trains,
)
from game.core.compiled import filled, in_place, inner

FAR_DETOUR: Final = 8 * TILE
"""How much longer than the best way, in units, a free way may be and still be taken at once."""
PATIENCE: Final = 80
"""Ticks that a train waits before it takes a free way that is longer than `FAR_DETOUR` allows."""
STAMP: Final = 256
"""Factor that combines a tick and a train's number into one number; greater than any train's number."""


class Desk(NamedTuple):
    """Arrays for a search, whose content is only valid during it."""

    seen: Any
    """The number of the last search that reached each leg."""
    far: Any
    """The cost from the start to each leg, including that of detours."""
    came: Any
    """By leg: the leg before it on the way from the start; -1 at the start."""
    open: Any
    """Legs that were reached but whose followers were not examined yet."""
    way: Any
    serial: Any
    """The number of searches so far, and the number of legs of the way that the last one found."""
    every: Any
    """An array with 1 for each train: all trains are in the way."""
    none: Any
    """An array with 0 for each train: no train is in the way."""


def new_desk(pieces: int) -> Desk:
    """Return working arrays for searches in a network of `pieces` pieces."""
    legs = 2 * pieces
    trains = filled(MOST_TRAINS, 1), filled(MOST_TRAINS)
    return Desk(filled(legs), filled(legs), filled(legs), filled(legs), filled(legs), filled(2), *trains)


@inner
def obstacle(network: Network, holding: Holding, among: Any, train: int, piece: int) -> int:
    """Return the piece that closes `piece` because another train in `among` owns it; -1 if `piece` is free.

    That is `piece` itself or one in conflict with it. `among` has 1 for each train that counts.
    """
    owner = holding.owner
    other = owner[piece]
    if other >= 0 and other != train and among[other] > 0:
        return piece
    conflict = network.conflict
    for index in range(CONFLICTS * piece, CONFLICTS * piece + CONFLICTS):
        beside = conflict[index]
        if beside < 0:
            break
        other = owner[beside]
        if other >= 0 and other != train and among[other] > 0:
            return int(beside)
    return -1


@inner
def search(network: Network, trains: Trains, holding: Holding, desk: Desk, among: Any, train: int) -> int:
    """Find the best free way on from the end of a train's reservation. Return the last leg, at a safe place, or -1.

    The best way has the least sum of its cost and the distance from its end; ties are decided by keys. Only trains
    marked 1 in `among` are in the way. Writes the way into `desk.came`, and the pieces that stopped the search into
    `trains.blocked` and `trains.stops`.
    """
    goal = trains.goal[train]
    start = holding.leg[trains.end[train]]
    trains.stops[train] = 0
    for index in range(KEPT * train, KEPT * train + KEPT):
        trains.blocked[index] = -1
    if goal < 0:
        return -1
    distance, station, length = network.distance[goal], network.goal_station[goal], trains.length[train]
    following, cost, key = network.next, network.cost, network.key
    seen, far, came, open_legs = desk.seen, desk.far, desk.came, desk.open
    serial = desk.serial[0] + 1
    desk.serial[0] = serial
    seen[start], far[start], came[start] = serial, 0, -1
    open_legs[0] = start
    count, best_stop = 1, FAR
    while count > 0:
        pick = 0
        leg = open_legs[0]
        if count > 1:
            least = far[leg] + distance[leg]
            for index in range(1, count):
                other = open_legs[index]
                value = far[other] + distance[other]
                if value < least or (value == least and key[other] < key[leg]):
                    pick, leg, least = index, other, value
        count -= 1
        open_legs[pick] = open_legs[count]
        if leg != start and (network.signal[leg] > 0 or (network.ends[leg] == station and network.room[leg] >= length)):
            return int(leg)
        for index in range(FOLLOWERS * leg, FOLLOWERS * leg + FOLLOWERS):
            other = following[index]
            if other < 0:
                break
            if distance[other] >= FAR:
                continue
            so_far = far[leg] + cost[other]
            entered = network.enters[other]
            if entered >= 0 and entered != station:
                so_far += DETOUR_OF_STATION
            if seen[other] == serial and far[other] <= so_far:
                continue
            closed = obstacle(network, holding, among, train, other >> 1)
            if closed >= 0:
                best_stop = _keep(trains, train, closed, so_far + distance[other], best_stop)
                continue
            if seen[other] != serial:
                open_legs[count] = other
                count += 1
            seen[other], far[other], came[other] = serial, so_far, leg
    return -1


@inner
def _keep(trains: Trains, train: int, piece: int, value: int, best: int) -> int:
    """Keep a piece that stopped a search, that of the best way first. Return the value of the best way so far."""
    first, stops = KEPT * train, trains.stops[train]
    for index in range(min(stops, KEPT)):
        if trains.blocked[first + index] == piece and (index == 0 or value >= best):
            return best
    trains.stops[train] = stops + 1
    if value < best:
        if stops < KEPT:
            trains.blocked[first + stops] = trains.blocked[first]
        trains.blocked[first] = piece
        return value
    if stops < KEPT:
        trains.blocked[first + stops] = piece
    return best


@inner
def may_search(trains: Trains, holding: Holding, train: int) -> bool:
    """Return whether a new search for a train can end differently from its last one."""
    asked = trains.searched[train]
    if asked < 0 or trains.stops[train] > KEPT:
        return True
    patience = trains.patience[train]
    if 0 <= patience <= holding.clock[TICK] and asked < STAMP * patience:
        return True
    released, blocked = holding.released, trains.blocked
    for index in range(KEPT * train, KEPT * train + KEPT):
        piece = blocked[index]
        if piece < 0:
            return False
        if released[piece] > asked:
            return True
    return False


@inner
def reserve(network: Network, trains: Trains, holding: Holding, desk: Desk, train: int) -> bool:
    """Try to extend a train's reservation to the next safe place. Return whether that succeeded."""
    if trains.halted[train] > 0 or not may_search(trains, holding, train):
        return False
    tick = holding.clock[TICK]
    start = holding.leg[trains.end[train]]
    blind = network.sight[start >> 1]
    found = search(network, trains, holding, desk, desk.none if blind else desk.every, train)
    if found >= 0:
        distance = network.distance[trains.goal[train]]
        if desk.far[found] + distance[found] > distance[start] + FAR_DETOUR:
            if trains.patience[train] < 0:
                trains.patience[train] = tick + PATIENCE
            if tick < trains.patience[train]:
                found = -1
    if found < 0 or not _take(network, trains, holding, desk, train, found, blind):
        trains.searched[train] = STAMP * tick + train
        return False
    trains.blind[train] = blind
    trains.patience[train] = trains.searched[train] = -1
    trains.stops[train] = 0
    trains.blocked[KEPT * train] = -1
    goal = trains.goal[train]
    trains.bound[train] = int(
        network.ends[found] == network.goal_station[goal] and network.room[found] >= trains.length[train]
    )
    trains.state[train] = MOVING
    return True


@inner
def _take(network: Network, trains: Trains, holding: Holding, desk: Desk, train: int, found: int, blind: int) -> bool:
    """Add the way that a search found to a train's path. Return False if no free nodes are left for it."""
    way, count, leg = desk.way, 0, found
    while desk.came[leg] >= 0:
        way[count] = leg
        count += 1
        leg = desk.came[leg]
    if count > holding.clock[FREE_NODES]:
        return False
    left, last = trains.left[train], trains.end[train]
    for index in range(count - 1, -1, -1):
        leg = way[index]
        last = append(holding, last, leg)
        left += network.length[leg >> 1]
        if not blind:
            claim(holding, train, leg >> 1)
    trains.end[train], trains.left[train] = last, left
    return True


@in_place
def append(holding: Holding, last: int, leg: int) -> int:
    """Add a node after the last one of a path (-1 begins one), and return it. There must be a free node."""
    clock = holding.clock
    node = clock[FREE_NODE]
    clock[FREE_NODE] = holding.next[node]
    clock[FREE_NODES] -= 1
    holding.leg[node], holding.next[node] = leg, -1
    if last >= 0:
        holding.next[last] = node
    return int(node)


@inner
def drop_first(holding: Holding, first: int) -> int:
    """Remove the first node of a path, and return the one after it."""
    clock = holding.clock
    after = holding.next[first]
    holding.next[first] = clock[FREE_NODE]
    clock[FREE_NODE] = first
    clock[FREE_NODES] += 1
    return int(after)


@in_place
def claim(holding: Holding, train: int, piece: int) -> None:
    """Make a train the owner of a piece, once for each time that its path passes the piece."""
    holding.owner[piece] = train
    holding.held[piece] += 1


@inner
def release(holding: Holding, train: int, piece: int) -> None:
    """Give up a piece. Its train owns it until that was done once for each time that the path passes it."""
    if holding.owner[piece] == train:
        holding.held[piece] -= 1
        if holding.held[piece] <= 0:
            holding.held[piece] = 0
            holding.owner[piece] = -1
            holding.released[piece] = STAMP * holding.clock[TICK] + train
