"""Makes recordings of the files of other programs, so that they can be watched, reviewed and played on from."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from game.cabinets.listed import CABINETS, found
from game.core.errors import SpokenError, reason
from game.core.given import ending
from game.core.recording.foreign import MOST_BYTES, ForeignMatch, ForeignReader
from game.core.recording.replay import ReplayError, SeatRecord, record_match
from game.ground.files import free_name
from game.ground.recordings import REPLAY_SUFFIX
from game.ground.texts import Texts

_LONGEST_NAME = 32


class Recorded(NamedTuple):
    """The recording of a match that was played elsewhere."""

    path: Path
    notes: tuple[tuple[str, Mapping[str, object]], ...] = ()
    """Text keys and values of what was done beyond the letter of the file."""


def endings() -> tuple[str, ...]:
    """Return the endings of the other programs' files that some game reads, each once."""
    return tuple(dict.fromkeys(kind for cabinet in CABINETS.values() for kind in cabinet.reads))


def is_foreign(path: Path) -> bool:
    """Return whether a file's ending is that of another program's match."""
    return ending(path) in endings()


def record_foreign(path: Path, folder: Path, texts: Texts) -> Recorded:
    """Write a recording of the match in another program's file into a folder; nameless players are numbered.

    The first game that reads the file has it. Raises SpokenError with what the first game that was asked said.
    """
    match = _read(path)
    told = [*match.names, *[""] * match.match.seats][: match.match.seats]
    seats = [
        SeatRecord(name[:_LONGEST_NAME] or texts.line("setup.person", number=number))
        for number, name in enumerate(told, 1)
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = free_name(folder, path.stem, REPLAY_SUFFIX)
    except OSError as error:
        raise ReplayError("replay.error.write", path=str(folder), why=reason(error)) from error
    record_match(target, match.match, seats, datetime.now(UTC), new=True)
    return Recorded(target, match.notes)


def _read(path: Path) -> ForeignMatch:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ReplayError("replay.error.read", path=str(path), why=reason(error)) from error
    if len(data) > MOST_BYTES:
        raise ReplayError("replay.error.size", path=str(path), most=MOST_BYTES >> 20)
    refused: SpokenError | None = None
    for cabinet in CABINETS.values():
        place = cabinet.reads.get(ending(path))
        if place is None:
            continue
        reader: ForeignReader = found(place)
        try:
            return reader(data)
        except SpokenError as error:
            refused = refused or error
    raise refused or ReplayError("replay.error.no_replay", path=str(path))
