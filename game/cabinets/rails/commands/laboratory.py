"""The laboratory: yards run over seeds and numbers of trains, as a tournament (docs/rails.md, "The laboratory")."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, Final

import msgspec

from game.cabinets.rails.commands.runs import MEASURED, RUNNING_IN, BenchTrial, Ran, Run, outcome_of, trial_of
from game.cabinets.rails.contract.actions import Buy
from game.cabinets.rails.yards import layouts
from game.cabinets.rails.yards.layouts import Layout
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.yard import Bench, Words, Yard, YardError
from game.core.work.failure import MatchFailure
from game.core.work.run import Table, Tournament, cut

_QUANTILES: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12,
    2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student's t (1908) of a two-sided 95 % interval, for 1 … 30 degrees of freedom."""
NORMAL: Final = 1.96
PER: Final = 10_000
"""Number of ticks that figures are stated for."""
NEARLY: Final = 0.99
"""Share of the greatest delivery from which a number of trains counts as saturating."""
MOST_RUNS_OF_A_CHUNK: Final = 4
"""Greatest number of runs in a chunk; a run takes from a tenth of a second to several seconds."""
LAYOUTS: Final[Mapping[str, tuple[Callable[[], Layout], int]]] = {
    "single": (layouts.single, 1),
    "passing_loop": (layouts.passing_loop, 2),
    "simple_double": (layouts.simple_double, 2),
    "loop": (layouts.loop, 6),
    "tree": (layouts.tree, 8),
    "loop_double": (layouts.loop_double, 8),
    "drive_through": (partial(layouts.loop, platforms=2), 12),
    "four_platforms": (partial(layouts.loop_double, platforms=4), 14),
}
"""The six layouts and their variants, each with its best number of trains."""


class Row(msgspec.Struct, frozen=True):
    """The results of a file with one number of trains, over all seeds."""

    trains: int
    runs: int
    units: float
    """Units delivered in 10,000 ticks, as the mean of all runs."""
    interval: float
    """Half of the 95 % interval of that mean; 0 for a single run."""
    waiting: float
    """The share of their time that trains waited for their way."""
    jams: int
    """Runs that ended in a jam."""
    jammed: int
    """The tick at which the first jam among the runs was proved; 0 for none."""
    ring: tuple[int, ...]
    """The trains of the first jam's ring, each waiting for the next."""
    coins: int
    """Cost of track and trains, in coins."""
    per_1000: float
    """Units in 10,000 ticks per 1,000 coins."""


class Measured(msgspec.Struct, frozen=True):
    """All results of one file."""

    name: str
    digest: str
    """The digest of the file's content."""
    saturates: int
    """The smallest number of trains that delivers nearly the most without a jam; 0 if every number jams."""
    rows: tuple[Row, ...]


class Figures(msgspec.Struct, frozen=True):
    """All results. They do not depend on how the work was divided."""

    seeds: int
    files: tuple[Measured, ...]
    runs: tuple[Ran, ...]

    def document(self) -> dict[str, Any]:
        """Return the results in the form that `--json` writes."""
        return msgspec.to_builtins(self)  # type: ignore[no-any-return]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the CSV file: a heading, then a row for each run."""
        yield "file", "trains", "seed", "units", "waited", "jammed", "ring"
        for ran in self.runs:
            ring = " ".join(map(str, ran.ring))
            yield self.files[ran.file].name, ran.trains, ran.seed, ran.units, ran.waited, ran.jammed, ring

    def title(self) -> tuple[str, dict[str, Any]]:
        """Return text key and values of the title above the tables."""
        return "rails_lab.title", {"files": len(self.files), "runs": len(self.runs), "ticks": MEASURED}

    def tables(self) -> Sequence[Table]:
        """Return a table of all files at their best number of trains, and one of each file by number of trains."""
        side_by_side = Table(_keys("file", "saturates", *_SHARED), tuple(self._best()))
        each = Table(_keys("file", "trains", *_SHARED, "jam"), tuple(self._all()))
        return (side_by_side, each) if len(self.files) > 1 else (each,)

    def failed(self) -> Sequence[MatchFailure]:
        """Return no failures, since nobody plays here."""
        return ()

    def _best(self) -> Iterator[tuple[str, ...]]:
        for file in self.files:
            row = next((row for row in file.rows if row.trains == file.saturates), None)
            if row is None:
                yield file.name, "–", *("–" for _ in _SHARED)
            else:
                yield file.name, str(file.saturates), *_shown(row)

    def _all(self) -> Iterator[tuple[str, ...]]:
        for file in self.files:
            for row in file.rows:
                ring = " → ".join(map(str, (*row.ring, *row.ring[:1])))
                jam = f"{row.jams}/{row.runs} · {row.jammed:,} · {ring}" if row.jams else "–"
                yield file.name, str(row.trains), *_shown(row), jam


_SHARED: Final = ("units", "interval", "waiting", "coins", "per_1000")


def _keys(*names: str) -> tuple[str, ...]:
    return tuple(f"rails_lab.column.{name}" for name in names)


def _shown(row: Row) -> tuple[str, ...]:
    interval = f"± {row.interval:,.0f}" if row.runs > 1 else "–"
    return f"{row.units:,.0f}", interval, f"{row.waiting:.1%}", f"{row.coins:,}", f"{row.per_1000:,.0f}"


def row_of(runs: Sequence[Ran], coins: int) -> Row:
    """Return the results of one file with one number of trains."""
    units = [ran.units * PER / MEASURED for ran in runs]
    mean = math.fsum(units) / len(units)
    jams = sorted((ran for ran in runs if ran.jammed), key=lambda ran: (ran.jammed, ran.seed))
    trains = runs[0].trains
    waiting = sum(ran.waited for ran in runs) / (len(runs) * MEASURED * trains)
    return Row(
        trains,
        len(runs),
        mean,
        _half_interval(units, mean),
        waiting,
        len(jams),
        jams[0].jammed if jams else 0,
        jams[0].ring if jams else (),
        coins,
        mean * 1000 / coins if coins else 0.0,
    )


def _half_interval(values: Sequence[float], mean: float) -> float:
    """Return half of the 95 % interval of a mean, by Student's distribution."""
    count = len(values)
    if count < 2:
        return 0.0
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    quantile = _QUANTILES[count - 2] if count - 2 < len(_QUANTILES) else NORMAL
    return quantile * deviation / math.sqrt(count)


def saturating(rows: Sequence[Row]) -> int:
    """Return the smallest number of trains that delivers nearly the most, without a jam."""
    free = [row for row in rows if not row.jams and row.units > 0]
    most = max((row.units for row in free), default=0.0)
    return min((row.trains for row in free if row.units >= NEARLY * most), default=0)


def layout_yard(name: str) -> Yard:
    """Return a layout as a yard."""
    make, best = LAYOUTS[name]
    layout = make()
    letters = [chr(ord("A") + station) for station in range(layout.mines + 1)]
    bound = "" if layout.mines > 1 else letters[layout.last]
    starts = tuple((start.place, bound if start.bound_for == layout.last else "") for start in layout.starts)
    bench = Bench(tuple(letters[: layout.mines]), letters[layout.last], starts, best)
    return Yard(Words(name, name), Words(name, name), size=128, groups=layout.pieces, bench=bench)


@dataclass(frozen=True)
class File:
    """A yard file, or a yard that comes with the game, as a plain value that can be sent to another machine."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        """The digest of the file's content."""
        return blake2b(self.text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True)
class ChunkRunner:
    """Runs chunks of the laboratory's work."""

    files: tuple[File, ...]

    def __call__(self, chunk: tuple[Run, ...], worker: int) -> list[Ran]:
        """Run a chunk. Return the outcome of each run."""
        yards = {run.file: read_yard(self.files[run.file].text) for run in chunk}
        return [outcome_of(yards[run.file], run) for run in chunk]

    def close(self) -> None:
        """Do nothing: a runner holds no resources."""


class LabTournament(Tournament[Run, list[Ran], Figures]):
    """A tournament of yard files, each run with every number of trains and every seed."""

    done_type = list[Ran]

    def __init__(self, files: Sequence[File], trains: Sequence[int], seeds: int) -> None:
        """Take the files, and the numbers of trains to run, ascending; if empty, each file's own best number is used.

        Numbers greater than a file's number of starts are left out. Raise YardError.
        """
        self._files = tuple(files)
        self._yards = [read_yard(file.text) for file in files]
        self._seeds = seeds
        self._numbers = [self._trains(yard, trains) for yard in self._yards]

    @staticmethod
    def _trains(yard: Yard, trains: Sequence[int]) -> tuple[int, ...]:
        if yard.bench is None:
            own = sum(isinstance(group, Buy) for group in yard.groups)
            trial_of(yard, 1, 0)
            return tuple(trains) or (own,)
        most = len(BenchTrial(yard, 0, 0).places)
        found = tuple(number for number in trains or (yard.bench.best,) if number <= most)
        if not found:
            raise YardError("few_starts", trains=min(trains, default=yard.bench.best), places=most)
        return found

    def check(self) -> None:
        """Check nothing more: every yard was built once already."""

    def identity(self) -> list[Any]:
        names = [(file.name, file.digest) for file in self._files]
        return ["rails-lab", RUNNING_IN, MEASURED, names, self._numbers, self._seeds]

    def files(self) -> Sequence[str]:
        return ()

    def chunks(self) -> Sequence[tuple[Run, ...]]:
        """Return all runs in chunks; the seeds of a file and number of trains stay together."""
        runs = [
            Run(index, trains, seed)
            for index, numbers in enumerate(self._numbers)
            for trains in numbers
            for seed in range(self._seeds)
        ]
        return cut(runs, 1, MOST_RUNS_OF_A_CHUNK)

    def task(self) -> ChunkRunner:
        return ChunkRunner(self._files)

    def outcome(self, done: Sequence[list[Ran]]) -> Figures:
        """Return the figures of each file."""
        runs = tuple(ran for chunk in done for ran in chunk)
        measured = []
        for index, (file, yard) in enumerate(zip(self._files, self._yards, strict=True)):
            rows = tuple(
                row_of(
                    [ran for ran in runs if (ran.file, ran.trains) == (index, trains)], trial_of(yard, trains, 0).coins
                )
                for trains in self._numbers[index]
            )
            measured.append(Measured(file.name, file.digest, saturating(rows), rows))
        return Figures(self._seeds, tuple(measured), runs)
