"""How exactly the jumps of a way must be timed:
for the most exact jump, the number of ticks in which it can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from game.core.forge.model.level import Level, Way
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World, world_of

MOST = 6
"""Most ticks by which a press is moved, to either side."""
_LANDED = 150
"""Ticks after which any jump has landed or has ended in the depth."""


class Margin(NamedTuple):
    """The jump of a way whose press must be the most exact."""

    ticks: int
    """In how many consecutive ticks the jump can be pressed and still lands at the same height: 1 to 2·`MOST` + 1."""
    column: int
    """The column in which the jump is pressed."""


def narrowest(level: Level, way: Way) -> Margin | None:
    """Return the jump of a way that must be the most exact; None where no jump lands on ground, as with springs.

    Each jump is tried on its own, with the directions of the way and no further jump. Runs some 20,000 ticks of the
    physics.
    """
    world = world_of(level)
    held = [buttons for ticks, buttons in way for _ in range(ticks)]
    runner, states = world.runner(), []
    for buttons in held:
        states.append(runner.copy())
        world.run(runner, buttons, 1)
    found = []
    for press, now in enumerate(held):
        if not now & n.LEAP or (press and held[press - 1] & n.LEAP):
            continue
        jump = _Jump(world, states, held, press)
        if jump.row is not None:
            column = (int(states[press][n.X]) + n.WIDE // 2) // n.SQUARE
            found.append(Margin(1 + jump.most(1) + jump.most(-1), column))
    return min(found, default=None)


class _Jump:
    """One jump of a way, tried on its own."""

    def __init__(self, world: World, states: Sequence[Any], held: Sequence[int], press: int) -> None:
        self._world, self._states, self._held, self._press = world, states, held, press
        self._length = sum(1 for _ in takewhile(lambda buttons: buttons & n.LEAP, held[press:]))
        self.row = self._landing(press)
        """The row of the ground on which the jump lands; None where it lands on none."""

    def most(self, way: int) -> int:
        """Return by how many ticks, up to `MOST`, the jump can be pressed later (`way` 1) or earlier (-1)."""
        for ticks in range(1, MOST + 1):
            press = self._press + way * ticks
            if press < 1 or self._landing(press) != self.row:
                return ticks - 1
        return MOST

    def _landing(self, press: int) -> int | None:
        first = min(press, self._press)
        runner, rose = self._states[first].copy(), False
        for tick in range(first, first + MOST + self._length + _LANDED):
            buttons = self._held[min(tick, len(self._held) - 1)] & ~n.LEAP
            self._world.run(runner, buttons | n.LEAP * (press <= tick < press + self._length), 1)
            if runner[n.DEAD]:
                return None
            rose = rose or runner[n.SPEED_Y] < 0
            if rose and runner[n.GROUND]:
                return int(runner[n.Y]) // n.SQUARE
        return None
