"""The expressive range of a method or own generator: many levels, made and measured in chunks like a tournament.

Source: Smith and Whitehead, Analyzing the expressive range of a level generator, 2010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.workshop.own import OwnGenerator
from game.core.bot.loading import parse_spec
from game.core.bot.reading import is_own
from game.core.chance import derive
from game.core.forge.measures.measuring import MEASURES, measures
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.chance import MOST_NUMBER
from game.core.forge.model.level import Kind, Level, Recipe, Value
from game.core.forge.play import Play
from game.core.tournament.plan import files_of_spec
from game.core.work.failure import MatchFailure
from game.core.work.run import Table, Tournament, cut
from game.core.work.workers import Task

BINS = 20
"""Number of bins for each of the two measures of a heat map."""
USUAL = {"dungeon": ("floor", "span"), "platform": ("linearity", "leniency")}
"""The default two measures of a heat map, by kind of level."""
PAIRS = 200
"""Number of random pairs of levels from which variety is computed."""
_LEAST, _MOST = 4, 64
"""Least and greatest number of levels in a chunk of work."""


class MeasuredLevel(msgspec.Struct, frozen=True, array_like=True):
    """The measures of a level in the order of `MEASURES`, with its number and a digest of its squares."""

    number: int
    values: tuple[int, ...]
    digest: str
    sample: bytes
    """Regularly sampled squares, from which variety is computed."""


SAMPLED = 256
"""Greatest number of squares sampled from a level."""


@dataclass(frozen=True)
class RangeOrder:
    """Which levels to measure, and how many. Their numbers follow from `seed`."""

    method: str
    """A method's id, or FILE.py:Class of an own generator; `size` and `kind` are then those of a level it made."""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    size: tuple[int, int] | None = None
    count: int = 1000
    seed: int = 0
    kind: Kind | None = None
    play: Play | None = None
    """The player profile that an own generator makes its levels for, if any."""

    @property
    def is_own(self) -> bool:
        return is_own(self.method)

    @property
    def level_kind(self) -> Kind:
        """The kind of all levels of this order."""
        return self.kind or METHODS[self.method].kind

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the measures of this kind of level."""
        return MEASURES[self.level_kind]

    @property
    def squares(self) -> tuple[int, int]:
        """Width and height of each level, in squares."""
        return self.size or METHODS[self.method].size

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the levels, in order."""
        return tuple(1 + derive(self.seed, "range", place) % MOST_NUMBER for place in range(self.count))

    def recipe(self, number: int) -> Recipe:
        """Return the recipe of a built-in method's level with this number."""
        method = METHODS[self.method]
        width, height = self.squares
        return Recipe(method.id, method.version, number, width, height, dict(self.parameters))


def measured(number: int, level: Level) -> MeasuredLevel:
    """Return what is kept of a level: its measures, digest and sampled squares."""
    digest = blake2b(level.tiles, digest_size=8).hexdigest()
    step = max(1, len(level.tiles) // SAMPLED)
    return MeasuredLevel(number, tuple(measures(level).values()), digest, level.tiles[::step])


class MeasureTask(Task[tuple[int, ...], tuple[MeasuredLevel, ...]]):
    """A task of a worker process that makes levels and measures them."""

    def __init__(self, order: RangeOrder) -> None:
        self._order = order
        self._own: OwnGenerator | None = None
        """The own generator, whose process stays alive from one chunk of work to the next."""

    def __call__(self, work: tuple[int, ...], worker: int, /) -> tuple[MeasuredLevel, ...]:
        return tuple(measured(number, self._level(number)) for number in work)

    def _level(self, number: int) -> Level:
        order = self._order
        if not order.is_own:
            return level_of(order.recipe(number))
        if self._own is None:
            self._own = OwnGenerator(CABINETS["workshop"], parse_spec(order.method, ()))
        self._own.ask(number, order.squares, order.squares, order.parameters, order.play)
        return self._own.delivered()

    def close(self) -> None:
        if self._own is not None:
            self._own.close()


class RangeOutcome:
    """The figures of an expressive range."""

    def __init__(self, order: RangeOrder, levels: Sequence[MeasuredLevel]) -> None:
        self.order, self.levels = order, levels
        self.names = order.measures

    def document(self) -> dict[str, Any]:
        return {
            "method": self.order.method,
            "parameters": dict(self.order.parameters),
            "size": list(self.order.squares),
            "seed": self.order.seed,
            "measures": list(self.names),
            "levels": [[each.number, *each.values] for each in self.levels],
            "deciles": {name: deciles(self.column(name)) for name in self.names},
            "variety": variety(self.levels, self.order.seed),
            "same_twice": same_twice(self.levels),
            "bins_hit": self.bins_hit,
        }

    @property
    def bins_hit(self) -> int:
        return bins_hit(self.order.level_kind, self.levels)

    def column(self, name: str) -> list[int]:
        """Return one measure of every level."""
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
            "bins": self.bins_hit,
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
    """An expressive range as a tournament, divided into chunks of work."""

    done_type = tuple[MeasuredLevel, ...]

    def __init__(self, order: RangeOrder) -> None:
        self.order = order

    def check(self) -> None:
        """Raise RecipeError if the method cannot make a level. An own generator was tried when the order was made."""
        if self.order.is_own:
            return
        recipe = self.order.recipe(1)
        METHODS[self.order.method].check(recipe)
        level_of(recipe)

    def identity(self) -> Any:
        order = self.order
        made_of = msgspec.to_builtins(replace(order, seed=0, count=0) if order.is_own else order.recipe(1))
        return ["range", made_of, order.seed, order.count]

    def files(self) -> Sequence[str]:
        return files_of_spec(parse_spec(self.order.method, ())) if self.order.is_own else ()

    def chunks(self) -> Sequence[tuple[int, ...]]:
        return cut(self.order.numbers(), _LEAST, _MOST)

    def task(self) -> Task[tuple[int, ...], tuple[MeasuredLevel, ...]]:
        return MeasureTask(self.order)

    def outcome(self, done: Sequence[tuple[MeasuredLevel, ...]]) -> RangeOutcome:
        return RangeOutcome(self.order, [level for chunk in done for level in chunk])


def deciles(values: Sequence[int]) -> list[int]:
    """Return the least value, the values at each tenth, and the greatest.

    >>> deciles([3, 1, 2])
    [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    """
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, len(ordered) * tenth // 10)] for tenth in range(11)]


def variety(levels: Sequence[MeasuredLevel], seed: int) -> int:
    """Return the mean share of differing squares over random pairs of levels, in thousandths."""
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
    """Return how many levels equal an earlier one in every square."""
    return len(levels) - len({each.digest for each in levels})


def bins_hit(kind: str, levels: Sequence[MeasuredLevel]) -> int:
    """Return how many of 20×20 bins hold a level, over the whole range of the kind's two default measures."""
    x, y = (MEASURES[kind].index(name) for name in USUAL[kind])
    whole = (0, 1000)
    return len(heat([(each.values[x], each.values[y]) for each in levels], (whole, whole)))


def heat(
    points: Sequence[tuple[int, int]], spans: tuple[tuple[int, int], tuple[int, int]]
) -> Mapping[tuple[int, int], int]:
    """Return how many points lie in each of 20×20 bins over the spans of both measures.

    >>> dict(heat([(0, 0), (1000, 1000), (1000, 999)], ((0, 1000), (0, 1000))))
    {(0, 0): 1, (19, 19): 2}
    """
    return Counter((bin_of(x, spans[0]), bin_of(y, spans[1])) for x, y in points)


def bin_of(value: int, span: tuple[int, int]) -> int:
    """Return the index of a value's bin over a span from least to greatest.

    >>> bin_of(5, (5, 5)), bin_of(50, (0, 100)), bin_of(100, (0, 100))
    (0, 10, 19)
    """
    low, high = span
    return max(0, min(BINS - 1, (value - low) * BINS // max(1, high - low)))
