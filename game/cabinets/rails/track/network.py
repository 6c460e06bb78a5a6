"""The track as flat arrays: which leg follows which, what conflicts, and where signals and platforms end a reservation.

A piece has a number, its *slot*; a leg is 2 · slot + direction. A piece keeps its slot as long as it exists, so a
change of the works affects only the changed tiles and their neighbours. What trains do does not depend on slots: ties
are decided by `key`, made of the leg's x, y, edge of entry and edge of exit.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.cabinets.rails.track.pieces import (
    CORNER,
    HEADINGS,
    NORTH,
    ONWARD,
    STEPS,
    STRAIGHT,
    TILE,
    WEST,
    Place,
    conflict,
    edges,
)
from game.cabinets.rails.track.signals import CLOSES
from game.cabinets.rails.track.works import SPAN, Works, kinds
from game.core.compiled import array, filled, table

FOLLOWERS: Final = 3
CONFLICTS: Final = 5
FAR: Final = 1 << 40
"""The distance of a leg from which no way leads to the goal."""
DETOUR_OF_SIGNAL: Final = TILE
"""The extra cost of passing a two-way signal from behind."""
DETOUR_OF_STATION: Final = 8 * TILE
"""The extra cost of entering a platform of another station."""


_ONWARD: Final = tuple((*STEPS[edges(leg >> 1, leg & 1)[1]], after) for leg, after in enumerate(ONWARD))
"""By leg: the step across and down to the next tile, and the legs that may follow there."""


class Network(NamedTuple):
    """The track of a map as arrays by piece, by leg, or by goal; -1 stands for none."""

    length: Any
    """The length of each piece, in units."""
    next: Any
    """By leg: up to three legs that follow it, in order of their keys; a leg closed by a one-way signal is left out."""
    cost: Any
    """By leg: its length, and more if a two-way signal is passed from behind."""
    heading: Any
    signal: Any
    """By leg: the kind of the signal at its end that faces it; 0 if there is none."""
    enters: Any
    """For each leg, the station whose platform begins with it."""
    ends: Any
    """For each leg, the station whose platform ends with it; `room` is the length of that platform in units."""
    room: Any
    conflict: Any
    """For each piece up to five others in conflict with it: no other train may own them at the same time."""
    key: Any
    platform: Any
    """By piece: 1 if it lies in a platform."""
    sight: Any
    """By piece: 1 if its network has no signal and trains run there by sight."""
    distance: Any
    """A row for each goal; a row has, by leg, the length of the way from its end to the far end of a platform, or FAR.
    """
    goal_station: Any
    goal_of: Any
    """The goal for a station and a train, at index 25 · station + half tiles of the train."""


class Slots:
    """Keeps a network in step with its works; call `update` after the works have changed."""

    def __init__(self, works: Works) -> None:
        self.works = works
        self.slots: dict[tuple[int, int], int] = {}
        """The slot of each tile and kind; that of a span by its northern or western head and SPAN + axis."""
        self.named: list[tuple[int, int]] = []
        """The tile and kind of each slot; (-1, -1) for a free one."""
        self.free: list[int] = []
        self._places: dict[int, Place] = {}
        """The places of legs that were asked for."""
        self.before: list[tuple[int, ...]] = []
        """For each leg the legs that lead to it."""
        self.changed: set[int] = set()
        """Legs that changed since distances were last computed."""
        self.distances: dict[tuple[int, int], list[int]] = {}
        """The rows of `network.distance` by goal: its station, and the length of platform that its trains need."""
        self.network = _rows(64)
        self.capacity = 64

    def slot_at(self, tile: int, kind: int) -> int:
        """Return the slot of a piece, or of the span with a head on the tile if `kind` is SPAN + axis; -1 for none."""
        return self.slots.get((tile, kind), -1)

    def leg(self, place: Place) -> int:
        """Return the leg of a place; -1 if there is no track."""
        size = self.works.size
        if not (0 <= place.x < size and 0 <= place.y < size):
            return -1
        tile = place.y * size + place.x
        span = self.works.heads.get(tile)
        if span is not None:
            slot = self.slots.get((span.y * size + span.x, SPAN + span.axis), -1)
            return -1 if slot < 0 or place.kind != span.axis else 2 * slot + place.direction
        slot = self.slots.get((tile, place.kind), -1)
        return slot if slot < 0 else 2 * slot + place.direction

    def place(self, leg: int) -> Place:
        """Return the place of a leg; for a span, the place of the head where it enters."""
        found = self._places.get(leg)
        if found is None:
            found = self._places[leg] = self._place(leg)
        return found

    def _place(self, leg: int) -> Place:
        tile, kind = self.named[leg >> 1]
        size = self.works.size
        if kind < SPAN:
            return Place(tile % size, tile // size, *edges(kind, leg & 1))
        span = self.works.heads[tile]
        enter, leave = edges(span.axis, leg & 1)
        x, y = span.tiles()[0 if enter in (NORTH, WEST) else -1]
        return Place(x, y, enter, leave)

    def update(self) -> bool:
        """Take over the changed tiles of the works. Return whether there were any. Distances are not updated."""
        works = self.works
        if not works.touched:
            return False
        touched = sorted(works.touched)
        works.touched.clear()
        for tile in touched:
            self._take_over(tile)
        rows: dict[int, list[int]] = {}
        for slot in self._around(touched, rows):
            self._join(slot, rows.get(self.named[slot][0], []))
            self.changed |= {2 * slot, 2 * slot + 1}
        return True

    def _take_over(self, tile: int) -> None:
        """Give slots to new pieces of a tile, and free those of pieces that are gone."""
        works = self.works
        span = works.heads.get(tile)
        wanted = set(kinds(works.masks.get(tile, 0)))
        if span is not None and span.y * works.size + span.x == tile:
            wanted.add(SPAN + span.axis)
        for kind in range(SPAN + 2):
            slot = self.slots.get((tile, kind), -1)
            if kind in wanted and slot < 0:
                self._give(tile, kind)
            elif kind not in wanted and slot >= 0:
                self._take(slot)
            elif kind >= SPAN and slot >= 0 and span is not None:
                self.network.length[slot] = span.length * TILE
                self._forget_places(slot)

    def _forget_places(self, slot: int) -> None:
        for leg in (2 * slot, 2 * slot + 1):
            self._places.pop(leg, None)

    def _give(self, tile: int, kind: int) -> None:
        if not self.free:
            self._grow()
        slot = self.free.pop()
        self.slots[tile, kind] = slot
        self.named[slot] = (tile, kind)
        network, works = self.network, self.works
        if kind >= SPAN:
            network.length[slot] = works.heads[tile].length * TILE
        else:
            network.length[slot] = TILE if kind < STRAIGHT else CORNER
        for direction in (0, 1):
            leg = 2 * slot + direction
            network.heading[leg] = HEADINGS[kind - SPAN if kind >= SPAN else kind][direction]
            x, y, enter, leave = self.place(leg)
            network.key[leg] = (x * works.size + y) * 16 + enter * 4 + leave

    def _take(self, slot: int) -> None:
        del self.slots[self.named[slot]]
        self._forget_places(slot)
        self.named[slot] = (-1, -1)
        self.changed |= {2 * slot, 2 * slot + 1}
        self.free.append(slot)
        self.free.sort(reverse=True)
        network = self.network
        for leg in (2 * slot, 2 * slot + 1):
            self.before[leg] = ()
            for index in range(FOLLOWERS):
                network.next[FOLLOWERS * leg + index] = -1
            network.signal[leg] = 0
            network.enters[leg] = network.ends[leg] = -1
        network.platform[slot] = 0
        for index in range(CONFLICTS):
            network.conflict[CONFLICTS * slot + index] = -1

    def _grow(self) -> None:
        """Double the number of slots."""
        more = self.capacity if self.named else 0
        if more:
            self.network = _grown(self.network, self.capacity)
            self.capacity *= 2
        first = len(self.named)
        self.named += [(-1, -1)] * (self.capacity - first)
        self.before += [()] * (2 * (self.capacity - first))
        self.free = list(range(self.capacity - 1, first - 1, -1)) + self.free

    def _around(self, touched: list[int], rows: dict[int, list[int]]) -> list[int]:
        """Return the slots on some tiles, on their neighbours, and in platforms through them, which go into `rows`."""
        works = self.works
        size = works.size
        tiles: set[int] = set()
        for tile in touched:
            x, y = tile % size, tile // size
            tiles.add(tile)
            span = works.heads.get(tile)
            heads = [(x, y)] if span is None else span.tiles()[:: span.length - 1]
            for head_x, head_y in heads:
                tiles |= {
                    (head_y + down) * size + head_x + across
                    for across, down in (*STEPS, (0, 0))
                    if 0 <= head_x + across < size and 0 <= head_y + down < size
                }
        for tile in tiles & works.stations.keys():
            if tile not in rows:
                row = works.platform_of(tile)
                rows |= dict.fromkeys(row, row)
        found: set[int] = set()
        for tile in tiles | rows.keys():
            span = works.heads.get(tile)
            if span is not None:
                found.add(self.slots[span.y * size + span.x, SPAN + span.axis])
            found.update(self.slots[tile, kind] for kind in kinds(works.masks.get(tile, 0)))
        return sorted(found)

    def _join(self, slot: int, row: list[int]) -> None:
        """Compute what follows a piece, conflicts with it, and stands on it; `row` has the tiles of its platform."""
        network, works = self.network, self.works
        tile, kind = self.named[slot]
        if kind < SPAN:
            others = [self.slots[tile, other] for other in kinds(works.masks[tile])]
            touching = [other for other in others if other != slot and conflict(kind, self.named[other][1])]
            for index in range(CONFLICTS):
                network.conflict[CONFLICTS * slot + index] = touching[index] if index < len(touching) else -1
        platform = row if kind < SPAN else []
        network.platform[slot] = int(kind < SPAN and tile in works.stations)
        follow = self.following(2 * slot), self.following(2 * slot + 1)
        for direction in (0, 1):
            leg = 2 * slot + direction
            facing = works.signals.get((tile, kind, direction), 0)
            behind = works.signals.get((tile, kind, 1 - direction), 0)
            network.signal[leg] = facing
            network.cost[leg] = network.length[slot] + (DETOUR_OF_SIGNAL if behind and not CLOSES[behind] else 0)
            along = platform if edges(kind % SPAN, direction)[0] in (NORTH, WEST) else platform[::-1]
            network.enters[leg] = works.stations[tile] if along[:1] == [tile] else -1
            network.ends[leg] = works.stations[tile] if along[-1:] == [tile] else -1
            network.room[leg] = len(along) * TILE if along[-1:] == [tile] else 0
            after = [other for other in follow[direction] if not self.closed(other)]
            for index in range(FOLLOWERS):
                network.next[FOLLOWERS * leg + index] = after[index] if index < len(after) else -1
            self.before[leg] = () if self.closed(leg) else tuple(other ^ 1 for other in follow[1 - direction])

    def onward(self, leg: int) -> list[int]:
        """Return the legs on which a train may go on from the end of a leg, past no one-way signal."""
        rows = self.network.next[FOLLOWERS * leg : FOLLOWERS * leg + FOLLOWERS]
        return [int(other) for other in rows if other >= 0]

    def following(self, leg: int) -> list[int]:
        """Return all legs that follow a leg in order of their keys, even if a one-way signal closes them."""
        works = self.works
        size, companies = works.size, works.companies
        tile, kind = self.named[leg >> 1]
        across, down, onward = _ONWARD[2 * (kind % SPAN) + (leg & 1)]
        if kind >= SPAN and across + down > 0:
            tile += (across + down * size) * (works.heads[tile].length - 1)
        x = tile % size + across
        beyond = tile + across + down * size
        if not (0 <= x < size and 0 <= beyond < size * size) or companies.get(beyond, -1) != companies.get(tile, -1):
            return []
        slots, span = self.slots, works.heads.get(beyond)
        if span is not None:
            first = span.y * size + span.x
            if (across + down > 0 and beyond != first) or (across + down < 0 and beyond == first):
                return []
            slot = slots.get((first, SPAN + span.axis))
            return [2 * slot + other % 2 for other in onward if other >> 1 == span.axis and slot is not None]
        return [2 * slot + other % 2 for other in onward if (slot := slots.get((beyond, other >> 1))) is not None]

    def closed(self, leg: int) -> bool:
        """Return whether a one-way signal closes a leg: one on its piece faces the other direction."""
        tile, kind = self.named[leg >> 1]
        return CLOSES[self.works.signals.get((tile, kind, 1 - (leg & 1)), 0)]

    def connected(self, piece: int) -> set[int]:
        """Return the pieces that are connected with one."""
        seen, row = {piece}, [piece]
        while row:
            one = row.pop()
            for leg in (2 * one, 2 * one + 1):
                for other in self.following(leg):
                    if other >> 1 not in seen:
                        seen.add(other >> 1)
                        row.append(other >> 1)
        return seen

    def way_to(self, goal: int, leg: int) -> list[int]:
        """Return the legs of the shortest way to a goal, `leg` first, whoever holds them; empty if none leads there."""
        network, distance = self.network, self.network.distance[goal]
        way: list[int] = []
        while leg >= 0 and distance[leg] < FAR and len(way) <= 2 * self.capacity:
            way.append(leg)
            if not distance[leg]:
                return way
            after = self.onward(leg)
            leg = min(after, key=lambda other: (network.cost[other] + distance[other], network.key[other]), default=-1)
        return []

    def body(self, leg: int, length: int) -> list[int]:
        """Return the legs under a train whose head is at the end of a leg, the head's first; fewer where track ends.

        From the head back, the body lies straight where possible.
        """
        heading, key = self.network.heading, self.network.key
        legs: list[int] = []
        while leg >= 0:
            legs.append(leg)
            length -= int(self.network.length[leg >> 1])
            if length <= 0:
                break
            before = [other for other in self.before[leg] if other not in legs]
            ways = ((heading[other] != heading[leg], key[other], other) for other in before)
            leg = min(ways, default=(False, 0, -1))[2]
        return legs


def renew_sight(slots: Slots, classic: bool) -> None:
    """Set where trains run by sight: if collisions are `classic` in networks without any signal, else nowhere."""
    sight, used = slots.network.sight, [slot for slot, (tile, _) in enumerate(slots.named) if tile >= 0]
    for slot in used:
        sight[slot] = 0
    seen: set[int] = set()
    for first in used if classic else []:
        if first in seen:
            continue
        part = slots.connected(first)
        seen |= part
        if not any(slots.network.signal[2 * slot] or slots.network.signal[2 * slot + 1] for slot in part):
            for slot in part:
                sight[slot] = 1


def _rows(capacity: int) -> Network:
    """Return an empty network with room for `capacity` pieces."""
    legs = 2 * capacity
    return Network(
        length=filled(capacity),
        next=filled(FOLLOWERS * legs, -1),
        cost=filled(legs),
        heading=filled(legs),
        signal=filled(legs),
        enters=filled(legs, -1),
        ends=filled(legs, -1),
        room=filled(legs),
        conflict=filled(CONFLICTS * capacity, -1),
        key=filled(legs),
        platform=filled(capacity),
        sight=filled(capacity),
        distance=table([[FAR] * legs]),
        goal_station=array([-1]),
        goal_of=array([-1]),
    )


def _grown(network: Network, capacity: int) -> Network:
    """Return a network with room for `capacity` pieces and the same content, but without distances."""
    larger = _rows(2 * capacity)
    for name in (
        "length",
        "next",
        "cost",
        "heading",
        "signal",
        "enters",
        "ends",
        "room",
        "conflict",
        "key",
        "platform",
        "sight",
    ):
        rows = getattr(network, name)
        getattr(larger, name)[: len(rows)] = rows
    return larger
