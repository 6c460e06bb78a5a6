"""Finds what is wrong with orders before it costs money."""

from __future__ import annotations

from game.cabinets.rails.building.site import BUSES, FREE_WORLD, TRUCKS
from game.cabinets.rails.contract.actions import Call
from game.cabinets.rails.contract.views import Cargo, Trouble
from game.cabinets.rails.match.cargo import made_by
from game.cabinets.rails.match.state import State, Troubles
from game.cabinets.rails.track.exchange import KINDS
from game.cabinets.rails.track.feeding import FOR_TRUCKS, MODES, NO_WAY, ON_WATER
from game.cabinets.rails.track.network import FAR
from game.cabinets.rails.track.pieces import TILE
from game.cabinets.rails.world.land import around
from game.core.compiled import plain


def troubles_of(state: State) -> Troubles:
    """Return the trouble of each call of each list; cached until something is built or cargo is left for others."""
    left = len(state.cargoes.left)
    if state.troubles is None or state.troubles[0] != left:
        state.troubles = left, _troubles(state)
    return state.troubles[1]


def _troubles(state: State) -> Troubles:
    followers: dict[int, list[int]] = {number: [] for number in state.site.lists}
    for number, vehicle in sorted(state.site.vehicles.items()):
        followers[vehicle.list].append(number)
    known = _Known(state, followers)
    return {
        number: [_trouble(state, calls, place, followers[number], known) for place in range(len(calls))]
        for number, calls in state.site.lists.items()
    }


class _Known:
    """Values that the troubles of all lists of orders need, computed once."""

    def __init__(self, state: State, followers: dict[int, list[int]]) -> None:
        self.long = _longest_platforms(state)
        self.ends: dict[int, list[int]] = {}
        """The legs at which each station's platforms end."""
        for leg, station in enumerate(plain(state.railway.network.ends)):
            if station >= 0:
                self.ends.setdefault(station, []).append(leg)
        self.left = set(state.cargoes.left)
        """Shelves (KINDS · station + kind) where vehicles leave cargo for others, or will by their orders."""
        for number, calls in state.site.lists.items():
            kinds = _kinds(state, followers[number])
            made = [kind for kind in kinds if any(_is_made_at(state, call, kind) for call in calls)]
            shelves = [KINDS * call.station for call in calls if call.order in ("transfer", "transfer_load", "unload")]
            self.left |= {shelf + kind for shelf in shelves for kind in made}


def _kinds(state: State, followers: list[int]) -> list[Cargo]:
    """Return the kinds of cargo that some vehicle of a list can carry."""
    return [kind for kind in Cargo if any(state.railway.carries(number - 1, kind) for number in followers)]


def _longest_platforms(state: State) -> dict[int, int]:
    works = state.site.works
    found: dict[int, int] = {}
    for tile, station in works.stations.items():
        found[station] = max(found.get(station, 0), len(works.platform_of(tile)) * TILE)
    return found


def _trouble(
    state: State, calls: tuple[Call, ...], place: int, followers: list[int], known: _Known
) -> tuple[Trouble, int]:
    site, call = state.site, calls[place]
    station = site.stations.get(call.station)
    if station is None:
        return Trouble.GONE, -1
    if followers and station.company not in (site.vehicles[followers[0]].company, FREE_WORLD):
        return Trouble.NOT_YOURS, -1
    if len(calls) > 1 and calls[place - 1].station == call.station:
        return Trouble.TWICE, -1
    if any(not _has_part(state, number, call.station, known.long) for number in followers):
        return Trouble.NO_PART, -1
    before = calls[place - 1].station
    joined = before == call.station or before not in site.stations
    if not joined and any(not _leads(state, number, before, call.station, known.ends) for number in followers):
        return Trouble.NO_WAY, -1
    return _about_cargo(state, calls, place, _kinds(state, followers), known.left)


def _has_part(state: State, number: int, station: int, long: dict[int, int]) -> bool:
    """Return whether a station has a platform, stop or dock at which a vehicle can stop."""
    site, vehicle = state.site, state.site.vehicles[number]
    if vehicle.model.is_train:
        return long.get(station, 0) >= int(state.railway.trains.length[number - 1])
    if vehicle.model.mode == ON_WATER:
        return station in site.wells.values() or any(of == station for of, _ in site.docks.values())
    kind = TRUCKS if vehicle.model.mode == FOR_TRUCKS else BUSES
    return any(stop.station == station and stop.kind == kind for stop in site.stops.values())


def _leads(state: State, number: int, before: int, station: int, ends: dict[int, list[int]]) -> bool:
    """Return whether a way leads a vehicle from one station to the next, if no other vehicle is in the way."""
    railway, row = state.railway, number - 1
    mode = int(railway.trains.mode[row])
    if not mode:
        goal = railway.goal_for(station, int(railway.trains.length[row]))
        return goal >= 0 and any(railway.network.distance[goal][leg] < FAR for leg in ends.get(before, ()))
    field_of, at = railway.feeders.field_of, MODES * station + mode
    field = int(field_of[at]) if at < len(field_of) else -1
    if field < 0:
        return True
    size, parts = state.land.size, state.site.parts()
    tiles = [tile for tile, of in parts.items() if of == before]
    cells = {cell for tile in tiles for cell in (around(size, tile) if mode == ON_WATER else (tile,))}
    return any(railway.feeders.field[field][cell] != NO_WAY for cell in sorted(cells))


def _about_cargo(
    state: State, calls: tuple[Call, ...], place: int, kinds: list[Cargo], left: set[int]
) -> tuple[Trouble, int]:
    """Return the trouble with the cargo of a call, and its kind: nobody takes it, it is left for others where somebody
    would pay for it, or none can be loaded.
    """
    call, stations = calls[place], state.railway.stations
    others = [one for one in calls if one.station != call.station]
    brought = [kind for kind in kinds if any(_is_loaded_at(state, one, kind, left) for one in others)]
    taken = [kind for kind in brought if stations.takes[KINDS * call.station + kind]]
    if call.order in ("transfer", "transfer_load") and taken:
        return Trouble.TAKEN_HERE, taken[0]
    here = [kind for kind in kinds if _is_loaded_at(state, call, kind, left)]
    if call.order in ("go", "unload", "full") and brought and not taken and not here:
        reached = [one.station for one in calls if one.station in state.reached]
        anywhere = any(stations.takes[KINDS * station + brought[0]] for station in reached)
        if call.order != "unload" and not (call.order == "go" and anywhere):
            return Trouble.NOBODY_TAKES, brought[0]
    if call.order == "full" and kinds and not here:
        wanted = [kind for kind in kinds if any(stations.takes[KINDS * one.station + kind] for one in others)]
        return Trouble.NOTHING_TO_LOAD, wanted[0] if wanted else -1
    return Trouble.NOTHING, -1


def _is_loaded_at(state: State, call: Call, kind: Cargo, left: set[int]) -> bool:
    """Return whether a kind of cargo can be loaded at a call: it is made there, or other vehicles leave it there."""
    if call.order in ("unload", "transfer"):
        return False
    return _is_made_at(state, call, kind) or KINDS * call.station + kind in left


def _is_made_at(state: State, call: Call, kind: Cargo) -> bool:
    reached = state.reached.get(call.station, ())
    return any(made_by(state.land, producer) == kind for producer in reached)
