"""Variations tried out from a recording, kept beside it as recordings of their own, with names and comments."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.moving import remove_file
from game.core.recording.replay import Replay, ReplayError, read_replay
from game.ground.files import write_whole
from game.ground.recordings import REPLAY_SUFFIX, delete_recording

LONGEST_NAME, LONGEST_COMMENT = 40, 400
_NOTE_SUFFIX = ".note"


class Note(msgspec.Struct, frozen=True):
    """A person's name and comment for a variation."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    comment: Annotated[str, msgspec.Meta(max_length=LONGEST_COMMENT)] = ""


class VariationError(SpokenError):
    """A variation cannot be named or deleted; the sentence says why."""


@dataclass(frozen=True)
class Variation:
    """A variation of a recording."""

    path: Path
    begin: int
    """The step at which the variation leaves the recording."""
    count: int
    """How many steps follow `begin`."""
    note: Note = field(default_factory=Note)


def folder_of(recording: Path) -> Path:
    """Return the folder of a recording's variations."""
    return recording.with_name(f"{recording.name}.variations")


def variations_of(recording: Path) -> list[Path]:
    """Return the files of a recording's variations, the oldest first."""
    kept = folder_of(recording).glob(f"*{REPLAY_SUFFIX}")
    return sorted(kept, key=lambda path: (len(path.name), path.name))


def read_variations(recording: Path) -> list[Variation]:
    """Read all variations of a recording; unreadable files are left out. Raises ReplayError where the recording itself
    cannot be read.
    """
    whole = read_replay(recording)
    found: list[Variation] = []
    for path in variations_of(recording):
        try:
            tried = read_replay(path)
        except ReplayError:
            continue
        begin = _shared(whole, tried)
        found.append(Variation(path, begin, len(tried.steps) - begin, read_note(path)))
    return found


def _shared(one: Replay, other: Replay) -> int:
    """Return how many steps two recordings have in common at their beginning."""
    pairs = list(zip(one.steps, other.steps, strict=False))
    return next((number for number, (a, b) in enumerate(pairs) if a.moves != b.moves), len(pairs))


def _note_path(variation: Path) -> Path:
    return variation.with_name(f"{variation.name}{_NOTE_SUFFIX}")


def read_note(variation: Path) -> Note:
    """Read the note of a variation; an empty note where it cannot be read."""
    try:
        return msgspec.json.decode(_note_path(variation).read_bytes(), type=Note)
    except (OSError, *UNDECODABLE):
        return Note()


def write_note(variation: Path, note: Note) -> None:
    """Write the note of a variation. Raises VariationError and leaves the old note unchanged."""
    try:
        if note == Note():
            remove_file(_note_path(variation))
        else:
            write_whole(_note_path(variation), msgspec.json.encode(note))
    except OSError as error:
        raise VariationError("review.variations.not_written", why=reason(error)) from error


def delete_variation(variation: Path) -> None:
    """Delete a variation and its note. Raises VariationError and leaves everything unchanged."""
    try:
        delete_recording(variation)
    except OSError as error:
        raise VariationError("review.variations.not_deleted", why=reason(error)) from error
