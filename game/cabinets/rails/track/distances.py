"""Distances of all legs to all goals: kept for each goal, and updated where track was changed."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import Final

from game.cabinets.rails.track.network import DETOUR_OF_STATION, FAR, FOLLOWERS, Slots
from game.cabinets.rails.track.pieces import TILE
from game.core.compiled import array, plain, table

MOST_HALVES: Final = 24
"""Length of the longest train, in half tiles."""


def update_goals(slots: Slots) -> None:
    """Compute the goals of a network and the distances to them.

    A goal is a station together with a length: trains up to that length fit one of its platforms. Each different length
    of a station's platforms makes a goal. Distances that a change does not affect are kept.
    """
    network = slots.network
    rooms: dict[int, set[int]] = {}
    for station, room in zip(plain(network.ends), plain(network.room), strict=True):
        if station >= 0:
            rooms.setdefault(station, set()).add(room)
    goals = [(station, room) for station in sorted(rooms) for room in sorted(rooms[station])]
    stations = max(rooms, default=-1) + 1
    goal_of = [-1] * (stations * (MOST_HALVES + 1))
    for number, (station, room) in reversed(list(enumerate(goals))):
        for halves in range(min(MOST_HALVES, 2 * room // TILE) + 1):
            goal_of[station * (MOST_HALVES + 1) + halves] = number
    known, slots.distances = slots.distances, {}
    changed = {*slots.changed, *(before for leg in slots.changed for before in slots.before[leg])}
    slots.changed.clear()
    for goal in goals:
        row = known.get(goal)
        if row is None:
            row = distances(slots, *goal)
        else:
            row += [FAR] * (2 * slots.capacity - len(row))
            _mend(slots, row, goal, changed)
        slots.distances[goal] = row
    slots.network = network._replace(
        distance=table(slots.distances.values() or [[FAR] * (2 * slots.capacity)]),
        goal_station=array([station for station, _ in goals] or [-1]),
        goal_of=array(goal_of or [-1]),
    )


def distances(slots: Slots, station: int, room: int) -> list[int]:
    """Return, for each leg, the length of the shortest way from its end to the far end of a platform of `station` that
    is at least `room` long (Dijkstra, 1959).
    """
    network = slots.network
    row = [FAR] * (2 * slots.capacity)
    ends = zip(plain(network.ends), plain(network.room), strict=True)
    _lower(slots, row, station, [(0, leg) for leg, (at, length) in enumerate(ends) if at == station and length >= room])
    return row


def _mend(slots: Slots, row: list[int], goal: tuple[int, int], changed: Iterable[int]) -> None:
    """Update the distances to a goal after legs changed (after Ramalingam and Reps, 1996).

    First, legs whose way led over a removed leg lose their distance, from the goal outwards; then shorter ways spread.
    """
    before = slots.before
    lost: set[int] = set()
    waiting = [(row[leg], leg) for leg in changed if row[leg] < FAR]
    heapify(waiting)
    while waiting:
        far, leg = heappop(waiting)
        if leg in lost or _one_step(slots, row, goal, leg, lost) <= far:
            continue
        lost.add(leg)
        for other in before[leg]:
            if far < row[other] < FAR:
                heappush(waiting, (row[other], other))
    for leg in lost:
        row[leg] = FAR
    found = [(_one_step(slots, row, goal, leg, ()), leg) for leg in {*changed, *lost}]
    _lower(slots, row, goal[0], [(far, leg) for far, leg in found if far < row[leg]])


def _one_step(slots: Slots, row: list[int], goal: tuple[int, int], leg: int, without: Iterable[int]) -> int:
    """Return the distance of a leg to a goal, computed from the distances of the legs that follow it."""
    network = slots.network
    station, room = goal
    if network.ends[leg] == station and network.room[leg] >= room:
        return 0
    least = FAR
    for index in range(FOLLOWERS * leg, FOLLOWERS * leg + FOLLOWERS):
        other = int(network.next[index])
        if other < 0:
            break
        if row[other] < FAR and other not in without:
            least = min(least, row[other] + _entering(slots, station, other))
    return least


def _entering(slots: Slots, station: int, leg: int) -> int:
    """Return the cost that a leg adds to a way to a station because of what it enters."""
    enters = slots.network.enters[leg]
    return int(slots.network.cost[leg]) + (DETOUR_OF_STATION if enters not in (-1, station) else 0)


def _lower(slots: Slots, row: list[int], station: int, heap: list[tuple[int, int]]) -> None:
    """Spread shorter ways backwards from the legs in `heap`."""
    network, before = slots.network, slots.before
    cost, enters = network.cost, network.enters
    heapify(heap)
    while heap:
        far, leg = heappop(heap)
        if far >= row[leg]:
            continue
        row[leg] = far
        far += int(cost[leg])
        if enters[leg] not in (-1, station):
            far += DETOUR_OF_STATION
        for other in before[leg]:
            if far < row[other]:
                heappush(heap, (far, other))
