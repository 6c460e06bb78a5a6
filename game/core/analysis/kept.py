"""Judgements on disk beside the recording that they are of, so that a match is judged only once.

The first line of a file says what its judgements depend on; a line for each position follows, the last position first.
Lines are written as judgements come, so an interrupted analysis goes on and ends with the same file as an uninterrupted
one.
"""

from __future__ import annotations

import contextlib
import os
from hashlib import blake2b
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec

from game.core.analysis.positions import RecordedMatch
from game.core.analysis.worker import checked, judgement_of
from game.core.analyst import Effort, Judgement
from game.core.errors import UNDECODABLE
from game.core.holding import hold
from game.core.sources import program_digest

KEPT_SUFFIX = ".judged"


class _Head(msgspec.Struct, frozen=True):
    """What the judgements in a file depend on."""

    recording: str
    program: str
    """The version of the program and the digest of its sources; a bundle has only the version."""
    effort: Effort
    engine: tuple[str, ...]
    """The command line of somebody else's engine, with the size and time of its program; empty for our own analyst."""


def kept_path(recording: Path, effort: Effort, engine: tuple[str, ...] = ()) -> Path:
    """Return the path of a recording's judgements, by our own analyst or by the engine with this command line."""
    whose = f".{blake2b(repr(engine).encode(), digest_size=4).hexdigest()}" if engine else ""
    return recording.with_name(f"{recording.name}.{effort}{whose}{KEPT_SUFFIX}")


def _mark(engine: tuple[str, ...]) -> tuple[str, ...]:
    """Return an engine's command line with the size and time of change of its program, to notice that it changed."""
    if not engine:
        return ()
    try:
        program = Path(engine[0]).stat()
    except OSError:
        return engine
    return (*engine, str(program.st_size), str(program.st_mtime_ns))


class KeptJudgements:
    """The judgements of one recording. Files that cannot be read or written are silently ignored."""

    def __init__(self, path: Path, match: RecordedMatch, effort: Effort, version: str) -> None:
        self.path = kept_path(path, effort, match.engine)
        head = _Head(match.digest, f"{version} {program_digest()}", effort, _mark(match.engine))
        self._head = msgspec.json.encode(head) + b"\n"
        self._match = match
        self._decoder = msgspec.json.Decoder(judgement_of(match.cabinet.info.action))
        self._begun = False
        self._end = 0
        """The length of the file in bytes after this program last read or wrote it."""

    def read(self) -> dict[int, Judgement[Any]]:
        """Return the judgements by position: all, or those of the last positions if the analysis was interrupted.

        A file of another recording or program is ignored, and replaced by the next `append`; broken lines at the end
        are cut off.
        """
        found: dict[int, Judgement[Any]] = {}
        try:
            written = self.path.read_bytes()
            self._end = len(written)
            head, *lines = written.splitlines(keepends=True)
        except (OSError, ValueError):
            return found
        if head != self._head:
            return found
        sound = len(head)
        for line in lines[: self._match.count]:
            try:
                judgement = checked(self._decoder.decode(line), len(self._match.seats))
            except (ValueError, *UNDECODABLE):
                break
            if not line.endswith(b"\n"):
                break
            found[self._match.count - 1 - len(found)] = judgement
            sound += len(line)
        with contextlib.suppress(OSError):
            if sound < len(written):
                os.truncate(self.path, sound)
            self._end, self._begun = sound, True
        return found

    def append(self, judgement: Judgement[Any]) -> None:
        """Write the judgement of the position before the one written last.

        The place of a line says which position it is of. So if another program that judges the same recording has
        written in the meantime, nothing is written.
        """
        with contextlib.suppress(OSError), FileIO(self.path, "a+") as file:
            hold(file)
            if file.seek(0, os.SEEK_END) != self._end:
                return
            if not self._begun:
                file.truncate(0)
            line = (b"" if self._begun else self._head) + msgspec.json.encode(judgement) + b"\n"
            self._end = self._end * self._begun + (file.write(line) or 0)
            self._begun = True
