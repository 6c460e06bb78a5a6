"""Makes the land of a match from its number alone.

A map should have at least two pairs of industries that trade with each other at the distance that its size asks for;
any two industries should lie at least 6 tiles apart; track with spans should reach everything on land, and ships every
well in the sea from a coast. A map that fails is drawn again, at most 50 times, and after that with fewer demands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from game.cabinets.rails.world.land import (
    HILL,
    HOUSE,
    INDUSTRY,
    MINE,
    PLAIN,
    POWER_STATION,
    REFINERY,
    ROCK,
    SIDE,
    STREET,
    WATER,
    WELL,
    WOOD,
    Industry,
    Land,
    Town,
    around,
    beside,
    by_land,
    coast,
    distance,
    seas,
)

_MASK: Final = (1 << 61) - 1
_STEP: Final = 0x1E3779B97F4A7C15 & _MASK
_FIRST: Final = 0x1BF58476D1CE4E5B & _MASK
_SECOND: Final = 0x14D049BB133111EB & _MASK
NAMES = 200
FEWEST, MOST = 300, 3000
"""Least and greatest number of inhabitants of a new town."""
_A_HOUSE = 60
"""Number of inhabitants for each house."""
_FROM_INDUSTRY = 5
_OCTAVES = ((16, 8), (8, 4), (4, 1))
"""For each octave of the noise, the tiles between its lattice points and its weight."""
_WATER, _HILL, _ROCK, _WOOD = 150, 150, 30, 220
"""Thousandths of the map that become water (its lowest tiles), hills and rock (its highest), and woods."""


def mixed(number: int, counter: int) -> int:
    """Return a whole number in range(2⁶¹) that looks random, from a map's number and how many were drawn before (a
    mixer of products modulo 2⁶¹, after Steele et al., 2014).
    """
    value = (number % (_MASK + 1) + (number >> 61) * _FIRST + (counter + 1) * _STEP) & _MASK
    value = (value ^ value >> 29) * _FIRST & _MASK
    value = (value ^ value >> 26) * _SECOND & _MASK
    return value ^ value >> 30


class Counter:
    """Draws random numbers one after another, all following from the number of a map."""

    def __init__(self, number: int, start: int) -> None:
        self._number = number
        self._counter = start

    def below(self, count: int) -> int:
        """Return a random number in range(count)."""
        self._counter += 1
        return (mixed(self._number, self._counter) >> 8) % count

    def between(self, low: int, high: int) -> int:
        """Return a number in low … high."""
        return low + self.below(high - low + 1)


def found_town(terrain: bytearray, size: int, chance: Counter, centre: int, name: int) -> Town:
    """Build a town around a centre on open ground, and return it. It is as large as there is room."""
    inhabitants = 10 * chance.between(FEWEST // 10, MOST // 10)
    streets = _streets(terrain, size, chance, centre, 2 + inhabitants // 400)
    for tile in streets:
        terrain[tile] = STREET
    free = {other for tile in streets for other in beside(size, tile) if terrain[other] < WATER}
    # the end of a street stays open, so that roads can continue there
    free -= {other for tile in streets for other in _beyond(size, streets, tile)}
    houses = sorted(free, key=lambda tile: (distance(size, centre, tile), tile))[: max(4, inhabitants // _A_HOUSE)]
    for tile in houses:
        terrain[tile] = HOUSE
    return Town(centre, name, inhabitants, tuple(sorted(houses)))


def _streets(terrain: bytearray, size: int, chance: Counter, centre: int, reach: int) -> list[int]:
    """Return the tiles of a main street through the centre, one across it, and side streets every three tiles."""
    streets = [centre]
    along = chance.below(2)
    arms = []
    for turn in (along, 1 - along):
        step = (1, size)[turn]
        for way in (step, -step):
            arms.append((_arm(terrain, size, streets, centre, way, reach - turn * reach // 3), (size, 1)[turn]))
    for arm, across in arms[:2]:
        for tile in arm[2 + chance.below(2) :: 3]:
            for way in (across, -across):
                if chance.below(3):
                    _arm(terrain, size, streets, tile, way, reach // 2)
    return sorted(set(streets))


def _arm(terrain: bytearray, size: int, streets: list[int], start: int, way: int, reach: int) -> list[int]:
    """Lay a straight street over open ground that touches no other street; return its tiles without `start`."""
    arm: list[int] = []
    tile = start
    for _ in range(reach):
        near = [other for other in beside(size, tile) if other == tile + way]
        if not near or terrain[near[0]] >= WATER or near[0] in streets:
            break
        tile = near[0]
        touching = sum(other in streets for other in beside(size, tile))
        if touching > 1:
            break
        streets.append(tile)
        arm.append(tile)
    return arm


def _beyond(size: int, streets: list[int], tile: int) -> list[int]:
    """Return the tile straight ahead of the end of a street; none if `tile` is not an end."""
    joined = [other for other in beside(size, tile) if other in streets]
    if len(joined) != 1:
        return []
    return [other for other in beside(size, tile) if other - tile == tile - joined[0]]


def may_stand(terrain: bytearray, size: int, centre: int, taken: list[int]) -> bool:
    """Return whether a town may be founded at `centre`: the ground around is open, and all of `taken` are far away."""
    open_ground = terrain[centre] < WATER and sum(terrain[other] < WATER for other in around(size, centre)) >= 7
    return open_ground and all(distance(size, centre, tile) > _FROM_INDUSTRY + 5 for tile in taken)


def relief(number: int, size: int) -> bytearray:
    """Return the terrain of a map without towns and industries, a byte per tile."""
    heights = _noise(number, size, 1)
    woods = _noise(number, size, 2)
    order = sorted(range(size * size), key=heights.__getitem__)
    count = len(order)
    terrain = bytearray(count)
    for tile in sorted(range(count), key=woods.__getitem__)[: count * _WOOD // 1000]:
        terrain[tile] = WOOD
    for tile in order[: count * _WATER // 1000]:
        terrain[tile] = WATER
    for tile in order[count - count * (_HILL + _ROCK) // 1000 :]:
        terrain[tile] = HILL
    for tile in order[count - count * _ROCK // 1000 :]:
        terrain[tile] = ROCK
    assert PLAIN == 0
    return terrain


def _noise(number: int, size: int, layer: int) -> list[int]:
    """Return a height for each tile, all different: the tile number decides between equals."""
    total = [0] * (size * size)
    for octave, (gap, weight) in enumerate(_OCTAVES):
        _add(total, number, size, gap, weight, 1_000_000 * (8 * layer + octave))
    return [height * size * size + tile for tile, height in enumerate(total)]


def _add(total: list[int], number: int, size: int, gap: int, weight: int, start: int) -> None:
    """Add one octave: values at lattice points, smoothed between them in steps of a 256th."""
    across = size // gap + 2
    lattice = [mixed(number, start + point) >> 45 for point in range(across * across)]
    eased = [_eased(256 * step // gap) for step in range(gap)]
    for y in range(size):
        row, down = y // gap * across, eased[y % gap]
        upper, lower = lattice[row : row + across], lattice[row + across : row + 2 * across]
        column = [(a * (256 - down) + b * down) * weight for a, b in zip(upper, lower, strict=True)]
        base = y * size
        for x in range(size):
            point, right = x // gap, eased[x % gap]
            total[base + x] += (column[point] * (256 - right) + column[point + 1] * right) >> 8


def _eased(share: int) -> int:
    """Return a smooth step: 0 … 256 mapped to 0 … 256, flat at both ends."""
    return share * share * (768 - 2 * share) >> 16


APART = 6
"""Least number of tiles between any two industries."""
OUTPUT = {MINE: (16, 64), WELL: (16, 48)}
_AT_64 = ((MINE, 3), (POWER_STATION, 1), (WELL, 3), (REFINERY, 1))
_TOWNS_AT_64 = 4
_LEAST_SEA = 30
_DRAWS = 50
_TRIES = 400
"""Number of places tried for one industry or town."""
PARTNERS = ((MINE, POWER_STATION), (WELL, REFINERY))


@lru_cache(maxsize=16)
def land_of(number: int, size: int) -> Land:
    """Return the land of the map with a number; its size must be 32, 64, 96 or 128."""
    best = None
    for draw in range(_DRAWS):
        land = _drawn(number, size, draw)
        if land is not None and (best is None or _pairs(land) > _pairs(best)):
            best = land
        if best is not None and _pairs(best) >= 2:
            return best
    draw = _DRAWS
    while best is None:
        best = _drawn(number, size, draw, strict=False)
        draw += 1
    return best


def partners_apart(size: int) -> tuple[int, int]:
    """Return the least and greatest distance of trading industries of which a map must have two pairs."""
    return (12, 24) if size == 32 else (20, 60)


def pairs_of(land: Land) -> list[tuple[int, int]]:
    """Return the pairs of a producing industry and one that takes its cargo, at the distance that the size asks for.

    Each is named by its index among the industries.
    """
    low, high = partners_apart(land.size)
    return [
        (maker, taker)
        for maker, first in enumerate(land.industries)
        for taker, second in enumerate(land.industries)
        if (first.kind, second.kind) in PARTNERS and low <= land.distance(first.tile, second.tile) <= high
    ]


def _pairs(land: Land) -> int:
    return len(pairs_of(land))


def _count(at_64: int, size: int) -> int:
    return max(1, at_64 * size * size // (64 * 64))


def _drawn(number: int, size: int, draw: int, strict: bool = True) -> Land | None:
    """Make one attempt to draw a map; None if something has no place. Unless `strict`, that thing is left out."""
    chance = Counter(number, 1 << 24 | draw << 32)
    terrain = relief(number + (draw << 64), size)
    ground = main_ground(terrain, size)
    waters = [sea for sea in seas(terrain, size) if len(sea) >= _LEAST_SEA and coast(terrain, size, sea, ground)]
    industries: list[Industry] = []
    for kind, at_64 in _AT_64:
        count = _count(at_64, size)
        for index in range(count):
            at_sea = kind == WELL and bool(waters) and index < (count + 1) // 2
            placed = _industry(terrain, size, chance, kind, industries, set().union(*waters) if at_sea else ground)
            if placed is None and strict:
                return None
            industries += [placed] if placed else []
    towns = _towns(terrain, size, chance, industries, ground)
    if towns is None and strict:
        return None
    land = Land(size, bytes(terrain), tuple(towns or ()), tuple(industries))
    return land if _reachable(land) else None


def main_ground(terrain: bytes | bytearray, size: int) -> set[int]:
    """Return the greatest part of the land that one network of track can reach."""
    left = [tile for tile, kind in enumerate(terrain) if kind < WATER]
    seen: set[int] = set()
    best: set[int] = set()
    for tile in left:
        if tile not in seen:
            part = by_land(terrain, size, tile)
            seen |= part
            best = max(best, part, key=len)
    return best


def _industry(
    terrain: bytearray, size: int, chance: Counter, kind: int, others: Sequence[Industry], where: set[int]
) -> Industry | None:
    side = SIDE[kind]
    partner = {POWER_STATION: MINE, REFINERY: WELL}.get(kind)
    makers = [other.tile for other in others if other.kind == partner]
    low, high = partners_apart(size)
    for attempt in range(_TRIES):
        x, y = chance.between(1, size - 1 - side), chance.between(1, size - 1 - side)
        tiles = [(y + down) * size + x + across for down in range(side) for across in range(side)]
        if not all(tile in where and terrain[tile] <= WATER for tile in tiles):
            continue
        if any(_near(size, x, y, side, other) for other in others):
            continue
        apart = [distance(size, tiles[0], tile) for tile in makers]
        if apart and attempt < _TRIES // 2 and sum(low <= far <= high for far in apart) < min(2, len(apart)):
            continue
        at_sea = terrain[tiles[0]] == WATER
        for tile in tiles:
            terrain[tile] = INDUSTRY
        span = OUTPUT.get(kind)
        return Industry(kind, tiles[0], chance.between(*span) if span else 0, at_sea)
    return None


def _near(size: int, x: int, y: int, side: int, other: Industry) -> bool:
    """Return whether fewer than `APART` tiles would lie between a new industry and another."""
    across, down = other.tile % size, other.tile // size
    far = SIDE[other.kind]
    gap_x = max(across - (x + side), x - (across + far))
    gap_y = max(down - (y + side), y - (down + far))
    return max(gap_x, gap_y) < APART


def _towns(
    terrain: bytearray, size: int, chance: Counter, industries: Sequence[Industry], ground: set[int]
) -> list[Town] | None:
    names = list(range(NAMES))
    towns: list[Town] = []
    taken = [industry.tile for industry in industries]
    for _ in range(max(2, _count(_TOWNS_AT_64, size))):
        for _ in range(_TRIES):
            centre = chance.between(4, size - 5) * size + chance.between(4, size - 5)
            if centre in ground and may_stand(terrain, size, centre, taken):
                towns.append(found_town(terrain, size, chance, centre, names.pop(chance.below(len(names)))))
                taken.append(centre)
                break
        else:
            return None
    return towns


def _reachable(land: Land) -> bool:
    """Return whether track can reach every place on land, and ships from a coast every well in the sea."""
    terrain, size = land.terrain, land.size
    on_land = [industry for industry in land.industries if not industry.at_sea]
    gates = [_gates(land, tuple(land.tiles_of(industry))) for industry in on_land]
    gates += [_gates(land, (town.tile, *town.houses)) for town in land.towns]
    if not all(gates):
        return False
    ground = main_ground(terrain, size)
    waters = [sea for sea in seas(terrain, size) if coast(terrain, size, sea, ground)]
    sailed = set().union(*waters)
    wells = [industry for industry in land.industries if industry.at_sea]
    return all(gate & ground for gate in gates) and all(
        any(tile in sailed for tile in _beside_all(size, land.tiles_of(well))) for well in wells
    )


def _gates(land: Land, tiles: Sequence[int]) -> set[int]:
    """Return the open ground at most two tiles away from any of `tiles`: a station there has them in its catchment."""
    found = set()
    size = land.size
    for tile in tiles:
        row, column = divmod(tile, size)
        for y in range(max(0, row - 2), min(size, row + 3)):
            found |= {
                y * size + x
                for x in range(max(0, column - 2), min(size, column + 3))
                if land.terrain[y * size + x] < WATER
            }
    return found


def _beside_all(size: int, tiles: Iterable[int]) -> set[int]:
    return {other for tile in tiles for other in around(size, tile)}
