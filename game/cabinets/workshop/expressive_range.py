"""The expressive range of a method: many levels of it, measured, played as the house plays a tournament.

After Smith and Whitehead, Analyzing the expressive range of a level generator, 2010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

from game.core.chance import derive
from game.core.forge.measures.measuring import MEASURES, measures
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.level import Level, Recipe, Value
from game.core.work.failure import MatchFailure
from game.core.work.run import Table, Tournament, cut
from game.core.work.workers import Task

BINS = 20
"""Of each of two measures, in a heat map."""
PAIRS = 200
"""Drawn pairs of levels from which variety is told."""
_LEAST, _MOST = 4, 64
"""Levels a piece of work."""


class MeasuredLevel(msgspec.Struct, frozen=True, array_like=True):
    """A level by its number: its measures in the order of `MEASURES`, and a digest of its squares."""

    number: int
    values: tuple[int, ...]
    digest: str
    sample: bytes
    """Every so manieth square: of these variety is told."""


SAMPLED = 256
"""Squares at the most that variety is told of."""


@dataclass(frozen=True)
class RangeOrder:
    """What is asked: so many levels of a method. Their numbers follow from `seed`."""

    method: str
    parameters: Mapping[str, Value] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    count: int = 1000
    seed: int = 0

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the levels, in their order."""
        return tuple(1 + derive(self.seed, "range", place) % MOST_NUMBER for place in range(self.count))

    def recipe(self, number: int) -> Recipe:
        method = METHODS[self.method]
        width, height = self.size or method.size
        return Recipe(method.id, method.version, number, width, height, dict(self.parameters))


def measured(level: Level) -> MeasuredLevel:
    """What is kept of a level."""
    digest = blake2b(level.tiles, digest_size=8).hexdigest()
    step = max(1, len(level.tiles) // SAMPLED)
    return MeasuredLevel(level.recipe.number, tuple(measures(level).values()), digest, level.tiles[::step])


class MeasureTask(Task[tuple[int, ...], tuple[MeasuredLevel, ...]]):
    """Makes levels and measures them."""

    def __init__(self, order: RangeOrder) -> None:
        self._order = order

    def __call__(self, work: tuple[int, ...], worker: int, /) -> tuple[MeasuredLevel, ...]:
        return tuple(measured(level_of(self._order.recipe(number))) for number in work)

    def close(self) -> None:
        """Nothing is kept."""


class RangeOutcome:
    """The figures of a range."""

    def __init__(self, order: RangeOrder, levels: Sequence[MeasuredLevel]) -> None:
        self.order, self.levels = order, levels
        self.names = MEASURES[METHODS[order.method].kind]

    def document(self) -> dict[str, Any]:
        width, height = self.order.recipe(1).width, self.order.recipe(1).height
        return {
            "method": self.order.method,
            "parameters": dict(self.order.parameters),
            "size": [width, height],
            "seed": self.order.seed,
            "measures": list(self.names),
            "levels": [[each.number, *each.values] for each in self.levels],
            "deciles": {name: deciles(self.column(name)) for name in self.names},
            "variety": variety(self.levels, self.order.seed),
            "same_twice": same_twice(self.levels),
        }

    def column(self, name: str) -> list[int]:
        """A measure of every level."""
        place = self.names.index(name)
        return [each.values[place] for each in self.levels]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        yield ("number", *self.names)
        for each in self.levels:
            yield (each.number, *each.values)

    def title(self) -> tuple[str, dict[str, Any]]:
        return "workshop.range.title", {
            "count": len(self.levels),
            "method": self.order.method,
            "variety": variety(self.levels, self.order.seed),
            "same": same_twice(self.levels),
        }

    def tables(self) -> Sequence[Table]:
        rows = []
        for name in self.names:
            tenths = deciles(self.column(name))
            rows.append((name, *(str(tenths[place]) for place in (0, 1, 5, 9, 10))))
        heads = ("measure", "least", "tenth", "middle", "ninetieth", "most")
        return [Table(tuple(f"workshop.range.{head}" for head in heads), tuple(rows))]

    def failed(self) -> Sequence[MatchFailure]:
        return ()


class RangeTournament(Tournament[int, tuple[MeasuredLevel, ...], RangeOutcome]):
    """A range, in pieces of work."""

    done_type = tuple[MeasuredLevel, ...]

    def __init__(self, order: RangeOrder) -> None:
        self.order = order

    def check(self) -> None:
        """Raises RecipeError for what no level can be made of."""
        recipe = self.order.recipe(1)
        METHODS[self.order.method].check(recipe)
        level_of(recipe)

    def identity(self) -> Any:
        recipe = self.order.recipe(1)
        return ["range", msgspec.to_builtins(recipe), self.order.seed, self.order.count]

    def files(self) -> Sequence[str]:
        return ()

    def chunks(self) -> Sequence[tuple[int, ...]]:
        return cut(self.order.numbers(), _LEAST, _MOST)

    def task(self) -> Task[tuple[int, ...], tuple[MeasuredLevel, ...]]:
        return MeasureTask(self.order)

    def outcome(self, done: Sequence[tuple[MeasuredLevel, ...]]) -> RangeOutcome:
        return RangeOutcome(self.order, [level for chunk in done for level in chunk])


def deciles(values: Sequence[int]) -> list[int]:
    """The least value, those at each tenth, and the most.

    >>> deciles([3, 1, 2])
    [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    """
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, len(ordered) * tenth // 10)] for tenth in range(11)]


def variety(levels: Sequence[MeasuredLevel], seed: int) -> int:
    """The mean share of different squares over drawn pairs of levels, in thousandths."""
    if len(levels) < 2:
        return 0
    total = 0
    for pair in range(PAIRS):
        first = derive(seed, "pair", pair) % len(levels)
        second = (first + 1 + derive(seed, "other", pair) % (len(levels) - 1)) % len(levels)
        one, other = levels[first].sample, levels[second].sample
        total += 1000 * sum(map(int.__ne__, one, other)) // max(1, len(one))
    return total // PAIRS


def same_twice(levels: Sequence[MeasuredLevel]) -> int:
    """How many levels are square for square one that came before."""
    return len(levels) - len({each.digest for each in levels})


def heat(
    points: Sequence[tuple[int, int]], spans: tuple[tuple[int, int], tuple[int, int]]
) -> Mapping[tuple[int, int], int]:
    """How many points lie in each of 20×20 bins over the spans of both measures.

    >>> dict(heat([(0, 0), (1000, 1000), (1000, 999)], ((0, 1000), (0, 1000))))
    {(0, 0): 1, (19, 19): 2}
    """
    return Counter((bin_of(x, spans[0]), bin_of(y, spans[1])) for x, y in points)


def bin_of(value: int, span: tuple[int, int]) -> int:
    """Which of the bins over a span a value lies in.

    >>> bin_of(5, (5, 5)), bin_of(50, (0, 100)), bin_of(100, (0, 100))
    (0, 10, 19)
    """
    low, high = span
    return max(0, min(BINS - 1, (value - low) * BINS // max(1, high - low)))
