"""A platform level in the form the physics needs: flat arrays, made once from tiles and entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from game.core.compiled import array, filled
from game.core.forge.model import level as tile
from game.core.forge.model.level import Entity, Level
from game.core.forge.physics import movers
from game.core.forge.physics.movers import MOVER
from game.core.forge.physics.numbers import (
    BACK_X,
    BACK_Y,
    FURTHEST,
    MOST_STOMPED,
    MOST_TAKEN,
    NUMBERS,
    SQUARE,
    TALL,
    WIDE,
    X,
    Y,
)
from game.core.forge.physics.tick import (
    BOUNCES,
    BUMPED,
    CARRIES,
    COIN,
    GEM,
    ITEM,
    MARGIN,
    NEAR_MOVER,
    PRICKS,
    RUNGS,
    SOLID,
    run,
)

SQUARES: Final = {
    tile.AIR: 0,
    tile.GROUND: SOLID,
    tile.BLOCK: SOLID,
    tile.COIN_BLOCK: SOLID | BUMPED,
    tile.ONE_WAY: CARRIES,
    tile.SPIKES: PRICKS,
    tile.LADDER: RUNGS,
    tile.SPRING: BOUNCES,
    tile.PIPE: SOLID,
}
DEPTH: Final = 3
"""Rows of air below the map; a runner dies before falling past them."""
POST: Final = 5
"""How many squares above a checkpoint or goal a runner still touches it, if nothing solid is between."""
BOXES: Final = {
    "walker": (movers.WALKER, 208, 192),
    "flyer": (movers.FLYER, 208, 176),
    "giant": (movers.GIANT, 448, 448),
    "crusher": (movers.CRUSHER, 320, 256),
    "cannon": (movers.DART, 112, 64),
    "checkpoint": (movers.CHECKPOINT, SQUARE, SQUARE),
    "goal": (movers.FINISH, SQUARE, SQUARE),
}
"""Kind, width and height of each mover's box, which is centred on its square and stands on its lower edge."""
STOMPED: Final = ("walker", "flyer")
MOST_MOVERS: Final = 512
"""Most movers of a level, checkpoints included."""


class TooMuchError(ValueError):
    """A level has more movers or things than a runner's numbers can count."""


@dataclass(frozen=True)
class World:
    """What `run` needs of a level, and what a picture needs to find things in it."""

    width: int
    height: int
    shape: Any
    grid: Any
    near: Any
    movers: Any
    first: Any
    members: Any
    start: tuple[int, int]
    """Upper left corner of a runner's box at the start, in units."""
    taken: tuple[tuple[str, int, int], ...]
    """Things that can be taken, by number: kind (`coin`, `gem`, `block`), column and row."""
    moving: tuple[Entity, ...]
    """The entity of each mover, in the order of `movers`.
    Checkpoints and the goal count as movers that stay in place."""
    jewels: int = 0
    """How many jewels a runner must have before the goal counts."""

    def runner(self) -> Any:
        """Return the numbers of a new runner at the start."""
        runner = filled(NUMBERS)
        runner[X], runner[Y] = runner[BACK_X], runner[BACK_Y] = self.start
        runner[FURTHEST] = self.start[0]
        return runner

    def run(self, runner: Any, buttons: int, ticks: int) -> None:
        """Run a number of ticks with these buttons held; changes `runner`."""
        run(runner, self.shape, self.grid, self.near, self.movers, self.first, self.members, buttons, ticks)


def world_of(level: Level) -> World:
    """Return the arrays of a platform level.

    Without a start, a runner begins at the upper left. Raises TooMuchError.
    """
    count_things(level)
    stride = level.width + 2
    grid = [0] * (stride * (MARGIN + level.height + DEPTH))
    grid[:stride] = [SOLID] * stride
    grid[::stride] = grid[stride - 1 :: stride] = [SOLID] * (MARGIN + level.height + DEPTH)
    base = MARGIN * stride + 1
    for row in range(level.height):
        at = base + row * stride
        squares = level.tiles[row * level.width : (row + 1) * level.width]
        grid[at : at + level.width] = [SQUARES[square] for square in squares]
    taken = _place_items(level, grid, stride, base)
    _mark_tops(level, grid, stride, base)
    moving = tuple(entity for entity in level.entities if entity.kind in BOXES)
    numbers = _movers(level, grid, stride, base, moving)
    near = _near(grid, stride)
    first, members = _buckets(level, numbers, near, stride, base)
    starts = [entity for entity in level.entities if entity.kind == "start"] or [Entity("start", 0, 0)]
    start = (starts[0].x * SQUARE + (SQUARE - WIDE) // 2, (starts[0].y + 1) * SQUARE - TALL)
    return World(
        level.width,
        level.height,
        shape=array([stride, base, level.height * SQUARE]),
        grid=array(grid),
        near=array(near),
        movers=array(numbers),
        first=array(first),
        members=array(members or [0]),
        start=start,
        taken=tuple(taken),
        moving=moving,
        jewels=jewels_asked(level),
    )


def count_things(level: Level) -> None:
    """Raise TooMuchError for a level with more things of a kind than the physics take, without making its arrays."""
    moving = sum(entity.kind in BOXES for entity in level.entities)
    if moving > MOST_MOVERS:
        raise TooMuchError(f"{moving} things that move or stand in the way: a level has at most {MOST_MOVERS}")
    stomped = sum(entity.kind in STOMPED for entity in level.entities)
    if stomped > MOST_STOMPED:
        raise TooMuchError(f"{stomped} walkers and flyers: a level has at most {MOST_STOMPED}")
    taken = len(_items(level))
    if taken > MOST_TAKEN:
        raise TooMuchError(f"{taken} coins and the like: a level has at most {MOST_TAKEN}")


def _items(level: Level) -> dict[tuple[int, int], str]:
    """Return the things that can be taken, by column and row. Two things in one square count as one."""
    found = {(entity.x, entity.y): entity.kind for entity in level.entities if entity.kind in ("coin", "gem")}
    for at, square in enumerate(level.tiles):
        if square == tile.COIN_BLOCK:
            found[at % level.width, at // level.width] = "block"
    return found


def _place_items(level: Level, grid: list[int], stride: int, base: int) -> list[tuple[str, int, int]]:
    """Number the things that can be taken, and write the numbers into the grid. Returns the things by number."""
    taken = [(kind, x, y) for (x, y), kind in _items(level).items()]
    for number, (kind, x, y) in enumerate(taken):
        grid[base + y * stride + x] |= number * ITEM | {"coin": COIN, "gem": GEM, "block": 0}[kind]
    return taken


def _mark_tops(level: Level, grid: list[int], stride: int, base: int) -> None:
    """Mark the tops of ladders in the grid, which carry a runner coming from above."""
    for at, square in enumerate(level.tiles):
        if square == tile.LADDER and (at < level.width or level.tiles[at - level.width] != tile.LADDER):
            grid[base + at // level.width * stride + at % level.width] |= CARRIES


def _near(grid: list[int], stride: int) -> list[int]:
    """Return for each square what can be touched in it, to its right and below: a runner's box reaches no further."""
    wanted = BOUNCES | PRICKS | COIN | GEM
    touch = [square & wanted for square in grid]
    return [
        here | right | below | across
        for here, right, below, across in zip(
            touch,
            [*touch[1:], 0],
            touch[stride:] + [0] * stride,
            touch[stride + 1 :] + [0] * (stride + 1),
            strict=True,
        )
    ]


def _movers(level: Level, grid: list[int], stride: int, base: int, moving: Sequence[Entity]) -> list[int]:
    """Return the numbers of all movers."""
    numbers: list[int] = []
    stomped = 0
    for entity in moving:
        number = -1
        if entity.kind in STOMPED:
            number, stomped = stomped, stomped + 1
        numbers += _mover(level, grid, stride, base, entity, number)
    return numbers


def _mover(level: Level, grid: list[int], stride: int, base: int, entity: Entity, number: int) -> list[int]:
    """Return the numbers of one mover, in the order of the indices in `movers.py`."""
    kind, wide, high = BOXES[entity.kind]
    left = entity.x * SQUARE + (SQUARE - wide) // 2
    top = (entity.y + 1) * SQUARE - high
    towards, span, phase = 1, 0, 0
    match entity.kind:
        case "walker" | "giant":
            begin, end = entity.data[:2] if len(entity.data) > 1 else (entity.x, entity.x)
            towards, span, phase = _way(begin, end, entity.x)
            left += (begin - entity.x) * SQUARE
        case "flyer":
            begin, end = entity.data[:2] if len(entity.data) > 1 else (entity.y, entity.y)
            towards, span, phase = _way(begin, end, entity.y)
            top += (begin - entity.y) * SQUARE
        case "crusher":
            lowest = entity.data[0] if entity.data else entity.y
            span, phase = max(0, lowest - entity.y) * SQUARE, entity.data[1] if len(entity.data) > 1 else 0
        case "cannon":
            towards = 1 if entity.data[:1] == (1,) else -1
            column = entity.x + towards
            while 0 <= column < level.width and not grid[base + entity.y * stride + column] & SOLID:
                column += towards
            span = (abs(column - entity.x) - 1) * SQUARE
            left = (entity.x + 1) * SQUARE - wide if towards > 0 else entity.x * SQUARE
            top = entity.y * SQUARE + (SQUARE - high) // 2
        case "checkpoint" | "goal":
            row = entity.y
            while row > max(0, entity.y + 1 - POST) and not grid[base + (row - 1) * stride + entity.x] & SOLID:
                row -= 1
            top, high = row * SQUARE, (entity.y + 1 - row) * SQUARE
            phase = jewels_asked(level) if entity.kind == "goal" else 0
    return [kind, left, top, wide, high, towards, span, phase, number]


def jewels_asked(level: Level) -> int:
    """Return how many jewels a level's goal asks for: the first number of its data, at most as many as there are."""
    asked = max((entity.data[0] for entity in level.entities if entity.kind == "goal" and entity.data), default=0)
    return max(0, min(asked, list(_items(level).values()).count("gem")))


def _way(begin: int, end: int, here: int) -> tuple[int, int, int]:
    """Return direction, span and phase of a mover that goes to and fro between two squares and begins in a third."""
    return (1 if end >= begin else -1), abs(end - begin) * SQUARE, abs(here - begin) * SQUARE


def reach_of(numbers: Sequence[int], at: int) -> tuple[int, int, int, int]:
    """Return the left, upper, right and lower edge of the area in which a mover moves, in units."""
    left, top, wide, high = (numbers[at + place] for place in range(movers.LEFT_EDGE, movers.HEIGHT + 1))
    far = numbers[at + movers.TOWARDS] * numbers[at + movers.SPAN]
    if numbers[at + movers.KIND] in (movers.FLYER, movers.CRUSHER):
        return left, top + min(0, far), left + wide, top + high + max(0, far)
    return left + min(0, far), top, left + wide + max(0, far), top + high


def _buckets(level: Level, numbers: list[int], near: list[int], stride: int, base: int) -> tuple[list[int], list[int]]:
    """Return the movers that a runner may meet, by the column of its left edge, and mark the squares near movers.

    The first list holds where the movers of each column begin in the second.
    """
    met: list[list[int]] = [[] for _ in range(level.width)]
    marked = bytearray(len(near))
    for at in range(0, len(numbers), MOVER):
        left, top, right, low = reach_of(numbers, at)
        begin, end = max(0, (left - WIDE) // SQUARE), min(level.width, (right - 1) // SQUARE + 1)
        for column in range(begin, end):
            met[column].append(at)
        for row in range(max(-MARGIN, (top - TALL) // SQUARE), min(level.height + DEPTH, (low - 1) // SQUARE + 1)):
            start = base + row * stride
            marked[start + begin : start + end] = b"\1" * (end - begin)
    near[:] = [square | NEAR_MOVER if mark else square for square, mark in zip(near, marked, strict=True)]
    first = [0]
    for column_members in met:
        first.append(first[-1] + len(column_members))
    return first, [at for column_members in met for at in column_members]
