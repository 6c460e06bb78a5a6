"""What the stage sees of a match: what is built on each tile, who owns it, and where track can be joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from game.cabinets.rails.building.plans import NOWHERE, Refusal, Trial, overfull, play, try_groups
from game.cabinets.rails.contract.actions import Group, Plan
from game.cabinets.rails.match.look import CallView, StationView, VehicleView
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.looking import look_of
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.stage.ground.geometry import MIDDLES
from game.cabinets.rails.stage.ground.laid import neighbour, pieces_of
from game.cabinets.rails.stage.trains.tracks import Tracks
from game.cabinets.rails.track.coded import Built, decode
from game.cabinets.rails.track.pieces import KINDS, ONWARD, STEPS, edges, opposite
from game.cabinets.rails.world.land import Industry, Town


class Open(NamedTuple):
    """An open end of track, given as the tile beyond it and the edge over which that tile is entered."""

    x: int
    y: int
    enter: int

    @property
    def point(self) -> tuple[float, float]:
        """The middle of the edge at the open end, in tiles of the map."""
        return self.x + MIDDLES[self.enter][0], self.y + MIDDLES[self.enter][1]


class Sight:
    """A match at one moment. Whatever has not changed since the last moment is taken over from its `Sight`."""

    def __init__(self, state: State, before: Sight | None = None) -> None:
        self.state = state
        """The twin of the match, which runs on when the next view comes."""
        self.view = look_of(state)
        self.land = state.land
        self.size = state.land.size
        self.built = state.works
        same = before is not None and before.built == self.built and before.land is self.land
        self._same = before if same else None
        self.works: Mapping[int, Built] = before.works if same and before else decode(self.built)
        self.vehicles: Mapping[int, VehicleView] = {vehicle.id: vehicle for vehicle in self.view.vehicles}
        self.stations: Mapping[int, StationView] = {station.id: station for station in self.view.stations}
        self.founded: tuple[int, ...] = ()
        """Ids of stations that are drawn but not built, in the order of their founding."""

    def tried(self, seat: int, groups: Sequence[Group]) -> Trial:
        """Return what groups of a seat's plan would cost, and why some of them would be refused."""
        let_look(self.state)
        found = try_groups(self.state.site, seat, self.state.company_of(seat), groups)
        over = overfull(groups)
        more = () if over is None else (Refusal(over, "too_much", NOWHERE, NOWHERE),)
        return found._replace(refused=(*found.refused, *more))

    def with_groups(self, seat: int, groups: Sequence[Group]) -> Sight:
        """Return what would be seen if these groups of a seat's plan were built."""
        state = copied(self.state)
        let_look(state)
        play(state.site, seat, state.company_of(seat), Plan(0, tuple(groups)))
        after_building(state)
        drawn = Sight(state)
        drawn.founded = tuple(station for station in state.site.stations if station not in self.stations)
        return drawn

    @cached_property
    def tracks(self) -> Tracks:
        """The track as pieces that trains pass."""
        return self._same.tracks if self._same else Tracks(self.state.railway.slots)

    @cached_property
    def parts(self) -> Mapping[int, tuple[int, ...]]:
        """For each station id the tiles of its platforms, stops and docks, ascending."""
        if self._same:
            return self._same.parts
        found: dict[int, tuple[int, ...]] = {}
        for tile, station in self.state.site.parts().items():
            if tile not in self.state.site.wells:
                found[station] = (*found.get(station, ()), tile)
        return found

    @cached_property
    def open_ends(self) -> tuple[Open, ...]:
        """All open ends of track."""
        return self._same.open_ends if self._same else tuple(self._find_open_ends())

    def _find_open_ends(self) -> list[Open]:
        found = []
        for tile, built in self.works.items():
            mask = pieces_of(built)
            for kind in range(len(KINDS)):
                if not mask >> kind & 1:
                    continue
                for leg in (2 * kind, 2 * kind + 1):
                    leave = edges(kind, leg & 1)[1]
                    if built.span[0] == leave and not built.pieces >> kind & 1:
                        continue
                    beyond = neighbour(tile, leave, self.size)
                    if beyond >= 0 and not self._joined(beyond, built.company, leg):
                        found.append(Open(beyond % self.size, beyond // self.size, opposite(leave)))
        return sorted(set(found))

    def _joined(self, tile: int, company: int, leg: int) -> bool:
        built = self.works.get(tile)
        if built is None or built.company != company:
            return False
        mask = pieces_of(built)
        return any(mask >> (after >> 1) & 1 for after in ONWARD[leg])

    def ends_of(self, company: int) -> list[Open]:
        """Return the open ends of one company's track."""
        found = []
        for end in self.open_ends:
            across, down = STEPS[end.enter]
            built = self.works.get((end.y + down) * self.size + end.x + across)
            if built and built.company == company:
                found.append(end)
        return found

    def station_at(self, tile: int) -> int:
        """Return the id of the station with a part on a tile; 0 for none."""
        built = self.works.get(tile)
        return built.station if built else 0

    def platform_at_sea(self, tile: int) -> int:
        """Return the id of the ownerless station of a well in the sea that stands on a tile; 0 for none."""
        place = self.industry_at(tile)
        at = self.industry(place).tile if place >= 0 else -1
        return next((one.id for one in self.view.stations if one.company < 0 and one.tile == at), 0)

    def industry_at(self, tile: int) -> int:
        """Return the index of the industry on a tile; -1 for none."""
        place = self.state.ground.get(tile, -1)
        return place if place < len(self.land.industries) else -1

    def town_at(self, tile: int) -> int:
        """Return the index of the town on a tile; -1 for none."""
        return max(-1, self.state.ground.get(tile, -1) - len(self.land.industries))

    def industry(self, place: int) -> Industry:
        """Return an industry by its index."""
        return self.land.industries[place]

    def town(self, place: int) -> Town:
        """Return a town by its index."""
        return self.land.towns[place]

    def orders_of(self, vehicle: VehicleView) -> tuple[CallView, ...]:
        """Return the stops of a vehicle's orders."""
        return next((one.calls for one in self.view.orders if one.id == vehicle.list), ())

    def serving(self, station: int) -> list[VehicleView]:
        """Return the vehicles whose orders call at a station."""
        lists = {one.id for one in self.view.orders if any(call.station == station for call in one.calls)}
        return [vehicle for vehicle in self.view.vehicles if vehicle.list in lists]
