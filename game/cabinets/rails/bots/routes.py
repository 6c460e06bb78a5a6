"""Where a line could lie: platforms near two places, and the cheapest track between them (A*, Hart and others 1968)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple

from game.cabinets.rails.building.prices import rail_price
from game.cabinets.rails.building.site import Site
from game.cabinets.rails.cargo.catchment import OF_RAIL
from game.cabinets.rails.contract.actions import Group, Platforms, Rail
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
from game.cabinets.rails.world.land import WATER

A_BEND: Final = 60
"""What a bend costs a search more than its piece."""
MOST_PLACEMENTS: Final = 40
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
    rail: Rail
    units: int
    """The length of the track between the platforms."""
    bends: int
    price: int
    """Of that track."""

    def groups(self) -> tuple[Group, ...]:
        """The gestures that build it; the stations are the first two that this plan founds."""
        return (self.first.group(), self.last.group(), self.rail)


def open_ground(site: Site) -> bytearray:
    """1 for each tile on which nothing stands and track may be laid."""
    ground = bytearray(int(kind < WATER) for kind in site.land.terrain)
    for tile in (*site.works.companies, *site.roads, *site.stops, *site.docks):
        ground[tile] = 0
    for form, tile in site.works.covered:
        ground[tile] = ground[tile] if form else 0
    return ground


def placements(site: Site, ground: bytearray, tiles: tuple[int, ...], length: int) -> list[Placement]:
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
                if placement not in found and _fits(placement, ground, size, stations):
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


def cheapest_route(
    site: Site,
    ground: bytearray,
    firsts: list[Placement],
    lasts: list[Placement],
    price: Callable[[int], int] = rail_price,
) -> Route | None:
    """The cheapest track from one of the first platforms to one of the last; None where there is none."""
    if not firsts or not lasts:
        return None
    size, terrain = site.land.size, site.land.terrain
    prices = [price(kind) for kind in terrain]
    goals = _entries(lasts)
    low_x, high_x = min(x for x, _, _ in goals), max(x for x, _, _ in goals)
    low_y, high_y = min(y for _, y, _ in goals), max(y for _, y, _ in goals)
    closed = set()
    far: dict[int, int] = {}
    came: dict[int, int] = {}
    starts: dict[int, Placement] = {}
    heap: list[tuple[int, int]] = []
    for placement in firsts:
        for x, y, leave in placement.ends():
            leg = ((y * _WIDTH + x) * 4 + opposite(leave)) * 4 + leave
            starts.setdefault(leg, placement)
            far[leg] = 0
            heappush(heap, (0, leg))
    steps = tuple(_onward(enter, leave) for enter in range(4) for leave in range(4))
    while heap:
        _, leg = heappop(heap)
        if leg in closed:
            continue
        closed.add(leg)
        leave, enter = leg & 3, leg >> 2 & 3
        at = leg >> 4
        x, y = at % _WIDTH + STEPS[leave][0], at // _WIDTH + STEPS[leave][1]
        entered = opposite(leave)
        goal = goals.get((x, y, entered))
        if goal is not None and _is_straight_on(enter, leave):
            route = _route(site, starts, came, leg, goal)
            if route is not None:
                return route
        if not (0 < x < size - 1 and 0 < y < size - 1) or not ground[y * size + x]:
            continue
        cost = far[leg] + prices[y * size + x]
        rest = 70 * (max(low_x - x, 0, x - high_x) + max(low_y - y, 0, y - high_y))
        for after, bend in steps[4 * enter + leave]:
            other = ((y * _WIDTH + x) * 4 + entered) * 4 + after
            so_far = cost + bend * A_BEND
            if other not in far or so_far < far[other]:
                far[other] = so_far
                came[other] = leg
                heappush(heap, (so_far + rest, other))
    return None


def _entries(lasts: list[Placement]) -> dict[tuple[int, int, int], Placement]:
    """By tile and edge of entry the platforms that begin there."""
    return {(x, y, leave): placement for placement in reversed(lasts) for x, y, leave in placement.ends()}


def _is_straight_on(enter: int, leave: int) -> bool:
    """Whether a leg leads into a platform without a bend of more than 45°."""
    heading = HEADINGS[KIND_OF[enter, leave]][int(enter > leave)]
    ahead = HEADINGS[KIND_OF[opposite(leave), leave]][int(opposite(leave) > leave)]
    return abs(turns(heading, ahead)) <= 1


def _onward(enter: int, leave: int) -> tuple[tuple[int, int], ...]:
    """By which edges the next tile may be left, and whether that is a bend."""
    if enter == leave:
        return ()
    heading = HEADINGS[KIND_OF[enter, leave]][int(enter > leave)]
    entered = opposite(leave)
    found = []
    for after in range(4):
        if after == entered:
            continue
        turn = turns(heading, HEADINGS[KIND_OF[entered, after]][int(entered > after)])
        if abs(turn) <= 1:
            found.append((after, abs(turn)))
    return tuple(sorted(found, key=lambda step: step[1]))


def _route(site: Site, starts: dict[int, Placement], came: dict[int, int], last: int, goal: Placement) -> Route | None:
    """Put a way together; None where it runs through its own platforms, or is too long for a plan."""
    legs = [last]
    while legs[-1] in came:
        legs.append(came[legs[-1]])
    legs.reverse()
    start = starts[legs[0]]
    legs = legs[1:]
    tiles = [(leg >> 4) for leg in legs]
    own = {y * _WIDTH + x for placement in (start, goal) for x, y in placement.tiles()}
    if not legs or len(legs) > MOST_STEPS or len(set(tiles)) < len(tiles) or own & set(tiles):
        return None
    if set(start.tiles()) & set(goal.tiles()):
        return None
    size = site.land.size
    price = sum(rail_price(site.land.terrain[at // _WIDTH * size + at % _WIDTH]) for at in tiles)
    kinds = [KIND_OF[leg >> 2 & 3, leg & 3] for leg in legs]
    headings = [HEADINGS[kind][int((leg >> 2 & 3) > (leg & 3))] for kind, leg in zip(kinds, legs, strict=True)]
    bends = sum(before != after for before, after in pairwise(headings))
    x, y = tiles[0] % _WIDTH, tiles[0] // _WIDTH
    run = write_run("".join(EDGES[leg & 3] for leg in legs))
    rail = Rail(x, y, EDGES[legs[0] >> 2 & 3], run)  # type: ignore[arg-type]
    units = sum(TILE if kind < STRAIGHT else CORNER for kind in kinds)
    return Route(start, goal, rail, units, bends, price)
