"""Names of recordings' files, and the files kept beside them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from game.core.moving import move_file, remove_file
from game.core.recording.frames import HELD
from game.core.recording.replay import ReplayError, ReplayWriter, SeatRecord, begin_recording
from game.core.rules import GameInfo
from game.ground.files import file_name, free_name

REPLAY_SUFFIX = ".souk"
"""Ending of the files of replays, which hold whole matches."""
VIEWS_SUFFIX = ".views"
"""Ending of the files of recordings of one viewer's views."""
_TRIES = 8
_LONGEST = 60
"""The most characters of the game, and of the people, in a recording's file name."""


def recording_name(game: str, people: str, when: datetime) -> str:
    """Return the stem of a file name that people recognise: date, game, people.

    Strangers may have written game and people: the result is always a single safe name.
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
    """Begin the recording of a match under the first free name in a folder. Raises ReplayError.

    If another program takes that name at the same moment, the next free name is used.
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
    """Return the files that belong to a recording (judgements, variations, a note, its room): `<its name>.<what>`."""
    try:
        return sorted(path for path in recording.parent.iterdir() if path.name.startswith(f"{recording.name}."))
    except OSError:
        return []


def move_beside(recording: Path, target: Path) -> None:
    """Rename the files that belong to a recording along with it."""
    for path in beside(recording):
        with contextlib.suppress(OSError):
            move_file(path, path.with_name(target.name + path.name.removeprefix(recording.name)))


def delete_recording(recording: Path) -> None:
    """Delete a recording if it is there, and the files that belong to it. Raises OSError and deletes nothing then."""
    remove_file(recording)
    for path in beside(recording):
        with contextlib.suppress(OSError):
            (shutil.rmtree if path.is_dir() else remove_file)(path)
