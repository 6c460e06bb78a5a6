"""What the forge works out with whole rows of bits at once, in plain loops to hold it against."""

from __future__ import annotations

from game.core.forge.model.bits import Grid


def generation_by_loops(grid: Grid, rock: int, reach: int, least: int, hood: str) -> int:
    """One step of the cellular automaton, square by square."""
    rows = grid.rows(rock)

    def is_rock(x: int, y: int) -> bool:
        return not (0 <= x < grid.width and 0 <= y < grid.height) or bool(rows[y] >> x & 1)

    around = [
        (x, y)
        for y in range(-reach, reach + 1)
        for x in range(-reach, reach + 1)
        if hood == "moore" or abs(x) + abs(y) <= reach
    ]
    found = [
        sum((sum(is_rock(x + dx, y + dy) for dx, dy in around) >= least) << x for x in range(grid.width))
        for y in range(grid.height)
    ]
    return grid.of_rows(found)
