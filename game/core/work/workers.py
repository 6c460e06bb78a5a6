"""Executors of pieces of work: in this process, in processes of this machine, or on a cluster (cluster.py)."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar, cast

from game.core.compiled import COMPILED
from game.core.errors import SpokenError

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

WorkT = TypeVar("WorkT")
DoneT = TypeVar("DoneT")
WorkT_contra = TypeVar("WorkT_contra", contravariant=True)
DoneT_co = TypeVar("DoneT_co", covariant=True)


class WorkerDiedError(SpokenError):
    """A worker process ended in the middle of its work."""


@dataclass(frozen=True)
class _Spoken:
    """A SpokenError as a worker process sends it."""

    key: str
    values: dict[str, Any]


class Task(Protocol[WorkT_contra, DoneT_co]):
    """What is done with a piece of work. It can be pickled, and its results do not depend on where it runs."""

    def __call__(self, work: WorkT_contra, worker: int, /) -> DoneT_co:
        """Do one piece of work as worker number `worker`, from 0 (on a cluster its port)."""

    def close(self) -> None:
        """End what was kept between pieces, because no piece follows."""


class Executor(Protocol[WorkT_contra, DoneT_co]):
    """Does pieces of work. Leaving the context stops work in progress."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...

    def run(self, pieces: Mapping[int, WorkT_contra]) -> Iterator[tuple[int, DoneT_co]]:
        """Yield the index and result of every piece as soon as it is done, in any order."""
        ...


class ThisProcess(Generic[WorkT, DoneT]):
    """Executor that does one piece after another in this process."""

    def __init__(self, task: Task[WorkT, DoneT]) -> None:
        self._task = task

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the task, because no piece follows."""
        self._task.close()

    def run(self, pieces: Mapping[int, WorkT]) -> Iterator[tuple[int, DoneT]]:
        """Yield the index and result of every piece, in order."""
        for index, work in pieces.items():
            yield index, self._task(work, 0)


class LocalProcesses(Generic[WorkT, DoneT]):
    """Executor with `workers` processes on this machine; each gets its next piece when it has done one.

    Where hot code is compiled, the first process does one piece before the others start. They then find its machine
    code in the cache instead of compiling it themselves.
    """

    def __init__(self, task: Task[WorkT, DoneT], workers: int) -> None:
        self._task = task
        self._workers = workers
        self._running: dict[Connection, SpawnProcess] = {}

    def __enter__(self) -> Self:
        try:
            for _ in range(1 if COMPILED else self._workers):
                self._start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        number = len(self._running)
        process = context.Process(target=_work, args=(theirs, self._task, number), daemon=False)
        with _uninterrupted():
            process.start()
            theirs.close()
            self._running[ours] = process
        return ours

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the worker processes, even in the middle of their work."""
        for connection, process in self._running.items():
            connection.close()
            process.terminate()
        for process in self._running.values():
            process.join()
        self._running.clear()

    def run(self, pieces: Mapping[int, WorkT]) -> Iterator[tuple[int, DoneT]]:
        """Yield the index and result of every piece as it is done.

        Raises WorkerDiedError when a worker process ends, and the SpokenError that a task raises.
        """
        waiting = iter(pieces.items())
        doing: dict[Connection, int] = {}
        for connection in self._running:
            self._give(connection, waiting, doing)
        while doing:
            for ready in cast(list[Connection], wait(list(doing))):
                index = doing.pop(ready)
                try:
                    done: DoneT | _Spoken = ready.recv()
                except (EOFError, ConnectionError) as error:
                    process = self._running[ready]
                    process.join()
                    raise WorkerDiedError("tournament.error.worker_died", code=process.exitcode) from error
                if isinstance(done, _Spoken):
                    raise SpokenError(done.key, **done.values)
                self._give(ready, waiting, doing)
                while len(self._running) < self._workers:
                    self._give(self._start(), waiting, doing)
                yield index, done

    @staticmethod
    def _give(connection: Connection, waiting: Iterator[tuple[int, WorkT]], doing: dict[Connection, int]) -> None:
        piece = next(waiting, None)
        if piece is not None:
            doing[connection], work = piece
            connection.send(work)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until a process is started, which holds it back too until it knows to leave it to its parent.

    Half started it would end with a traceback. Does nothing on Windows.
    """
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which lets Ctrl-C through again once it has started its own process
    held: list[int] = []
    handler = None
    if threading.current_thread() is threading.main_thread():  # what is blocked here may reach another thread
        handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if handler is not None:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if held:
            signal.raise_signal(signal.SIGINT)


def _work(connection: Connection, task: Task[WorkT, DoneT], number: int) -> None:
    """Do piece after piece in a worker process until the connection closes. Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        while True:
            work: WorkT = connection.recv()
            try:
                done: DoneT | _Spoken = task(work, number)
            except SpokenError as error:
                done = _Spoken(error.key, error.values)
            connection.send(done)
    except (EOFError, ConnectionError):
        return
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        task.close()
