"""Squares between which a runner can come and go, by a cautious table of jumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from game.core.forge.model.land import Land
from game.core.forge.model.level import LADDER, ONE_WAY, SPIKES

ASIDE = {1: 3, 2: 3, 3: 3, 4: 1}
"""Columns that a jump leads aside at its height, by the rows that it leads up; at full speed it leads further."""
Square: TypeAlias = tuple[int, int]


def roamed(land: Land, start: Square) -> set[Square]:
    """Return the squares on which a runner can stand, come to from the start, and come back from."""
    here = _fallen(land, *start)
    if here is None:
        return set()
    came_from: dict[Square, list[Square]] = {here: []}
    waiting = [here]
    while waiting:
        square = waiting.pop()
        for other in _moves(land, *square):
            if other not in came_from:
                came_from[other] = []
                waiting.append(other)
            came_from[other].append(square)
    found, waiting = {here}, [here]
    while waiting:
        for other in came_from[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _moves(land: Land, x: int, y: int) -> Iterator[Square]:
    """Yield the squares to which one step, one jump, a ladder or a drop leads from a square."""
    ends: list[Square | None] = [_fallen(land, x + side, y) for side in (-1, 1) if _is_clear(land, x + side, y)]
    for rise, aside in ASIDE.items():
        if not _is_clear(land, x, y - rise):
            break
        ends.append(_fallen(land, x, y - rise))
        for side in (-1, 1):
            for far in range(1, aside + 1):
                if not _is_clear(land, x + side * far, y - rise):
                    break
                ends.append(_fallen(land, x + side * far, y - rise))
    if land.at(x, y) == LADDER and _is_clear(land, x, y - 1):
        ends.append(_fallen(land, x, y - 1))
    if land.at(x, y + 1) in (ONE_WAY, LADDER):
        ends.append(_fallen(land, x, y + 1))
    yield from (end for end in ends if end is not None)


def _is_clear(land: Land, x: int, y: int) -> bool:
    inside = 0 <= x < land.width and 0 <= y < land.height
    return inside and not land.is_solid(x, y) and land.at(x, y) != SPIKES


def _fallen(land: Land, x: int, y: int) -> Square | None:
    """Return the square on which a runner stands after falling from a clear one; None where that harms it."""
    while land.at(x, y) != LADDER and not land.is_solid(x, y + 1) and land.at(x, y + 1) not in (ONE_WAY, LADDER):
        y += 1
        if not _is_clear(land, x, y):
            return None
    return x, y
