"""The proof of a platform level: buttons that reach its goal, found by search with the game's own physics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from game.core.compiled import array, filled, plain
from game.core.forge.model.level import Level, Way
from game.core.forge.physics import numbers as n
from game.core.forge.physics.movers import CHECKPOINT, KIND, MOVER
from game.core.forge.physics.world import World, reach_of, world_of
from game.core.forge.proof import search as s

TRIES: Final = ((8, 12, 20_000), (6, 12, 60_000), (8, 30, 40_000), (4, 16, 300_000))
"""Searches that are tried in turn, as ticks per action, weight of the estimate, most nodes; the third is greedy."""
MOST_TICKS: Final = 5 * 60 * n.TICKS_A_SECOND
"""Most ticks of a way; a longer one does not count as a proof."""
ANY: Final = 1 << 30
"""More jewels than a level has: only the goal ends a search."""
AROUND: Final = s.TIMED // n.SQUARE + 1


class Proof(msgspec.Struct, frozen=True):
    """The result of searching a way through a level."""

    way: Way
    """The buttons that bring a runner to the goal; empty where none were found."""
    ticks: int
    jumps: int
    coins: int
    """Coins taken on the way, with those in blocks, and each gem."""
    nodes: int
    """Nodes examined in all tries."""
    nearest: tuple[int, int]
    """Column and row of the ground nearest to the goal that was reached."""

    @property
    def proved(self) -> bool:
        """Whether the search found a way to the goal."""
        return bool(self.way)


class Searcher:
    """Searches ways in one level, with arrays that all its searches share."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.away = squares_to_goal(world)
        self._near = _timed_buckets(world)
        self._nodes: Any = filled(0)
        self._heap: Any = filled(0)

    def find(self, runner: Any, tries: Sequence[tuple[int, int, int]]) -> tuple[Way, int, tuple[int, int]]:
        """Search from a runner to the goal, trying each search in turn.

        Returns the way (empty where none was found), the number of nodes, and column and row of the nearest ground.
        Where the goal asks for jewels, each is sought by itself, the nearest first. The way of a runner that is dead
        begins with the wait for its return to the flag.
        """
        way, there, nodes, nearest = list[tuple[int, int]](), runner.copy(), 0, (0, 0)
        if there[n.DEAD]:
            way.append((int(there[n.DEAD]), 0))
            self.world.run(there, 0, int(there[n.DEAD]))
        while True:
            jewels = int(there[n.GEM_COUNT])
            asks = jewels < self.world.jewels
            away = squares_to_jewels(self.world, there) if asks else self.away
            part: Way = ()
            for limits in tries:
                part, looked_at, nearest = self._seek(there, away, jewels + 1 if asks else ANY, limits)
                nodes += looked_at
                if part:
                    break
            way += part
            for length, pressed in part:
                self.world.run(there, pressed, length)
            if not part or there[n.GOAL]:
                return joined(way) if part else (), nodes, nearest
            assert there[n.GEM_COUNT] > jewels, "a part ends at its jewel"

    def _seek(
        self, runner: Any, away: Any, jewels: int, limits: tuple[int, int, int]
    ) -> tuple[Way, int, tuple[int, int]]:
        """Search a way to the goal, or to so many jewels. `limits` are ticks an action, weight, most nodes."""
        ticks, weight, most = limits
        if len(self._heap) < most:
            self._nodes, self._heap = filled(most * s.NODE), filled(most)
        world, said = self.world, filled(4)
        shape, grid, near = world.shape, world.grid, world.near
        begun = runner.copy()
        arrays = (shape, grid, near, world.movers, world.first, world.members, *self._near, away)
        s.search(begun, *arrays, self._nodes, self._heap, filled(4 * most), most, ticks, weight, jewels, said)
        at = int(said[s.NEAREST]) * s.NODE
        nearest = (int(self._nodes[at]) + n.WIDE // 2) // n.SQUARE, (int(self._nodes[at + 1]) + n.TALL - 1) // n.SQUARE
        way = self._way_to(int(said[s.FOUND]), runner.copy(), ticks) if said[s.FOUND] >= 0 else ()
        return way, int(said[s.NODES]), nearest

    def _way_to(self, node: int, runner: Any, ticks: int) -> Way:
        """Return the buttons that lead to a node, as the runner must press them."""
        actions: list[int] = []
        begun = int(runner[n.CLOCK])
        while node > 0:
            actions.append(int(self._nodes[node * s.NODE + s.BUTTONS]))
            node = int(self._nodes[node * s.NODE + s.PARENT])
        held: list[tuple[int, int]] = []
        for buttons in reversed(actions):
            first = 1 if s.lets_go_first(runner, buttons) else 0
            held += [(first, buttons & ~n.LEAP), (ticks - first, buttons)]
            for length, pressed in held[-2:]:
                self.world.run(runner, pressed, length)
        over = ticks * len(actions) - (int(runner[n.CLOCK]) - begun)
        return joined([*held[:-1], (held[-1][0] - over, held[-1][1])])


def prove(level: Level, tries: Sequence[tuple[int, int, int]] = TRIES) -> Proof:
    """Return a proof of a level, trying each search in turn; its way is empty where all fail."""
    world = world_of(level)
    way, nodes, nearest = Searcher(world).find(world.runner(), tries)
    if way:
        return msgspec.structs.replace(told(world, way), nodes=nodes, nearest=nearest)
    return Proof((), 0, 0, 0, nodes, nearest)


def told(world: World, way: Way) -> Proof:
    """Return the proof of a way by running it through the physics.

    Its way is empty unless the goal is reached in the last tick and without a death, and where it is too long.
    """
    if sum(length for length, _ in way) > MOST_TICKS:
        return Proof((), 0, 0, 0, 0, (0, 0))
    runner = world.runner()
    jumps = ticks = held = 0
    for length, buttons in way:
        jumps += bool(buttons & ~held & n.LEAP)
        held = buttons
        ticks += length
        world.run(runner, buttons, length)
    column, row = (int(runner[n.X]) + n.WIDE // 2) // n.SQUARE, (int(runner[n.Y]) + n.TALL - 1) // n.SQUARE
    if runner[n.GOAL] != ticks or runner[n.DEATHS]:
        return Proof((), 0, 0, 0, 0, (column, row))
    return Proof(way, ticks, jumps, int(runner[n.COIN_COUNT] + runner[n.GEM_COUNT]), 0, (column, row))


def joined(held: Iterable[tuple[int, int]]) -> Way:
    """Return pairs of ticks and buttons without empty ones, with equal neighbours merged.

    >>> joined([(2, 1), (0, 5), (1, 1), (1, 3)])
    ((3, 1), (1, 3))
    """
    runs = groupby((pair for pair in held if pair[0]), key=lambda pair: pair[1])
    return tuple((sum(ticks for ticks, _ in run), buttons) for buttons, run in runs)


def squares_to_goal(world: World) -> Any:
    """Return the distance of each square to the goal in squares, around solid ones; -1 where there is no way."""
    return _squares_to(world, [(entity.x, entity.y) for entity in world.moving if entity.kind == "goal"])


def squares_to_jewels(world: World, runner: Any) -> Any:
    """Return the distance of each square to the nearest jewel that a runner has not taken, like `squares_to_goal`."""
    left = [
        (x, y)
        for number, (kind, x, y) in enumerate(world.taken)
        if kind == "gem" and not int(runner[n.TAKEN + number // n.WORD]) >> number % n.WORD & 1
    ]
    return _squares_to(world, left)


def _squares_to(world: World, ends: Sequence[tuple[int, int]]) -> Any:
    """Return the distance of each square to the nearest of some, around solid ones; -1 where there is no way."""
    stride, base = int(world.shape[0]), int(world.shape[1])
    away, waiting = filled(len(world.grid), -1), filled(len(world.grid))
    for place, (x, y) in enumerate(ends):
        waiting[place] = base + y * stride + x
    s.flood(world.grid, away, waiting, stride, base + world.height * stride - 1, len(ends))
    return away


def _timed_buckets(world: World) -> tuple[Any, Any]:
    """Return the movers that may come within `search.TIMED` of a runner, by the runner's column.

    The first array holds where the movers of each column begin in the second.
    """
    numbers = plain(world.movers)
    met: list[list[int]] = [[] for _ in range(world.width)]
    for at in range(0, len(numbers), MOVER):
        if numbers[at + KIND] >= CHECKPOINT:
            continue
        left, _, right, _ = reach_of(numbers, at)
        for column in range(max(0, left // n.SQUARE - AROUND), min(world.width, right // n.SQUARE + AROUND + 1)):
            met[column].append(at)
    first = [0]
    for column_members in met:
        first.append(first[-1] + len(column_members))
    return array(first), array([at for column_members in met for at in column_members] or [0])
