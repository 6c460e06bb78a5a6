"""Places things in a cave, which has no rooms: the exit as far away as possible, treasure in nooks."""

from __future__ import annotations

from game.core.forge.model.bits import Grid
from game.core.forge.model.chance import Chance
from game.core.forge.model.furnishing import GUARDS
from game.core.forge.model.level import Entity

SQUARES_EACH = 40
"""For each thing in a cave, how many squares of floor there are."""
QUIET = 6
"""How many columns and rows around the start hold no things."""


def scatter(grid: Grid, floor: int, chance: Chance) -> list[Entity]:
    """Return the things for a cave: the start on a random square,
    the exit on a square furthest from it, others at random."""
    places = grid.places(floor)

    def drawn(among: list[int]) -> tuple[int, int]:
        y, x = divmod(chance.one_of(among), grid.width)
        return x, y

    start = drawn(places)
    end = grid.square(grid.furthest(grid.bit(*start), floor))
    if end == start:
        end = next(square for square in grid.squares(floor) if square != start)
    found = {start: Entity("start", *start), end: Entity("exit", *end)}
    inner = floor & floor << 1 & floor >> 1 & floor << grid.stride & floor >> grid.stride
    nooks = grid.places(floor & ~grid.grown(inner))
    for number in range(len(places) // SQUARES_EACH):
        treasure = number % 4 == 0
        x, y = drawn(nooks if treasure and nooks else places)
        if (x, y) in found or abs(x - start[0]) + abs(y - start[1]) < QUIET:
            continue
        if treasure:
            found[x, y] = Entity("treasure", x, y, (5 * chance.between(1, 5),))
        elif chance.below(3):
            found[x, y] = Entity(chance.one_of(GUARDS), x, y)
        else:
            found[x, y] = Entity(chance.one_of(("potion", "bomb", "lamp")), x, y)
    return list(found.values())
