"""The level that everybody runs first: each thing is shown alone before it is needed, and nothing early kills."""

from __future__ import annotations

import msgspec

from game.core.forge.model.land import Land
from game.core.forge.model.level import AIR, BLOCK, COIN_BLOCK, ONE_WAY, SPRING, Graph, Level, Recipe
from game.core.forge.model.method import silent
from game.core.forge.physics import numbers as n

WIDE, HIGH, ROW = 230, 15, 11
_LEAP = n.RIGHT | n.LEAP
PITS = ((12, 2), (32, 3))
"""First column and width of the pits of the first four seconds, which a runner can jump out of."""
PIT_DEEP = 3
GAPS = ((120, 4), (158, 3), (176, 9), (206, 4))
"""First column and width of the gaps between the roofs."""
LINE = (179, 3)
"""First column and width of the washing line over the widest gap."""
WALKERS = ((52, 50, 56), (138, 135, 142))
"""For each walker its column, and the columns at both ends of its walk."""
SPRING_AT, WALL, WALL_HIGH, WALL_WIDE = 76, 77, 6, 4
STEPS, STEPS_END = ((98, 1), (101, 2)), 106
"""Columns from which the ground is so many rows higher, and the column from which it is level again."""
BLOCKS = ((190, 5), (216, 3))
"""First column and number of coin blocks in a row."""
CHECKPOINTS = (27, 46, 70, 93, 115, 150, 171, 201)
THINGS = (WALKERS[0][1], SPRING_AT, STEPS[0][0], GAPS[0][0], GAPS[2][0], 32)
"""Columns where each thing is met for the first time, after the first gap."""
WAY = (
    *((32, n.RIGHT), (32, _LEAP), (112, n.RIGHT), (40, _LEAP), (104, n.RIGHT), (40, _LEAP), (104, n.RIGHT), (8, _LEAP)),
    *((168, n.RIGHT), (8, _LEAP), (32, n.RIGHT), (8, _LEAP), (128, n.RIGHT), (8, _LEAP), (96, n.RIGHT), (8, _LEAP)),
    *((128, n.RIGHT), (8, _LEAP), (96, n.RIGHT), (8, 0), (16, n.RIGHT), (8, _LEAP), (32, n.RIGHT), (8, _LEAP)),
    *((144, n.RIGHT), (8, _LEAP), (108, n.RIGHT)),
)
"""The level's proof: a way of twelve jumps, each with a purpose. Its length in ticks is the par."""
COINS = (
    *((x, ROW - 1) for x in range(5, 10)),
    *((31, ROW - 2), (32, ROW - 4), (33, ROW - 4), (34, ROW - 4), (35, ROW - 2)),
    *((x, ROW - 1) for x in range(60, 66)),
    *((x, ROW - 1) for x in range(84, 89)),
    *((119, ROW - 2), (120, ROW - 4), (121, ROW - 4), (122, ROW - 4), (123, ROW - 4), (124, ROW - 2)),
    *((179, ROW - 3), (180, ROW - 3), (181, ROW - 3)),
    *((x, ROW - 1) for x in range(212, 222)),
)


def first_level() -> Level:
    """Return the first level: 12 flat columns with coins up to a gap of 2, a gap of 3, a walker, a spring, and so
    on."""
    land = Land(Recipe("first", 1, 1, WIDE, HIGH), silent)
    land.fill(0, 0, ROW, WIDE)
    for x, wide in PITS:
        land.put(0, x, ROW, AIR, wide, PIT_DEEP)
    for x, wide in GAPS:
        land.put(0, x, ROW, AIR, wide, HIGH - ROW)
    land.put(0, LINE[0], ROW - 1, ONE_WAY, LINE[1])
    for begin, high in STEPS:
        land.fill(0, begin, ROW - high, STEPS_END - begin)
    for x, count in BLOCKS:
        land.put(0, x, ROW - 4, COIN_BLOCK, count)
    land.put(0, SPRING_AT, ROW - 1, SPRING)
    land.put(0, WALL, ROW - WALL_HIGH, BLOCK, WALL_WIDE, WALL_HIGH)
    land.add(0, "gem", WALL + 1, ROW - WALL_HIGH - 2)
    land.add(0, "start", 2, ROW - 1)
    land.add(0, "goal", WIDE - 5, ROW - 1)
    for x, y in COINS:
        land.add(0, "coin", x, y)
    for x in CHECKPOINTS:
        land.add(0, "checkpoint", x, ROW - 1)
    for x, begin, end in WALKERS:
        land.add(0, "walker", x, ROW - 1, begin, end)
    return msgspec.structs.replace(land.level(Graph()), way=WAY)
