"""What the stage sees of a match: the twin, what can be said of it, and what is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Final

from game.cabinets.rails.building.plans import NOWHERE, Refusal, Trial, overfull, play, try_groups
from game.cabinets.rails.contract.actions import Group, Plan
from game.cabinets.rails.match.look import CallView, StationView, VehicleView
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running.dump import copied
from game.cabinets.rails.running.fleet import let_look
from game.cabinets.rails.running.ticks import after_building
from game.cabinets.rails.running.viewing import look_of
from game.cabinets.rails.stage.sight.motion import is_train
from game.cabinets.rails.stage.sight.names import station_name
from game.cabinets.rails.stage.sight.tracks import Open, Tracks, Way
from game.cabinets.rails.track.coded import decode_ran, place_of_head
from game.ground.texts import Texts

_NEAR: Final = sorted(product(range(-2, 3), repeat=2), key=lambda step: step[0] ** 2 + step[1] ** 2)
"""Steps down and across to a tile and those around it within two tiles, nearest first."""


class Sight:
    """A match at one moment. What is built is taken over from the last moment if it has not changed."""

    def __init__(self, state: State, before: Sight | None = None) -> None:
        self.state = state
        """The twin of the match, which runs on when the next view comes."""
        self.view = look_of(state)
        self.land = state.land
        self.size = state.land.size
        same = before is not None and before.land is self.land and before.tracks.built == state.works
        self.tracks: Tracks = before.tracks if same and before else Tracks(state)
        self.works, self.parts = self.tracks.works, self.tracks.parts
        self.vehicles: Mapping[int, VehicleView] = {vehicle.id: vehicle for vehicle in self.view.vehicles}
        self.stations: Mapping[int, StationView] = {station.id: station for station in self.view.stations}
        self.founded: tuple[int, ...] = ()
        """Ids of stations that are drawn but not built, in the order of their founding."""

    @cached_property
    def ways(self) -> Mapping[int, Way]:
        """By id the way of each train on the map: the track that it occupies and has reserved."""
        railway = self.state.railway
        return {
            one.id: Way(tuple(map(self.tracks.on, railway.path(one.id - 1))), place_of_head(railway, one.id - 1))
            for one in self.view.vehicles
            if is_train(one)
        }

    def entered(self, since: int) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Return for each train the (tick, choice) at which its head entered a piece in the step since a tick."""
        return decode_ran(self.state.ran, since)

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

    def name_of(self, texts: Texts, station: int) -> str:
        """Return a station's name, which is kept while nothing is built; "?" for none."""
        names, key = self.tracks.names, (texts, station)
        if key not in names:
            one = self.stations.get(station)
            names[key] = station_name(texts, self.land, one) if one else "?"
        return names[key]

    def ends_of(self, company: int) -> Sequence[Open]:
        """Return the open ends of one company's track."""
        return self.tracks.ends.get(company, ())

    def station_at(self, tile: int) -> int:
        """Return the id of the station with a part on a tile; 0 for none."""
        built = self.works.get(tile)
        return built.station if built else 0

    def place_near(self, tile: int) -> int:
        """Return the place on a tile or nearest to it within two tiles, an industry or a town counted after them; -1
        for none, and outside the map.
        """
        row, column = divmod(tile, self.size)
        for down, across in _NEAR if tile >= 0 else ():
            if 0 <= row + down < self.size and 0 <= column + across < self.size:
                place = self.state.ground.get(tile + down * self.size + across, -1)
                if place >= 0:
                    return place
        return -1

    def industry_at(self, tile: int) -> int:
        """Return the index of the industry on a tile; -1 for none."""
        place = self.state.ground.get(tile, -1)
        return place if place < len(self.land.industries) else -1

    def town_at(self, tile: int) -> int:
        """Return the index of the town on a tile; -1 for none."""
        return max(-1, self.state.ground.get(tile, -1) - len(self.land.industries))

    def orders_of(self, vehicle: VehicleView) -> tuple[CallView, ...]:
        """Return the stops of a vehicle's orders."""
        return next((one.calls for one in self.view.orders if one.id == vehicle.list), ())

    def serving(self, station: int) -> list[VehicleView]:
        """Return the vehicles whose orders call at a station."""
        lists = {one.id for one in self.view.orders if any(call.station == station for call in one.calls)}
        return [vehicle for vehicle in self.view.vehicles if vehicle.list in lists]
