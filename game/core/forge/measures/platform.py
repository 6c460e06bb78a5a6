"""Measures of a platform level: whole numbers, each by one formula.

Linearity and leniency after Smith and Whitehead, Analyzing the expressive range of a level generator, 2010; the weights
of leniency are our own and were not compared with the paper's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from game.core.forge.model.level import BLOCK, COIN_BLOCK, GROUND, ONE_WAY, PIPE, SPIKES, SPRING, Level

LAND = frozenset((GROUND, ONE_WAY, PIPE))
"""Tiles that count as land to walk on."""
SURFACES = LAND | {BLOCK, COIN_BLOCK}
"""Tiles whose tops are platforms."""
ENEMIES = ("walker", "flyer", "giant")
WEIGHTS = {"gap": 0, "enemy": 0, "spikes": 0, "fall": 0, "spring": 250, "crusher": 750, "cannon": 750, "step": 1000}
"""How forgiving a challenge is, in thousandths. `fall`: a drop by more than four rows; `step`: a jump without a gap."""
FALL = 4


def platform_measures(level: Level) -> Mapping[str, int]:
    """Every measure of a platform level, by name."""
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
    """Rows of a column on which one can stand, from above."""
    return [y for y, tile in enumerate(column) if tile in surfaces and y and column[y - 1] not in surfaces]


def linearity(points: Sequence[tuple[int, int]]) -> int:
    """1000 less 250 for each row by which platform tops lie off their least-squares line on average.

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
    """The mean of the weights of all challenges; 1000 where there is none.

    >>> leniency({"gap": 1, "step": 3}), leniency({}), leniency({"spring": 1, "crusher": 1})
    (750, 1000, 500)
    """
    count = sum(challenges.values())
    return sum(WEIGHTS[kind] * many for kind, many in challenges.items()) // count if count else 1000


def density(tops: Sequence[Sequence[int]]) -> int:
    """250 for each platform of a column, on average over all columns.

    >>> density([[5], [5, 9], [], [4]])
    250
    """
    return min(1000, 250 * sum(map(len, tops)) // len(tops)) if tops else 0


def challenges_of(level: Level, columns: Sequence[bytes]) -> Mapping[str, int]:
    """How many challenges of each kind of `WEIGHTS` a level has. A gap is a run of columns without land."""
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
    """How often a tile begins in a row."""
    return sum(each == tile and (x == 0 or row[x - 1] != tile) for x, each in enumerate(row))
