"""The island as flat arrays, for rules and search: where tiles and buildings may go, and what they change.

A cell is an index into rows of `steps[1]` cells; at least `MARGIN` cells of sea lie around the land. The top of a cell
is 0 for sea, a field of `tiles`, or `VOLCANO` + its way. A house is 1 + 3 × owner + its kind.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from game.core.compiled import array, in_place, inner

VOLCANO: Final = 6
HUT, TEMPLE, TOWER, EXPAND = range(4)
MARGIN: Final = 4
MOST_LAND: Final = 145
MOST_PLACES: Final = 8192
_SHORE: Final = 1200
"""Upper limit of the number of cells within two steps of 48 tiles."""
MOST_BUILDS: Final = 512
CODES: Final = 16
"""Numbers of actions: a build is CODES × cell + HUT, TEMPLE, TOWER or EXPAND - 1 + field; a place is 6 × cell + way."""
TOWER_LEVEL, TEMPLE_SIZE = 3, 3

GROUP: Final = 12
"""How many numbers are kept for each settlement."""
SIZE, TEMPLES, TOWERS, LEAST, EDGES, HIGHEST, NEEDS = range(7)
"""Columns of a settlement: hexagons, temples, towers, the cell of its least (q, r), free fields beside it and the level
of the highest; from NEEDS + 1 on the number of huts that expanding onto each kind of field takes."""
FRESH: Final = 0
"""Index in `groups`, before the first settlement, of the number of hexagons where a new settlement may be founded."""


class Ground(NamedTuple):
    """The island as arrays over the cells of a window, with scratch arrays for the functions of this module."""

    steps: Any
    """Index steps to the six neighbours, clockwise from the east, with the first one repeated at the end."""
    level: Any
    top: Any
    house: Any
    land: Any
    """The number of land cells, followed by those cells."""
    group: Any
    """For the seat surveyed last, the settlement of each cell, counted from 1."""
    near: Any
    """Scratch marks of cells; the first element is the greatest mark used so far."""
    flags: Any
    """For the seat surveyed last, bit 1 where a temple may be built, bit 2 where a tower may."""
    groups: Any
    """For the seat surveyed last, GROUP numbers for each settlement, counted from 1."""
    queue: Any


def new_ground(across: int, down: int) -> Ground:
    """Return an empty sea of this width and height in cells."""
    steps = (1, across, across - 1, -1, -across, 1 - across, 1)
    planes = [array([0] * (across * down)) for _ in range(6)]
    level, top, house, group, near, flags = planes
    land, groups, queue = array([0] * (MOST_LAND + 1)), array([0] * (64 * GROUP)), array([0] * (2 * _SHORE))
    return Ground(array(steps), level, top, house, land, group, near, flags, groups, queue)


def copied(ground: Ground) -> Ground:
    """Return a copy to try actions on; it shares the scratch arrays."""
    level, top, house, land = ground.level.copy(), ground.top.copy(), ground.house.copy(), ground.land.copy()
    return ground._replace(level=level, top=top, house=house, land=land)


@inner
def buries_whole(ground: Ground, cell: int, other: int) -> bool:
    """Return whether burying two neighbouring cells buries the whole settlement of the first, which has a house."""
    house, steps = ground.house, ground.steps
    owner = (house[cell] - 1) // 3
    joined = house[other] > 0 and (house[other] - 1) // 3 == owner
    for way in range(6):
        beside = cell + steps[way]
        if beside != other and house[beside] > 0 and (house[beside] - 1) // 3 == owner:
            return False
        if joined:
            beside = other + steps[way]
            if beside != cell and house[beside] > 0 and (house[beside] - 1) // 3 == owner:
                return False
    return True


@in_place
def may_bury(ground: Ground, cell: int, other: int) -> bool:
    """Return whether the houses on two neighbouring cells may be buried: only huts, and never a whole settlement."""
    house = ground.house
    first, second = house[cell], house[other]
    if first == 0 and second == 0:
        return True
    if (first and (first - 1) % 3 != HUT) or (second and (second - 1) % 3 != HUT):
        return False
    if first and buries_whole(ground, cell, other):
        return False
    return not (second and buries_whole(ground, other, cell))


@in_place
def places(ground: Ground, out: Any) -> int:
    """Write the number of every legal place into `out`, in arbitrary order, and return how many there are."""
    steps, level, top, _, land, _, near, _, _, queue = ground
    found = 0
    coast = near[0] + 1
    behind = coast + 1
    near[0] = behind
    waiting = 0
    for place in range(1, land[0] + 1):
        cell = land[place]
        for way in range(6):
            beside = cell + steps[way]
            if level[beside] == 0 and near[beside] != coast:
                near[beside] = coast
                queue[waiting] = beside
                waiting += 1
        if top[cell] >= VOLCANO:
            high = level[cell]
            for way in range(6):
                right, left = cell + steps[way], cell + steps[way + 1]
                fits = level[right] == high and level[left] == high and top[cell] != VOLCANO + way
                if fits and may_bury(ground, right, left):
                    out[found] = 6 * cell + way
                    found += 1
    coasts = waiting
    for place in range(coasts):
        for way in range(6):
            beside = queue[place] + steps[way]
            if level[beside] == 0 and near[beside] < coast:
                near[beside] = behind
                queue[waiting] = beside
                waiting += 1
    for place in range(waiting):
        cell = queue[place]
        touching = near[cell] == coast
        for way in range(6):
            right, left = cell + steps[way], cell + steps[way + 1]
            reaches = touching or near[right] == coast or near[left] == coast
            if reaches and level[right] == 0 and level[left] == 0:
                out[found] = 6 * cell + way
                found += 1
    return found


@in_place
def survey(ground: Ground, seat: int) -> int:
    """Find the settlements of a seat and what lies around them; return how many there are."""
    steps, level, top, house, land, group, near, flags, groups, queue = ground
    low, high = 1 + 3 * seat, 3 + 3 * seat
    fresh = 0
    for place in range(1, land[0] + 1):
        cell = land[place]
        group[cell] = flags[cell] = 0
        if level[cell] == 1 and house[cell] == 0 and top[cell] < VOLCANO:
            fresh += 1
    across, base, found = steps[1], near[0], 0
    for place in range(1, land[0] + 1):
        start = land[place]
        if not low <= house[start] <= high or group[start]:
            continue
        found += 1
        own = found * GROUP
        for number in range(GROUP):
            groups[own + number] = 0
        mark = base + found
        groups[own + LEAST] = start
        group[start], queue[0], waiting, done, edge = found, start, 1, 0, _SHORE
        while done < waiting:
            cell = queue[done]
            done += 1
            groups[own + SIZE] += 1
            kind = house[cell] - low
            if kind:
                groups[own + kind] += 1
            least = groups[own + LEAST]
            if (cell % across, cell) < (least % across, least):
                groups[own + LEAST] = cell
            for way in range(6):
                beside = cell + steps[way]
                if low <= house[beside] <= high:
                    if group[beside] == 0:
                        group[beside] = found
                        queue[waiting] = beside
                        waiting += 1
                elif house[beside] == 0 and 0 < top[beside] < VOLCANO and near[beside] != mark:
                    near[beside] = mark
                    groups[own + NEEDS + top[beside]] += level[beside]
                    groups[own + EDGES] += 1
                    groups[own + HIGHEST] = max(groups[own + HIGHEST], level[beside])
                    queue[edge] = beside
                    edge += 1
        temple = groups[own + SIZE] >= TEMPLE_SIZE and groups[own + TEMPLES] == 0
        tower = groups[own + TOWERS] == 0
        for place_of in range(_SHORE, edge):
            cell = queue[place_of]
            if flags[cell] == 0 and level[cell] == 1:
                fresh -= 1
            flags[cell] |= 4 + temple + 2 * (tower and level[cell] >= TOWER_LEVEL)
    near[0] = base + found
    groups[FRESH] = fresh
    return found


@in_place
def builds(ground: Ground, seat: int, stock: Any, out: Any) -> int:
    """Write every legal build of a seat into `out`, and return how many; `stock` has three numbers per seat."""
    _, level, top, house, land, _, _, flags, groups, _ = ground
    huts, temples, towers = stock[3 * seat], stock[3 * seat + 1], stock[3 * seat + 2]
    settlements = survey(ground, seat)
    found = 0
    for place in range(1, land[0] + 1):
        cell = land[place]
        if house[cell] or top[cell] >= VOLCANO:
            continue
        around = flags[cell]
        if huts and level[cell] == 1 and around == 0:
            out[found] = CODES * cell + HUT
            found += 1
        if temples and around & 1:
            out[found] = CODES * cell + TEMPLE
            found += 1
        if towers and around & 2:
            out[found] = CODES * cell + TOWER
            found += 1
    for number in range(1, settlements + 1):
        own = number * GROUP
        for field in range(1, VOLCANO):
            if 0 < groups[own + NEEDS + field] <= huts:
                out[found] = CODES * groups[own + LEAST] + EXPAND - 1 + field
                found += 1
    return found


@in_place
def lay(ground: Ground, cell: int, way: int, left: int, right: int, stock: Any, returned: bool, undo: Any) -> None:
    """Lay a tile, and save what was there in `undo`; buried huts return to the stock if `returned`."""
    steps, level, top, house, land = ground.steps, ground.level, ground.top, ground.house, ground.land
    for number in range(3):
        at = cell if number == 0 else cell + steps[way + number - 1]
        undo[4 * number], undo[4 * number + 1] = at, top[at]
        undo[4 * number + 2] = house[at]
        if level[at] == 0:
            land[0] += 1
            land[land[0]] = at
        elif house[at]:
            if returned:
                stock[(house[at] - 1) // 3 * 3] += level[at]
            house[at] = 0
        level[at] += 1
        top[at] = VOLCANO + way if number == 0 else right if number == 1 else left


@in_place
def lift(ground: Ground, stock: Any, returned: bool, undo: Any) -> None:
    """Take back the tile laid last, from what `lay` saved in `undo`."""
    level, top, house, land = ground.level, ground.top, ground.house, ground.land
    for number in range(2, -1, -1):
        at = undo[4 * number]
        level[at] -= 1
        top[at], house[at] = undo[4 * number + 1], undo[4 * number + 2]
        if level[at] == 0:
            land[0] -= 1
        elif house[at] and returned:
            stock[(house[at] - 1) // 3 * 3] -= level[at]


@in_place
def build(ground: Ground, seat: int, code: int, stock: Any, out: Any, start: int) -> int:
    """Carry out a build, write the cells built on into `out` from `start` on, and return their number.

    Before an expansion, `survey` must have been called for this seat.
    """
    steps, level, top, house, land, group, _, _, _, _ = ground
    cell, kind = code // CODES, code % CODES
    if kind < EXPAND:
        house[cell] = 1 + 3 * seat + kind
        stock[3 * seat + kind] -= 1
        out[start] = cell
        return 1
    own, field, found = group[cell], kind - EXPAND + 1, 0
    for place in range(1, land[0] + 1):
        at = land[place]
        if top[at] != field or house[at]:
            continue
        for way in range(6):
            beside = at + steps[way]
            if group[beside] == own and house[beside]:
                out[start + found] = at
                found += 1
                break
    for place in range(start, start + found):
        house[out[place]] = 1 + 3 * seat
        stock[3 * seat] -= level[out[place]]
    return found


@in_place
def raze(ground: Ground, seat: int, code: int, stock: Any, cells: Any, start: int, count: int) -> None:
    """Take back the last build, which covers `count` cells listed from `start` on."""
    level, house = ground.level, ground.house
    kind = code % CODES
    for place in range(start, start + count):
        house[cells[place]] = 0
        stock[3 * seat + (kind if kind < EXPAND else 0)] += level[cells[place]] if kind >= EXPAND else 1
