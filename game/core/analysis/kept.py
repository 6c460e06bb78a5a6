"""Judgements on disk beside the recording they are of, so that a match is judged once.

The first line of a file says on what its judgements depend; a line for each position follows, the last position first.
Lines are written as judgements come: an analysis that was stopped goes on, and ends with the same file as one that was
not.
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
    """What judgements depend on."""

    recording: str
    program: str
    """The digest of the sources, and the version: a bundle has no sources."""
    effort: Effort
    engine: tuple[str, ...]
    """Of an engine of others: its command line, and the size and time of its program."""


def kept_path(recording: Path, effort: Effort, engine: tuple[str, ...] = ()) -> Path:
    """Where the judgements of a recording lie: ours, or those of an engine that is started so."""
    whose = f".{blake2b(repr(engine).encode(), digest_size=4).hexdigest()}" if engine else ""
    return recording.with_name(f"{recording.name}.{effort}{whose}{KEPT_SUFFIX}")


def _mark(engine: tuple[str, ...]) -> tuple[str, ...]:
    """What can be seen of what an engine's judgements depend on."""
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
        """Bytes of the file as this program knows it."""

    def read(self) -> dict[int, Judgement[Any]]:
        """The judgements by position: all, or those of the last positions if the analysis was stopped. A file that is
        broken or of another recording is thrown away.
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
        """Keep the judgement of the position before the one kept last.

        Which position a line is of follows from its place: where another program judges the same recording and has
        written meanwhile, this one writes nothing.
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
