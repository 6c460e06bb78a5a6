"""The laboratory: yards run over seeds and numbers of trains, as a tournament (docs/rails.md, "The laboratory")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from game.cabinets.rails.contract.actions import Buy
from game.cabinets.rails.laboratory.benches import BenchRun, places
from game.cabinets.rails.laboratory.figures import Figures, Measured, row_of, saturating
from game.cabinets.rails.laboratory.matches import YardRun
from game.cabinets.rails.laboratory.running import MEASURED, RUNNING_IN, Ran, Run, run_bench, run_yard
from game.cabinets.rails.yards.errors import YardError
from game.cabinets.rails.yards.reading import read_yard
from game.cabinets.rails.yards.yard import Yard
from game.core.work.run import Tournament, cut

MOST_RUNS_OF_A_CHUNK: Final = 4
"""Greatest number of runs in a chunk; a run takes from a tenth of a second to several seconds."""


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
        return [(run_bench if yards[run.file].bench else run_yard)(yards[run.file], run) for run in chunk]

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
            YardRun(yard, 1, 0)
            return tuple(trains) or (own,)
        most = places(yard)
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
                row_of([ran for ran in runs if (ran.file, ran.trains) == (index, trains)], coins_of(yard, trains))
                for trains in self._numbers[index]
            )
            measured.append(Measured(file.name, file.digest, saturating(rows), rows))
        return Figures(self._seeds, tuple(measured), runs)


def coins_of(yard: Yard, trains: int) -> int:
    """Return what a yard costs with `trains` trains, in coins."""
    return (BenchRun if yard.bench else YardRun)(yard, trains, 0).coins
