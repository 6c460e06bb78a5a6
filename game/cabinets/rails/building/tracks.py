"""Groups of a plan that build and remove track, signals, platforms and spans; and where they lead on works alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from game.cabinets.rails.building.prices import returned
from game.cabinets.rails.building.workshop import Workshop
from game.cabinets.rails.contract.actions import (
    EDGE_NAMES,
    Clear,
    Dock,
    Platforms,
    Rail,
    Road,
    Signal,
    Signals,
    Span,
    Stop,
)
from game.cabinets.rails.track.pieces import (
    EDGES,
    KINDS,
    ONWARD,
    STEPS,
    STRAIGHT,
    Place,
    bend,
    conflict,
    edges,
    opposite,
    places,
    read_run,
    write_run,
)
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.track.works import (
    BRIDGE,
    LEAST_PLATFORM,
    MOST_PLATFORM,
    MOST_PLATFORMS,
    TUNNEL,
    Refused,
    Works,
    is_straight,
    kinds,
)
from game.cabinets.rails.track.works import SPAN as SPAN_KIND
from game.cabinets.rails.world.land import HOUSE, INDUSTRY, ROCK, STREET, WATER

Built: TypeAlias = Rail | Road | Signal | Platforms | Span | Stop | Dock
"""The groups that build something at a place of their own."""
MOST_LINE: Final = 1024
"""Most pieces along which one group puts up signals."""
LEAST_GAP, MOST_GAP = 2, 20
PIECES = {"NS": 0, "EW": 1, "NE": 2, "ES": 3, "SW": 4, "NW": 5}


def place_of(x: int, y: int, enter: str, leave: str) -> Place:
    """Return a leg by the letters of its edges. Raise Refused if they are the same."""
    if enter == leave or enter not in EDGES or leave not in EDGES:
        raise Refused("no_track", x, y)
    return Place(x, y, EDGES.index(enter), EDGES.index(leave))


def run_of(rail: Rail) -> list[Place]:
    """Return the legs of a run. Raise Refused if it is malformed, or bends by more than 45° at once."""
    try:
        run = list(places(rail.x, rail.y, EDGES.index(rail.entry), read_run(rail.run)))
    except ValueError as error:
        raise Refused("no_run", rail.x, rail.y) from error
    for before, place in pairwise(run):
        if abs(bend(before.leg, place.leg)) > 1:
            raise Refused("bend", place.x, place.y)
    return run


def as_rail(way: Sequence[Place]) -> Rail:
    """Return the group of a plan that builds these pieces, one after the other."""
    first = way[0]
    return Rail(first.x, first.y, EDGE_NAMES[first.enter], write_run("".join(EDGES[place.leave] for place in way)))


def tiles_of(group: Built, *, whole: bool = False) -> Iterator[tuple[int, int]]:
    """Yield the tiles that a group builds on; for a bridge or tunnel its two heads or, if `whole`, all that it spans.

    Raise ValueError for a run that is none.
    """
    match group:
        case Rail(x, y, entry, run):
            for place in places(x, y, EDGES.index(entry), read_run(run)):
                yield place.x, place.y
        case Road(x, y, run):
            yield x, y
            for letter in read_run(run) if run.strip() else "":
                across, down = STEPS[EDGES.index(letter)]
                x, y = x + across, y + down
                yield x, y
        case Platforms(x, y, axis, length, count):
            wide, high = (length, count) if axis == "EW" else (count, length)
            yield from ((x + across, y + down) for down in range(high) for across in range(wide))
        case Span(x, y, edge, length):
            across, down = STEPS[EDGES.index(edge)]
            yield from ((x + across * at, y + down * at) for at in (range(length) if whole else (0, length - 1)))
        case _:
            yield group.x, group.y


def lay(works: Works, laid: Iterable[Rail | Signal], company: int = 0) -> None:
    """Lay runs of track and signals. Raise Refused if something is in the way, with all before laid."""
    for group in laid:
        if isinstance(group, Rail):
            for place in run_of(group):
                works.lay_piece(place, company)
        else:
            place = place_of(group.x, group.y, group.entry, group.exit)
            works.set_signal(place, signal_named(group.kind), company)


def way_of(span: Span) -> tuple[int, int]:
    """Return the edge from which a span leads away over its first head, and its form."""
    return opposite(EDGES.index(span.edge)), TUNNEL if span.kind == "tunnel" else BRIDGE


def line_from(works: Works, start: Place, most: int = MOST_LINE) -> list[Place]:
    """Return at most `most` legs from `start` up to the next junction, platform or span, on which signals can stand.

    Each corner of a diagonal counts as a tile. Raise Refused if there is no track at `start`.
    """
    if not works.has(start):
        raise Refused("no_track", start.x, start.y)
    line: dict[Place, None] = {}
    place: Place | None = start
    while place is not None and place not in line and len(line) < most:
        if works.tile(place.x, place.y) in works.stations or not _alone(works, place):
            break
        line[place] = None
        place = _only_after(works, place)
    return list(line)


def _alone(works: Works, place: Place) -> bool:
    """Return whether no other piece on the same tile touches a piece."""
    mask = works.masks[works.tile(place.x, place.y)]
    return not any(conflict(place.kind, other) for other in kinds(mask) if other != place.kind)


def _only_after(works: Works, place: Place) -> Place | None:
    """Return the leg that follows a leg, if there is exactly one; else None."""
    x, y = place.x + STEPS[place.leave][0], place.y + STEPS[place.leave][1]
    after = (Place(x, y, *edges(leg >> 1, leg & 1)) for leg in ONWARD[place.leg])
    found = [leg for leg in after if works.has(leg)]
    return found[0] if len(found) == 1 else None


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
        works.set_signal(Place(clear.x, clear.y, *edges(kind, direction)), 0, work.company)
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
