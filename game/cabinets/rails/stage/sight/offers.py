"""What a station offers: makers and takers of cargo around it, stations its track leads to, and fitting orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game.cabinets.rails.contract.actions import Call, OrderKind
from game.cabinets.rails.contract.models import Model, VehicleModel
from game.cabinets.rails.contract.views import Cargo, VehicleState
from game.cabinets.rails.match.cargo import MADE, OF_DOCK, OF_RAIL, OF_ROAD, TAKEN, coins, worth
from game.cabinets.rails.match.look import VehicleView
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.coded import Built
from game.cabinets.rails.world.land import REFINERY, Land, distance


class Around(NamedTuple):
    """Indices of the industries and towns in the catchment of a station."""

    industries: tuple[int, ...]
    towns: tuple[int, ...]


def reach_of(built: Built) -> int:
    """Return how many tiles around a part of a station its catchment reaches."""
    return OF_DOCK if built.dock else OF_ROAD if built.stop else OF_RAIL


def around(sight: Sight, station: int) -> Around:
    """Return the industries and towns in the catchment of a station."""
    places, industries = sight.state.reached.get(station, ()), len(sight.land.industries)
    near = sorted(places)
    return Around(
        tuple(place for place in near if place < industries),
        tuple(place - industries for place in near if place >= industries),
    )


def made_at(sight: Sight, station: int) -> list[Cargo]:
    """Return the cargo made around a station, then the cargo that waits in it to be carried on; no kind twice."""
    near = around(sight, station)
    kinds = [sight.land.industries[place].kind for place in near.industries]
    made = [MADE[kind] for kind in kinds if kind in MADE]
    waiting = [Cargo(stock.kind) for stock in sight.stations[station].stocks if stock.units and not stock.accepted]
    people = [Cargo.PASSENGERS] if near.towns else []
    return list(dict.fromkeys([*made, *waiting, *people]))


def taken_at(sight: Sight, station: int) -> set[Cargo]:
    """Return the kinds of cargo that a station accepts."""
    mask = sight.stations[station].accepts
    return {cargo for cargo in Cargo if mask >> cargo & 1}


def proposed(sight: Sight, station: int, company: int) -> tuple[Call, ...]:
    """Return orders from a station to the nearest reachable one that takes its cargo, or from a station it can take
    from.

    Cargo that is there comes before what only other cargo will become, for which no train waits. Without such a
    station: orders to the nearest reachable one of the company, or none.
    """
    if station not in sight.stations:
        return ()
    others = [
        other
        for other in sorted(sight.tracks.reached(station) - {station})
        if other in sight.stations and sight.stations[other].company == company
    ]
    here = sight.stations[station]
    others.sort(key=lambda other: distance(sight.size, here.tile, sight.stations[other].tile))
    made = made_at(sight, station)
    there = [cargo for cargo in made if is_there(sight, station, cargo)]
    for cargo in there:
        for other in others:
            if cargo in taken_at(sight, other):
                people = cargo is Cargo.PASSENGERS
                return (Call(station, "go" if people else "full"), Call(other, "go" if people else "unload"))
    for other in others:
        if any(is_there(sight, other, cargo) for cargo in set(made_at(sight, other)) & taken_at(sight, station)):
            return (Call(other, "full"), Call(station, "unload"))
    for other in others:
        if set(made) & taken_at(sight, other):
            return (Call(station, "go"), Call(other, "unload"))
    return (Call(station, "go"), Call(others[0], "go")) if others else ()


def is_there(sight: Sight, station: int, cargo: Cargo) -> bool:
    """Return whether a cargo that is made around a station is there: fuel only once a refinery has got oil."""
    if cargo != Cargo.FUEL or any(stock.kind == cargo and stock.units for stock in sight.stations[station].stocks):
        return True
    works = [place for place in around(sight, station).industries if sight.land.industries[place].kind == REFINERY]
    return any(sight.view.industries[place].made or sight.view.industries[place].stock for place in works)


def next_in(sight: Sight, station: int) -> VehicleView | None:
    """Return the vehicle bound for a station that is nearest to it in a straight line; None if there is none."""
    goal = sight.stations[station].tile
    coming = [
        (distance(sight.size, one.tile, goal), one.id)
        for one in sight.serving(station)
        if one.state in (VehicleState.MOVING, VehicleState.WAITING) and one.tile >= 0
        for calls in (sight.orders_of(one),)
        if one.call < len(calls) and calls[one.call].station == station
    ]
    return sight.vehicles[min(coming)[1]] if coming else None


def earning(sight: Sight, calls: Sequence[Call], units: int) -> int:
    """Return the income in coins of so many units carried in time from the first station of these orders to the second.

    0 if no cargo is carried that way.
    """
    if len(calls) < 2 or any(call.station not in sight.stations for call in calls[:2]):
        return 0
    start, end = calls[0].station, calls[1].station
    cargo = next((kind for kind in made_at(sight, start) if kind in taken_at(sight, end)), None)
    if cargo is None:
        return 0
    begins, ends = _places_of(sight, start, cargo, MADE), _places_of(sight, end, cargo, TAKEN)
    if not begins or not ends:
        return 0
    return coins(worth(cargo, units, sight.land.distance(begins[0], ends[0]), 0))


def _places_of(sight: Sight, station: int, cargo: Cargo, kinds: Mapping[int, Cargo]) -> list[int]:
    """Return tiles of industries around a station that make or take (`kinds`) a cargo, or else of its towns."""
    near = around(sight, station)
    industries = (sight.land.industries[place] for place in near.industries)
    found = [one.tile for one in industries if kinds.get(one.kind) == cargo]
    return found or [sight.land.towns[place].tile for place in near.towns]


def usual_order(sight: Sight, station: int, model: VehicleModel) -> OrderKind:
    """Return a model's usual order at a station: load what is made there, unload what is taken, or just stop."""
    made, taken = set(made_at(sight, station)), taken_at(sight, station)
    if model == VehicleModel.BUS or made == taken == {Cargo.PASSENGERS}:
        return "go"
    goods = made - {Cargo.PASSENGERS}
    if model == VehicleModel.SHIP and sight.stations[station].company >= 0:
        return "unload" if Cargo.OIL in taken else "transfer"
    return "full" if goods - taken else "unload" if taken - {Cargo.PASSENGERS} else "go"


def longest_platform(sight: Sight, station: int) -> int:
    """Return the length in tiles of a station's longest platform; 0 if it has none."""
    works = sight.state.site.works
    return max((len(works.platform_of(tile)) for tile, of in works.stations.items() if of == station), default=0)


def nearest_partners(land: Land) -> list[int]:
    """Return the tiles of the closest pair of industries of which one makes what the other takes."""
    pairs = [
        (land.distance(maker.tile, taker.tile), maker.tile, taker.tile)
        for maker in land.industries
        for taker in land.industries
        if not maker.at_sea and maker.kind in MADE and TAKEN.get(taker.kind) == MADE[maker.kind]
    ]
    return list(min(pairs)[1:]) if pairs else []


def feeders(sight: Sight, station: int, company: int) -> list[tuple[Model, tuple[Call, ...]]]:
    """Return the ships, trucks and buses that can be bought at a station, each with proposed orders.

    A ship loads at the nearest well in the sea and leaves its oil for other vehicles; a truck carries waiting cargo on
    to the nearest stop that takes it; buses run between two towns.
    """
    built = [sight.works[tile] for tile in sight.parts.get(station, ())]
    here = sight.stations[station]
    others = sorted(
        (distance(sight.size, here.tile, one.tile), one.id) for one in sight.stations.values() if one.id != station
    )
    found: list[tuple[Model, tuple[Call, ...]]] = []
    wells = [other for _, other in others if sight.stations[other].company < 0]
    if wells and any(one.dock for one in built):
        taken = Cargo.OIL in taken_at(sight, station)
        found.append(("ship", (Call(wells[0], "full"), Call(station, "unload" if taken else "transfer"))))
    own = [other for _, other in others if sight.stations[other].company == company]
    for kind in _MODELS:
        if not any(one.stop == kind for one in built):
            continue
        cargo = {Cargo.PASSENGERS} if kind == 2 else set(made_at(sight, station)) - {Cargo.PASSENGERS}
        cargo |= {Cargo.OIL} if kind == 1 and any(one.dock for one in built) else set()
        for other in own:
            stops = any(sight.works[tile].stop == kind for tile in sight.parts.get(other, ()))
            if stops and cargo & taken_at(sight, other):
                back: OrderKind = "go" if kind == 2 else "unload"
                found.append((_MODELS[kind], (Call(station, _FROM[kind]), Call(other, back))))
                break
    return found


_MODELS: Final[Mapping[int, Model]] = {1: "truck", 2: "bus"}
_FROM: Final[Mapping[int, OrderKind]] = {1: "full", 2: "go"}
