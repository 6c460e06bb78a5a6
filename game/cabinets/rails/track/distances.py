"""How far each leg is from each goal: kept for each station, worked out anew where something was built."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from game.cabinets.rails.track.network import DETOUR_OF_STATION, FAR, Network, Slots
from game.cabinets.rails.track.pieces import TILE
from game.core.compiled import array, filled, table

MOST_HALVES: Final = 24
"""Half tiles of the longest train."""


def update_goals(slots: Slots) -> None:
    """Work out the goals of a network and their distances.

    A goal is a station and the shortest platform that will do, so there is one for each length of
    a station's platforms.
    """
    network = slots.network
    rooms: dict[int, set[int]] = {}
    for leg in range(2 * len(slots.named)):
        if network.ends[leg] >= 0:
            rooms.setdefault(int(network.ends[leg]), set()).add(int(network.room[leg]))
    goals = [(station, room) for station in sorted(rooms) for room in sorted(rooms[station])]
    stations = max(rooms, default=-1) + 1
    goal_of = [-1] * (stations * (MOST_HALVES + 1))
    for number, (station, room) in reversed(list(enumerate(goals))):
        for halves in range(min(MOST_HALVES, 2 * room // TILE) + 1):
            goal_of[station * (MOST_HALVES + 1) + halves] = number
    rows = [distances(slots, station, room) for station, room in goals] or [[FAR] * (2 * slots.capacity)]
    slots.network = network._replace(
        distance=table(rows),
        goal_station=array([station for station, _ in goals] or [-1]),
        goal_of=array(goal_of or [-1]),
    )


def distances(slots: Slots, station: int, room: int) -> list[int]:
    """Of each leg the shortest way from its end to the far end of a platform at least so long (Dijkstra, 1959)."""
    network, before = slots.network, slots.before
    cost, enters, ends = network.cost, network.enters, network.ends
    row = [FAR] * (2 * slots.capacity)
    heap: list[tuple[int, int]] = []
    for leg in range(2 * len(slots.named)):
        if ends[leg] == station and network.room[leg] >= room:
            row[leg] = 0
            heappush(heap, (0, leg))
    while heap:
        far, leg = heappop(heap)
        if far > row[leg]:
            continue
        far += int(cost[leg])
        if enters[leg] not in (-1, station):
            far += DETOUR_OF_STATION
        for other in before[leg]:
            if far < row[other]:
                row[other] = far
                heappush(heap, (far, other))
    return row


__all__ = ["MOST_HALVES", "Network", "distances", "filled", "update_goals"]
