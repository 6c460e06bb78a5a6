"""A platform level made in passes from left to right, each of which adds events drawn by weights, ground first, coins
last.

Source: Weber's generator of the Mario AI Championship 2010 with its weights, limits and heights, as described by Shaker
and others 2016, chapter 3.7.2. What keeps a level passable (three columns between events, height changes that can be
jumped) is our addition.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.core.forge.methods.profile import GAP, flats, platform_graph, squares_on
from game.core.forge.model.chance import Chance
from game.core.forge.model.land import FLAT_END, FLAT_START, GOAL_FROM_END, HIGHEST_ROW, Land
from game.core.forge.model.level import AIR, BLOCK, COIN_BLOCK, ONE_WAY, PIPE, Level, Recipe
from game.core.forge.model.method import Method, NoteT, Number, Preset
from game.core.forge.physics.reach import HIGHEST_BUILT, widest_built

GROUND_PASS, HILLS, PIPES, ENEMIES, BLOCKS, COINS = range(6)
NOTHING_BEFORE, NO_HILL_BEFORE = 5, 10
APART = 3
"""Fewest columns between two events of the ground."""
CHANGES = (-4, -3, -2, -1, 0, 0, 1, 2, 3, 4)
ABOVE = 4
"""Rows from the ground to a floating block."""
LEAST_FOR_ENEMY = 6


@dataclass
class Passes:
    """What the passes share: the land, the row of the ground in each column, and columns in use."""

    land: Land
    number: int
    weights: dict[str, int]
    rows: list[int] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    """Columns in which a pipe or a cannon stands."""
    hard: int = 0

    def chance(self, stage: str) -> Chance:
        return Chance(self.number, "multipass", stage)

    def is_level(self, x: int, before: int, after: int) -> bool:
        """Return whether the ground is level from `before` columns left of a column to `after` columns right of it."""
        around = self.rows[max(0, x - before) : x + after + 1]
        return GAP not in around and len(set(around)) == 1 and x + after < self.land.width - FLAT_END

    def may_be_hard(self) -> bool:
        """Count one more cannon or winged enemy. Returns False, without counting, where there are enough."""
        if self.hard >= self.weights["hard"]:
            return False
        self.hard += 1
        return True


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level in six passes: ground, hills, pipes, enemies, blocks, coins."""
    weights = {name: int(value) for name, value in recipe.parameters.items()}
    passes = Passes(Land(recipe, note), recipe.number, weights)
    for line, one in enumerate((_ground, _hills, _pipes, _enemies, _blocks, _coins)):
        note("look", (line, 0, 0, recipe.width, recipe.height))
        one(passes, passes.chance(one.__name__))
    land, rows = passes.land, passes.rows
    land.add(GROUND_PASS, "start", 2, rows[2] - 1)
    land.add(GROUND_PASS, "goal", land.width - GOAL_FROM_END, rows[-1] - 1)
    land.add_checkpoints(COINS, squares_on(rows))
    return land.level(platform_graph(rows))


def _ground(passes: Passes, chance: Chance) -> None:
    """Make the ground with its height changes and gaps.

    A gap ends at its greatest width, or sooner with a height change, which has a chance of one in ten per column.
    """
    land, weights = passes.land, passes.weights
    row, since, gap, gaps = land.height - 4, 0, 0, 0
    for x in range(land.width):
        closing = x >= land.width - FLAT_END - APART
        if gap:
            changes = chance.below(10) == 0
            if gap < 2 or not (gap == weights["gap_most"] or changes or closing):
                gap += 1
                passes.rows.append(GAP)
                continue
            wished = _changed(row, chance, land.height) if changes else row
            row = wished if gap <= widest_built(row - wished) else row
            gap, since = 0, 0
        elif since >= APART and x >= NOTHING_BEFORE and not closing:
            if chance.below(1000) < weights["gap"] and gaps < weights["gaps"] and x < land.width - FLAT_END - 2 * APART:
                gap, gaps = 1, gaps + 1
                passes.rows.append(GAP)
                continue
            if chance.below(1000) < weights["height"]:
                row, since = _changed(row, chance, land.height), 0
        since += 1
        passes.rows.append(row)
    for x, wide, height in flats(passes.rows):
        land.fill(GROUND_PASS, x, height, wide)


def _changed(row: int, chance: Chance, height: int) -> int:
    """Return another height of the ground, at most as high as can be jumped easily."""
    rise = min(HIGHEST_BUILT, CHANGES[chance.below(len(CHANGES))])
    return max(HIGHEST_ROW, min(height - 2, row - rise))


def _hills(passes: Passes, chance: Chance) -> None:
    """Add one-way hills at least three columns long, one to three rows above the ground at their beginning."""
    land, weights, row, long = passes.land, passes.weights, 0, 0
    for x in range(NO_HILL_BEFORE, land.width - FLAT_END - 1):
        if long:
            over_ground = passes.rows[x] == GAP or passes.rows[x] > row
            if not over_ground or (long >= 3 and chance.below(1000) < weights["hill_end"]):
                if long >= 5 and chance.below(1000) < weights["hill_enemy"]:
                    land.add(HILLS, "walker", x - 2, row - 1, x - long, x - 1)
                long = 0
                continue
            land.put(HILLS, x, row, ONE_WAY)
            long += 1
        elif passes.rows[x] != GAP and chance.below(1000) < weights["hill"]:
            row, long = max(HIGHEST_ROW - 1, passes.rows[x] - 2 - chance.below(2)), 1
            land.put(HILLS, x, row, ONE_WAY)


def _pipes(passes: Passes, chance: Chance) -> None:
    """Add pipes of two columns on ground that is level from three columns before to four columns after;
    one in four becomes a cannon."""
    land, last = passes.land, 0
    for x in range(NO_HILL_BEFORE, land.width - FLAT_END - 2):
        if x - last <= APART + 2 or not passes.is_level(x, 3, 4) or chance.below(1000) >= passes.weights["pipe"]:
            continue
        row, last = passes.rows[x], x
        wide, high = 2, 2 + chance.below(passes.weights["pipe_most"] - 1)
        cannon = chance.below(4) == 0
        if cannon:
            wide = high = 1
        if any(land.at(x + place, row - up) != AIR for place in range(-1, wide + 1) for up in range(1, high + 3)):
            continue
        if cannon and (land.flies_to(x, row - 1, -1) <= FLAT_START or not passes.may_be_hard()):
            continue
        land.put(PIPES, x, row - high, PIPE, wide, high)
        if cannon:
            land.add(PIPES, "cannon", x, row - 1, 0)
        passes.taken.update(range(x, x + wide))


def _enemies(passes: Passes, chance: Chance) -> None:
    """Add walkers on level ground of at least six columns; with wings they become flyers."""
    land, weights = passes.land, passes.weights
    begin = last = NO_HILL_BEFORE
    for x in range(NO_HILL_BEFORE, land.width - FLAT_END):
        if not passes.is_level(x, 1, 0) or x in passes.taken:
            begin = x + (x in passes.taken)
        if x - begin < LEAST_FOR_ENEMY - 1 or x - last < LEAST_FOR_ENEMY or chance.below(1000) >= weights["enemy"]:
            continue
        row, last = passes.rows[x], x
        if chance.below(1000) < weights["winged"] and passes.may_be_hard():
            land.add(ENEMIES, "flyer", x - 2, row - 2, row - 4, row - 1)
        else:
            land.add(ENEMIES, "walker", x - 2, row - 1, x - 4, x)


def _blocks(passes: Passes, chance: Chance) -> None:
    """Add rows of blocks over level ground: some hold a coin, some have a gem on them,
    and walkers walk on long rows."""
    land, weights = passes.land, passes.weights
    long, coins = 0, 0
    for x in range(NOTHING_BEFORE, land.width - FLAT_END - 4):
        row = passes.rows[x] - ABOVE
        fits = passes.is_level(x, 4, 4) and all(
            land.at(x + side, row + up) == AIR for side in ((0, 1) if long else (-1, 0, 1)) for up in range(-1, ABOVE)
        )
        begins = long == 0 and chance.below(1000) < weights["platform"]
        if not fits or not (begins or long):
            long = 0
            continue
        coin = coins < weights["coin_blocks"] and chance.below(1000) < weights["block_coin"]
        coins += coin
        land.put(BLOCKS, x, row, COIN_BLOCK if coin else BLOCK)
        if not coin and chance.below(1000) < weights["block_power"]:
            land.add(BLOCKS, "gem", x, row - 1)
        long += 1
        if long == LEAST_FOR_ENEMY - 1 and chance.below(1000) < weights["block_enemy"]:
            land.add(BLOCKS, "walker", x - 2, row - 1, x - long + 1, x)
        if chance.below(1000) < weights["platform_end"]:
            long = 0


def _coins(passes: Passes, chance: Chance) -> None:
    """Add coins up to five rows above the ground."""
    land = passes.land
    taken = {(entity.x, entity.y) for entity in land.entities}
    for x in range(NOTHING_BEFORE, land.width - FLAT_END):
        if passes.rows[x] == GAP or chance.below(1000) >= passes.weights["coin"]:
            continue
        y = passes.rows[x] - 1 - chance.below(5)
        if land.at(x, y) == AIR and (x, y) not in taken:
            land.add(COINS, "coin", x, y)


def _weight(default: int) -> Number:
    return Number(0, 1000, default)


MULTIPASS = Method(
    "multipass",
    "platform",
    "platform",
    2,
    {
        "gap": _weight(100),
        "height": _weight(100),
        "hill": _weight(100),
        "hill_end": _weight(300),
        "hill_enemy": _weight(300),
        "pipe": _weight(100),
        "enemy": _weight(100),
        "winged": _weight(500),
        "platform": _weight(100),
        "platform_end": _weight(100),
        "block_power": _weight(100),
        "block_coin": _weight(300),
        "block_enemy": _weight(200),
        "coin": _weight(200),
        "gaps": Number(0, 10, 10),
        "coin_blocks": Number(0, 10, 10),
        "hard": Number(0, 7, 7),
        "gap_most": Number(3, 6, 6),
        "pipe_most": Number(2, 4, 3),
    },
    ("ground", "hills", "pipes", "enemies", "blocks", "coins"),
    make,
    (Preset("passes", "§3.7.2", 3, 100, 15), Preset("lab", "§3.8", 12, 320, 15)),
    size=(160, 15),
)
"""The multi-pass method, with its parameters and presets."""
