"""Measures of a platform level: whole numbers, each computed by one formula.

Source of linearity and leniency: Smith and Whitehead, Analyzing the expressive range of a level generator, 2010. The
weights of leniency are our own and were not compared with the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from game.core.forge.model.level import BLOCK, COIN_BLOCK, GROUND, ONE_WAY, PIPE, SPIKES, SPRING, Level

LAND = frozenset((GROUND, ONE_WAY, PIPE))
"""Tiles that count as land to walk on."""
SURFACES = LAND | {BLOCK, COIN_BLOCK}
"""Tiles whose upper sides are platforms."""
ENEMIES = ("walker", "flyer", "giant")
WEIGHTS = {"gap": 0, "enemy": 0, "spikes": 0, "fall": 0, "spring": 250, "crusher": 750, "cannon": 750, "step": 1000}
"""How forgiving each kind of challenge is, in thousandths.
`fall`: a drop of more than four rows; `step`: a jump up without a gap."""
FALL = 4


def platform_measures(level: Level) -> Mapping[str, int]:
    """Return every measure of a platform level, by name."""
    wide = level.width
    columns = [level.tiles[x::wide] for x in range(wide)]
    tops = [_tops(column, SURFACES) for column in columns]
    challenges = challenges_of(level, columns)
    kinds = [entity.kind for entity in level.entities]
    return {
        "linearity": linearity([(x, y) for x, rows in enumerate(tops) for y in rows]),
        "leniency": leniency(challenges),
        "density": density(tops),
        "gaps": challenges.get("gap", 0),
        "enemies": sum(map(kinds.count, (*ENEMIES, "crusher", "cannon"))),
        "coins": min(1000, kinds.count("coin") + level.tiles.count(COIN_BLOCK)),
        "gem": kinds.count("gem"),
        "par": min(1000, sum(ticks for ticks, _ in level.way) // 6),
    }


def _tops(column: bytes, surfaces: frozenset[int]) -> list[int]:
    """Return the rows of a column's tiles that one can stand on, from the top down."""
    return [y for y, tile in enumerate(column) if tile in surfaces and y and column[y - 1] not in surfaces]


def linearity(points: Sequence[tuple[int, int]]) -> int:
    """Return 1000 minus 250 for each row of mean distance between platform tops and their least-squares line; at least
    0.

    >>> linearity([(0, 9), (1, 9), (2, 9), (3, 9)]), linearity([(0, 9), (1, 8), (2, 7)]), linearity([])
    (1000, 1000, 1000)
    >>> linearity([(0, 0), (1, 4), (2, 0), (3, 4)])
    600
    """
    count = len(points)
    sum_x, sum_y = sum(x for x, _ in points), sum(y for _, y in points)
    spread = count * sum(x * x for x, _ in points) - sum_x * sum_x
    if not spread:
        return 1000
    slope = count * sum(x * y for x, y in points) - sum_x * sum_y
    base = sum_y * spread - slope * sum_x
    away = sum(abs(y * count * spread - slope * count * x - base) for x, y in points)
    return 1000 - min(1000, 250 * away // (count * count * spread))


def leniency(challenges: Mapping[str, int]) -> int:
    """Return the mean weight of all challenges, in thousandths; 1000 without challenges.

    >>> leniency({"gap": 1, "step": 3}), leniency({}), leniency({"spring": 1, "crusher": 1})
    (750, 1000, 500)
    """
    count = sum(challenges.values())
    return sum(WEIGHTS[kind] * many for kind, many in challenges.items()) // count if count else 1000


def density(tops: Sequence[Sequence[int]]) -> int:
    """Return 250 times the mean number of platforms in a column, at most 1000.

    >>> density([[5], [5, 9], [], [4]])
    250
    """
    return min(1000, 250 * sum(map(len, tops)) // len(tops)) if tops else 0


def challenges_of(level: Level, columns: Sequence[bytes]) -> Mapping[str, int]:
    """Return how many challenges of each kind in `WEIGHTS` a level has. A gap is a run of columns without land."""
    found = dict.fromkeys(WEIGHTS, 0)
    for entity in level.entities:
        if entity.kind in ENEMIES:
            found["enemy"] += 1
        elif entity.kind in ("crusher", "cannon"):
            found[entity.kind] += 1
    rows = [level.tiles[y * level.width : (y + 1) * level.width] for y in range(level.height)]
    found["spikes"] = sum(_runs(row, SPIKES) for row in rows)
    found["spring"] = level.tiles.count(SPRING)
    lowest = [max(_tops(column, LAND), default=0 if column[-1] in LAND else None) for column in columns]
    found["gap"] = sum(row is None and (x == 0 or lowest[x - 1] is not None) for x, row in enumerate(lowest))
    for before, after in pairwise(lowest):
        if before and after and before != after:
            if after < before:
                found["step"] += 1
            elif after - before > FALL:
                found["fall"] += 1
    return found


def _runs(row: bytes, tile: int) -> int:
    """Return how many runs of a tile a row has."""
    return sum(each == tile and (x == 0 or row[x - 1] != tile) for x, each in enumerate(row))
