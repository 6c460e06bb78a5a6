"""Buttons that bots press: found by search, and planned tick by tick ahead of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

import msgspec

from game.cabinets.rooftops.course import Course, Runner, numbers_of
from game.core.compiled import array, plain
from game.core.forge.model.land import SOLID
from game.core.forge.model.level import SPIKES
from game.core.forge.physics import numbers as n
from game.core.forge.physics.movers import CHECKPOINT, KIND, LEFT_EDGE, MOVER, WIDTH
from game.core.forge.physics.world import World, world_of
from game.core.forge.proof.platform import TRIES, Searcher

REST = 26
"""Number of ticks until a runner stands still after all buttons are released."""
CLEAR = 90
"""Number of ticks for which a place must be safe to rest there."""


ROOM = 1
"""Number of columns before and after a gap that a careful bot avoids; at full speed one takes 6.4 ticks."""
WIDER = 160
"""Units by which a careful plan treats movers as wider on each side."""
LEAST_GROUND = 5
"""Least number of columns of a stretch of ground at whose ends a careful bot avoids some."""


def _top_of(column: bytearray) -> int:
    """Return the row of the ground of a column, whatever hangs above it; its height if there is none, or spikes."""
    top = len(column)
    while top and column[top - 1] in SOLID:
        top -= 1
    return len(column) if SPIKES in column else top


@lru_cache(maxsize=8)
def careful_world(course: Course) -> World:
    """Return the level with wider gaps, pits and movers: a way through it still works a few ticks early or late."""
    level = course.level
    tiles = bytearray(level.tiles)
    tops = [_top_of(tiles[x :: level.width]) for x in range(level.width)]
    held = [top < level.height for top in tops]
    begin = 0
    for x in range(1, level.width + 1):
        if x < level.width and held[x] == held[begin]:
            continue
        if held[begin] and x - begin >= LEAST_GROUND:
            edges = [*range(begin, begin + ROOM)] * (begin > 0) + [*range(x - ROOM, x)] * (x < level.width)
            for edge in edges:
                tiles[edge + tops[edge] * level.width :: level.width] = bytes(level.height - tops[edge])
        begin = x
    world = world_of(msgspec.structs.replace(level, tiles=bytes(tiles)))
    movers = plain(world.movers)
    for at in range(0, len(movers), MOVER):
        if movers[at + KIND] < CHECKPOINT:
            movers[at + LEFT_EDGE] -= WIDER
            movers[at + WIDTH] += 2 * WIDER
    return replace(world, movers=array(movers))


class Tape:
    """The planned buttons of a runner from some tick on, and where they lead; if `careful`, with room to be late."""

    def __init__(self, course: Course, runner: Runner, *, careful: bool = False) -> None:
        self.course, self.world = course, course.world
        self._searchers = [Searcher(self.world)]
        if careful:
            self._searchers.insert(0, Searcher(careful_world(course)))
        self.begin = runner.clock
        self.buttons: list[int] = []
        self.numbers = numbers_of(runner, self.world)
        """The runner's numbers after the last planned tick."""
        self._way: list[int] = []
        """The buttons per tick of the rest of the way that the last search found."""

    @property
    def end(self) -> int:
        """The tick up to which buttons are planned."""
        return self.begin + len(self.buttons)

    def holds(self, runner: Runner) -> bool:
        """Return whether the plan covers the runner's present tick."""
        return self.begin <= runner.clock <= self.end

    def press(self, buttons: int, ticks: int = 1) -> None:
        """Plan so many ticks with these buttons."""
        for _ in range(ticks):
            self.buttons.append(buttons)
            self.world.run(self.numbers, buttons, 1)

    def search(self, tries: Sequence[tuple[int, int, int]] = TRIES[:2]) -> bool:
        """Search a way from the plan's end. Return whether one was found."""
        self._way = []
        for searcher in self._searchers:
            way, _, _ = searcher.find(self.numbers, tries)
            if way:
                self.take(way)
                return True
        return False

    def take(self, way: Sequence[tuple[int, int]]) -> None:
        """Plan to follow this way from the plan's end on."""
        self._way = [buttons for length, buttons in way for _ in range(length)]

    def go(self, ticks: int) -> None:
        """Plan the next ticks of the found way; without a way, run and hop."""
        for _ in range(ticks):
            if self.numbers[n.GOAL]:
                return
            if self.numbers[n.DEAD]:
                self.press(0, int(self.numbers[n.DEAD]))
                self._way = []
                return
            if not self._way:
                self.press(n.RIGHT | (n.LEAP if len(self.buttons) % 40 < 20 else 0))
                continue
            self.press(self._way.pop(0))

    def way(self) -> list[int]:
        """Return the buttons per tick of the rest of the found way."""
        return list(self._way)

    @property
    def has_way(self) -> bool:
        return bool(self._way)

    @property
    def done(self) -> bool:
        return bool(self.numbers[n.GOAL])

    def can_rest(self) -> bool:
        """Return whether standing still at the plan's end is safe for a while."""
        if not self.numbers[n.GROUND]:
            return False
        tried = self.numbers.copy()
        for _ in range(REST + CLEAR):
            self.world.run(tried, 0, 1)
            if tried[n.DEAD] or not (tried[n.GROUND] or tried[n.SPEED_X]):
                return False
        return bool(tried[n.GROUND])

    def stumble(self, random: Random, most: int) -> None:
        """Plan a random delay of up to `most` ticks before the next press, as an unsure player would."""
        self._way[:0] = [self._way[0] & ~n.LEAP if self._way else 0] * random.randint(1, most)
