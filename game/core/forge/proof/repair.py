"""Mends a platform level that could not be proved, by building a walkable way from where the search got stuck."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

import msgspec

from game.core.forge.model.land import MOVERS, SOLID
from game.core.forge.model.level import AIR, GROUND, LADDER, ONE_WAY, SPIKES, SPRING, Entity, Level
from game.core.forge.proof.margin import Margin
from game.core.forge.proof.platform import TRIES, Proof, prove

ROUNDS = 8
"""Most times that a level is mended and searched again."""
SQUARES_A_ROUND = 12
WALKED, BRIDGED, CLIMBED, DUG = 1, 4, 5, 9
"""Costs of a square of the way: on ground or falling, over a gap, upwards, through something solid."""
FREE_AROUND = 2
"""How many columns beside the way are cleared of movers."""


class Mended(msgspec.Struct, frozen=True):
    """A level with its proof, and how many rounds of mending it took; 0 where it was proved as it was."""

    level: Level
    proof: Proof
    rounds: int
    margin: Margin | None = None
    """The most exact jump of the way, where that was sought; else None."""


def mended(level: Level, tries: Sequence[tuple[int, int, int]] = TRIES) -> Mended:
    """Return the level with its proof, mended if necessary.

    A level that cannot be proved after `ROUNDS` rounds has an empty proof. Where a search gets no further than the one
    before, the level is mended from the start on.
    """
    proof = prove(level, tries)
    rounds, stuck, behind = 0, None, _square_of(level, "start")
    while not proof.proved and rounds < ROUNDS:
        rounds += 1
        if proof.nearest == stuck:
            level, behind = _with_a_way(level, behind)
        else:
            stuck = proof.nearest
            level, _ = _with_a_way(level, stuck)
        proof = prove(level, tries)
    return Mended(msgspec.structs.replace(level, way=proof.way), proof, rounds)


def _square_of(level: Level, kind: str) -> tuple[int, int]:
    return next((entity.x, entity.y) for entity in level.entities if entity.kind == kind)


def _with_a_way(level: Level, begin: tuple[int, int]) -> tuple[Level, tuple[int, int]]:
    """Return the level with the next squares of the cheapest way to its goal made walkable, and the last of these
    squares.

    Movers near these squares are removed.
    """
    goal = _square_of(level, "goal")
    way = _cheapest(level, (begin[0], min(begin[1], level.height - 2)), goal)[: SQUARES_A_ROUND + 1]
    tiles = bytearray(level.tiles)
    for (from_x, from_y), (x, y) in pairwise(way):
        at = y * level.width + x
        if y < from_y:
            tiles[from_y * level.width + from_x] = tiles[at] = LADDER
        elif tiles[at] in SOLID or tiles[at] in (SPIKES, SPRING):
            tiles[at] = AIR
        below = at + level.width
        if y == from_y and below < len(tiles) and tiles[below] not in (*SOLID, ONE_WAY, LADDER):
            tiles[below] = GROUND
    entities = tuple(entity for entity in level.entities if not _in_the_way(entity, way))
    return msgspec.structs.replace(level, tiles=bytes(tiles), entities=entities), way[-1]


def _in_the_way(entity: Entity, way: Sequence[tuple[int, int]]) -> bool:
    if entity.kind not in MOVERS:
        return False
    ends = (*entity.data[:2], entity.x) if entity.kind in ("walker", "giant") else (entity.x,)
    columns = [x for x, _ in way]
    if entity.kind == "cannon":
        return any(abs(entity.y - y) <= 1 for _, y in way)
    return min(ends) - FREE_AROUND <= max(columns) and max(ends) + FREE_AROUND >= min(columns)


def _cheapest(level: Level, begin: tuple[int, int], goal: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the squares of the way between two squares, both included, that is cheapest to make walkable."""
    width, height, tiles = level.width, level.height, level.tiles
    cost, came = {begin: 0}, {begin: begin}
    waiting = [(0, begin)]
    while waiting:
        so_far, here = heappop(waiting)
        if here == goal:
            break
        if so_far > cost[here]:
            continue
        x, y = here
        for dx, dy in ((1, 0), (-1, 0), (0, -1), (0, 1)):
            other = x + dx, y + dy
            if not (0 <= other[0] < width and 0 <= other[1] < height - 1):
                continue
            tile, below = tiles[other[1] * width + other[0]], tiles[(other[1] + 1) * width + other[0]]
            step = DUG if tile in SOLID else WALKED
            if dy < 0 and tile != LADDER:
                step = max(step, CLIMBED)
            elif dy == 0 and below not in SOLID and below not in (ONE_WAY, LADDER):
                step = max(step, BRIDGED)
            if so_far + step < cost.get(other, 1 << 30):
                cost[other], came[other] = so_far + step, here
                heappush(waiting, (so_far + step, other))
    squares = [goal]
    while squares[-1] != begin:
        squares.append(came[squares[-1]])
    return squares[::-1]
