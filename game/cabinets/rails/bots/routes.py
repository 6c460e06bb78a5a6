"""Find routes for lines: platforms near two places, and the cheapest track between them.

Source of the search: A*, Hart, Nilsson and Raphael, 1968.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Final, NamedTuple

from game.cabinets.rails.building.prices import RAIL, SPAN, rail_price
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.contract.actions import Group, Platforms, Rail, Span
from game.cabinets.rails.match.cargo import OF_RAIL
from game.cabinets.rails.track.pieces import (
    CORNER,
    EDGES,
    HEADINGS,
    KIND_OF,
    ONWARD,
    STEPS,
    STRAIGHT,
    TILE,
    bend,
    edges,
    opposite,
    write_run,
)
from game.cabinets.rails.track.works import BRIDGE, MOST_SPAN
from game.cabinets.rails.world.land import HOUSE, INDUSTRY, ROCK, SIGNS, WATER
from game.core.compiled import array, compiled, filled

A_BEND: Final = 60
"""Extra cost of a bend in a search."""
MOST_PLACEMENTS: Final = 40
FAR_SIGHT: Final = 2.0
"""Number of pieces searched per tile of the map; a longer search finds no route worth building."""
MOST_BRIDGE: Final = MOST_SPAN[BRIDGE]
MOST_STEPS: Final = 200
"""Greatest number of pieces of a route that a plan has room for."""
A_BRIDGE_TILE: Final = SPAN[BRIDGE]
_PRICES: Final = tuple(rail_price(kind) for kind in range(len(SIGNS)))
_OPEN: Final = bytes(int(kind < WATER) for kind in range(256))
_BELOW: Final = bytes(int(kind not in (ROCK, HOUSE, INDUSTRY)) for kind in range(256))
_LEGS: Final = 1 << 20
"""A number greater than the number of legs on any map."""


class Placement(NamedTuple):
    """A platform that is not built yet."""

    x: int
    y: int
    axis: int
    """0 if the platform runs from north to south, 1 if from west to east."""
    length: int

    def tiles(self) -> list[tuple[int, int]]:
        """Return the platform's tiles, from the north or west on."""
        across, down = STEPS[(2, 1)[self.axis]]
        return [(self.x + across * step, self.y + down * step) for step in range(self.length)]

    def ends(self) -> Iterator[tuple[int, int, int]]:
        """Yield for each side the last tile, and the edge by which a train leaves the platform there."""
        row = self.tiles()
        yield (*row[0], (0, 3)[self.axis])
        yield (*row[-1], (2, 1)[self.axis])

    def group(self) -> Platforms:
        """Return the group that builds the platform as a station of its own."""
        return Platforms(self.x, self.y, ("NS", "EW")[self.axis], self.length, 1)


class Route(NamedTuple):
    """Two platforms and the track between them."""

    first: Placement
    last: Placement
    track: tuple[Group, ...]
    """Runs of rail, and bridges between them."""
    units: int
    """The length of the track between the platforms."""
    bends: int
    price: int
    """The price of the track between the platforms, in coins."""
    rails: tuple[int, ...]
    """The tiles that must be open for the route: those of rail, and the heads of bridges."""
    bridged: tuple[int, ...]
    """The tiles that the route's bridges lead over."""

    def groups(self) -> tuple[Group, ...]:
        """Return the groups that build the route. Its stations are the first two that the plan founds."""
        return (self.first.group(), self.last.group(), *self.track)


class Ground(NamedTuple):
    """Where track may be laid, a byte for each tile."""

    open: bytearray
    """1 where the tile is empty and track may be laid."""
    below: bytearray
    """1 where a bridge may lead over the tile."""
    apart: bytearray
    """1 where a platform may be built: open, not at the map's rim, and not beside a station."""


def ground_of(site: Site) -> Ground:
    """Return where track may be laid on a site."""
    terrain, size = site.land.terrain, site.land.size
    free, below = bytearray(terrain.translate(_OPEN)), bytearray(terrain.translate(_BELOW))
    for tile in (*site.works.companies, *site.roads, *site.stops, *site.docks):
        free[tile] = 0
    for form, tile in site.works.covered:
        if form == BRIDGE:
            free[tile] = below[tile] = 0
    apart = bytearray(free)
    apart[:size] = apart[-size:] = apart[::size] = apart[size - 1 :: size] = bytes(size)
    for tile in site.parts():
        below[tile] = 0
        for across, down in STEPS:
            beside = tile + down * size + across
            if 0 <= beside < len(apart):
                apart[beside] = 0
    return Ground(free, below, apart)


def placements(site: Site, ground: Ground, tiles: tuple[int, ...], length: int) -> list[Placement]:
    """Return platforms with one of `tiles` in their catchment that touch no station, nearest first."""
    size, apart = site.land.size, ground.apart
    near = {
        (tile % size + across, tile // size + down)
        for tile in tiles
        for across in range(-OF_RAIL, OF_RAIL + 1)
        for down in range(-OF_RAIL, OF_RAIL + 1)
    }
    whole = bytes([1]) * length
    found: dict[tuple[int, int, int], int] = {}
    centre_x, centre_y = tiles[0] % size, tiles[0] // size
    for x, y in near:
        if not (0 < x < size - 1 and 0 < y < size - 1) or not apart[y * size + x]:
            continue
        for axis, (across, down) in enumerate((STEPS[2], STEPS[1])):
            step = across + down * size
            for back in {0, length // 2, length - 1}:
                left, top = x - across * back, y - down * back
                first = top * size + left
                if left < 1 or top < 1 or (left, top, axis) in found:
                    continue
                if apart[first : first + step * length : step] == whole:
                    middle = length // 2
                    far = abs(left + across * middle - centre_x) + abs(top + down * middle - centre_y)
                    found[left, top, axis] = far
    nearest = sorted(found, key=lambda place: (found[place], place))[:MOST_PLACEMENTS]
    return [Placement(*place, length) for place in nearest]


def _ways_on(enter: int, leave: int) -> list[int]:
    """Return the edges by which the tile beyond a piece can be left, each as 4 · eighths of a turn + edge, then -1."""
    if enter == leave:
        return [-1] * 4
    leg = 2 * KIND_OF[enter, leave] + int(enter > leave)
    ways = sorted(4 * abs(bend(leg, after)) + edges(after >> 1, after & 1)[1] for after in ONWARD[leg])
    return ways + [-1] * (4 - len(ways))


_ONWARD: Final = tuple(way for enter in range(4) for leave in range(4) for way in _ways_on(enter, leave))
_ACROSS: Final = tuple(step[0] for step in STEPS)
_DOWN: Final = tuple(step[1] for step in STEPS)


class Chart(NamedTuple):
    """The input and output of a search, in arrays. A leg is 16 · tile + 4 · edge of entry + edge of exit."""

    open: Any
    below: Any
    price: Any
    """The price of a piece on each tile."""
    rest: Any
    """For each tile a lower bound of the cost from there to a goal."""
    goal: Any
    """By 4 · tile + edge of entry: 1 where a goal platform begins."""
    fruitless: Any
    """By leg: 1 if a way that ended there turned out to be useless."""
    far: Any
    """By leg: the cost from the start; -1 if the leg was not reached."""
    came: Any
    """By leg: the leg before it; -1 for none."""
    span: Any
    """By leg: the length of its bridge; 0 for rail."""
    closed: Any


@compiled
def _look(chart: Chart, size: int, starts: Any, most: int) -> int:
    """Return the last leg of the cheapest way to a goal (A*), -1 for none; at most `most` legs are expanded."""
    far, came, span, closed, rest = chart.far, chart.came, chart.span, chart.closed, chart.rest
    free, below, price, goal = chart.open, chart.below, chart.price, chart.goal
    heap = [starts[0]]
    heap.pop()
    for leg in starts:
        far[leg], came[leg] = 0, -1
        heappush(heap, leg)
    count = 0
    while len(heap) > 0:
        leg = heappop(heap) % _LEGS
        if closed[leg] > 0:
            continue
        if count > most:
            return -1
        count += 1
        closed[leg] = 1
        tile, enter, leave = leg // 16, leg // 4 % 4, leg % 4
        x, y = tile % size + _ACROSS[leave], tile // size + _DOWN[leave]
        if not (0 <= x < size and 0 <= y < size):
            continue
        tile = y * size + x
        entered = (leave + 2) % 4
        if goal[4 * tile + entered] > 0 and chart.fruitless[leg] == 0:
            return int(leg)
        if free[tile] == 0 or not (0 < x < size - 1 and 0 < y < size - 1):
            continue
        cost = far[leg] + price[tile]
        first = 16 * tile + 4 * entered
        for index in range(16 * enter + 4 * leave, 16 * enter + 4 * leave + 4):
            way = _ONWARD[index]
            if way < 0:
                break
            so_far = cost + way // 4 * A_BEND
            other = first + way % 4
            if far[other] < 0 or so_far < far[other]:
                far[other], came[other], span[other] = so_far, leg, 0
                heappush(heap, (so_far + rest[tile]) * _LEGS + other)
        step = _ACROSS[leave] + _DOWN[leave] * size
        end = tile + step
        for length in range(3, MOST_BRIDGE + 1):
            end += step
            end_x, end_y = end % size, end // size
            if below[end - step] == 0 or not (0 < end_x < size - 1 and 0 < end_y < size - 1):
                break
            if free[end] > 0 and free[end - step] == 0:
                so_far = far[leg] + A_BRIDGE_TILE * length + (0 if enter == entered else A_BEND)
                other = 16 * end + 4 * entered + leave
                if far[other] < 0 or so_far < far[other]:
                    far[other], came[other], span[other] = so_far, leg, length
                    heappush(heap, (so_far + rest[end]) * _LEGS + other)
                break
    return -1


def _rest(size: int, goals: Collection[tuple[int, int, int]]) -> list[int]:
    """Return for each tile a lower bound of the cost of track from there to the box around all goals."""
    across, down = (
        [RAIL * max(min(line) - at, 0, at - max(line)) for at in range(size)]
        for line in ([x for x, _, _ in goals], [y for _, y, _ in goals])
    )
    return [beyond + beside for beyond in down for beside in across]


def cheapest_route(
    site: Site, ground: Ground, firsts: list[Placement], lasts: list[Placement], far_sight: float = FAR_SIGHT
) -> Route | None:
    """Return the cheapest track from one of the first platforms to one of the last; None if there is none."""
    if not firsts or not lasts:
        return None
    size = site.land.size
    legs = 16 * size * size
    goals = _entries(lasts)
    starts: dict[int, Placement] = {}
    for placement in firsts:
        for x, y, leave in placement.ends():
            starts.setdefault(16 * (y * size + x) + 4 * opposite(leave) + leave, placement)
    price, nearest = array([_PRICES[kind] for kind in site.land.terrain]), array(_rest(size, goals))
    goal, fruitless = filled(legs // 4), filled(legs)
    for x, y, entered in goals:
        goal[4 * (y * size + x) + entered] = 1
    while True:
        blank = filled(legs, -1), filled(legs, -1), filled(legs), filled(legs)
        chart = Chart(array(ground.open), array(ground.below), price, nearest, goal, fruitless, *blank)
        last = _look(chart, size, array(starts), int(far_sight * size * size))
        if last < 0:
            return None
        route = _route(site, starts, chart, last, goals)
        if route is not None:
            return route
        fruitless[last] = 1


def _entries(lasts: list[Placement]) -> dict[tuple[int, int, int], Placement]:
    """Return the platforms by the tile and edge at which a train enters them."""
    return {(x, y, leave): placement for placement in reversed(lasts) for x, y, leave in placement.ends()}


def _route(
    site: Site, starts: dict[int, Placement], chart: Chart, last: int, goals: dict[tuple[int, int, int], Placement]
) -> Route | None:
    """Assemble a route from its legs; None if it crosses itself or its platforms, or is too long for a plan."""
    size, terrain = site.land.size, site.land.terrain
    legs = [last]
    while chart.came[legs[-1]] >= 0:
        legs.append(int(chart.came[legs[-1]]))
    legs.reverse()
    leave = last % 4
    goal = goals[last // 16 % size + STEPS[leave][0], last // 16 // size + STEPS[leave][1], opposite(leave)]
    start = starts[legs[0]]
    pieces = [_piece(leg, size, int(chart.span[leg])) for leg in legs[1:]]
    tiles = [tile for piece in pieces for tile in piece.tiles()]
    own = {*start.tiles(), *goal.tiles()}
    crossed = len(set(tiles)) < len(tiles) or own & set(tiles) or set(start.tiles()) & set(goal.tiles())
    if not pieces or len(tiles) > MOST_STEPS or crossed:
        return None
    price = sum(
        SPAN[BRIDGE] * piece.span if piece.span else rail_price(terrain[piece.y * size + piece.x]) for piece in pieces
    )
    bends = sum(before.heading != after.heading for before, after in pairwise(pieces))
    units = sum(piece.units for piece in pieces)
    tiles_of = [(piece.span, [y * size + x for x, y in piece.tiles()]) for piece in pieces]
    rails = tuple(tile for span, row in tiles_of for tile in (row if not span else row[:: span - 1]))
    bridged = tuple(tile for span, row in tiles_of for tile in (row[1:-1] if span else ()))
    return Route(start, goal, tuple(_track(pieces)), units, bends, price, rails, bridged)


def lies_free(route: Route, ground: Ground, size: int) -> bool:
    """Return whether a route found earlier, when less was built, can still be built."""
    stations = (y * size + x for end in (route.first, route.last) for x, y in end.tiles())
    return (
        all(ground.open[tile] for tile in route.rails)
        and all(ground.below[tile] for tile in route.bridged)
        and all(ground.apart[tile] for tile in stations)
    )


class _Piece(NamedTuple):
    x: int
    y: int
    """Row of the tile at the piece's end; `x` is its column."""
    enter: int
    leave: int
    span: int

    @property
    def heading(self) -> int:
        return HEADINGS[KIND_OF[self.enter, self.leave]][int(self.enter > self.leave)]

    @property
    def units(self) -> int:
        return TILE * max(1, self.span) if KIND_OF[self.enter, self.leave] < STRAIGHT else CORNER

    def tiles(self) -> list[tuple[int, int]]:
        """Return the tiles that the piece occupies; for a bridge, all that it leads over."""
        across, down = STEPS[self.leave]
        return [(self.x - across * back, self.y - down * back) for back in range(max(1, self.span))]


def _piece(leg: int, size: int, span: int) -> _Piece:
    at = leg // 16
    return _Piece(at % size, at // size, leg // 4 % 4, leg % 4, span)


def _track(pieces: list[_Piece]) -> Iterator[Group]:
    """Yield the groups that build consecutive pieces."""
    run: list[_Piece] = []
    for piece in (*pieces, None):
        if piece is not None and not piece.span:
            run.append(piece)
            continue
        if run:
            exits = write_run("".join(EDGES[one.leave] for one in run))
            yield Rail(run[0].x, run[0].y, EDGES[run[0].enter], exits)  # type: ignore[arg-type]
            run = []
        if piece is not None:
            yield Span(*piece.tiles()[-1], EDGES[piece.leave], piece.span, "bridge")  # type: ignore[arg-type]
