"""Why each train stands: the piece it waits for and who holds it, or what closes its way; and sentences that say so.

The sentences are made from what a view tells, so that windows and bots say the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from game.cabinets.rails.contract.views import Why
from game.cabinets.rails.jams.jams import Jam
from game.cabinets.rails.track.network import FAR, Slots
from game.cabinets.rails.track.pieces import STEPS
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import KEPT, STOPPED, WAITING
from game.cabinets.rails.track.works import SPAN

Sentence: TypeAlias = tuple[str, dict[str, Any]]
"""A text key and its values."""


class Reason(NamedTuple):
    """The reason why one train stands."""

    why: Why = Why.NOTHING
    tile: int = -1
    """The tile of the wanted piece, of the signal, of the end of track, or of the platform; -1 for none."""
    other: int = -1
    """The train that holds the piece for which a train waits; -1 for none."""


class Reasons:
    """Finds why trains stand. Findings about a network are cached until something is built."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._distance = slots.network.distance
        self._found: dict[tuple[tuple[int, ...], int, int], Reason] = {}

    def of(self, railway: Railway, jam: Jam, train: int) -> Reason:
        """Return why a train stands; NOTHING if it moves, loads, or goes on in the next tick."""
        trains = railway.trains
        state = trains.state[train]
        if state not in (WAITING, STOPPED):
            return Reason()
        if trains.halted[train]:
            return Reason(Why.HALTED)
        if state == STOPPED:
            return Reason(Why.FULL_LOAD) if railway.starves(train) else Reason()
        if self._is_about_to_go(railway, train):
            return Reason()
        if trains.goal[train] < 0 or self._is_cut_off(railway, train):
            return self._closed(railway, train)
        if train in jam.stuck:
            at = jam.stuck.index(train)
            in_ring = bool(jam.ring_of(train))
            return Reason(Why.RING if in_ring else Why.TRAIN, self._tile(jam.pieces[at]), jam.ahead[at])
        piece = int(trains.blocked[KEPT * train])
        if piece < 0 or railway.holding.owner[piece] < 0:
            return Reason()
        return Reason(Why.TRAIN, self._tile(piece), int(railway.holding.owner[piece]))

    def _tile(self, piece: int) -> int:
        return self._slots.named[piece][0] if piece >= 0 else -1

    def _is_about_to_go(self, railway: Railway, train: int) -> bool:
        """Return whether a waiting train will begin its stop, or turn round to its only way, in the next tick."""
        trains, holding, network = railway.trains, railway.holding, railway.network
        goal, head = int(trains.goal[train]), int(trains.head[train])
        leg = int(holding.leg[head])
        if goal < 0 or head != trains.end[train] or not network.platform[leg >> 1]:
            return False
        distance = network.distance[goal]
        behind = distance[int(holding.leg[trains.tail[train]]) ^ 1]
        return bool(distance[leg] == 0 or (distance[leg] >= FAR and behind < FAR))

    def _is_cut_off(self, railway: Railway, train: int) -> bool:
        distance = railway.network.distance[int(railway.trains.goal[train])]
        end = int(railway.holding.leg[railway.trains.end[train]])
        return all(distance[leg] >= FAR for leg in self._slots.onward(end))

    def _closed(self, railway: Railway, train: int) -> Reason:
        """Return why no way leads to the station of a train's order."""
        trains = railway.trains
        station = railway.call(train)[0] if railway.orders.count[trains.orders[train]] > 0 else -1
        if station < 0:
            return Reason(Why.NO_ORDERS)
        if self._slots.network.distance is not self._distance:
            self._distance = self._slots.network.distance
            self._found.clear()
        starts: tuple[int, ...] = (int(railway.holding.leg[trains.end[train]]),)
        if self._slots.named[starts[0] >> 1][0] in self._slots.works.stations:
            starts = (*starts, int(railway.holding.leg[trains.tail[train]]) ^ 1)
        key = (starts, station, int(trains.length[train]))
        if key not in self._found:
            self._found[key] = what_closes(self._slots, *key)
        return self._found[key]


def what_closes(slots: Slots, starts: tuple[int, ...], station: int, length: int) -> Reason:
    """Return what keeps a train of a length from a station, on its ways from the ends of the legs `starts`.

    Of several ways, the one past the fewest signals counts.
    """
    network = slots.network
    came = dict.fromkeys(starts, -1)
    row = deque(starts)
    short, last = -1, []
    while row:
        leg = row.popleft()
        if network.ends[leg] == station and leg not in starts:
            if network.room[leg] >= length:
                return Reason(Why.SIGNAL_FACES, _first_closed(slots, came, leg))
            short = leg
        after = slots.following(leg)
        if not after:
            last.append(leg)
        for other in after:
            if other not in came:
                came[other] = leg
                if slots.closed(other):
                    row.append(other)
                else:
                    row.appendleft(other)
    if short >= 0:
        return Reason(Why.TOO_SHORT, slots.named[short >> 1][0])
    return Reason(Why.TRACK_ENDS, _nearest(slots, last or list(came), station))


def _first_closed(slots: Slots, came: dict[int, int], leg: int) -> int:
    """Return the tile of the first signal on a way that faces the other direction; -1 for none."""
    found = -1
    while leg >= 0:
        if slots.closed(leg):
            found = slots.named[leg >> 1][0]
        leg = came[leg]
    return found


def _nearest(slots: Slots, legs: list[int], station: int) -> int:
    """Return the tile of the leg whose end is nearest to a station in a straight line; the first of equals."""
    size = slots.works.size
    goals = [divmod(tile, size)[::-1] for tile, other in slots.works.stations.items() if other == station]
    best, least = -1, 4 * size
    for leg in legs:
        place = slots.place(leg)
        kind = slots.named[leg >> 1][1]
        length = slots.works.heads[slots.named[leg >> 1][0]].length - 1 if kind >= SPAN else 0
        x, y = place.x + STEPS[place.leave][0] * length, place.y + STEPS[place.leave][1] * length
        far = min((abs(x - goal_x) + abs(y - goal_y) for goal_x, goal_y in goals), default=0)
        if far < least:
            best, least = y * size + x, far
    return best


class Standing(Protocol):
    """The fields of a standing vehicle that its sentence needs."""

    @property
    def id(self) -> int: ...
    @property
    def tile(self) -> int: ...
    @property
    def why(self) -> Why: ...
    @property
    def blocked(self) -> int: ...
    @property
    def blocker(self) -> int: ...


_NEEDS_PLACE: Final = (Why.TRAIN, Why.TRACK_ENDS, Why.SIGNAL_FACES, Why.TOO_SHORT)
"""Reasons whose sentences name the place that closes the way."""


def sentence(vehicle: Standing, size: int) -> Sentence:
    """Return why one vehicle stands, on a map of `size` tiles a side; a shorter sentence where no place is known.

    There is no sentence for NOTHING.
    """
    why = Why.TRAIN if vehicle.why == Why.RING else vehicle.why
    unknown = vehicle.tile < 0 or (why in _NEEDS_PLACE and vehicle.blocked < 0)
    if unknown or (why == Why.TRAIN and vehicle.blocker < 0):
        return f"rails_jams.why_somewhere.{why.name.lower()}", {"train": vehicle.id}
    values = {"train": vehicle.id, "x": vehicle.tile % size, "y": vehicle.tile // size}
    if vehicle.blocker >= 0:
        values["other"] = vehicle.blocker
    if vehicle.blocked >= 0:
        values |= {"to_x": vehicle.blocked % size, "to_y": vehicle.blocked // size}
    return f"rails_jams.why.{why.name.lower()}", values


def chain(vehicles: Mapping[int, Standing], first: int, size: int) -> list[Sentence]:
    """Return sentences on whom a vehicle waits for, whom that one waits for, and so on, up to a ring or an end."""
    told: list[Sentence] = []
    way: list[int] = []
    train = first
    while train in vehicles and train not in way:
        way.append(train)
        if vehicles[train].why != Why.NOTHING:
            told.append(sentence(vehicles[train], size))
        train = vehicles[train].blocker
    if train in way:
        told.append(ring(way[way.index(train) :]))
    return told


def ring(trains: Iterable[int]) -> Sentence:
    """Return the sentence about a ring, in which each vehicle waits for the next and the last for the first."""
    row = list(trains)
    if len(row) == 2:
        return "rails_jams.ring_of_two", {"train": row[0], "other": row[1]}
    return "rails_jams.ring", {"count": len(row), "chain": " → ".join(map(str, (*row, row[0])))}
