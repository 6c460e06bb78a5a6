"""Groups of a plan that build and remove track, signals, platforms and spans."""

from __future__ import annotations

from collections.abc import Iterable

from game.cabinets.rails.building.laying import line_from, place_of, run_of, way_of
from game.cabinets.rails.building.prices import returned
from game.cabinets.rails.building.workshop import Workshop
from game.cabinets.rails.contract.actions import Clear, Platforms, Rail, Signal, Signals, Span
from game.cabinets.rails.track.pieces import KINDS, STRAIGHT, Place
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.track.works import (
    LEAST_PLATFORM,
    MOST_PLATFORM,
    MOST_PLATFORMS,
    TUNNEL,
    Refused,
    is_straight,
    kinds,
)
from game.cabinets.rails.track.works import SPAN as SPAN_KIND
from game.cabinets.rails.world.land import HOUSE, INDUSTRY, ROCK, STREET, WATER

LEAST_GAP, MOST_GAP = 2, 20
PIECES = {"NS": 0, "EW": 1, "NE": 2, "ES": 3, "SW": 4, "NW": 5}


def lay_rail(work: Workshop, rail: Rail) -> None:
    """Lay a run of track."""
    for place in run_of(rail):
        lay_piece(work, place)


def lay_piece(work: Workshop, place: Place) -> None:
    """Lay one piece, unless it lies already, and pay for it. Raise Refused if it cannot be laid or paid."""
    site = work.site
    works = site.works
    tile = work.tile(place.x, place.y)
    terrain = site.land.terrain[tile]
    if terrain >= WATER and terrain != STREET:
        raise Refused("terrain", place.x, place.y)
    if tile in site.docks or tile in site.stops:
        raise Refused("occupied", place.x, place.y)
    if works.lay_piece(place, work.company):
        if site.is_road(tile) and not is_straight(works.masks[tile]):
            raise Refused("crossing", place.x, place.y)
        work.pay(site.prices.track(terrain), place.x, place.y)


def set_signal(work: Workshop, signal: Signal) -> None:
    """Build one signal, or change its kind."""
    place = place_of(signal.x, signal.y, signal.entry, signal.exit)
    _signal(work, place, signal_named(signal.kind))


def set_signals(work: Workshop, signals: Signals) -> None:
    """Build one-way signals along a line."""
    if not LEAST_GAP <= signals.gap <= MOST_GAP:
        raise Refused("gap", signals.x, signals.y)
    start = place_of(signals.x, signals.y, signals.entry, signals.exit)
    line = line_from(work.site.works, start)
    work.walk(len(line), signals.x, signals.y)
    if not line:
        raise Refused("signal_on_junction", signals.x, signals.y)
    for place in line[:: signals.gap]:
        _signal(work, place, SignalModel.ONE_WAY)


def _signal(work: Workshop, place: Place, kind: int) -> None:
    """Build a signal; signals that stood on the piece are paid back as if cleared."""
    works = work.site.works
    tile = work.tile(place.x, place.y)
    if work.site.is_road(tile):
        raise Refused("crossing", place.x, place.y)
    before = works.signal_at(place)
    if before == kind:
        return
    stood = _standing(work, tile, place.kind)
    works.set_signal(place, kind, work.company)
    for _ in range(stood - _standing(work, tile, place.kind)):
        work.earn_back(returned(work.site.prices.signal))
    for _ in range(_standing(work, tile, place.kind) - stood):
        work.pay(work.site.prices.signal, place.x, place.y)


def _standing(work: Workshop, tile: int, kind: int) -> int:
    """Return how many signals stand on a piece."""
    return sum((tile, kind, direction) in work.site.works.signals for direction in (0, 1))


def lay_platforms(work: Workshop, platforms: Platforms) -> None:
    """Lay rows of platform side by side."""
    x, y = platforms.x, platforms.y
    if not (LEAST_PLATFORM <= platforms.length <= MOST_PLATFORM and 1 <= platforms.count <= MOST_PLATFORMS):
        raise Refused("platform_length", x, y)
    axis = int(platforms.axis == "EW")
    along, across = ((1, 0), (0, 1)) if axis else ((0, 1), (1, 0))
    rows = [
        [
            work.tile(x + across[0] * row + along[0] * step, y + across[1] * row + along[1] * step)
            for step in range(platforms.length)
        ]
        for row in range(platforms.count)
    ]
    station = work.station_for(platforms.station, [tile for tiles in rows for tile in tiles])
    for tiles in rows:
        _lay_row(work, tiles, axis, station)
    if _platforms_of(work, station) > MOST_PLATFORMS:
        raise Refused("too_many_platforms", x, y)


def _lay_row(work: Workshop, tiles: list[int], axis: int, station: int) -> None:
    site = work.site
    works = site.works
    for tile in tiles:
        x, y = site.point(tile)
        terrain = site.land.terrain[tile]
        if terrain >= WATER:
            raise Refused("crossing" if terrain == STREET else "terrain", x, y)
        if tile in site.docks or tile in site.stops:
            raise Refused("occupied", x, y)
        if site.is_road(tile):
            raise Refused("crossing", x, y)
        if site.owned(tile) and tile not in works.stations:
            raise Refused("in_use", x, y)
        new_track = not works.masks.get(tile, 0) >> axis & 1
        if tile not in works.stations:
            work.pay(site.prices.platform + new_track * site.prices.track(terrain), x, y)
    x, y = site.point(tiles[0])
    works.lay_platform(x, y, axis, len(tiles), station, work.company)


def _platforms_of(work: Workshop, station: int) -> int:
    works = work.site.works
    tiles = [tile for tile, of in works.stations.items() if of == station]
    return sum(works.platform_of(tile)[0] == tile for tile in tiles)


def lay_span(work: Workshop, span: Span) -> None:
    """Build a bridge or a tunnel."""
    site = work.site
    edge, form = way_of(span)
    built = site.works.lay_span(span.x, span.y, edge, span.length, form, work.company)
    tiles = built.tiles()
    for x, y in (tiles[0], tiles[-1]):
        tile = work.tile(x, y)
        if site.land.terrain[tile] >= WATER or site.is_road(tile) or tile in site.docks:
            raise Refused("span_head", x, y)
    closed = (WATER,) if form == TUNNEL else (ROCK, HOUSE, INDUSTRY)
    for x, y in tiles[1:-1]:
        if site.land.terrain[work.tile(x, y)] in closed:
            raise Refused("terrain", x, y)
    work.pay(work.site.prices.span(form, span.length), span.x, span.y)


def clear_rail(work: Workshop, clear: Clear) -> None:
    """Remove all track of a tile, or one piece of it. A platform goes with its track."""
    site = work.site
    works = site.works
    tile = work.tile(clear.x, clear.y)
    _mine(work, works.company_at(tile), clear)
    lying = list(kinds(works.masks.get(tile, 0)))
    prices = site.prices
    wanted = lying if clear.what == "rail" else [PIECES[clear.what]]
    if not lying or tile in works.heads:
        raise Refused("nothing_there", clear.x, clear.y)
    for kind in wanted:
        if kind not in lying:
            raise Refused("nothing_there", clear.x, clear.y)
        _unused(work, tile, (kind,), clear)
        back = prices.track(site.land.terrain[tile]) + prices.signal * _standing(work, tile, kind)
        back += prices.platform * (tile in works.stations)
        works.lift_piece(Place(clear.x, clear.y, *KINDS[kind]))
        work.earn_back(returned(back))


def clear_signal(work: Workshop, clear: Clear) -> None:
    """Remove all signals of a tile."""
    works = work.site.works
    tile = work.tile(clear.x, clear.y)
    _mine(work, works.company_at(tile), clear)
    found = sorted(key for key in works.signals if key[0] == tile)
    if not found:
        raise Refused("nothing_there", clear.x, clear.y)
    for _, kind, direction in found:
        low, high = KINDS[kind]
        enter, leave = (high, low) if direction else (low, high)
        works.set_signal(Place(clear.x, clear.y, enter, leave), 0, work.company)
        work.earn_back(returned(work.site.prices.signal))


def clear_platform(work: Workshop, clear: Clear) -> None:
    """Turn a tile of platform into plain track."""
    works = work.site.works
    tile = work.tile(clear.x, clear.y)
    _mine(work, works.company_at(tile), clear)
    if tile not in works.stations:
        raise Refused("nothing_there", clear.x, clear.y)
    for part in works.platform_of(tile):
        _unused(work, part, range(STRAIGHT), clear)
    works.end_platform(tile)
    work.earn_back(returned(work.site.prices.platform))


def clear_span(work: Workshop, clear: Clear) -> None:
    """Remove the bridge or tunnel that has a head on a tile."""
    works = work.site.works
    tile = work.tile(clear.x, clear.y)
    _mine(work, works.company_at(tile), clear)
    span = works.heads.get(tile)
    if span is None:
        raise Refused("nothing_there", clear.x, clear.y)
    _unused(work, span.y * works.size + span.x, (SPAN_KIND + span.axis,), clear)
    works.lift_tile(clear.x, clear.y)
    work.earn_back(returned(work.site.prices.span(span.form, span.length)))


def _mine(work: Workshop, company: int, clear: Clear) -> None:
    if company not in (work.company, -1):
        raise Refused("property", clear.x, clear.y)


def _unused(work: Workshop, tile: int, wanted: Iterable[int], clear: Clear) -> None:
    owned = work.site.owned(tile)
    if any(kind in owned for kind in wanted):
        raise Refused("in_use", clear.x, clear.y)
