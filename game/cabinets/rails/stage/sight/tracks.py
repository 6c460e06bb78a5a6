"""All that is built on a map, and its track as pieces that trains pass one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from game.cabinets.rails.match.state import State
from game.cabinets.rails.stage.ground.geometry import MIDDLES
from game.cabinets.rails.stage.sight.course import Piece
from game.cabinets.rails.track.coded import decode
from game.cabinets.rails.track.network import FAR
from game.cabinets.rails.track.pieces import STEPS, STRAIGHT, TILE, Place, bend, edges, opposite
from game.core.compiled import plain
from game.ground.texts import Texts


class Way(NamedTuple):
    """The track that a train holds: pieces from its tail to the end of its reservation."""

    pieces: tuple[Piece, ...]
    head: int
    """Index of the piece that the train's head is on."""

    @property
    def ahead(self) -> tuple[Piece, ...]:
        """The reserved pieces beyond the one the head is on."""
        return self.pieces[self.head + 1 :]

    @property
    def passing(self) -> tuple[Piece, ...]:
        """The pieces at whose end the train may go on: the one under its head and reserved ones but the last."""
        return self.pieces[self.head : -1]


class Open(NamedTuple):
    """An open end of track, given as the tile beyond it and the edge over which that tile is entered."""

    x: int
    y: int
    enter: int

    @property
    def point(self) -> tuple[float, float]:
        """The middle of the edge at the open end, in tiles of the map."""
        return self.x + MIDDLES[self.enter][0], self.y + MIDDLES[self.enter][1]

    @property
    def across(self) -> Open:
        """The same end seen from beyond: the tile that the track ends on, as track that meets it enters it."""
        return Open(self.x + STEPS[self.enter][0], self.y + STEPS[self.enter][1], opposite(self.enter))


class Tracks:
    """What is built in a match; make another one when anything is built, as it keeps what it was asked for."""

    def __init__(self, state: State) -> None:
        self.built = state.works
        self.works = decode(self.built)
        """What stands on each built tile."""
        self.size = state.land.size
        self.slots = state.railway.slots
        self.parts: dict[int, tuple[int, ...]] = {}
        """For each station id the tiles of its platforms, stops and docks, ascending."""
        for tile, station in state.site.parts().items():
            if tile not in state.site.wells:
                self.parts[station] = (*self.parts.get(station, ()), tile)
        self.names: dict[tuple[Texts, int], str] = {}
        """The names of stations that were asked for, by language and id."""
        self._on: dict[int, Piece] = {}
        self._after: dict[tuple[Piece, int], Piece | None] = {}
        self._reached: dict[int, frozenset[int]] = {}

    def on(self, leg: int) -> Piece:
        """Return the piece of a leg."""
        found = self._on.get(leg)
        if found is None:
            place, length = self.slots.place(leg), int(self.slots.network.length[leg >> 1])
            tiles = length // TILE if place.kind < STRAIGHT else 1
            found = self._on[leg] = Piece(place.x, place.y, place.leg, tiles)
        return found

    def after(self, piece: Piece, turn: int) -> Piece | None:
        """Return the piece after one if the train turns left (-1), goes straight (0) or right (1); None if none."""
        key = piece, turn
        if key not in self._after:
            leg = self.slots.leg(Place(piece.x, piece.y, *edges(piece.leg >> 1, piece.leg & 1)))
            found = map(self.on, self.slots.following(leg) if leg >= 0 else ())
            self._after[key] = next((one for one in found if bend(piece.leg, one.leg) == turn), None)
        return self._after[key]

    @cached_property
    def ends(self) -> Mapping[int, Sequence[Open]]:
        """The open ends of the track of each company that has any, ascending."""
        found: dict[int, list[Open]] = {}
        for (tile, _kind), slot in self.slots.slots.items():
            for leg in (2 * slot, 2 * slot + 1):
                end = Open(*self.on(leg).beyond)
                if 0 <= end.x < self.size and 0 <= end.y < self.size and not self.slots.following(leg):
                    found.setdefault(self.slots.works.companies[tile], []).append(end)
        return {company: sorted(set(ends)) for company, ends in found.items()}

    def station_behind(self, end: Open) -> int:
        """Return the id of the station that an open end of track belongs to; 0 for none."""
        built = self.works.get(end.across.y * self.size + end.across.x)
        return built.station if built else 0

    def reached(self, station: int) -> frozenset[int]:
        """Return ids of the stations that trains of a station can reach over its track, including itself."""
        if station not in self._reached:
            self._reached[station] = self._find_reached(station)
        return self._reached[station]

    def _find_reached(self, station: int) -> frozenset[int]:
        network = self.slots.network
        ends: dict[int, list[int]] = {}
        for leg, of in enumerate(plain(network.ends)):
            if of >= 0:
                ends.setdefault(of, []).append(leg)
        goals = list(zip(map(int, network.goal_station), network.distance, strict=True))
        found, todo = {station}, [station]
        while todo:
            legs = ends.get(todo.pop(), ())
            new = {of for of, far in goals if of not in found and any(far[leg] < FAR for leg in legs)} - {-1}
            found |= new
            todo += sorted(new)
        return frozenset(found)


@lru_cache(maxsize=1 << 14)
def turned(piece: Piece) -> Piece:
    """Return the piece as it is passed in the other direction."""
    leave = edges(piece.leg >> 1, piece.leg & 1)[1]
    across, down = STEPS[leave]
    more = piece.tiles - 1
    return Piece(piece.x + across * more, piece.y + down * more, piece.leg ^ 1, piece.tiles)
