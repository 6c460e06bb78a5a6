"""Groups of a plan that build and remove roads, stops and docks."""

from __future__ import annotations

from game.cabinets.rails.building import site as things
from game.cabinets.rails.building.prices import returned
from game.cabinets.rails.building.workshop import Workshop
from game.cabinets.rails.contract.actions import Clear, Dock, Road, Stop
from game.cabinets.rails.track.pieces import EDGES, STEPS, read_run
from game.cabinets.rails.track.works import Refused, is_straight
from game.cabinets.rails.world.land import STREET, WATER, beside

FEWEST_BAYS, MOST_BAYS = 1, 6
STOP_KINDS = {"truck": things.TRUCKS, "bus": things.BUSES}


def lay_road(work: Workshop, road: Road) -> None:
    """Lay road along a run; existing road is kept."""
    x, y = road.x, road.y
    try:
        exits = read_run(road.run) if road.run.strip() else ""
    except ValueError as error:
        raise Refused("no_run", x, y) from error
    _lay_tile(work, x, y)
    for letter in exits:
        across, down = STEPS[EDGES.index(letter)]
        x, y = x + across, y + down
        _lay_tile(work, x, y)


def _lay_tile(work: Workshop, x: int, y: int) -> None:
    site = work.site
    tile = work.tile(x, y)
    if site.is_road(tile):
        return
    if site.land.terrain[tile] >= WATER:
        raise Refused("terrain", x, y)
    works = site.works
    mask = works.masks.get(tile, 0)
    if tile in site.docks or tile in works.heads or tile in works.stations:
        raise Refused("occupied", x, y)
    if mask and (not is_straight(mask) or any((tile, *rest) in works.signals for rest in _sides(mask))):
        raise Refused("crossing", x, y)
    if works.company_at(tile) not in (work.company, -1):
        raise Refused("property", x, y)
    site.put(site.roads, tile, work.company)
    work.pay(work.site.prices.road, x, y)


def _sides(mask: int) -> list[tuple[int, int]]:
    return [(mask >> 1, 0), (mask >> 1, 1)]


def make_stop(work: Workshop, stop: Stop) -> None:
    """Turn a road tile into a stop, or give a stop more bays."""
    site = work.site
    tile = work.tile(stop.x, stop.y)
    if not FEWEST_BAYS <= stop.bays <= MOST_BAYS:
        raise Refused("bays", stop.x, stop.y)
    if not site.is_road(tile):
        raise Refused("no_road", stop.x, stop.y)
    if site.roads.get(tile, work.company) != work.company:
        raise Refused("property", stop.x, stop.y)
    if tile in site.works.masks:
        raise Refused("crossing", stop.x, stop.y)
    kind = STOP_KINDS[stop.kind]
    before = site.stops.get(tile)
    if before is not None:
        if site.stations[before.station].company != work.company:
            raise Refused("property", stop.x, stop.y)
        if before.kind != kind or stop.bays <= before.bays:
            raise Refused("occupied", stop.x, stop.y)
        site.put(site.stops, tile, before._replace(bays=stop.bays))
        work.pay(work.site.prices.bay * (stop.bays - before.bays), stop.x, stop.y)
        return
    station = work.station_for(stop.station, [tile])
    site.put(site.stops, tile, things.Stop(station, kind, stop.bays))
    work.pay(work.site.prices.bay * stop.bays, stop.x, stop.y)


def build_dock(work: Workshop, dock: Dock) -> None:
    """Build a dock on open land that touches water."""
    site = work.site
    tile = work.tile(dock.x, dock.y)
    size, terrain = site.land.size, site.land.terrain
    if terrain[tile] >= WATER or not any(terrain[other] == WATER for other in beside(size, tile)):
        raise Refused("no_shore", dock.x, dock.y)
    if tile in site.works.companies or site.is_road(tile) or tile in site.docks:
        raise Refused("occupied", dock.x, dock.y)
    station = work.station_for(dock.station, [tile])
    site.put(site.docks, tile, (station, work.company))
    work.pay(work.site.prices.dock, dock.x, dock.y)


def clear_road(work: Workshop, clear: Clear) -> None:
    """Remove the road of a tile; a stop on it must be removed first."""
    site = work.site
    tile = work.tile(clear.x, clear.y)
    if tile in site.stops:
        raise Refused("occupied", clear.x, clear.y)
    if tile not in site.roads:
        raise Refused("property" if site.land.terrain[tile] == STREET else "nothing_there", clear.x, clear.y)
    if site.roads[tile] != work.company:
        raise Refused("property", clear.x, clear.y)
    site.put(site.roads, tile, None)
    work.earn_back(returned(work.site.prices.road))


def clear_stop(work: Workshop, clear: Clear) -> None:
    """Turn a stop back into plain road."""
    site = work.site
    tile = work.tile(clear.x, clear.y)
    stop = site.stops.get(tile)
    if stop is None:
        raise Refused("nothing_there", clear.x, clear.y)
    if site.stations[stop.station].company != work.company:
        raise Refused("property", clear.x, clear.y)
    site.put(site.stops, tile, None)
    work.earn_back(returned(work.site.prices.bay * stop.bays))


def clear_dock(work: Workshop, clear: Clear) -> None:
    """Remove a dock."""
    site = work.site
    tile = work.tile(clear.x, clear.y)
    dock = site.docks.get(tile)
    if dock is None:
        raise Refused("nothing_there", clear.x, clear.y)
    if dock[1] != work.company:
        raise Refused("property", clear.x, clear.y)
    site.put(site.docks, tile, None)
    work.earn_back(returned(work.site.prices.dock))
