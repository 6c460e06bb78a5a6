"""How exactly a way must be followed: within how many ticks the most exact of its jumps must be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from game.core.forge.model.level import Level
from game.core.forge.physics import numbers as n
from game.core.forge.physics.world import World, world_of
from game.core.forge.proof.platform import Way

MOST = 6
"""Ticks by which a press is moved at the most, to either side."""
_LANDED = 150
"""Ticks after which a jump has landed, or has led into the depth."""


class Margin(NamedTuple):
    """The jump of a way that must be pressed most exactly."""

    ticks: int
    """In so many ticks one after the other it may be pressed and still lands on ground of the same height: 1 to
    2·`MOST` + 1."""
    column: int
    """Where it is pressed."""


def narrowest(level: Level, way: Way) -> Margin | None:
    """The most exact jump of a way; None where none lands on ground, as where springs throw.

    Each jump is tried by itself, with the directions of the way and no further jump. Runs some 20,000 ticks of the
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
    """One jump of a way, by itself."""

    def __init__(self, world: World, states: Sequence[Any], held: Sequence[int], press: int) -> None:
        self._world, self._states, self._held, self._press = world, states, held, press
        self._length = sum(1 for _ in takewhile(lambda buttons: buttons & n.LEAP, held[press:]))
        self.row = self._landing(press)
        """The row of the ground on which it lands; None where it lands on none."""

    def most(self, way: int) -> int:
        """By how many ticks it may be pressed later (1) or earlier (-1)."""
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
