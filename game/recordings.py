"""What the files of recordings are called, and what is kept beside them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from game.core.recording.frames import HELD
from game.core.recording.replay import ReplayError, ReplayWriter, SeatRecord, begin_recording
from game.core.rules import GameInfo
from game.files import file_name, free_name

REPLAY_SUFFIX = ".souk"
"""Of matches whole."""
VIEWS_SUFFIX = ".views"
"""Of recordings of what one viewer saw."""
_TRIES = 8
_LONGEST = 60
"""Signs of a game, and of whose a recording is, in its name."""


def recording_name(game: str, people: str, when: datetime) -> str:
    """The stem of a file name a person finds again: when, which game, and whatever says whose it is.

    Strangers may have written either: it is one name of no other folder whatever they say.
    """
    return file_name(f"{when:%Y-%m-%d %H.%M} {game[:_LONGEST]} {people[:_LONGEST]}")


def begin_free_recording(
    folder: Path,
    stem: str,
    info: GameInfo,
    seed: int,
    options: Any,
    seats: Sequence[SeatRecord],
    when: datetime,
    key: int,
) -> ReplayWriter:
    """The recording of a match that is about to begin, under the first free name in a folder. Raises ReplayError.

    Where another program takes that name at the same moment, be it done with it by now, the next one is free.
    """
    for left in reversed(range(_TRIES)):
        try:
            path = free_name(folder, stem, REPLAY_SUFFIX)
            return begin_recording(path, info, seed, options, seats, when, key, new=True)
        except ReplayError as error:
            if error.key != HELD or not left:
                raise
    raise AssertionError("the last try returns or raises")


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
