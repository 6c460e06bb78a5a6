"""Proofs of platform levels beside the window: only the latest wish is kept."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from multiprocessing.context import SpawnProcess
from typing import Protocol

import msgspec

from game.core.forge.model.level import Level
from game.core.forge.proof.platform import Proof, prove
from game.core.forge.proof.repair import Mended, mended

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

_END_SECONDS = 1.0


class Prover(Protocol):
    """Proves levels: ask, and poll until it is told."""

    def ask(self, level: Level, *, mend: bool) -> None:
        """Prove this level, and mend it if it is wanted; what was asked before is forgotten."""

    def poll(self) -> tuple[Level, Mended] | None:
        """The level that was asked for last, and what came of it; None before."""

    def close(self) -> None:
        """Nothing more will be asked."""


def proved(level: Level, mend: bool) -> Mended:
    """A level with its proof. Without mending one that cannot be proved has none."""
    if mend:
        return mended(level)
    proof: Proof = prove(level)
    return Mended(msgspec.structs.replace(level, way=proof.way), proof, 0)


class ProverHere:
    """Proves at once, for pictures and tests."""

    def __init__(self) -> None:
        self._found: tuple[Level, Mended] | None = None

    def ask(self, level: Level, *, mend: bool) -> None:
        self._found = level, proved(level, mend)

    def poll(self) -> tuple[Level, Mended] | None:
        found, self._found = self._found, None
        return found

    def close(self) -> None:
        """There is nothing to end."""


class ProverBeside:
    """A process that proves; it is started when it is first asked."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._ours: Connection | None = None
        self._asked: tuple[Level, bool] | None = None
        """What the process works on."""
        self._next: tuple[Level, bool] | None = None

    def ask(self, level: Level, *, mend: bool) -> None:
        self._next = level, mend
        if self._asked is None:
            self._send()

    def _send(self) -> None:
        wish, self._next = self._next, None
        self._asked = wish
        if wish is None:
            return
        if self._process is None or not self._process.is_alive() or self._ours is None:
            self._start()
        assert self._ours is not None
        try:
            self._ours.send(wish)
        except OSError:
            self._asked = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def poll(self) -> tuple[Level, Mended] | None:
        if self._asked is None or self._ours is None:
            return None
        try:
            if not self._ours.poll():
                return None
            told: Mended = self._ours.recv()
        except (EOFError, OSError):
            self._asked, self._ours = None, None
            return None
        level, asked = self._asked[0], self._next
        self._asked = None
        if asked is not None:
            self._send()
            return None
        return level, told

    def close(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join(_END_SECONDS)
            self._process = None


def _work(connection: Connection) -> None:
    """Prove level after level until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with_nice = getattr(os, "nice", None)
    if with_nice:
        with_nice(5)
    try:
        while True:
            level, mend = connection.recv()
            connection.send(proved(level, mend))
    except (EOFError, OSError):
        return
