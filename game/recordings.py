"""What the files of recordings are called, and what is kept beside them."""

from __future__ import annotations

import contextlib
import shutil
from datetime import datetime
from pathlib import Path

from game.files import file_name

REPLAY_SUFFIX = ".souk"
"""Of matches whole."""
VIEWS_SUFFIX = ".views"
"""Of recordings of what one viewer saw."""
_LONGEST = 60
"""Signs of a game, and of whose a recording is, in its name."""


def recording_name(game: str, people: str, when: datetime) -> str:
    """The stem of a file name a person finds again: when, which game, and whatever says whose it is.

    Strangers may have written either: it is one name of no other folder whatever they say.
    """
    return file_name(f"{when:%Y-%m-%d %H.%M} {game[:_LONGEST]} {people[:_LONGEST]}")


def beside(recording: Path) -> list[Path]:
    """What goes with a recording: judgements, variations, a note, the room it was played in: `<its name>.<what>`."""
    try:
        return sorted(path for path in recording.parent.iterdir() if path.name.startswith(f"{recording.name}."))
    except OSError:
        return []


def move_beside(recording: Path, target: Path | None) -> None:
    """Let what goes with a recording follow it to another name in its folder, or, without one, away."""
    for path in beside(recording):
        with contextlib.suppress(OSError):
            if target is not None:
                path.rename(path.with_name(target.name + path.name.removeprefix(recording.name)))
            elif path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
