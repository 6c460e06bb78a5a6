"""Where pieces of work are done, and the executor for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.core.work.workers import DoneT, Executor, LocalProcesses, Task, ThisProcess, WorkT


@dataclass(frozen=True)
class Workplace:
    """Where the work of a tournament is done: on this machine or on a cluster."""

    workers: int = 1
    """How many processes work on this machine."""
    cluster: str | None = None
    """The address of a Dask scheduler, whose workers do the work instead; None for this machine."""


def executor(
    task: Task[WorkT, DoneT], place: Workplace, pieces: int, sources: Mapping[str, str]
) -> Executor[WorkT, DoneT]:
    """Return the executor for `pieces` pieces of work at a place;
    `sources` are the digests the work depends on (sources.py).

    A task that is done elsewhere is closed here: what it had started works for this process alone.
    """
    workers = min(place.workers, pieces)
    if place.cluster is None and workers <= 1:
        return ThisProcess(task)
    task.close()
    if place.cluster is not None:
        from game.core.work.cluster import Cluster

        return Cluster(task, place.cluster, sources)
    return LocalProcesses(task, workers)
