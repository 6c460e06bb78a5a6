"""Which of a game's guides a person has completed, kept in a file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from game.core.errors import UNDECODABLE
from game.ground import files, paths


class GuidesDone:
    """The completed guides of one game. A file that cannot be read counts as empty; write errors are ignored."""

    def __init__(self, game: str) -> None:
        self._path: Path = paths.config() / "guides" / f"{game}.json"
        self._done: set[str] = set()
        self._read()

    def _read(self) -> None:
        """Add what the file says; another window may have written it."""
        with suppress(OSError, *UNDECODABLE):
            self._done |= set(msgspec.json.decode(self._path.read_bytes(), type=list[str]))

    def __contains__(self, guide: str) -> bool:
        return guide in self._done

    def add(self, guide: str) -> None:
        """Note that a person completed a guide."""
        if guide in self._done:
            return
        self._done.add(guide)
        with suppress(OSError), files.only_writer(self._path):
            self._read()
            files.write_whole(self._path, msgspec.json.encode(sorted(self._done)))
