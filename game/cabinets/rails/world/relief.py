"""Heights and woods of a map, from value noise in whole numbers."""

from __future__ import annotations

from game.cabinets.rails.world.chance import mixed
from game.cabinets.rails.world.land import HILL, PLAIN, ROCK, WATER, WOOD

_OCTAVES = ((16, 8), (8, 4), (4, 1))
"""For each octave of the noise, the tiles between its lattice points and its weight."""
_WATER, _HILL, _ROCK, _WOOD = 150, 150, 30, 220
"""Thousandths of the map that become water (its lowest tiles), hills and rock (its highest), and woods."""


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
