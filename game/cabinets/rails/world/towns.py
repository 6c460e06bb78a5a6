"""Founds towns: a centre, streets in a loose grid, and houses along them."""

from __future__ import annotations

from game.cabinets.rails.world.chance import Counter
from game.cabinets.rails.world.land import HOUSE, STREET, WATER, Town, distance
from game.cabinets.rails.world.reach import around, beside

NAMES = 200
FEWEST, MOST = 300, 3000
"""Least and greatest number of inhabitants of a new town."""
_A_HOUSE = 60
"""Number of inhabitants for each house."""
_FROM_INDUSTRY = 5


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
