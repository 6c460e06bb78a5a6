"""Prove platform levels in a process beside the window; only the latest request counts."""

from __future__ import annotations

from typing import Protocol

import msgspec

from game.cabinets.workshop.beside.process import Beside
from game.core.forge.model.level import Level
from game.core.forge.proof.margin import narrowest
from game.core.forge.proof.platform import Proof, prove
from game.core.forge.proof.repair import Mended, mended


class Prover(Protocol):
    """Proves levels for one caller: `ask`, then `poll` until a result is ready."""

    def ask(self, level: Level, *, mend: bool) -> None:
        """Request the proof of a level, and its repair if `mend`; an earlier request is forgotten."""

    def poll(self) -> tuple[Level, Mended] | None:
        """Return the level requested last and its result if it is ready, else None."""

    def close(self) -> None:
        """End the prover; nothing will be asked any more."""


def proved(level: Level, mend: bool) -> Mended:
    """Return a level with its proof, and how precise its hardest jump is.

    Without `mend`, a level that cannot be proved is returned without a way.
    """
    if mend:
        return mended(level)
    proof: Proof = prove(level)
    margin = narrowest(level, proof.way) if proof.proved else None
    return Mended(msgspec.structs.replace(level, way=proof.way), proof, 0, margin)


class ProverHere:
    """Proves in the calling process at once, for pictures and tests."""

    def __init__(self) -> None:
        self._found: tuple[Level, Mended] | None = None

    def ask(self, level: Level, *, mend: bool) -> None:
        self._found = level, proved(level, mend)

    def poll(self) -> tuple[Level, Mended] | None:
        found, self._found = self._found, None
        return found

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class ProverBeside:
    """Proves levels in a process of its own."""

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
