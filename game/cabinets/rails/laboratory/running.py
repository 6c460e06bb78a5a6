"""One run of the laboratory: a yard, a number of trains and a seed, and its outcome."""

from __future__ import annotations

from typing import Final

import msgspec

from game.cabinets.rails.jams.jams import EVERY, find
from game.cabinets.rails.laboratory.benches import BenchRun
from game.cabinets.rails.laboratory.matches import YardRun
from game.cabinets.rails.track.railway import Railway
from game.cabinets.rails.track.trains import JAMMED
from game.cabinets.rails.yards.yard import Yard

RUNNING_IN: Final = 4_000
MEASURED: Final = 20_000
PER: Final = 10_000
"""Number of ticks that figures are stated for."""
_STRIDE: Final = 1_000


class Run(msgspec.Struct, frozen=True, array_like=True):
    """A run of the laboratory that still has to be done."""

    file: int
    trains: int
    seed: int


class Ran(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of a run, in whole numbers only, so that it is the same on every machine."""

    file: int
    trains: int
    seed: int
    units: int
    """Units delivered in the measured ticks."""
    waited: int
    """Sum of the ticks that all trains waited during the measured ticks."""
    jammed: int = 0
    """The tick at which a jam was proved; 0 for none."""
    ring: tuple[int, ...] = ()
    """Numbers, from 1, of the trains of the jam's first ring; each waits for the next."""


def run_bench(yard: Yard, run: Run) -> Ran:
    """Run a bench. Raise YardError."""
    bench = BenchRun(yard, run.trains, run.seed)
    bench.run(RUNNING_IN)
    units, waited = bench.delivered, _waited(bench.railway)
    jammed = 0
    for _ in range(MEASURED // _STRIDE):
        bench.run(_STRIDE)
    jam = find(bench.railway)
    if jam.stuck:
        jammed = _first_proof(yard, run)
    ring = tuple(train + 1 for train in jam.rings[0]) if jam.rings else ()
    return Ran(
        run.file, run.trains, run.seed, bench.delivered - units, _waited(bench.railway) - waited, jammed, ring
    )  # fmt: skip


def run_yard(yard: Yard, run: Run) -> Ran:
    """Run a yard with its land, cargo and ratings and some number of its trains. Raise YardError."""
    match = YardRun(yard, run.trains, run.seed)
    match.run(RUNNING_IN)
    units, waited = match.delivered, _waited(match.railway)
    jammed = 0
    for _ in range(MEASURED // EVERY):
        match.run(EVERY)
        if not jammed and match.railway.holding.clock[JAMMED]:
            jammed = match.railway.tick
    jam = find(match.railway)
    ring = tuple(train + 1 for train in jam.rings[0]) if jam.rings else ()
    units, waited = match.delivered - units, _waited(match.railway) - waited
    return Ran(run.file, run.trains, run.seed, units, waited, jammed if jam.stuck else 0, ring)


def _waited(railway: Railway) -> int:
    return int(sum(railway.trains.waited))


def _first_proof(yard: Yard, run: Run) -> int:
    """Return the tick at which a run's jam is first proved, by repeating the run up to there in smaller steps."""
    coarse = _proved(BenchRun(yard, run.trains, run.seed), _STRIDE)
    bench = BenchRun(yard, run.trains, run.seed)
    bench.run(max(0, coarse - _STRIDE))
    return _proved(bench, EVERY)


def _proved(bench: BenchRun, stride: int) -> int:
    while not find(bench.railway).stuck:
        bench.run(stride)
    return bench.railway.tick
