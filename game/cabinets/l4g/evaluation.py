"""An evaluation: built-in players over many game numbers, and the table that comes of it.

The numbers are cut into chunks that depend on nothing else; what a chunk gives are sums of whole numbers. So the
figures are the same bit for bit whoever played which chunk, and in which order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import msgspec

from game.cabinets.l4g import room as r
from game.cabinets.l4g.grading import GRADE
from game.cabinets.l4g.playing import PUNISHED, SQUARED, SUM_ROWS, new_desk, new_sums, play_games
from game.cabinets.l4g.rules import Options
from game.cabinets.l4g.styles import STYLES
from game.core.chance import SEED_BITS, derive
from game.core.compiled import array, plain
from game.core.workers import Executor, LocalProcesses, ThisProcess

CHUNK = 250
"""Games of a chunk: a tenth of a second and more of work."""
DIGITS = 6
"""Decimals of the figures that are not whole."""

Chunk: TypeAlias = tuple[int, ...]
"""Game numbers."""
Report = Callable[[int], None]
"""Is told how many games are done."""


class PlayerLine(msgspec.Struct, frozen=True):
    """How one seat did over all games."""

    seat: int
    name: str
    grade_sum: int
    mean: float
    """Grade a game."""
    error: float
    """Standard error of the mean."""
    parts: tuple[float, float, float, float, float, float]
    """Mean grade of each part, in the order of the six scores."""
    punished: int


def game_numbers(seed: str, games: int) -> tuple[int, ...]:
    """`games` different game numbers: BLAKE2b of `0/l4g/<seed>/<index>` for index 0, 1, …, as signed 64 bit.

    What came before is left out.

    >>> game_numbers("souk", 2) == game_numbers("souk", 3)[:2]
    True
    """
    found: dict[int, None] = {}
    index = 0
    while len(found) < games:
        number = derive(0, "l4g", seed, index)
        found[number - (1 << SEED_BITS) if number >> (SEED_BITS - 1) else number] = None
        index += 1
    return tuple(found)


@dataclass(frozen=True)
class ChunkPlayer:
    """Plays chunks. A plain value, so that it can be sent to where the work is done."""

    lineup: tuple[str, ...]
    """The built-in player of each seat."""
    options: Options = field(default_factory=Options)

    def __call__(self, chunk: Chunk, worker: int) -> list[int]:
        """The sums (see playing.py) over the games of a chunk."""
        room = array(r.new_room(len(self.lineup), msgspec.structs.astuple(self.options)))
        names = list(STYLES)
        styles = array(weight for row in STYLES.values() for weight in row)
        lineup = array(names.index(name) for name in self.lineup)
        halves = [r.halves(number) for number in chunk]
        sums = new_sums()
        play_games(
            room,
            array(high for high, _ in halves),
            array(low for _, low in halves),
            lineup,
            styles,
            sums,
            new_desk(),
        )
        return plain(sums)


def chunks_of(numbers: Sequence[int]) -> dict[int, Chunk]:
    """The numbers in pieces of work, by their index."""
    starts = range(0, len(numbers), CHUNK)
    return {index: tuple(numbers[start : start + CHUNK]) for index, start in enumerate(starts)}


def evaluate(player: ChunkPlayer, numbers: Sequence[int], workers: int, report: Report) -> tuple[PlayerLine, ...]:
    """Play all games; a line for each seat. Raises ValueError without games, and WorkerDiedError."""
    if not numbers:
        raise ValueError("an evaluation needs at least one game number")
    chunks = chunks_of(numbers)
    workers = min(workers, len(chunks))
    executor: Executor[Chunk, list[int]] = ThisProcess(player) if workers <= 1 else LocalProcesses(player, workers)
    sums, done = [0] * (SUM_ROWS * r.MOST_PLAYERS), 0
    with executor:
        for index, found in executor.run(chunks):
            sums = [one + other for one, other in zip(sums, found, strict=True)]
            done += len(chunks[index])
            report(done)
    return lines_of(player.lineup, sums, len(numbers))


def lines_of(lineup: Sequence[str], sums: Sequence[int], games: int) -> tuple[PlayerLine, ...]:
    """The table of an evaluation from its sums."""

    def mean(row: int, seat: int) -> float:
        return round(float(Fraction(sums[row * r.MOST_PLAYERS + seat], games)), DIGITS)

    return tuple(
        PlayerLine(
            seat=seat,
            name=name,
            grade_sum=sums[GRADE * r.MOST_PLAYERS + seat],
            mean=mean(GRADE, seat),
            error=_error(sums[GRADE * r.MOST_PLAYERS + seat], sums[SQUARED * r.MOST_PLAYERS + seat], games),
            parts=(mean(0, seat), mean(1, seat), mean(2, seat), mean(3, seat), mean(4, seat), mean(5, seat)),
            punished=sums[PUNISHED * r.MOST_PLAYERS + seat],
        )
        for seat, name in enumerate(lineup)
    )


def _error(total: int, squares: int, games: int) -> float:
    """The standard error of a mean; 0 for a single game."""
    if games < 2:
        return 0.0
    spread = Fraction(squares * games - total * total, games * games * (games - 1))
    return round(math.sqrt(spread), DIGITS)
