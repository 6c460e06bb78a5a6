"""All that a plan can change and must know: the site of a match, or of what a viewer sees of one.

A plan is tried on the site itself and rolled back by the works' log, which records each change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import msgspec

from game.cabinets.rails.building.prices import USUAL, Prices
from game.cabinets.rails.contract.actions import Call
from game.cabinets.rails.contract.models import VehicleModel
from game.cabinets.rails.contract.views import Small
from game.cabinets.rails.track.coded import NO_SPAN, NOBODY, TOWN, Built, decode, encode
from game.cabinets.rails.track.pieces import EAST, SOUTH, STRAIGHT
from game.cabinets.rails.track.works import SPAN, SpanWork, Works, kinds
from game.cabinets.rails.world.land import STREET, Land, distance

FREE_WORLD: Final = -1
"""The company number of stations that all companies may use: those of wells in the sea."""
TRUCKS, BUSES = 1, 2


class Stop(NamedTuple):
    """A stop for trucks or for buses on a road tile."""

    station: int
    kind: int
    bays: int


class Station(msgspec.Struct, array_like=True, frozen=True):
    """A station as it was founded. Its parts are stored by tile in the tables of the site."""

    company: Small
    name: Small
    tile: Small
    """The tile over which the station's sign stands."""


class Vehicle(msgspec.Struct, array_like=True, frozen=True):
    """A vehicle as it was bought, with its owner's orders."""

    company: Small
    model: VehicleModel
    goods: Small
    coaches: Small
    list: Small
    halted: bool = False


class Standing(NamedTuple):
    """What plans need to know about where a vehicle is."""

    stands: bool
    at_stop: bool = False
    in_yard: bool = False
    fresh: bool = False
    """Whether no tick has passed since the vehicle was bought."""


class Change(NamedTuple):
    """A row of a table before and after a plan; None for a missing row."""

    table: str
    key: Any
    before: Any
    after: Any


class Played(NamedTuple):
    """A played plan, with all that is needed to take it back."""

    seat: int
    serial: int
    company: int
    cost: int
    """The coins that the plan cost."""
    spent: int
    tiles: tuple[int, ...]
    """The tiles that the plan changed."""
    left: bytes
    """What stood on the plan's tiles after the plan, encoded as in `track/coded.py`."""
    changes: tuple[Change, ...]

    def pieces(self) -> list[tuple[int, int]]:
        """Return tile and kind of each piece that the plan built, or made part of a platform.

        A span counts as its head's tile and SPAN + axis.
        """
        found = []
        for table, key, before, after in self.changes:
            if table == "masks":
                found += [(key, kind) for kind in kinds((after or 0) & ~(before or 0))]
            elif table == "stations":
                found += [(key, kind) for kind in range(STRAIGHT)]
            elif table == "heads":
                found += [(key, SPAN), (key, SPAN + 1)]
        return found


class Site:
    """All that is built and bought, by tile and id. `put` is the only way to change it."""

    def __init__(self, land: Land, free: bool, companies: int, prices: Prices = USUAL) -> None:
        self.land = land
        self.free = free
        """Whether building and buying cost nothing."""
        self.prices = prices
        self.works = Works(land.size)
        self.roads: dict[int, int] = {}
        """The company of each tile of built road; town streets are part of the land and not included."""
        self.stops: dict[int, Stop] = {}
        self.docks: dict[int, tuple[int, int]] = {}
        """The station and company of each dock."""
        self.wells: dict[int, int] = {}
        """For each well in the sea the station with its dock, which ships of all companies may use."""
        self.stations: dict[int, Station] = {}
        self.vehicles: dict[int, Vehicle] = {}
        self.lists: dict[int, tuple[Call, ...]] = {}
        self.cash: dict[int, int] = dict.fromkeys(range(companies), 0)
        self.spent: dict[int, int] = dict.fromkeys(range(companies), 0)
        self.owned: Callable[[int], dict[int, int]] = lambda tile: {}
        """For each tile, the vehicle that owns each kind of piece; kinds 6 and 7 are spans N–S and E–W."""
        self.standing: Callable[[int], Standing] = lambda vehicle: Standing(False)
        self.played: list[Played] | None = None
        """The plans that may be taken back; None if that is not known."""
        self.tables: dict[str, dict[Any, Any]] = {
            name: getattr(self.works, name)
            for name in ("masks", "companies", "stations", "signals", "heads", "covered")
        }
        """The tables that plans change and that can be rolled back, by name."""
        self.tables |= {"roads": self.roads, "stops": self.stops, "docks": self.docks}
        self.tables |= {"founded": self.stations, "vehicles": self.vehicles, "lists": self.lists}

    def put(self, rows: dict[Any, Any], key: Any, value: Any) -> None:
        """Write a row of a table so that it can be rolled back; None removes the row."""
        self.works.put(rows, key, value)

    def point(self, tile: int) -> tuple[int, int]:
        """Return column and row of a tile."""
        return tile % self.land.size, tile // self.land.size

    def is_road(self, tile: int) -> bool:
        """Return whether trucks and buses can drive on a tile."""
        return tile in self.roads or self.land.terrain[tile] == STREET

    def parts(self) -> dict[int, int]:
        """Return the station of each tile that is part of one, ascending by tile."""
        parts = dict(self.works.stations)
        parts |= {tile: stop.station for tile, stop in self.stops.items()}
        parts |= {tile: dock[0] for tile, dock in self.docks.items()}
        return dict(sorted((parts | self.wells).items()))

    def found_wells(self) -> None:
        """Give each well in the sea its own station, with the lowest ids."""
        for one in self.land.industries:
            if one.at_sea:
                station = len(self.wells) + 1
                town = min(
                    self.land.towns, key=lambda town: distance(self.land.size, one.tile, town.tile), default=None
                )
                self.wells[one.tile] = station
                self.stations[station] = Station(FREE_WORLD, town.name if town else 0, one.tile)

    def built(self, tiles: Iterable[int] | None = None) -> bytes:
        """Return what stands on `tiles`, or on all tiles if that is None, encoded as in `track/coded.py`."""
        works = self.works
        every = {*works.masks, *self.roads, *self.stops, *self.docks}
        wanted = every if tiles is None else every.intersection(tiles)
        return encode(self.built_on(tile) for tile in sorted(wanted))

    def built_on(self, tile: int) -> Built:
        """Return what stands on one tile."""
        works = self.works
        mask = works.masks.get(tile, 0)
        stop = self.stops.get(tile)
        dock = self.docks.get(tile)
        head = works.heads.get(tile)
        span = NO_SPAN
        if head is not None:
            first = head.y * works.size + head.x == tile
            towards = (SOUTH, EAST)[head.axis]
            span = (towards if first else towards ^ 2, head.length, head.form)
        signals = tuple(
            (2 * kind + direction, works.signals[tile, kind, direction])
            for kind in kinds(mask)
            for direction in (0, 1)
            if (tile, kind, direction) in works.signals
        )
        street = TOWN if self.land.terrain[tile] == STREET else NOBODY
        return Built(
            tile,
            mask,
            dock[1] if dock else works.companies.get(tile, NOBODY),
            self.roads.get(tile, street),
            signals,
            works.stations.get(tile, stop.station if stop else dock[0] if dock else 0),
            tile in works.stations,
            dock is not None,
            stop.kind if stop else 0,
            stop.bays if stop else 0,
            span,
        )

    def take_over(self, data: bytes) -> None:
        """Build on empty land what bytes in the form of `track/coded.py` say. Raise ValueError if malformed."""
        works = self.works
        for tile, built in decode(data).items():
            if built.pieces or built.span[0] >= 0:
                works.masks[tile] = built.pieces
                works.companies[tile] = built.company
            if built.road not in (NOBODY, TOWN):
                self.roads[tile] = built.road
            for leg, signal in built.signals:
                works.signals[tile, leg >> 1, leg & 1] = signal
            if built.platform:
                works.stations[tile] = built.station
            if built.stop:
                self.stops[tile] = Stop(built.station, built.stop, built.bays)
            if built.dock:
                self.docks[tile] = built.station, built.company
            if built.span[0] >= 0:
                self._span_over(tile, *built.span)
            works.touched.add(tile)

    def _span_over(self, tile: int, edge: int, length: int, form: int) -> None:
        works = self.works
        x, y = self.point(tile)
        back = length - 1 if edge not in (SOUTH, EAST) else 0
        axis = int(edge % 2)
        span = SpanWork(x - back * axis, y - back * (1 - axis), axis, length, form)
        works.heads[tile] = span
        first = span.y * works.size + span.x
        for across, down in span.tiles():
            works.covered[form, down * works.size + across] = first
