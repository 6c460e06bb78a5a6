"""Find shorter ways: from a point of a way, many are run side by side for two seconds, and the best one is kept.

The worth of a way is its counted time at the end: a coin takes off 15 ticks, a jewel 60. A way found is never worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.core.compiled import compiled, filled
from game.core.forge.physics import numbers as n
from game.core.forge.physics.numbers import (
    BELOW,
    CLOCK,
    COIN_COUNT,
    DEAD,
    GEM_COUNT,
    GOAL,
    GRACE,
    GROUND,
    HELD,
    LEAP,
    LEFT,
    NUMBERS,
    ON_LADDER,
    RIGHT,
    SPEED_X,
    SPEED_Y,
    SPRUNG,
    SQUARE,
    TALL,
    TOP_SPEED,
    UP,
    WIDE,
    X,
    Y,
)
from game.core.forge.physics.tick import CARRIES, RUNGS, run
from game.core.forge.physics.world import World
from game.core.forge.proof.platform import TRIES, Searcher
from game.core.forge.proof.search import is_new, lets_go_first, pop, push

COIN_TICKS: Final = 15
GEM_TICKS: Final = 60
ACTION: Final = 4
"""Number of ticks of one action."""
LAYERS: Final = 30
"""Number of actions looked ahead."""
SIDE_BY_SIDE: Final = 60
"""Number of ways run side by side."""
TRIED: Final = 4
"""How many of the best ways are continued to the goal by a search."""
_ACTIONS: Final = 8


@compiled
def worth(runner: Any, shape: Any, away: Any) -> int:
    """Return how far a runner still has to go, in units, less the worth of the coins and jewels it has taken."""
    stride, base = shape[0], shape[1]
    x, y = runner[X] + WIDE // 2, runner[Y] + TALL // 2
    at = y // SQUARE * stride + base + x // SQUARE
    far = away[at]
    left: int = far * SQUARE
    if away[at + 1] == far - 1:
        left -= x % SQUARE
    elif away[at - 1] == far - 1:
        left -= SQUARE - x % SQUARE
    elif away[at + stride] == far - 1:
        left -= y % SQUARE
    else:
        left -= SQUARE - y % SQUARE
    left -= 4 * abs(runner[SPEED_X])
    left -= TOP_SPEED * (COIN_TICKS * runner[COIN_COUNT] + GEM_TICKS * runner[GEM_COUNT])
    return left


@compiled
def likeness(runner: Any) -> Any:
    """Return a hash of a runner's situation; of several runners with the same hash only one is continued."""
    key = runner[X] // 12
    key = key * 1024 + runner[Y] // 12 + 300
    key = key * 64 + runner[SPEED_X] // 4 + 32
    key = key * 64 + runner[SPEED_Y] // 6 + 32
    small = runner[GROUND] | runner[ON_LADDER] << 1 | runner[SPRUNG] << 2 | (runner[GRACE] > 0) << 3
    key = key * 32 + (small << 1 | (runner[HELD] & LEAP) // LEAP)
    return key * 64 + (runner[COIN_COUNT] + 2 * runner[GEM_COUNT]) % 64 + 1


@compiled
def spread(
    begun: Any,
    shape: Any,
    grid: Any,
    near: Any,
    movers: Any,
    first: Any,
    members: Any,
    away: Any,
    now: Any,
    later: Any,
    parents: Any,
    pressed: Any,
    heap: Any,
    seen: Any,
    scores: Any,
    layers: int,
    wide: int,
) -> int:
    """Run ways side by side from `begun`; return how many are left in the last layer, best first.

    `parents` and `pressed` have, for each layer, where a runner came from and by which buttons; `now` is the last
    layer. A runner at the goal stops there, and its unused ticks count in its favour.
    """
    stride, base = shape[0], shape[1]
    for place in range(NUMBERS):
        now[place] = begun[place]
    count = 1
    runner = begun.copy()
    for layer in range(layers):
        waiting, made = 0, 0
        for place in range(len(seen)):
            seen[place] = 0
        for one in range(count):
            middle = (now[one * NUMBERS + Y] + TALL // 2) // SQUARE * stride + base
            low = (now[one * NUMBERS + Y] + TALL) // SQUARE * stride + base
            column = (now[one * NUMBERS + X] + WIDE // 2) // SQUARE
            around = grid[middle + column] | grid[low + column]
            choices = 8 if around & (RUNGS | CARRIES) else 6
            if now[one * NUMBERS + GOAL] != 0:
                choices = 1
            for choice in range(choices):
                for place in range(NUMBERS):
                    runner[place] = now[one * NUMBERS + place]
                buttons = UP if choice == 6 else BELOW
                if choice < 6:
                    buttons = RIGHT if choice % 3 == 0 else 0 if choice % 3 == 1 else LEFT
                    buttons |= LEAP if choice >= 3 else 0
                passed = ACTION
                if lets_go_first(runner, buttons):
                    run(runner, shape, grid, near, movers, first, members, buttons & ~LEAP, 1)
                    passed -= 1
                run(runner, shape, grid, near, movers, first, members, buttons, passed)
                if runner[DEAD] != 0:
                    continue
                if runner[GOAL] == 0:
                    square = (runner[Y] + TALL // 2) // SQUARE * stride + base + (runner[X] + WIDE // 2) // SQUARE
                    if away[square] < 0 or not is_new(seen, likeness(runner)):
                        continue
                    score = worth(runner, shape, away) + TOP_SPEED * runner[CLOCK]
                else:
                    score = TOP_SPEED * (runner[GOAL] - COIN_TICKS * runner[COIN_COUNT] - GEM_TICKS * runner[GEM_COUNT])
                for place in range(NUMBERS):
                    later[made * NUMBERS + place] = runner[place]
                scores[made] = one * 64 + buttons
                waiting = push(heap, waiting, (score + 16777216) * 65536 + made)
                made += 1
        kept = min(wide, waiting)
        for one in range(kept):
            chosen = pop(heap, waiting) % 65536
            waiting -= 1
            parents[layer * wide + one] = scores[chosen] // 64
            pressed[layer * wide + one] = scores[chosen] % 64
            for place in range(NUMBERS):
                now[one * NUMBERS + place] = later[chosen * NUMBERS + place]
        count = kept
        if count == 0:
            break
    return count


class Shortcuts:
    """Looks for shorter ways in one level; its searches share their arrays.

    A search examines about 10,000 nodes.
    """

    def __init__(self, world: World) -> None:
        self.world, self._searcher = world, Searcher(world)
        layers, wide = LAYERS, SIDE_BY_SIDE
        self._now, self._later = filled(wide * NUMBERS), filled(wide * _ACTIONS * NUMBERS)
        self._parents, self._pressed = filled(layers * wide), filled(layers * wide)
        self._heap, self._scores = filled(wide * _ACTIONS), filled(wide * _ACTIONS)
        self._seen = filled(2 * wide * _ACTIONS + 1)

    def better(self, runner: Any, way: Sequence[int]) -> list[int] | None:
        """Return the buttons per tick of a way from a runner that counts less than `way`; None if none was found."""
        world = self.world
        if runner[n.GEM_COUNT] < world.jewels:
            return None  # ways are compared by how near they come to the goal, which does not count yet
        before = self._net(runner, way)
        arrays = (world.shape, world.grid, world.near, world.movers, world.first, world.members, self._searcher.away)
        kept = (self._now, self._later, self._parents, self._pressed, self._heap, self._seen, self._scores)
        count = spread(runner.copy(), *arrays, *kept, LAYERS, SIDE_BY_SIDE)
        most = self._score_after(runner, way)
        for place in range(min(TRIED, count)):
            there = self._now[place * NUMBERS : (place + 1) * NUMBERS].copy()
            if not there[n.GOAL] and self._score(there) >= most:
                break
            found = self._back(runner, place)
            if not there[n.GOAL]:
                on, _, _ = self._searcher.find(there, TRIES[:1])
                if not on:
                    continue
                found += [buttons for length, buttons in on for _ in range(length)]
            after = self._net(runner, found)
            if after is not None and (before is None or after < before):
                return found
        return None

    def _score(self, runner: Any) -> int:
        if runner[n.GOAL]:
            return TOP_SPEED * _net_of(runner)
        return int(worth(runner, self.world.shape, self._searcher.away)) + TOP_SPEED * int(runner[n.CLOCK])

    def _score_after(self, runner: Any, way: Sequence[int]) -> int:
        """Return the score of a runner that follows a way for as long as the ways run side by side."""
        there = runner.copy()
        for buttons in way[: LAYERS * ACTION]:
            self.world.run(there, buttons, 1)
        return self._score(there)

    def _net(self, runner: Any, way: Sequence[int]) -> int | None:
        """Return the counted time of a way, in ticks; None if it does not reach the goal."""
        there = runner.copy()
        for buttons in way:
            self.world.run(there, buttons, 1)
        return _net_of(there) if there[n.GOAL] and there[n.DEATHS] == runner[n.DEATHS] else None

    def _back(self, runner: Any, place: int) -> list[int]:
        """Return the buttons of each tick that lead to one of the runners of the last layer."""
        pressed: list[int] = []
        for layer in range(LAYERS - 1, -1, -1):
            pressed.append(int(self._pressed[layer * SIDE_BY_SIDE + place]))
            place = int(self._parents[layer * SIDE_BY_SIDE + place])
        there, ticks = runner.copy(), list[int]()
        for buttons in reversed(pressed):
            if there[n.GOAL]:
                break
            held = [buttons] * ACTION
            if lets_go_first(there, buttons):
                held[0] &= ~n.LEAP
            for each in held:
                if not there[n.GOAL]:
                    self.world.run(there, each, 1)
                    ticks.append(each)
        return ticks


def _net_of(runner: Any) -> int:
    return int(runner[n.GOAL] - COIN_TICKS * runner[n.COIN_COUNT] - GEM_TICKS * runner[n.GEM_COUNT])
