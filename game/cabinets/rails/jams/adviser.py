"""The adviser: points out where track and signals are likely to cause trouble, as places with sentences.

The adviser never forbids anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from game.cabinets.rails.jams.reasons import Sentence
from game.cabinets.rails.track.network import CONFLICTS, FAR, Slots
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.signals import CLOSES
from game.cabinets.rails.track.trains import AWAY, TRAINS

SIGNAL_INTO_SINGLE: Final = "signal_into_single"
SIGNAL_ON_JUNCTION: Final = "signal_on_junction"
PLATFORM_SHORT: Final = "platform_short"
NO_EXIT: Final = "no_exit"
HEAD_ON: Final = "head_on"
TOO_MANY: Final = "too_many"


class Finding(NamedTuple):
    """A place with a likely trouble."""

    kind: str
    x: int
    y: int
    station: int = -1
    trains: int = 0
    """For TOO_MANY: the number of trains, and below the number of places for trains to stand."""
    places: int = 0

    @property
    def sentence(self) -> Sentence:
        """The sentence about the finding."""
        return f"rails_jams.advice.{self.kind}", {
            "x": self.x,
            "y": self.y,
            "trains": self.trains,
            "places": self.places,
        }


def findings(slots: Slots, longest: int, railway: Railway | None = None) -> list[Finding]:
    """Return all findings in a network whose longest train has `longest` units, by tile.

    If `longest` is 0 there is no train yet, and findings that depend on its length are left out. With a `railway`, the
    number of its trains is examined as well.
    """
    found = [*_stations(slots, longest), *_head_on(slots)]
    if longest > 0:
        found += _signals(slots, longest)
    if railway is not None:
        found += _too_many(railway)
    return sorted(set(found), key=lambda one: (one.y, one.x, one.kind))


def _signals(slots: Slots, longest: int) -> Iterator[Finding]:
    """Yield signals at which the longest train would stand in the way of others."""
    network = slots.network
    for leg in _legs(slots):
        if not network.signal[leg]:
            continue
        under = slots.body(leg, longest)
        place = slots.place(leg)
        if any(slots.named[other >> 1][0] in slots.works.stations for other in under):
            continue
        if any(network.conflict[CONFLICTS * (other >> 1)] >= 0 for other in under):
            yield Finding(SIGNAL_ON_JUNCTION, place.x, place.y)
        if _closes_the_way_back(slots, leg, under, longest):
            yield Finding(SIGNAL_INTO_SINGLE, place.x, place.y)


def _closes_the_way_back(slots: Slots, signal: int, under: list[int], longest: int) -> bool:
    """Return whether a train at a signal would lock in a train in a platform ahead of it."""
    network = slots.network
    closed = {other >> 1 for other in under}
    for platform in _first_places(slots, signal):
        if network.ends[platform] < 0:
            continue
        station = int(network.ends[platform])
        turned = _back(slots, platform)[-1] ^ 1
        if not any(_gets_clear(slots, start, closed, longest, station) for start in (platform, turned)):
            return True
    return False


def _first_places(slots: Slots, start: int) -> list[int]:
    """Return the first safe places on all ways that lead on from a leg."""
    network, found, seen, row = slots.network, [], {start}, [start]
    while row:
        leg = row.pop()
        if leg != start and (network.signal[leg] > 0 or network.ends[leg] >= 0):
            found.append(leg)
            continue
        for other in slots.onward(leg):
            if other not in seen:
                seen.add(other)
                row.append(other)
    return sorted(found)


def _back(slots: Slots, platform: int) -> list[int]:
    """Return the legs of a platform, from its last one back to its first."""
    network, legs = slots.network, [platform]
    while network.enters[legs[-1]] < 0 and slots.before[legs[-1]]:
        legs.append(slots.before[legs[-1]][0])
    return legs


def _gets_clear(slots: Slots, start: int, closed: set[int], longest: int, station: int) -> bool:
    """Return whether a train can leave a platform by its whole length without using a closed piece."""
    network = slots.network
    far = {start: 0}
    row = [start]
    while row:
        leg = row.pop()
        for other in slots.onward(leg):
            piece = other >> 1
            beside = network.conflict[CONFLICTS * piece : CONFLICTS * piece + CONFLICTS]
            if piece in closed or any(int(one) in closed for one in beside if one >= 0):
                continue
            so_far = far[leg] + int(network.length[piece])
            if so_far >= longest and slots.works.stations.get(slots.named[piece][0]) != station:
                return True
            if other not in far:
                far[other] = so_far
                row.append(other)
    return False


def _stations(slots: Slots, longest: int) -> Iterator[Finding]:
    """Yield platforms that are too short, and stations that trains cannot leave."""
    network = slots.network
    ends: dict[int, list[int]] = {}
    for leg in _legs(slots):
        if network.ends[leg] >= 0:
            ends.setdefault(int(network.ends[leg]), []).append(leg)
    for station, legs in ends.items():
        for leg in legs:
            place = slots.place(leg)
            if 0 < network.room[leg] < longest and leg & 1 == 0:
                yield Finding(PLATFORM_SHORT, place.x, place.y, station)
        if len(ends) > 1 and not any(_reaches(slots, leg, station) for leg in legs):
            place = slots.place(min(legs))
            yield Finding(NO_EXIT, place.x, place.y, station)


def _reaches(slots: Slots, leg: int, station: int) -> bool:
    """Return whether any other station can be reached from a leg."""
    network = slots.network
    goals = range(len(network.goal_station))
    return any(network.goal_station[goal] != station and network.distance[goal][leg] < FAR for goal in goals)


def _head_on(slots: Slots) -> Iterator[Finding]:
    """Yield one-way signals on a line between two junctions that face each other, or face away from each other."""
    for leg in _legs(slots):
        if not CLOSES[slots.network.signal[leg]]:
            continue
        for start in (leg, leg ^ 1):
            other = start
            for _ in range(len(slots.named)):
                after = slots.following(other)
                if len(after) != 1 or len(slots.following(after[0] ^ 1)) != 1:
                    break
                other = after[0]
                if other == start:
                    break
                facing = (other ^ 1) if start == leg else other
                if CLOSES[slots.network.signal[facing]]:
                    place = slots.place(leg)
                    yield Finding(HEAD_ON, place.x, place.y)
                    break


def _too_many(railway: Railway) -> Iterator[Finding]:
    """Yield connected networks that have no more places to stand than trains."""
    slots, trains = railway.slots, railway.trains
    left = {train for train in range(railway.holding.clock[TRAINS]) if trains.state[train] != AWAY}
    while left:
        train = min(left)
        inside = slots.connected(int(railway.holding.leg[trains.head[train]]) >> 1)
        here = {other for other in left if int(railway.holding.leg[trains.head[other]]) >> 1 in inside}
        left -= here | {train}
        places = standing_places(slots, train, railway)
        if len(here) > 1 and len(here) >= places:
            place = slots.place(int(railway.holding.leg[trains.head[train]]))
            yield Finding(TOO_MANY, place.x, place.y, -1, len(here), places)


def standing_places(slots: Slots, train: int, railway: Railway) -> int:
    """Return how many trains like this one can stand in safe places of its network at once: platforms, then signals.

    If that many trains run, one can only move if another makes room.
    """
    network, length = slots.network, int(railway.trains.length[train])
    inside = slots.connected(int(railway.holding.leg[railway.trains.head[train]]) >> 1)
    legs = [leg for leg in _legs(slots) if leg >> 1 in inside]
    platforms = [leg for leg in legs if network.ends[leg] >= 0 and network.room[leg] >= length]
    taken: set[int] = set()
    count = 0
    for leg in (*platforms, *(leg for leg in legs if network.signal[leg])):
        under = {other >> 1 for other in slots.body(leg, length)}
        beside = {int(one) for piece in under for one in network.conflict[CONFLICTS * piece : CONFLICTS * (piece + 1)]}
        if not taken & (under | beside):
            taken |= under
            count += 1
    return count


def _legs(slots: Slots) -> Iterator[int]:
    """Yield every leg of the network, by tile."""
    for (_, _), slot in sorted(slots.slots.items()):
        yield from (2 * slot, 2 * slot + 1)
