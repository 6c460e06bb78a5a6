"""Digests of the sources of rules and bots. Figures and machine code are valid only for the sources they came from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

PROGRAM = "souk"
"""The name of the program's own sources in a table whose other names are people's files."""


@lru_cache(maxsize=32)
def program_digest(game: str = "") -> str:
    """Return a digest of the sources of core, and of the rules and bots of one game or of all.

    Stages do not count. In a bundle, which has no sources, the digest is always the same.
    """
    house = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for source in sorted([*house.glob("core/**/*.py"), *house.glob(f"cabinets/{game}/**/*.py")]):
        if not {"stage", "stage.py", "stages.py"} & {*source.parts}:
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def file_digest(path: Path | str) -> str:
    """Return a digest of a file's content; empty where it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def sources_of(files: Iterable[str]) -> dict[str, str]:
    """Return the digests of the program and of these files, by name or path."""
    return {PROGRAM: program_digest(), **{path: file_digest(path) for path in files}}


def differing(sources: Mapping[str, str]) -> str | None:
    """Return the first name in `sources` whose digest is different now; None where all are the same."""
    here = sources_of(name for name in sources if name != PROGRAM)
    return next((name for name, digest in sources.items() if here[name] != digest), None)
