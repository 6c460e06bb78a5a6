"""Digests of the sources of rules and bots, on which figures and machine code depend."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

PROGRAM = "souk"
"""The name of the program's own sources among the files of people."""


@lru_cache(maxsize=32)
def program_digest(game: str = "") -> str:
    """A digest of core, rules and bots, of one game or of all.

    Pictures do not count; a bundle has no sources, and does not change.
    """
    house = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for source in sorted([*house.glob("core/**/*.py"), *house.glob(f"cabinets/{game}/**/*.py")]):
        if not {"stage", "stage.py", "stages.py"} & {*source.parts}:
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def file_digest(path: Path | str) -> str:
    """A digest of a file; empty where it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def sources_of(files: Iterable[str]) -> dict[str, str]:
    """The digests of the program and of these files, by name."""
    return {PROGRAM: program_digest(), **{path: file_digest(path) for path in files}}


def differing(sources: Mapping[str, str]) -> str | None:
    """The first name whose digest is different here; None where all are the same."""
    here = sources_of(name for name in sources if name != PROGRAM)
    return next((name for name, digest in sources.items() if here[name] != digest), None)
