"""Find ways out of a jam: what to remove or build so that trains move again. Each is tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from game.cabinets.rails.building.laying import lay
from game.cabinets.rails.contract.actions import Clear
from game.cabinets.rails.jams.adviser import SIGNAL_INTO_SINGLE, SIGNAL_ON_JUNCTION, findings, standing_places
from game.cabinets.rails.jams.jams import Jam, find
from game.cabinets.rails.jams.passing import IsOpen, Laid, passing_places
from game.cabinets.rails.jams.sentences import Sentence
from game.cabinets.rails.track.motion import set_goal
from game.cabinets.rails.track.network import FAR, FOLLOWERS
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.reserving import append, claim
from game.cabinets.rails.track.trains import BEGUN, FREE_NODE, FREE_NODES, KEPT, TRAINS, copied
from game.cabinets.rails.track.works import Refused, Works


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


LIFT, PASSING_PLACE, SIGNAL_AWAY, FEWER = "lift", "passing_place", "signal_away", "fewer"
MOST_TRIED: Final = 12
"""Greatest number of passing places tried for one ring."""


class WayOut(NamedTuple):
    """A change that resolves a jam or makes it smaller."""

    kind: str
    x: int
    y: int
    """Row of the change; `x` is its column."""
    trains: tuple[int, ...] = ()
    """Rows of the trains to remove from the map."""
    laid: tuple[Laid | Clear, ...] = ()
    """What to build or clear to resolve the jam, in building order."""
    most: int = 0
    """For FEWER: the number of trains that have places to stand."""

    def sentence(self, ids: dict[int, int]) -> Sentence:
        """Return the sentence that offers the change; `ids` has the ids of trains by row."""
        values = {"x": self.x, "y": self.y, "most": self.most}
        if self.trains:
            values["train"] = ids[self.trains[0]]
        return f"rails_jams.out.{self.kind}", values


def ways_out(railway: Railway, jam: Jam, is_open: IsOpen) -> list[WayOut]:
    """Return the ways out of a jam; those that repair its cause come before those that only remove a train."""
    found: list[WayOut] = []
    for ring in jam.rings:
        found += _signals_away(railway, ring)
        found += islice(_passing_places(railway, jam, ring, is_open), 1)
        lifted = _lifted(railway, ring)
        if lifted is not None:
            found.append(lifted)
            most = standing_places(railway.slots, lifted.trains[0], railway)
            if sum(1 for state in railway.trains.state if state) >= most > 0:
                found.append(lifted._replace(kind=FEWER, most=most - 1))
    return found


def _lifted(railway: Railway, ring: tuple[int, ...]) -> WayOut | None:
    """Return the removal of the ring's train that leaves the fewest stuck, of equals that with the least cargo."""
    left = [(len(find(railway, (train,)).stuck), int(railway.trains.load[train]), train) for train in ring]
    train = min(left)[2]
    head = railway.slots.place(int(railway.holding.leg[railway.trains.head[train]]))
    return WayOut(LIFT, head.x, head.y, (train,))


def _signals_away(railway: Railway, ring: tuple[int, ...]) -> Iterator[WayOut]:
    """Yield removals of signals at which a train of the ring blocks oncoming trains, together with that train."""
    longest = max(int(railway.trains.length[train]) for train in ring)
    kinds = (SIGNAL_INTO_SINGLE, SIGNAL_ON_JUNCTION)
    wrong = {(one.x, one.y) for one in findings(railway.slots, longest) if one.kind in kinds}
    for train in ring:
        leg = int(railway.holding.leg[railway.trains.end[train]])
        place = railway.slots.place(leg)
        if not railway.network.signal[leg] or (place.x, place.y) not in wrong:
            continue
        laid = Clear(place.x, place.y, "signal")
        if len(find(railway, (train,)).stuck) < len(find(railway).stuck):
            yield WayOut(SIGNAL_AWAY, place.x, place.y, (train,), (laid,))


def _passing_places(railway: Railway, jam: Jam, ring: tuple[int, ...], is_open: IsOpen) -> Iterator[WayOut]:
    """Yield passing places on the way of a train of the ring that leave fewer trains stuck."""
    length = max(int(railway.trains.length[train]) for train in ring)
    for train in ring:
        for laid in islice(passing_places(railway.slots, way_ahead(railway, train), length, is_open), MOST_TRIED):
            works = railway.works.copy()
            try:
                lay(works, laid)
            except Refused:
                continue
            if len(find(moved_over(railway, works)).stuck) < len(jam.stuck):
                first = laid[0]
                yield WayOut(PASSING_PLACE, first.x, first.y, (), laid)


def way_ahead(railway: Railway, train: int) -> list[int]:
    """Return the legs of a train's shortest way from its reservation's end to its station, whoever holds them."""
    goal = int(railway.trains.goal[train])
    leg = int(railway.holding.leg[railway.trains.end[train]])
    if goal < 0:
        return []
    network = railway.network
    distance, way = network.distance[goal], [leg]
    while distance[leg] and len(way) <= 2 * railway.slots.capacity:
        after = [int(other) for other in network.next[FOLLOWERS * leg : FOLLOWERS * leg + FOLLOWERS] if other >= 0]
        leg = min(after, key=lambda other: (network.cost[other] + distance[other], network.key[other]), default=-1)
        if leg < 0 or distance[leg] >= FAR:
            return []
        way.append(leg)
    return way
