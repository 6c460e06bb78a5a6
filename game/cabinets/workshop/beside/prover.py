"""Proofs of platform levels beside the window: only the latest wish is kept."""

from __future__ import annotations

from typing import Protocol

import msgspec

from game.cabinets.workshop.beside.process import Beside
from game.core.forge.model.level import Level
from game.core.forge.proof.margin import narrowest
from game.core.forge.proof.platform import Proof, prove
from game.core.forge.proof.repair import Mended, mended


class Prover(Protocol):
    """Proves levels: ask, and poll until it is told."""

    def ask(self, level: Level, *, mend: bool) -> None:
        """Prove this level, and mend it if it is wanted; what was asked before is forgotten."""

    def poll(self) -> tuple[Level, Mended] | None:
        """The level that was asked for last, and what came of it; None before."""

    def close(self) -> None:
        """Nothing more will be asked."""


def proved(level: Level, mend: bool) -> Mended:
    """A level with its proof, and how exact its way is. Without mending one that cannot be proved has none."""
    if mend:
        return mended(level)
    proof: Proof = prove(level)
    margin = narrowest(level, proof.way) if proof.proved else None
    return Mended(msgspec.structs.replace(level, way=proof.way), proof, 0, margin)


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
    """Proves in a process."""

    def __init__(self) -> None:
        self._beside = Beside(_work)

    def ask(self, level: Level, *, mend: bool) -> None:
        self._beside.ask((level, mend))

    def poll(self) -> tuple[Level, Mended] | None:
        told = self._beside.poll()
        return None if told is None else (told[0][0], told[1])

    def close(self) -> None:
        self._beside.close()


def _work(wish: tuple[Level, bool]) -> Mended:
    return proved(*wish)
