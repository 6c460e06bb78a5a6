"""What the files of recordings are called, and what is kept beside them."""

from __future__ import annotations

import contextlib
import re
import shutil
from datetime import datetime
from pathlib import Path

REPLAY_SUFFIX = ".souk"
"""Of matches whole."""
VIEWS_SUFFIX = ".views"
"""Of recordings of what one viewer saw."""


def recording_name(game: str, people: str, when: datetime) -> str:
    """The stem of a file name a person finds again: when, which game, and whatever says whose it is.

    Names may come from strangers: nothing in them leads to another folder.

    >>> recording_name("/../../planted", "A/B\\0.", datetime(2026, 11, 20, 21, 5))
    '2026-11-20 21.05 _.._.._planted A_B_'
    """
    return f"{when:%Y-%m-%d %H.%M} {_safe(game)} {_safe(people)}"


def _safe(name: str) -> str:
    return re.sub(r'[<>:"/\\|?*\x00-\x1f\x7f]', "_", name)[:60].strip(" .")


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
