"""Has pieces of work done by the workers of a Dask cluster (the extra `cluster`).

Anybody who can reach the scheduler can run any code on every worker, so this is for networks of machines that trust
each other.
"""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from itertools import islice
from types import TracebackType
from typing import Any, Generic, Self

from game.core.errors import SpokenError
from game.core.sources import PROGRAM, differing
from game.core.work.workers import DoneT, Task, WorkT

AHEAD = 3
"""Pieces queued for each thread of a worker, so that no thread waits for the network."""
CONNECT = 10.0
"""Seconds to connect to the scheduler, and to wait for the first worker."""
PATIENCE = 20.0
"""Seconds without a finished piece after which the scheduler is asked whether it still has workers."""

_ADDRESS = re.compile(r"(?:(?P<scheme>\w+)://)?\[?(?P<host>[^/\s\[\]]+?)\]?:(?P<port>[0-9]{1,5})")


class ClusterError(SpokenError):
    """The cluster cannot be reached, or cannot do the given work."""


class Cluster(Generic[WorkT, DoneT]):
    """Executor that uses the workers of the Dask scheduler at `address`. If a worker dies, another does its piece."""

    def __init__(self, task: Task[WorkT, DoneT], address: str, sources: Mapping[str, str]) -> None:
        """`sources` are the digests that the task's results depend on: the workers must have the same."""
        self._task = task
        self._address = address
        self._sources = dict(sources)
        self._client: Any = None

    def __enter__(self) -> Self:
        """Connect. Raises ClusterError without the extra, without an answer from the address, or without workers."""
        try:
            import distributed
        except ImportError as error:
            raise ClusterError("tournament.error.cluster_missing") from error
        self._knock()
        _silence()
        try:
            self._client = distributed.Client(self._address, timeout=CONNECT)
            self._client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError as error:
            self._leave()
            raise ClusterError("tournament.error.cluster_idle", address=self._address) from error
        except (OSError, ValueError) as error:
            raise ClusterError("tournament.error.cluster_refused", address=self._address) from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Leave the cluster, which drops pieces that were not begun."""
        self._leave()

    def _knock(self) -> None:
        """Raise ClusterError where nobody listens at the address, or not a program that speaks first as a scheduler
        does.

        Dask's Client would notice it late and with noise, or never.
        """
        written = _ADDRESS.fullmatch(self._address)
        if written is None:
            raise ClusterError("tournament.error.cluster_address", address=self._address)
        try:
            with socket.create_connection((written["host"], int(written["port"])), CONNECT) as door:
                silent = written["scheme"] != "tls" and not door.recv(1)
        except (OSError, OverflowError) as error:
            raise ClusterError("tournament.error.cluster_refused", address=self._address) from error
        if silent:
            raise ClusterError("tournament.error.cluster_refused", address=self._address)

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close(timeout=CONNECT)
            self._client = None

    def run(self, pieces: Mapping[int, WorkT]) -> Iterator[tuple[int, DoneT]]:
        """Yield the index and result of every piece, in the order they are finished.

        Raises ClusterError when no worker is left.
        """
        import distributed

        waiting = iter(pieces.items())
        doing: dict[Any, int] = {}
        try:
            while True:
                room = max(1, AHEAD * self._threads()) - len(doing)
                for index, work in islice(waiting, max(0, room)):
                    doing[self._client.submit(_do, self._task, work, self._sources, pure=False)] = index
                if not doing:
                    return
                for future in self._finished(list(doing)):
                    index = doing.pop(future)
                    yield index, future.result()
        except distributed.scheduler.KilledWorker as error:
            raise ClusterError("tournament.error.cluster_killed", address=self._address) from error
        except (CancelledError, OSError) as error:
            raise ClusterError("tournament.error.cluster_lost", address=self._address) from error

    def _threads(self) -> int:
        """Return how many pieces the workers can do at once."""
        return sum(self._client.nthreads().values())

    def _finished(self, futures: list[Any]) -> list[Any]:
        """Return the futures that are done, after waiting for at least one.

        Raises ClusterError when there are no workers.
        """
        import distributed

        while True:
            try:
                return list(distributed.wait(futures, timeout=PATIENCE, return_when="FIRST_COMPLETED").done)
            except TimeoutError as error:
                if not self._threads():
                    raise ClusterError("tournament.error.cluster_idle", address=self._address) from error


def _silence() -> None:
    """Keep Dask from writing tracebacks between the progress: errors are told in sentences instead."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _do(task: Task[WorkT, DoneT], work: WorkT, sources: Mapping[str, str]) -> DoneT:
    """Do one piece on a worker, whose port serves as its number. Raises ClusterError where its sources differ.

    The task is closed after each piece: nobody could end what it keeps if the machine of the tournament went away.
    """
    from distributed import get_worker

    worker = get_worker().address
    if (name := differing(sources)) is not None:
        key = "tournament.error.cluster_version" if name == PROGRAM else "tournament.error.cluster_file"
        raise ClusterError(key, worker=worker, path=name)
    try:
        return task(work, int(worker.rpartition(":")[2]))
    finally:
        task.close()
