"""The folders in which contests were held on this machine, so that the window finds their reports again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE
from game.ground.files import write_whole

MOST = 50
"""How many contests are remembered, the latest."""


def held_contests(evaluations: Path) -> list[Path]:
    """Return the folders of contests that `evaluations`, a person's folder of evaluations, remembers, the latest first;
    those that are gone are among them.
    """
    try:
        return [Path(folder) for folder in msgspec.json.decode(_file(evaluations).read_bytes(), type=list[str])[:MOST]]
    except (OSError, *UNDECODABLE):
        return []


def remember_contest(folder: Path, evaluations: Path) -> None:
    """Remember the folder of a contest whose report was written, if that can be kept."""
    held = [str(one) for one in dict.fromkeys([folder.resolve(), *held_contests(evaluations)])]
    with suppress(OSError):
        write_whole(_file(evaluations), msgspec.json.encode(held[:MOST]))


def _file(evaluations: Path) -> Path:
    return evaluations / "contests" / "held.json"
