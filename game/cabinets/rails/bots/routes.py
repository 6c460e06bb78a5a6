"""Where a line could lie: platforms near two places, and the cheapest track between them (A*, Hart and others 1968)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple

from game.cabinets.rails.building.prices import RAIL, SPAN, rail_price
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.cargo.catchment import OF_RAIL
from game.cabinets.rails.contract.actions import Group, Platforms, Rail, Span
from game.cabinets.rails.track.pieces import (
    CORNER,
    EDGES,
    HEADINGS,
    KIND_OF,
    STEPS,
    STRAIGHT,
    TILE,
    opposite,
    turns,
    write_run,
)
from game.cabinets.rails.track.works import BRIDGE, MOST_SPAN
from game.cabinets.rails.world.land import HOUSE, INDUSTRY, ROCK, WATER

A_BEND: Final = 60
"""What a bend costs a search more than its piece."""
MOST_PLACEMENTS: Final = 40
FAR_SIGHT: Final = 2.0
"""Pieces for each tile of the map that a search looks beyond: a longer one finds no route worth building."""
MOST_BRIDGE: Final = MOST_SPAN[BRIDGE]
MOST_STEPS: Final = 200
"""Pieces of a route, so that a plan has room for it."""
_WIDTH: Final = 1 << 10


class Placement(NamedTuple):
    """A platform that is not built yet."""

    x: int
    y: int
    axis: int
    """0: N–S, 1: E–W."""
    length: int

    def tiles(self) -> list[tuple[int, int]]:
        """Its tiles, from the north or west on."""
        across, down = STEPS[(2, 1)[self.axis]]
        return [(self.x + across * step, self.y + down * step) for step in range(self.length)]

    def ends(self) -> Iterator[tuple[int, int, int]]:
        """The last tile on each side, and the edge by which a train leaves there."""
        row = self.tiles()
        yield (*row[0], (0, 3)[self.axis])
        yield (*row[-1], (2, 1)[self.axis])

    def group(self) -> Platforms:
        """The gesture that builds it as a station of its own."""
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
    """Of that track."""

    def groups(self) -> tuple[Group, ...]:
        """The gestures that build it; the stations are the first two that this plan founds."""
        return (self.first.group(), self.last.group(), *self.track)


class Ground(NamedTuple):
    """Where track may lie, a byte for each tile."""

    open: bytearray
    """1 where nothing stands and track may be laid."""
    below: bytearray
    """1 where a bridge may lead over."""


def ground_of(site: Site) -> Ground:
    """Where track may lie on a site."""
    terrain = site.land.terrain
    free = bytearray(int(kind < WATER) for kind in terrain)
    below = bytearray(int(kind not in (ROCK, HOUSE, INDUSTRY)) for kind in terrain)
    for tile in (*site.works.companies, *site.roads, *site.stops, *site.docks):
        free[tile] = 0
    for form, tile in site.works.covered:
        if form == BRIDGE:
            free[tile] = below[tile] = 0
    for tile in site.parts():
        below[tile] = 0
    return Ground(free, below)


def placements(site: Site, ground: Ground, tiles: tuple[int, ...], length: int) -> list[Placement]:
    """Platforms that have one of these tiles in their catchment and touch no station, the nearest first."""
    size = site.land.size
    stations = site.parts()
    near = {
        (tile % size + across, tile // size + down)
        for tile in tiles
        for across in range(-OF_RAIL, OF_RAIL + 1)
        for down in range(-OF_RAIL, OF_RAIL + 1)
    }
    found: dict[Placement, int] = {}
    centre_x, centre_y = tiles[0] % size, tiles[0] // size
    for x, y in near:
        for axis in (0, 1):
            across, down = STEPS[(2, 1)[axis]]
            for back in {0, length // 2, length - 1}:
                placement = Placement(x - across * back, y - down * back, axis, length)
                if placement not in found and _fits(placement, ground.open, size, stations):
                    middle = placement.tiles()[length // 2]
                    found[placement] = abs(middle[0] - centre_x) + abs(middle[1] - centre_y)
    return sorted(found, key=lambda placement: (found[placement], placement))[:MOST_PLACEMENTS]


def _fits(placement: Placement, ground: bytearray, size: int, stations: dict[int, int]) -> bool:
    """Whether all its tiles are open, and no station lies beside them."""
    for x, y in placement.tiles():
        if not (1 <= x < size - 1 and 1 <= y < size - 1) or not ground[y * size + x]:
            return False
        if any((y + down) * size + x + across in stations for across, down in STEPS):
            return False
    return True


def _turn(enter: int, leave: int, after: int) -> int:
    """By how many eighths a train turns from a piece into the one beyond it that leaves by `after`."""
    entered = opposite(leave)
    heading = HEADINGS[KIND_OF[enter, leave]][int(enter > leave)]
    return abs(turns(heading, HEADINGS[KIND_OF[entered, after]][int(entered > after)]))


_ONWARD: Final = {
    (enter, leave): sorted(
        (
            (after, _turn(enter, leave, after))
            for after in range(4)
            if after != opposite(leave) and _turn(enter, leave, after) <= 1
        ),
        key=lambda step: step[1],
    )
    for enter in range(4)
    for leave in range(4)
    if enter != leave
}
"""By which edges the tile beyond a piece may be left, and by how many eighths a train turns there."""


def cheapest_route(
    site: Site, ground: Ground, firsts: list[Placement], lasts: list[Placement], far_sight: float = FAR_SIGHT
) -> Route | None:
    """The cheapest track from one of the first platforms to one of the last; None where there is none."""
    if not firsts or not lasts:
        return None
    size = site.land.size
    prices = [rail_price(kind) for kind in site.land.terrain]
    goals = _entries(lasts)
    low_x, high_x = min(x for x, _, _ in goals), max(x for x, _, _ in goals)
    low_y, high_y = min(y for _, y, _ in goals), max(y for _, y, _ in goals)
    closed: set[int] = set()
    far: dict[int, int] = {}
    came: dict[int, int] = {}
    starts: dict[int, Placement] = {}
    heap: list[tuple[int, int]] = []
    for placement in firsts:
        for x, y, leave in placement.ends():
            leg = _leg(x, y, opposite(leave), leave, 0)
            starts.setdefault(leg, placement)
            far[leg] = 0
            heappush(heap, (0, leg))
    while heap:
        _, leg = heappop(heap)
        if leg in closed:
            continue
        if len(closed) > far_sight * size * size:
            return None
        closed.add(leg)
        at, enter, leave = leg >> 8, leg >> 6 & 3, leg >> 4 & 3
        x, y = at % _WIDTH + STEPS[leave][0], at // _WIDTH + STEPS[leave][1]
        entered = opposite(leave)
        goal = goals.get((x, y, entered))
        if goal is not None and _turn(enter, leave, leave) <= 1:
            route = _route(site, starts, came, leg, goal)
            if route is not None:
                return route
        if not (0 < x < size - 1 and 0 < y < size - 1) or not ground.open[y * size + x]:
            continue
        cost = far[leg]
        for span, price, out_x, out_y, after, bend in _onward(ground, prices, size, x, y, enter, leave):
            other = _leg(out_x, out_y, entered, after, span)
            so_far = cost + price + bend * A_BEND
            if other not in far or so_far < far[other]:
                far[other] = so_far
                came[other] = leg
                rest = RAIL * (max(low_x - out_x, 0, out_x - high_x) + max(low_y - out_y, 0, out_y - high_y))
                heappush(heap, (so_far + rest, other))
    return None


def _leg(x: int, y: int, enter: int, leave: int, span: int) -> int:
    """A piece in one direction by the tile at its end; `span` is the length of a bridge, 0 for rail."""
    return (((y * _WIDTH + x) * 4 + enter) * 4 + leave) * 16 + span


def _onward(
    ground: Ground, prices: list[int], size: int, x: int, y: int, enter: int, leave: int
) -> Iterator[tuple[int, int, int, int, int, int]]:
    """The pieces that can follow on a tile: bridge or 0, price, the tile at its end, its exit, bends."""
    for after, turn in _ONWARD[enter, leave]:
        yield 0, prices[y * size + x], x, y, after, turn
    bend = _turn(enter, leave, leave)
    if bend > 1:
        return
    across, down = STEPS[leave]
    for length in range(3, MOST_BRIDGE + 1):
        end_x, end_y = x + across * (length - 1), y + down * (length - 1)
        if not (0 < end_x < size - 1 and 0 < end_y < size - 1):
            return
        if not ground.below[(end_y - down) * size + end_x - across]:
            return
        if ground.open[end_y * size + end_x] and not ground.open[(end_y - down) * size + end_x - across]:
            yield length, SPAN[BRIDGE] * length, end_x, end_y, leave, bend
            return


def _entries(lasts: list[Placement]) -> dict[tuple[int, int, int], Placement]:
    """By tile and edge of entry the platforms that begin there."""
    return {(x, y, leave): placement for placement in reversed(lasts) for x, y, leave in placement.ends()}


def _route(site: Site, starts: dict[int, Placement], came: dict[int, int], last: int, goal: Placement) -> Route | None:
    """Put a way together; None where it runs through itself or its platforms, or is too long for a plan."""
    legs = [last]
    while legs[-1] in came:
        legs.append(came[legs[-1]])
    legs.reverse()
    start = starts[legs[0]]
    pieces = [_piece(leg) for leg in legs[1:]]
    tiles = [tile for piece in pieces for tile in piece.tiles()]
    own = {*start.tiles(), *goal.tiles()}
    crossed = len(set(tiles)) < len(tiles) or own & set(tiles) or set(start.tiles()) & set(goal.tiles())
    if not pieces or len(tiles) > MOST_STEPS or crossed:
        return None
    size, terrain = site.land.size, site.land.terrain
    price = sum(
        SPAN[BRIDGE] * piece.span if piece.span else rail_price(terrain[piece.y * size + piece.x]) for piece in pieces
    )
    bends = sum(before.heading != after.heading for before, after in pairwise(pieces))
    units = sum(piece.units for piece in pieces)
    return Route(start, goal, tuple(_track(pieces)), units, bends, price)


class _Piece(NamedTuple):
    x: int
    y: int
    """The tile at its end."""
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
        """The tiles on which it stands: of a bridge all that it leads over."""
        across, down = STEPS[self.leave]
        return [(self.x - across * back, self.y - down * back) for back in range(max(1, self.span))]


def _piece(leg: int) -> _Piece:
    at = leg >> 8
    return _Piece(at % _WIDTH, at // _WIDTH, leg >> 6 & 3, leg >> 4 & 3, leg & 15)


def _track(pieces: list[_Piece]) -> Iterator[Group]:
    """Pieces in a row as gestures."""
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
