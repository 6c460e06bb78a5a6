"""What was tried out from a recording: kept beside it, as recordings that can be reviewed, named and commented."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.errors import UNDECODABLE, SpokenError, reason
from game.core.recording.replay import Replay, ReplayError, read_replay
from game.files import write_whole
from game.recordings import REPLAY_SUFFIX, move_beside

LONGEST_NAME, LONGEST_COMMENT = 40, 400
_NOTE_SUFFIX = ".note"


class Note(msgspec.Struct, frozen=True):
    """What a person wrote about a variation."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    comment: Annotated[str, msgspec.Meta(max_length=LONGEST_COMMENT)] = ""


class VariationError(SpokenError):
    """A variation cannot be named or deleted; the sentence says why."""


@dataclass(frozen=True)
class Variation:
    """Something that was tried."""

    path: Path
    begin: int
    """The step at which it left the recording."""
    count: int
    """Steps from there on."""
    note: Note = field(default_factory=Note)


def folder_of(recording: Path) -> Path:
    """Where the variations of a recording are kept."""
    return recording.with_name(f"{recording.name}.variations")


def variations_of(recording: Path) -> list[Path]:
    """The files of a recording's variations, the first one first."""
    kept = folder_of(recording).glob(f"*{REPLAY_SUFFIX}")
    return sorted(kept, key=lambda path: (len(path.name), path.name))


def read_variations(recording: Path) -> list[Variation]:
    """All of them; a file that cannot be read is left out. Raises ReplayError where the recording itself cannot."""
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
    """How many steps two recordings begin with in common."""
    pairs = list(zip(one.steps, other.steps, strict=False))
    return next((number for number, (a, b) in enumerate(pairs) if a.moves != b.moves), len(pairs))


def _note_path(variation: Path) -> Path:
    return variation.with_name(f"{variation.name}{_NOTE_SUFFIX}")


def read_note(variation: Path) -> Note:
    """What was written about a variation; nothing where that cannot be read."""
    try:
        return msgspec.json.decode(_note_path(variation).read_bytes(), type=Note)
    except (OSError, *UNDECODABLE):
        return Note()


def write_note(variation: Path, note: Note) -> None:
    """Keep it beside the variation. Raises VariationError, with what was there before as it was."""
    try:
        if note == Note():
            _note_path(variation).unlink(missing_ok=True)
        else:
            write_whole(_note_path(variation), msgspec.json.encode(note))
    except OSError as error:
        raise VariationError("review.variations.not_written", why=reason(error)) from error


def delete_variation(variation: Path) -> None:
    """Remove it with all that goes with it. Raises VariationError, with everything as it was."""
    try:
        variation.unlink(missing_ok=True)
    except OSError as error:
        raise VariationError("review.variations.not_deleted", why=reason(error)) from error
    move_beside(variation, None)
